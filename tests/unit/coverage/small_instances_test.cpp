// Small instances find what a search that misreads a model would miss; each text below was once SAFE for a search that did.
#include "coverage/small_instances.h"

#include <doctest/doctest.h>

#include "check/replay.h"
#include "random/text_model.h"

using namespace parapet;

namespace {

coverage::SmallInstances explore(const std::string& text, const ld::MemoryModel& model = ld::sc, std::uint64_t states = 2000) {
  coverage::SmallInstanceLimits limits;
  limits.states = states;
  Budget budget;
  return coverage::explore_small_instances(test::program_of(text), model, limits, budget);
}

// The number of processes of the execution that reaches unsafe, 0 for none; the execution is replayed.
std::uint32_t needed(const std::string& text, const ld::MemoryModel& model = ld::sc) {
  const coverage::SmallInstances found = explore(text, model);
  if (!found.unsafe) return 0;
  CHECK(check::replay(test::program_of(text), model, *found.unsafe).reason == "");
  return found.unsafe->processes;
}

const std::string head = "type loc = L1 | L2\narray PC[proc] : loc\narray A[proc] : bool\n";
const std::string step = "transition t (p) requires { PC[p] = L1 } { PC[p] := L2 }\n";

}  // namespace

TEST_CASE("small instances: a quantifier over too few processes says nothing") {
  CHECK(needed(head + "init (z) { PC[z] = L1 && forall x <> y. A[x] = True }\nunsafe (a) { PC[a] = L2 && A[a] = False }\n" + step) == 1);
  CHECK(needed(head +
               "init (z) { PC[z] = L1 && forall x <> y <> w. A[x] = A[y] }\nunsafe (a b) { PC[a] = L2 && PC[b] = L2 && A[a] <> A[b] }\n" +
               step) == 2);
}

TEST_CASE("small instances: a quantified process of unsafe may be a parameter, or the same as another") {
  const std::string start = head + "init (z) { PC[z] = L1 && A[z] = False }\n";
  const std::string raise = "transition t (p) requires { PC[p] = L1 && forall_other o. PC[o] = L1 } { PC[p] := L2; A[p] := True }\n";
  CHECK(needed(start + "unsafe (a) { PC[a] = L2 && exists x. A[x] = True }\n" + raise) == 1);
  CHECK(needed(start + "unsafe () { (exists y. PC[y] = L2) && (exists x. A[x] = True) }\n" + raise) == 1);
  CHECK(needed(start + "unsafe (a) { PC[a] = L2 && not (forall x. A[x] = False) }\n" + raise) == 1);
  CHECK(needed(start + "unsafe (a) { PC[a] = L2 && exists_other x. A[x] = True }\n" + raise) == 0);
}

TEST_CASE("small instances: constants far apart are two processes") {
  const std::string text =
      "number_procs 40000\ntype pc = Idle | UnsafeCube\narray PC[proc] : pc\ninit (z) { PC[z] = Idle }\nunsafe () { PC[#1] = UnsafeCube }\n"
      "unsafe () { PC[#32769] = UnsafeCube }\ntransition go ([p]) requires { p = #32769 && PC[p] = Idle } { PC[p] := UnsafeCube }\n";
  const coverage::SmallInstances found = explore(text, ld::tso);
  REQUIRE(found.unsafe);
  CHECK(found.unsafe->processes == 2);
  CHECK(found.unsafe->unsafe == 1);
}

TEST_CASE("small instances: store buffers, with renamed processes, give executions that can be replayed") {
  const std::string text = R"(
type loc = Idle | Asking | Inside
array PC[proc] : loc
weak array F[proc] : bool
array R[proc] : proc
var Any : proc
init (z) { PC[z] = Idle && F[z] = False }
unsafe (a b) { PC[a] = Inside && PC[b] = Inside && R[a] = b && R[b] = b }
transition raise ([p]) requires { PC[p] = Idle } { PC[p] := Asking; F[p] := True; Any := ? }
transition note ([p]) requires { PC[p] = Asking } { R[p] := Any }
transition enter ([p]) requires { PC[p] = Asking && forall_other q. F[q] = False } { PC[p] := Inside }
)";
  CHECK(needed(text, ld::sc) == 0);
  CHECK(needed(text, ld::tso) == 2);
}

TEST_CASE("small instances: states that an invariant excludes are shown and not followed") {
  const std::string text = head + "init (z) { PC[z] = L1 && A[z] = False }\ninvariant (a) { PC[a] = L2 }\nunsafe (a) { A[a] = True }\n" +
                           step + "transition u (p) requires { PC[p] = L2 } { A[p] := True }\n";
  const coverage::SmallInstances found = explore(text);
  CHECK_FALSE(found.unsafe);
  REQUIRE(found.excluded);
  CHECK(found.excluded->steps.size() == 1);
  const std::string true_one =
      head + "init (z) { PC[z] = L1 }\ninvariant (a) { A[a] = False }\nunsafe (a) { A[a] = False && PC[a] = L2 }\n" + step;
  // What the invariant excludes is excluded at the beginning already.
  CHECK_FALSE(explore(true_one).unsafe);
}

TEST_CASE("small instances: what was covered is said") {
  const coverage::SmallInstances all = explore(head + "init (z) { PC[z] = L1 }\nunsafe (a) { PC[a] = L1 && PC[a] = L2 }\n" + step);
  REQUIRE(all.sizes.size() == 3);
  CHECK(all.sizes[2].complete);
  CHECK(all.sizes[2].states == 4);
  const coverage::SmallInstances cut =
      explore(head + "init (z) { PC[z] = L1 }\nunsafe (a) { PC[a] = L1 && PC[a] = L2 }\n" + step, ld::sc, 4);
  CHECK(cut.sizes[0].complete);
  CHECK_FALSE(cut.sizes[1].complete);
  CHECK_FALSE(cut.sizes[2].complete);
}

TEST_CASE("small instances: the order of processes is any, also that of constants") {
  const std::string text =
      "number_procs 2\nvar Done : bool\ninit { Done = False }\nunsafe () { Done = True }\n"
      "transition t (p q) requires { p = #1 && q = #2 && q < p } { Done := True }\n";
  CHECK(needed(text) == 2);
}

// 37 is not among the numbers that are tried for an open cell: what was not found may be there.
TEST_CASE("small instances: a sample of numbers is not all of them") {
  const coverage::SmallInstances sampled = explore("array N[proc] : int\ninit () { true }\nunsafe (a) { 3 * N[a] = 111 }\n");
  CHECK_FALSE(sampled.unsafe);
  REQUIRE_FALSE(sampled.sizes.empty());
  CHECK_FALSE(sampled.sizes[0].complete);
}
