// A firing that fails the first test of an attempt fails the whole guard, by its text.
#include "machine/needs.h"

#include <doctest/doctest.h>

#include "machine/explore.h"
#include "random/text_model.h"

using namespace parapet;
using namespace parapet::machine;

namespace {

struct Tally {
  std::size_t states = 0, excluded = 0, possible = 0;
};

// In every reachable state, each firing that fails a need is refused by an instance that keeps the whole text and has no needs.
Tally compare(const char* text, std::uint32_t processes, const ld::MemoryModel& model) {
  const ld::Program program = test::program_of(text);
  const Roster roster = roster_of(program, processes).value();
  Budget budget;
  Instance instance(program, model, roster, Instance::Detail::Simplified, budget);
  Instance whole(program, model, roster, Instance::Detail::Full, budget);
  ExploreLimits limits;
  limits.entries = 2;
  Explorer explorer(instance, limits);
  const std::vector<Firing>& firings = explorer.successors().firings();
  PossibleFirings possible(firings);
  Tally tally;
  explorer.run([&](StateNumber, const State& state) {
    ++tally.states;
    const auto bits = possible.in([&](machine::Location location) { return state.cells[location]; });
    for (std::size_t k = 0; k < firings.size(); ++k) {
      const Firing& firing = firings[k];
      const bool excluded = !has_bit(bits, k);
      (excluded ? tally.excluded : tally.possible) += 1;
      if (!excluded) continue;
      const Firing same = whole.firing(firing.transition, firing.processes);
      CHECK(same.needs.empty());
      const Fired fired = whole.attempt(same, state, std::vector<Code>(same.havocs.size(), 0));
      CHECK_MESSAGE(fired.outcome == Fired::Outcome::GuardFails, "transition " << program.transitions[firing.transition].name);
    }
    return Explorer::Follow::Yes;
  });
  return tally;
}

// Equalities and inequalities, an open cell, a universal guard, arbitrary values, and a weak variable that is read from a store buffer
// while memory still has another value.
const char* const model = R"(
type t = A | B | C | D
array S[proc] : t
array X[proc] : int
var Open : t
var Any : int
weak var W : t
init (p) { S[p] = A && X[p] = 0 && W = A && Any = 0 }
unsafe (p) { X[p] = 99 }
transition first (p q) requires { S[p] = A && S[q] <> C && X[p] = 0 } { S[p] := B; X[p] := 3 }
transition second (p q) requires { S[p] = B && S[q] <> B && X[p] <> 0 && Open <> D } { S[p] := C }
transition third ([p]) requires { S[p] = C && forall_other q. S[q] <> D } { S[p] := D; W := C }
transition past (p) requires { S[p] = B && X[p] = 3 } { S[p] := D }
transition fourth (p) requires { S[p] = D && Open = B } { S[p] := A; Any := ? }
transition early ([p]) requires { W = C && S[p] = D } { S[p] := A }
)";

}  // namespace

TEST_CASE("needs: a firing that fails one is refused by its text") {
  for (const std::uint32_t processes : {2U, 3U}) {
    for (const ld::MemoryModel& memory : {ld::sc, ld::tso}) {
      const Tally tally = compare(model, processes, memory);
      CHECK(tally.states > 3);
      CHECK(tally.excluded > tally.possible);
    }
  }
}
