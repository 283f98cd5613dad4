// The buffers of a cube (NOTE(delayed-writes)): start cubes, renaming, embedding, words. The pre-image is in delayed_fire.cpp.
#include "memory/queues/delayed.h"

#include <algorithm>
#include <iterator>

#include "memory/queues/normal_form.h"
#include "result/certificate.h"

namespace parapet::search {
namespace {

// A weak read is made when everything else of the firing is known (Choice::complete); until then it is an item of new_read.
TermId item_of_firing(const le::System&, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  return arena.signature()[arena.symbol(cell)].weak ? arena.read(new_read, instance.actor, cell) : cell;
}

std::unique_ptr<MemoryPart> make_delayed_writes(Context& context, const OrderOptions*) { return std::make_unique<DelayedWrites>(context); }

}  // namespace

constinit const MemoryTraits delayed_memory{
    .engine = timeline_engine,
    .own_read = item_of_firing,
    .writes_apart = true,
    .reads_map_to_reads = true,      // unless the covered cube speaks of memory
    .candidates_with_reads = false,  // see `features`
    .counts_now = true,
    .views = OpenKind::Delayed,
    .make = make_delayed_writes,
};

bool DelayedWrites::keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const {
  const OpenReads::List* const list = weak.open.find(process);
  const bool reads = list != nullptr && std::any_of(list->reads.begin(), list->reads.end(), [&](std::uint32_t read) {
                       return read != weak.open.last && read_has_items[read == new_read ? weak.open.items.size() : read];
                     });
  return reads || weak.has_buffer(process);
}

void DelayedWrites::each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const {
  for (const DelayedBuffer& buffer : weak.buffers) {
    if (!buffer.entries.empty()) visit(context.arena.cell(buffer.symbol, buffer.args));
  }
}

TermId DelayedWrites::read_now(const Weak& weak, TermId reader, TermId location) const {
  TermArena& arena = context.arena;
  const DelayedBuffer* buffer = weak.find_buffer(arena, reader, location);
  if (buffer == nullptr) buffer = weak.find_absent(reader, arena.symbol(location), arena.args(location));
  if (buffer == nullptr || !buffer->exact) return {};
  return buffer->entries.empty() ? location : arena.read(buffer->entries.back(), reader, location);
}

void DelayedWrites::start(std::vector<TermId> literals, std::vector<TermId> mentioned,
                          const std::function<void(std::vector<TermId>, Weak)>& emit) const {
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
    Weak weak;
    OpenReads& open = weak.open;
    open.items.push_back(std::move(reads));
    open.last = 0;
    for (const TermId process : mentioned) open.lists.push_back({process, {0}});
    std::sort(open.lists.begin(), open.lists.end(),
              [&](const OpenReads::List& a, const OpenReads::List& b) { return arena.compare(a.process, b.process) < 0; });
    open.mentions = std::move(mentioned);
    Record unused;
    if (bring_into_normal_form(context, literals, weak, unused)) emit(std::move(literals), std::move(weak));
    return;
  }
  each_outcome(context, {}, std::move(reads), false, [&](const Outcomes& made) {
    std::vector<TermId> conjunction = literals;
    for (TermId& literal : conjunction) literal = arena.rewrite(literal, [&](TermId leaf) { return made.value(leaf); });
    if (!context.normalizer.normalize(conjunction, {})) return;
    Weak weak = made.after;
    Record unused;
    if (!bring_into_normal_form(context, conjunction, weak, unused)) return;
    std::vector<std::uint32_t> map;
    weak = compact(
        weak, {}, [](TermId process) { return process; }, [&](TermId a, TermId b) { return arena.compare(a, b) < 0; }, map);
    for (TermId& literal : conjunction) {
      literal = arena.rewrite(literal, [&](TermId leaf) {
        if (arena.op(leaf) != Op::Read) return leaf;
        return arena.read(map[arena.read_number(leaf)], arena.reader(leaf), arena.location(leaf));
      });
      each_leaf(arena, literal, [&](TermId leaf) {
        if (arena.op(leaf) == Op::Read) weak.open.items[arena.read_number(leaf)] = {leaf};
      });
    }
    std::sort(conjunction.begin(), conjunction.end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
    emit(std::move(conjunction), std::move(weak));
  });
}

Weak DelayedWrites::compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                            std::vector<std::uint32_t>& read_map) const {
  using List = OpenReads::List;
  const std::vector<std::vector<TermId>>& items = weak.open.items;
  const std::uint32_t last = weak.open.last;
  Weak result;
  result.buffers = weak.buffers;
  result.absent = weak.absent;
  OpenReads& open = result.open;
  for (auto* list : {&result.buffers, &result.absent}) {
    for (DelayedBuffer& buffer : *list) {
      buffer.process = rename(buffer.process);
      for (TermId& arg : buffer.args) arg = rename(arg);
    }
  }
  std::sort(result.buffers.begin(), result.buffers.end(), [&](const DelayedBuffer& a, const DelayedBuffer& b) {
    if (a.symbol != b.symbol) return a.symbol.value < b.symbol.value;
    const auto [x, y] = std::mismatch(a.args.begin(), a.args.end(), b.args.begin());
    return x != a.args.end() ? before(*x, *y) : before(a.process, b.process);
  });
  read_map.assign(items.size() + 1, UINT32_MAX);
  std::uint32_t count = 0;
  const auto slot = [&](std::uint32_t read) { return read == new_read ? items.size() : read; };
  for (const List& list : weak.open.lists) {
    const TermId process = rename(list.process);
    if (!process.valid()) continue;
    List kept{process, {}};
    std::copy_if(list.reads.begin(), list.reads.end(), std::back_inserter(kept.reads),
                 [&](std::uint32_t read) { return read_has_items[slot(read)]; });
    if (!kept.reads.empty()) open.lists.push_back(std::move(kept));
  }
  std::sort(open.lists.begin(), open.lists.end(), [&](const List& a, const List& b) { return before(a.process, b.process); });
  for (const List& list : open.lists) {
    for (const std::uint32_t read : list.reads) {
      if (read != last) read_map[slot(read)] = count++;
    }
  }
  if (last != OpenReads::none && read_has_items[last]) {
    read_map[last] = open.last = count++;
    for (const TermId process : weak.open.mentions) {
      if (const TermId renamed = rename(process); renamed.valid()) open.mentions.push_back(renamed);
    }
  }
  for (List& list : open.lists) {
    for (std::uint32_t& read : list.reads) read = read_map[slot(read)];
  }
  for (DelayedBuffer& buffer : result.buffers) {
    for (std::uint32_t& entry : buffer.entries) entry = read_map[entry] = count++;
  }
  open.items.resize(count);
  return result;
}

