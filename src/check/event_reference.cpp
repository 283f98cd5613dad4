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
  std::vector<TermId> reads;                 // weak and shared plain cells, with indices at hand
  std::vector<Written> written;              // the same for writes, and plain cells of literals
  std::vector<SymbolId> beyond;              // arrays of which all cells of processes that are not at hand are written
  std::vector<std::uint32_t> takes, misses;  // pending reads of other processes that read from w; that read an older value

  [[nodiscard]] const Written* find(TermId cell) const {
    const auto at = std::find_if(written.begin(), written.end(), [&](const Written& w) { return w.cell == cell; });
    return at == written.end() ? nullptr : &*at;
  }
  [[nodiscard]] bool writes(TermId cell) const {
    const Written* entry = find(cell);
    return entry != nullptr && entry->changes();
  }
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
    Firing firing{cube, instance, visit, own_read, {}, {}, {}, {}, {}, {}};
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

bool EventReference::choose_branches(Firing& firing, std::size_t k) {
  arena_.spend();
  if (k == firing.written.size()) return choose_readers(firing, 0);
  for (std::size_t chosen = 0; chosen < firing.written[k].cases.size(); ++chosen) {
    firing.written[k].chosen = chosen;
    if (!choose_branches(firing, k + 1)) return false;
  }
  return true;
}

bool EventReference::choose_readers(Firing& firing, std::uint32_t read) {
  arena_.spend();
  if (read == firing.own_read) return finish(firing);
  const auto& items = firing.cube.weak.open.items[read];
  const bool decides = std::any_of(items.begin(), items.end(), [&](TermId item) {
    return arena_.reader(item) != firing.instance.actor && firing.writes(arena_.location(item));
  });
  if (!decides) return choose_readers(firing, read + 1);
  for (auto* side : {&firing.takes, &firing.misses}) {
    side->push_back(read);
    const bool more = choose_readers(firing, read + 1);
    side->pop_back();
    if (!more) return false;
  }
  return true;
}

bool EventReference::finish(Firing& firing) {
  Cube before;
  if (!add_order(firing, before.weak.order)) return true;
  before.processes = firing.instance.variables;
  add_literals(firing, before.literals);
  before.weak.open.items.resize(firing.own_read + 1);
  fill_items(arena_, before);
  return firing.visit(before);
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
        const auto read = arena_.read_number(leaf);
        const bool takes = std::find(firing.takes.begin(), firing.takes.end(), read) != firing.takes.end();
        if (!takes && arena_.reader(leaf) != firing.instance.actor) return leaf;
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
  EventOrder events(system_, arena_, firing.instance, firing.cube);
  for (const Firing::Written& each : firing.written) {
    if (each.changes() && is_tracked(arena_.symbol(each.cell))) events.write(each.cell);
  }
  for (const TermId cell : firing.reads) events.read(cell);
  for (const SymbolId symbol : firing.beyond) events.write_others(symbol);
  for (const std::uint32_t read : firing.takes) events.takes(read);
  for (const std::uint32_t read : firing.misses) events.misses(read);
  if (events.has_cycle()) return false;
  order = events.rows();
  return true;
}

}  // namespace parapet::check
