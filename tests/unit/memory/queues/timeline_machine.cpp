// Firings are done by the replay machine: what p sees in a snapshot is put into p's store buffer as one entry; whether a fence may pass is
// whether that buffer is empty.
#include "unit/memory/queues/timeline_machine.h"

#include <algorithm>

#include "random/steps.h"

namespace parapet::test {

TimelineMachine::TimelineMachine(Workshop& workshop, std::uint32_t processes)
    : workshop_(workshop),
      arena_(workshop.arena),
      instance_(workshop.program, workshop.system.model,
                machine::roster_of(workshop.program, processes).value_or(machine::Roster{processes, {}}),
                machine::Instance::Detail::Simplified, budget_) {
  trace_.processes = processes;
  for (const std::uint32_t n : workshop.system.constants) trace_.constants.emplace_back(n, static_cast<Process>(trace_.constants.size()));
  for (const Symbol& symbol : arena_.signature().symbols()) {
    std::size_t count = 1;
    for (std::size_t k = 0; k < symbol.arity; ++k) count *= processes;
    trace_.initial.emplace_back(count, Value{symbol.sort, Rational(0)});
  }
}

Process TimelineMachine::process(TermId term, const std::vector<Process>& image) const {
  if (arena_.op(term) == Op::ProcessVar) return image[arena_.process_number(term)];
  for (const auto& [n, process] : trace_.constants) {
    if (n == arena_.constant_number(term)) return process;
  }
  return 0;
}

std::uint32_t TimelineMachine::cell_number(TermId cell, const std::vector<Process>& image) const {
  std::uint32_t number = 0;
  for (const TermId arg : arena_.args(cell)) number = number * trace_.processes + process(arg, image);
  return number;
}

machine::State TimelineMachine::state_of(const Cells& cells) {
  machine::State state = instance_.blank_state();
  machine::Location location = 0;
  for (const auto& symbol : cells) {
    for (const MemoryCell& cell : symbol) state.cells[location++] = instance_.numbers().code(cell.value.number);
  }
  return state;
}

Cells TimelineMachine::cells_of(const machine::State& state) {
  Cells cells(arena_.signature().symbols().size());
  for (machine::Location location = 0; location < state.cells.size(); ++location) {
    const SymbolId symbol = instance_.layout().symbol(location);
    cells[symbol.index()].push_back({Value{arena_.signature()[symbol].sort, instance_.numbers().number(state.cells[location])}});
  }
  return cells;
}

// With the actor's queue as it is; `head`: what it reads is taken from there.
void TimelineMachine::fire(TimelineState state, const TraceStep& step, std::optional<Process> actor, bool fence,
                           const std::optional<Snapshot>& head, std::vector<TimelineState>& out) {
  for (std::size_t k = 0; k < step.processes.size(); ++k) {
    if (std::count(step.processes.begin(), step.processes.end(), step.processes[k]) > 1) return;
  }
  machine::State machine = state_of(state.memory);
  if (head) {
    const machine::State seen = state_of(head->cells);
    machine::Entry entry;
    for (machine::Location location = 0; location < seen.cells.size(); ++location) {
      if (instance_.is_weak(location)) entry.push_back({location, seen.cells[location]});
    }
    machine.buffers[*actor].push_back(std::move(entry));
  } else if (!fence) {
    machine.buffers[*actor].emplace_back();
  }
  const machine::Firing firing = instance_.firing(step.transition, step.processes);
  std::vector<machine::Code> havoc;
  for (const Value& value : step.havoc) havoc.push_back(instance_.numbers().code(value.number));
  const machine::Fired fired = instance_.attempt(firing, machine, havoc);
  if (fired.outcome != machine::Fired::Outcome::Done) return;
  const bool buffered = instance_.store(machine, firing, fired);
  state.memory = cells_of(machine);
  if (actor && buffered) {
    for (const machine::Write& write : machine.buffers[*actor].back()) {
      const std::size_t symbol = instance_.layout().symbol(write.location).index();
      const std::uint32_t cell = instance_.layout().cell(write.location);
      const Rational number = instance_.numbers().number(write.value);
      state.memory[symbol][cell].value.number = number;
      for (Snapshot& snapshot : state.queues[*actor]) snapshot.cells[symbol][cell].value.number = number;
    }
  }
  if (actor) {
    for (Snapshot& snapshot : state.queues[*actor]) snapshot.fresh = false;
  }
  out.push_back(std::move(state));
}

void TimelineMachine::fire(const TimelineState& before, const TraceStep& step, std::vector<TimelineState>& out) {
  const auto& transitions = workshop_.system.transitions;
  const auto t = std::find_if(transitions.begin(), transitions.end(), [&](const auto& one) { return one.source == step.transition; });
  if (t == transitions.end()) return;  // its guard is false
  std::optional<Process> actor;
  if (t->actor) actor = step.processes[*t->actor];
  TimelineState ready = before;
  const std::uint32_t common = ready.ids++;
  for (Process q = 0; q < trace_.processes; ++q) {
    ready.queues[q].push_back({ready.ids++, true, ready.memory});
    if (actor == q) ready.queues[q].push_back({ready.ids++, true, ready.memory});
    ready.queues[q].push_back({common, true, ready.memory});
  }
  const bool delayed = workshop_.system.model.delays_writes() && actor && !t->read_modify_write();
  if (!delayed || !t->writes_weak) {
    TimelineState sync = ready;
    if (actor) sync.queues[*actor].clear();
    fire(std::move(sync), step, actor, true, std::nullopt, out);
  }
  if (!delayed) return;
  auto& queue = ready.queues[*actor];
  if (t->writes_weak) {
    fire(ready, step, actor, false, std::nullopt, out);
    std::erase_if(queue, [](const Snapshot& snapshot) { return !snapshot.fresh; });
    fire(ready, step, actor, true, std::nullopt, out);
    return;
  }
  while (!queue.empty()) {
    fire(ready, step, actor, false, queue.front(), out);
    queue.erase(queue.begin());
  }
}

std::optional<std::vector<TimelineState>> TimelineMachine::successors(const TimelineState& state) {
  const auto steps = all_steps(workshop_.program, trace_.processes);
  if (!steps) return std::nullopt;
  std::vector<TimelineState> all;
  for (const TraceStep& step : *steps) {
    if (step.kind == TraceStep::Kind::Fire) fire(state, step, all);
  }
  return all;
}

bool TimelineMachine::contains(const Cube& cube, const TimelineState& state) {
  cube_ = &cube;
  state_ = &state;
  std::vector<Process> image;
  return choose_process(image);
}

bool TimelineMachine::choose_process(std::vector<Process>& image) {
  if (image.size() == cube_->processes) {
    std::vector<std::optional<std::uint32_t>> nodes;
    return choose_read(image, nodes);
  }
  for (Process p = 0; p < trace_.processes; ++p) {
    if (!unnamed(p) || std::find(image.begin(), image.end(), p) != image.end()) continue;
    image.push_back(p);
    if (choose_process(image)) return true;
    image.pop_back();
  }
  return false;
}

// A node is a snapshot, or nothing: now.
bool TimelineMachine::choose_read(const std::vector<Process>& image, std::vector<std::optional<std::uint32_t>>& nodes) {
  if (nodes.size() == cube_->weak.open.items.size()) {
    return in_order(image, nodes) &&
           std::all_of(cube_->literals.begin(), cube_->literals.end(), [&](TermId literal) { return holds(literal, image, nodes); });
  }
  const auto has = [&](const OpenReads::List& list, std::uint32_t id) {
    const auto& queue = state_->queues[process(list.process, image)];
    return std::find(list.reads.begin(), list.reads.end(), nodes.size()) == list.reads.end() ||
           std::any_of(queue.begin(), queue.end(), [&](const Snapshot& snapshot) { return snapshot.id == id; });
  };
  for (std::uint32_t id = 0; id <= state_->ids; ++id) {
    const auto& lists = cube_->weak.open.lists;
    if (id < state_->ids && !std::all_of(lists.begin(), lists.end(), [&](const auto& list) { return has(list, id); })) continue;
    nodes.push_back(id == state_->ids ? std::nullopt : std::optional(id));
    if (choose_read(image, nodes)) return true;
    nodes.pop_back();
  }
  return false;
}

bool TimelineMachine::in_order(const std::vector<Process>& image, const std::vector<std::optional<std::uint32_t>>& nodes) const {
  return std::all_of(cube_->weak.open.lists.begin(), cube_->weak.open.lists.end(), [&](const OpenReads::List& list) {
    const auto& queue = state_->queues[process(list.process, image)];
    std::size_t least = 0;
    for (const std::uint32_t node : list.reads) {
      std::size_t place = queue.size();
      if (nodes[node]) {
        const auto at = std::find_if(queue.begin(), queue.end(), [&](const Snapshot& s) { return s.id == *nodes[node]; });
        if (at == queue.end() || (list.clean && !at->fresh)) return false;
        place = static_cast<std::size_t>(at - queue.begin());
      }
      if (place < least) return false;
      least = place;
    }
    return true;
  });
}

Rational TimelineMachine::value(TermId term, const std::vector<Process>& image,
                                const std::vector<std::optional<std::uint32_t>>& nodes) const {
  const auto in = [&](const Cells& cells, TermId cell) {
    return cells[arena_.symbol(cell).index()][cell_number(cell, image)].value.number;
  };
  switch (arena_.op(term)) {
    case Op::Cell:
      return in(state_->memory, term);
    case Op::Read: {
      const auto& node = nodes[arena_.read_number(term)];
      if (!node) return in(state_->memory, arena_.location(term));
      for (const Snapshot& snapshot : state_->queues[process(arena_.reader(term), image)]) {
        if (snapshot.id == *node) return in(snapshot.cells, arena_.location(term));
      }
      throw std::logic_error("an item's reader has its node in its list");
    }
    case Op::Constructor:
      return {static_cast<std::int64_t>(arena_.position(term))};
    default:
      return {static_cast<std::int64_t>(process(term, image))};
  }
}

bool TimelineMachine::holds(TermId literal, const std::vector<Process>& image,
                            const std::vector<std::optional<std::uint32_t>>& nodes) const {
  const auto side = [&](std::size_t k) { return value(arena_.args(literal)[k], image, nodes); };
  switch (arena_.op(literal)) {
    case Op::Member: {
      for (std::int64_t v = 0; v < 64; ++v) {
        if (side(0) == Rational(v)) return (arena_.set(literal) >> v & 1) != 0;
      }
      return false;
    }
    case Op::Equal:
      return side(0) == side(1);
    case Op::Different:
      return side(0) != side(1);
    case Op::ProcLess:
      return side(0) < side(1);
    case Op::ProcLessEqual:
      return side(0) <= side(1);
    default:
      throw std::logic_error("a literal that finite models do not have");
  }
}

}  // namespace parapet::test
