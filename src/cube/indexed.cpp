#include "cube/indexed.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"

namespace parapet::search {
namespace {

int last_variable(const Flat& flat) {
  int last = -1;
  for (std::size_t k = 0; k < flat.count; ++k) {
    if ((flat.args[k] & constant_code) == 0) last = std::max(last, narrow<int>(flat.args[k]));
  }
  return last;
}

// Everything as in a new one, but for the capacity of the vectors.
IndexedLiterals emptied(IndexedLiterals memory) {
  memory.complete = false;
  memory.flats.clear();
  memory.keys.clear();
  memory.binding.clear();
  memory.testing.clear();
  memory.slow.clear();
  memory.slow_read.clear();
  memory.by_variable.clear();
  memory.by_variable_begin.clear();
  memory.has_memory = false;
  memory.needs = {};
  memory.has = {};
  memory.holds = 0;
  memory.refuses = 0;
  return memory;
}

// A literal about one variable, without its name: two of them say the same of their variables if and only if they are equal.
struct OwnLiteral {
  std::uint32_t variable = 0;
  std::uint64_t form = 0, rest = 0;

  friend auto operator<=>(const OwnLiteral&, const OwnLiteral&) = default;
};

// By variable, in one vector: those of v from begin(v) to begin(v + 1).
struct OwnLiterals {
  std::vector<OwnLiteral> all;

  [[nodiscard]] auto begin(std::uint32_t variable) const { return std::lower_bound(all.begin(), all.end(), OwnLiteral{variable, 0, 0}); }
  [[nodiscard]] bool same(std::uint32_t u, std::uint32_t v) const {
    return std::equal(begin(u), begin(u + 1), begin(v), begin(v + 1),
                      [](const OwnLiteral& a, const OwnLiteral& b) { return a.form == b.form && a.rest == b.rest; });
  }
};

// Sums are compared as terms about z0, since their shapes may leave a constant out.
OwnLiteral own_literal(TermArena& arena, const Flat& flat) {
  const ProcessCode variable = flat.args[0];
  if (!flat.arithmetic) return {variable, std::uint64_t{flat.shape} << 8 | number_of<std::uint8_t>(arena.op(flat.term)), flat.set};
  const TermId about_first =
      arena.rewrite(flat.term, [&](TermId leaf) { return leaf == arena.process(variable) ? arena.process(0) : leaf; });
  return {variable, UINT64_MAX, about_first.value};
}

}  // namespace

IndexedLiterals outline_literals(Context& context, const std::vector<TermId>& literals, std::uint32_t processes, IndexedLiterals memory) {
  IndexedLiterals result = emptied(std::move(memory));
  result.processes = processes;
  result.own.assign(processes, {});
  for (const TermId literal : literals) {
    const auto& [flat, values] = context.shapes.known(literal);
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
        if (context.arena.op(leaf) == Op::Read) highest = std::max(highest, context.arena.read_number(leaf) + 1);
      });
      result.slow.push_back(number);
      result.slow_read.push_back(highest);
      continue;
    }
    if (flat.count == 0) {
      result.holds |= values.holds;
      result.refuses |= values.refuses;
    } else if ((values.holds | values.refuses) != 0) {
      CellValues& own = result.own[flat.args[0]];
      own.holds |= values.holds;
      own.refuses |= values.refuses;
    }
    if (flat.kind == Flat::Kind::PointerDifferent) {
      result.testing.push_back(number);
      continue;
    }
    result.binding.push_back(number);
    if (!flat.arithmetic) result.needs.add(single ? valued : shape);
  }
  return result;
}

void order_literals(IndexedLiterals& indexed) {
  const auto& flats = indexed.flats;
  std::sort(indexed.binding.begin(), indexed.binding.end(),
            [&](LiteralNumber a, LiteralNumber b) { return std::pair(flats[a].count, a) < std::pair(flats[b].count, b); });
  indexed.by_variable.clear();
  indexed.by_variable_begin.clear();
  for (int v = -1; v < narrow<int>(indexed.processes); ++v) {
    indexed.by_variable_begin.push_back(narrow<LiteralNumber>(indexed.by_variable.size()));
    for (const auto* list : {&indexed.binding, &indexed.testing}) {
      for (const LiteralNumber k : *list) {
        if (last_variable(flats[k]) == v) indexed.by_variable.push_back(k);
      }
    }
  }
  indexed.by_variable_begin.push_back(narrow<LiteralNumber>(indexed.by_variable.size()));
  indexed.profiles.assign(indexed.processes, {});
}

