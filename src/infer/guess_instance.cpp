#include "infer/guess_instance.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {
namespace {

using machine::Explorer;

constexpr std::uint64_t most_choices = 20'000;  // choices of processes, for all transitions together
constexpr Code most_values = 62;                // values of a location, as bits of a word; one more bit is for open cells
constexpr std::size_t few_numbers = 2;
constexpr std::size_t more_numbers = 12;

bool is_number(const Signature& signature, SymbolId symbol) {
  const SortKind kind = signature[signature[symbol].sort].kind;
  return kind == SortKind::Int || kind == SortKind::Real;
}

// Cells of constants that are numbers or have few values. They often distinguish the roles of processes, so they are never open.
std::vector<Location> fixed_cells(const machine::Instance& instance) {
  constexpr std::size_t few_values = 4;
  const Signature& signature = instance.program().signature;
  std::vector<Location> cells;
  for (Location location = 0; location < instance.layout().size(); ++location) {
    const SymbolId symbol = instance.layout().symbol(location);
    const Sort& sort = signature[signature[symbol].sort];
    const std::size_t values = sort.kind == SortKind::Proc ? instance.roster().processes + 1 : sort.constructors.size();
    const bool few = is_number(signature, symbol) || (values != 0 && values <= few_values);
    if (signature[symbol].constant && few) cells.push_back(location);
  }
  return cells;
}

bool is_small(const ld::Program& program, std::uint32_t processes) {
  const bool values_fit = std::all_of(program.signature.sorts().begin(), program.signature.sorts().end(),
                                      [](const Sort& sort) { return sort.constructors.size() <= most_values; });
  if (!values_fit || processes + 2 > most_values) return false;
  std::uint64_t choices = 0;
  for (const ld::Transition& transition : program.transitions) {
    std::uint64_t tuples = 1;
    for (std::uint32_t k = 0; k < transition.parameters && tuples <= most_choices; ++k) tuples *= processes > k ? processes - k : 0;
    choices += tuples;
    if (choices > most_choices) return false;
  }
  try {
    return machine::Layout(program.signature, processes).size() <= most_locations;
  } catch (const machine::TooLarge&) {
    return false;
  }
}

}  // namespace

std::unique_ptr<GuessInstance> GuessInstance::explore(const Explored& explored, std::uint32_t variables, const GuessLimits& limits) {
  const ld::Program& program = explored.program();
  const auto processes = narrow<std::uint32_t>(variables + explored.system.constants.size());
  const auto roster = machine::roster_of(program, processes);
  if (!roster || !is_small(program, processes)) return nullptr;
  // Few numbers are enough, unless no initial state has them.
  for (const std::size_t numbers : {few_numbers, more_numbers}) {
    machine::ExploreLimits of_machine{limits.states, attempts_per_state};
    if (explored.system.model.writes_apart()) of_machine.entries = 1;
    of_machine.values = {.numbers = numbers, .labels = 2, .strangers = 1};
    std::unique_ptr<GuessInstance> instance(new GuessInstance(explored, variables, *roster, of_machine));
    instance->run(limits);
    if (instance->states() != 0) return instance;
  }
  return nullptr;
}

GuessInstance::GuessInstance(const Explored& explored, std::uint32_t variables, const machine::Roster& roster,
                             const machine::ExploreLimits& limits)
    : explored_(explored),
      variables_(variables),
      instance_(explored.program(), explored.system.model.writes_apart() ? explored.system.model : ld::sc, roster,
                machine::Instance::Detail::Simplified, explored.budget == nullptr ? unlimited_ : *explored.budget),
      explorer_(instance_, limits, fixed_cells(instance_)),
      invariants_(machine::targets_of(instance_, explored.program().invariants)),
      unsafes_(machine::targets_of(instance_, explored.program().unsafes)) {
  for (Location location = 0; location < locations(); ++location) {
    if (is_number(explored.program().signature, symbol(location))) numbers_.push_back(location);
  }
}

