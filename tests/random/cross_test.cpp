// The enumerator and the replay machine, written separately, against each other on random models.
#include <doctest/doctest.h>

#include <cstdlib>
#include <utility>

#include "check/replay.h"
#include "random/enumerator.h"
#include "random/live.h"
#include "random/text_model.h"

using namespace parapet;
using test::EnumLimits;
using test::EnumResult;
using test::Memory;
using test::Profile;
using Verdict = test::EnumResult::Verdict;

namespace {

struct Tally {
  std::size_t models = 0, unsafe = 0, bounded = 0, only_tso = 0, steps = 0;
  std::size_t corrupted = 0, rejected = 0;
};

void corrupt(const ld::Program& program, const ld::MemoryModel& machine, const Trace& trace, Tally& tally) {
  const auto count = [&](const Trace& broken) {
    ++tally.corrupted;
    if (!check::replay(program, machine, broken).ok()) ++tally.rejected;
  };
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    Trace dropped = trace;
    dropped.steps.erase(dropped.steps.begin() + static_cast<std::ptrdiff_t>(k));
    count(dropped);
    if (k == 0) continue;
    Trace swapped = trace;
    std::swap(swapped.steps[k - 1], swapped.steps[k]);
    count(swapped);
  }
}

void cross(Profile profile, std::uint64_t seed, Tally& tally) {
  const std::string text = to_text(test::generate_live(profile, seed));
  CAPTURE(seed);
  CAPTURE(text);
  const ld::Program program = test::program_of(text);
  EnumLimits limits;
  limits.states = 20000;
  ++tally.models;
  bool under_sc = false;
  for (const auto& [memory, machine] : {std::pair(Memory::Sc, ld::sc), std::pair(Memory::Tso, ld::tso)}) {
    const EnumResult result = test::enumerate_up_to(program, test::enough_processes(profile), memory, limits);
    if (memory == Memory::Sc) under_sc = result.verdict == Verdict::Unsafe;
    if (memory == Memory::Tso && result.verdict == Verdict::Bounded) ++tally.bounded;
    if (!result.trace) continue;
    const check::ReplayResult again = check::replay(program, machine, *result.trace);
    CHECK_MESSAGE(again.ok(), again.reason);
    if (memory == Memory::Sc) continue;
    ++tally.unsafe;
    tally.steps += result.trace->steps.size();
    if (!under_sc) ++tally.only_tso;
    corrupt(program, machine, *result.trace, tally);
  }
}

void cross(Profile profile, std::uint64_t models) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  Tally tally;
  for (std::uint64_t seed = 0; seed < models; ++seed) cross(profile, seed, tally);
  MESSAGE(std::string(to_string(profile)) << ": " << tally.models << " models, " << tally.unsafe << " unsafe under TSO (" << tally.only_tso
                                          << " of them not under SC, " << tally.steps << " steps in all), " << tally.bounded
                                          << " bounded; of " << tally.corrupted << " corrupted traces " << tally.rejected << " rejected");
  // The generators stay interesting, and replay looks at every step.
  CHECK(tally.unsafe * 100 > tally.models * 25);
  CHECK(tally.unsafe * 100 < tally.models * 75);
  CHECK(tally.rejected * 2 > tally.corrupted);
}

}  // namespace

TEST_CASE("random: traces of plain models replay") { cross(Profile::Plain, 200); }
TEST_CASE("random: traces of weak models replay") { cross(Profile::Weak, 200); }
TEST_CASE("random: traces of litmus models replay") { cross(Profile::Litmus, 200); }
TEST_CASE("random: traces of models with shared plain cells replay") { cross(Profile::SharedPlain, 200); }
