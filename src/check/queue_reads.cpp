// Reads and commits of the machines of reference.cpp, taken back.
//
// A snapshot read that is now after a step is made there: by the reader's view, that is from memory, with buffers also from the last entry, or
// from an entry that the cube did not know. Which reads are now is free as far as the order of each list allows: what follows such a read is now, too. The
// final read u belongs to several lists, and follows all other reads of each.
//
// A commit of l by q, taken back: M[l] becomes a new entry at the front of D(q,l). Made: M[l] takes the value of the first entry, and what was
// said of M[l] is said of some value.
#include <algorithm>

#include "base/narrow.h"
#include "check/reference.h"

namespace parapet::check {
namespace {

bool has(const std::vector<TermId>& all, TermId one) { return std::find(all.begin(), all.end(), one) != all.end(); }

}  // namespace

// The weak locations of which the cube says something.
std::vector<TermId> Reference::locations_of(const Cube& cube) {
  std::vector<TermId> all;
  const auto add = [&](TermId cell) {
    if (!has(all, cell)) all.push_back(cell);
  };
  for (const TermId literal : cube.literals) {
    each_leaf(arena_, literal, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::Cell && arena_.signature()[arena_.symbol(leaf)].weak) add(leaf);
    });
  }
  for (const DelayedBuffer& buffer : cube.weak.buffers) add(arena_.cell(buffer.symbol, buffer.args));
  return all;
}

// Calls done(cube) with the items made now, in every way: one outcome for all with the same reader and location.
bool Reference::make_reads(const Cube& cube, const std::vector<TermId>& items, const VisitCube& done) {
  std::vector<Place> reads;
  for (const TermId item : items) {
    const Place one(arena_.reader(item), arena_.location(item));
    if (std::find(reads.begin(), reads.end(), one) == reads.end()) reads.push_back(one);
  }
  Found found;
  Cube rest = cube;
  return choose_source(rest, reads, false, found, [&] {
    Cube made = rest;
    for (TermId& literal : made.literals) {
      literal = arena_.rewrite(literal, [&](TermId leaf) {
        if (!has(items, leaf)) return leaf;
        const auto at = std::find(reads.begin(), reads.end(), Place(arena_.reader(leaf), arena_.location(leaf)));
        return found[static_cast<std::size_t>(at - reads.begin())].second;
      });
    }
    return done(made);
  });
}

// Calls done(cube) with the closed reads made, for every choice of closed reads and of what they read. All reads in the list of `must` are
// closed.
bool Reference::each_closing(const Cube& cube, TermId must, const VisitCube& done) {
  const OpenReads& open = cube.weak.open;
  std::vector<bool> closed(open.items.size(), false);
  const auto cut = [&](const auto& self, std::size_t list) -> bool {
    arena_.spend();
    if (list == open.lists.size()) return close(cube, closed, done);
    std::vector<std::uint32_t> reads = open.lists[list].reads;
    const bool has_last = std::erase(reads, open.last) != 0;
    const bool all = must.valid() && open.lists[list].process == must;
    if (all && has_last && !closed[open.last]) return true;
    for (std::size_t from = 0; from <= reads.size(); ++from) {
      if (all && from > 0) break;
      if (has_last && !closed[open.last] && from < reads.size()) continue;
      for (std::size_t k = 0; k < reads.size(); ++k) closed[reads[k]] = k >= from;
      if (!self(self, list + 1)) return false;
    }
    return true;
  };
  if (!cut(cut, 0)) return false;
  if (open.last == OpenReads::none) return true;
  closed.assign(closed.size(), false);
  closed[open.last] = true;
  return cut(cut, 0);
}

bool Reference::close(const Cube& cube, const std::vector<bool>& closed, const VisitCube& done) {
  Cube rest = cube;
  OpenReads& open = rest.weak.open;
  std::vector<TermId> items;
  for (std::size_t read = 0; read < closed.size(); ++read) {
    if (!closed[read]) continue;
    items.insert(items.end(), open.items[read].begin(), open.items[read].end());
    open.items[read].clear();
  }
  for (OpenReads::List& list : open.lists) std::erase_if(list.reads, [&](std::uint32_t read) { return closed[read]; });
  std::erase_if(open.lists, [](const OpenReads::List& list) { return list.reads.empty(); });
  if (open.last != OpenReads::none && closed[open.last]) {
    open.last = OpenReads::none;
    open.mentions.clear();
    open.mentions_all = false;
  }
  return make_reads(rest, items, done);
}

void Reference::before_silent(const Cube& cube, const VisitCube& visit) {
  actor_ = TermId();
  if (cube.weak.open.lists.empty()) return;
  each_closing(cube, {}, [&](const Cube& closed) {
    for (const TermId cell : locations_of(closed)) {
      for (const TermId process : committers(closed, cell)) {
        if (!is_concerned(closed, process, cell)) continue;
        commits_.assign(1, {process, cell});
        Cube before = before_commit(closed, process, cell);
        number_entries(arena_, before);
        for (auto& items : before.weak.open.items) items.clear();
        fill_items(arena_, before);
        if (known_.possible(before) && !visit(before)) return false;
      }
    }
    return true;
  });
}

