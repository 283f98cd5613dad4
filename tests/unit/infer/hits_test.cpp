// Unsafe states of the instance that invariants are guessed from are counterexamples: once they were replayed, and only those that trusted
// invariants do not exclude.
#include <doctest/doctest.h>

#include <string>

#include "check/replay.h"
#include "memory/queues/timeline.h"
#include "random/text_model.h"
#include "search/search.h"

using namespace parapet;

namespace {

struct Answer {
  search::Outcome outcome;
  std::size_t asked = 0;  // how many traces were to be confirmed

  [[nodiscard]] const Trace* trace() const {
    const auto* unsafe = std::get_if<search::Unsafe>(&outcome.verdict);
    return unsafe == nullptr ? nullptr : &unsafe->trace;
  }
};

struct Setup {
  ld::MemoryModel model = ld::sc;
  std::uint64_t exact_nodes = 0;
  bool refuse = false;  // every trace
  std::uint64_t max_nodes = 200;
};

Answer searched(const std::string& text, const Setup& setup = {}) {
  const ld::Program program = test::program_of(text);
  TermArena arena(program.signature);
  const le::System system = le::translate(program, setup.model, {}, arena);
  Answer answer;
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.options.approximate = 3;
  input.options.exact_nodes = setup.exact_nodes;
  input.options.max_nodes = setup.max_nodes;
  input.confirm = [&](const Trace& trace, Budget&) {
    ++answer.asked;
    return setup.refuse ? std::string("refused") : check::replay(program, setup.model, trace).reason;
  };
  answer.outcome = search::run_search(input, search::timeline_memory);
  return answer;
}

// Three processes pass a token, each to the one that its own cell names; the last one ends.
const std::string relay = R"(
type place = Idle | Running | Done
array PC[proc] : place
array Next[proc] : proc
var Started : bool
init (p) { PC[p] = Idle && Started = False }
transition start (p) requires { Started = False } { PC[p] := Running; Started := True }
transition pass (p q) requires { PC[p] = Running && Next[p] = q && PC[q] = Idle } { PC[x] := case | x = p : Done | x = q : Running }
)";

}  // namespace

// The stored states are renamed at nearly every step, and who is next is open until somebody looks.
TEST_CASE("hits: the execution of renamed states is one, with the values that open cells got on the way") {
  const Answer answer =
      searched(relay + "unsafe (p q r) { PC[p] = Done && PC[q] = Done && PC[r] = Running && Next[q] = r && Next[r] = p }");
  REQUIRE(answer.trace() != nullptr);
  CHECK(answer.asked == 1);
  CHECK(answer.outcome.statistics.nodes == 0);
  CHECK(answer.trace()->processes == 3);
  CHECK(answer.trace()->steps.size() == 3);
}

TEST_CASE("hits: a trace that is not confirmed is ignored") {
  const std::string text = relay + "unsafe (p q) { PC[p] = Done && PC[q] = Running }";
  CHECK(searched(text).trace() != nullptr);
  Setup refusing;
  refusing.refuse = true;
  const Answer answer = searched(text, refusing);
  CHECK(answer.trace() == nullptr);
  CHECK_FALSE(std::holds_alternative<search::Safe>(answer.outcome.verdict));
  CHECK(answer.asked >= 1);
  CHECK(answer.outcome.statistics.nodes > 0);
}

TEST_CASE("hits: exact search comes first") {
  Setup exact_first;
  exact_first.exact_nodes = 80;
  const Answer answer = searched(relay + "unsafe (p q) { PC[p] = Done && PC[q] = Running }", exact_first);
  REQUIRE(answer.trace() != nullptr);
  CHECK(answer.outcome.statistics.nodes > 0);
  CHECK(answer.outcome.statistics.explored_states == 0);
}

