// Every SAFE of the search on random models is confirmed by code that shares nothing with it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "ld/text.h"
#include "random/live.h"
#include "random/vary.h"
#include "unit/check/proof.h"

using namespace parapet;
using test::Profile;
using Kind = check::CertifyResult::Kind;

namespace {

struct Tally {
  std::size_t safe = 0, confirmed = 0, undecided = 0, dropped = 0, rejected = 0, covered = 0, smaller = 0;
};

// The cube in systems with as many processes as any unsafe formula speaks of. Their number never changes: smaller ones are never unsafe.
Cube where_it_matters(const ld::Program& program, Cube cube) {
  std::uint32_t least = UINT32_MAX;
  for (const ld::Unsafe& unsafe : program.unsafes) least = std::min(least, unsafe.parameters);
  const auto named = static_cast<std::uint32_t>(ld::process_constants(program).size());
  if (least > named) cube.processes = std::max(cube.processes, least - named);
  return cube;
}

// A certificate without one of its cubes is rejected, unless that cube can be spared: the others together contain it (the search compares a
// visited cube with newer ones one by one only), or contain it where it matters (the search forgets processes that a pre-image says nothing
// of, which adds smaller systems to it).
void drop_one(test::Proof& proof, const std::string& text, Tally& tally) {
  Certificate damaged = proof.certificate;
  const auto middle = damaged.cubes.begin() + static_cast<std::ptrdiff_t>(damaged.cubes.size() / 2);
  const Cube dropped = *middle;
  damaged.cubes.erase(middle);
  ++tally.dropped;
  const Kind kind = proof.certify(damaged).kind;
  tally.rejected += kind == Kind::Rejected ? 1 : 0;
  if (kind != Kind::Confirmed) return;
  const bool covered = proof.covered(damaged.cubes, dropped);
  const bool smaller = !covered && proof.covered(damaged.cubes, where_it_matters(proof.program, dropped));
  tally.covered += covered ? 1 : 0;
  tally.smaller += smaller ? 1 : 0;
  CHECK_MESSAGE((covered || smaller), "a certificate is confirmed without a cube that it seems to need\n", text);
}

void certify(const std::string& text, const le::MemoryModel& model, bool lateness, std::string_view engine, Tally& tally) {
  test::Proof proof(text, model, lateness, {}, engine);
  if (!proof.safe) return;
  ++tally.safe;
  const check::CertifyResult result = proof.certify(proof.certificate);
  tally.confirmed += result.kind == Kind::Confirmed ? 1 : 0;
  tally.undecided += result.kind == Kind::NotConfirmed ? 1 : 0;
  CHECK_MESSAGE(result.kind != Kind::Rejected, engine, " ", model.name, (lateness ? "" : " all late"), ": ", result.reason, "\n", text);
  if (result.kind != Kind::Confirmed || proof.certificate.cubes.empty()) return;
  drop_one(proof, text, tally);
}

void certify_many(Profile profile, std::uint64_t models, std::string_view engine = timeline_engine) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  Tally tally;
  for (std::uint64_t seed = 1000; seed < 1000 + models; ++seed) {
    CAPTURE(seed);
    test::Model model = generate_live(profile, seed);
    certify(to_text(model), profile == Profile::Plain ? le::sc : le::tso, true, engine, tally);
    model = vary(std::move(model), seed);
    if (frontend::load_text("test.cub", to_text(model)).program) certify(to_text(model), le::tso, false, engine, tally);
  }
  MESSAGE(std::string(to_string(profile)) << ": " << tally.safe << " safe, " << tally.confirmed << " confirmed, " << tally.undecided
                                          << " beyond the limit; one cube dropped from " << tally.dropped << ", " << tally.rejected
                                          << " rejected; dropped in vain: " << tally.covered << " that the others contain, "
                                          << tally.smaller << " but for systems that are too small");
  CHECK(tally.confirmed * 10 >= tally.safe * 9);
}

}  // namespace

TEST_CASE("random certificates: plain models") { certify_many(Profile::Plain, 40); }
TEST_CASE("random certificates: weak models") { certify_many(Profile::Weak, 60); }
TEST_CASE("random certificates: litmus tests") { certify_many(Profile::Litmus, 60); }
TEST_CASE("random certificates: shared plain cells") { certify_many(Profile::SharedPlain, 60); }
TEST_CASE("random certificates: weak models, by events") { certify_many(Profile::Weak, 20, event_engine); }
TEST_CASE("random certificates: litmus tests, by events") { certify_many(Profile::Litmus, 20, event_engine); }
TEST_CASE("random certificates: shared plain cells, by events") { certify_many(Profile::SharedPlain, 20, event_engine); }
