// Going from the unsafe cube to a node, each firing is entered before those that are there: so `backward_` has the firing order reversed,
// and a firing's edges to events that are explored already are those that the rows account for when it is fired:
//   its process's explored events, by the memory model; later writes of what it writes (co) and of what it reads (fr); later executions
//   that share a plain cell with it, or that read from memory what it writes (rf, or co and rf); the pending reads that take its write
//   (rf). Edges into it come from pending reads that do not (fr).
// Edges that follow from others by program order are left out.
#include "memory/events/path_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/narrow.h"

namespace parapet::search {
namespace {

using Fired = PathGraph::Fired;
using Rule = PathGraph::Rule;

bool has_term(const std::vector<TermId>& list, TermId term) { return std::find(list.begin(), list.end(), term) != list.end(); }

}  // namespace

History::History(Context& context, TouchedTable& touched, const Node& node, Names names)
    : touched_(touched), context_(context), arena_(context_.arena), names_(context_) {
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
    enter(std::get<Fire>(step.action), step.record, narrow<std::uint32_t>(step.rename.size()), chain[k - 1]->cube);
    leave(step, chain[k]->cube);
  }
  for (std::uint32_t k = 0; k < node.cube.weak.open.items.size(); ++k) {
    for (const TermId item : node.cube.weak.open.items[k]) pending_.push_back({k, named(arena_.location(item)), item});
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
  const auto rename_all = [&](std::vector<TermId>& terms) {
    for (TermId& term : terms) term = arena_.rewrite(term, [&](TermId leaf) { return is_process(arena_, leaf) ? rename(leaf) : leaf; });
  };
  rename_all(final_processes_);
  rename_all(final_cells_);
  for (auto fired = backward_.rbegin(); fired != backward_.rend(); ++fired) {
    for (auto* list : {&fired->processes, &fired->weak_reads, &fired->memory_reads, &fired->shared_reads, &fired->written, &fired->at_hand})
      rename_all(*list);
    fired->actor = rename(fired->actor);
    for (PathGraph::Taken& taken : fired->taken) {
      taken.reader = rename(taken.reader);
      taken.location = arena_.rewrite(taken.location, [&](TermId leaf) { return is_process(arena_, leaf) ? rename(leaf) : leaf; });
    }
  }
  for (PathGraph::Pending& pending : pending_) pending.location = arena_.location(pending.item);
}

TermId History::named(TermId term) {
  return arena_.rewrite(term, [&](TermId leaf) { return is_process(arena_, leaf) ? names_.name(leaf) : leaf; });
}

void History::enter(const Fire& fire, const Record& record, std::uint32_t variables, const Cube& cube) {
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
  for (std::size_t k = 0; k < owner_.size(); ++k) {
    if (record.passed[k]) fired.passed_by.push_back(owner_[k]);
    if (!record.closed[k]) continue;
    fired.read_by.push_back(owner_[k]);
    for (const TermId item : cube.weak.open.items[k]) {
      if (has_term(record.written, arena_.location(item)))
        fired.taken.push_back({owner_[k], named(arena_.reader(item)), named(arena_.location(item))});
    }
  }
  backward_.push_back(std::move(fired));
}

void History::leave(const Step& step, const Cube& cube) {
  names_.leave(step.rename, cube.processes);
  std::vector<std::uint32_t> owner(cube.weak.open.items.size(), PathGraph::final_read);
  for (std::size_t k = 0; k < owner_.size(); ++k) {
    if (step.read_map[k] != UINT32_MAX) owner[step.read_map[k]] = owner_[k];
  }
  const std::uint32_t own = step.read_map[owner_.size()];
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
    graph.reads.push_back(owner == PathGraph::final_read ? *graph.last : graph.firings[owner].execution);
  }
  for (PathGraph::Pending pending : pending_) {
    pending.event = graph.reads[pending.event];
    graph.pending.push_back(pending);
  }
  return graph;
}

