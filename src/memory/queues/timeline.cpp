// The pre-image of the snapshot reads by a firing of t by p (NOTE(timeline) has the machine). To *close* a read is to decide that its
// snapshot is taken right after this firing.
//
//   must close   all of open(p), when the firing is sync (Q(p) is empty before it, so those snapshots are taken after it)
//                or p is clean (its snapshots are new after the firing, so they are taken after it)
//   may close    a read with an item of another reader (or of none) on a cell that t may write: its snapshot is taken just after
//                the firing and sees the write (rf), or before the firing (fr). For reads without such an item both give the same
//                states: they are left open
//   cut          snapshots of one process are taken in program order, so a closed read closes the rest of its list: a choice is
//                one cut point per list. u is last in several lists, so one bit decides it for all of them
//   forward      items (p, cell) of reads still open take the value that t writes to the cell
//   then         the firing's own reads become the first of open(p); clean(p) iff t is a fenced write
//
// Embedding, F into G. Each snapshot read of F maps to one of G or to now.
//   monotone     along each list, a later read maps to the same read, to a later one, or to now; after a now only now
//   lists        a read in p's list that does not map to now maps into the list of p's image. (This matters for u, which is in several.)
//   clean        if p is clean in F and a read of p does not map to now, the image of p is clean in G: a clean list asks more of a
//                state than the same list without the bit
#include "memory/queues/timeline.h"

#include <algorithm>
#include <iterator>

#include "result/certificate.h"

namespace parapet::search {
namespace {

constexpr std::uint32_t unmapped = UINT32_MAX;

// What a firing does to the snapshot reads, in one of the ways it may go. It has no conditions: what happens to a cell is decided with its
// alternatives.
class SnapshotChoice final : public Choice {
 public:
  // An item that is closed becomes the memory cell.
  [[nodiscard]] TermId after_closing(TermId leaf) const override {
    if (arena->op(leaf) != Op::Read) return leaf;
    return record.closed[arena->read_number(leaf)] ? arena->location(leaf) : leaf;
  }
  // Own writes are forwarded to own snapshot reads.
  [[nodiscard]] TermId written_cell(TermId leaf) const override {
    if (arena->op(leaf) == Op::Cell) return leaf;
    if (arena->op(leaf) != Op::Read || !actor().valid() || arena->reader(leaf) != actor()) return {};
    return arena->location(leaf);
  }
};

// A sync firing reads memory: its cells stay cells. Otherwise the guard and the values were read at the instant of the new snapshot read:
// a weak cell X is the item Read(new, actor, X), a shared plain cell c the item Read(new, c) without a reader.
TermId snapshot_item(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  if (instance.transition->kind == le::FiringKind::Sync) return cell;
  const SymbolId symbol = arena.symbol(cell);
  if (arena.signature()[symbol].weak) return arena.read(new_read, instance.actor, cell);
  return system.shared[symbol.index()] ? arena.read(new_read, {}, cell) : cell;
}

std::unique_ptr<MemoryPart> make_timeline(Context& context, const OrderOptions*) { return std::make_unique<Timeline>(context); }

}  // namespace

constinit const MemoryTraits timeline_memory{
    .engine = timeline_engine,
    .own_read = snapshot_item,
    .reads_map_to_reads = false,    // a read may map to the present state
    .candidates_with_reads = true,  // candidates may keep snapshot reads
    .counts_now = true,
    .views = OpenKind::Snapshot,
    .make = make_timeline,
};

void Timeline::start(std::vector<TermId> literals, std::vector<TermId> mentioned,
                     const std::function<void(std::vector<TermId>, Weak)>& emit) const {
  const TermArena& arena = context.arena;
  Weak weak;
  std::vector<TermId> reads;
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) reads.push_back(leaf);
    });
  }
  if (reads.empty()) return emit(std::move(literals), std::move(weak));
  std::sort(reads.begin(), reads.end());
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  OpenReads& open = weak.open;
  open.items.push_back(std::move(reads));
  open.last = 0;
  for (const TermId process : mentioned) open.lists.push_back({process, {0}, false});
  std::sort(open.lists.begin(), open.lists.end(),
            [&](const OpenReads::List& a, const OpenReads::List& b) { return arena.compare(a.process, b.process) < 0; });
  open.mentions = std::move(mentioned);
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      const bool count = arena.op(leaf) == Op::Cell && context.system.counts.type_of(arena.symbol(leaf)).has_value();
      open.mentions_all = open.mentions_all || count;
    });
  }
  emit(std::move(literals), std::move(weak));
}

Weak Timeline::with_everybody(const Weak& weak, std::uint32_t variables) const {
  Weak result = weak;
  auto& lists = result.open.lists;
  const std::uint32_t last = weak.open.last;
  for (const TermId process : context.instances.processes(variables)) {
    const auto at = std::find_if(lists.begin(), lists.end(), [&](const OpenReads::List& list) { return list.process == process; });
    if (at == lists.end()) {
      lists.push_back({process, {last}, false});
    } else if (at->reads.back() != last) {
      at->reads.push_back(last);
    }
  }
  const TermArena& arena = context.arena;
  std::sort(lists.begin(), lists.end(),
            [&](const OpenReads::List& a, const OpenReads::List& b) { return arena.compare(a.process, b.process) < 0; });
  return result;
}

