// The initial states of an instance.
#pragma once

#include <vector>

#include "machine/domain.h"
#include "machine/instance.h"

namespace parapet::machine {

struct Initial {
  std::vector<State> states;
  bool complete = true;  // every initial state is one of these, up to the values of their open cells
};

// At most `most` of them. The locations in `closed` are not open in any of them.
[[nodiscard]] Initial initial_states(Instance& instance, const Domains& domains, const std::vector<Location>& closed, std::size_t most);

// A conjunct of the init formula for one assignment of processes to the parameters that it mentions.
struct InitConjunct {
  const ld::Formula* text = nullptr;
  std::vector<std::pair<ld::Variable, Process>> parameters;
  GroundFormula formula;
};

// The init formula for all values of its parameters, as a conjunction.
[[nodiscard]] std::vector<InitConjunct> ground_init(Instance& instance);

}  // namespace parapet::machine