void History::add_events(PathGraph& graph) const {
  for (std::uint32_t k = 0; k < graph.firings.size(); ++k) {
    Fired& fired = graph.firings[k];
    const le::Transition& t = context_.system.transitions[fired.transition];
    const bool writes = std::any_of(fired.written.begin(), fired.written.end(),
                                    [&](TermId cell) { return arena_.signature()[arena_.symbol(cell)].weak; }) ||
                        std::any_of(fired.written_beyond.begin(), fired.written_beyond.end(),
                                    [&](SymbolId symbol) { return arena_.signature()[symbol].weak; });
    const bool atomic =
        t.read_modify_write() || (t.writes_weak && context_.system.model.keeps(le::EventKind::Write, le::EventKind::Execution));
    fired.execution = narrow<std::uint32_t>(graph.events.size());
    graph.events.push_back({atomic ? PathGraph::Kind::Atomic : PathGraph::Kind::Execution, k});
    if (atomic) fired.write = fired.execution;
    if (!writes || atomic) continue;
    fired.write = narrow<std::uint32_t>(graph.events.size());
    graph.events.push_back({PathGraph::Kind::Write, k});
  }
  if (!has_final_) return;
  graph.last = narrow<std::uint32_t>(graph.events.size());
  graph.events.push_back({PathGraph::Kind::Final, PathGraph::final_read});
}

void History::add_program_order(PathGraph& graph) const {
  struct Latest {
    std::optional<std::uint32_t> execution, write;
  };
  std::map<TermId, Latest> latest;
  for (const Fired& fired : graph.firings) {
    const le::Transition& t = context_.system.transitions[fired.transition];
    if (fired.write && *fired.write != fired.execution) graph.edges.push_back({fired.execution, *fired.write, Rule::ProgramOrder, {}});
    if (!fired.actor.valid()) continue;
    Latest& before = latest[fired.actor];
    const bool waits = t.fence || fired.write == fired.execution;
    if (before.execution) graph.edges.push_back({*before.execution, fired.execution, Rule::ProgramOrder, {}});
    if (before.write && waits) graph.edges.push_back({*before.write, fired.execution, Rule::Fence, {}});
    if (before.write && fired.write && *fired.write != fired.execution)
      graph.edges.push_back({*before.write, *fired.write, Rule::ProgramOrder, {}});
    before.execution = fired.execution;
    if (fired.write) before.write = fired.write;
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
  const auto is_weak = [&](TermId cell) { return arena_.signature()[arena_.symbol(cell)].weak; };
  std::set<std::tuple<std::uint32_t, std::uint32_t, Rule>> known;
  const auto add = [&](std::uint32_t from, std::uint32_t to, Rule rule, TermId cell) {
    if (from != to && known.emplace(from, to, rule).second) graph.edges.push_back({from, to, rule, cell});
  };
  for (std::size_t first = 0; first < graph.firings.size(); ++first) {
    const Fired& a = graph.firings[first];
    for (std::size_t second = first + 1; second < graph.firings.size(); ++second) {
      const Fired& b = graph.firings[second];
      for (const TermId cell : a.weak_reads) {
        if (b.write && writes(b, cell)) add(a.execution, *b.write, Rule::FromRead, cell);
      }
      for (const TermId cell : b.memory_reads) {
        if (a.write && writes(a, cell)) add(*a.write, b.execution, Rule::ReadsFrom, cell);
      }
      for (const auto* from : {&a, &b}) {
        for (const TermId cell : from->written) {
          if (!writes(a, cell) || !writes(b, cell)) continue;
          if (is_weak(cell)) {
            add(*a.write, *b.write, Rule::Coherence, cell);
          } else {
            add(a.execution, b.execution, Rule::SharedPlain, cell);
          }
        }
      }
      for (const TermId cell : a.shared_reads) {
        if (writes(b, cell)) add(a.execution, b.execution, Rule::SharedPlain, cell);
      }
      for (const TermId cell : b.shared_reads) {
        if (writes(a, cell)) add(a.execution, b.execution, Rule::SharedPlain, cell);
      }
    }
    const auto reader = [&](std::uint32_t firing) {
      return firing == PathGraph::final_read ? *graph.last : graph.firings[firing].execution;
    };
    for (const std::uint32_t by : a.read_by) add(*a.write, reader(by), Rule::ReadsFrom, {});
    for (const std::uint32_t by : a.passed_by) add(reader(by), *a.write, Rule::FromRead, {});
  }
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
    if (const auto at = latest.find(process); at != latest.end()) graph.edges.push_back({at->second, *graph.last, Rule::Final, {}});
  }
  for (const auto& [cell, executions] : writers) {
    for (const std::uint32_t execution : executions) graph.edges.push_back({execution, *graph.last, Rule::SharedPlain, cell});
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

}  // namespace parapet::search
