// Whether a concrete state of the machine lies in a cube of a certificate.
#pragma once

#include "logic/term.h"
#include "machine/instance.h"
#include "result/certificate.h"

namespace parapet::check {

// The cube speaks of cells alone, so that every state with empty buffers is in it or not.
[[nodiscard]] bool is_of_states(const TermArena& arena, const CertificateCube& cube);

// For such a cube, and a state with empty buffers. Open: it depends on the value of the open cell `open`.
[[nodiscard]] machine::Truth contains(const TermArena& arena, const CertificateCube& cube, machine::Instance& instance,
                                      const machine::State& state, machine::Location& open);

}  // namespace parapet::check
