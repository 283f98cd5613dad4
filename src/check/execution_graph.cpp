// Events and ghb of a replayed trace, by definition (Alglave et al.'s axiomatic models; the events are those of ld/memory_model.h):
//   events  a firing is an execution event and, if it wrote weak locations, a write event, or one for each location if the model has a
//           store buffer per location; one event for a read-modify-write
//   po      two events of one process, if the model keeps their kinds in order, always or because both write the same location
//   fence   a write before a later execution that has a fence or is a read-modify-write
//   wfence  a write before a later one of another location, if a firing between them, or that of the later one, has a store-store fence.
//           (The entries before the mark of the fence are committed before those behind it.) Writes of one firing have no order
//   rf      from the write to each event that read its value; in ghb only between different processes (a process reads its own write from
//           its store buffer before the commit)
//   co      writes of one location, in the order in which they reached memory; those still in a buffer at the end come last, as if they
//           were committed then, oldest first
//   fr      from a read to the write after its source in co
//   late    from a write to each later execution of its process that read memory before the commit of the write: this program order the
//           model does not keep, so it is not in ghb
//   plain   executions that touch the same plain cell, one of them writing it, in the order in which they happened
// Final is one more execution event of each process that the unsafe formula mentions. An execution happens at its step, a write at its
// commit, and every edge of ghb goes forward in this time: so ghb is acyclic. A solver confirms this: the events can be ranked so that every
// edge goes up, rank(from) < rank(to), one integer per event.
#include "check/execution_graph.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "base/contract.h"
#include "base/narrow.h"
#include "ld/text.h"

namespace parapet::check {
namespace {

using Event = std::uint32_t;
using EventKind = GraphEvent::Kind;
using EdgeKind = GraphEdge::Kind;

constexpr Event none = UINT32_MAX;

bool executes(const GraphEvent& event) {
  return event.kind == EventKind::Execution || event.kind == EventKind::ReadModifyWrite || event.kind == EventKind::Final;
}
bool writes(const GraphEvent& event) { return event.kind == EventKind::Write || event.kind == EventKind::ReadModifyWrite; }

class Builder {
 public:
  Builder(const ld::Program& program, const Trace& trace, const Account& account, const ld::MemoryModel& model)
      : program_(program), trace_(trace), account_(account), model_(model), columns_(trace.processes) {
    graph_.model = model.name;
    graph_.writes_apart = model.writes_apart();
    for (Process process = 0; process < trace.processes; ++process) graph_.columns.push_back(process_name(trace, process));
  }

  ExecutionGraph build() {
    add_initial();
    for (std::size_t step = 0; step < trace_.steps.size(); ++step) add_firing(step);
    add_final();
    order_writes();
    add_program_order();
    add_communication();
    add_plain_order();
    add_late();
    for (auto& [key, edge] : edges_) {
      for (const std::string& location : edge.what) edge.edge.what += (edge.edge.what.empty() ? "" : ", ") + location;
      graph_.edges.push_back(std::move(edge.edge));
    }
    return std::move(graph_);
  }

 private:
  struct EdgeWithLocations {
    GraphEdge edge;
    std::set<std::string> what;
  };

  [[nodiscard]] std::string text(const Location& location) const { return to_string(location, program_.signature, trace_); }
  [[nodiscard]] std::string text(const Value& value) const { return to_string(value, program_.signature, trace_); }

  GraphEvent& add_event(EventKind kind, std::optional<Process> process, std::string label) {
    GraphEvent& event = graph_.events.emplace_back();
    event.kind = kind;
    event.process = process;
    event.label = std::move(label);
    auto& column = process ? columns_[*process] : nobody_;
    event.position = column.size();
    column.push_back(last_event());
    return event;
  }
  [[nodiscard]] Event last_event() const { return narrow<Event>(graph_.events.size() - 1); }

  void add_edge(EdgeKind kind, Event from, Event to, bool ghb = true, const std::string& what = "") {
    EdgeWithLocations& entry = edges_[{kind, from, to}];
    const bool known = entry.edge.from != entry.edge.to;
    entry.edge = {from, to, kind, ghb || (known && entry.edge.ghb), ""};
    if (!what.empty()) entry.what.insert(what);
  }

  // Initial writes every weak location that the execution reads or writes.
  void add_initial() {
    std::set<Location> touched;
    const auto read = [&](const std::vector<ReadAccount>& reads) {
      for (const ReadAccount& each : reads) touched.insert(each.location);
    };
    for (const StepAccount& step : account_.steps) {
      read(step.reads);
      for (const WriteAccount& write : step.writes) touched.insert(write.location);
    }
    read(account_.unsafe);
    if (touched.empty()) return;
    GraphEvent& event = add_event(EventKind::Initial, std::nullopt, "initial values");
    for (const Location& location : touched) {
      add_write(event, {location, trace_.initial[location.symbol.index()][location.cell]});
      history_[location].push_back(last_event());
    }
  }

