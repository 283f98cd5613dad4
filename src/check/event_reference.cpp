// What a cube means. Let P be a sequence of firings from an initial state, co and program order going forward in it, each weak read having
// its source in P. P *completes* the cube if the cube's processes are distinct processes, each item (i, l) of a pending read has a source in
// P (a write of l, or init; not older than i's own last write of l; of one node all at one instant), the literals hold for the plain cells
// after P, for what the last write of each weak location in P left there (a cell of it) and for what the items read, and the following graph
// has no cycle: the events of P with ghb as it is defined, the pending reads, and one vertex for each row of the cube, with
//     r -> r'        r' in reach(r)
//     row -> r       r in the row: the row stands for all explored events that an event of P can come before in that way
//     e -> row       for e an event of P, by the definition of ghb, as if the row were such an event:
//                      execution of q -> A(q);   write of q -> B(q), or A(q) where the memory model keeps write -> execution;
//                      write of l -> L(l) (co);   execution that read l -> L(l) (fr: what it read is in P, so older);
//                      execution that read the shared plain c -> Gw(c), that wrote it -> Gr(c), Gw(c)
//     w -> r         r, of another process, has an item whose source is w (rf)
//     r -> w         r, of another process, has an item on l whose source is older than the write w of l (fr)
// The graph speaks of nothing else that comes after P, since edges from there back into P start at pending reads. A cycle of the whole
// execution's ghb through P enters what comes after P through one of these rows and leaves it at a pending read, so it is one of this graph.
// Hence: an execution that ends in unsafe completes a start cube, with u a pending read after all executions of the processes mentioned; and
// P empty completes the cube iff the cube meets init.
//
// One firing. Let P f complete the cube, f by p with the execution x and, if its text writes weak locations, the write w (one event if f is
// atomic: a read-modify-write, or the memory model keeps write -> execution). Its edges to the cube's vertices are those above, and f decides
// for each pending read with an item on a location it writes: p's own must take the value; those of others take it all (w -> r) or none of
// it (r -> w). If this graph, of the cube's vertices, x and w, has a cycle, no P f does that. Otherwise P completes the cube before: x is one
// more pending read, and the events of P come before f's by the same rules, so f's events are further members of the rows: the row of P's
// cube reaches what the old row or such a member does,
//     A(p): x, w      B(p): w, and x if it has a fence or is atomic      L(l): w if it writes l      Gr(c), Gw(c): x if it read, wrote c
// where reaching is by paths, searched for. No formula of rows is used, and none of their incremental form.
//
// Reads are those of the text, whatever branch is taken: reading more changes nothing. A weak or shared plain cell that `case` may leave
// alone is written in the branches that do not. Cells of processes that are not at hand (z0, z1, ... and the constants) share one row, marked
// `others`: f is a member if it writes all of them, whatever the state is; leaving it out only makes the cube before larger.
#include "check/event_reference.h"

#include <algorithm>
#include <map>

#include "base/contract.h"
#include "check/event_graph.h"

namespace parapet::check {

using le::Branch;
using Vertex = EventGraph::Vertex;

struct EventReference::Firing {
  struct Written {
    TermId cell;
    std::vector<Instance::Case> cases;
    std::size_t chosen = 0;

    [[nodiscard]] const Instance::Case& choice() const { return cases[chosen]; }
    [[nodiscard]] bool changes() const { return choice().kind != Branch::Kind::Keep; }
  };
  const CertificateCube& cube;
  Instance& instance;
  const VisitCube& visit;
  Vertex own_node = 0;  // x
  bool atomic = false;
  std::vector<TermId> guard;
  std::vector<TermId> weak_reads, shared_reads;
  std::vector<Written> written;   // weak and shared plain cells at hand, and cells of literals
  std::vector<SymbolId> beyond;   // arrays of which all cells of processes that are not at hand are written
  std::vector<Vertex> takes, misses;  // pending reads of others that read from w, that read from something older

