// A firing of a transition by its actor p, at one instant: the guard holds, all right-hand sides and conditions are evaluated in the state
// before it, plain cells change at once. Its weak writes enter p's buffer as one entry; those of a read-modify-write (decided from the
// text of the transition) are in memory at once, and it needs p's buffer empty. Under SC all writes are in memory at once.
#include "check/firing.h"

#include <algorithm>

#include "check/accesses.h"

namespace parapet::check {
namespace {

using ld::Assignment;

// All values that one firing assigns, computed before any of them is stored.
class Effects {
 public:
  Effects(const Setting& setting, Evaluator& evaluator) : setting_(setting), evaluator_(evaluator) {}

  void add(const Assignment& assignment, const std::vector<Value>& havoc) {
    switch (assignment.kind) {
      case Assignment::Kind::Set:
        assign(evaluator_.location(assignment.symbol, assignment.indices), evaluator_.value(assignment.value));
        break;
      case Assignment::Kind::Havoc:
        assign(evaluator_.location(assignment.symbol, assignment.indices), havoc[next_havoc_++]);
        break;
      case Assignment::Kind::Case:
        if (assignment.bound.empty())
          add_case(assignment, evaluator_.location(assignment.symbol, assignment.indices));
        else
          add_every_cell(assignment);
        break;
    }
  }

  [[nodiscard]] const std::vector<WriteAccount>& assigned() const { return assigned_; }
  [[nodiscard]] const std::optional<Location>& assigned_twice() const { return twice_; }

 private:
  void assign(const Location& location, const Value& value) {
    if (std::any_of(assigned_.begin(), assigned_.end(), [&](const WriteAccount& other) { return other.location == location; }))
      twice_ = location;
    assigned_.push_back({location, value});
  }

  void add_case(const Assignment& assignment, const Location& location) {
    for (const ld::Branch& branch : assignment.branches) {
      if (branch.condition && !evaluator_.holds(*branch.condition)) continue;
      if (!keeps_cell(assignment, branch)) assign(location, evaluator_.value(branch.value));
      return;
    }
  }

  void add_every_cell(const Assignment& assignment) {
    const auto arity = static_cast<std::uint32_t>(assignment.bound.size());
    const std::size_t cells = setting_.trace.initial[assignment.symbol.index()].size();
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      const std::vector<Process> indices = cell_indices(cell, arity, setting_.trace.processes);
      for (std::size_t k = 0; k < indices.size(); ++k) evaluator_.bind(assignment.bound[k], indices[k]);
      add_case(assignment, {assignment.symbol, cell});
    }
  }

  const Setting& setting_;
  Evaluator& evaluator_;
  std::vector<WriteAccount> assigned_;
  std::optional<Location> twice_;
  std::size_t next_havoc_ = 0;
};

Refusal accept_havoc(const Setting& setting, const ld::Transition& transition, const std::vector<Value>& values) {
  std::size_t next = 0;
  for (const Assignment& assignment : transition.assignments) {
    if (assignment.kind != Assignment::Kind::Havoc) continue;
    const std::string& name = setting.program.signature[assignment.symbol].name;
    if (next == values.size()) return "no value was chosen for the assignment of an arbitrary value to " + name;
    if (!possible_value(setting.program.signature, assignment.symbol, values[next]))
      return "the value chosen for the arbitrary assignment to " + name + " is no value of its type";
    ++next;
  }
  if (next != values.size()) return "more values were chosen than the transition assigns arbitrarily";
  return std::nullopt;
}

// Of a guard that holds.
bool needs_fence(const Setting& setting, const State& state, const ld::Transition& transition, const TraceStep& step,
                 std::optional<Process> actor) {
  if (!mentions_fence(transition.guard)) return false;
  Evaluator evaluator(setting, state, transition, step.processes, actor);
  evaluator.deny_fences();
  return !evaluator.holds(transition.guard);
}

void store(const Setting& setting, State& state, const std::vector<WriteAccount>& assigned, std::optional<Process> buffer,
           std::size_t number, StepAccount& account) {
  for (const WriteAccount& write : assigned) {
    const bool weak = setting.program.signature[write.location.symbol].weak;
    MemoryCell& cell = state.at(write.location);
    if (weak)
      account.writes.push_back(write);
    else
      account.plain.push_back({write.location, cell.value, write.value});
    if (!weak || !buffer) cell = {write.value, number};
  }
  account.buffered = buffer.has_value() && !account.writes.empty();
  if (account.buffered) state.buffers[*buffer].push_back({number, account.writes});
}

}  // namespace

