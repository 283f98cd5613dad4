// A cube: the symbolic state of the search.
//
// It stands for the states in which some injection of its process variables z0 .. z(processes-1) into the processes that no constant of the
// model names makes all its literals true, its weak part (snapshot reads or pending reads) being as the weak part's own file says. A
// literal is an atom over cells, reads, processes and constants.
//
// Invariants: the literals are satisfiable together, none is True, no two are Member atoms on one term, and they are sorted by structure;
// every variable occurs in a literal or in the weak part (start cubes, which keep the parameters of their unsafe formula, and all cubes
// where init counts processes, aside).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "logic/term.h"

namespace parapet::search {

template <class Weak>
struct Cube {
  std::uint32_t processes = 0;
  std::vector<TermId> literals;
  Weak weak;
};

// Calls visit(term) for every term in the cube, to be changed.
template <class Weak, class Visit>
void each_term(Cube<Weak>& cube, Visit&& visit) {
  std::for_each(cube.literals.begin(), cube.literals.end(), visit);
  cube.weak.each_term(visit);
}

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

// The image of an open read that is made in the present state (NOTE(weak-part), `embed`).
inline constexpr std::uint32_t made_now = UINT32_MAX - 1;

// The literals of a cube whose open reads take their values in the present state.
template <class Weak>
std::vector<TermId> settled(TermArena& arena, const Cube<Weak>& cube) {
  std::vector<TermId> result;
  for (const TermId literal : cube.literals) {
    result.push_back(cube.weak.empty() ? literal : arena.rewrite(literal, [&](TermId leaf) { return Weak::settle(arena, leaf); }));
  }
  return result;
}

}  // namespace parapet::search
