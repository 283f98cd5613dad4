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

const DelayedBuffer* find_buffer(const TermArena& arena, const CertificateCube& cube, TermId process, TermId cell) {
  const auto at = std::find_if(cube.buffers.begin(), cube.buffers.end(),
                               [&](const DelayedBuffer& buffer) { return is_of(arena, buffer, process, cell); });
  return at == cube.buffers.end() ? nullptr : &*at;
}

DelayedBuffer& buffer_of(const TermArena& arena, CertificateCube& cube, TermId process, TermId cell) {
  for (DelayedBuffer& buffer : cube.buffers) {
    if (is_of(arena, buffer, process, cell)) return buffer;
  }
  const auto args = arena.args(cell);
  cube.buffers.push_back({process, arena.symbol(cell), {args.begin(), args.end()}, {}, false});
  return cube.buffers.back();
}

std::uint32_t unused_entry(const CertificateCube& cube) {
  auto next = narrow<std::uint32_t>(cube.open.items.size());
  for (const DelayedBuffer& buffer : cube.buffers) {
    for (const std::uint32_t entry : buffer.entries) next = std::max(next, entry + 1);
  }
  return next;
}

void number_entries(TermArena& arena, CertificateCube& cube) {
  std::erase_if(cube.buffers, [](const DelayedBuffer& buffer) { return buffer.entries.empty() && !buffer.exact; });
  std::map<std::uint32_t, std::uint32_t> numbers;
  const auto first = narrow<std::uint32_t>(cube.open.items.size());
  for (DelayedBuffer& buffer : cube.buffers) {
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
std::uint64_t StoreBuffers::values(const CertificateCube& cube, TermId term) const {
  std::uint64_t set = ~std::uint64_t{0};
  const auto look = [&](const auto& self, TermId literal) -> void {
    if (arena_.op(literal) == Op::Member && arena_.args(literal)[0] == term) set &= arena_.set(literal);
    if (arena_.op(literal) != Op::And) return;
    for (const TermId part : arena_.args(literal)) self(self, part);
  };
  for (const TermId literal : cube.literals) look(look, literal);
  return set;
}

std::vector<le::Delays::Demand> StoreBuffers::demands(const CertificateCube& cube, TermId process) const {
  std::vector<le::Delays::Demand> all;
  for (const DelayedBuffer& buffer : cube.buffers) {
    if (buffer.process != process) continue;
    const TermId cell = arena_.cell(buffer.symbol, buffer.args);
    for (const std::uint32_t entry : buffer.entries) all.push_back({cell, values(cube, arena_.read(entry, process, cell))});
  }
  return all;
}

bool StoreBuffers::may_hold(const CertificateCube& cube, TermId process, const std::vector<le::Delays::Demand>& demands) const {
  // What the process sees in its own cell of the name. Memory tells only if nothing is buffered.
  const auto seen = [&](SymbolId name) {
    const Symbol& symbol = arena_.signature()[name];
    const TermId cell = arena_.cell(name, symbol.arity == 0 ? std::span<const TermId>() : std::span<const TermId>(&process, 1));
    if (!symbol.weak) return values(cube, cell);
    const DelayedBuffer* const buffer = find_buffer(arena_, cube, process, cell);
    if (buffer != nullptr && buffer->exact)
      return values(cube, buffer->entries.empty() ? cell : arena_.read(buffer->entries.back(), process, cell));
    return may_wait(process, cell) ? ~std::uint64_t{0} : values(cube, cell);
  };
  return system_.delays.may_hold(arena_, process, demands, seen);
}

bool StoreBuffers::may_delay(std::uint32_t transition, TermId process, TermId cell) const {
  return system_.delays.may_delay(arena_, transition, process, cell);
}

bool StoreBuffers::may_wait(TermId process, TermId cell) const { return system_.delays.may_wait(arena_, process, cell); }

bool StoreBuffers::possible(const CertificateCube& cube) const {
  std::set<TermId> processes;  // of literals, and of entries
  const auto collect = [&](const auto& self, TermId term) -> void {
    if (arena_.op(term) == Op::ProcessVar || arena_.op(term) == Op::ProcessConst) processes.insert(term);
    for (const TermId arg : arena_.args(term)) self(self, arg);
  };
  for (const TermId literal : cube.literals) collect(collect, literal);
  for (const DelayedBuffer& buffer : cube.buffers) {
    if (!buffer.entries.empty()) processes.insert(buffer.process);
  }
  return std::all_of(processes.begin(), processes.end(), [&](TermId process) { return may_hold(cube, process, demands(cube, process)); });
}

bool StoreBuffers::surely_empty(const CertificateCube& cube, TermId process, TermId cell) const {
  if (!may_wait(process, cell)) return true;
  auto with = demands(cube, process);
  with.push_back({cell});
  return !may_hold(cube, process, with);
}

}  // namespace parapet::check