  void add_write(GraphEvent& event, const WriteAccount& write) {
    event.writes.push_back(write);
    const bool initial = event.kind == EventKind::Initial;
    event.lines.push_back((initial ? "" : "write ") + text(write.location) + (initial ? " = " : " := ") + text(write.value));
  }

  void add_read(GraphEvent& event, const ReadAccount& read) {
    event.reads.push_back(read);
    const std::string reader = event.process == read.reader ? "read " : process_name(trace_, read.reader) + " @ ";
    event.lines.push_back(reader + text(read.location) + " = " + text(read.value));
  }

  void add_firing(std::size_t number) {
    execution_of_.push_back(none);
    write_of_.emplace_back();
    const TraceStep& step = trace_.steps[number];
    if (step.kind != TraceStep::Kind::Fire) return;
    const StepAccount& account = account_.steps[number];
    const ld::Transition& transition = program_.transitions[step.transition];
    std::string label = transition.name + "(";
    for (std::size_t k = 0; k < step.processes.size(); ++k) label += (k == 0 ? "" : ", ") + process_name(trace_, step.processes[k]);
    label += ")";
    const auto process = acting_process(program_, step);
    const bool atomic = ld::text_facts(transition, program_.signature).read_modify_write();

    GraphEvent& execution = add_event(atomic ? EventKind::ReadModifyWrite : EventKind::Execution, process, label);
    execution_of_[number] = last_event();
    execution.step = execution.instant = number;
    execution.fence = account.fence;
    execution.wfence = account.wfence;
    if (account.fence) execution.lines.emplace_back("fence");
    if (account.wfence) execution.lines.emplace_back("wfence");
    for (const ReadAccount& read : account.reads) add_read(execution, read);
    for (const PlainAccount& plain : account.plain) {
      if (plain.before != plain.after) execution.lines.push_back(text(plain.location) + " := " + text(plain.after));
    }
    if (account.writes.empty()) return;
    if (!atomic) {
      const bool apart = model_.writes_apart();
      for (std::size_t k = 0; k < account.writes.size(); ++k) {
        if (k > 0 && !apart) break;
        const std::string what = apart ? text(account.writes[k].location) + " by " : "";
        GraphEvent& write = add_event(EventKind::Write, process, "write of " + what + label);
        write.step = number;
        if (!account.buffered) write.instant = number;
        for (const WriteAccount& each : account.writes) {
          if (apart && each.location != account.writes[k].location) continue;
          add_write(write, each);
          write_of_[number][each.location] = last_event();
        }
      }
      return;
    }
    for (const WriteAccount& each : account.writes) {
      add_write(execution, each);
      write_of_[number][each.location] = last_event();
    }
  }

  void add_final() {
    GraphEvent& event = add_event(EventKind::Final, std::nullopt, "the end");
    for (const Location& location : account_.unsafe_plain) event.lines.push_back(text(location) + " = " + text(final_value(location)));
    for (const ReadAccount& read : account_.unsafe) add_read(event, read);
    for (const Process process : mentioned()) columns_[process].push_back(last_event());
  }

  [[nodiscard]] Value final_value(const Location& location) const {
    Value value = trace_.initial[location.symbol.index()][location.cell];
    for (const StepAccount& step : account_.steps) {
      for (const PlainAccount& plain : step.plain) {
        if (plain.location == location) value = plain.after;
      }
    }
    return value;
  }

  // The processes that the unsafe formula mentions.
  [[nodiscard]] std::set<Process> mentioned() const {
    std::set<Process> result(trace_.unsafe_processes.begin(), trace_.unsafe_processes.end());
    const auto add_indices = [&](const Location& location) {
      for (const Process index : cell_indices(location.cell, program_.signature[location.symbol].arity, trace_.processes))
        result.insert(index);
    };
    for (const ReadAccount& read : account_.unsafe) {
      result.insert(read.reader);
      add_indices(read.location);
    }
    for (const Location& location : account_.unsafe_plain) add_indices(location);
    return result;
  }

