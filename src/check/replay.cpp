// A trace is accepted, as a counterexample if it names an unsafe formula, iff
//   - it has at least one process and no more than `number_procs`, and different constants `#n` name different processes of it;
//   - init holds for all values of its parameters, which may coincide, in the trace's initial values;
//   - each step is a step of the machine (NOTE(machine)), quantifiers ranging over exactly these processes;
//   - the unsafe formula, if the trace names one, holds in the last state, whatever is still in the buffers: `i @ X` is what i would read then.
#include "check/replay.h"

#include <algorithm>
#include <deque>

#include "base/contract.h"
#include "base/narrow.h"
#include "ld/text.h"
#include "machine/explore.h"
#include "machine/initial.h"
#include "machine/instance.h"

namespace parapet::check {
namespace {

using machine::Truth;
using Refusal = std::optional<std::string>;  // why the trace is not an execution, as a sentence

Refusal accept_constants(const ld::Program& program, const Trace& trace) {
  const auto& given = trace.constants;
  for (std::size_t k = 0; k < given.size(); ++k) {
    const std::string name = "#" + std::to_string(given[k].first);
    if (given[k].second >= trace.processes) return name + " is no process of the trace";
    for (std::size_t other = 0; other < k; ++other) {
      if (given[other].first == given[k].first) return name + " is given twice";
      if (given[other].second == given[k].second) return "#" + std::to_string(given[other].first) + " and " + name + " are one process";
    }
  }
  for (const std::uint32_t constant : ld::process_constants(program)) {
    if (std::none_of(given.begin(), given.end(), [&](const auto& pair) { return pair.first == constant; }))
      return "it does not say which process #" + std::to_string(constant) + " is";
  }
  return std::nullopt;
}

Refusal accept_processes(const ld::Program& program, const Trace& trace) {
  if (trace.processes == 0) return "it has no process";
  if (program.number_procs && trace.processes > *program.number_procs)
    return "it has " + std::to_string(trace.processes) + " processes, but the model allows at most " +
           std::to_string(*program.number_procs);
  return accept_constants(program, trace);
}

// Whether a location of this symbol can hold the value.
bool possible_value(const Signature& signature, SymbolId symbol, const Value& value) {
  const SortId id = signature[symbol].sort;
  if (value.sort != id) return false;
  const Sort& sort = signature[id];
  if (sort.kind == SortKind::Int) return value.number.is_integer();
  if (sort.kind != SortKind::Enum) return true;
  return value.number.is_integer() && value.number.sign() >= 0 && value.number < Rational(narrow<std::int64_t>(sort.constructors.size()));
}

// Requires one value for each cell of the layout.
Refusal accept_values(const ld::Program& program, const machine::Layout& layout, const Trace& trace) {
  const auto& symbols = program.signature.symbols();
  if (trace.initial.size() != symbols.size()) return "it does not give initial values to exactly the variables of the model";
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    if (trace.initial[s].size() != layout.cells(SymbolId(s)))
      return "it does not give one initial value to each cell of " + symbols[s].name;
    for (const Value& value : trace.initial[s]) {
      if (!possible_value(program.signature, SymbolId(s), value)) return "an initial value of " + symbols[s].name + " is not of its type";
    }
  }
  return std::nullopt;
}

// Requires processes that can be the parameters of the declaration: as many, existing, pairwise distinct.
Refusal accept_parameters(const Trace& trace, const ld::Declaration& declaration, const std::vector<Process>& processes) {
  if (processes.size() != declaration.parameters)
    return "it has " + std::to_string(declaration.parameters) + " parameters, but " + std::to_string(processes.size()) +
           " processes are given";
  for (std::size_t k = 0; k < processes.size(); ++k) {
    const auto here = processes.begin() + narrow<std::ptrdiff_t>(k);
    if (processes[k] >= trace.processes) return "process " + std::to_string(processes[k]) + " does not exist";
    if (std::find(processes.begin(), here, processes[k]) != here)
      return "its parameters are distinct processes, but " + process_name(trace, processes[k]) + " is given twice";
  }
  return std::nullopt;
}

Refusal accept_havoc(const ld::Program& program, const ld::Transition& transition, const std::vector<Value>& values) {
  std::size_t next = 0;
  for (const ld::Assignment& assignment : transition.assignments) {
    if (assignment.kind != ld::Assignment::Kind::Havoc) continue;
    const std::string& name = program.signature[assignment.symbol].name;
    if (next == values.size()) return "no value was chosen for the assignment of an arbitrary value to " + name;
    if (!possible_value(program.signature, assignment.symbol, values[next]))
      return "the value chosen for the arbitrary assignment to " + name + " is no value of its type";
    ++next;
  }
  if (next != values.size()) return "more values were chosen than the transition assigns arbitrarily";
  return std::nullopt;
}

// The machine, with a record of which step wrote which value.
class Replay {
 public:
  Replay(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace, Budget& budget)
      : program_(program),
        model_(model),
        trace_(trace),
        instance_(program, model, roster_of(trace), machine::Instance::Detail::Full, budget),
        state_(instance_.blank_state()),
        writer_(state_.cells.size()),
        entries_(trace.processes) {}