  [[nodiscard]] const Written* find(TermId cell) const {
    const auto at = std::find_if(written.begin(), written.end(), [&](const Written& w) { return w.cell == cell; });
    return at == written.end() ? nullptr : &*at;
  }
  [[nodiscard]] bool writes(TermId cell) const {
    const Written* entry = find(cell);
    return entry != nullptr && entry->changes();
  }
};

EventReference::EventReference(const le::System& system, TermArena& arena) : system_(system), arena_(arena) {
  using enum le::EventKind;
  const le::MemoryModel& model = system.model;
  PARAPET_CHECK(model.keeps(Execution, Execution) && model.keeps(Execution, Write) && model.keeps(Write, Write),
                "firing order follows program order");
}

TermId EventReference::as_read(TermId actor, std::uint32_t node, TermId cell) {
  return is_weak(arena_.symbol(cell)) ? arena_.read(node, actor, cell) : cell;
}

std::vector<TermId> EventReference::cells_of(SymbolId symbol, const std::vector<TermId>& range) {
  std::vector<TermId> result, indices;
  const auto choose = [&](const auto& self) -> void {
    if (indices.size() == arena_.signature()[symbol].arity) {
      result.push_back(arena_.cell(symbol, indices));
      return;
    }
    for (const TermId process : range) {
      indices.push_back(process);
      self(self);
      indices.pop_back();
    }
  };
  choose(choose);
  return result;
}

void EventReference::start(const std::vector<le::Bad>& all, const VisitCube& visit) {
  for (const le::Bad& bad : all) {
    const bool more = each_mapping(system_, arena_, 0, bad.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
      CertificateCube cube;
      cube.processes = variables;
      // Under sc `i @ X` is a cell; where the timeline reads shared plain cells with u, they are cells here.
      for (const TermId literal : literals_of(bad, arena_, processes)) {
        cube.literals.push_back(arena_.rewrite(literal, [&](TermId leaf) {
          if (arena_.op(leaf) == Op::Cell) return as_read({}, 0, leaf);
          const bool plain = arena_.op(leaf) == Op::Read && !is_weak(arena_.symbol(arena_.location(leaf)));
          return plain ? arena_.location(leaf) : leaf;
        }));
      }
      cube.open.items.resize(1);
      fill_items(arena_, cube);
      if (cube.open.items[0].empty()) {
        cube.open.items.clear();
        return visit(cube);
      }
      cube.order.reach = {{0}};
      for (const TermId process : mentions_of(bad, arena_, processes)) cube.order.processes.push_back({process, {0}, {}});
      for (const TermId literal : cube.literals) {
        each_leaf(arena_, literal, [&](TermId leaf) {
          if (arena_.op(leaf) != Op::Cell || !is_tracked(arena_.symbol(leaf))) return;
          const auto args = arena_.args(leaf);
          if (cube.order.find(arena_.symbol(leaf), args) == nullptr)
            cube.order.cells.push_back({arena_.symbol(leaf), {args.begin(), args.end()}, false, {0}, {}});
        });
      }
      return visit(cube);
    });
    if (!more) return;
  }
}

void EventReference::before(const CertificateCube& cube, std::uint32_t transition, const VisitCube& visit) {
  const le::Transition& t = system_.transitions[transition];
  const auto own_node = static_cast<Vertex>(cube.open.items.size());
  each_mapping(system_, arena_, cube.processes, t.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
    Instance instance(system_, arena_, t, variables, processes);
    instance.set_read([&](TermId cell) { return as_read(instance.actor, own_node, cell); });
    Firing firing{cube, instance, visit, own_node, false, {}, {}, {}, {}, {}, {}, {}};
    firing.atomic =
        t.read_modify_write() || (t.writes_weak && system_.model.keeps(le::EventKind::Write, le::EventKind::Execution));
    find_accesses(firing);
    return choose_branches(firing, 0);
  });
}

void EventReference::note_reads(Firing& firing, TermId term) const {
  each_leaf(arena_, term, [&](TermId leaf) {
    if (arena_.op(leaf) == Op::Read) firing.weak_reads.push_back(arena_.location(leaf));
    if (arena_.op(leaf) == Op::Cell && is_tracked(arena_.symbol(leaf))) firing.shared_reads.push_back(leaf);
  });
}

