// How an execution is reconstructed from states that are stored up to symmetry. Let C be a stored state and S = sigma(C) the corresponding
// state of the execution, where sigma is a renaming of processes. A step with processes P leads from C to R, which is stored as C' = pi(R).
// The execution makes the step with sigma(P) and reaches sigma(R) = (sigma . pi^-1)(C'). It begins in the stored form of an initial state
// with sigma = identity, which is right since a renaming of an initial state is an initial state.
#include "machine/explore.h"

#include <algorithm>

#include "base/narrow.h"
#include "machine/row_hash.h"

namespace parapet::machine {
namespace {

constexpr std::uint64_t upper_half = ~std::uint64_t{UINT32_MAX};

std::uint64_t entry_of(std::uint64_t hash, StateNumber number) { return (hash & upper_half) | (number + 1); }
StateNumber number_of(std::uint64_t entry) { return low_bits<StateNumber>(entry) - 1; }

}  // namespace

Explorer::Explorer(Instance& instance, const ExploreLimits& limits, std::vector<Location> closed)
    : instance_(instance),
      limits_(limits),
      closed_(std::move(closed)),
      domains_(instance, limits.values),
      successors_(instance, domains_, {limits.states * limits.attempts_per_state, limits.entries}),
      symmetry_(instance),
      table_(1024, 0) {}

std::size_t Explorer::slot_of(std::span<const Code> words, std::uint64_t hash) const {
  std::size_t slot = hash & (table_.size() - 1);
  for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
    if (((table_[slot] ^ hash) & upper_half) != 0) continue;
    const std::span<const Code> other = this->words(records_[number_of(table_[slot])]);
    if (std::equal(words.begin(), words.end(), other.begin(), other.end())) return slot;
  }
  return slot;
}

void Explorer::grow() {
  table_.assign(table_.size() * 4, 0);
  for (StateNumber number = 0; number < records_.size(); ++number) {
    const std::uint64_t hash = row_hash(words(records_[number]));
    table_[slot_of(words(records_[number]), hash)] = entry_of(hash, number);
  }
}

bool Explorer::add(const State& state, StateNumber from, const Step& step, const Visit& visit, const Edge& edge) {
  instance_.budget().spend();
  const Symmetry::Least& least = symmetry_.least(state);
  const std::uint64_t hash = row_hash(least.words);
  const std::size_t slot = slot_of(least.words, hash);
  const auto number = narrow<StateNumber>(records_.size());
  const bool is_initial = number == from;
  if (table_[slot] != 0) {
    if (edge && !is_initial) edge(from, number_of(table_[slot]), step, least.renaming);
    return true;
  }
  if (records_.size() >= limits_.states) {
    cut_ = true;
    return false;
  }
  records_.push_back({pool_.size(), narrow<std::uint32_t>(least.words.size()), from, step, is_initial ? 0 : least.renaming});
  pool_.insert(pool_.end(), least.words.begin(), least.words.end());
  if (least.renaming != 0) decode(instance_, least.words, stored_);
  const Follow follow = visit(number, least.renaming == 0 ? state : stored_);
  if (follow == Follow::Omit) {
    pool_.resize(records_.back().begin);
    records_.pop_back();
    return true;
  }
  table_[slot] = entry_of(hash, number);
  if (records_.size() * 2 > table_.size()) grow();
  if (edge && !is_initial) edge(from, number, step, least.renaming);
  if (follow == Follow::Stop) complete_ = false;
  if (follow == Follow::Yes) queue_.push_back(number);
  return follow != Follow::Stop;
}

void Explorer::run(const Visit& visit, const Edge& edge) {
  const Initial initial = machine::initial_states(instance_, domains_, closed_, limits_.states);
  complete_ = initial.complete;
  initial_ = initial.states.size();
  for (const State& state : initial.states) {
    if (!add(state, narrow<StateNumber>(records_.size()), {}, visit, edge)) break;
  }
  bool goes_on = !cut_;
  while (followed_ < queue_.size() && goes_on) {
    if (!successors_.may_go_on()) {
      cut_ = true;
      break;
    }
    progress_.push_back({records_.size(), attempts()});
    const StateNumber from = queue_[followed_++];
    decode(instance_, words(records_[from]), expanded_);
    successors_.each(expanded_, [&](const Step& step, const State& state) { return goes_on = add(state, from, step, visit, edge); });
  }
  cut_ = cut_ || successors_.cut();
  complete_ = complete_ && successors_.complete() && !cut_;
}