bool DelayedWrites::embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept,
                          const std::function<bool()>& done) const {
  using List = OpenReads::List;
  const std::vector<DelayedBuffer>& buffers = f.buffers;
  const std::vector<List>& lists = f.open.lists;
  std::vector<const DelayedBuffer*> there;
  std::vector<TermId> args;
  for (const DelayedBuffer& buffer : buffers) {
    args.clear();
    for (const TermId arg : buffer.args) args.push_back(image(arg));
    const TermId process = image(buffer.process);
    const DelayedBuffer* target = g.find_buffer(process, buffer.symbol, args);
    if (target == nullptr && buffer.entries.empty()) target = g.find_absent(process, buffer.symbol, args);
    if (target == nullptr || target->entries.size() < buffer.entries.size()) return false;
    if (buffer.exact && (!target->exact || buffer.entries.empty() != target->entries.empty())) return false;
    there.push_back(target);
  }
  std::vector<std::uint32_t> map(f.open.items.size(), OpenReads::none);
  const std::uint32_t reads = f.reads();
  const std::uint32_t targets = g.reads();
  // Snapshot reads as in NOTE(timeline): monotone along each list, after a now only now, into the lists of the images.
  const auto fits = [&](const List& list, std::uint32_t read, std::uint32_t to) {
    const auto at = std::find(list.reads.begin(), list.reads.end(), read);
    const std::uint32_t previous = at == list.reads.begin() ? OpenReads::none : map[*(at - 1)];
    if (to == made_now) return true;
    if (previous == made_now) return false;
    const List* const target = g.open.find(image(list.process));
    if (target == nullptr) return false;
    const auto place = std::find(target->reads.begin(), target->reads.end(), to);
    if (place == target->reads.end()) return false;
    return previous == OpenReads::none || std::find(target->reads.begin(), target->reads.end(), previous) <= place;
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
    map[read] = OpenReads::none;
    return false;
  };
  return assign_read(assign_read, 0);
}

std::string DelayedWrites::describe_step(const Weak& successor, const Action& /*action*/, const Record& record) {
  const TermArena& arena = context.arena;
  const std::vector<std::vector<TermId>>& items = successor.open.items;
  std::string text;
  const auto add = [&](const std::string& what, TermId cell, TermId process) {
    text += (text.empty() ? "  " : ", ") + what + " " + to_string(arena, cell) + " of " + to_string(arena, process);
  };
  for (std::size_t read = 0; read < items.size(); ++read) {
    if (read >= record.closed.size() || !record.closed[read]) continue;
    for (const TermId item : items[read]) text += (text.empty() ? "  " : ", ") + ("then read: " + to_string(arena, item));
  }
  for (const Record::Delayed& write : record.delayed) text += (text.empty() ? "  " : ", ") + ("delayed: " + to_string(arena, write.cell));
  for (const Record::Commit& commit : record.commits) add("then commit", commit.place.cell, commit.place.process);
  return text;
}

std::string DelayedWrites::describe(const Weak& weak) const {
  TermArena& arena = context.arena;
  std::string text;
  for (const DelayedBuffer& buffer : weak.buffers) {
    text += "  buffer " + to_string(arena, buffer.process) + " " + to_string(arena, arena.cell(buffer.symbol, buffer.args)) + ":";
    for (const std::uint32_t entry : buffer.entries) text += " '" + std::to_string(entry);
    if (buffer.exact) text += buffer.entries.empty() ? " empty" : " newest";
  }
  for (const OpenReads::List& list : weak.open.lists) {
    text += "  open " + to_string(arena, list.process) + ":";
    for (const std::uint32_t read : list.reads) text += " " + std::to_string(read) + (read == weak.open.last ? " (final)" : "");
  }
  return text;
}

}  // namespace parapet::search