void GuessInstance::run(const GuessLimits& limits) {
  Explorer::Edge edge;
  bool remembers = false;
  for (Location location = 0; location < locations(); ++location) remembers = remembers || (!has_buffers() && is_weak_or_shared(location));
  std::vector<std::int16_t> actors;  // by firing
  if (remembers) {
    for (machine::Step step; step.firing < explorer_.successors().firings().size(); ++step.firing) actors.push_back(actor(step));
    edge = [&](StateNumber from, StateNumber to, const machine::Step& step, std::size_t renaming) {
      edges_.push_back({from, to, narrow<std::uint16_t>(renaming), actors[step.firing]});
    };
  }
  const auto visit_or_stop = [&](StateNumber number, const machine::State& state) {
    given_up_ = number == limits.checkpoint && explorer_.waiting() * limits.most_waiting > number;
    return given_up_ ? Explorer::Follow::Stop : visit(number, state);
  };
  explorer_.run(visit_or_stop, edge);
  if (has_buffers()) fill_rows();
}

void GuessInstance::fill_rows() {
  row_size_ = locations() * (processes() + 1);
  if (explored_.budget != nullptr) explored_.budget->expect_memory(states() * row_size_ * sizeof(Code));
  rows_.reserve(states() * row_size_);
  for (StateNumber number = 0; number < states(); ++number) {
    const machine::State state = explorer_.state(number);
    const std::size_t begin = rows_.size();
    rows_.insert(rows_.end(), state.cells.begin(), state.cells.end());
    for (std::size_t slot = locations(); slot < row_size_; ++slot) rows_.push_back(no_write(narrow<Location>(slot)));
    for (std::size_t process = 0; process < state.buffers.size(); ++process) {
      for (const machine::Entry& entry : state.buffers[process]) {
        for (const machine::Write& write : entry) rows_[begin + locations() * (process + 1) + write.location] = write.value;
      }
    }
  }
}

bool GuessInstance::within_window(const machine::State& state) const {
  return std::all_of(numbers_.begin(), numbers_.end(), [&](Location location) {
    const Code value = state.cells[location];
    if (value == machine::open_value) return true;
    if (machine::Numbers::is_small(value)) return value >= lowest_number && value <= highest_number;
    const Rational number = instance_.numbers().number(value);
    return number > Rational(lowest_number) && number < Rational(highest_number);
  });
}

bool GuessInstance::is_canonical() const {
  const auto& firings = explorer_.successors().firings();
  if (has_buffers() || may_vanish() || !numbers_.empty() || explorer_.progress().empty()) return false;
  if (std::any_of(firings.begin(), firings.end(), [](const machine::Firing& firing) { return !firing.havocs.empty(); })) return false;
  for (StateNumber number = 0; number < explorer_.progress()[0].known; ++number) {
    const auto cells = explorer_.cells(number);
    if (std::find(cells.begin(), cells.end(), machine::open_value) != cells.end()) return false;
  }
  return true;
}

Explorer::Follow GuessInstance::visit(StateNumber number, const machine::State& state) {
  if (!within_window(state) || machine::certain(instance_, invariants_, state)) return Explorer::Follow::Omit;
  if (hits_.size() < most_hits) {
    Hit hit{number, nullptr, {}};
    bool all_tried = true;
    hit.target = machine::find_possible(instance_, explorer_.domains(), unsafes_, state, hit.given, all_tried);
    if (hit.target != nullptr) hits_.push_back(std::move(hit));
  }
  return Explorer::Follow::Yes;
}

// The acting process according to the translation, which infers it where the text does not name it.
std::int16_t GuessInstance::actor(const machine::Step& step) const {
  const machine::Firing& firing = explorer_.successors().firings()[step.firing];
  const auto& transitions = explored_.system.transitions;
  const auto at = std::find_if(transitions.begin(), transitions.end(),
                               [&](const le::Transition& transition) { return transition.source == firing.transition; });
  if (at == transitions.end() || !at->actor || *at->actor >= firing.processes.size()) return -1;
  return narrow<std::int16_t>(firing.processes[*at->actor]);
}