  // The coherence order: the writes of each location in the order in which they reach memory.
  void order_writes() {
    std::set<std::pair<std::size_t, Location>> waiting;
    for (std::size_t step = 0; step < trace_.steps.size(); ++step) {
      const StepAccount& account = account_.steps[step];
      for (const WriteAccount& write : account.writes) {
        if (account.entry) {
          graph_.events[write_of_[*account.entry].at(write.location)].instant = step;
          reach_memory(*account.entry, write.location);
          waiting.erase({*account.entry, write.location});
        } else if (account.buffered) {
          waiting.insert({step, write.location});
        } else {
          reach_memory(step, write.location);
        }
      }
    }
    for (const auto& [step, location] : waiting) reach_memory(step, location);
  }

  void reach_memory(std::size_t step, const Location& location) {
    const Event write = write_of_[step].at(location);
    auto& history = history_[location];
    add_edge(EdgeKind::Co, history.back(), write, true, text(location));
    history.push_back(write);
  }

  void add_program_order() {
    for (const std::vector<Event>& column : columns_) {
      const auto ordered = [&](std::size_t a, std::size_t b) { return program_order(graph_.events[column[a]], graph_.events[column[b]]); };
      for (std::size_t a = 0; a < column.size(); ++a) {
        for (std::size_t b = a + 1; b < column.size(); ++b) {
          const auto kind = ordered(a, b);
          bool follows = false;
          for (std::size_t between = a + 1; between < b; ++between) follows = follows || (ordered(a, between) && ordered(between, b));
          if (kind && !follows) add_edge(*kind, column[a], column[b]);
        }
      }
    }
  }

  void add_late() {
    for (Process process = 0; process < columns_.size(); ++process) {
      const std::vector<Event>& column = columns_[process];
      const auto reads_memory = [&](const ReadAccount& read) {
        return read.reader == process && read.source == ReadAccount::Source::Memory;
      };
      for (std::size_t a = 0; a < column.size(); ++a) {
        const GraphEvent& write = graph_.events[column[a]];
        if (write.kind != EventKind::Write) continue;
        for (std::size_t b = a + 1; b < column.size(); ++b) {
          const GraphEvent& later = graph_.events[column[b]];
          const bool reads = executes(later) && std::any_of(later.reads.begin(), later.reads.end(), reads_memory);
          const bool came_before = !write.instant || (later.instant && *later.instant < *write.instant);
          if (reads && came_before) add_edge(EdgeKind::Late, column[a], column[b], false);
        }
      }
    }
  }

  // The kind of the program-order edge between an earlier and a later event of a process, if the model keeps one.
  [[nodiscard]] std::optional<EdgeKind> program_order(const GraphEvent& a, const GraphEvent& b) const {
    const auto kept = [&](bool first, ld::EventKind kind, bool second, ld::EventKind other) {
      return first && second && model_.keeps(kind, other);
    };
    constexpr auto execution = ld::EventKind::Execution;
    constexpr auto write = ld::EventKind::Write;
    if (kept(executes(a), execution, executes(b), execution) || kept(executes(a), execution, writes(b), write) ||
        kept(writes(a), write, executes(b), execution) || kept(writes(a), write, writes(b), write))
      return EdgeKind::Po;
    if (writes(a) && executes(b) && (b.fence || b.kind == EventKind::ReadModifyWrite)) return EdgeKind::Fence;
    if (a.kind == EventKind::Write && b.kind == EventKind::Write && *a.step < *b.step) {
      if (a.writes[0].location == b.writes[0].location && model_.keeps_at_location(write, write)) return EdgeKind::Po;
      if (fenced_between(a, b)) return EdgeKind::WFence;
    }
    return std::nullopt;
  }

  // A store-store fence of the process of both, after the firing of a and no later than that of b.
  [[nodiscard]] bool fenced_between(const GraphEvent& a, const GraphEvent& b) const {
    const auto& column = columns_[*a.process];
    return std::any_of(column.begin(), column.end(), [&](Event event) {
      const GraphEvent& between = graph_.events[event];
      return between.wfence && *a.step < *between.step && *between.step <= *b.step;
    });
  }

  void add_communication() {
    for (Event reader = 0; reader < graph_.events.size(); ++reader) {
      for (const ReadAccount& read : graph_.events[reader].reads) {
        const std::string what = text(read.location);
        const auto& history = history_[read.location];
        const Event source = read.step ? write_of_[*read.step].at(read.location) : history.front();
        add_edge(EdgeKind::Rf, source, reader, graph_.events[source].process != read.reader, what);
        const auto at = std::find(history.begin(), history.end(), source);
        PARAPET_CHECK(at != history.end(), "what is read was written");
        const auto next = at + 1;
        if (next != history.end() && *next != reader) add_edge(EdgeKind::Fr, reader, *next, true, what);
      }
    }
  }

