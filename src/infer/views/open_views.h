// What open views can say of the cubes of each part of memory (MemoryTraits::views).
//
// Without open views lemmas are about memory and plain cells, and invariants are inferred only where cubes have no open reads; otherwise
// nearly every obligation is a cube that views do not speak about.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "infer/views/view_machine.h"

namespace parapet::search::views {

// Why invariants of the system are not inferred; empty: they are.
[[nodiscard]] std::string_view why_not_inferred(OpenKind kind, const le::System& system);

// The machine that views are taken from, of `variables` processes that no constant names. Null: there is no such instance, or it is too
// large.
[[nodiscard]] std::unique_ptr<ViewMachine> make_view_machine(OpenKind kind, const le::System& system, const NameFacts& names,
                                                             std::uint32_t variables, Budget& budget);

// An open view may speak of memory as it is now.
[[nodiscard]] constexpr bool may_read_now(OpenKind kind) { return kind != OpenKind::Delayed; }
// The open reads of a cube that can be that of an open view: for snapshots those of the process, for delayed writes those of the process to
// the cell.
[[nodiscard]] std::vector<std::uint32_t> reads_of(OpenKind kind, const TermArena& arena, const Weak& weak, TermId process, TermId cell);
// The weak part of the cubes of a view of this shape.
[[nodiscard]] Weak weak_part_of(OpenKind kind, TermArena& arena, const Shape& shape);
// Views can speak about the cube: one that is not simple, and that no lemma covers, is kept as it is (an exact cube).
//   snapshots       a snapshot read of one process that the model does not name, as z0 of an open view is none. The final read u is in the
//                   lists of several processes, and a cube with several reads says in which order they were taken: no view has that
//   delayed writes  one delayed write of such a process. No view says that a buffer is empty or has nothing newer
[[nodiscard]] bool is_simple(OpenKind kind, const TermArena& arena, const Weak& weak);

}  // namespace parapet::search::views
