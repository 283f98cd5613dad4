// The proofs of random models as SMT-LIB files against the checker of certificates: z3 refutes every file iff the checker confirms the
// certificate, as it is or damaged. The two share the translation and the cubes; the machine of the files is written forward, that of the
// checker backward.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "random/live.h"
#include "skipped.h"
#include "unit/check/proof_files.h"

using namespace parapet;
using test::Profile;
using Kind = check::CertifyResult::Kind;

namespace {

struct Tally {
  std::size_t proofs = 0, damaged = 0, undecided = 0, files = 0;
};

// The certificate with a cube less, a literal less or a literal more, by the number.
Certificate damage(const Certificate& certificate, TermArena& arena, std::size_t number) {
  Certificate other = certificate;
  const std::size_t k = number / 3 % other.cubes.size();
  Cube& cube = other.cubes[k];
  if (number % 3 == 0) {
    other.cubes.erase(other.cubes.begin() + static_cast<std::ptrdiff_t>(k));
  } else if (number % 3 == 1 && !cube.literals.empty()) {
    cube.literals.erase(cube.literals.begin() + static_cast<std::ptrdiff_t>(number % cube.literals.size()));
  } else {
    const Cube& first = other.cubes[(k + 1) % other.cubes.size()];
    if (first.weak.open.items.empty() && first.processes <= cube.processes && !first.literals.empty())
      cube.literals.push_back(arena.negate(first.literals.back()));
  }
  return other;
}

// Whether z3 refutes all files; nothing if it does not decide one.
void compare(test::Proof& proof, const Certificate& certificate, const le::MemoryModel& model, Tally& tally) {
  const check::CertifyResult checked = proof.certify(certificate);
  if (checked.kind == Kind::NotConfirmed || !checked.has_meaning) return;
  const check::Proof written = test::proof_files(proof, certificate, model, 5'000'000);
  if (!written.refusal.empty()) return;
  const auto scripts = test::obligations(written);
  // A file of a random model may be too hard: it and those after it have no answer.
  const auto found = test::answers({"timeout", "8", "z3", "-in"}, scripts);
  tally.files += found.size();
  const auto satisfiable = std::find(found.begin(), found.end(), "sat");
  const bool all =
      found.size() == scripts.size() && std::all_of(found.begin(), found.end(), [](const std::string& each) { return each == "unsat"; });
  if (!all && satisfiable == found.end()) {
    ++tally.undecided;
    return;
  }
  (checked.kind == Kind::Confirmed ? tally.proofs : tally.damaged) += 1;
  CHECK_MESSAGE(all == (checked.kind == Kind::Confirmed), checked.reason, "\n",
                (all ? std::string() : scripts[static_cast<std::size_t>(satisfiable - found.begin())]));
}

void compare_many(Profile profile, const le::MemoryModel& model, std::string_view engine, std::uint64_t models) {
  if (!test::is_installed("z3")) {
    test::skipped("the program z3 is not installed");
    return;
  }
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 10;
  Tally tally;
  for (std::uint64_t seed = 5000; seed < 5000 + models; ++seed) {
    CAPTURE(seed);
    const std::string text = to_text(generate_live(profile, seed));
    CAPTURE(text);
    test::Proof proof(text, model, seed % 2 == 0, {}, engine);
    if (!proof.safe) continue;
    compare(proof, proof.certificate, model, tally);
    if (proof.certificate.cubes.empty()) continue;
    compare(proof, damage(proof.certificate, proof.arena, seed), model, tally);
  }
  MESSAGE(std::string(to_string(profile)) << ", " << engine << ": " << tally.proofs << " proofs, " << tally.damaged << " that are none, "
                                          << tally.undecided << " undecided, " << tally.files << " files");
  CHECK(tally.proofs > 0);
}

}  // namespace

TEST_CASE("random proofs as files: plain models") {
  compare_many(Profile::Plain, le::sc, timeline_engine, 30);
  compare_many(Profile::LanguagePlain, le::sc, timeline_engine, 30);
}
TEST_CASE("random proofs as files: weak models") {
  compare_many(Profile::Weak, le::tso, timeline_engine, 40);
  compare_many(Profile::LanguageWeak, le::tso, timeline_engine, 30);
  compare_many(Profile::Litmus, le::tso, timeline_engine, 20);
  compare_many(Profile::SharedPlain, le::tso, timeline_engine, 30);
}
TEST_CASE("random proofs as files: weak models, by events") {
  compare_many(Profile::Weak, le::tso, event_engine, 40);
  compare_many(Profile::Weak, le::sc, event_engine, 20);
  compare_many(Profile::LanguageWeak, le::tso, event_engine, 30);
  compare_many(Profile::Litmus, le::tso, event_engine, 20);
  compare_many(Profile::SharedPlain, le::tso, event_engine, 30);
}