  Refusal begin() {
    if (Refusal refusal = accept_values(program_, instance_.layout(), trace_)) return refusal;
    for (machine::Location location = 0; location < state_.cells.size(); ++location)
      state_.cells[location] = code(trace_.initial[instance_.layout().symbol(location).index()][instance_.layout().cell(location)]);
    return accept_init();
  }

  Refusal fire(const TraceStep& step, std::size_t number, StepAccount& account) {
    if (step.transition >= program_.transitions.size()) return "there is no transition number " + std::to_string(step.transition);
    const ld::Transition& transition = program_.transitions[step.transition];
    if (Refusal refusal = accept_parameters(trace_, transition, step.processes)) return refusal;
    if (Refusal refusal = accept_havoc(program_, transition, step.havoc)) return refusal;
    const machine::Firing firing = instance_.firing(step.transition, step.processes);
    std::vector<machine::Code> havoc;
    for (const Value& value : step.havoc) havoc.push_back(code(value));
    machine::ReadLog log;
    const machine::Fired fired = instance_.attempt(firing, state_, havoc, &log);
    if (fired.outcome == machine::Fired::Outcome::GuardFails)
      return "its guard does not hold: " + false_part(ld::with_demanded_fences(transition.guard), transition, step.processes, firing.actor);
    if (fired.outcome == machine::Fired::Outcome::BufferNotEmpty)
      return "it is a read-modify-write, but the store buffer of its process is not empty";
    if (fired.outcome == machine::Fired::Outcome::NobodyActs) return "it touches weak locations, but has no acting process";
    PARAPET_CHECK(fired.outcome == machine::Fired::Outcome::Done, "no cell of a replayed trace is open");
    account.fence = needs_fence(firing);
    account_for_reads(log, account.reads, account.plain_reads);
    account_for_writes(fired.writes, account);
    account.wfence = fired.marks;
    account.buffered = instance_.store(state_, firing, fired);
    if (firing.actor) account_for_entries(*firing.actor, number);
    for (const machine::Write& write : fired.writes) {
      if (!account.buffered || !instance_.is_weak(write.location)) writer_[write.location] = number;
    }
    return std::nullopt;
  }

  Refusal commit(const TraceStep& step, StepAccount& account) {
    if (model_.buffers == ld::Buffers::None) return "there are no store buffers under " + upper(model_.name);
    if (step.processes.size() != 1 || step.processes[0] >= trace_.processes) return "it names no process";
    const Process process = step.processes[0];
    if (step.location.has_value() != model_.writes_apart())
      return model_.writes_apart() ? "it names no location, but each location has a store buffer of its own"
                                   : "it names a location, but the store buffer of a process is one for all locations";
    std::size_t at = 0;
    if (Refusal refusal = find_entry(process, step.location, at)) return refusal;
    auto& entries = entries_[process];
    const std::size_t number = entries[at];
    entries.erase(entries.begin() + narrow<std::ptrdiff_t>(at));
    for (const machine::Write& write : instance_.commit(state_, process, at)) {
      writer_[write.location] = number;
      account.writes.push_back({place(write.location), value(write.location, write.value)});
    }
    if (entries.size() > state_.buffers[process].size()) entries.pop_front();  // a mark that vanished
    account.entry = number;
    return std::nullopt;
  }