void EventReference::find_accesses(Firing& firing) {
  firing.guard = firing.instance.guard();
  for (const TermId formula : firing.guard) note_reads(firing, formula);
  std::vector<TermId> mentioned;
  for (const TermId literal : firing.cube.literals) each_leaf(arena_, literal, [&](TermId leaf) { mentioned.push_back(leaf); });
  const std::vector<TermId> range = processes_at_hand(system_, arena_, firing.instance.variables);
  for (const le::Update& update : system_.updates[firing.instance.transition.source]) {
    const SymbolId symbol = update.symbol;
    for (const TermId cell : cells_of(symbol, range)) {
      if (firing.find(cell) != nullptr) continue;
      auto cases = firing.instance.new_value(cell);
      if (!cases) continue;
      std::erase_if(*cases, [&](const Instance::Case& each) { return each.condition == arena_.truth(false); });
      for (const Instance::Case& each : *cases) {
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
  std::vector<TermId> range = processes_at_hand(system_, arena_, first + arity);
  for (const TermId cell : cells_of(symbol, range)) {
    const auto args = arena_.args(cell);
    const bool outside = std::any_of(args.begin(), args.end(), [&](TermId process) {
      return arena_.op(process) == Op::ProcessVar && arena_.payload(process) >= first;
    });
    if (!outside) continue;
    const auto cases = firing.instance.new_value(cell);
    const auto keeps = [&](const Instance::Case& each) {
      return each.kind == Branch::Kind::Keep && each.condition != arena_.truth(false);
    };
    if (!cases || std::any_of(cases->begin(), cases->end(), keeps)) return false;
  }
  return arity > 0;
}

bool EventReference::choose_branches(Firing& firing, std::size_t k) {
  if (k == firing.written.size()) return choose_readers(firing, 0);
  for (std::size_t chosen = 0; chosen < firing.written[k].cases.size(); ++chosen) {
    firing.written[k].chosen = chosen;
    if (!choose_branches(firing, k + 1)) return false;
  }
  return true;
}

bool EventReference::choose_readers(Firing& firing, std::uint32_t node) {
  if (node == firing.own_node) return finish(firing);
  const auto& items = firing.cube.open.items[node];
  const bool decides = std::any_of(items.begin(), items.end(), [&](TermId item) {
    return arena_.reader(item) != firing.instance.actor && firing.writes(arena_.location(item));
  });
  if (!decides) return choose_readers(firing, node + 1);
  for (auto* side : {&firing.takes, &firing.misses}) {
    side->push_back(node);
    const bool more = choose_readers(firing, node + 1);
    side->pop_back();
    if (!more) return false;
  }
  return true;
}

bool EventReference::finish(Firing& firing) {
  CertificateCube before;
  if (!add_order(firing, before.order)) return true;
  before.processes = firing.instance.variables;
  add_literals(firing, before.literals);
  before.open.items.resize(firing.own_node + 1);
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
  for (const TermId literal : firing.cube.literals) {
    literals.push_back(arena_.rewrite(literal, [&](TermId leaf) {
      TermId cell = leaf;
      if (arena_.op(leaf) == Op::Read) {
        const auto node = static_cast<Vertex>(arena_.payload(leaf));
        const bool takes = std::find(firing.takes.begin(), firing.takes.end(), node) != firing.takes.end();
        if (!takes && arena_.reader(leaf) != firing.instance.actor) return leaf;
        cell = arena_.location(leaf);
      }
      const auto at = values.find(cell);
      return at == values.end() ? leaf : at->second;
    }));
  }
}

// False: the events have a cycle.
bool EventReference::add_order(const Firing& firing, PendingOrder& order) {
  static const PendingOrder::Nodes nobody;
  const PendingOrder& after = firing.cube.order;
  const le::Transition& t = firing.instance.transition;
  const TermId actor = firing.instance.actor;
  EventGraph graph;
  for (Vertex node = 0; node < firing.own_node; ++node) (void)graph.add();
  for (Vertex node = 0; node < firing.own_node; ++node) {
    for (const Vertex next : after.reach[node]) {
      if (next != node) graph.add_edge(node, next);
    }
  }
  const Vertex x = graph.add();
  const Vertex w = firing.atomic || !t.writes_weak ? x : graph.add();
  const auto summary = [&](const PendingOrder::Nodes& nodes) {
    const Vertex vertex = graph.add();
    graph.add_edges(vertex, nodes);
    return vertex;
  };

  struct ProcessVertices {
    TermId process;
    Vertex any, waits;
  };
  std::vector<ProcessVertices> processes;
  const std::vector<TermId> range = processes_at_hand(system_, arena_, firing.instance.variables);
  for (const TermId process : range) {
    const auto* row = after.find(process);
    processes.push_back({process, summary(row == nullptr ? nobody : row->any), summary(row == nullptr ? nobody : row->waits)});
    if (process != actor) continue;
    graph.add_edge(x, processes.back().any);
    const bool all = system_.model.keeps(le::EventKind::Write, le::EventKind::Execution);
    if (t.writes_weak) graph.add_edge(w, all ? processes.back().any : processes.back().waits);
  }
  if (w != x) graph.add_edge(x, w);
  for (const Vertex node : firing.takes) graph.add_edge(w, node);
  for (const Vertex node : firing.misses) graph.add_edge(node, w);

  struct CellVertices {
    SymbolId symbol;
    std::vector<TermId> args;
    bool others, is_read, is_written;
    Vertex read, written;
  };
  std::vector<CellVertices> cells;
  const auto add_row = [&](SymbolId symbol, std::vector<TermId> args, bool others, const PendingOrder::CellRow* row) -> CellVertices& {
    const Vertex read = summary(row == nullptr ? nobody : row->read);
    const Vertex written = summary(row == nullptr ? nobody : row->written);
    return cells.emplace_back(CellVertices{symbol, std::move(args), others, false, false, read, written});
  };
  for (std::size_t k = 0; k < arena_.signature().symbols().size(); ++k) {
    const SymbolId symbol(k);
    if (!is_tracked(symbol)) continue;
    if (arena_.signature()[symbol].arity > 0) {
      CellVertices& others = add_row(symbol, {}, true, after.find_others(symbol));
      others.is_written = std::find(firing.beyond.begin(), firing.beyond.end(), symbol) != firing.beyond.end();
    }
    for (const TermId cell : cells_of(symbol, range)) {
      const std::vector<TermId> args(arena_.args(cell).begin(), arena_.args(cell).end());
      CellVertices& row = add_row(symbol, args, false, after.find(symbol, args));
      row.is_written = firing.writes(cell);
      const auto& reads = is_weak(symbol) ? firing.weak_reads : firing.shared_reads;
      row.is_read = std::find(reads.begin(), reads.end(), cell) != reads.end();
      if (row.is_read) graph.add_edge(x, row.written);
      if (row.is_written) graph.add_edge(is_weak(symbol) ? w : x, row.written);
      if (row.is_written && !is_weak(symbol)) graph.add_edge(x, row.read);
    }
  }
  if (graph.has_cycle()) return false;

  const Vertex nodes = firing.own_node + 1;
  for (Vertex node = 0; node < nodes; ++node) order.reach.push_back(graph.reached({node}, nodes));
  for (const ProcessVertices& each : processes) {
    if (each.process != actor) {
      order.processes.push_back({each.process, graph.reached({each.any}, nodes), graph.reached({each.waits}, nodes)});
      continue;
    }
    const bool waits = t.fence || firing.atomic;
    const Vertex first = waits ? x : each.waits;
    const Vertex second = t.writes_weak ? w : each.waits;
    order.processes.push_back({each.process, graph.reached({each.any, x, w}, nodes), graph.reached({each.waits, first, second}, nodes)});
  }
  for (CellVertices& each : cells) {
    const Vertex reader = each.is_read && !is_weak(each.symbol) ? x : each.read;
    const Vertex writer = !each.is_written ? each.written : (is_weak(each.symbol) ? w : x);
    order.cells.push_back(
        {each.symbol, std::move(each.args), each.others, graph.reached({each.read, reader}, nodes), graph.reached({each.written, writer}, nodes)});
  }
  return true;
}

}  // namespace parapet::check