void Timeline::fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) {
  using List = OpenReads::List;
  const std::vector<List>& lists = weak.open.lists;
  const std::vector<std::vector<TermId>>& items = weak.open.items;
  const std::uint32_t last = weak.open.last;
  constexpr std::uint32_t none = OpenReads::none;
  if (weak.open.mentions_all && last != none) {
    const std::vector<TermId> everybody = context.instances.processes(variables);
    const auto tied = [&](TermId process) {
      const List* const list = weak.open.find(process);
      return list != nullptr && list->reads.back() == last;
    };
    if (!std::all_of(everybody.begin(), everybody.end(), tied)) return fire(with_everybody(weak, variables), instance, variables, emit);
  }
  InstanceTable& table = context.instances;
  TermArena& arena = context.arena;
  const le::Transition& t = *instance.transition;
  SnapshotChoice c;
  c.arena = &arena;
  c.instance = &instance;
  c.variables = variables;
  std::vector<bool>& closed = c.record.closed;
  closed.assign(items.size(), false);

  const auto may_close = [&](std::uint32_t read) {
    return std::any_of(items[read].begin(), items[read].end(), [&](TermId item) {
      const TermId reader = arena.reader(item);
      return (!reader.valid() || reader != instance.actor) && table.may_write(instance, arena.location(item));
    });
  };
  const List* own = instance.actor.valid() ? weak.open.find(instance.actor) : nullptr;
  const bool closes_own = own != nullptr && (t.kind == le::FiringKind::Sync || own->clean);
  const bool must_close_last = closes_own && std::find(own->reads.begin(), own->reads.end(), last) != own->reads.end();

  // u is closed for a reason: a write it may see, or an earlier read of one of its lists that is closed.
  const auto last_has_reason = [&] {
    return may_close(last) || std::any_of(lists.begin(), lists.end(), [&](const List& list) {
             return list.reads.back() == last && list.reads.size() > 1 && closed[list.reads[list.reads.size() - 2]];
           });
  };

  const auto finish = [&] {
    if (last != none && closed[last] && !must_close_last && !last_has_reason()) return;
    OpenReads& after = c.after.open;
    after.lists.clear();
    const auto add_list = [&](TermId process, const List* old) {
      List rest{process, {}, old != nullptr && old->clean};
      if (process == instance.actor) {
        if (t.kind != le::FiringKind::Sync) rest.reads.push_back(new_read);
        rest.clean = t.kind == le::FiringKind::Write && t.fence;
      }
      if (old != nullptr)
        std::copy_if(old->reads.begin(), old->reads.end(), std::back_inserter(rest.reads),
                     [&](std::uint32_t read) { return !closed[read]; });
      after.lists.push_back(std::move(rest));
    };
    for (const List& list : lists) add_list(list.process, &list);
    if (instance.actor.valid() && own == nullptr) add_list(instance.actor, nullptr);
    after.last = last != none && !closed[last] ? last : none;
    after.mentions = after.last == none ? std::vector<TermId>{} : weak.open.mentions;
    after.mentions_all = after.last != none && weak.open.mentions_all;
    after.items = items;
    emit(c);
  };

  // One cut point per list: the reads from it on are closed.
  const auto cut = [&](auto&& self, std::size_t index, bool close_last) -> void {
    context.spend();
    if (index == lists.size()) return finish();
    const List& list = lists[index];
    const bool has_last = last != none && list.reads.back() == last;
    const std::size_t own_end = list.reads.size() - (has_last ? 1 : 0);
    const auto close_from = [&](std::size_t from) {
      for (std::size_t k = 0; k < own_end; ++k) closed[list.reads[k]] = k >= from;
      self(self, index + 1, close_last);
    };
    if (closes_own && &list == own) return close_from(0);
    close_from(own_end);
    // Closing a read closes what follows it, so u too.
    if (has_last && !close_last) return;
    for (std::size_t k = own_end; k-- > 0;) {
      if (may_close(list.reads[k])) close_from(k);
    }
    for (std::size_t k = 0; k < own_end; ++k) closed[list.reads[k]] = false;
  };
  if (last == none) return cut(cut, 0, false);
  if (!must_close_last) cut(cut, 0, false);
  closed[last] = true;
  cut(cut, 0, true);
}

bool Timeline::keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const {
  const OpenReads::List* list = weak.open.find(process);
  if (list == nullptr) return false;
  return std::any_of(list->reads.begin(), list->reads.end(), [&](std::uint32_t read) {
    return read != weak.open.last && read_has_items[read == new_read ? weak.open.items.size() : read];
  });
}