  Refusal end(Account& account) {
    if (!trace_.violates()) return std::nullopt;
    const auto& unsafes = program_.unsafes;
    if (trace_.unsafe >= unsafes.size()) return "there is no unsafe formula number " + std::to_string(trace_.unsafe);
    const ld::Unsafe& unsafe = unsafes[trace_.unsafe];
    if (Refusal refusal = accept_parameters(trace_, unsafe, trace_.unsafe_processes)) return refusal;
    machine::ReadLog log;
    machine::View view = instance_.view(state_);
    view.log_to(log);
    const bool holds = view.holds(instance_.formula(unsafe, unsafe.formula, trace_.unsafe_processes)) == Truth::True;
    account_for_reads(log, account.unsafe, account.unsafe_plain);
    account_for_counts(unsafe, account.unsafe_counts);
    if (!holds)
      return "the unsafe formula does not hold at the end: " + false_part(unsafe.formula, unsafe, trace_.unsafe_processes, std::nullopt);
    return std::nullopt;
  }

 private:
  [[nodiscard]] machine::Code code(const Value& value) { return instance_.numbers().code(value.number); }
  [[nodiscard]] Value value(machine::Location location, machine::Code code) {
    return {program_.signature[instance_.layout().symbol(location)].sort, instance_.numbers().number(code)};
  }
  [[nodiscard]] Location place(machine::Location location) const {
    return {instance_.layout().symbol(location), instance_.layout().cell(location)};
  }
  [[nodiscard]] static std::string upper(std::string_view name) {
    std::string text(name);
    for (char& c : text) {
      if (c >= 'a' && c <= 'z') c = narrow<char>(c - 'a' + 'A');
    }
    return text;
  }

  // The place of the entry that a commit of this process, of this location if it names one, takes.
  Refusal find_entry(Process process, const std::optional<Location>& location, std::size_t& at) {
    const auto& buffer = state_.buffers[process];
    const std::string of = location ? " for " + to_string(*location, program_.signature, trace_) : "";
    const auto sought = [&](const machine::Entry& entry) { return !location || (!entry.empty() && place(entry[0].location) == *location); };
    at = narrow<std::size_t>(std::find_if(buffer.begin(), buffer.end(), sought) - buffer.begin());
    if (at == buffer.size()) return "the store buffer of " + process_name(trace_, process) + of + " is empty";
    const auto places = instance_.committable(state_, process);
    if (std::find(places.begin(), places.end(), at) != places.end()) return std::nullopt;
    return "writes of " + process_name(trace_, process) + " before its last wfence() are not in memory yet";
  }

  // The new entries, and a mark, are of this step.
  void account_for_entries(Process process, std::size_t number) { entries_[process].resize(state_.buffers[process].size(), number); }

  Refusal accept_init() {
    machine::View view = instance_.view(state_);
    const auto conjuncts = machine::ground_init(instance_);
    const auto failed = std::find_if(conjuncts.begin(), conjuncts.end(),
                                     [&](const machine::InitConjunct& conjunct) { return view.holds(conjunct.formula) != Truth::True; });
    if (failed == conjuncts.end()) return std::nullopt;
    std::string names;
    for (const auto& [parameter, process] : failed->parameters) {
      names += (names.empty() ? " for " : ", ") + program_.init.variables[parameter] + " = " + process_name(trace_, process);
    }
    return "init does not hold" + names + ": `" + ld::to_string(*failed->text, program_.init, program_.signature) + "` is false";
  }

  // Which part of a false formula is false, as text.
  std::string false_part(const ld::Formula& formula, const ld::Declaration& scope, const std::vector<Process>& processes,
                         std::optional<Process> actor) {
    if (formula.kind == ld::Formula::Kind::And) {
      for (const ld::Formula& arg : formula.args) {
        machine::View view = instance_.view(state_, actor);
        if (view.holds(instance_.formula(scope, arg, processes, actor)) == Truth::False) return false_part(arg, scope, processes, actor);
      }
    }
    if (formula.kind == ld::Formula::Kind::Fence) return "the store buffer of its process is not empty";
    return "`" + ld::to_string(formula, scope, program_.signature) + "` is false";
  }

