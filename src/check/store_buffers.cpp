#include "check/store_buffers.h"

#include <algorithm>
#include <map>

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

bool StoreBuffers::may_delay(std::uint32_t, TermId, TermId) const { return true; }
bool StoreBuffers::may_wait(TermId, TermId) const { return true; }
bool StoreBuffers::possible(const CertificateCube&) const { return true; }
bool StoreBuffers::surely_empty(const CertificateCube&, TermId, TermId) const { return false; }

}  // namespace parapet::check
