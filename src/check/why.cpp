// The execution graph of the trace (execution_graph.h) has the relations rf, co, fr and the order of plain accesses. Under SC a firing is
// one event, so the execution event and the write event of a firing are joined, and program order is kept completely. Then
//     the same firings, with the same values read, are an execution under SC  iff  po + rf + co + fr + plain, on firings, has no cycle.
// (A cycle-free relation can be ordered totally; each read then takes the last write before it, since rf and fr are kept.) If there is no
// cycle, the firings in such an order are replayed under SC before anything is said.
//
// If there is a cycle, take a shortest one, with the edges of program order between any two firings of a process. ghb of the trace has no
// cycle, so at some places it is broken: the cycle enters a firing a by its write event w, goes on to a = b or to a later firing b of the
// same process, and leaves b by an event e that ghb does not order after w. Then e is the execution event of b, or, with a store buffer
// per location, another write of b. A fence in b adds the order w -> e in the first case, a store-store fence in b in the second (if a and
// b are different firings: a mark is in front of all writes of its firing). With the order of all these places ghb has the cycle, so all
// of these fences together exclude the execution; with one of them less the cycle is broken there, even if w happened to come first in
// this trace (`happened` is false).
#include "check/why.h"

#include <algorithm>
#include <deque>
#include <set>

#include "base/narrow.h"
#include "check/execution_graph.h"
#include "check/replay.h"

namespace parapet::check {
namespace {

using Node = std::size_t;  // a firing, the initial values, or the end
using EventKind = GraphEvent::Kind;

struct Edge {
  Node from = 0, to = 0;
  const GraphEdge* edge = nullptr;  // null: program order
};

bool in_program_order(const GraphEdge& edge) {
  return edge.kind == GraphEdge::Kind::Po || edge.kind == GraphEdge::Kind::Fence || edge.kind == GraphEdge::Kind::WFence;
}

class Cycle {
 public:
  Cycle(const ExecutionGraph& graph, const Trace& trace, Budget& budget) : graph_(graph), trace_(trace), budget_(budget) {
    node_of_.resize(graph.events.size());
    for (std::size_t k = 0; k < graph.events.size(); ++k) {
      const GraphEvent& event = graph.events[k];
      const bool joined = event.kind == EventKind::Write && k > 0 && graph.events[k - 1].step == event.step;
      node_of_[k] = joined ? node_of_[k - 1] : nodes_++;
      if (!joined) first_event_.push_back(k);
    }
    edges_.resize(nodes_);
    for (const GraphEdge& edge : graph.edges) {
      // What is not in ghb, rf within one process and `late`, is in program order here.
      if (!in_program_order(edge) && edge.ghb) add({node_of_[edge.from], node_of_[edge.to], &edge});
    }
    add_program_order();
  }

  // A shortest cycle; empty: there is none.
  [[nodiscard]] std::vector<Edge> shortest() {
    std::vector<Edge> best;
    for (Node start = 0; start < nodes_; ++start) {
      std::vector<Edge> found = through(start);
      if (!found.empty() && (best.empty() || found.size() < best.size())) best = std::move(found);
    }
    return best;
  }

  // The Fire steps in an order that respects every edge; there is no cycle.
  [[nodiscard]] std::vector<std::size_t> order() {
    std::vector<std::size_t> before(nodes_, 0), steps;
    for (const auto& out : edges_) {
      for (const Edge& edge : out) ++before[edge.to];
    }
    std::set<Node> ready;
    for (Node node = 0; node < nodes_; ++node) {
      if (before[node] == 0) ready.insert(node);
    }
    while (!ready.empty()) {
      const Node node = *ready.begin();
      ready.erase(ready.begin());
      if (const auto step = graph_.events[first_event_[node]].step) steps.push_back(*step);
      for (const Edge& edge : edges_[node]) {
        if (--before[edge.to] == 0) ready.insert(edge.to);
      }
    }
    return steps;
  }

  [[nodiscard]] const GraphEvent& event(Node node) const { return graph_.events[first_event_[node]]; }

 private:
  void add(const Edge& edge) {
    if (edge.from != edge.to) edges_[edge.from].push_back(edge);
  }

  // Between any two firings of a process, and from each firing to the end if the unsafe formula mentions the process: the graph then has an
  // edge of program order to the end.
  void add_program_order() {
    std::set<Process> mentioned;
    const Node end = nodes_ - 1;
    for (const GraphEdge& edge : graph_.edges) {
      if (in_program_order(edge) && node_of_[edge.to] == end && graph_.events[edge.from].process)
        mentioned.insert(*graph_.events[edge.from].process);
    }
    for (Node a = 0; a < end; ++a) {
      const auto process = event(a).process;
      if (!process) continue;
      for (Node b = a + 1; b < end; ++b) {
        if (event(b).process == process) add({a, b, nullptr});
      }
      if (mentioned.contains(*process)) add({a, end, nullptr});
    }
  }

