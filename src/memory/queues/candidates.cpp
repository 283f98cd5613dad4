// Candidates of cubes with buffers (NOTE(delayed-writes)). A candidate is made of *features* of a cube, each of which a forward state has or has not:
//   a literal without entries       over plain cells and memory (never over what somebody sees)
//   a literal with one entry        the entry is demanded with it: some delayed write in that buffer satisfies the literal
//   an entry without literals       that buffer has a delayed write
//   E(p,l) with D(p,l) empty        that buffer has none
// Literals with two entries, and snapshot reads with theirs, are left out: a candidate is more general. So is one in which the last entry
// need not be the newest.
#include <algorithm>
#include <iterator>

#include "memory/queues/choices.h"
#include "memory/queues/queues.h"

namespace parapet::search {

std::vector<TermId> Queues::features(const Weak& weak, const std::vector<TermId>& literals) const {
  TermArena& arena = context.arena;
  const std::vector<DelayedBuffer>& buffers = weak.buffers;
  const std::vector<std::vector<TermId>>& items = weak.open.items;
  std::vector<bool> is_entry(items.size(), false);
  for (const DelayedBuffer& buffer : buffers) {
    for (const std::uint32_t entry : buffer.entries) is_entry[entry] = true;
  }
  std::vector<TermId> result;
  std::vector<bool> has_literal(items.size(), false);
  for (const TermId literal : literals) {
    std::vector<std::uint32_t> reads;
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) reads.push_back(arena.read_number(leaf));
    });
    const bool usable = std::all_of(reads.begin(), reads.end(), [&](std::uint32_t read) { return is_entry[read] && read == reads[0]; });
    if (!usable) continue;
    result.push_back(literal);
    if (!reads.empty()) has_literal[reads[0]] = true;
  }
  for (const DelayedBuffer& buffer : buffers) {
    const TermId cell = arena.cell(buffer.symbol, buffer.args);
    if (buffer.entries.empty()) result.push_back(buffer_literal(arena, no_entry, buffer.process, cell));
    if (std::any_of(buffer.entries.begin(), buffer.entries.end(), [&](std::uint32_t entry) { return !has_literal[entry]; }))
      result.push_back(buffer_literal(arena, some_entry, buffer.process, cell));
  }
  return result;
}

Weak Queues::restricted(const Weak& weak, std::vector<TermId>& literals) const {
  const TermArena& arena = context.arena;
  const std::vector<std::vector<TermId>>& items = weak.open.items;
  std::vector<bool> kept(items.size(), false);
  std::vector<TermId> marks;
  std::erase_if(literals, [&](TermId literal) {
    if (buffer_mark(arena, literal) == 0) return false;
    marks.push_back(literal);
    return true;
  });
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) kept[arena.read_number(leaf)] = true;
    });
  }
  const auto is_marked = [&](std::uint32_t what, const DelayedBuffer& buffer) {
    return std::any_of(marks.begin(), marks.end(), [&](TermId mark) {
      TermId read;
      each_leaf(arena, mark, [&](TermId leaf) { read = leaf; });
      const TermId cell = arena.location(read);
      return buffer_mark(arena, mark) == what && arena.reader(read) == buffer.process && arena.symbol(cell) == buffer.symbol &&
             std::equal(buffer.args.begin(), buffer.args.end(), arena.args(cell).begin());
    });
  };
  Weak result;
  result.open.items.resize(items.size());
  for (const DelayedBuffer& buffer : weak.buffers) {
    DelayedBuffer rest{buffer.process, buffer.symbol, buffer.args, {}, is_marked(no_entry, buffer)};
    std::copy_if(buffer.entries.begin(), buffer.entries.end(), std::back_inserter(rest.entries),
                 [&](std::uint32_t entry) { return kept[entry]; });
    if (rest.entries.empty() && is_marked(some_entry, buffer)) rest.entries.push_back(buffer.entries.front());
    result.buffers.push_back(std::move(rest));
  }
  result.drop_idle();
  return result;
}

bool Queues::normalize(const std::vector<TermId>& literals, Weak& weak) const {
  Record unused;
  return bring_into_normal_form(context, literals, weak, unused);
}

}  // namespace parapet::search
