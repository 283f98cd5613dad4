// What the search asks of the terms of a cube (result/cube.h).
#pragma once

#include <cstdint>
#include <vector>

#include "logic/term.h"
#include "result/cube.h"

namespace parapet::search {

// The processes a firing may involve beside those of the cube: constants of the model, and new variables.
inline bool is_process(const TermArena& arena, TermId term) {
  return arena.op(term) == Op::ProcessVar || arena.op(term) == Op::ProcessConst;
}

// A leaf whose value a firing may change.
inline bool is_location(const TermArena& arena, TermId term) { return arena.op(term) == Op::Cell || arena.op(term) == Op::Read; }

// Calls visit(leaf) for every Cell, Read and Fresh of a term (not for the location inside a read).
template <class Visit>
void each_leaf(const TermArena& arena, TermId term, Visit&& visit) {
  switch (arena.op(term)) {
    case Op::Cell:
    case Op::Read:
    case Op::Fresh:
      visit(term);
      return;
    default:
      for (const TermId arg : arena.args(term)) each_leaf(arena, arg, visit);
  }
}

// Calls visit(process) for every process term, indices and readers included.
template <class Visit>
void each_process(const TermArena& arena, TermId term, Visit&& visit) {
  if (is_process(arena, term)) {
    visit(term);
    return;
  }
  for (const TermId arg : arena.args(term)) each_process(arena, arg, visit);
}

// The literal speaks of a read that is still open.
inline bool has_read(const TermArena& arena, TermId literal) {
  bool found = false;
  each_leaf(arena, literal, [&](TermId leaf) { found = found || arena.op(leaf) == Op::Read; });
  return found;
}

// The number of the open read that a firing creates; renumbered when the cube is finished.
inline constexpr std::uint32_t new_read = 1u << 30;

// The image of an open read that is made in the present state (NOTE(weak-part), `embed`).
inline constexpr std::uint32_t made_now = UINT32_MAX - 1;

// The cell whose value a leaf has in an initial state, where every open read is now. It is also the cell by writing which a firing can
// change the leaf.
inline TermId settle(const TermArena& arena, TermId leaf) { return arena.op(leaf) == Op::Read ? arena.location(leaf) : leaf; }

// The literals of a cube whose open reads take their values in the present state.
inline std::vector<TermId> settled(TermArena& arena, const Cube& cube) {
  std::vector<TermId> result;
  for (const TermId literal : cube.literals)
    result.push_back(cube.weak.empty() ? literal : arena.rewrite(literal, [&](TermId leaf) { return settle(arena, leaf); }));
  return result;
}

// Numbers of reads that mark literals about a store buffer of one location, of which no cube has any (NOTE(weak-part), `features`): it has
// no delayed write, it has one.
inline constexpr std::uint32_t no_entry = new_read + 2;
inline constexpr std::uint32_t some_entry = new_read + 4;

// The buffer of the process for the cell is empty (`what` no_entry), or has a delayed write (some_entry).
inline TermId buffer_literal(TermArena& arena, std::uint32_t what, TermId process, TermId cell) {
  return arena.equal(arena.read(what, process, cell), arena.read(what + 1, process, cell));
}
// What such a literal says; 0: it is another literal.
inline std::uint32_t buffer_mark(const TermArena& arena, TermId literal) {
  std::uint32_t mark = 0;
  each_leaf(arena, literal, [&](TermId leaf) {
    if (arena.op(leaf) == Op::Read && arena.read_number(leaf) >= no_entry) mark = arena.read_number(leaf) & ~std::uint32_t{1};
  });
  return mark;
}

}  // namespace parapet::search
