#include "coverage/simulation.h"

#include <algorithm>

#include "base/contract.h"
#include "machine/explore.h"

namespace parapet::coverage {
namespace {

std::vector<machine::Location> all_locations(const machine::Instance& instance) {
  std::vector<machine::Location> all;
  for (machine::Location location = 0; location < instance.layout().size(); ++location) all.push_back(location);
  return all;
}

// Says in the trace, which ends in the state, which unsafe formula holds there.
void name_violation(Trace& trace, machine::Instance& instance, const std::vector<machine::Target>& unsafes, const machine::State& state) {
  trace.unsafe = Trace::no_formula;
  for (const machine::Target& target : unsafes) {
    if (instance.view(state).holds(target.formula) != machine::Truth::True) continue;
    trace.unsafe = target.number;
    trace.unsafe_processes.assign(target.processes.begin(), target.processes.end());
    return;
  }
}

}  // namespace

Simulation::Simulation(const ld::Program& program, const ld::MemoryModel& model, const machine::Roster& roster, Budget& budget)
    : instance_(program, model, roster, machine::Instance::Detail::Simplified, budget),
      domains_(instance_, {}),
      successors_(instance_, domains_, {}),
      unsafes_(machine::targets_of(instance_, program.unsafes)),
      initial_(machine::initial_states(instance_, domains_, all_locations(instance_), most_initial).states) {
  names_.processes = roster.processes;
  names_.constants = roster.constants;
}

void Simulation::start(std::size_t initial) {
  states_ = {initial_[initial]};
  execution_ = {states_.front().cells, {}};
}

std::vector<Simulation::Choice> Simulation::choices() {
  std::vector<Choice> result;
  successors_.each(state(), [&](const machine::Step& step, const machine::State& after) {
    Choice& choice = result.emplace_back();
    choice.step.kind = step.kind;
    choice.after = after;
    if (step.kind == machine::Step::Kind::Commit) {
      choice.step.processes = {step.process};
      choice.step.location = step.location;
    } else {
      const machine::Firing& firing = successors_.firings()[step.firing];
      choice.step.transition = firing.transition;
      choice.step.processes = firing.processes;
      choice.step.havoc = step.havoc;
    }
    return true;
  });
  return result;
}

void Simulation::take(const Choice& choice) {
  execution_.steps.push_back(choice.step);
  states_.push_back(choice.after);
}

bool Simulation::undo() {
  if (execution_.steps.empty()) return false;
  execution_.steps.pop_back();
  states_.pop_back();
  return true;
}

Trace Simulation::trace() {
  Trace trace = trace_of(instance_, execution_);
  name_violation(trace, instance_, unsafes_, state());
  return trace;
}

bool Simulation::is_unsafe() { return machine::certain(instance_, unsafes_, state()); }

std::string Simulation::text(machine::Location location) const {
  const parapet::Location place{instance_.layout().symbol(location), instance_.layout().cell(location)};
  return to_string(place, instance_.program().signature, names_);
}

std::string Simulation::text(machine::Location location, machine::Code value) const {
  const Signature& signature = instance_.program().signature;
  return to_string(Value{signature[instance_.layout().symbol(location)].sort, instance_.numbers().number(value)}, signature, names_);
}

std::string Simulation::text(const machine::Entry& entry) const {
  std::string result;
  for (const machine::Write& write : entry)
    result += (result.empty() ? "" : ", ") + text(write.location) + " := " + text(write.location, write.value);
  return result;
}

std::string Simulation::text(const Choice& choice) {
  if (choice.step.kind == machine::Step::Kind::Commit) {
    // The oldest entry that has the location: the first entry if there is one buffer per process.
    const Process process = choice.step.processes[0];
    const auto& entries = state().buffers[process];
    const auto has_location = [&](const machine::Entry& entry) {
      return std::any_of(entry.begin(), entry.end(), [&](const machine::Write& write) { return write.location == choice.step.location; });
    };
    const auto entry = std::find_if(entries.begin(), entries.end(), has_location);
    PARAPET_CHECK(entry != entries.end(), "what is committed was buffered");
    return "commit of " + process_name(names_, process) + ": " + text(*entry);
  }
  const ld::Transition& transition = instance_.program().transitions[choice.step.transition];
  std::string result = transition.name + "(";
  for (std::size_t k = 0; k < choice.step.processes.size(); ++k)
    result += (k == 0 ? "" : ", ") + process_name(names_, choice.step.processes[k]);
  result += ")";
  std::size_t next = 0;
  for (const ld::Assignment& assignment : transition.assignments) {
    if (assignment.kind != ld::Assignment::Kind::Havoc) continue;
    const machine::Location first = instance_.layout().first(assignment.symbol);
    result += " with " + instance_.program().signature[assignment.symbol].name + " := " + text(first, choice.step.havoc[next++]);
  }
  return result;
}

std::vector<std::string> Simulation::state_lines() {
  std::vector<std::string> lines;
  const Signature& signature = instance_.program().signature;
  for (std::size_t s = 0; s < signature.symbols().size(); ++s) {
    const machine::Location first = instance_.layout().first(SymbolId(s));
    std::string line;
    for (std::uint32_t cell = 0; cell < instance_.layout().cells(SymbolId(s)); ++cell)
      line += (cell == 0 ? "" : ", ") + text(first + cell) + " = " + text(first + cell, state().cells[first + cell]);
    lines.push_back(std::move(line));
  }
  for (Process process = 0; process < state().buffers.size(); ++process) {
    std::string line;
    for (const machine::Entry& entry : state().buffers[process])
      line += (line.empty() ? "" : "; ") + (entry.empty() ? "wfence" : text(entry));
    if (line.empty()) continue;
    const std::string owner = process_name(names_, process);
    lines.push_back((instance_.writes_apart() ? "store buffers of " + owner + ", one per location, oldest write first: "
                                              : "store buffer of " + owner + ": ") +
                    line);
  }
  return lines;
}

Found find_state(const ld::Program& program, const ld::MemoryModel& model, const machine::Roster& roster, const ld::StateFormula& formula,
                 std::uint64_t states, Budget& budget) {
  machine::Instance instance(program, model, roster, machine::Instance::Detail::Simplified, budget);
  const std::vector<machine::Target> wanted{{0, {}, instance.formula(formula, formula.formula, {})}};
  const std::vector<machine::Target> unsafes = machine::targets_of(instance, program.unsafes);
  machine::ExploreLimits limits;
  limits.states = states;
  limits.entries = 3;  // a process that writes in a loop would fill its buffer without end
  machine::Explorer explorer(instance, limits);
  Found found;
  bool all_tried = true;
  explorer.run([&](machine::StateNumber number, const machine::State& state) {
    std::vector<machine::Write> given;
    if (machine::find_possible(instance, explorer.domains(), wanted, state, given, all_tried) == nullptr)
      return machine::Explorer::Follow::Yes;
    found.trace = trace_of(instance, explorer.execution_to(number, given).execution);
    machine::State last = state;
    for (const machine::Write& write : given) last.cells[write.location] = write.value;
    name_violation(*found.trace, instance, unsafes, last);
    return machine::Explorer::Follow::Stop;
  });
  found.states = explorer.states();
  found.complete = explorer.complete() && all_tried;
  return found;
}

}  // namespace parapet::coverage
