// The buffers of a cube (NOTE(delayed-writes)): start cubes, renaming, embedding, words. The pre-image is in pso_fire.cpp.
#include "search/weak/pso/pso.h"

#include <algorithm>
#include <iterator>

#include "base/narrow.h"
#include "search/cube/context.h"
#include "search/weak/concept.h"
#include "search/weak/pso/normal_form.h"

namespace parapet::search {

static_assert(WeakPart<DelayedWrites> && SearchEngine<DelayedWrites>);

namespace {

const DelayedWrites::Buffer* find_in(const std::vector<DelayedWrites::Buffer>& list, TermId process, SymbolId symbol,
                                     std::span<const TermId> args) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const DelayedWrites::Buffer& buffer) {
    return buffer.process == process && buffer.symbol == symbol && std::equal(buffer.args.begin(), buffer.args.end(), args.begin());
  });
  return at == list.end() ? nullptr : &*at;
}

}  // namespace

const DelayedWrites::Buffer* DelayedWrites::find(TermId process, SymbolId symbol, std::span<const TermId> args) const {
  return find_in(buffers, process, symbol, args);
}

DelayedWrites::Buffer& DelayedWrites::at(const TermArena& arena, TermId process, TermId cell) {
  const auto args = arena.args(cell);
  if (const Buffer* known = find(arena, process, cell)) return buffers[static_cast<std::size_t>(known - buffers.data())];
  return buffers.emplace_back(Buffer{process, arena.symbol(cell), {args.begin(), args.end()}, {}, false});
}

void DelayedWrites::drop_idle() {
  std::erase_if(buffers, [](const Buffer& buffer) { return buffer.entries.empty() && !buffer.exact; });
}

const DelayedWrites::List* DelayedWrites::find_list(TermId process) const {
  const auto at = std::find_if(lists.begin(), lists.end(), [&](const List& list) { return list.process == process; });
  return at == lists.end() ? nullptr : &*at;
}

bool DelayedWrites::keeps(TermId process, const std::vector<bool>& read_has_items) const {
  const List* const list = find_list(process);
  const bool reads = list != nullptr && std::any_of(list->reads.begin(), list->reads.end(), [&](std::uint32_t read) {
                       return read != last && read_has_items[read == new_read ? items.size() : read];
                     });
  return reads || has_buffer(process);
}

bool DelayedWrites::mentions_process(TermId process) const { return has_buffer(process) || find_list(process) != nullptr; }

TermId DelayedWrites::read_now(TermArena& arena, TermId reader, TermId location) const {
  const Buffer* buffer = find(arena, reader, location);
  if (buffer == nullptr) buffer = find_in(absent, reader, arena.symbol(location), arena.args(location));
  if (buffer == nullptr || !buffer->exact) return {};
  return buffer->entries.empty() ? location : arena.read(buffer->entries.back(), reader, location);
}

std::uint32_t DelayedWrites::snapshot_reads() const {
  std::size_t entries = 0;
  for (const Buffer& buffer : buffers) entries += buffer.entries.size();
  return narrow<std::uint32_t>(items.size() - entries);
}

bool DelayedWrites::has_buffer(TermId process) const {
  return std::any_of(buffers.begin(), buffers.end(), [&](const Buffer& buffer) {
    return buffer.process == process || std::find(buffer.args.begin(), buffer.args.end(), process) != buffer.args.end();
  });
}

TermId DelayedWrites::own_read(const le::System&, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  return arena.signature()[arena.symbol(cell)].weak ? arena.read(new_read, instance.actor, cell) : cell;
}

