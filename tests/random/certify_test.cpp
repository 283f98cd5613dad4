// Every SAFE of the search on random models is confirmed by code that shares nothing with it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "random/live.h"
#include "random/vary.h"
#include "unit/check/proof.h"

using namespace parapet;
using test::Profile;
using Kind = check::CertifyResult::Kind;

namespace {

struct Tally {
  std::size_t safe = 0, confirmed = 0, undecided = 0, dropped = 0, rejected = 0, covered = 0, spare = 0;
};

// Another search proves the model safe with an invariant that lacks the cube: then no proof needs it.
bool another_does_without(test::Proof& proof, const CertificateCube& cube) {
  for (const search::Order order : {search::Order::Bfs, search::Order::Dfs, search::Order::Size}) {
    for (const bool postpone : {true, false}) {
      search::SearchOptions options;
      options.order = order;
      options.postpone = postpone;
      const auto other = proof.search_again(options);
      if (other && !proof.covered(other->cubes, cube) && proof.certify(*other, 1).kind == Kind::Confirmed) return true;
    }
  }
  return false;
}

// A certificate without one of its cubes is rejected, unless that cube can be spared: the others together contain it (the search compares a
// visited cube with newer ones one by one only), or it came from a cube that was deleted later, and there are proofs without it.
void drop_one(test::Proof& proof, const std::string& text, Tally& tally) {
  Certificate damaged = proof.certificate;
  const auto middle = damaged.cubes.begin() + static_cast<std::ptrdiff_t>(damaged.cubes.size() / 2);
  const CertificateCube dropped = *middle;
  damaged.cubes.erase(middle);
  ++tally.dropped;
  const Kind kind = proof.certify(damaged, 1).kind;
  tally.rejected += kind == Kind::Rejected ? 1 : 0;
  if (kind != Kind::Confirmed) return;
  const bool covered = proof.covered(damaged.cubes, dropped);
  tally.covered += covered ? 1 : 0;
  const bool spare = !covered && another_does_without(proof, dropped);
  tally.spare += spare ? 1 : 0;
  CHECK_MESSAGE((covered || spare), "a certificate is confirmed without a cube that it seems to need\n", text);
}

void certify(const std::string& text, const le::MemoryModel& model, bool lateness, Tally& tally) {
  test::Proof proof(text, model, lateness);
  if (!proof.safe) return;
  ++tally.safe;
  const check::CertifyResult result = proof.certify(proof.certificate, 1);
  tally.confirmed += result.kind == Kind::Confirmed ? 1 : 0;
  tally.undecided += result.kind == Kind::NotConfirmed ? 1 : 0;
  CHECK_MESSAGE(result.kind != Kind::Rejected, model.name, (lateness ? "" : " all late"), ": ", result.reason, "\n", text);
  if (result.kind != Kind::Confirmed || proof.certificate.cubes.empty()) return;
  drop_one(proof, text, tally);
}

void certify_many(Profile profile, std::uint64_t models) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  Tally tally;
  for (std::uint64_t seed = 1000; seed < 1000 + models; ++seed) {
    CAPTURE(seed);
    test::Model model = generate_live(profile, seed);
    certify(to_text(model), profile == Profile::Plain ? le::sc : le::tso, true, tally);
    model = vary(std::move(model), seed);
    if (frontend::load_text("test.cub", to_text(model)).program) certify(to_text(model), le::tso, false, tally);
  }
  MESSAGE(std::string(to_string(profile)) << ": " << tally.safe << " safe, " << tally.confirmed << " confirmed, " << tally.undecided
                                          << " beyond the limit; one cube dropped from " << tally.dropped << ", " << tally.rejected
                                          << " rejected; dropped in vain: " << tally.covered << " that the others contain, " << tally.spare
                                          << " that another proof lacks");
  CHECK(tally.confirmed * 10 >= tally.safe * 9);
}

}  // namespace

TEST_CASE("random certificates: plain models") { certify_many(Profile::Plain, 40); }
TEST_CASE("random certificates: weak models") { certify_many(Profile::Weak, 60); }
TEST_CASE("random certificates: litmus tests") { certify_many(Profile::Litmus, 60); }
TEST_CASE("random certificates: shared plain cells") { certify_many(Profile::SharedPlain, 60); }
