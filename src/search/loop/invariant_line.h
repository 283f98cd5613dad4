// A cube that is never reached, as a line of the model's language that excludes it:
//
//   invariant (z0 z1) { PC[z0] = A && z0 @ Tail = z1 && z0 <> #1 && z1 <> #1 }
//
// Pasted into the model it is assumed, so it must be true there. A cube and a line differ in three ways:
//   processes  the variables of a cube denote processes that no constant `#n` of the model names (NOTE(processes)); parameters of an
//              invariant may be any, so the line says that they are not
//   memory     a cube speaks of memory, an invariant of what a process reads, which is its own delayed write where it has one. Both are the
//              same for a name whose writes never wait in a store buffer: only atomic steps assign it. Then a cube that no state with
//              empty buffers satisfies is satisfied by no state at all, since writing back what waits changes neither such names nor plain
//              cells. Of any other name nothing can be said.
//   the rest   late reads, delayed writes and ghosts are nothing that the language has words for
// A cube that cannot be written is a comment that says why.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "le/system.h"
#include "cube/context.h"
#include "cube/cube.h"

namespace parapet::search {

// `weak_part`: the cube has late reads or delayed writes. `model`: the names that the model has; others are ghosts.
[[nodiscard]] std::string invariant_line(const le::System& system, const TermArena& arena, const Signature& model,
                                         std::span<const TermId> literals, std::uint32_t processes, bool weak_part);

// A cube without processes that relates counts, as a lemma does.
[[nodiscard]] bool is_about_counts(Context& context, std::span<const TermId> literals, std::uint32_t processes);
// What such a cube excludes, as an implication: the comparison of the most terms follows from all the others.
[[nodiscard]] std::string count_implication(TermArena& arena, std::span<const TermId> literals);

// The line of a cube. An equation between counts is easier to read than what it excludes: it comes before, or takes the place of the cube
// where that cannot be written.
void add_lines(Context& context, const Signature& model, std::span<const TermId> literals, std::uint32_t processes, bool weak_part,
               std::vector<std::string>& lines);

inline void add_invariant_lines(Context& context, const Signature& model, const Cube& cube, std::vector<std::string>& lines) {
  add_lines(context, model, cube.literals, cube.processes, !cube.weak.empty(), lines);
}

}  // namespace parapet::search
