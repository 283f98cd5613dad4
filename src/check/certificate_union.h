// The union V of cubes that a certificate's proof is about: its own cubes, and the states that the invariants of the model exclude, which
// are assumed.
#pragma once

#include <string>
#include <vector>

#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// The cubes of the certificate, in order, then those of the invariants of the model. `system` is as in certify.h.
[[nodiscard]] std::vector<Cube> union_of(const le::System& system, TermArena& arena, const Certificate& certificate);

// The start cubes of these formulas: the states, or executions, of the certificate's engine in which one of them holds.
[[nodiscard]] std::vector<Cube> start_cubes(const le::System& system, TermArena& arena, const Certificate& certificate,
                                            const std::vector<le::UnsafeCube>& formulas);

// The same states as the formulas say it: with a store buffer per location a read is what its process sees now, wherever the process finds
// it, while there is a start cube for each place where it may be found.
[[nodiscard]] std::vector<Cube> unsafe_states(const le::System& system, TermArena& arena, const Certificate& certificate,
                                              const std::vector<le::UnsafeCube>& formulas);

// Why the cube of the certificate is not well-formed; empty if it is (cube_shape.cpp).
[[nodiscard]] std::string wrong_shape(const le::System& system, const TermArena& arena, const Cube& cube, const Certificate& certificate);

}  // namespace parapet::check
