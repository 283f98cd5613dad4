#include "check/store_buffers.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/narrow.h"
#include "check/firing_instance.h"

namespace parapet::check {
namespace {

bool is_of(const TermArena& arena, const DelayedBuffer& buffer, TermId process, TermId cell) {
  const auto args = arena.args(cell);
  return buffer.process == process && buffer.symbol == arena.symbol(cell) &&
         std::equal(args.begin(), args.end(), buffer.args.begin(), buffer.args.end());
}

}  // namespace

const DelayedBuffer* find_buffer(const TermArena& arena, const Cube& cube, TermId process, TermId cell) {
  const auto at = std::find_if(cube.weak.buffers.begin(), cube.weak.buffers.end(),
                               [&](const DelayedBuffer& buffer) { return is_of(arena, buffer, process, cell); });
  return at == cube.weak.buffers.end() ? nullptr : &*at;
}

DelayedBuffer& buffer_of(const TermArena& arena, Cube& cube, TermId process, TermId cell) {
  for (DelayedBuffer& buffer : cube.weak.buffers) {
    if (is_of(arena, buffer, process, cell)) return buffer;
  }
  const auto args = arena.args(cell);
  cube.weak.buffers.push_back({process, arena.symbol(cell), {args.begin(), args.end()}, {}, false});
  return cube.weak.buffers.back();
}

std::uint32_t unused_entry(const Cube& cube) {
  auto next = narrow<std::uint32_t>(cube.weak.open.items.size());
  for (const DelayedBuffer& buffer : cube.weak.buffers) {
    for (const std::uint32_t entry : buffer.entries) next = std::max(next, entry + 1);
  }
  return next;
}

void number_entries(TermArena& arena, Cube& cube) {
  std::erase_if(cube.weak.buffers, [](const DelayedBuffer& buffer) { return buffer.entries.empty() && !buffer.exact; });
  std::map<std::uint32_t, std::uint32_t> numbers;
  const auto first = narrow<std::uint32_t>(cube.weak.open.items.size());
  for (DelayedBuffer& buffer : cube.weak.buffers) {
    for (std::uint32_t& entry : buffer.entries) {
      const auto number = narrow<std::uint32_t>(first + numbers.size());
      numbers[entry] = number;
      entry = number;
    }
  }
  for (TermId& literal : cube.literals) {
    literal = arena.rewrite(literal, [&](TermId leaf) {
      if (arena.op(leaf) != Op::Read) return leaf;
      const auto at = numbers.find(arena.read_number(leaf));
      return at == numbers.end() ? leaf : arena.read(at->second, arena.reader(leaf), arena.location(leaf));
    });
  }
}

// The values that the Member literals of the cube leave to the term.
std::uint64_t StoreBuffers::values(const Cube& cube, TermId term) const {
  std::uint64_t set = ~std::uint64_t{0};
  const auto look = [&](const auto& self, TermId literal) -> void {
    if (arena_.op(literal) == Op::Member && arena_.args(literal)[0] == term) set &= arena_.set(literal);
    if (arena_.op(literal) != Op::And) return;
    for (const TermId part : arena_.args(literal)) self(self, part);
  };
  for (const TermId literal : cube.literals) look(look, literal);
  return set;
}

std::vector<le::Delays::Demand> StoreBuffers::demands(const Cube& cube, TermId process) const {
  std::vector<le::Delays::Demand> all;
  for (const DelayedBuffer& buffer : cube.weak.buffers) {
    if (buffer.process != process) continue;
    const TermId cell = arena_.cell(buffer.symbol, buffer.args);
    for (const std::uint32_t entry : buffer.entries) all.push_back({cell, values(cube, arena_.read(entry, process, cell))});
  }
  return all;
}

TermId StoreBuffers::own_cell(TermId process, SymbolId name) const {
  const bool variable = arena_.signature()[name].arity == 0;
  return arena_.cell(name, variable ? std::span<const TermId>() : std::span<const TermId>(&process, 1));
}

// What the process sees in its own cell of the name, as a term; invalid: the cube does not say where it finds it. Memory tells only if
// nothing is buffered.
TermId StoreBuffers::own_view(const Cube& cube, TermId process, SymbolId name) const {
  const TermId cell = own_cell(process, name);
  if (!arena_.signature()[name].weak) return cell;
  const DelayedBuffer* const buffer = find_buffer(arena_, cube, process, cell);
  if (buffer != nullptr && buffer->exact) return buffer->entries.empty() ? cell : arena_.read(buffer->entries.back(), process, cell);
  return may_wait(process, cell) ? TermId() : cell;
}

bool StoreBuffers::may_hold(const Cube& cube, TermId process, const std::vector<le::Delays::Demand>& demands) const {
  return system_.delays.may_hold(arena_, process, demands, [&](SymbolId name) {
    const TermId view = own_view(cube, process, name);
    return view.valid() ? values(cube, view) : ~std::uint64_t{0};
  });
}

// A disjunction over the local states in which the process can have the demanded writes in its buffers: the values of its own cells, as far
// as there is a term for what it sees there, and those that its entries, the first of the demands, can have then. Where the cube does not
// say whether the buffer of an own cell is empty, there are two cases: it is, and the process sees memory; or it has some entry, which is
// one demand more. Every state of the machine is in one of them, so the disjunction holds in it.
TermId StoreBuffers::holding(const Cube& cube, TermId process, std::vector<le::Delays::Demand> demands) const {
  std::vector<TermId> entries;
  for (const DelayedBuffer& buffer : cube.weak.buffers) {
    if (buffer.process != process) continue;
    for (const std::uint32_t entry : buffer.entries)
      entries.push_back(arena_.read(entry, process, arena_.cell(buffer.symbol, buffer.args)));
  }
  std::map<std::uint32_t, std::uint64_t> sets;  // by name: the values of the local states that are still looked at
  const auto allowed = [&](SymbolId name) {
    const auto at = sets.find(name.value);
    return at == sets.end() ? ~std::uint64_t{0} : at->second;
  };
  for (auto& demand : demands) demand.values = ~std::uint64_t{0};
  const auto ranges = system_.delays.while_held(arena_, process, demands, allowed);
  std::vector<TermId> all, one;
  const auto choose = [&](const auto& self, std::size_t k) -> void {
    arena_.spend();
    if (!system_.delays.may_hold(arena_, process, demands, allowed)) return;
    const std::size_t size = one.size();
    if (k < ranges.size()) {
      const auto& [name, range] = ranges[k];
      const TermId view = own_view(cube, process, name);
      const TermId cell = own_cell(process, name);
      const auto of_cell = [&](const le::Delays::Demand& demand) { return demand.cell == cell; };
      if (!view.valid() && std::any_of(demands.begin(), demands.end(), of_cell)) return self(self, k + 1);
      if (!view.valid()) {
        demands.push_back({cell});
        self(self, k + 1);
        demands.pop_back();
      }
      for (std::uint64_t rest = range; rest != 0; rest &= rest - 1) {
        sets[name.value] = rest & (~rest + 1);
        one.push_back(arena_.member(view.valid() ? view : cell, sets[name.value]));
        self(self, k + 1);
        one.resize(size);
      }
      sets.erase(name.value);
      return;
    }
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const SortId sort = arena_.sort(entries[e]);
      if (arena_.signature()[sort].kind != SortKind::Enum || arena_.signature()[sort].constructors.size() > 64) continue;
      std::uint64_t values = 0;
      for (std::uint64_t rest = arena_.full_set(sort); rest != 0; rest &= rest - 1) {
        demands[e].values = rest & (~rest + 1);
        if (system_.delays.may_hold(arena_, process, demands, allowed)) values |= demands[e].values;
      }
      demands[e].values = ~std::uint64_t{0};
      one.push_back(arena_.member(entries[e], values));
    }
    all.push_back(arena_.conjunction(one));
    one.resize(size);
  };
  choose(choose, 0);
  return arena_.disjunction(all);
}

