// Closing, commits and silent steps of the pre-image of delayed writes (NOTE(delayed-writes)).
//
// Silent steps. A commit of l that some concerned snapshot read did not see, because it was made before, while others may have been made
// after it: those are closed, these stay open. With none left open the commit can be moved to a firing.
#include "search/weak/pso/pso_closing.h"

#include <algorithm>

#include "base/narrow.h"
#include "search/cube/context.h"

namespace parapet::search {
namespace {

// An open read may be of memory as the commit of q leaves it.
bool is_concerned(const TermArena& arena, const DelayedWrites& weak, TermId q, TermId cell, std::uint32_t read) {
  return std::any_of(weak.items[read].begin(), weak.items[read].end(), [&](TermId item) {
    if (arena.location(item) != cell || arena.reader(item) == q) return false;
    const DelayedWrites::Buffer* const buffer = weak.find(arena, arena.reader(item), cell);
    return buffer == nullptr || buffer->entries.empty();
  });
}

}  // namespace

void each_cut(const Context& context, const DelayedWrites& weak, TermId must, const std::function<bool(TermId)>& may_see,
              const std::function<void(const std::vector<bool>&)>& emit) {
  std::vector<bool> closed(weak.items.size(), false);
  const std::uint32_t last = weak.last;
  const auto matters = [&](std::uint32_t read) { return std::any_of(weak.items[read].begin(), weak.items[read].end(), may_see); };
  const DelayedWrites::List* const own = must.valid() ? weak.find_list(must) : nullptr;
  const bool must_close_last = own != nullptr && last != DelayedWrites::none && own->reads.back() == last;
  const auto cut = [&](auto&& self, std::size_t index, bool close_last) -> void {
    context.spend();
    if (index == weak.lists.size()) return emit(closed);
    const DelayedWrites::List& list = weak.lists[index];
    const bool has_last = last != DelayedWrites::none && list.reads.back() == last;
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
  if (last == DelayedWrites::none) return cut(cut, 0, false);
  if (!must_close_last) cut(cut, 0, false);
  closed[last] = true;
  cut(cut, 0, true);
}

void close(Context& context, const DelayedWrites& successor, const std::vector<bool>& closed, DelayedWrites::Choice& choice,
           const std::function<void(const Outcomes&)>& emit) {
  DelayedWrites rest = successor;
  std::vector<TermId> reads;
  for (std::uint32_t read = 0; read < closed.size(); ++read) {
    if (closed[read]) reads.insert(reads.end(), successor.items[read].begin(), successor.items[read].end());
  }
  for (DelayedWrites::List& list : rest.lists) std::erase_if(list.reads, [&](std::uint32_t read) { return closed[read]; });
  std::erase_if(rest.lists, [](const DelayedWrites::List& list) { return list.reads.empty(); });
  if (rest.last != DelayedWrites::none && closed[rest.last]) {
    rest.last = DelayedWrites::none;
    rest.mentions.clear();
  }
  each_outcome(context, std::move(rest), std::move(reads), false, [&](const Outcomes& made) {
    const DelayedWrites::Choice before = choice;
    choice.decided.closed = closed;
    choice.made = made.values;
    choice.after = made.after;
    emit(made);
    choice = before;
  });
}

bool is_concerned(const TermArena& arena, const DelayedWrites& weak, TermId q, TermId cell) {
  return std::any_of(weak.lists.begin(), weak.lists.end(), [&](const DelayedWrites::List& list) {
    return std::any_of(list.reads.begin(), list.reads.end(), [&](std::uint32_t read) { return is_concerned(arena, weak, q, cell, read); });
  });
}

void take_back_commit(const TermArena& arena, TermId process, TermId cell, DelayedWrites::Choice& choice) {
  DelayedWrites& after = choice.after;
  const auto entry = narrow<std::uint32_t>(after.items.size());
  after.items.emplace_back();
  DelayedWrites::Buffer& buffer = after.at(arena, process, cell);
  buffer.entries.insert(buffer.entries.begin(), entry);
  DelayedWrites::Record::Commit commit{{process, cell}, entry, {}};
  const auto args = arena.args(cell);
  for (DelayedWrites::Buffer& other : after.buffers) {
    const bool here = other.symbol == arena.symbol(cell) && std::equal(args.begin(), args.end(), other.args.begin());
    if (!here || !other.exact || !other.entries.empty()) continue;
    other.exact = false;
    commit.flushed.push_back({other.process, cell});
  }
  choice.decided.commits.push_back(std::move(commit));
}

void DelayedWrites::silent(Workspace& workspace, const Cube<DelayedWrites>& cube,
                           const std::function<void(const Silent&, const Choice&)>& emit) {
  if (cube.weak.lists.empty()) return;
  Context& context = workspace.context;
  TermArena& arena = context.arena;
  std::vector<TermId> cells;  // of items
  for (const List& list : cube.weak.lists) {
    for (const std::uint32_t read : list.reads) {
      for (const TermId item : cube.weak.items[read]) cells.push_back(arena.location(item));
    }
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<TermId> processes = context.instances.processes(cube.processes);
  processes.push_back(arena.process(cube.processes));
  for (const TermId cell : cells) {
    for (const TermId process : processes) {
      if (!context.system.delays.may_wait(arena, process, cell)) continue;
      Choice choice;
      choice.arena = &arena;
      choice.variables = cube.processes + (process == processes.back() ? 1 : 0);
      const auto may_see = [&](TermId item) { return arena.location(item) == cell && arena.reader(item) != process; };
      each_cut(context, cube.weak, {}, may_see, [&](const std::vector<bool>& closed) {
        close(context, cube.weak, closed, choice, [&](const Outcomes& made) {
          const bool memory = std::find(made.from_memory.begin(), made.from_memory.end(), cell) != made.from_memory.end() ||
                              std::binary_search(workspace.memory.begin(), workspace.memory.end(), cell);
          if (!memory || !is_concerned(arena, choice.after, process, cell)) return;
          const Choice before = choice;
          take_back_commit(arena, process, cell, choice);
          emit({"commit", {process}}, choice);
          choice = before;
        });
      });
    }
  }
}

}  // namespace parapet::search
