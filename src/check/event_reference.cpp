// The meaning of a cube of the event engine, and its pre-image by that meaning.
//
// The meaning. Let P be a sequence of firings from an initial state in which co and program order go forward and each weak read has its
// source: of a read *from memory* the last write of the location before it in P, or init. From memory a sync firing reads the locations of
// System::ordered_by_commit: every execution has such an order of its firings (le/lateness.cpp, Places). P *completes* the cube if
//   - the cube's processes are distinct processes;
//   - each item (i, l) of a pending read has a source in P: a write of l, or init; not older than i's own last write of l; and all items of
//     one pending read have their sources at one instant;
//   - the literals hold for the plain cells after P, for what the last write of each weak location in P left there (a cell of it), and for
//     what the items read;
//   - the following graph has no cycle. Its vertices are the events of P, the pending reads, and one for each row of the cube; its edges
//     are ghb between the events of P, and
//     r -> r'        r' in reach(r)
//     row -> r       r in the row: the row stands for all explored events that an event of P can come before in that way
//     e -> row       for e an event of P, by the definition of ghb, as if the row were such an event:
//                      execution of q -> A(q);   write of q -> B(q), or A(q) where the memory model keeps write -> execution;
//                      write of l -> L(l) (co);   execution that read l -> L(l) (fr: what it read is in P, so older);
//                      write of l -> Gr(l) (rf: of explored reads of l from memory, from the last write in P; or co and rf)
//                      execution that read the shared plain c -> Gw(c), that wrote it -> Gr(c), Gw(c)
//     w -> r         r, of another process, has an item whose source is w (rf)
//     r -> w         r, of another process, has an item on l whose source is older than the write w of l (fr)
// No other event after P is needed: every edge from an event after P back into P starts at a pending read. A cycle of the whole execution's
// ghb through P enters what comes after P through one of these rows and leaves it at a pending read, so it is a cycle of this graph. Hence
// an execution that ends in unsafe completes a start cube, where u is a pending read after all executions of the processes mentioned; and
// the empty sequence completes a cube iff the cube meets init.
//
// The pre-image. Let P f complete the cube, f a firing by p with the execution x and, if its text writes weak locations, the write w (one
// event if f is atomic: a read-modify-write, or the memory model keeps write -> execution). The edges from x and w to the cube's vertices
// are those above, and there is a choice for each pending read with an item on a location that f writes: a read of p itself must read from
// f; a read of another process reads either all its items on these locations from w (w -> r) or none of them (r -> w). If the graph of the
// cube's vertices, x and w has a cycle, no P f completes the cube in this way. Otherwise P completes the predecessor cube: x is one more
// pending read of what it does not read from memory, and the events of P come before those of f by the same rules, so the events of f are further members of the rows. A row of
// the predecessor cube reaches what the old row reaches and what its new members reach:
//     A(p)          x, w
//     B(p)          w; x if it has a fence or is atomic
//     L(l)          w if it writes l
//     Gr(l)         x if it read l from memory
//     Gr(c), Gw(c)  x if it read, wrote c
// Reachability is computed by depth-first search; the incremental formulas for rows that the search uses are not used here.
//
// Chosen co. Where every location has a store buffer, a firing has a write event per location (all of them and its execution are one event
// if it is atomic: a read-modify-write, or without an actor), and co does not follow the firings. Then P is a sequence of firings in an order
// in which they can execute, all before the explored ones; a cube also has *chains*, explored writes w1 < w2 < ... of a location in co, each
// with its *slot* s(w), the moment when w is overwritten; and P completes the cube if co can be extended to the writes of P and the chains
// such that, beside what is said above of processes, sources and literals,
//   - no write of P is after a closed write, between a glued write and the one before it, or after a write that its process has *seen* (it is
//     the writer or has read it);
//   - the source of an item is after the writes of its chain that the item is after (PendingOrder::is_after), and before the others, and all
//     writes of other processes up to it in co are in memory when the item is read; the source of an early item is its reader's own last
//     write, perhaps still buffered; if there is no chain and the item is not early, nothing is said of that. An exchange reads what is right
//     before its write;
//   - the graph has no cycle with these edges in place of those of L(l) and Gr(l) and of reads of locations:
//       x -> every explored event;  u -> the same, if u is in memory when its firing ends (it is atomic, or by le/delays.h never delayed)
//       u -> s, w, u'       u, a write of P, is before u' of P in co, or right before the chain's w;  s(w) -> u  if u is right after w
//       r -> u, w           the write that comes next in co after the source of r, also of an early one
//       u -> V(q), u' of q  q fired a wfence() between the two
//       w -> its row, s(w) among it;  s(w) -> the next write of the chain
// Since all of P executes before what is explored, a read of P never reads from behind an explored write, and a write of P that is in memory
// at once is before all of them.
//
// In the pre-image each write w' of f has a place in its chain, and each item on its location is decided. Let j be the place: after wj.
//   it is after wj+1, or early and of another process    nothing
//   it is older than wj                                  nothing; not of p, whose reads are not older than its own writes
//   it is early and of p                                 it reads w', p's last write
//   otherwise one of      reads w'        w' -> r, but for p's own read, and r -> s(w'). If r is the exchange of wj+1, that is glued to w'
//                         older           r -> w'; not of p
//                         after           w' -> r: the source is between w' and wj+1
//                         early           of another process i, if there was no chain, i can have a buffered write of l, and r is not in B(i).
//                                         (Where that is not so, i's own write is in memory when r reads: it is older, or after.)
// What f reads itself from a location with a chain is older than the chain, or early. Early says more only if p may have a buffered write of
// l that can come after w1, or if another process may have one, which can then be committed after f and before p's.
// A write of the predecessor cube is closed if no process at hand, and no other one, can have a write after it: it has seen the write, or has
// its slot in B, or never has a buffered write of the location, by le/delays.h. (Such a write would be on a cycle.)
//
// The reads of f are those of its text, whichever branch is taken. A weak or shared plain cell that a `case` may keep is written only in
// the branches that assign it. The cells of processes that are not at hand (at hand are z0, z1, ... and the constants) share one row,
// marked `others`: f is a member of it if it writes all of these cells in every state. Leaving f out would only make the predecessor cube
// larger.
#include "check/event_reference.h"

