#include "evidence/execution.h"

#include <algorithm>

namespace parapet::evidence {
namespace {

class CellCollector {
 public:
  CellCollector(const Trace& trace, const ld::Declaration& scope, const std::vector<Process>& processes, std::set<Location>& cells)
      : trace_(trace), bindings_(std::max(scope.variables.size(), processes.size()), 0), cells_(cells) {
    std::copy(processes.begin(), processes.end(), bindings_.begin());
  }

  void add(const ld::Formula& formula) { add_bound(formula, 0); }

  void add(const ld::Term& term) {
    if (term.kind == ld::Term::Kind::Access) {
      std::vector<Process> indices;
      for (const ld::Term& index : term.args) indices.push_back(process(index));
      cells_.insert({term.symbol(), cell_number(indices, trace_.processes)});
      return;
    }
    for (const ld::Term& arg : term.args) add(arg);
    if (term.kind != ld::Term::Kind::Count) return;
    for (Process process = 0; process < trace_.processes; ++process) {
      bindings_[term.index] = process;
      for (const ld::Formula& body : term.body) add(body);
    }
  }

 private:
  // Binds the quantified variables from `next` on in all ways, then visits the formula's parts.
  void add_bound(const ld::Formula& formula, std::size_t next) {
    if (next < formula.bound.size()) {
      for (Process process = 0; process < trace_.processes; ++process) {
        bindings_[formula.bound[next]] = process;
        add_bound(formula, next + 1);
      }
      return;
    }
    for (const ld::Term& term : formula.terms) add(term);
    for (const ld::Formula& arg : formula.args) add(arg);
  }

  [[nodiscard]] Process process(const ld::Term& term) const {
    if (term.kind == ld::Term::Kind::Process) return bindings_[term.index];
    const auto at =
        std::find_if(trace_.constants.begin(), trace_.constants.end(), [&](const auto& constant) { return constant.first == term.index; });
    return at == trace_.constants.end() ? 0 : at->second;
  }

  const Trace& trace_;
  std::vector<Process> bindings_;  // by variable
  std::set<Location>& cells_;
};

void add_step(const Execution& execution, const TraceStep& step, const StepAccount& account, std::set<Location>& cells) {
  if (step.kind == TraceStep::Kind::Fire) {
    const ld::Transition& transition = execution.program.transitions[step.transition];
    CellCollector collector(execution.trace, transition, step.processes, cells);
    collector.add(transition.guard);
    for (const ld::Assignment& assignment : transition.assignments) {
      // Of an update of every cell, only the cells that it changes or reads from weak memory concern the reader.
      if (assignment.kind == ld::Assignment::Kind::Set && assignment.bound.empty()) collector.add(assignment.value);
    }
  }
  for (const ReadAccount& read : account.reads) cells.insert(read.location);
  for (const WriteAccount& write : account.writes) cells.insert(write.location);
  for (const PlainAccount& plain : account.plain) {
    if (plain.before != plain.after) cells.insert(plain.location);
  }
}

}  // namespace

std::vector<Uncommitted> uncommitted(const Account& account) {
  std::vector<Uncommitted> waiting;
  for (std::size_t k = 0; k < account.steps.size(); ++k) {
    const StepAccount& step = account.steps[k];
    for (const WriteAccount& write : step.writes) {
      if (step.buffered) waiting.push_back({k, write});
      if (!step.entry) continue;
      std::erase_if(waiting, [&](const Uncommitted& one) { return one.step == *step.entry && one.write.location == write.location; });
    }
  }
  return waiting;
}

std::set<Location> cells_of(const Execution& execution, const ld::Formula& formula, const ld::Declaration& scope,
                            const std::vector<Process>& processes) {
  std::set<Location> cells;
  CellCollector(execution.trace, scope, processes, cells).add(formula);
  return cells;
}

std::set<Location> concerned_cells(const Execution& execution) {
  std::set<Location> cells;
  if (execution.trace.violates()) {
    const ld::Unsafe& unsafe = execution.program.unsafes[execution.trace.unsafe];
    cells = cells_of(execution, unsafe.formula, unsafe, execution.trace.unsafe_processes);
  }
  for (std::size_t k = 0; k < execution.trace.steps.size(); ++k)
    add_step(execution, execution.trace.steps[k], execution.account.steps[k], cells);
  return cells;
}

const Value& initial_value(const Trace& trace, const Location& location) { return trace.initial[location.symbol.index()][location.cell]; }

Value final_value(const Execution& execution, const Location& location) {
  Value value = initial_value(execution.trace, location);
  for (const StepAccount& step : execution.account.steps) {
    for (const PlainAccount& plain : step.plain) {
      if (plain.location == location) value = plain.after;
    }
    for (const WriteAccount& write : step.writes) {
      if (!step.buffered && write.location == location) value = write.value;
    }
  }
  return value;
}

ld::Declaration named_scope(const Trace& trace, ld::Declaration scope, const std::vector<Process>& processes) {
  for (std::size_t k = 0; k < processes.size(); ++k) scope.variables[k] = process_name(trace, processes[k]);
  return scope;
}

std::string count_text(const Execution& execution, const CountAccount& count) {
  const ld::Unsafe& unsafe = execution.program.unsafes[execution.trace.unsafe];
  const ld::Declaration scope = named_scope(execution.trace, unsafe, execution.trace.unsafe_processes);
  return ld::to_string(count.term, scope, execution.program.signature);
}

}  // namespace parapet::evidence