void find_twins(Context& context, const std::vector<TermId>& literals, const std::function<bool(TermId)>& weak_part_mentions,
                IndexedLiterals& indexed) {
  TermArena& arena = context.arena;
  const std::uint32_t processes = indexed.processes;
  indexed.twin_before.assign(processes, no_process);
  indexed.twin_after.assign(processes, no_process);
  if (processes < 3 || !context.twins) return;
  OwnLiterals own;
  std::vector<char> tied(processes, 0);
  for (std::size_t k = 0; k < literals.size(); ++k) {
    const Flat& flat = indexed.flats[k];
    if (flat.slow) {
      each_process(arena, literals[k], [&](TermId process) {
        if (arena.op(process) == Op::ProcessVar) tied[arena.process_number(process)] = 1;
      });
      continue;
    }
    const std::span<const ProcessCode> args(flat.args.data(), flat.count);
    const auto is_variable = [](ProcessCode code) { return (code & constant_code) == 0; };
    const bool of_one = std::all_of(args.begin(), args.end(), [&](ProcessCode code) { return code == args[0]; });
    if (of_one && !args.empty() && is_variable(args[0])) own.all.push_back(own_literal(arena, flat));
    if (of_one) continue;
    for (const ProcessCode code : args) {
      if (is_variable(code)) tied[code] = 1;
    }
  }
  std::sort(own.all.begin(), own.all.end());
  for (std::uint32_t v = 0; v < processes; ++v) {
    if (tied[v] != 0 || weak_part_mentions(arena.process(v))) continue;
    for (std::uint32_t u = v; u-- > 0;) {
      if (tied[u] != 0 || !own.same(u, v) || weak_part_mentions(arena.process(u))) continue;
      indexed.twin_before[v] = narrow<ProcessCode>(u);
      indexed.twin_after[u] = narrow<ProcessCode>(v);
      break;
    }
  }
}

void find_profiles(const Context& context, const std::vector<TermId>& literals, const std::vector<std::vector<TermId>>& items,
                   IndexedLiterals& indexed) {
  const TermArena& arena = context.arena;
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      indexed.has_memory = indexed.has_memory || (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak);
    });
  }
  if (items.empty()) return;
  const auto bit = [](std::uint64_t key) { return std::uint64_t{1} << ((key * hash_multiplier) >> 58); };
  // Of each process of the item: its place in it, the symbol and `what`.
  const auto note = [&](TermId item, std::uint64_t what, auto&& put) {
    const std::uint64_t key = std::uint64_t{arena.symbol(arena.location(item)).value} << 16 | what << 4;
    const auto add = [&](TermId process, std::uint64_t place) {
      if (process.valid() && arena.op(process) == Op::ProcessVar) put(indexed.profiles[arena.process_number(process)], bit(key | place));
    };
    add(arena.reader(item), 0);
    const auto args = arena.args(arena.location(item));
    for (std::size_t k = 0; k < args.size(); ++k) add(args[k], std::min<std::size_t>(k + 1, 15));
  };
  using Profile = IndexedLiterals::Profile;
  for (const auto& read : items) {
    for (const TermId item : read) note(item, 0, [](Profile& p, std::uint64_t b) { p.reads |= b; });
  }
  if (context.asks_all) return;
  for (const TermId literal : literals) {
    if (arena.op(literal) != Op::Member || !std::has_single_bit(arena.set(literal))) continue;
    const TermId item = arena.args(literal)[0];
    const auto value = static_cast<std::uint64_t>(std::countr_zero(arena.set(literal))) + 1;
    if (arena.op(item) == Op::Read) note(item, value, [](Profile& p, std::uint64_t b) { p.values |= b; });
  }
}

Indexed outline_cube(Context& context, const Cube& cube, IndexedLiterals memory) {
  return {outline_literals(context, cube.literals, cube.processes, std::move(memory)), &cube};
}

void complete_index(Context& context, Indexed& indexed) {
  if (indexed.complete) return;
  const Cube& cube = *indexed.cube;
  order_literals(indexed);
  find_twins(
      context, cube.literals, [&](TermId process) { return cube.weak.mentions(process); }, indexed);
  if (context.memory.reads_map_to_reads) find_profiles(context, cube.literals, cube.weak.open.items, indexed);
  indexed.complete = true;
}

Indexed index_cube(Context& context, const Cube& cube, IndexedLiterals memory) {
  Indexed result = outline_cube(context, cube, std::move(memory));
  complete_index(context, result);
  return result;
}

Indexed adopt_index(IndexedLiterals&& prepared, const Cube& cube) {
  for (std::size_t k = 0; k < cube.literals.size(); ++k) prepared.flats[k].term = cube.literals[k];
  return {std::move(prepared), &cube};
}

}  // namespace parapet::search