State Explorer::state(StateNumber number) const {
  State state;
  decode(instance_, words(records_[number]), state);
  return state;
}

Explorer::Reached Explorer::execution_to(StateNumber number, const std::vector<Write>& given) const {
  std::vector<StateNumber> path{number};
  while (records_[path.back()].from != path.back()) path.push_back(records_[path.back()].from);
  std::reverse(path.begin(), path.end());

  Reached result;
  result.execution.initial = state(path[0]).cells;
  for (Process process = 0; process < instance_.roster().processes; ++process) result.renamed.push_back(process);
  const Layout& layout = instance_.layout();
  const auto moved = [&](Location location) {
    std::vector<Process> indices = layout.indices(location);
    for (Process& index : indices) index = result.renamed[index];
    return layout.location(layout.symbol(location), indices);
  };
  const auto set_initial = [&](const Write& write) {
    const bool is_process =
        instance_.is_process_valued(write.location) && write.value >= 0 && std::cmp_less(write.value, result.renamed.size());
    Code& cell = result.execution.initial[moved(write.location)];
    if (cell == open_value) cell = is_process ? narrow<Code>(result.renamed[narrow<std::size_t>(write.value)]) : write.value;
  };
  for (std::size_t k = 1; k < path.size(); ++k) {
    const Record& record = records_[path[k]];
    for (const Write& looked : record.step.looked) set_initial(looked);
    Execution::Step step;
    step.kind = record.step.kind;
    if (step.kind == Step::Kind::Commit) {
      step.processes = {result.renamed[record.step.process]};
      step.location = moved(record.step.location);
    } else {
      const Firing& firing = successors_.firings()[record.step.firing];
      step.transition = firing.transition;
      for (const Process process : firing.processes) step.processes.push_back(result.renamed[process]);
      for (std::size_t h = 0; h < record.step.havoc.size(); ++h) {
        const Code value = record.step.havoc[h];
        const bool is_process = instance_.program().signature[firing.havocs[h]].sort == Signature::proc && value >= 0 &&
                                std::cmp_less(value, result.renamed.size());
        step.havoc.push_back(is_process ? narrow<Code>(result.renamed[narrow<std::size_t>(value)]) : value);
      }
    }
    result.execution.steps.push_back(std::move(step));
    const std::vector<Process>& renaming = symmetry_.renaming(record.renaming);
    std::vector<Process> next(result.renamed.size());
    for (Process process = 0; process < next.size(); ++process) next[renaming[process]] = result.renamed[process];
    result.renamed = std::move(next);
  }
  for (const Write& write : given) set_initial(write);
  for (Location location = 0; location < layout.size(); ++location) {
    Code& cell = result.execution.initial[location];
    if (cell == open_value) cell = domains_.of(layout.symbol(location)).front();
  }
  return result;
}

}  // namespace parapet::machine

namespace parapet {

machine::Roster roster_of(const Trace& trace) { return {trace.processes, trace.constants}; }

Trace trace_of(machine::Instance& instance, const machine::Execution& execution) {
  const Signature& signature = instance.program().signature;
  const auto value = [&](SymbolId symbol, machine::Code code) { return Value{signature[symbol].sort, instance.numbers().number(code)}; };
  Trace trace;
  trace.processes = instance.roster().processes;
  trace.constants = instance.roster().constants;
  trace.initial.resize(signature.symbols().size());
  for (machine::Location location = 0; location < instance.layout().size(); ++location) {
    const SymbolId symbol = instance.layout().symbol(location);
    trace.initial[symbol.index()].push_back(value(symbol, execution.initial[location]));
  }
  for (const machine::Execution::Step& each : execution.steps) {
    TraceStep& step = trace.steps.emplace_back();
    step.kind = each.kind == machine::Step::Kind::Fire ? TraceStep::Kind::Fire : TraceStep::Kind::Commit;
    step.transition = each.transition;
    step.processes = each.processes;
    if (step.kind == TraceStep::Kind::Commit && instance.writes_apart())
      step.location = {instance.layout().symbol(each.location), instance.layout().cell(each.location)};
    std::size_t next = 0;
    for (const machine::Code code : each.havoc) {
      const auto& assignments = instance.program().transitions[each.transition].assignments;
      while (assignments[next].kind != ld::Assignment::Kind::Havoc) ++next;
      step.havoc.push_back(value(assignments[next++].symbol, code));
    }
  }
  return trace;
}

}  // namespace parapet