void DelayedWrites::start(Context& context, std::vector<TermId> literals, const std::vector<TermId>& processes,
                          const std::function<void(std::vector<TermId>, DelayedWrites)>& emit) {
  TermArena& arena = context.arena;
  std::vector<TermId> reads;
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) reads.push_back(leaf);
    });
  }
  if (context.system.delays.any_late() && !reads.empty()) {
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    DelayedWrites weak;
    weak.items.push_back(std::move(reads));
    weak.last = 0;
    for (const TermId process : processes) weak.lists.push_back({process, {0}});
    std::sort(weak.lists.begin(), weak.lists.end(), [&](const List& a, const List& b) { return arena.compare(a.process, b.process) < 0; });
    weak.mentions = processes;
    Record unused;
    if (bring_into_normal_form(context, literals, weak, unused)) emit(std::move(literals), std::move(weak));
    return;
  }
  each_outcome(context, {}, std::move(reads), false, [&](const Outcomes& made) {
    std::vector<TermId> conjunction = literals;
    for (TermId& literal : conjunction) literal = arena.rewrite(literal, [&](TermId leaf) { return made.value(leaf); });
    if (!context.normalizer.normalize(conjunction, {})) return;
    DelayedWrites weak = made.after;
    Record unused;
    if (!bring_into_normal_form(context, conjunction, weak, unused)) return;
    std::vector<std::uint32_t> map;
    weak = weak.compact(
        {}, [](TermId process) { return process; }, [&](TermId a, TermId b) { return arena.compare(a, b) < 0; }, map);
    for (TermId& literal : conjunction) {
      literal = arena.rewrite(literal, [&](TermId leaf) {
        if (arena.op(leaf) != Op::Read) return leaf;
        return arena.read(map[arena.read_number(leaf)], arena.reader(leaf), arena.location(leaf));
      });
      each_leaf(arena, literal, [&](TermId leaf) {
        if (arena.op(leaf) == Op::Read) weak.items[arena.read_number(leaf)] = {leaf};
      });
    }
    std::sort(conjunction.begin(), conjunction.end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
    emit(std::move(conjunction), std::move(weak));
  });
}

DelayedWrites DelayedWrites::compact(const std::vector<bool>& read_has_items, const std::function<TermId(TermId)>& rename,
                                     const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& entry_map) const {
  DelayedWrites result{buffers, absent, {}, none, {}, {}};
  for (auto* list : {&result.buffers, &result.absent}) {
    for (Buffer& buffer : *list) {
      buffer.process = rename(buffer.process);
      for (TermId& arg : buffer.args) arg = rename(arg);
    }
  }
  std::sort(result.buffers.begin(), result.buffers.end(), [&](const Buffer& a, const Buffer& b) {
    if (a.symbol != b.symbol) return a.symbol.value < b.symbol.value;
    const auto [x, y] = std::mismatch(a.args.begin(), a.args.end(), b.args.begin());
    return x != a.args.end() ? before(*x, *y) : before(a.process, b.process);
  });
  entry_map.assign(items.size() + 1, UINT32_MAX);
  std::uint32_t count = 0;
  const auto slot = [&](std::uint32_t read) { return read == new_read ? items.size() : read; };
  for (const List& list : lists) {
    const TermId process = rename(list.process);
    if (!process.valid()) continue;
    List kept{process, {}};
    std::copy_if(list.reads.begin(), list.reads.end(), std::back_inserter(kept.reads),
                 [&](std::uint32_t read) { return read_has_items[slot(read)]; });
    if (!kept.reads.empty()) result.lists.push_back(std::move(kept));
  }
  std::sort(result.lists.begin(), result.lists.end(), [&](const List& a, const List& b) { return before(a.process, b.process); });
  for (const List& list : result.lists) {
    for (const std::uint32_t read : list.reads) {
      if (read != last) entry_map[slot(read)] = count++;
    }
  }
  if (last != none && read_has_items[last]) {
    entry_map[last] = result.last = count++;
    for (const TermId process : mentions) {
      if (const TermId renamed = rename(process); renamed.valid()) result.mentions.push_back(renamed);
    }
  }
  for (List& list : result.lists) {
    for (std::uint32_t& read : list.reads) read = entry_map[slot(read)];
  }
  for (Buffer& buffer : result.buffers) {
    for (std::uint32_t& entry : buffer.entries) entry = entry_map[entry] = count++;
  }
  result.items.resize(count);
  return result;
}