#include <algorithm>
#include <map>

#include "base/narrow.h"
#include "check/event_order.h"

namespace parapet::check {

using le::Branch;

namespace {

PendingOrder::Item sought_item(const TermArena& arena, TermId read) {
  const TermId cell = arena.location(read);
  const auto args = arena.args(cell);
  return {arena.read_number(read), arena.reader(read), arena.symbol(cell), {args.begin(), args.end()}, false};
}

bool is_item(const TermArena& arena, TermId read, const PendingOrder::Item& item) {
  const TermId cell = arena.location(read);
  const auto args = arena.args(cell);
  return arena.read_number(read) == item.read && arena.reader(read) == item.reader && arena.symbol(cell) == item.symbol &&
         std::equal(args.begin(), args.end(), item.args.begin(), item.args.end());
}

// No execution completes the cube: an item is after a write that no other can come after, or between two that are glued.
bool has_item_without_source(const PendingOrder& order) {
  return std::any_of(order.sought.begin(), order.sought.end(), [&](const PendingOrder::Item& item) {
    const PendingOrder::Chain chain = order.chain(item.symbol, item.args);
    for (std::size_t k = chain.first; !item.early && k < chain.end && PendingOrder::is_after(item.read, order.writes[k]); ++k) {
      const bool last = k + 1 == chain.end || !PendingOrder::is_after(item.read, order.writes[k + 1]);
      if (order.writes[k].closed || (last && k + 1 < chain.end && order.writes[k + 1].glued)) return true;
    }
    return false;
  });
}

}  // namespace

struct EventReference::Firing {
  struct Written {
    TermId cell;
    std::vector<FiringInstance::Case> cases;
    std::size_t chosen = 0;

