// Start cubes, normal form and cover of cubes with queues (queues.h). The pre-image is in fire.cpp.
//
// Embedding, F into G. Each snapshot read of F maps to one of G or to now.
//   monotone     along each list, a later read maps to the same read, to a later one, or to now; after a now only now
//   lists        a read in p's list that does not map to now maps into the list of p's image. (This matters for u, which is in several.)
//   clean        if p is clean in F and a read of p does not map to now, the image of p is clean in G: a clean list asks more of a
//                state than the same list without the bit
//   everybody    if u of F mentions everybody and does not map to now, it maps to u of G, which mentions everybody
// D_F(p,l) goes into D_G of the images with increasing positions; E_F(p,l) needs E_G, the last entry goes to the last, and either both lists
// are empty or none: more entries and more E bits make a cube smaller. For E_F(p,l) with D_F(p,l) empty it is enough that G's literals
// exclude an entry there, by the text (`absent`).
#include "memory/queues/queues.h"

#include <algorithm>
#include <iterator>

#include "memory/queues/choices.h"
#include "result/certificate.h"

namespace parapet::search {
namespace {

using List = OpenReads::List;

constexpr std::uint32_t unmapped = UINT32_MAX;

// A sync firing reads memory: its cells stay cells. Otherwise the guard and the values were read at the instant of the new snapshot read:
// a weak cell X is the item Read(new, actor, X), a shared plain cell c the item Read(new, c) without a reader.
TermId item_of_snapshot(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  if (instance.transition->kind == le::FiringKind::Sync) return cell;
  const SymbolId symbol = arena.symbol(cell);
  if (arena.signature()[symbol].weak) return arena.read(new_read, instance.actor, cell);
  return system.shared[symbol.index()] ? arena.read(new_read, {}, cell) : cell;
}

// With buffers a weak read is made when everything else of the firing is known (Choice::complete); until then it is an item of new_read.
TermId item_of_firing(const le::System&, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  return arena.signature()[arena.symbol(cell)].weak ? arena.read(new_read, instance.actor, cell) : cell;
}

std::unique_ptr<MemoryPart> make_queues(Context& context, const OrderOptions*) { return std::make_unique<Queues>(context); }

void sort_reads_and_drop_twins(std::vector<TermId>& reads) {
  std::sort(reads.begin(), reads.end());
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
}

template <class Less>
void sort_lists(std::vector<List>& lists, const Less& before) {
  std::sort(lists.begin(), lists.end(), [&](const List& a, const List& b) { return before(a.process, b.process); });
}

// The images of snapshot reads, one after the other.
class ReadImages {
 public:
  ReadImages(const OpenReads& f, const OpenReads& g, const MemoryPart::Rename& image)
      : f_(f), g_(g), image_(image), map_(f.items.size(), unmapped) {}

  void set(std::uint32_t read, std::uint32_t to) { map_[read] = to; }

  // Whether `to` may be the image of the read, given the images of the reads before it.
  [[nodiscard]] bool fits(std::uint32_t read, std::uint32_t to) const {
    if (read == f_.last && f_.mentions_all && to != made_now && !(g_.mentions_all && to == g_.last)) return false;
    return std::all_of(f_.lists.begin(), f_.lists.end(), [&](const List& list) {
      const bool member =
          read == f_.last ? list.reads.back() == read : std::find(list.reads.begin(), list.reads.end(), read) != list.reads.end();
      return !member || fits(list, read, to);
    });
  }

 private:
  [[nodiscard]] bool fits(const List& list, std::uint32_t read, std::uint32_t to) const {
    const auto at = std::find(list.reads.begin(), list.reads.end(), read);
    const std::uint32_t previous = at == list.reads.begin() ? unmapped : map_[*(at - 1)];
    if (to == made_now) return true;
    if (previous == made_now) return false;
    const List* const target = g_.find(image_(list.process));
    if (target == nullptr || (list.clean && !target->clean)) return false;
    const auto place = std::find(target->reads.begin(), target->reads.end(), to);
    if (place == target->reads.end()) return false;
    return previous == unmapped || std::find(target->reads.begin(), target->reads.end(), previous) <= place;
  }