bool DelayedWrites::embed(const DelayedWrites& other, const std::function<TermId(TermId)>& image,
                          const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done) const {
  std::vector<const Buffer*> there;
  std::vector<TermId> args;
  for (const Buffer& buffer : buffers) {
    args.clear();
    for (const TermId arg : buffer.args) args.push_back(image(arg));
    const TermId process = image(buffer.process);
    const Buffer* target = other.find(process, buffer.symbol, args);
    if (target == nullptr && buffer.entries.empty()) target = find_in(other.absent, process, buffer.symbol, args);
    if (target == nullptr || target->entries.size() < buffer.entries.size()) return false;
    if (buffer.exact && (!target->exact || buffer.entries.empty() != target->entries.empty())) return false;
    there.push_back(target);
  }
  constexpr std::uint32_t unmapped = UINT32_MAX;
  std::vector<std::uint32_t> map(items.size(), unmapped);
  const std::uint32_t reads = snapshot_reads();
  const std::uint32_t targets = other.snapshot_reads();
  // Snapshot reads as in NOTE(timeline): monotone along each list, after a now only now, into the lists of the images.
  const auto fits = [&](const List& list, std::uint32_t read, std::uint32_t to) {
    const auto at = std::find(list.reads.begin(), list.reads.end(), read);
    const std::uint32_t previous = at == list.reads.begin() ? unmapped : map[*(at - 1)];
    if (to == made_now) return true;
    if (previous == made_now) return false;
    const List* const target = other.find_list(image(list.process));
    if (target == nullptr) return false;
    const auto place = std::find(target->reads.begin(), target->reads.end(), to);
    if (place == target->reads.end()) return false;
    return previous == unmapped || std::find(target->reads.begin(), target->reads.end(), previous) <= place;
  };
  const auto fits_all = [&](std::uint32_t read, std::uint32_t to) {
    return std::all_of(lists.begin(), lists.end(), [&](const List& list) {
      const bool member = std::find(list.reads.begin(), list.reads.end(), read) != list.reads.end();
      return !member || fits(list, read, to);
    });
  };
  // Entry k of buffer b goes to a place not before `from`.
  const auto assign = [&](auto&& self, std::size_t b, std::size_t k, std::size_t from) -> bool {
    if (b == buffers.size()) return done();
    const std::vector<std::uint32_t>& list = buffers[b].entries;
    const std::vector<std::uint32_t>& places = there[b]->entries;
    if (k == list.size()) return self(self, b + 1, 0, 0);
    const std::size_t rest = list.size() - k - 1;
    for (std::size_t to = buffers[b].exact && rest == 0 ? places.size() - 1 : from; to + rest < places.size(); ++to) {
      if (accept(list[k], places[to]) && self(self, b, k + 1, to + 1)) return true;
    }
    return false;
  };
  // In the order of their numbers: snapshot reads before entries.
  const auto assign_read = [&](auto&& self, std::uint32_t read) -> bool {
    if (read == reads) return assign(assign, 0, 0, 0);
    const auto attempt = [&](std::uint32_t to) {
      map[read] = to;
      return fits_all(read, to) && accept(read, to) && self(self, read + 1);
    };
    for (std::uint32_t to = 0; to < targets; ++to) {
      if (attempt(to)) return true;
    }
    if (attempt(made_now)) return true;
    map[read] = unmapped;
    return false;
  };
  return assign_read(assign_read, 0);
}

CertificateCube certificate_cube(const Cube<DelayedWrites>& cube) {
  CertificateCube result;
  result.processes = cube.processes;
  result.literals = cube.literals;
  for (const DelayedWrites::Buffer& buffer : cube.weak.buffers)
    result.buffers.push_back({buffer.process, buffer.symbol, buffer.args, buffer.entries, buffer.exact});
  for (const DelayedWrites::List& list : cube.weak.lists) result.open.lists.push_back({list.process, list.reads, false});
  result.open.items = cube.weak.items;
  result.open.items.resize(cube.weak.snapshot_reads());
  if (cube.weak.last != DelayedWrites::none) result.open.last = cube.weak.last;
  result.open.mentions = cube.weak.mentions;
  return result;
}

std::string DelayedWrites::describe_step(Workspace& workspace, const Action&, const Record& record) const {
  TermArena& arena = workspace.context.arena;
  std::string text;
  const auto add = [&](const std::string& what, TermId cell, TermId process) {
    text += (text.empty() ? "  " : ", ") + what + " " + to_string(arena, cell) + " of " + to_string(arena, process);
  };
  for (std::size_t read = 0; read < items.size(); ++read) {
    if (read >= record.closed.size() || !record.closed[read]) continue;
    for (const TermId item : items[read]) text += (text.empty() ? "  " : ", ") + ("then read: " + to_string(arena, item));
  }
  for (const Record::Write& write : record.delayed) text += (text.empty() ? "  " : ", ") + ("delayed: " + to_string(arena, write.cell));
  for (const Record::Commit& commit : record.commits) add("then commit", commit.place.cell, commit.place.process);
  return text;
}

std::string DelayedWrites::describe(TermArena& arena) const {
  std::string text;
  for (const Buffer& buffer : buffers) {
    text += "  buffer " + to_string(arena, buffer.process) + " " + to_string(arena, arena.cell(buffer.symbol, buffer.args)) + ":";
    for (const std::uint32_t entry : buffer.entries) text += " '" + std::to_string(entry);
    if (buffer.exact) text += buffer.entries.empty() ? " empty" : " newest";
  }
  for (const List& list : lists) {
    text += "  open " + to_string(arena, list.process) + ":";
    for (const std::uint32_t read : list.reads) text += " " + std::to_string(read) + (read == last ? " (final)" : "");
  }
  return text;
}

}  // namespace parapet::search