    [[nodiscard]] const FiringInstance::Case& choice() const { return cases[chosen]; }
    [[nodiscard]] bool changes() const { return choice().kind != Branch::Kind::Keep; }
  };
  const Cube& cube;
  FiringInstance& instance;
  const VisitCube& visit;
  std::uint32_t own_read = 0;  // x
  std::vector<TermId> guard;
  std::vector<TermId> reads;              // weak and shared plain cells, with indices at hand
  std::vector<Written> written;           // the same for writes, and plain cells of literals
  std::vector<SymbolId> beyond;           // arrays of which all cells of processes that are not at hand are written
  std::uint32_t number = 0;               // of the transition
  std::vector<PendingOrder::Item> items;  // of the pending reads of the cube
  std::vector<Way> ways;                  // by item
  std::vector<PlacedWrite> placed;        // by weak location that is written

  [[nodiscard]] const Written* find(TermId cell) const {
    const auto at = std::find_if(written.begin(), written.end(), [&](const Written& w) { return w.cell == cell; });
    return at == written.end() ? nullptr : &*at;
  }
  [[nodiscard]] bool writes(TermId cell) const {
    const Written* entry = find(cell);
    return entry != nullptr && entry->changes();
  }
  [[nodiscard]] bool takes(const TermArena& arena, TermId leaf) const {
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (ways[k] == Way::Reads && is_item(arena, leaf, items[k])) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_own(const PendingOrder::Item& item) const { return instance.actor.valid() && item.reader == instance.actor; }
};

void EventReference::start(const std::vector<le::UnsafeCube>& all, const VisitCube& visit) {
  for (const le::UnsafeCube& unsafe : all) {
    const bool more = each_mapping(system_, arena_, 0, unsafe.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
      parameters_ = processes;
      Cube cube;
      cube.processes = variables;
      // Under sc `i @ X` is a cell. Shared plain cells, which the timeline engine reads with u, are cells here.
      for (const TermId literal : literals_of(unsafe, arena_, processes)) {
        cube.literals.push_back(arena_.rewrite(literal, [&](TermId leaf) {
          const bool delayed = system_.model.delays_writes();
          if (arena_.op(leaf) == Op::Cell) return delayed && is_weak(arena_.symbol(leaf)) ? arena_.read(0, {}, leaf) : leaf;
          const bool plain = arena_.op(leaf) == Op::Read && !is_weak(arena_.symbol(arena_.location(leaf)));
          return plain ? arena_.location(leaf) : leaf;
        }));
      }
      cube.weak.open.items.resize(1);
      fill_items(arena_, cube);
      if (cube.weak.open.items[0].empty()) {
        cube.weak.open.items.clear();
        return visit(cube);
      }
      cube.weak.order.reach = {{0}};
      for (const TermId item : cube.weak.open.items[0]) {
        if (chosen_) cube.weak.order.sought.push_back(sought_item(arena_, item));
      }
      for (const TermId process : mentions_of(unsafe, arena_, processes)) cube.weak.order.processes.push_back({process, {0}, {}});
      for (const TermId literal : cube.literals) {
        each_leaf(arena_, literal, [&](TermId leaf) {
          if (arena_.op(leaf) != Op::Cell || !is_tracked(arena_.symbol(leaf))) return;
          const auto args = arena_.args(leaf);
          if (cube.weak.order.find(arena_.symbol(leaf), args) == nullptr)
            cube.weak.order.cells.push_back({arena_.symbol(leaf), {args.begin(), args.end()}, false, {0}, {}});
        });
      }
      return visit(cube);
    });
    if (!more) return;
  }
}

void EventReference::before(const Cube& cube, std::uint32_t transition, const VisitCube& visit) {
  const le::Transition& t = system_.transitions[transition];
  const auto own_read = narrow<std::uint32_t>(cube.weak.open.items.size());
  each_mapping(system_, arena_, cube.processes, t.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
    parameters_ = processes;
    FiringInstance instance(system_, arena_, t, variables, processes);
    instance.set_read(
        [&](TermId cell) { return reads_at_its_place(system_, arena_, t, cell) ? cell : arena_.read(own_read, instance.actor, cell); });
    Firing firing{cube, instance, visit, own_read, {}, {}, {}, {}, transition, {}, {}, {}};
    find_items(firing);
    find_accesses(firing);
    return choose_branches(firing, 0);
  });
}

