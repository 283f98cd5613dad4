// One model for each rule of the event engine's pre-image that the models of the other rule tests, which it is asked about too, do not
// need: its verdict changes when that rule is left out (tests/mutants/events.md). F[p] is written by p alone, so that
// the engine is exact about the plain S, which everybody touches.
#include <filesystem>

#include "regress/judge.h"
#include "unit/search/verdicts.h"
#include "unit/threads.h"

using parapet::test::ends;
using parapet::test::events_answer;
using parapet::test::Memory;
using parapet::test::SearchAnswer;
using parapet::test::small_search;
using parapet::test::step;

namespace {

const std::string threads = R"(
type pc = Q0 | Q1 | Q2 | Q3 | Q4
type val = None | A | B
array PC[proc] : pc
weak array F[proc] : bool
weak array G[proc] : val
var S : val
init (z) { PC[z] = Q0 && F[z] = False && G[z] = None && S = None }
)";

const std::string weak_xy = R"(number_procs 2
type pc = Q0 | Q1 | Q2 | Q3 | Q4
type val = None | A | B
array PC[proc] : pc
weak var X : val
weak var Y : val
init (z) { PC[z] = Q0 && X = None && Y = None }
)";

const std::string with_v = R"(number_procs 2
type pc = Q0 | Q1 | Q2 | Q3 | Q4
type val = None | A | B
array PC[proc] : pc
weak array F[proc] : bool
weak var V : val
var S : val
init (z) { PC[z] = Q0 && F[z] = False && V = None && S = None }
)";

std::string two(const std::string& text) { return "number_procs 2" + threads + text; }
std::string three(const std::string& text) { return "number_procs 3" + threads + text; }

// The statistics of a search of the event engine that answers SAFE.
parapet::search::SearchStatistics safely(const std::string& text, Memory memory) {
  const SearchAnswer answer = run_search(parapet::test::program_of(text), small_search(memory, parapet::test::Engine::Ghb));
  CHECK(std::string(to_string(answer.kind)) == "safe");
  return answer.statistics;
}

}  // namespace

TEST_CASE("rule: a plain write comes before the executions that read it") {
  CHECK(events_answer(two(ends(2, 2) + step(1, 0, "", "F[p] := True") + step(1, 1, "fence()", "S := A") + step(2, 0, "S = A", "") +
                          step(2, 1, "F[#1] = False", ""))) == "safe");
  CHECK(events_answer(two(ends(2, 2) + step(1, 0, "", "F[p] := True") + step(1, 1, "", "S := A") + step(2, 0, "S = A", "") +
                          step(2, 1, "F[#1] = False", ""))) == "unsafe");
}

TEST_CASE("rule: a plain read comes before the executions that write the cell later") {
  CHECK(events_answer(two(ends(2, 2) + step(1, 0, "", "F[p] := True") + step(1, 1, "fence() && S = None", "") + step(2, 0, "", "S := A") +
                          step(2, 1, "F[#1] = False", ""))) == "safe");
}

TEST_CASE("rule: a plain write comes before the later writes of the cell") {
  CHECK(events_answer(two(ends(2, 2, "S = B") + step(1, 0, "", "F[p] := True") + step(1, 1, "fence()", "S := A") +
                          step(2, 0, "", "S := B") + step(2, 1, "F[#1] = False", ""))) == "safe");
}

TEST_CASE("rule: unsafe reads its plain cells after they are written") {
  // #3 is not mentioned, and sees F[#1] before it writes S.
  CHECK(events_answer(three("unsafe () { #2 @ F[#1] = False && S = A }\n" + step(1, 0, "", "F[p] := True") +
                            step(3, 0, "F[#1] = True", "S := A"))) == "safe");
  CHECK(events_answer(three("unsafe () { #2 @ F[#1] = False && S = A }\n" + step(1, 0, "", "F[p] := True") +
                            step(3, 0, "F[#1] = False", "S := A"))) == "unsafe");
}

TEST_CASE("rule: a case that may or may not write a location is split on") {
  // Message passing where the message is sent in one case only; then it is in order, and without it #2 goes nowhere.
  const std::string reads = step(2, 0, "G[#1] = A", "") + step(2, 1, "F[#1] = False", "");
  const std::string send = "G[j] := case | j = p && PC[p] = Q1 : A";
  CHECK(events_answer(two(ends(2, 2) + step(1, 0, "", "F[p] := True") + step(1, 1, "", send) + reads)) == "safe");
  CHECK(events_answer(two(ends(2, 2) + step(1, 0, "", send) + step(1, 1, "", "F[p] := True") + reads)) == "safe");
  CHECK(events_answer(two(ends(2, 2) + step(1, 0, "", "G[j] := case | j = p && PC[p] = Q0 : A") + step(1, 1, "", "F[p] := True") +
                          reads)) == "unsafe");
}

