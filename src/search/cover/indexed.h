// A cube prepared for cover tests: its literals as shapes and processes, in the orders the tests go through them, and signatures of what it
// has and asks for.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/narrow.h"
#include "search/cover/signature.h"
#include "search/cube/context.h"
#include "search/cube/cube.h"
#include "search/cube/shape.h"

namespace parapet::search {

inline constexpr std::uint64_t no_key = UINT64_MAX;

using LiteralNumber = std::uint32_t;  // the place of a literal in its cube

template <class Weak>
struct Indexed {
  const Cube<Weak>* cube = nullptr;
  std::vector<Flat> flats;                       // by literal
  std::vector<std::uint64_t> keys;               // by literal: Flat::key; no_key where it has open reads or more than two indices
  std::vector<LiteralNumber> binding;            // literals that can map processes, those without processes first
  std::vector<LiteralNumber> testing;            // the others without open reads
  std::vector<LiteralNumber> slow;               // those with open reads, by their highest read, and those with many processes
  std::vector<std::uint32_t> slow_node;          // by entry of slow: its highest open read + 1, 0 if it has none
  std::vector<LiteralNumber> by_variable;        // literals without open reads, by their highest variable
  std::vector<LiteralNumber> by_variable_begin;  // where those of variable v begin: [v + 1]; [0]: those without variables
  // By variable: its twin before and after it, or no_process. Twins can be exchanged: they occur in literals of their own only, the same
  // for both, and not in the weak part. Only maps with ascending images of twins are tried: the others are the same up to an exchange, and
  // there are n! of them.
  std::vector<ProcessCode> twin_before, twin_after;
  // By variable: bits for what it has to do with pending reads, which its image must have too. `values`: also what is read, where that is
  // one value; asked only if every literal must be implied. Zero where reads need not map to reads.
  struct Profile {
    std::uint64_t reads = 0, values = 0;
  };
  std::vector<Profile> profiles;
  CoverSignature needs;  // what a covered cube must have
  CoverSignature has;
  std::uint64_t holds = 0;    // values that global cells have here (GlobalValues)
  std::uint64_t refuses = 0;  // values of global cells under which no instance of this cube matters
};

[[nodiscard]] inline int last_variable(const Flat& flat) {
  int last = -1;
  for (std::size_t k = 0; k < flat.count; ++k) {
    if ((flat.args[k] & constant_code) == 0) last = std::max(last, narrow<int>(flat.args[k]));
  }
  return last;
}

// Fills twin_before and twin_after.
template <class Weak>
void find_twins(Context& context, Indexed<Weak>& indexed) {
  const Cube<Weak>& cube = *indexed.cube;
  TermArena& arena = context.arena;
  indexed.twin_before.assign(cube.processes, no_process);
  indexed.twin_after.assign(cube.processes, no_process);
  if (cube.processes < 3 || !context.twins) return;
  std::vector<std::vector<TermId>> own(cube.processes);  // literals of this variable alone, about z0
  std::vector<char> tied(cube.processes, 0);
  for (const TermId literal : cube.literals) {
    TermId first;
    bool several = false;
    each_process(arena, literal, [&](TermId process) {
      several = several || (first.valid() && first != process);
      first = process;
    });
    const bool reads = context.shapes.flat(literal).slow;
    each_process(arena, literal, [&](TermId process) {
      if (arena.op(process) == Op::ProcessVar && (several || reads)) tied[arena.payload(process)] = 1;
    });
    if (!first.valid() || several || reads || arena.op(first) != Op::ProcessVar) continue;
    own[arena.payload(first)].push_back(arena.rewrite(literal, [&](TermId leaf) { return leaf == first ? arena.process(0) : leaf; }));
  }
  for (std::uint32_t v = 0; v < cube.processes; ++v) {
    std::sort(own[v].begin(), own[v].end());
    if (tied[v] != 0 || cube.weak.mentions_process(arena.process(v))) continue;
    for (std::uint32_t u = v; u-- > 0;) {
      if (tied[u] != 0 || own[u] != own[v] || cube.weak.mentions_process(arena.process(u))) continue;
      indexed.twin_before[v] = narrow<ProcessCode>(u);
      indexed.twin_after[u] = narrow<ProcessCode>(v);
      break;
    }
  }
}

// Fills profiles.
template <class Weak>
void find_profiles(Context& context, Indexed<Weak>& indexed) {
  const Cube<Weak>& cube = *indexed.cube;
  const TermArena& arena = context.arena;
  indexed.profiles.assign(cube.processes, {});
  if (!Weak::reads_map_to_reads || cube.weak.empty()) return;
  const auto bit = [](std::uint64_t key) { return std::uint64_t{1} << ((key * 0x9E3779B97F4A7C15ull) >> 58); };
  // Of each process of the item: its place in it, the symbol and `what`.
  const auto note = [&](TermId item, std::uint64_t what, auto&& put) {
    const std::uint64_t key = std::uint64_t{arena.symbol(arena.location(item)).value} << 16 | what << 4;
    const auto add = [&](TermId process, std::uint64_t place) {
      if (process.valid() && arena.op(process) == Op::ProcessVar) put(indexed.profiles[arena.payload(process)], bit(key | place));
    };
    add(arena.reader(item), 0);
    const auto args = arena.args(arena.location(item));
    for (std::size_t k = 0; k < args.size(); ++k) add(args[k], std::min<std::size_t>(k + 1, 15));
  };
  using Profile = typename Indexed<Weak>::Profile;
  for (const auto& items : cube.weak.items) {
    for (const TermId item : items) note(item, 0, [](Profile& p, std::uint64_t b) { p.reads |= b; });
  }
  for (const TermId literal : cube.literals) {
    if (arena.op(literal) != Op::Member || !std::has_single_bit(arena.payload(literal))) continue;
    const TermId item = arena.args(literal)[0];
    const auto value = static_cast<std::uint64_t>(std::countr_zero(arena.payload(literal))) + 1;
    if (arena.op(item) == Op::Read) note(item, value, [](Profile& p, std::uint64_t b) { p.values |= b; });
  }
}

template <class Weak>
Indexed<Weak> index_cube(Context& context, const Cube<Weak>& cube) {
  Indexed<Weak> result;
  result.cube = &cube;
  for (const TermId literal : cube.literals) {
    const Flat& flat = context.shapes.flat(literal);
    const auto number = narrow<LiteralNumber>(result.flats.size());
    result.flats.push_back(flat);
    result.keys.push_back(!flat.slow && flat.short_key() ? flat.key([](ProcessCode code) { return code; }) : no_key);
    const bool equation = flat.kind == Flat::Kind::ValueEqual;
    const bool single = equation || (flat.kind == Flat::Kind::Member && std::has_single_bit(flat.set));
    const std::uint64_t value = equation ? flat.set % 255 : narrow<unsigned>(std::countr_zero(flat.set));
    CoverSignature shape, valued;
    shape.add(std::uint64_t{flat.shape} << 8);
    if (single) valued.add(std::uint64_t{flat.shape} << 8 | (value + 1));
    result.has.add(shape);
    result.has.add(valued);
    if (flat.slow) {
      std::uint32_t highest = 0;
      each_leaf(context.arena, literal, [&](TermId leaf) {
        if (context.arena.op(leaf) == Op::Read) highest = std::max(highest, narrow<std::uint32_t>(context.arena.payload(leaf)) + 1);
      });
      result.slow.push_back(number);
      result.slow_node.push_back(highest);
      continue;
    }
    if (flat.kind == Flat::Kind::Member && flat.count == 0) {
      if (single) result.holds |= context.globals.bit(flat.shape, narrow<unsigned>(value));
      for (unsigned v = 0; v < 64; ++v) {
        if ((flat.set >> v & 1) == 0 && (context.arena.full_set(context.arena.sort(context.arena.args(literal)[0])) >> v & 1) != 0) {
          result.refuses |= context.globals.bit(flat.shape, v);
        }
      }
    }
    if (flat.kind == Flat::Kind::PointerDifferent) {
      result.testing.push_back(number);
      continue;
    }
    result.binding.push_back(number);
    if (!flat.arithmetic) result.needs.add(single ? valued : shape);
  }
  std::stable_sort(result.binding.begin(), result.binding.end(),
                   [&](LiteralNumber a, LiteralNumber b) { return result.flats[a].count < result.flats[b].count; });
  for (int v = -1; v < narrow<int>(cube.processes); ++v) {
    result.by_variable_begin.push_back(narrow<LiteralNumber>(result.by_variable.size()));
    for (const auto* list : {&result.binding, &result.testing}) {
      for (const LiteralNumber k : *list) {
        if (last_variable(result.flats[k]) == v) result.by_variable.push_back(k);
      }
    }
  }
  result.by_variable_begin.push_back(narrow<LiteralNumber>(result.by_variable.size()));
  find_twins(context, result);
  find_profiles(context, result);
  return result;
}

}  // namespace parapet::search