void EventReference::note_reads(Firing& firing, TermId term) const {
  each_leaf(arena_, term, [&](TermId leaf) {
    if (arena_.op(leaf) == Op::Read) firing.reads.push_back(arena_.location(leaf));
    if (arena_.op(leaf) == Op::Cell && is_tracked(arena_.symbol(leaf))) firing.reads.push_back(leaf);
  });
}

void EventReference::find_accesses(Firing& firing) {
  firing.guard = firing.instance.guard();
  for (const TermId formula : firing.guard) note_reads(firing, formula);
  for (const TermId value : firing.instance.lets()) note_reads(firing, value);
  std::vector<TermId> mentioned;
  for (const TermId literal : firing.cube.literals) each_leaf(arena_, literal, [&](TermId leaf) { mentioned.push_back(leaf); });
  const std::vector<TermId> range = processes_at_hand(system_, arena_, firing.instance.variables);
  for (const le::Update& update : system_.updates[firing.instance.transition.source]) {
    const SymbolId symbol = update.symbol;
    for (const TermId cell : cells_of(arena_, symbol, range)) {
      if (firing.find(cell) != nullptr) continue;
      auto cases = firing.instance.new_value(cell);
      if (!cases) continue;
      std::erase_if(*cases, [&](const FiringInstance::Case& each) { return each.condition == arena_.truth(false); });
      for (const FiringInstance::Case& each : *cases) {
        note_reads(firing, each.condition);
        if (each.value.valid()) note_reads(firing, each.value);
      }
      const bool matters = is_tracked(symbol) || std::find(mentioned.begin(), mentioned.end(), cell) != mentioned.end();
      if (matters) firing.written.push_back({cell, std::move(*cases), 0});
    }
    const bool known = std::find(firing.beyond.begin(), firing.beyond.end(), symbol) != firing.beyond.end();
    if (is_tracked(symbol) && !known && writes_all_beyond(firing, symbol)) firing.beyond.push_back(symbol);
  }
}

bool EventReference::writes_all_beyond(Firing& firing, SymbolId symbol) {
  const std::uint32_t first = firing.instance.variables;
  const std::uint32_t arity = arena_.signature()[symbol].arity;
  for (const TermId cell : cells_of(arena_, symbol, processes_at_hand(system_, arena_, first + arity))) {
    const auto args = arena_.args(cell);
    const bool outside = std::any_of(args.begin(), args.end(), [&](TermId process) {
      return arena_.op(process) == Op::ProcessVar && arena_.process_number(process) >= first;
    });
    if (!outside) continue;
    const auto cases = firing.instance.new_value(cell);
    const auto keeps = [&](const FiringInstance::Case& each) {
      return each.kind == Branch::Kind::Keep && each.condition != arena_.truth(false);
    };
    if (!cases || std::any_of(cases->begin(), cases->end(), keeps)) return false;
  }
  return arity > 0;
}

// What is sought, where co is chosen; otherwise every item is of a literal.
void EventReference::find_items(Firing& firing) const {
  firing.items = firing.cube.weak.order.sought;
  for (const auto& items : firing.cube.weak.open.items) {
    for (const TermId item : items) {
      if (!chosen_) firing.items.push_back(sought_item(arena_, item));
    }
  }
  firing.ways.assign(firing.items.size(), Way::Nothing);
}