// The processes other than the acting one that may commit the cell; a new one stands for all that the cube does not know.
std::vector<TermId> Reference::committers(const Cube& after, TermId cell) {
  std::vector<TermId> all = processes_at_hand(system_, arena_, after.processes);
  const auto bound = system_.program->number_procs;
  if (!bound || after.processes + system_.constants.size() < *bound) all.push_back(arena_.process(after.processes));
  std::erase_if(all, [&](TermId process) { return process == actor_ || !known_.may_wait(process, cell); });
  return all;
}

// Some snapshot read that is in its queue may be of memory: then it did not see the commit.
bool Reference::is_concerned(const Cube& cube, TermId process, TermId cell) {
  return std::any_of(cube.weak.open.items.begin(), cube.weak.open.items.end(), [&](const std::vector<TermId>& items) {
    return std::any_of(items.begin(), items.end(), [&](TermId item) {
      if (arena_.location(item) != cell || arena_.reader(item) == process) return false;
      const DelayedBuffer* const buffer = find_buffer(arena_, cube, arena_.reader(item), cell);
      return buffer == nullptr || buffer->entries.empty();
    });
  });
}

std::optional<Cube> Reference::after_commit(const Cube& cube, const DelayedBuffer& buffer) {
  const TermId cell = arena_.cell(buffer.symbol, buffer.args);
  if (buffer.entries.empty() || is_concerned(cube, buffer.process, cell)) return std::nullopt;
  Cube after = cube;
  const TermId old = arena_.fresh(unused_fresh(arena_, cube.literals), arena_.sort(cell));
  const TermId entry = arena_.read(buffer.entries.front(), buffer.process, cell);
  for (TermId& literal : after.literals) {
    literal = arena_.rewrite(literal, [&](TermId leaf) { return leaf == cell ? old : leaf == entry ? cell : leaf; });
  }
  auto& entries = buffer_of(arena_, after, buffer.process, cell).entries;
  entries.erase(entries.begin());
  number_entries(arena_, after);
  return after;
}

bool Reference::choose_commits(const Cube& after, const std::vector<TermId>& locations, std::size_t next, std::vector<Commit>& committed,
                               const VisitCube& done) {
  arena_.spend();
  if (next == locations.size()) return done(after);
  if (!choose_commits(after, locations, next + 1, committed, done)) return false;
  for (const TermId process : committers(after, locations[next])) {
    if (is_concerned(after, process, locations[next])) continue;
    committed.push_back({process, locations[next]});
    const bool more = choose_commits(before_commit(after, process, locations[next]), locations, next + 1, committed, done);
    committed.pop_back();
    if (!more) return false;
  }
  return true;
}

Cube Reference::before_commit(Cube cube, TermId process, TermId cell) {
  if (arena_.op(process) == Op::ProcessVar) cube.processes = std::max(cube.processes, arena_.process_number(process) + 1);
  const std::uint32_t number = unused_entry(cube);
  DelayedBuffer& buffer = buffer_of(arena_, cube, process, cell);
  buffer.entries.insert(buffer.entries.begin(), number);
  const TermId entry = arena_.read(number, process, cell);
  for (TermId& literal : cube.literals) {
    literal = arena_.rewrite(literal, [&](TermId leaf) { return leaf == cell ? entry : leaf; });
  }
  for (DelayedBuffer& other : cube.weak.buffers) {
    if (other.entries.empty() && arena_.cell(other.symbol, other.args) == cell) other.exact = false;
  }
  return cube;
}

// Where each read finds its value; `reads` are readers and cells. The cube is changed accordingly while `done` is called.
bool Reference::choose_source(Cube& cube, const std::vector<Place>& reads, bool drained, Found& found, const std::function<bool()>& done) {
  arena_.spend();
  if (found.size() == reads.size()) return done();
  const TermId reader = reads[found.size()].first, cell = reads[found.size()].second;
  const Cube before = cube;
  const auto with = [&](TermId value) {
    found.emplace_back(cell, value);
    const bool more = choose_source(cube, reads, drained, found, done);
    found.pop_back();
    cube = before;
    return more;
  };
  if (!delays_) return with(cell);
  DelayedBuffer& buffer = buffer_of(arena_, cube, reader, cell);
  const bool exact = buffer.exact;
  buffer.exact = true;
  if (!with(buffer.entries.empty() ? cell : arena_.read(buffer.entries.back(), reader, cell))) return false;
  if (exact || drained || !known_.may_wait(reader, cell)) return true;
  DelayedBuffer& longer = buffer_of(arena_, cube, reader, cell);
  longer.exact = true;
  longer.entries.push_back(unused_entry(before));
  return with(arena_.read(longer.entries.back(), reader, cell));
}

}  // namespace parapet::check