// In the machine the processes that constants name come first.
std::optional<machine::Process> GuessInstance::process(const TermArena& arena, TermId process) const {
  const auto& roster = instance_.roster();
  if (arena.op(process) == Op::ProcessConst) return roster.constant(arena.constant_number(process));
  if (arena.op(process) != Op::ProcessVar || arena.process_number(process) >= variables_) return std::nullopt;
  return narrow<machine::Process>(roster.constants.size() + arena.process_number(process));
}

std::optional<Location> GuessInstance::location(const TermArena& arena, TermId cell) const {
  if (arena.op(cell) == Op::Read && has_buffers()) {
    const auto reader = process(arena, arena.reader(cell));
    const auto at = location(arena, arena.location(cell));
    if (!reader || !at) return std::nullopt;
    return narrow<Location>(locations() * (*reader + 1) + *at);
  }
  if (arena.op(cell) != Op::Cell) return std::nullopt;
  std::vector<machine::Process> indices;
  for (const TermId index : arena.args(cell)) {
    const auto place = process(arena, index);
    if (!place) return std::nullopt;
    indices.push_back(*place);
  }
  return instance_.layout().location(arena.symbol(cell), indices);
}

bool GuessInstance::has_vanished(StateNumber state, machine::Process process) const {
  return row(state)[instance_.layout().location(explored_.vanishing->vanished, {&process, 1})] != Signature::false_value;
}

bool GuessInstance::is_weak_or_shared(Location location) const {
  const std::size_t index = symbol(location).index();
  const std::vector<bool>& shared = explored_.system.shared;  // does not know of V
  return instance_.is_weak(location) || (index < shared.size() && shared[index]);
}

Code GuessInstance::least_value(Location location) const {
  if (is_number(explored_.program().signature, symbol(location))) return lowest_number;
  return is_process_valued(location) ? -1 : 0;
}

std::optional<Trace> GuessInstance::hit(std::size_t number) {
  const Hit& hit = hits_[number];
  const Explorer::Reached reached = explorer_.execution_to(hit.state, hit.given);
  Trace trace = trace_of(instance_, reached.execution);
  trace.unsafe = hit.target->number;
  for (const machine::Process process : hit.target->processes) trace.unsafe_processes.push_back(reached.renamed[process]);
  if (!has_buffers() && !run_on_own_machine(trace)) return std::nullopt;
  return trace;
}

bool GuessInstance::run_on_own_machine(Trace& trace) {
  machine::Instance own(instance_.program(), explored_.system.model, instance_.roster(), machine::Instance::Detail::Simplified,
                        instance_.budget());
  const std::vector<machine::Target> excluded = machine::targets_of(own, own.program().invariants);
  machine::State state = own.blank_state();
  Location location = 0;
  for (const auto& cells : trace.initial) {
    for (const Value& value : cells) state.cells[location++] = own.numbers().code(value.number);
  }
  std::vector<TraceStep> steps;
  for (TraceStep& step : trace.steps) {
    if (machine::certain(own, excluded, state)) return false;
    std::vector<Code> havoc;
    for (const Value& value : step.havoc) havoc.push_back(own.numbers().code(value.number));
    const machine::Firing firing = own.firing(step.transition, step.processes);
    const machine::Fired fired = own.attempt(firing, state, havoc);
    if (fired.outcome != machine::Fired::Outcome::Done) return false;
    steps.push_back(std::move(step));
    if (!own.store(state, firing, fired)) continue;
    while (!state.drained()) {
      if (machine::certain(own, excluded, state)) return false;
      const Location committed = own.commit(state, *firing.actor, 0)[0].location;
      TraceStep& commit = steps.emplace_back();
      commit.kind = TraceStep::Kind::Commit;
      commit.processes = {*firing.actor};
      if (own.writes_apart()) commit.location = {own.layout().symbol(committed), own.layout().cell(committed)};
    }
  }
  trace.steps = std::move(steps);
  return !machine::certain(own, excluded, state);
}

}  // namespace parapet::search
