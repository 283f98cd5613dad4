// LD to LE: disjuncts, kinds of firings, updates, reads of unsafe formulas.
#include <doctest/doctest.h>

#include <string>

#include "logic/term.h"
#include "unit/le/translated.h"

using namespace parapet;
using le::FiringKind;

namespace {

const std::string head = R"(number_procs 4
type loc = A | B
array PC[proc] : loc
var S : bool
weak var X : bool
weak array F[proc] : bool
init (z) { PC[z] = A && X = False && F[z] = False && S = False }
)";

struct Translated : test::Translated {
  explicit Translated(const std::string& text, const le::MemoryModel& model = le::tso, const le::TranslateOptions& how = {})
      : test::Translated(head + text, model, how) {}
};

FiringKind kind(const std::string& body, const le::MemoryModel& model = le::tso) {
  return Translated("transition write ([p]) { X := True }\ntransition t " + body, model).transition("t").kind;
}

}  // namespace

TEST_CASE("translate: a transition per disjunct of the guard, with the updates in common") {
  const Translated t("transition t ([p]) requires { PC[p] = A && (S = True || X = True) } { PC[p] := B }");
  REQUIRE(t.system.transitions.size() == 2);
  CHECK(t.system.transitions[0].source == 0);
  CHECK(t.system.transitions[1].source == 0);
  CHECK(t.system.updates.size() == 1);
  // What a firing does to memory is decided by its whole text, not by its disjunct.
  CHECK(t.system.transitions[0].reads_weak);
}

TEST_CASE("translate: kinds of firings under store buffers") {
  CHECK(kind("([p]) { X := True }") == FiringKind::Write);
  CHECK(kind("([p]) requires { fence() } { X := True }") == FiringKind::Write);
  CHECK(kind("([p]) requires { F[p] = True } { PC[p] := B }") == FiringKind::Read);
  CHECK(kind("([p]) { PC[p] := B }") == FiringKind::Read);
  CHECK(kind("([p]) requires { F[p] = True && fence() } { PC[p] := B }") == FiringKind::Sync);
  CHECK(kind("([p]) requires { F[p] = True } { X := True }") == FiringKind::Sync);
  CHECK(kind("() { S := True }") == FiringKind::Sync);
  CHECK(kind("([p]) { X := True }", le::sc) == FiringKind::Sync);
  CHECK(kind("([p]) requires { F[p] = True } { PC[p] := B }", le::sc) == FiringKind::Sync);
}

TEST_CASE("translate: without the analysis every firing may be late") {
  const std::string text = "transition look ([p]) requires { PC[p] = A && F[p] = True } { PC[p] := B }";
  CHECK_FALSE(Translated(text).transition("look").late);
  CHECK(Translated(text).transition("look").kind == FiringKind::Sync);
  CHECK(Translated(text, le::tso, {.lateness = false}).transition("look").late);
  CHECK(Translated(text, le::tso, {.lateness = false}).transition("look").kind == FiringKind::Read);
  const std::string fenced = "transition look ([p]) requires { F[p] = True && fence() } { PC[p] := B }";
  CHECK(Translated(fenced, le::tso, {.lateness = false}).transition("look").kind == FiringKind::Sync);
}

TEST_CASE("translate: a case over one index is an update of that cell, any other one of all cells") {
  const auto bound = [](const std::string& assignment) {
    const Translated t("transition t ([p] q) { " + assignment + " }");
    REQUIRE(t.system.updates[0].size() == 1);
    return t.system.updates[0][0].bound.size();
  };
  CHECK(bound("PC[p] := B") == 0);
  CHECK(bound("PC[j] := case | j = p : B | _ : PC[j]") == 0);
  CHECK(bound("PC[j] := case | j = #1 : B | _ : PC[j]") == 0);
  CHECK(bound("PC[j] := case | j <> p : B | _ : PC[j]") == 1);
  CHECK(bound("PC[j] := case | j = p : B | j = q : A | _ : PC[j]") == 1);
  Translated t("transition t ([p] q) { PC[j] := case | j = q : B | _ : PC[j] }");
  CHECK(t.system.updates[0][0].target.at(0) == t.arena.variable(1));
}

TEST_CASE("translate: an unsafe formula reads weak memory, and shared plain cells beside it, at one instant") {
  const auto literals = [](const std::string& unsafe, const le::MemoryModel& model) {
    const Translated t("unsafe (a) { " + unsafe + " }\ntransition set ([p]) { S := True }\ntransition own ([p]) { PC[p] := B }", model);
    REQUIRE(t.system.unsafes.size() == 1);
    std::size_t reads = 0;
    for (const TermId literal : t.system.unsafes[0].literals) {
      if (t.arena.op(t.arena.args(literal)[0]) == Op::Read) ++reads;
    }
    CHECK(le::has_read(t.arena, t.system.unsafes[0]) == (reads > 0));
    return reads;
  };
  CHECK(literals("a @ X = True", le::tso) == 1);
  CHECK(literals("a @ X = True", le::sc) == 0);
  CHECK(literals("a @ X = True && S = True && PC[a] = B", le::tso) == 2);
  CHECK(literals("S = True && PC[a] = B", le::tso) == 0);
}

TEST_CASE("translate: the constants of the model, ascending") {
  const Translated t("transition t ([p]) requires { p = #3 || PC[#1] = A } { PC[p] := B }");
  CHECK(t.system.constants == std::vector<std::uint32_t>{1, 3});
}