  // Whether the guard, which holds, would not hold without its fences.
  bool needs_fence(const machine::Firing& firing) {
    machine::View view = instance_.view(state_, firing.actor);
    view.deny_fences();
    return view.holds(firing.guard) == Truth::False;
  }

  void account_for_reads(const machine::ReadLog& log, std::vector<ReadAccount>& weak, std::vector<Location>& plain) {
    for (const machine::Read& read : log.weak) {
      ReadAccount account{read.reader, place(read.location), value(read.location, read.value), ReadAccount::Source::Memory,
                          writer_[read.location]};
      if (read.entry) {
        account.source = ReadAccount::Source::Buffer;
        account.step = entries_[read.reader][*read.entry];
      }
      weak.push_back(std::move(account));
    }
    for (const machine::Location location : log.plain) plain.push_back(place(location));
  }

  // The value of a count is the number k for which the machine says that the count equals k.
  void account_for_counts(const ld::Unsafe& unsafe, std::vector<CountAccount>& counts) {
    ld::each_term(unsafe.formula, [&](const ld::Term& term) {
      if (term.kind != ld::Term::Kind::Count || !is_about_parameters(term, unsafe)) return;
      if (std::any_of(counts.begin(), counts.end(), [&](const CountAccount& known) { return same(known.term, term); })) return;
      ld::Term number;
      number.sort = Signature::integer;
      ld::Formula equals;
      equals.kind = ld::Formula::Kind::Compare;
      for (std::uint32_t k = 0; k <= trace_.processes; ++k) {
        number.number = Rational(std::int64_t{k});
        equals.terms = {term, number};
        machine::View view = instance_.view(state_);
        if (view.holds(instance_.formula(unsafe, equals, trace_.unsafe_processes)) == Truth::True) counts.push_back({term, k});
      }
    });
  }

  // No process in it is bound by a quantifier around it.
  [[nodiscard]] static bool is_about_parameters(const ld::Term& count, const ld::Unsafe& unsafe) {
    bool only = true;
    ld::each_term(count, [&](const ld::Term& term) {
      const bool process = term.kind == ld::Term::Kind::Process && term.index != count.index;
      only = only && !(process && term.index >= unsafe.parameters) && term.kind != ld::Term::Kind::Value;
    });
    return only;
  }

  void account_for_writes(const std::vector<machine::Write>& writes, StepAccount& account) {
    for (const machine::Write& write : writes) {
      const Value after = value(write.location, write.value);
      if (instance_.is_weak(write.location))
        account.writes.push_back({place(write.location), after});
      else
        account.plain.push_back({place(write.location), value(write.location, state_.cells[write.location]), after});
    }
  }

  const ld::Program& program_;
  const ld::MemoryModel& model_;
  const Trace& trace_;
  machine::Instance instance_;
  machine::State state_;
  std::vector<std::optional<std::size_t>> writer_;  // by location: the Fire step that wrote memory
  std::vector<std::deque<std::size_t>> entries_;    // by process: the Fire steps of its entries and marks
};

}  // namespace

ReplayResult replay(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace, Budget& budget) {
  ReplayResult result;
  const auto failed = [&](ReplayResult::Place place, Refusal refusal) {
    if (!refusal) return false;
    result.place = place;
    result.reason = std::move(*refusal);
    return true;
  };
  if (failed(ReplayResult::Place::Processes, accept_processes(program, trace))) return result;
  try {
    Replay machine(program, model, trace, budget);
    if (failed(ReplayResult::Place::Initial, machine.begin())) return result;
    for (std::size_t number = 0; number < trace.steps.size(); ++number) {
      const TraceStep& step = trace.steps[number];
      StepAccount account;
      result.step = number;
      const bool fires = step.kind == TraceStep::Kind::Fire;
      if (failed(ReplayResult::Place::Step, fires ? machine.fire(step, number, account) : machine.commit(step, account))) return result;
      result.account.steps.push_back(std::move(account));
    }
    failed(ReplayResult::Place::Unsafe, machine.end(result.account));
  } catch (const machine::TooLarge& error) {
    failed(ReplayResult::Place::Processes, error.what());
  }
  return result;
}

ReplayResult replay(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace) {
  Budget unlimited;
  return replay(program, model, trace, unlimited);
}

}  // namespace parapet::check
