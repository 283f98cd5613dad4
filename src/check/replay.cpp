// A trace is a counterexample iff
//   - its processes are as many as the model allows (at least one), and every `#n` that the model names is one of them, all different;
//   - init holds for all values of its parameters, which may coincide, in the trace's initial values, all cells jointly;
//   - each step is a step of the machine (NOTE(machine), firing.cpp), quantifiers ranging over exactly these processes;
//   - the unsafe formula holds in the last state, whatever is still in the buffers: `i @ X` is what i would read then.
#include "check/replay.h"

#include <algorithm>

#include "check/accesses.h"
#include "check/firing.h"

namespace parapet::check {
namespace {

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
  for (const std::uint32_t constant : process_constants(program)) {
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

Refusal accept_values(const ld::Program& program, const Trace& trace) {
  const auto& symbols = program.signature.symbols();
  if (trace.initial.size() != symbols.size()) return "it does not give initial values to exactly the variables of the model";
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    std::size_t cells = 1;
    for (std::uint32_t k = 0; k < symbols[s].arity; ++k) cells *= trace.processes;
    if (trace.initial[s].size() != cells) return "it does not give one initial value to each cell of " + symbols[s].name;
    for (const Value& value : trace.initial[s]) {
      if (!possible_value(program.signature, SymbolId(s), value)) return "an initial value of " + symbols[s].name + " is not of its type";
    }
  }
  return std::nullopt;
}

Refusal accept_initial(const Setting& setting, const State& state) {
  const ld::Init& init = setting.program.init;
  std::vector<Process> parameters(init.parameters, 0);
  while (true) {
    if (!Evaluator(setting, state, init, parameters, std::nullopt).holds(init.formula)) {
      std::string names;
      for (const Process process : parameters) names += (names.empty() ? " for " : ", ") + process_name(setting.trace, process);
      return "init does not hold" + names;
    }
    std::size_t k = 0;
    while (k < parameters.size() && ++parameters[k] == setting.trace.processes) parameters[k++] = 0;
    if (k == parameters.size()) return std::nullopt;
  }
}

Refusal accept_unsafe(const Setting& setting, const State& state, Account& account) {
  const auto& unsafes = setting.program.unsafes;
  if (setting.trace.unsafe >= unsafes.size()) return "there is no unsafe formula number " + std::to_string(setting.trace.unsafe);
  const ld::Unsafe& unsafe = unsafes[setting.trace.unsafe];
  if (Refusal refusal = accept_parameters(setting.trace, unsafe, setting.trace.unsafe_processes)) return refusal;
  Evaluator evaluator(setting, state, unsafe, setting.trace.unsafe_processes, std::nullopt);
  const bool holds = evaluator.holds(unsafe.formula);
  account.unsafe = evaluator.take_reads();
  account.unsafe_plain = evaluator.take_plain_reads();
  if (!holds)
    return "the unsafe formula does not hold at the end: " + false_part(evaluator, unsafe.formula, unsafe, setting.program.signature);
  return std::nullopt;
}

}  // namespace

ReplayResult replay(const ld::Program& program, Machine machine, const Trace& trace) {
  ReplayResult result;
  const auto failed = [&](ReplayResult::Place place, Refusal refusal) {
    if (!refusal) return false;
    result.place = place;
    result.reason = std::move(*refusal);
    return true;
  };
  if (failed(ReplayResult::Place::Processes, accept_processes(program, trace))) return result;
  if (failed(ReplayResult::Place::Initial, accept_values(program, trace))) return result;
  const Setting setting{program, machine, trace};
  State state = initial_state(setting);
  if (failed(ReplayResult::Place::Initial, accept_initial(setting, state))) return result;
  for (std::size_t number = 0; number < trace.steps.size(); ++number) {
    const TraceStep& step = trace.steps[number];
    StepAccount account;
    result.step = number;
    const bool fires = step.kind == TraceStep::Kind::Fire;
    if (failed(ReplayResult::Place::Step, fires ? fire(setting, state, step, number, account) : commit(setting, state, step, account)))
      return result;
    result.account.steps.push_back(std::move(account));
  }
  if (failed(ReplayResult::Place::Unsafe, accept_unsafe(setting, state, result.account))) return result;
  return result;
}

}  // namespace parapet::check