bool StoreBuffers::may_delay(std::uint32_t transition, TermId process, TermId cell) const {
  return system_.delays.may_delay(arena_, transition, process, cell);
}

bool StoreBuffers::may_wait(TermId process, TermId cell) const { return system_.delays.may_wait(arena_, process, cell); }

// The processes of literals and of entries.
std::vector<TermId> StoreBuffers::users(const Cube& cube) const {
  std::set<TermId> processes;
  const auto collect = [&](const auto& self, TermId term) -> void {
    if (arena_.op(term) == Op::ProcessVar || arena_.op(term) == Op::ProcessConst) processes.insert(term);
    for (const TermId arg : arena_.args(term)) self(self, arg);
  };
  for (const TermId literal : cube.literals) collect(collect, literal);
  for (const DelayedBuffer& buffer : cube.weak.buffers) {
    if (!buffer.entries.empty()) processes.insert(buffer.process);
  }
  return {processes.begin(), processes.end()};
}

bool StoreBuffers::possible(const Cube& cube) const {
  const std::vector<TermId> all = users(cube);
  return std::all_of(all.begin(), all.end(), [&](TermId process) { return may_hold(cube, process, demands(cube, process)); });
}

std::vector<TermId> StoreBuffers::facts(const Cube& cube) const {
  std::vector<TermId> all;
  for (const TermId process : users(cube)) all.push_back(holding(cube, process, demands(cube, process)));
  return all;
}

TermId StoreBuffers::may_be_buffered(const Cube& cube, TermId process, TermId cell) const {
  if (!may_wait(process, cell)) return arena_.truth(false);
  auto with = demands(cube, process);
  with.push_back({cell});
  return holding(cube, process, std::move(with));
}

bool StoreBuffers::surely_empty(const Cube& cube, TermId process, TermId cell) const {
  if (!may_wait(process, cell)) return true;
  auto with = demands(cube, process);
  with.push_back({cell});
  return !may_hold(cube, process, with);
}

}  // namespace parapet::check