TEST_CASE("rule: a case that does not write orders nothing") {
  // #1 writes X and, in a case that never comes, Y; #2 writes Y and X. That X ends as A and Y as A is possible only because Y := B is none.
  const auto text = [](const std::string& condition) {
    return weak_xy + ends(2, 2, "#1 @ X = A && #2 @ X = A && #1 @ Y = A && #2 @ Y = A") + step(1, 0, "", "X := A") +
           step(1, 1, "", "Y := case | " + condition + " : B") + step(2, 0, "", "Y := A") + step(2, 1, "", "X := B");
  };
  CHECK(events_answer(text("PC[p] = Q1")) == "safe");
  CHECK(events_answer(text("PC[p] = Q0")) == "unsafe");
}

TEST_CASE("rule: a write that nobody waits for still orders the writes of its location") {
  // X and Y are written by both in opposite orders; #3 and #4 see each location change from the one thread's value to the other's.
  const std::string seen = step(3, 0, "X = A", "") + step(3, 1, "X = B", "") + step(4, 0, "Y = A", "") + step(4, 1, "Y = B", "");
  CHECK(events_answer("number_procs 4" + weak_xy.substr(14) + "unsafe () { PC[#3] = Q2 && PC[#4] = Q2 }\n" + step(1, 0, "", "X := B") +
                      step(1, 1, "", "Y := A") + step(2, 0, "", "Y := B") + step(2, 1, "", "X := A") + seen) == "safe");
  CHECK(events_answer("number_procs 4" + weak_xy.substr(14) + "unsafe () { PC[#3] = Q2 && PC[#4] = Q2 }\n" + step(1, 0, "", "X := A") +
                      step(1, 1, "", "Y := B") + step(2, 0, "", "Y := A") + step(2, 1, "", "X := B") + seen) == "unsafe");
}

TEST_CASE("rule: the event engine does not say SAFE where its order of firings may not exist") {
  const std::string head =
      "number_procs 2\ntype pc = Q0 | Q1 | Q2 | Q3 | Q4\ntype val = None | A | B\narray PC[proc] : pc\n"
      "weak var X : val\nvar S : bool\ninit (z) { PC[z] = Q0 && X = None && S = False }\n";
  CHECK(events_answer(head + ends(2, 2, "#1 @ X = A && #2 @ X = A") + step(1, 0, "", "X := A") + step(1, 1, "S = False", "") +
                      step(2, 0, "", "S := True") + step(2, 1, "", "X := B")) == "nothing");
  // With a fence between write and read the order exists.
  CHECK(events_answer(head + ends(2, 2, "#1 @ X = A && #2 @ X = A") + step(1, 0, "", "X := A") + step(1, 1, "fence() && S = False", "") +
                      step(2, 0, "", "S := True") + step(2, 1, "", "X := B")) == "safe");
}

TEST_CASE("rule: where writes do not wait, a firing is one event") {
  const std::string text =
      two(ends(1, 2) + step(1, 0, "", "S := A; F[p] := True") + step(2, 0, "S = A", "") + step(2, 1, "F[#1] = False", ""));
  CHECK(events_answer(text, Memory::Sc) == "safe");
  CHECK(events_answer(text, Memory::Tso) == "unsafe");
}