// Under TSO every buffered write of the execution is committed before the next step.
TEST_CASE("hits: an execution without delays is one of the machine with store buffers") {
  Setup tso;
  tso.model = ld::tso;
  const Answer answer = searched(R"(
weak var X : bool
weak var Y : bool
array PC[proc] : bool
init (p) { PC[p] = False && X = False && Y = False }
unsafe (p q) { PC[p] = True && q @ Y = True }
transition write ([p]) requires { PC[p] = False } { X := True }
transition both ([p]) requires { X = True && Y = False } { Y := True }
transition see ([p]) requires { Y = True && fence() } { PC[p] := True }
)",
                                 tso);
  REQUIRE(answer.trace() != nullptr);
  std::size_t commits = 0;
  for (const TraceStep& step : answer.trace()->steps) commits += step.kind == TraceStep::Kind::Commit ? 1 : 0;
  CHECK(commits == 1);  // `both` reads and writes
  CHECK(answer.outcome.statistics.nodes == 0);
}

// Unsafe asks for a value of Home that the invariant excludes; nobody has looked at Home before.
TEST_CASE("hits: a state that a trusted invariant excludes for the values that open cells get is none") {
  const std::string text = R"(
var Home : proc
array A[proc] : bool
init (p) { A[p] = False }
unsafe (p) { A[p] = True && Home = p }
transition go (p) requires { A[p] = False } { A[p] := True }
)";
  CHECK(searched(text).trace() != nullptr);
  const Answer answer = searched(text + "invariant (z) { z = Home }");
  CHECK(std::holds_alternative<search::Safe>(answer.outcome.verdict));
  CHECK(answer.asked == 0);
}

// The guard of t2 holds with two processes only: the cubes of a path with three, which cannot be executed, cover those of the true path.
TEST_CASE("hits: asked before spurious traces make the answer unknown") {
  const std::string text = R"(
type loc = L1 | L2 | L3
type val = A | B
array PC[proc] : loc
weak var X : val
weak array F[proc] : val
init (x) { PC[x] = L1 && X = A && F[x] = A }
unsafe (a) { PC[a] = L3 && a @ F[a] <> A && a @ F[a] <> A }
transition t0 ([p] q) requires { PC[p] = L1 && fence() && F[q] = B } { PC[p] := L2 }
transition t1 ([p]) requires { PC[p] = L2 && X <> B } { PC[p] := L3 }
transition t2 ([p] q) requires { PC[p] = L2 && (forall_other o. PC[p] <> L3 && PC[p] = L1) } { PC[p] := L3; F[q] := B }
transition t3 ([p] r) requires { PC[p] = L1 && fence() } { PC[p] := L2; F[r] := A; X := B }
)";
  Setup exact_first;
  exact_first.exact_nodes = 1000;
  const Answer answer = searched(text, exact_first);
  REQUIRE(answer.trace() != nullptr);
  CHECK(answer.trace()->processes == 2);
  CHECK(answer.outcome.statistics.spurious > 0);
  CHECK(answer.outcome.statistics.frontier == 0);
}

// Nobody is Far among the first 6,000 states: that is a candidate, which is wrong.
TEST_CASE("hits: where a candidate was wrong, or the first shares are used up, the instance is explored further") {
  std::string text = "var Far : bool\narray A[proc] : bool\nunsafe (p) { Far = True && A[p] = True }\n";
  std::string low = "Far = False && A[p] = False", high;
  for (int k = 0; k < 13; ++k) {
    const std::string name = "F" + std::to_string(k);
    text += "var " + name + " : bool\ntransition raise" + std::to_string(k) + " () requires { " + name + " = False } { " + name +
            " := True }\n";
    low += " && " + name + " = False";
    if (k < 7) high += (k == 0 ? "" : " && ") + name + " = True";
  }
  text += "init (p) { " + low + " }\ntransition arrive () requires { " + high + " } { Far := True }\n";
  text += "transition go (p) requires { A[p] = False } { A[p] := True }\n";
  for (const std::uint64_t exact_nodes : {0, 2, 1000}) {
    CAPTURE(exact_nodes);
    Setup setup;
    setup.exact_nodes = exact_nodes;
    setup.max_nodes = 4000;
    const Answer answer = searched(text, setup);
    REQUIRE(answer.trace() != nullptr);
    CHECK(answer.trace()->steps.size() == 9);
    // With 0 after the candidate is blamed, with 2 before; with 1000 the search alone is enough.
    const auto explored = answer.outcome.statistics.explored_states;
    CHECK((exact_nodes == 1000 ? explored == 0 : explored > 6001));
    CHECK((answer.outcome.statistics.blamed != 0) == (exact_nodes == 0));
  }
}