  const OpenReads& f_;
  const OpenReads& g_;
  const MemoryPart::Rename& image_;
  std::vector<std::uint32_t> map_;
};

}  // namespace

constinit const MemoryTraits timeline_memory{
    .engine = timeline_engine,
    .own_read = item_of_snapshot,
    .reads_map_to_reads = false,    // a read may map to the present state
    .candidates_with_reads = true,  // candidates may keep snapshot reads
    .counts_now = true,
    .views = OpenKind::Snapshot,
    .make = make_queues,
};

constinit const MemoryTraits delayed_memory{
    .engine = timeline_engine,
    .own_read = item_of_firing,
    .writes_apart = true,
    .reads_map_to_reads = true,      // unless the covered cube speaks of memory
    .candidates_with_reads = false,  // see `features`
    .counts_now = true,
    .views = OpenKind::Delayed,
    .make = make_queues,
};

// u with these items, in the list of each process that the unsafe formula mentions.
OpenReads Queues::final_read(std::vector<TermId> items, std::vector<TermId> mentioned) const {
  OpenReads open;
  open.items.push_back(std::move(items));
  open.last = 0;
  for (const TermId process : mentioned) open.lists.push_back({process, {0}});
  sort_lists(open.lists, [&](TermId a, TermId b) { return context.arena.compare(a, b) < 0; });
  open.mentions = std::move(mentioned);
  return open;
}

void Queues::start(std::vector<TermId> literals, std::vector<TermId> mentioned,
                   const std::function<void(std::vector<TermId>, Weak)>& emit) const {
  TermArena& arena = context.arena;
  std::vector<TermId> reads;
  bool counts = false;
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) reads.push_back(leaf);
      counts = counts || (arena.op(leaf) == Op::Cell && context.system.counts.type_of(arena.symbol(leaf)).has_value());
    });
  }
  sort_reads_and_drop_twins(reads);
  Record unused;
  if (!delays() || (context.system.delays.any_late() && !reads.empty())) {
    Weak weak;
    if (!reads.empty()) weak.open = final_read(std::move(reads), std::move(mentioned));
    if (delays() && !bring_into_normal_form(context, literals, weak, unused)) return;
    weak.open.mentions_all = !delays() && counts && weak.open.last != OpenReads::none;
    return emit(std::move(literals), std::move(weak));
  }
  each_outcome(context, {}, std::move(reads), false, [&](const Outcomes& made) {
    std::vector<TermId> conjunction = literals;
    for (TermId& literal : conjunction) literal = arena.rewrite(literal, [&](TermId leaf) { return made.value(leaf); });
    if (!context.normalizer.normalize(conjunction, {})) return;
    Weak weak = made.after;
    if (!bring_into_normal_form(context, conjunction, weak, unused)) return;
    std::vector<std::uint32_t> map;
    const auto before = [&](TermId a, TermId b) { return arena.compare(a, b) < 0; };
    weak = compact(
        weak, {}, [](TermId process) { return process; }, before, map);
    for (TermId& literal : conjunction) {
      literal = arena.rewrite(literal, [&](TermId leaf) {
        if (arena.op(leaf) != Op::Read) return leaf;
        return arena.read(map[arena.read_number(leaf)], arena.reader(leaf), arena.location(leaf));
      });
      each_leaf(arena, literal, [&](TermId leaf) {
        if (arena.op(leaf) == Op::Read) weak.open.items[arena.read_number(leaf)] = {leaf};
      });
    }
    std::sort(conjunction.begin(), conjunction.end(), before);
    emit(std::move(conjunction), std::move(weak));
  });
}

bool Queues::keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const {
  const List* const list = weak.open.find(process);
  const bool reads = list != nullptr && std::any_of(list->reads.begin(), list->reads.end(), [&](std::uint32_t read) {
                       return read != weak.open.last && read_has_items[read == new_read ? weak.open.items.size() : read];
                     });
  return reads || weak.has_buffer(process);
}

