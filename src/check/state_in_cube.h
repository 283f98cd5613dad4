// Whether a concrete state of the machine lies in a cube of a certificate.
#pragma once

#include "logic/term.h"
#include "machine/instance.h"
#include "result/certificate.h"

namespace parapet::check {

// Whether the cube constrains cells only, so that it is a set of states as far as states with empty buffers are concerned.
[[nodiscard]] bool is_of_states(const TermArena& arena, const Cube& cube);

// Whether such a cube contains the state, whose buffers are empty. Open: that depends on the value of the open cell `open`.
[[nodiscard]] Truth contains(const TermArena& arena, const Cube& cube, machine::Instance& instance, const machine::State& state,
                             machine::Location& open);

}  // namespace parapet::check