TEST_CASE("rule: a write of a whole array writes the cells of processes that come into the cube later") {
  // b fills F, waits for it, and reads Y before q's write of it but Z after; q's write of F[q] comes after b's then, whatever was fired
  // first.
  CHECK(events_answer(R"(
type pc = B0 | B1 | B2 | B3 | C1 | C2 | C3
array PC[proc] : pc
weak array F[proc] : bool
weak var Y : bool
weak var Z : bool
init (z) { PC[z] = B0 && F[z] = False && Y = False && Z = False }
unsafe (b) { PC[b] = B3 }
transition fill ([b]) requires { PC[b] = B0 } { F[j] := case | _ : True; PC[b] := B1 }
transition wait ([b]) requires { PC[b] = B1 && fence() && Y = False } { PC[b] := B2 }
transition look ([b]) requires { PC[b] = B2 && Z = True } { PC[b] := B3 }
transition q_first ([q]) requires { PC[q] = B0 } { Y := True; PC[q] := C1 }
transition q_wait ([q]) requires { PC[q] = C1 && fence() } { PC[q] := C2 }
transition q_last ([q]) requires { PC[q] = C2 } { F[q] := False; Z := True; PC[q] := C3 }
)") == "unsafe");
}

TEST_CASE("rule: an atomic step, a fenced one and one that is never late read memory, and so does every step without buffers") {
  // A lock that #1 takes with a read-modify-write, #2 after a look with a fence; its owner is known from the counters alone.
  const std::string lock = weak_xy + ends(2, 2);
  for (const Memory memory : {Memory::Sc, Memory::Tso}) {
    const auto swap = safely(
        lock + step(1, 0, "X = None", "X := A") + step(1, 1, "X = A", "") + step(2, 0, "X = None", "X := B") + step(2, 1, "X = B", ""),
        memory);
    CHECK(swap.open_reads == 0);
    const auto fenced = safely(lock + step(1, 0, "", "X := A") + step(1, 1, "fence() && Y = None", "") + step(2, 0, "", "Y := A") +
                                   step(2, 1, "fence() && X = None", ""),
                               memory);
    CHECK(fenced.open_reads == 0);
  }
  const std::string buffering =
      lock + step(1, 0, "", "X := A") + step(1, 1, "Y = None", "") + step(2, 0, "", "Y := A") + step(2, 1, "X = None", "");
  CHECK(safely(buffering, Memory::Sc).open_reads == 0);
  CHECK(events_answer(buffering) == "unsafe");
}

TEST_CASE("rule: protocols of atomic steps take as few nodes by events as by snapshots") {
  const std::string moesi = parapet::test::contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples/protocols/moesi.cub");
  CHECK(safely(moesi, Memory::Sc).nodes == 3);
  CHECK(safely(moesi, Memory::Tso).nodes <= 12);
}

TEST_CASE("rule: a write comes before the executions that read it from memory") {
  // #2 sees X = A with an empty buffer, so it cannot see X = None later, although that read is late.
  const auto text = [](const std::string& first, const std::string& second) {
    return weak_xy + ends(1, 3) + step(1, 0, "", "X := A") + step(2, 0, first, "") + step(2, 1, "", "Y := A") + step(2, 2, second, "");
  };
  CHECK(events_answer(text("X = A", "X = None")) == "safe");
  CHECK(events_answer(text("X = None", "X = None")) == "unsafe");
  // #2 sees X := A, which #3 does not see, and then not Y := A, which #3 has made: the write of X waits for #3 in any schedule, #2 for it.
  CHECK(events_answer("number_procs 3" + weak_xy.substr(14) + ends(1, 2, "PC[#3] = Q2") + step(1, 0, "", "X := A") +
                      step(2, 0, "X = A", "") + step(2, 1, "Y = None", "") + step(3, 0, "", "Y := A") + step(3, 1, "X = None", "")) ==
        "unsafe");
}

TEST_CASE("rule: an execution that read memory comes before the later writes of the location") {
  // Store buffering where #1 waits for its write.
  CHECK(events_answer(weak_xy + ends(2, 3) + step(1, 0, "", "X := A") + step(1, 1, "fence() && Y = None", "") + step(2, 0, "", "Y := A") +
                      step(2, 1, "fence()", "") + step(2, 2, "X = None", "")) == "safe");
  // #1 reads Y = None from memory before #2 writes it; then X := A is in memory, and no late read of #2 misses it.
  CHECK(events_answer(weak_xy + ends(2, 3) + step(1, 0, "", "X := A") + step(1, 1, "fence() && Y = None", "") + step(2, 0, "", "Y := A") +
                      step(2, 1, "fence()", "Y := B") + step(2, 2, "X = None", "")) == "safe");
}

TEST_CASE("rule: reads stay pending where plain cells tell that a firing was before its commit") {
  // F[#1] is in the buffer when S tells of it: #2 reads an old F[#1], with an empty buffer, after S.
  const std::string tells = step(1, 0, "", "F[p] := True") + step(1, 1, "", "S := A") + step(2, 0, "S = A", "");
  CHECK(events_answer(two(ends(2, 2) + tells + step(2, 1, "fence() && F[#1] = False", ""))) == "unsafe");
  CHECK(events_answer(two(ends(2, 2) + tells + step(2, 1, "F[#1] = False", "F[p] := True"))) == "unsafe");
  // The same of a location that several write, where the order of firings may not exist: no SAFE, but this execution is found.
  CHECK(events_answer(with_v + ends(2, 2) + step(1, 0, "", "V := A") + step(1, 1, "", "S := A") + step(2, 0, "S = A", "") +
                      step(2, 1, "fence() && V = None", "") + step(2, 2, "", "V := B")) == "unsafe");
}

TEST_CASE("rule: ... but not of locations that only reach memory before plain cells are touched") {
  // V is written by both, and fenced before S is touched; F[p] by p alone, and not fenced.
  const std::string first =
      step(1, 0, "", "V := A") + step(1, 1, "fence()", "") + step(1, 2, "", "F[p] := True") + step(1, 3, "", "S := A");
  const auto text = [&](const std::string& seen) {
    return with_v + "unsafe () { PC[#1] = Q4 && PC[#2] = Q2 }\n" + first + step(2, 0, "S = A", "") + step(2, 1, seen, "V := B");
  };
  CHECK(events_answer(text("V = None")) == "safe");
  CHECK(events_answer(text("V = A")) == "unsafe");
  CHECK(events_answer(text("V = A && F[#1] = False")) == "unsafe");
}

TEST_CASE("rule: a read may come from the own store buffer although its process has seen the explored write") {
  const std::filesystem::path file = "tests/regress/unsafe/coherence_own_read_between_own_writes.cub";
  parapet::test::SearchSetup exact = small_search(Memory::Pso, parapet::test::Engine::Ghb);
  exact.search.max_nodes = 0;
  exact.work = 0;
  const std::string text = parapet::test::contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / file);
  CHECK(std::string(to_string(run_search(parapet::test::program_of(text), exact).kind)) == "unsafe");
}