bool EventReference::choose_branches(Firing& firing, std::size_t k) {
  arena_.spend();
  if (k == firing.written.size()) {
    firing.placed.clear();
    for (const Firing::Written& each : firing.written) {
      if (!each.changes() || !is_weak(arena_.symbol(each.cell))) continue;
      const bool delayed = !is_one_event(system_, firing.instance) && may_delay(firing.number, firing.instance.actor, each.cell);
      firing.placed.push_back({each.cell, 0, delayed});
    }
    return choose_places(firing, 0);
  }
  for (std::size_t chosen = 0; chosen < firing.written[k].cases.size(); ++chosen) {
    firing.written[k].chosen = chosen;
    if (!choose_branches(firing, k + 1)) return false;
  }
  return true;
}

// The places in co of the writes from this one on. None is after a write that is closed or that its process has seen, nor between two that
// are glued; a write that is in memory when its firing ends is before all explored ones.
bool EventReference::choose_places(Firing& firing, std::size_t k) {
  arena_.spend();
  if (k == firing.placed.size()) return finish(firing);
  PlacedWrite& placed = firing.placed[k];
  const PendingOrder& order = firing.cube.weak.order;
  const PendingOrder::Chain chain = order.chain(arena_.symbol(placed.cell), arena_.args(placed.cell));
  for (std::size_t position = 0; position <= chain.size(); ++position) {
    if (position > 0 && (!placed.delayed || !may_follow(order, firing.instance.actor, order.writes[chain.first + position - 1]))) break;
    if (position < chain.size() && order.writes[chain.first + position].glued) continue;
    placed.position = position;
    if (!choose_ways(firing, k, 0)) return false;
  }
  return true;
}

bool EventReference::choose_ways(Firing& firing, std::size_t k, std::size_t item) {
  arena_.spend();
  const auto is_there = [&](const PendingOrder::Item& one) { return arena_.cell(one.symbol, one.args) == firing.placed[k].cell; };
  while (item < firing.items.size() && !is_there(firing.items[item])) ++item;
  if (item == firing.items.size()) return choose_places(firing, k + 1);
  for (const Way way : ways(firing, firing.placed[k], item)) {
    firing.ways[item] = way;
    const bool more = choose_ways(firing, k, item + 1);
    firing.ways[item] = Way::Nothing;
    if (!more) return false;
  }
  return true;
}

// Where co follows the firings the writes of a firing are one event, so a pending read reads all its items from it or none.
std::vector<Way> EventReference::ways(const Firing& firing, const PlacedWrite& placed, std::size_t item) const {
  if (chosen_) return chosen_ways(firing, placed, item);
  if (firing.is_own(firing.items[item])) return {Way::Reads};
  for (std::size_t other = 0; other < firing.items.size(); ++other) {
    const bool same = firing.items[other].read == firing.items[item].read && !firing.is_own(firing.items[other]);
    if (same && firing.ways[other] != Way::Nothing) return {firing.ways[other]};
  }
  return {Way::Reads, Way::Older};
}

std::vector<Way> EventReference::chosen_ways(const Firing& firing, const PlacedWrite& placed, std::size_t item) const {
  const PendingOrder::Item& one = firing.items[item];
  const PendingOrder& order = firing.cube.weak.order;
  const bool own = firing.is_own(one);
  if (one.early) return {own ? Way::Reads : Way::Nothing};
  const PendingOrder::Chain chain = order.chain(one.symbol, one.args);
  std::size_t gap = 0;
  while (gap < chain.size() && PendingOrder::is_after(one.read, order.writes[chain.first + gap])) ++gap;
  if (gap > placed.position) return {Way::Nothing};
  if (gap < placed.position) return own ? std::vector<Way>() : std::vector{Way::Nothing};
  if (own) return {Way::Reads, Way::After};
  std::vector<Way> all{Way::Reads, Way::Older, Way::After};
  const PendingOrder::ProcessRow* const row = one.reader.valid() ? order.find(one.reader) : nullptr;
  const bool buffered = one.reader.valid() && may_buffer(one.reader, placed.cell) && (row == nullptr || !row->waits.has(one.read));
  if (chain.size() == 0 && buffered) all.push_back(Way::Early);
  return all;
}

