// The forward machine of src/machine, and the exploration of small instances on it, against the enumerator.
#pragma once

#include <cstdint>
#include <string>

#include "ld/program.h"
#include "random/enumerator.h"

namespace parapet::test {

struct MachineCompared {
  bool verdicts = false;         // for some number of processes both visited all states, or one of them found an unsafe one
  std::size_t state_spaces = 0;  // numbers of processes for which the states were counted on both sides
  bool unsafe = false;           // for the enumerator
  std::string defect;            // empty: none
};

// For every number of processes from 1 to `processes` (more where constants of the model name more).
//   - What the small instances say: an unsafe state that one side reaches and the other, having visited all states, does not; an execution
//     that the enumerator refutes or that replay refuses; a violated invariant that only one side meets.
//   - The number of states that the machine reaches from the initial state, one step at a time and without symmetry, where the enumerator
//     has one initial state and few states.
[[nodiscard]] MachineCompared compare_machine(const ld::Program& program, Memory memory, unsigned processes);

}  // namespace parapet::test