Weak Timeline::compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                       std::vector<std::uint32_t>& read_map) const {
  using List = OpenReads::List;
  const std::vector<std::vector<TermId>>& items = weak.open.items;
  const std::uint32_t last = weak.open.last;
  Weak compacted;
  OpenReads& result = compacted.open;
  const auto has_items = [&](std::uint32_t read) { return read_has_items[read == new_read ? items.size() : read]; };
  for (const List& list : weak.open.lists) {
    const TermId process = rename(list.process);
    if (!process.valid()) continue;
    List kept{process, {}, list.clean};
    for (const std::uint32_t read : list.reads) {
      if (has_items(read)) kept.reads.push_back(read);
    }
    if (!kept.reads.empty()) result.lists.push_back(std::move(kept));
  }
  std::sort(result.lists.begin(), result.lists.end(), [&](const List& a, const List& b) { return before(a.process, b.process); });
  read_map.assign(items.size() + 1, unmapped);
  const auto slot = [&](std::uint32_t read) -> std::uint32_t& { return read_map[read == new_read ? items.size() : read]; };
  std::uint32_t count = 0;
  for (const List& list : result.lists) {
    for (const std::uint32_t read : list.reads) {
      if (read != last) slot(read) = count++;
    }
  }
  if (last != OpenReads::none && has_items(last)) {
    slot(last) = result.last = count++;
    result.mentions_all = weak.open.mentions_all;
    for (const TermId process : weak.open.mentions) {
      if (const TermId renamed = rename(process); renamed.valid()) result.mentions.push_back(renamed);
    }
  }
  for (List& list : result.lists) {
    for (std::uint32_t& read : list.reads) read = slot(read);
  }
  result.items.resize(count);
  return compacted;
}

std::string Timeline::describe_step(const Weak& successor, const Action& action, const Record& record) {
  const TermArena& arena = context.arena;
  const Fire& fired = std::get<Fire>(action);
  TransitionInstance& instance = context.instances.find(fired.transition, fired.processes);
  const std::vector<bool>& closed = record.closed;
  const std::vector<std::vector<TermId>>& items = successor.open.items;
  std::string text;
  for (std::size_t read = 0; read < items.size(); ++read) {
    for (const TermId item : items[read]) {
      if (!context.instances.may_write(instance, arena.location(item))) continue;
      const bool own = instance.actor.valid() && arena.reader(item) == instance.actor;
      const char* what = closed[read] ? "rf: " : (own ? "own: " : "fr: ");
      text += (text.empty() ? "  " : ", ") + (what + to_string(arena, item)) +
              (closed[read] ? " saw it" : (own ? " took it from its buffer" : " did not see it"));
    }
  }
  return text;
}

std::string Timeline::describe(const Weak& weak) const {
  const TermArena& arena = context.arena;
  const std::uint32_t last = weak.open.last;
  std::string text;
  for (const OpenReads::List& list : weak.open.lists) {
    text += "  open " + to_string(arena, list.process) + ":";
    for (const std::uint32_t read : list.reads) text += read == last ? " " + std::to_string(read) + " (final)" : " " + std::to_string(read);
    if (list.clean) text += " clean";
  }
  if (weak.open.mentions_all) text += "  open everybody: " + std::to_string(last) + " (final)";
  return text;
}

bool Timeline::embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept, const std::function<bool()>& done) const {
  using List = OpenReads::List;
  const std::vector<List>& lists = f.open.lists;
  const std::uint32_t last = f.open.last;
  const OpenReads& other = g.open;
  const std::size_t count = f.open.items.size();
  std::vector<std::uint32_t> map(count, unmapped);
  // Whether `to` may be the image of the read `read` as far as one of its lists is concerned, given the images of the reads before it.
  const auto fits = [&](const List& list, std::uint32_t read, std::uint32_t to) {
    const auto at = std::find(list.reads.begin(), list.reads.end(), read);
    const std::uint32_t previous = at == list.reads.begin() ? unmapped : map[*(at - 1)];
    if (to == made_now) return true;
    if (previous == made_now) return false;
    const List* target = other.find(image(list.process));
    if (target == nullptr || (list.clean && !target->clean)) return false;
    const auto place = std::find(target->reads.begin(), target->reads.end(), to);
    if (place == target->reads.end()) return false;
    return previous == unmapped || std::find(target->reads.begin(), target->reads.end(), previous) <= place;
  };
  const auto fits_all = [&](std::uint32_t read, std::uint32_t to) {
    if (read == last && f.open.mentions_all && to != made_now && !(other.mentions_all && to == other.last)) return false;
    return std::all_of(lists.begin(), lists.end(), [&](const List& list) {
      const bool member =
          read == last ? list.reads.back() == last : std::find(list.reads.begin(), list.reads.end(), read) != list.reads.end();
      return !member || fits(list, read, to);
    });
  };
  const auto assign = [&](auto&& self, std::uint32_t read) -> bool {
    if (read == count) return done();
    const auto attempt = [&](std::uint32_t to) {
      map[read] = to;
      return fits_all(read, to) && accept(read, to) && self(self, read + 1);
    };
    for (std::uint32_t to = 0; to < other.items.size(); ++to) {
      if (attempt(to)) return true;
    }
    if (attempt(made_now)) return true;
    map[read] = unmapped;
    return false;
  };
  return assign(assign, 0);
}

}  // namespace parapet::search
