// Closing of snapshot reads, commits, and silent steps of the pre-image of cubes with queues (queues.h); fire.cpp has the rest.
//
// Silent steps, with buffers. A commit of l that some concerned snapshot read did not see, because it was made before, while others may have been made
// after it: those are closed, these stay open. With none left open the commit can be moved to a firing.
#include <algorithm>
#include <iterator>

#include "base/narrow.h"
#include "memory/queues/choices.h"
#include "memory/queues/queues.h"

namespace parapet::search {
namespace {

// An open read may be of memory as the commit of q leaves it.
bool may_see_commit(const TermArena& arena, const Weak& weak, TermId q, TermId cell, std::uint32_t read) {
  return std::any_of(weak.open.items[read].begin(), weak.open.items[read].end(), [&](TermId item) {
    if (arena.location(item) != cell || arena.reader(item) == q) return false;
    const DelayedBuffer* const buffer = weak.find_buffer(arena, arena.reader(item), cell);
    return buffer == nullptr || buffer->entries.empty();
  });
}

}  // namespace

void each_cut(const Context& context, const Weak& weak, TermId must, const std::function<bool(TermId)>& may_see,
              const std::function<void(const std::vector<bool>&)>& emit) {
  std::vector<bool> closed(weak.open.items.size(), false);
  const std::uint32_t last = weak.open.last;
  const auto matters = [&](std::uint32_t read) { return std::any_of(weak.open.items[read].begin(), weak.open.items[read].end(), may_see); };
  const OpenReads::List* const own = must.valid() ? weak.open.find(must) : nullptr;
  const bool must_close_last = own != nullptr && last != OpenReads::none && own->reads.back() == last;
  const auto cut = [&](auto&& self, std::size_t index, bool close_last) -> void {
    context.spend();
    if (index == weak.open.lists.size()) return emit(closed);
    const OpenReads::List& list = weak.open.lists[index];
    const bool has_last = last != OpenReads::none && list.reads.back() == last;
    const std::size_t end = list.reads.size() - (has_last ? 1 : 0);
    const auto close_from = [&](std::size_t from) {
      for (std::size_t k = 0; k < end; ++k) closed[list.reads[k]] = k >= from;
      self(self, index + 1, close_last);
    };
    if (&list == own) return close_from(0);
    close_from(end);
    if (has_last && !close_last) return;  // closing a read closes u
    for (std::size_t k = end; k-- > 0;) {
      if (matters(list.reads[k])) close_from(k);
    }
    for (std::size_t k = 0; k < end; ++k) closed[list.reads[k]] = false;
  };
  if (last == OpenReads::none) return cut(cut, 0, false);
  if (!must_close_last) cut(cut, 0, false);
  closed[last] = true;
  cut(cut, 0, true);
}

void leave_open(const OpenReads& from, const std::vector<bool>& closed, OpenReads& to) {
  to.lists.clear();
  to.lists.reserve(from.lists.size() + 1);
  for (const OpenReads::List& list : from.lists) {
    OpenReads::List& rest = to.lists.emplace_back(OpenReads::List{list.process, {}, list.clean});
    rest.reads.reserve(list.reads.size() + 1);
    std::copy_if(list.reads.begin(), list.reads.end(), std::back_inserter(rest.reads), [&](std::uint32_t read) { return !closed[read]; });
    if (rest.reads.empty()) to.lists.pop_back();
  }
  to.items = from.items;
  const bool open = from.last != OpenReads::none && !closed[from.last];
  to.last = open ? from.last : OpenReads::none;
  to.mentions = open ? from.mentions : std::vector<TermId>{};
  to.mentions_all = open && from.mentions_all;
}

void close(Context& context, const Weak& successor, const std::vector<bool>& closed, QueueChoice& choice,
           const std::function<void(const Outcomes&)>& emit) {
  std::vector<TermId> reads;
  for (std::uint32_t read = 0; read < closed.size(); ++read) {
    if (closed[read]) reads.insert(reads.end(), successor.open.items[read].begin(), successor.open.items[read].end());
  }
  Weak rest = successor;
  leave_open(successor.open, closed, rest.open);
  each_outcome(context, std::move(rest), std::move(reads), false, [&](const Outcomes& made) {
    const QueueChoice before = choice;
    choice.record.closed = closed;
    choice.made = made.values;
    choice.after = made.after;
    emit(made);
    choice = before;
  });
}

bool is_concerned(const TermArena& arena, const Weak& weak, TermId q, TermId cell) {
  return std::any_of(weak.open.lists.begin(), weak.open.lists.end(), [&](const OpenReads::List& list) {
    return std::any_of(list.reads.begin(), list.reads.end(),
                       [&](std::uint32_t read) { return may_see_commit(arena, weak, q, cell, read); });
  });
}

void take_back_commit(const TermArena& arena, TermId process, TermId cell, QueueChoice& choice) {
  Weak& after = choice.after;
  const auto entry = narrow<std::uint32_t>(after.open.items.size());
  after.open.items.emplace_back();
  DelayedBuffer& buffer = after.buffer_at(arena, process, cell);
  buffer.entries.insert(buffer.entries.begin(), entry);
  Record::Commit commit{{process, cell}, entry, {}};
  const auto args = arena.args(cell);
  for (DelayedBuffer& other : after.buffers) {
    const bool here = other.symbol == arena.symbol(cell) && std::equal(args.begin(), args.end(), other.args.begin());
    if (!here || !other.exact || !other.entries.empty()) continue;
    other.exact = false;
    commit.flushed.push_back({other.process, cell});
  }
  choice.record.commits.push_back(std::move(commit));
}

void Queues::silent(const Cube& cube, const std::function<void(const Silent&, const Choice&)>& emit) {
  if (!delays() || cube.weak.open.lists.empty()) return;
  TermArena& arena = context.arena;
  std::vector<TermId> cells;  // of items
  for (const OpenReads::List& list : cube.weak.open.lists) {
    for (const std::uint32_t read : list.reads) {
      for (const TermId item : cube.weak.open.items[read]) cells.push_back(arena.location(item));
    }
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<TermId> processes = context.instances.processes(cube.processes);
  processes.push_back(arena.process(cube.processes));
  for (const TermId cell : cells) {
    for (const TermId process : processes) {
      if (!context.system.delays.may_wait(arena, process, cell)) continue;
      QueueChoice choice(context);
      choice.open_reads = cube.weak.reads();
      choice.variables = cube.processes + (process == processes.back() ? 1 : 0);
      const auto may_see = [&](TermId item) { return arena.location(item) == cell && arena.reader(item) != process; };
      each_cut(context, cube.weak, {}, may_see, [&](const std::vector<bool>& closed) {
        close(context, cube.weak, closed, choice, [&](const Outcomes& made) {
          const bool memory = std::find(made.from_memory.begin(), made.from_memory.end(), cell) != made.from_memory.end() ||
                              std::binary_search(memory_.begin(), memory_.end(), cell);
          if (!memory || !is_concerned(arena, choice.after, process, cell)) return;
          const QueueChoice before = choice;
          take_back_commit(arena, process, cell, choice);
          emit({"commit", {process}}, choice);
          choice = before;
        });
      });
    }
  }
}

}  // namespace parapet::search