Weak Queues::compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                     std::vector<std::uint32_t>& read_map) const {
  const std::size_t items = weak.open.items.size();
  const std::uint32_t last = weak.open.last;
  const auto slot = [&](std::uint32_t read) { return read == new_read ? items : read; };
  Weak result;
  OpenReads& open = result.open;
  for (const List& list : weak.open.lists) {
    const TermId process = rename(list.process);
    if (!process.valid()) continue;
    List kept{process, {}, list.clean};
    std::copy_if(list.reads.begin(), list.reads.end(), std::back_inserter(kept.reads),
                 [&](std::uint32_t read) { return read_has_items[slot(read)]; });
    if (!kept.reads.empty()) open.lists.push_back(std::move(kept));
  }
  sort_lists(open.lists, before);
  read_map.assign(items + 1, unmapped);
  std::uint32_t count = 0;
  for (const List& list : open.lists) {
    for (const std::uint32_t read : list.reads) {
      if (read != last) read_map[slot(read)] = count++;
    }
  }
  if (last != OpenReads::none && read_has_items[last]) {
    read_map[last] = open.last = count++;
    open.mentions_all = weak.open.mentions_all;
    for (const TermId process : weak.open.mentions) {
      if (const TermId renamed = rename(process); renamed.valid()) open.mentions.push_back(renamed);
    }
  }
  for (List& list : open.lists) {
    for (std::uint32_t& read : list.reads) read = read_map[slot(read)];
  }
  result.buffers = weak.buffers;
  result.absent = weak.absent;
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
  for (DelayedBuffer& buffer : result.buffers) {
    for (std::uint32_t& entry : buffer.entries) entry = read_map[entry] = count++;
  }
  open.items.resize(count);
  return result;
}

bool Queues::embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept, const std::function<bool()>& done) const {
  std::vector<const DelayedBuffer*> there;  // of G, by buffer of F
  for (const DelayedBuffer& buffer : f.buffers) {
    std::vector<TermId> args;
    for (const TermId arg : buffer.args) args.push_back(image(arg));
    const TermId process = image(buffer.process);
    const DelayedBuffer* target = g.find_buffer(process, buffer.symbol, args);
    if (target == nullptr && buffer.entries.empty()) target = g.find_absent(process, buffer.symbol, args);
    if (target == nullptr || target->entries.size() < buffer.entries.size()) return false;
    if (buffer.exact && (!target->exact || buffer.entries.empty() != target->entries.empty())) return false;
    there.push_back(target);
  }
  const std::uint32_t reads = f.reads();
  const std::uint32_t targets = g.reads();
  ReadImages images(f.open, g.open, image);
  // Entry k of buffer b goes to a place not before `from`.
  const auto assign_entries = [&](auto&& self, std::size_t b, std::size_t k, std::size_t from) -> bool {
    if (b == f.buffers.size()) return done();
    const std::vector<std::uint32_t>& list = f.buffers[b].entries;
    const std::vector<std::uint32_t>& places = there[b]->entries;
    if (k == list.size()) return self(self, b + 1, 0, 0);
    const std::size_t rest = list.size() - k - 1;
    for (std::size_t to = f.buffers[b].exact && rest == 0 ? places.size() - 1 : from; to + rest < places.size(); ++to) {
      if (accept(list[k], places[to]) && self(self, b, k + 1, to + 1)) return true;
    }
    return false;
  };
  // In the order of their numbers: snapshot reads before entries.
  const auto assign_reads = [&](auto&& self, std::uint32_t read) -> bool {
    if (read == reads) return assign_entries(assign_entries, 0, 0, 0);
    const auto attempt = [&](std::uint32_t to) {
      images.set(read, to);
      return images.fits(read, to) && accept(read, to) && self(self, read + 1);
    };
    for (std::uint32_t to = 0; to < targets; ++to) {
      if (attempt(to)) return true;
    }
    if (attempt(made_now)) return true;
    images.set(read, unmapped);
    return false;
  };
  return assign_reads(assign_reads, 0);
}

TermId Queues::read_now(const Weak& weak, TermId reader, TermId location) const {
  if (!delays()) return location;
  TermArena& arena = context.arena;
  const DelayedBuffer* buffer = weak.find_buffer(arena, reader, location);
  if (buffer == nullptr) buffer = weak.find_absent(reader, arena.symbol(location), arena.args(location));
  if (buffer == nullptr || !buffer->exact) return {};
  return buffer->entries.empty() ? location : arena.read(buffer->entries.back(), reader, location);
}

}  // namespace parapet::search
