// A cube prepared for cover tests: its literals as shapes and processes, in the orders the tests go through them, and signatures of what it
// has and asks for. Nothing of it but `cube` depends on the weak part.
//
// It is made in two steps. The outline has what tells which visited cubes may cover it; most generated cubes meet none, and need no more.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "cube/context.h"
#include "cube/cube_terms.h"
#include "cube/fingerprint.h"
#include "cube/shape.h"

namespace parapet::search {

inline constexpr std::uint64_t no_key = UINT64_MAX;

using LiteralNumber = std::uint32_t;  // the place of a literal in its cube

struct IndexedLiterals {
  std::uint32_t processes = 0;
  bool complete = false;                         // without it: binding is not sorted, by_variable, twins and profiles are missing
  std::vector<Flat> flats;                       // by literal
  std::vector<std::uint64_t> keys;               // by literal: Flat::key; no_key where it has open reads or more than two indices
  std::vector<LiteralNumber> binding;            // literals that can map processes, those without processes first
  std::vector<LiteralNumber> testing;            // the others without open reads
  std::vector<LiteralNumber> slow;               // those with open reads, by their highest read, and those with many processes
  std::vector<std::uint32_t> slow_read;          // by entry of slow: its highest open read + 1, 0 if it has none
  std::vector<LiteralNumber> by_variable;        // literals without open reads, by their highest variable
  std::vector<LiteralNumber> by_variable_begin;  // where those of variable v begin: [v + 1]; [0]: those without variables
  // By variable: its twin before and after it, or no_process. Twins can be exchanged: they occur in literals of their own only, the same
  // for both, and not in the weak part. Only maps with ascending images of twins are tried: the others are the same up to an exchange, and
  // there are n! of them.
  std::vector<ProcessCode> twin_before, twin_after;
  // By variable: bits for what it has to do with pending reads, which its image must have too, unless that cube speaks of memory
  // (has_memory). `values`: also what is read, where that is one value; asked only if every literal must be implied. Zero where reads need
  // not map to reads.
  struct Profile {
    std::uint64_t reads = 0, values = 0;
  };
  std::vector<Profile> profiles;
  bool has_memory = false;      // a literal has a weak cell, so reads of other cubes may be made now; only set with profiles
  std::vector<CellValues> own;  // by variable
  CoverSignature needs;         // what a covered cube must have
  CoverSignature has;
  std::uint64_t holds = 0;    // values that global cells have here (ShapeNumbers)
  std::uint64_t refuses = 0;  // values of global cells under which no instance of this cube matters
};

// The outline of literals over z0 .. z(processes-1). `memory`: of a cube that needs it no longer. Most cubes are covered as soon as they are
// prepared, and to allocate a dozen vectors for each takes longer than to fill them.
[[nodiscard]] IndexedLiterals outline_literals(Context& context, const std::vector<TermId>& literals, std::uint32_t processes,
                                               IndexedLiterals memory = {});
// Sorts `binding`, fills by_variable and by_variable_begin, and empties profiles.
void order_literals(IndexedLiterals& indexed);
// Fills twin_before and twin_after. `weak_part_mentions`: Weak::mentions.
void find_twins(Context& context, const std::vector<TermId>& literals, const std::function<bool(TermId)>& weak_part_mentions,
                IndexedLiterals& indexed);
// Fills profiles and has_memory. `items`: by open read.
void find_profiles(const Context& context, const std::vector<TermId>& literals, const std::vector<std::vector<TermId>>& items,
                   IndexedLiterals& indexed);

struct Indexed : IndexedLiterals {
  Indexed() = default;
  Indexed(IndexedLiterals&& literals, const Cube* the_cube) : IndexedLiterals(std::move(literals)), cube(the_cube) {}

  const Cube* cube = nullptr;
  std::uint64_t node = 0;  // of the search tree, for the record; 0: none
};

// Only what tells which visited cubes may cover it.
[[nodiscard]] Indexed outline_cube(Context& context, const Cube& cube, IndexedLiterals memory = {});
void complete_index(Context& context, Indexed& indexed);
// Both.
[[nodiscard]] Indexed index_cube(Context& context, const Cube& cube, IndexedLiterals memory = {});
// A cube that another thread has prepared, with the same ShapeNumbers: `cube` has the same literals as that one, in the same order, as terms
// of this thread.
[[nodiscard]] Indexed adopt_index(IndexedLiterals&& prepared, const Cube& cube);

}  // namespace parapet::search