bool EventReference::finish(Firing& firing) {
  Cube before;
  if (!add_order(firing, before.weak.order)) return true;
  before.processes = firing.instance.variables;
  add_literals(firing, before.literals);
  before.weak.open.items.resize(firing.own_read + 1);
  fill_items(arena_, before);
  if (!chosen_) return firing.visit(before);
  made_.clear();
  for (const PlacedWrite& placed : firing.placed) {
    Made& made = made_.emplace_back(Made{placed.cell, placed.position});
    for (std::size_t k = 0; k < firing.items.size(); ++k) {
      const PendingOrder::Item& item = firing.items[k];
      if (firing.ways[k] == Way::Reads && arena_.cell(item.symbol, item.args) == placed.cell) made.readers.push_back(item.read);
    }
  }
  add_sought(firing, before);
  return choose_early(firing, before, 0);
}

void EventReference::add_literals(const Firing& firing, std::vector<TermId>& literals) {
  literals = firing.guard;
  std::uint32_t next_fresh = unused_fresh(arena_, firing.cube.literals);
  std::map<TermId, TermId> values;  // by cell
  for (const Firing::Written& each : firing.written) {
    literals.push_back(each.choice().condition);
    if (each.choice().kind == Branch::Kind::Set) values[each.cell] = each.choice().value;
    if (each.choice().kind == Branch::Kind::Havoc) values[each.cell] = arena_.fresh(next_fresh++, arena_.sort(each.cell));
  }
  std::vector<TermId> definitions;
  for (const TermId literal : firing.cube.literals) {
    literals.push_back(arena_.rewrite(literal, [&](TermId leaf) {
      if (counts_.is_count(leaf)) return counts_.after(firing.instance, arena_.symbol(leaf), next_fresh, definitions);
      TermId cell = leaf;
      if (arena_.op(leaf) == Op::Read) {
        if (!firing.takes(arena_, leaf)) return leaf;
        cell = arena_.location(leaf);
      }
      const auto at = values.find(cell);
      return at == values.end() ? leaf : at->second;
    }));
  }
  for (const le::Universal& universal : firing.instance.transition.universals) {
    if (exact_guards_) counts_.add_guard(firing.instance, universal, next_fresh, definitions);
  }
  literals.insert(literals.end(), definitions.begin(), definitions.end());
}

bool EventReference::add_order(const Firing& firing, PendingOrder& order) {
  EventOrder events(system_, arena_, firing.instance, firing.cube, firing.placed);
  for (const Firing::Written& each : firing.written) {
    if (each.changes() && is_tracked(arena_.symbol(each.cell))) events.write(each.cell);
  }
  for (const TermId cell : firing.reads) events.read(cell);
  for (const SymbolId symbol : firing.beyond) events.write_others(symbol);
  for (std::size_t k = 0; k < firing.items.size(); ++k) {
    const PendingOrder::Item& item = firing.items[k];
    events.decide(item.read, item.reader, arena_.cell(item.symbol, item.args), firing.ways[k], firing.is_own(item));
  }
  if (events.has_cycle()) return false;
  order = events.rows();
  return true;
}

// The items of which the source is still to be found: those of the cube, and those of the firing in literals.
void EventReference::add_sought(const Firing& firing, Cube& before) const {
  PendingOrder& order = before.weak.order;
  for (std::size_t k = 0; k < firing.items.size(); ++k) {
    if (firing.ways[k] == Way::Reads) continue;
    order.sought.push_back(firing.items[k]);
    order.sought.back().early = firing.items[k].early || firing.ways[k] == Way::Early;
  }
  for (const TermId item : before.weak.open.items[firing.own_read]) {
    const PendingOrder::Item& own = order.sought.emplace_back(sought_item(arena_, item));
    if (!is_one_event(system_, firing.instance)) continue;
    for (PendingOrder::Write& write : order.writes) {
      const bool made = firing.writes(arena_.cell(write.symbol, write.args)) && write.after.has(firing.own_read);
      const bool first = order.chain(write.symbol, write.args).first == static_cast<std::size_t>(&write - order.writes.data());
      if (made && first && write.symbol == own.symbol && write.args == own.args) write.exchange = firing.own_read;
    }
  }
  for (PendingOrder::Write& write : order.writes) {
    const bool closed = write.closed || !has_writer(firing, order, arena_.cell(write.symbol, write.args), {}, &write);
    if (closed) write.slot = PendingOrder::none;
    write.closed = closed;
  }
}

