// Which firings can be late, and what each engine is exact about.
#include <doctest/doctest.h>

#include <string>

#include "le/passes.h"
#include "unit/le/translated.h"

using namespace parapet;

namespace {

const std::string head = R"(number_procs 4
type loc = A | B | C
const Server : proc
const Other : proc
var Turn : proc
var S : loc
array PC[proc] : loc
array Seen[proc] : bool
weak var X : bool
weak array F[proc] : bool
init (x) { PC[x] = A && S = A && X = False }
)";

struct Translated : test::Translated {
  explicit Translated(const std::string& text, const le::MemoryModel& model = le::tso) : test::Translated(head + text, model) {}
};

const std::string put = "transition write ([p]) requires { PC[p] = A } { PC[p] := B; X := True }\n";

bool late(const std::string& text) { return Translated(text).transition("look").late; }

}  // namespace

TEST_CASE("lateness: a chain of firings leads from a buffered write to a late firing, a fence or an atomic step breaks it") {
  const std::string look = "transition look ([p]) requires { PC[p] = C && F[p] = False } { PC[p] := A }\n";
  CHECK(late(put + "transition step ([p]) requires { PC[p] = B } { PC[p] := C }\n" + look));
  CHECK_FALSE(late(put + look));
  CHECK_FALSE(late(put + "transition step ([p]) requires { PC[p] = B && fence() } { PC[p] := C }\n" + look));
  CHECK_FALSE(late("transition swap ([p]) requires { PC[p] = A && F[p] = False } { PC[p] := C; F[p] := True }\n" + look));
  CHECK(late(put + "transition step ([p]) requires { PC[p] = B } { PC[p] := S }\n" + look));
}

TEST_CASE("lateness: cells that other processes change are not followed") {
  const std::string look = "transition look ([p]) requires { PC[p] = C && F[p] = False } { PC[p] := A }\n";
  CHECK_FALSE(late(put + look));
  CHECK(late(put + look + "transition other ([p] q) requires { PC[q] = B } { PC[q] := C }\n"));
}

TEST_CASE("lateness: cells with a constant index are followed, and constants are different processes") {
  const std::string first = "transition write ([p]) requires { p = #1 && PC[#1] = A } { PC[#1] := B; F[p] := True }\n";
  CHECK(late(first + "transition look ([p]) requires { p = #1 && PC[#1] = B && X = False } { PC[#1] := C }"));
  CHECK_FALSE(late(first + "transition look ([p]) requires { p = #1 && PC[#1] = A && X = False } { PC[#1] := C }"));
  CHECK_FALSE(late(first + "transition look ([p]) requires { p = #2 && PC[#2] = B && X = False } { PC[#2] := C }"));
  CHECK(late(first + "transition look ([p]) requires { PC[p] = B && X = False } { PC[p] := C }"));
  CHECK(late(first + "transition look ([p]) requires { p = Server && PC[p] = B && X = False } { PC[p] := C }"));
  const std::string set = "transition write ([p]) requires { p = #1 && S = A } { S := B; F[p] := True }\n";
  CHECK(late(set + "transition look ([p]) requires { p = #1 && S = B && X = False } { S := C }"));
  CHECK_FALSE(late(set + "transition look ([p]) requires { p = #1 && S = A && X = False } { S := C }"));
}

TEST_CASE("exactness: a location that one fixed process alone writes is not overtaken") {
  const auto outside = [](const std::string& writer) {
    Translated t("transition write ([p]) requires { " + writer +
                 " && PC[p] = A } { X := True; S := B; PC[p] := B }\n"
                 "transition look ([p]) requires { PC[p] = A && S = B } { PC[p] := C }");
    return le::find_shared_touch(t.system, t.arena).has_value();
  };
  CHECK_FALSE(outside("p = #1"));
  CHECK_FALSE(outside("p = Server"));
  CHECK(outside("F[p] = F[p]") == false);  // it reads: an atomic step
  CHECK(outside("Seen[p] = False"));
  CHECK(outside("(p = #1 || p = #2)"));
}

TEST_CASE("exactness: the timeline refuses a shared plain cell that is written behind a buffered write, and says which") {
  const std::string shared = "transition other ([p]) requires { S = B } { PC[p] := A }\n";
  Translated both("transition put ([p]) requires { PC[p] = A } { X := True; S := B }\n" + shared);
  const auto found = le::find_shared_write(both.system, both.arena);
  REQUIRE(found);
  CHECK(found->symbol == both.symbol("S"));
  CHECK(found->transition == 0);
  CHECK(found->buffered == 0);
  Translated later(put + "transition set ([p]) requires { PC[p] = B } { S := B }\n" + shared);
  const auto behind = le::find_shared_write(later.system, later.arena);
  REQUIRE(behind);
  CHECK(behind->transition == 1);
  CHECK(behind->buffered == 0);
  Translated fenced(put + "transition set ([p]) requires { PC[p] = B && fence() } { S := B }\n" + shared);
  CHECK_FALSE(le::find_shared_write(fenced.system, fenced.arena));
}

TEST_CASE("exactness: writes are ordered by commit unless plain cells tell of them before") {
  const auto ordered = [](const std::string& text, const le::MemoryModel& model = le::tso) {
    Translated t(text, model);
    return std::string(t.system.ordered_by_commit[t.symbol("X").index()] ? "X" : "") +
           (t.system.ordered_by_commit[t.symbol("F").index()] ? "F" : "") + (t.system.ordered_by_commit[t.symbol("S").index()] ? "S" : "");
  };
  const std::string flag = "transition flag ([p]) requires { PC[p] = A } { F[p] := True; PC[p] := B }\n";
  const std::string look = "transition look ([p]) requires { PC[p] = C && S = A } { PC[p] := A }\n";
  const std::string set = "transition set ([p]) requires { PC[p] = B && fence() } { S := B; PC[p] := C }\n";
  CHECK(ordered(flag + look + set) == "XF");
  CHECK(ordered(put + flag + look + set) == "XF");
  const std::string tell = "transition tell ([p]) requires { PC[p] = B } { S := B; PC[p] := C }\n";
  CHECK(ordered(flag + look + tell) == "");
  CHECK(ordered(flag + look + tell, le::sc) == "XF");
  const std::string swap = "transition swap ([p]) requires { PC[p] = A && X = False } { X := True; PC[p] := B }\n";
  CHECK(ordered(flag + swap + look + tell) == "X");
  CHECK(ordered(put + flag + look + tell) == "");
}

TEST_CASE("exactness: a memory model without buffers is always searched exactly") {
  Translated sc("transition put ([p]) { X := True; S := B }\ntransition other ([p]) requires { S = B } { X := False }\n", le::sc);
  CHECK_FALSE(le::find_shared_write(sc.system, sc.arena));
  CHECK_FALSE(le::find_shared_touch(sc.system, sc.arena));
}