  std::vector<Edge> through(Node start) {
    std::vector<const Edge*> reached_by(nodes_, nullptr);
    std::deque<Node> queue{start};
    while (!queue.empty()) {
      const Node node = queue.front();
      queue.pop_front();
      for (const Edge& edge : edges_[node]) {
        budget_.spend();
        if (edge.to != start && reached_by[edge.to] != nullptr) continue;
        if (edge.to != start) {
          reached_by[edge.to] = &edge;
          queue.push_back(edge.to);
          continue;
        }
        std::vector<Edge> cycle{edge};
        for (Node at = node; at != start; at = reached_by[at]->from) cycle.push_back(*reached_by[at]);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
    }
    return {};
  }

  const ExecutionGraph& graph_;
  const Trace& trace_;
  Budget& budget_;
  std::vector<Node> node_of_;             // by event
  std::vector<std::size_t> first_event_;  // by node: its first event
  std::vector<std::vector<Edge>> edges_;  // by node
  Node nodes_ = 0;
};

bool executed_under_sc(const ld::Program& program, const Trace& trace, const std::vector<std::size_t>& order, Budget& budget) {
  Trace reordered = trace;
  reordered.steps.clear();
  for (const std::size_t step : order) reordered.steps.push_back(trace.steps[step]);
  return replay(program, ld::sc, reordered, budget).ok();
}

// Whether ghb orders the event `from` before the event `to`.
bool ordered(const ExecutionGraph& graph, std::uint32_t from, std::uint32_t to, Budget& budget) {
  std::vector<bool> reached(graph.events.size());
  std::deque<std::uint32_t> queue{from};
  while (!queue.empty()) {
    const std::uint32_t event = queue.front();
    queue.pop_front();
    if (event == to) return true;
    for (const GraphEdge& edge : graph.edges) {
      budget.spend();
      if (!edge.ghb || edge.from != event || reached[edge.to]) continue;
      reached[edge.to] = true;
      queue.push_back(edge.to);
    }
  }
  return false;
}

// The locations that an edge is about, among these accesses; all of them if the edge names none of them.
template <class Access>
std::vector<Access> about(const std::vector<Access>& accesses, const GraphEdge& edge, const ld::Program& program, const Trace& trace) {
  std::vector<Access> result;
  const std::string names = ", " + edge.what + ", ";
  for (const Access& access : accesses) {
    if (names.find(", " + to_string(access.location, program.signature, trace) + ", ") != std::string::npos) result.push_back(access);
  }
  return result.empty() ? accesses : result;
}

}  // namespace

Why explain(const ld::Program& program, const Trace& trace, const Account& account, const ld::MemoryModel& model, Budget& budget) {
  Why why;
  const ExecutionGraph graph = execution_graph(program, trace, account, model);
  Cycle firings(graph, trace, budget);
  const std::vector<Edge> cycle = firings.shortest();
  if (cycle.empty()) {
    if (executed_under_sc(program, trace, firings.order(), budget)) why.kind = Why::Kind::AlsoUnderSc;
    return why;
  }
  for (std::size_t k = 0; k < cycle.size(); ++k) {
    const Edge& in = cycle[k];
    const bool moves = cycle[(k + 1) % cycle.size()].edge == nullptr;
    const Edge& out = cycle[(k + (moves ? 2 : 1)) % cycle.size()];
    if (in.edge == nullptr || out.edge == nullptr) continue;
    const GraphEvent& written = graph.events[in.edge->to];
    const GraphEvent& executed = graph.events[out.edge->from];
    if (written.kind != EventKind::Write || ordered(graph, in.edge->to, out.edge->from, budget)) continue;
    Overtaken pair{*written.step, executed.step, about(written.writes, *in.edge, program, trace), {}, {}, true};
    if (executed.kind == EventKind::Write) {
      pair.overtaking = about(executed.writes, *out.edge, program, trace);
    } else if (out.edge->kind != GraphEdge::Kind::Plain) {
      pair.reads = about(executed.reads, *out.edge, program, trace);
    }
    // What is never committed comes after everything, the end after every commit.
    if (written.instant) pair.happened = executed.instant && *executed.instant < *written.instant;
    why.overtaken.push_back(std::move(pair));
  }
  if (!why.overtaken.empty()) why.kind = Why::Kind::Overtaken;
  return why;
}

}  // namespace parapet::check