std::string false_part(Evaluator& evaluator, const ld::Formula& formula, const ld::Declaration& scope, const Signature& signature) {
  if (formula.kind == ld::Formula::Kind::And) {
    for (const ld::Formula& arg : formula.args) {
      if (!evaluator.holds(arg)) return false_part(evaluator, arg, scope, signature);
    }
  }
  if (formula.kind == ld::Formula::Kind::Fence) return "the store buffer of its process is not empty";
  return "`" + ld::to_string(formula, scope, signature) + "` is false";
}

bool possible_value(const Signature& signature, SymbolId symbol, const Value& value) {
  const SortId id = signature[symbol].sort;
  if (value.sort != id) return false;
  const Sort& sort = signature[id];
  if (sort.kind == SortKind::Int) return value.number.is_integer();
  if (sort.kind != SortKind::Enum) return true;
  return value.number.is_integer() && value.number.sign() >= 0 &&
         value.number < Rational(static_cast<std::int64_t>(sort.constructors.size()));
}

Refusal accept_parameters(const Trace& trace, const ld::Declaration& declaration, const std::vector<Process>& processes) {
  if (processes.size() != declaration.parameters)
    return "it has " + std::to_string(declaration.parameters) + " parameters, but " + std::to_string(processes.size()) +
           " processes are given";
  for (std::size_t k = 0; k < processes.size(); ++k) {
    const auto here = processes.begin() + static_cast<std::ptrdiff_t>(k);
    if (processes[k] >= trace.processes) return "process " + std::to_string(processes[k]) + " does not exist";
    if (std::find(processes.begin(), here, processes[k]) != here)
      return "its parameters are distinct processes, but " + process_name(trace, processes[k]) + " is given twice";
  }
  return std::nullopt;
}

Refusal fire(const Setting& setting, State& state, const TraceStep& step, std::size_t number, StepAccount& account) {
  const ld::Program& program = setting.program;
  if (step.transition >= program.transitions.size()) return "there is no transition number " + std::to_string(step.transition);
  const ld::Transition& transition = program.transitions[step.transition];
  if (Refusal refusal = accept_parameters(setting.trace, transition, step.processes)) return refusal;
  if (Refusal refusal = accept_havoc(setting, transition, step.havoc)) return refusal;

  const WeakAccesses weak = weak_accesses(transition, program.signature);
  std::optional<Process> actor;
  if (transition.actor) actor = step.processes[*transition.actor];
  if (setting.machine == Machine::Tso && !actor && (weak.reads || weak.writes))
    return "it touches weak locations, but has no acting process";

  Evaluator evaluator(setting, state, transition, step.processes, actor);
  const bool enabled = evaluator.holds(transition.guard);
  const bool drained = !actor || state.buffers[*actor].empty();
  if (!enabled) return "its guard does not hold: " + false_part(evaluator, transition.guard, transition, program.signature);
  if (weak.read_modify_write() && !drained) return "it is a read-modify-write, but the store buffer of its process is not empty";

  Effects effects(setting, evaluator);
  for (const Assignment& assignment : transition.assignments) effects.add(assignment, step.havoc);
  if (effects.assigned_twice()) return "it assigns " + to_string(*effects.assigned_twice(), program.signature, setting.trace) + " twice";
  account.fence = needs_fence(setting, state, transition, step, actor);
  const bool buffers = setting.machine == Machine::Tso && !weak.read_modify_write();
  store(setting, state, effects.assigned(), buffers ? actor : std::nullopt, number, account);
  account.reads = evaluator.take_reads();
  account.plain_reads = evaluator.take_plain_reads();
  return std::nullopt;
}

Refusal commit(const Setting& setting, State& state, const TraceStep& step, StepAccount& account) {
  if (setting.machine == Machine::Sc) return "there are no store buffers under SC";
  if (step.processes.size() != 1 || step.processes[0] >= setting.trace.processes) return "it names no process";
  auto& buffer = state.buffers[step.processes[0]];
  if (buffer.empty()) return "the store buffer of " + process_name(setting.trace, step.processes[0]) + " is empty";
  const BufferEntry entry = std::move(buffer.front());
  buffer.pop_front();
  for (const WriteAccount& write : entry.writes) state.at(write.location) = {write.value, entry.step};
  account.writes = entry.writes;
  account.entry = entry.step;
  return std::nullopt;
}

}  // namespace parapet::check
