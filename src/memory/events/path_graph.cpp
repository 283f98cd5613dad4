// Going from the unsafe cube to a node, each firing is entered before those that are there: so `backward_` has the firing order reversed,
// and a firing's edges to events that are explored already are those that the rows account for when it is fired:
//   its process's explored events, by the memory model; later writes of what it writes (co) and of what it reads (fr); later executions
//   that share a plain cell with it, or that read from memory what it writes (rf, or co and rf); the pending reads that take its write
//   (rf). Edges into it come from pending reads that do not (fr).
// Edges that follow from others by program order are left out. Where co is chosen it is known when the path is: each firing says how many of the
// explored writes of a location come before its own. Writes that were forgotten are the last ones of their location, so these are the first
// ones of all. A read whose source was not found reads the initial value.
//
// From events to a schedule: any order of the events that agrees with ghb is one of the store-buffer machine, executions being firings and
// writes commits. A read takes its process's own newest write if that is still buffered, else the last one committed: its source in either
// case, since every later write of the location is fr-after it.
#include "memory/events/path_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/contract.h"
#include "base/narrow.h"
#include "cube/path.h"
#include "memory/events/firing.h"
#include "memory/formula_text.h"

namespace parapet::search {
namespace {

using Fired = PathGraph::Fired;
using Kind = PathGraph::Kind;
using ld::EventKind;
using ld::Relation;

bool has_term(const std::vector<TermId>& list, TermId term) { return std::find(list.begin(), list.end(), term) != list.end(); }

}  // namespace

History::History(const Events& part, TouchedTable& touched, const Node& node, Names names)
    : part_(part), touched_(touched), context_(part.context), arena_(context_.arena), names_(context_) {
  const auto chain = chain_of(node);
  const Cube& start = chain[0]->cube;
  names_.start(start.processes);
  has_final_ = !start.weak.empty();
  if (has_final_) {
    owner_.push_back(PathGraph::final_read);
    for (const PendingOrder::ProcessRow& row : start.weak.order.processes) final_processes_.push_back(row.process);
    for (const PendingOrder::CellRow& row : start.weak.order.cells) final_cells_.push_back(arena_.cell(row.symbol, row.args));
  }
  for (std::size_t k = 1; k < chain.size(); ++k) {
    const Step& step = chain[k]->step;
    enter(std::get<Fire>(step.action), step.record, narrow<std::uint32_t>(step.rename.size()));
    leave(step, chain[k]->cube);
  }
  for (std::uint32_t k = 0; k < node.cube.weak.open.items.size(); ++k) {
    for (const TermId item : node.cube.weak.open.items[k])
      pending_.push_back({k, named(arena_.location(item)), item, named(arena_.reader(item))});
  }
  if (names == Names::OfNode) use_names_of_node();
}

void History::use_names_of_node() {
  std::map<TermId, TermId> renamed;
  for (std::uint32_t k = 0; k < names_.present(); ++k) renamed.emplace(names_.name(arena_.process(k)), arena_.process(k));
  const auto rename = [&](TermId process) {
    if (!process.valid() || arena_.op(process) == Op::ProcessConst) return process;
    return renamed.emplace(process, arena_.process(narrow<std::uint32_t>(renamed.size()))).first->second;
  };
  const auto rename_term = [&](TermId term) {
    return arena_.rewrite(term, [&](TermId leaf) { return is_process(arena_, leaf) ? rename(leaf) : leaf; });
  };
  const auto rename_all = [&](std::vector<TermId>& terms) { std::transform(terms.begin(), terms.end(), terms.begin(), rename_term); };
  rename_all(final_processes_);
  rename_all(final_cells_);
  for (auto fired = backward_.rbegin(); fired != backward_.rend(); ++fired) {
    for (auto* list : {&fired->processes, &fired->weak_reads, &fired->memory_reads, &fired->shared_reads, &fired->written, &fired->at_hand})
      rename_all(*list);
    fired->actor = rename(fired->actor);
    for (PathGraph::Taken& taken : fired->taken) {
      taken.reader = rename(taken.reader);
      taken.location = rename_term(taken.location);
    }
    for (auto& [cell, position] : fired->placed) cell = rename_term(cell);
  }
  for (PathGraph::Pending& pending : pending_) {
    pending.location = arena_.location(pending.item);
    pending.reader = arena_.reader(pending.item);
  }
}

TermId History::named(TermId term) {
  if (!term.valid()) return term;
  return arena_.rewrite(term, [&](TermId leaf) { return is_process(arena_, leaf) ? names_.name(leaf) : leaf; });
}

void History::enter(const Fire& fire, const Record& record, std::uint32_t variables) {
  names_.enter(fire.processes);
  TransitionInstance& instance = context_.instances.find(fire.transition, fire.processes);
  const Touched& touched = touched_.find(instance, variables);
  Fired fired;
  fired.transition = fire.transition;
  for (const TermId process : fire.processes) fired.processes.push_back(names_.name(process));
  if (instance.actor.valid()) fired.actor = names_.name(instance.actor);
  for (const TermId cell : touched.memory_reads) fired.memory_reads.push_back(named(cell));
  fired.weak_reads = fired.memory_reads;
  for (const TermId cell : touched.pending_reads) fired.weak_reads.push_back(named(cell));
  for (const TermId cell : touched.shared_reads) fired.shared_reads.push_back(named(cell));
  for (const TermId cell : record.written) fired.written.push_back(named(cell));
  fired.written_beyond = record.written_beyond;
  for (std::uint32_t k = 0; k < variables; ++k) fired.at_hand.push_back(names_.name(arena_.process(k)));
  fired.atomic = is_atomic(part_, instance);
  for (const Record::Placed& one : record.placed) fired.placed.emplace_back(named(one.cell), one.position);
  for (const TermId item : record.taken)
    fired.taken.push_back({owner_[arena_.read_number(item)], named(arena_.reader(item)), named(arena_.location(item))});
  // The reads of the successor; where co is chosen nothing is recorded of them, and the read of the firing itself comes after them.
  for (std::size_t k = 0; k < std::min(record.closed.size(), owner_.size()); ++k) {
    if (record.passed[k]) fired.passed_by.push_back(owner_[k]);
    if (record.closed[k]) fired.read_by.push_back(owner_[k]);
  }
  backward_.push_back(std::move(fired));
}

void History::leave(const Step& step, const Cube& cube) {
  names_.leave(step.rename, cube.processes);
  owner_.resize(step.read_map.size() - 1, PathGraph::final_read);  // slots of the firing
  std::vector<std::uint32_t> owner(cube.weak.open.items.size(), PathGraph::final_read);
  for (std::size_t k = 0; k < owner_.size(); ++k) {
    if (step.read_map[k] != UINT32_MAX) owner[step.read_map[k]] = owner_[k];
  }
  const std::uint32_t own = step.read_map.back();
  if (own != UINT32_MAX) owner[own] = narrow<std::uint32_t>(backward_.size() - 1);
  owner_ = std::move(owner);
}

PathGraph History::graph() const {
  PathGraph graph;
  graph.firings.reserve(backward_.size());
  for (std::size_t k = backward_.size(); k-- > 0;) graph.firings.push_back(backward_[k]);
  const auto in_order = [&](std::uint32_t& k) {
    if (k != PathGraph::final_read) k = narrow<std::uint32_t>(backward_.size()) - 1 - k;
  };
  for (Fired& fired : graph.firings) {
    std::for_each(fired.read_by.begin(), fired.read_by.end(), in_order);
    std::for_each(fired.passed_by.begin(), fired.passed_by.end(), in_order);
    for (PathGraph::Taken& taken : fired.taken) in_order(taken.firing);
  }
  add_events(graph);
  add_program_order(graph);
  add_communication(graph);
  if (has_final_) add_final(graph);
  for (std::uint32_t owner : owner_) {
    in_order(owner);
    graph.reads.push_back(owner == PathGraph::final_read ? graph.last.value_or(0) : graph.firings[owner].execution);
  }
  for (PathGraph::Pending pending : pending_) {
    pending.event = graph.reads[pending.event];
    graph.pending.push_back(pending);
  }
  if (part_.chooses_co()) add_chosen(graph);
  return graph;
}

void History::add_events(PathGraph& graph) const {
  const auto add = [&](Kind kind, std::uint32_t firing, TermId cell = {}) {
    graph.events.push_back({kind, firing, cell});
    return narrow<std::uint32_t>(graph.events.size() - 1);
  };
  for (std::uint32_t k = 0; k < graph.firings.size(); ++k) {
    Fired& fired = graph.firings[k];
    const bool writes =
        std::any_of(fired.written.begin(), fired.written.end(), [&](TermId cell) { return is_weak(cell); }) ||
        std::any_of(fired.written_beyond.begin(), fired.written_beyond.end(), [&](SymbolId s) { return arena_.signature()[s].weak; });
    fired.execution = add(fired.atomic ? Kind::Atomic : Kind::Execution, k);
    if (part_.chooses_co()) {
      for (auto one = fired.placed.rbegin(); one != fired.placed.rend(); ++one)
        fired.apart.emplace(one->first, fired.atomic ? fired.execution : add(Kind::Write, k, one->first));
    } else if (fired.atomic) {
      fired.write = fired.execution;
    } else if (writes) {
      fired.write = add(Kind::Write, k);
    }
  }
  if (has_final_) graph.last = add(Kind::Final, PathGraph::final_read);
}

void History::add_program_order(PathGraph& graph) const {
  const le::MemoryModel& model = context_.system.model;
  struct Latest {
    std::optional<std::uint32_t> execution;
    std::vector<std::pair<std::uint32_t, bool>> writes;  // whether a store-store fence came after it; in one order: the last one
  };
  std::map<TermId, Latest> latest;
  for (const Fired& fired : graph.firings) {
    const le::Transition& t = context_.system.transitions[fired.transition];
    std::vector<std::uint32_t> own;
    if (fired.write) own.push_back(*fired.write);
    for (const auto& [cell, event] : fired.apart) own.push_back(event);
    for (const std::uint32_t event : own) {
      if (event != fired.execution) graph.edges.push_back({fired.execution, event, Relation::ProgramOrder, {}});
    }
    if (!fired.actor.valid()) continue;
    Latest& before = latest[fired.actor];
    if (before.execution) graph.edges.push_back({*before.execution, fired.execution, Relation::ProgramOrder, {}});
    for (auto& earlier : before.writes) {
      const std::uint32_t write = earlier.first;
      bool& fenced = earlier.second;
      fenced = fenced || t.wfence;
      const auto add = [&](std::uint32_t to, const ld::Pair& pair) {
        const auto relation = ld::restored(pair);
        if (write != to && (relation || model.keeps(pair.first, pair.second)))
          graph.edges.push_back({write, to, relation.value_or(Relation::ProgramOrder), {}});
      };
      if (ld::restored({EventKind::Write, EventKind::Execution, t.fence, fired.atomic}))
        add(fired.execution, {EventKind::Write, EventKind::Execution, t.fence, fired.atomic});
      for (const std::uint32_t event : own) {
        if (event != fired.execution) add(event, {EventKind::Write, EventKind::Write, false, false, fenced});
      }
    }
    before.execution = fired.execution;
    if (fired.write) before.writes.clear();
    for (const std::uint32_t event : own) before.writes.emplace_back(event, false);
  }
}

bool History::writes(const Fired& fired, TermId cell) const {
  if (has_term(fired.written, cell)) return true;
  if (std::find(fired.written_beyond.begin(), fired.written_beyond.end(), arena_.symbol(cell)) == fired.written_beyond.end()) return false;
  const auto args = arena_.args(cell);
  return std::any_of(args.begin(), args.end(),
                     [&](TermId arg) { return arena_.op(arg) == Op::ProcessVar && !has_term(fired.at_hand, arg); });
}

void History::add_communication(PathGraph& graph) const {
  std::set<std::tuple<std::uint32_t, std::uint32_t, Relation>> known;
  const auto add = [&](std::uint32_t from, std::uint32_t to, Relation relation, TermId cell) {
    if (from != to && known.emplace(from, to, relation).second) graph.edges.push_back({from, to, relation, cell});
  };
  for (std::size_t first = 0; first < graph.firings.size(); ++first) {
    const Fired& a = graph.firings[first];
    for (std::size_t second = first + 1; second < graph.firings.size(); ++second) {
      const Fired& b = graph.firings[second];
      for (const TermId cell : a.weak_reads) {
        if (b.write && writes(b, cell)) add(a.execution, *b.write, Relation::FromRead, cell);
      }
      for (const TermId cell : b.memory_reads) {
        if (a.write && writes(a, cell)) add(*a.write, b.execution, Relation::ReadsFrom, cell);
      }
      for (const auto* from : {&a, &b}) {
        for (const TermId cell : from->written) {
          if (!writes(a, cell) || !writes(b, cell)) continue;
          if (is_weak(cell)) {
            if (a.write) add(*a.write, *b.write, Relation::Coherence, cell);
          } else {
            add(a.execution, b.execution, Relation::SharedPlain, cell);
          }
        }
      }
      for (const TermId cell : a.shared_reads) {
        if (writes(b, cell)) add(a.execution, b.execution, Relation::SharedPlain, cell);
      }
      for (const TermId cell : b.shared_reads) {
        if (writes(a, cell)) add(a.execution, b.execution, Relation::SharedPlain, cell);
      }
    }
    const auto reader = [&](std::uint32_t firing) {
      return firing == PathGraph::final_read ? *graph.last : graph.firings[firing].execution;
    };
    for (const std::uint32_t by : a.read_by) add(*a.write, reader(by), Relation::ReadsFrom, {});
    for (const std::uint32_t by : a.passed_by) add(reader(by), *a.write, Relation::FromRead, {});
  }
}

// The writes of each location in co; reads between the one that they read from and the next one.
void History::add_chosen(PathGraph& graph) const {
  std::map<TermId, std::vector<std::uint32_t>> co;
  for (auto fired = graph.firings.rbegin(); fired != graph.firings.rend(); ++fired) {
    for (const auto& [cell, position] : fired->placed) {
      auto& order = co[cell];
      order.insert(order.begin() + std::min<std::ptrdiff_t>(position, narrow<std::ptrdiff_t>(order.size())), fired->apart.at(cell));
    }
  }
  const auto add = [&](std::uint32_t from, std::uint32_t to, Relation relation, TermId cell) {
    if (from != to) graph.edges.push_back({from, to, relation, cell});
  };
  for (const auto& [cell, order] : co) {
    for (std::size_t k = 1; k < order.size(); ++k) add(order[k - 1], order[k], Relation::Coherence, cell);
  }
  const auto before_next = [&](std::uint32_t read, TermId cell, const std::uint32_t* source) {
    const auto& order = co[cell];
    const auto next = source == nullptr ? order.begin() : std::find(order.begin(), order.end(), *source) + 1;
    if (next != order.end()) add(read, *next, Relation::FromRead, cell);
  };
  for (const Fired& fired : graph.firings) {
    for (const PathGraph::Taken& taken : fired.taken) {
      const std::uint32_t read = taken.firing == PathGraph::final_read ? *graph.last : graph.firings[taken.firing].execution;
      const std::uint32_t& write = fired.apart.at(taken.location);
      if (!taken.reader.valid() || taken.reader != fired.actor) add(write, read, Relation::ReadsFrom, taken.location);
      before_next(read, taken.location, &write);
    }
  }
  for (const PathGraph::Pending& pending : graph.pending) before_next(pending.event, pending.location, nullptr);
}

void History::add_final(PathGraph& graph) const {
  std::map<TermId, std::uint32_t> latest;
  std::map<TermId, std::vector<std::uint32_t>> writers;
  for (const Fired& fired : graph.firings) {
    if (fired.actor.valid()) latest[fired.actor] = fired.execution;
    for (const TermId cell : final_cells_) {
      if (writes(fired, cell)) writers[cell].push_back(fired.execution);
    }
  }
  for (const TermId process : final_processes_) {
    if (const auto at = latest.find(process); at != latest.end()) graph.edges.push_back({at->second, *graph.last, Relation::Final, {}});
  }
  for (const auto& [cell, executions] : writers) {
    for (const std::uint32_t execution : executions) graph.edges.push_back({execution, *graph.last, Relation::SharedPlain, cell});
  }
}

std::vector<PathGraph::Edge> shortest_cycle(const PathGraph& graph) {
  std::vector<PathGraph::Edge> shortest;
  for (std::uint32_t start = 0; start < graph.events.size(); ++start) {
    // Breadth first from the start: the edge by which each event was first reached.
    std::vector<const PathGraph::Edge*> by(graph.events.size(), nullptr);
    std::vector<std::uint32_t> queue{start};
    for (std::size_t k = 0; k < queue.size() && by[start] == nullptr; ++k) {
      for (const PathGraph::Edge& edge : graph.edges) {
        if (edge.from != queue[k] || by[edge.to] != nullptr) continue;
        by[edge.to] = &edge;
        if (edge.to != start) queue.push_back(edge.to);
      }
    }
    if (by[start] == nullptr) continue;
    std::vector<PathGraph::Edge> cycle;
    std::uint32_t at = start;
    do {
      cycle.insert(cycle.begin(), *by[at]);
      at = by[at]->from;
    } while (at != start);
    if (shortest.empty() || cycle.size() < shortest.size()) shortest = std::move(cycle);
  }
  return shortest;
}

std::optional<std::vector<std::uint32_t>> sorted(const PathGraph& graph) {
  std::vector<std::uint32_t> waits_for(graph.events.size(), 0);
  for (const PathGraph::Edge& edge : graph.edges) ++waits_for[edge.to];
  std::vector<bool> placed(graph.events.size(), false);
  std::vector<std::uint32_t> order;
  while (order.size() < graph.events.size()) {
    std::optional<std::uint32_t> next;  // the first in the order of firings that nothing keeps; u, which has the highest number, last
    for (std::uint32_t k = 0; k < graph.events.size() && !next; ++k) {
      if (!placed[k] && waits_for[k] == 0) next = k;
    }
    if (!next) return std::nullopt;
    placed[*next] = true;
    order.push_back(*next);
    for (const PathGraph::Edge& edge : graph.edges) {
      if (edge.from == *next) --waits_for[edge.to];
    }
  }
  return order;
}

Path Events::path_of(const Node& node) {
  const Node* first = &node;
  while (first->successor != nullptr) first = first->successor;
  const History history(*this, touched_, node);
  const PathGraph graph = history.graph();
  const auto order = sorted(graph);
  // Where co is chosen, what a `case` wrote outside the cubes may not fit; otherwise a solver did not know.
  PARAPET_CHECK(order.has_value() || keep_cyclic_ || chooses_co(), "the events of a path that the rows allow can be ordered");
  Path path;
  path.possible = order.has_value();
  if (!path.possible) return path;
  std::vector<Instant> place(graph.events.size());
  for (std::uint32_t k = 0; k < order->size(); ++k) place[(*order)[k]] = k + 1;
  path.processes = history.processes();
  path.unsafe = first->unsafe;
  path.unsafe_processes = first->start;
  for (std::uint32_t k = 0; k < graph.firings.size(); ++k) {
    const Fired& fired = graph.firings[k];
    PathFiring firing{fired.transition, fired.processes, place[fired.execution], 0};
    if (fired.write && !fired.atomic) firing.commit = place[*fired.write];
    for (const auto& [cell, event] : fired.apart) {
      if (fired.atomic) continue;
      firing.delayed.push_back(cell);
      path.commits.push_back({fired.actor, cell, k, place[event]});
    }
    path.firings.push_back(std::move(firing));
  }
  if (graph.last) path.end = place[*graph.last];
  return path;
}

// Processes are those of the node; those that only the firings after it involve get the next numbers. A read whose source is not known has
// a value symbol in the literals, `z0@X'1`; Val(e, X) names it. Every event after the node is there, and every edge between them, each with
// the rule that it is there for.
std::string Events::le_formula(const Node& node) {
  const TermArena& arena = context.arena;
  const PathGraph graph = History(*this, touched_, node, History::Names::OfNode).graph();
  std::string text;
  for (const std::string& name : event_names(context, graph)) text += name + "\n";
  text += literals_text(arena, node.cube);
  const auto event = [&](std::uint32_t k) { return to_string(arena, context.arena.event(k)); };
  for (const PathGraph::Pending& pending : graph.pending) text += read_text(event(pending.event), arena, pending.item);
  for (const PathGraph::Fired& fired : graph.firings) {
    for (const TermId cell : fired.written) {
      if (arena.signature()[arena.symbol(cell)].weak)
        text += "  && Wr(" + event(fired.write_of(cell)) + ", " + to_string(arena, cell) + ")\n";
    }
    if (context.system.transitions[fired.transition].fence || fired.atomic) text += "  && fence(" + event(fired.execution) + ")\n";
  }
  for (const PathGraph::Edge& e : graph.edges) {
    text += edge_text(event(e.from), event(e.to),
                      std::string(ld::facts(e.relation).reason) + (e.cell.valid() ? " (" + to_string(arena, e.cell) + ")" : ""));
  }
  return text;
}

}  // namespace parapet::search