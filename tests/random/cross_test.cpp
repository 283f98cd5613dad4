// The enumerator and the replay machine, written separately, against each other on random models; a weaker memory model has every execution
// of a stronger one.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "check/replay.h"
#include "random/enumerator.h"
#include "random/live.h"
#include "random/store_fences.h"
#include "random/text_model.h"

using namespace parapet;
using test::EnumLimits;
using test::EnumResult;
using test::Memory;
using test::Profile;
using EnumVerdict = test::EnumResult::Verdict;

namespace {

struct Tally {
  std::size_t models = 0, unsafe = 0, bounded = 0, only_tso = 0, only_pso = 0, steps = 0;
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
  const std::string text = to_text(test::with_store_fences(test::generate_live(profile, seed), seed));
  CAPTURE(seed);
  CAPTURE(text);
  const ld::Program program = test::program_of(text);
  EnumLimits limits;
  limits.states = 20000;
  ++tally.models;
  bool stronger = false;  // unsafe under a stronger memory model
  for (const auto& [memory, machine] : {std::pair(Memory::Sc, ld::sc), std::pair(Memory::Tso, ld::tso), std::pair(Memory::Pso, ld::pso)}) {
    const EnumResult result = test::enumerate_up_to(program, test::enough_processes(profile), memory, limits);
    if (memory == Memory::Tso && result.verdict == EnumVerdict::Bounded) ++tally.bounded;
    CHECK_MESSAGE(!(stronger && result.verdict == EnumVerdict::Safe), "a weaker memory model has fewer executions");
    if (!result.trace) continue;
    const check::ReplayResult again = check::replay(program, machine, *result.trace);
    CHECK_MESSAGE(again.ok(), again.reason);
    if (memory != Memory::Sc) {
      if (memory == Memory::Tso) ++tally.unsafe;
      tally.steps += result.trace->steps.size();
      if (!stronger) ++(memory == Memory::Tso ? tally.only_tso : tally.only_pso);
      corrupt(program, machine, *result.trace, tally);
    }
    stronger = true;
  }
}

void cross(Profile profile, std::uint64_t models) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  Tally tally;
  for (std::uint64_t seed = 0; seed < models; ++seed) cross(profile, seed, tally);
  MESSAGE(std::string(to_string(profile)) << ": " << tally.models << " models, " << tally.unsafe << " unsafe under TSO (" << tally.only_tso
                                          << " of them not under SC, " << tally.steps << " steps in all), " << tally.only_pso
                                          << " only under PSO, " << tally.bounded << " bounded; of " << tally.corrupted
                                          << " corrupted traces " << tally.rejected << " rejected");
  // The generators stay interesting, and replay looks at every step.
  CHECK(tally.unsafe * 100 > tally.models * 25);
  CHECK(tally.unsafe * 100 < tally.models * 75);
  CHECK(tally.rejected * 2 > tally.corrupted);
}

}  // namespace

// If every firing writes at most one weak cell and has a store-store fence, one buffer per location is as good as one for all.
TEST_CASE("random: with a store-store fence in every guard PSO is TSO") {
  std::uint64_t models = 0;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < (std::getenv("PARAPET_SLOW") != nullptr ? 4000 : 300); ++seed) {
    const Profile profile = seed % 2 == 0 ? Profile::Litmus : Profile::Weak;
    const std::string text = to_text(test::with_every_store_fence(test::generate_live(profile, seed)));
    const ld::Program program = test::program_of(text);
    const bool several = std::any_of(program.transitions.begin(), program.transitions.end(), [&](const ld::Transition& transition) {
      std::size_t writes = 0;
      for (const ld::Assignment& assignment : transition.assignments) {
        if (program.signature[assignment.symbol].weak) writes += assignment.bound.empty() ? 1 : 2;
      }
      return writes > 1 || !transition.actor;
    });
    if (several) continue;
    ++models;
    CAPTURE(text);
    EnumLimits limits;
    limits.states = 20000;
    const EnumResult tso = test::enumerate_up_to(program, 2, Memory::Tso, limits);
    const EnumResult pso = test::enumerate_up_to(program, 2, Memory::Pso, limits);
    if (tso.verdict == EnumVerdict::Bounded || pso.verdict == EnumVerdict::Bounded) continue;
    ++compared;
    CHECK(tso.verdict == pso.verdict);
  }
  MESSAGE(models << " models, " << compared << " compared");
  CHECK(compared > models / 3);
}

TEST_CASE("random: traces of plain models replay") { cross(Profile::Plain, 200); }
TEST_CASE("random: traces of weak models replay") { cross(Profile::Weak, 200); }
TEST_CASE("random: traces of litmus models replay") { cross(Profile::Litmus, 200); }
TEST_CASE("random: traces of models with shared plain cells replay") { cross(Profile::SharedPlain, 200); }