// What the firing reads of a location with explored writes is older than these, or comes from its own store buffer.
bool EventReference::choose_early(const Firing& firing, Cube& before, std::size_t item) {
  auto& sought = before.weak.order.sought;
  while (item < sought.size() && (sought[item].read != firing.own_read || !may_be_early(firing, sought[item]))) ++item;
  if (item == sought.size()) return has_item_without_source(before.weak.order) || firing.visit(before);
  if (!choose_early(firing, before, item + 1)) return false;
  sought[item].early = true;
  const bool more = choose_early(firing, before, item + 1);
  sought[item].early = false;
  return more;
}

// Whether it matters that the own write from which the firing reads is still buffered: that can come after an explored write, or another
// process has a write that is committed between the firing and the explored ones.
bool EventReference::may_be_early(const Firing& firing, const PendingOrder::Item& item) const {
  const TermId cell = arena_.cell(item.symbol, item.args);
  const PendingOrder& order = firing.cube.weak.order;
  const PendingOrder::Chain chain = order.chain(item.symbol, item.args);
  if (chain.size() == 0 || !item.reader.valid() || !may_buffer(item.reader, cell)) return false;
  if (firing.instance.transition.fence || is_one_event(system_, firing.instance)) return false;
  return may_follow(order, item.reader, order.writes[chain.first]) || has_writer(firing, order, cell, item.reader, nullptr);
}

// A write of the process that is still to be found may come after this one in co.
bool EventReference::may_follow(const PendingOrder& order, TermId process, const PendingOrder::Write& write) const {
  if (write.closed || std::find(write.seen.begin(), write.seen.end(), process) != write.seen.end()) return false;
  const PendingOrder::ProcessRow* const row = order.find(process);
  return row == nullptr || !row->waits.has(write.slot);
}

// Whether some other process than `except` may have a buffered write of the cell that comes after the explored one, if there is one.
bool EventReference::has_writer(const Firing& firing, const PendingOrder& order, TermId cell, TermId except,
                                const PendingOrder::Write* after) const {
  const std::uint32_t variables = firing.instance.variables;
  std::vector<TermId> all = processes_at_hand(system_, arena_, variables);
  const auto bound = system_.program->number_procs;
  if (!bound || all.size() < *bound) all.push_back(arena_.process(variables));
  return std::any_of(all.begin(), all.end(), [&](TermId process) {
    return process != except && may_buffer(process, cell) && (after == nullptr || may_follow(order, process, *after));
  });
}

bool EventReference::may_delay(std::uint32_t transition, TermId process, TermId cell) const {
  if (!chosen_) return true;
  const le::Delays& delays = system_.delays;
  return delays.may_delay(arena_, transition, process, cell) || delays.may_be_late(transition);
}

// The process may have a write of the cell in its store buffer.
bool EventReference::may_buffer(TermId process, TermId cell) const {
  for (std::uint32_t number = 0; number < system_.transitions.size(); ++number) {
    const le::Transition& t = system_.transitions[number];
    if (!t.actor || !t.writes_weak || t.read_modify_write() || !may_delay(number, process, cell)) continue;
    const TermId actor = arena_.variable(t.parameters[*t.actor]);
    for (const le::Update& update : system_.updates[t.source]) {
      if (update.symbol != arena_.symbol(cell)) continue;
      bool possible = true;
      for (std::size_t k = 0; k < update.target.size(); ++k) {
        const TermId index = arena_.args(cell)[k];
        if (update.target[k] == actor) possible = possible && index == process;
        if (arena_.op(update.target[k]) == Op::ProcessConst) possible = possible && index == update.target[k];
      }
      if (possible) return true;
    }
  }
  return false;
}

}  // namespace parapet::check