  void add_plain_order() {
    struct Touched {
      Event writer = none;
      std::vector<Event> readers;  // since that write
    };
    std::map<Location, Touched> cells;
    // Pairs of one column are in program order already.
    const auto order = [&](Event from, Event to, const Location& location) {
      const auto& process = graph_.events[from].process;
      const bool one_column = process && std::find(columns_[*process].begin(), columns_[*process].end(), to) != columns_[*process].end();
      if (from != to && !one_column) add_edge(EdgeKind::Plain, from, to, true, text(location));
    };
    const auto read = [&](Event event, const Location& location) {
      Touched& cell = cells[location];
      if (cell.writer != none) order(cell.writer, event, location);
      cell.readers.push_back(event);
    };
    for (std::size_t step = 0; step < trace_.steps.size(); ++step) {
      const Event event = execution_of_[step];
      if (event == none) continue;
      for (const Location& location : account_.steps[step].plain_reads) read(event, location);
      for (const PlainAccount& plain : account_.steps[step].plain) {
        Touched& cell = cells[plain.location];
        if (cell.writer != none) order(cell.writer, event, plain.location);
        for (const Event reader : cell.readers) order(reader, event, plain.location);
        cell = {event, {}};
      }
    }
    const auto end = narrow<Event>(graph_.events.size() - 1);
    for (const Location& location : account_.unsafe_plain) read(end, location);
  }

  const ld::Program& program_;
  const Trace& trace_;
  const Account& account_;
  const ld::MemoryModel& model_;
  ExecutionGraph graph_;
  std::vector<std::vector<Event>> columns_;  // by process, in program order
  std::vector<Event> nobody_;
  std::vector<Event> execution_of_;                  // by step
  std::vector<std::map<Location, Event>> write_of_;  // by step and location
  std::map<Location, std::vector<Event>> history_;   // co, beginning with Initial
  std::map<std::tuple<EdgeKind, Event, Event>, EdgeWithLocations> edges_;
};

// A cycle of a graph that has one: after edges to vertices without successors are removed, every walk returns to a vertex it has visited.
std::vector<std::uint32_t> find_cycle(const ExecutionGraph& graph, std::vector<std::uint32_t> edges) {
  const auto leaving = [&](std::uint32_t event) {
    return std::find_if(edges.begin(), edges.end(), [&](std::uint32_t edge) { return graph.edges[edge].from == event; });
  };
  for (std::size_t before = 0; before != edges.size();) {
    std::vector<std::uint32_t> left;
    before = edges.size();
    std::copy_if(edges.begin(), edges.end(), std::back_inserter(left),
                 [&](std::uint32_t edge) { return leaving(graph.edges[edge].to) != edges.end(); });
    edges = std::move(left);
  }
  std::vector<std::uint32_t> walk;
  if (edges.empty()) return walk;
  for (std::uint32_t edge = edges.front();; edge = *leaving(graph.edges[edge].to)) {
    const auto again = std::find(walk.begin(), walk.end(), edge);
    if (again != walk.end()) return {again, walk.end()};
    walk.push_back(edge);
  }
}

}  // namespace

ExecutionGraph execution_graph(const ld::Program& program, const Trace& trace, const Account& account, const ld::MemoryModel& model) {
  PARAPET_CHECK(account.steps.size() == trace.steps.size(), "every step has its account");
  return Builder(program, trace, account, model).build();
}

OrderAnswer check_order(const ExecutionGraph& graph, TermArena& arena, smt::Solver& solver) {
  OrderAnswer result;
  std::map<TermId, std::vector<std::uint32_t>> edges_of;
  solver.push();
  for (std::uint32_t k = 0; k < graph.edges.size(); ++k) {
    const GraphEdge& edge = graph.edges[k];
    if (!edge.ghb) continue;
    const TermId before = arena.before(arena.event(edge.from), arena.event(edge.to));
    edges_of[before].push_back(k);
    solver.add(before);
  }
  result.answer = solver.check({smt::Purpose::Order, 0, {}});
  if (result.answer == smt::Answer::Unsat) {
    std::vector<std::uint32_t> core;
    for (const TermId formula : solver.core()) {
      const auto& edges = edges_of[formula];
      core.insert(core.end(), edges.begin(), edges.end());
    }
    result.cycle = find_cycle(graph, std::move(core));
  }
  solver.pop();
  return result;
}

std::string describe_cycle(const ExecutionGraph& graph, const std::vector<std::uint32_t>& cycle) {
  std::string text;
  for (const std::uint32_t edge : cycle)
    text += graph.events[graph.edges[edge].from].label + " -" + std::string(name(graph.edges[edge].kind)) + "-> ";
  return cycle.empty() ? text : text + graph.events[graph.edges[cycle.front()].from].label;
}

}  // namespace parapet::check
