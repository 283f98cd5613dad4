// The pipeline: evidence with every verdict, and what makes a verdict void.
#include "verify/verify.h"

#include <doctest/doctest.h>

#include <atomic>
#include <fstream>
#include <sstream>
#include <string>

#include "check/replay.h"
#include "random/text_model.h"
#include "unit/verify/models.h"
#include "verify/cross_checks.h"

using namespace parapet;
using test::fenced;
using test::unfenced;

TEST_CASE("verify: a verdict has its evidence") {
  const ld::Program safe = test::program_of(fenced), unsafe = test::program_of(unfenced);
  const verify::Outcome proved = verify::verify(safe, {});
  REQUIRE(std::holds_alternative<verify::Safe>(proved.verdict));
  CHECK(proved.small.processes == 3);
  CHECK(verify::certify(safe, proved.translation->arena, std::get<verify::Safe>(proved.verdict).certificate, {}).kind ==
        check::CertifyResult::Kind::Confirmed);
  const verify::Outcome violated = verify::verify(unsafe, {});
  REQUIRE(std::holds_alternative<verify::Unsafe>(violated.verdict));
  const auto& found = std::get<verify::Unsafe>(violated.verdict);
  CHECK(found.account.steps.size() == found.trace.steps.size());
  CHECK(check::replay(unsafe, ld::tso, found.trace).ok());
}

TEST_CASE("verify: limits have a kind") {
  const ld::Program program = test::program_of(fenced);
  verify::Options options;
  options.search.max_nodes = 1;
  const verify::Outcome few = verify::verify(program, options);
  CHECK(std::get<verify::Unknown>(few.verdict).kind == verify::UnknownKind::Limit);
  const std::atomic<int> stop{2};
  Budget::Limits limits;
  limits.stop = &stop;
  Budget budget(limits);
  options = {};
  options.budget = &budget;
  const verify::Outcome stopped = verify::verify(program, options);
  CHECK(std::get<verify::Unknown>(stopped.verdict).kind == verify::UnknownKind::Interrupted);
}

// The execution t0(p), t1(p), t0(q), t1(q) passes no state that the invariant excludes, as long as p's write is in its buffer; committing it
// leads to one. So the assumption is false, and SAFE, which candidates alone prove from it, says nothing.
TEST_CASE("verify: small instances do not contradict a verdict that rests on a false assumption") {
  const ld::Program program = test::program_of(
      "type pc = Q0 | Q1 | Q2\narray PC[proc] : pc\nweak var X : bool\narray A[proc] : bool\ninit (z) { PC[z] = Q0 && A[z] = False }\n"
      "invariant (a) { PC[a] = Q1 && (a @ X = False <=> A[a] <> False) }\nunsafe (a b) { PC[a] = Q2 && PC[b] = Q2 }\n"
      "transition t0 ([p]) requires { PC[p] = Q0 && X = False } { PC[p] := Q1 }\n"
      "transition t1 ([p]) requires { PC[p] = Q1 } { PC[p] := Q2; X := True }\n");
  verify::Options options;
  options.search.approximate = 3;
  options.search.exact_nodes = 0;
  const verify::Outcome outcome = verify::verify(program, options);
  CHECK(std::holds_alternative<verify::Safe>(outcome.verdict));
  CHECK(outcome.assumed_invariants == 1);
  CHECK(outcome.small.false_assumption);
}

// The event engine uses no invariant about weak memory, even one that the values of the name decide: its checker does not either.
TEST_CASE("verify: an invariant about memory proves nothing by events") {
  const ld::Program program = test::program_of(
      "type val = V0 | V1\nweak array W[proc] : val\nvar N : bool\ninit (z) { W[z] = V0 && N = False }\n"
      "invariant (b) { b @ W[b] <> V1 }\nunsafe (a) { N = False }\n");
  verify::Options options;
  options.engine = verify::Engine::Ghb;
  CHECK(std::holds_alternative<verify::Unsafe>(verify::verify(program, options).verdict));
}

// The search meets one path, which the universal guard forbids; what small instances find instead is replayed like every other trace.
TEST_CASE("verify: a path that cannot be executed has a neighbour that can") {
  std::ifstream in(PARAPET_SOURCE_DIR "/tests/regress/unsafe/neighbour_of_a_path_that_cannot_be_executed.cub");
  std::ostringstream text;
  text << in.rdbuf();
  const ld::Program program = test::program_of(text.str());
  verify::Options options;
  options.hunt = false;
  const verify::Outcome alone = verify::verify(program, options);
  REQUIRE(std::holds_alternative<verify::Unknown>(alone.verdict));
  CHECK(std::get<verify::Unknown>(alone.verdict).kind == verify::UnknownKind::Spurious);
  options.hunt = true;
  const verify::Outcome hunted = verify::verify(program, options);
  CHECK(hunted.statistics.spurious == 1);
  REQUIRE(std::holds_alternative<verify::Unsafe>(hunted.verdict));
  const auto& found = std::get<verify::Unsafe>(hunted.verdict);
  CHECK(found.trace.processes == 2);
  CHECK(found.account.steps.size() == found.trace.steps.size());
}
