// Certificates and execution graphs, checked.
#include <doctest/doctest.h>

#include "base/contract.h"
#include "random/text_model.h"
#include "unit/verify/models.h"
#include "verify/cross_checks.h"
#include "verify/verify.h"

using namespace parapet;

namespace {

struct Verified {
  explicit Verified(const std::string& text) : program(test::program_of(text)), outcome(verify::verify(program, {})) {}
  ld::Program program;
  verify::Outcome outcome;
};

}  // namespace

TEST_CASE("evidence: a certificate without one of its cubes is no proof, and two solvers say so") {
  Verified verified(test::fenced);
  const verify::Safe* const safe = verify::safe_evidence(verified.outcome);
  REQUIRE(safe != nullptr);
  TermArena& arena = verified.outcome.translation->arena;
  const auto kind = [&](const Certificate& certificate) { return verify::certify(verified.program, arena, certificate, {}).kind; };
  CHECK(kind(safe->certificate) == check::CertifyResult::Kind::Confirmed);
  CHECK(verify::cross_check_certificate(verified.program, arena, safe->certificate, {}).completed);
  Certificate damaged = safe->certificate;
  damaged.cubes.erase(damaged.cubes.begin());
  CHECK(kind(damaged) == check::CertifyResult::Kind::Rejected);
  CHECK_THROWS_AS((void)verify::cross_check_certificate(verified.program, arena, damaged, {}), InternalError);
}

TEST_CASE("evidence: the order of a replayed execution is confirmed by each solver") {
  Verified verified(test::unfenced);
  const verify::Unsafe* const unsafe = verify::unsafe_evidence(verified.outcome);
  REQUIRE(unsafe != nullptr);
  const verify::Replayed replayed{verified.program, verified.outcome.model, unsafe->trace, unsafe->account};
  const verify::ConfirmedGraph confirmed = verify::confirmed_graph(replayed, {}, nullptr);
  CHECK(confirmed.doubt.empty());
  CHECK(confirmed.graph.model == "tso");
  const CrossCheck check = verify::cross_check_order(replayed, {}, nullptr);
  CHECK(check.name == verify::paranoid_name);
  CHECK(check.completed);
  // Under SC a write is before what its process does next: this execution does not exist there.
  const verify::Replayed elsewhere{verified.program, ld::sc, unsafe->trace, unsafe->account};
  CHECK_THROWS_AS((void)verify::confirmed_graph(elsewhere, {}, nullptr), InternalError);
}
