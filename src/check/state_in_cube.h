// Whether a concrete state of the store-buffer machine lies in a cube of a certificate.
#pragma once

#include "check/machine.h"
#include "logic/term.h"
#include "result/certificate.h"

namespace parapet::check {

// The cube speaks of cells alone, so that every state with empty buffers is in it or not.
[[nodiscard]] bool is_of_states(const TermArena& arena, const CertificateCube& cube);

// For such a cube, and a state with empty buffers; `trace`: its processes, and which of them constants name.
[[nodiscard]] bool contains(const TermArena& arena, const CertificateCube& cube, const Trace& trace, const State& state);

}  // namespace parapet::check
