#include "machine/instance.h"

#include <algorithm>

#include "base/narrow.h"
#include "ld/text.h"

namespace parapet::machine {

using ld::Assignment;

Instance::Instance(const ld::Program& program, const ld::MemoryModel& model, Roster roster, Detail detail, Budget& budget)
    : program_(program),
      model_(model),
      roster_(std::move(roster)),
      detail_(detail),
      budget_(budget),
      layout_(program.signature, roster_.processes),
      grounder_(program, layout_, roster_, numbers_, budget) {
  using enum ld::EventKind;
  for (const ld::Transition& transition : program.transitions) {
    ld::Formula guard = ld::with_demanded_fences(transition.guard);
    if (model.keeps(Write, Write)) guard = ld::with_fences(std::move(guard), ld::Formula::Kind::WriteFence, true);
    guards_.push_back(std::move(guard));
  }
}

GroundFormula Instance::finished(GroundFormula formula) const { return detail_ == Detail::Full ? formula : simplified(std::move(formula)); }

GroundFormula Instance::formula(const ld::Declaration& scope, const ld::Formula& formula, const std::vector<Process>& parameters,
                                std::optional<Process> actor) {
  grounder_.open(scope, parameters, actor);
  return finished(grounder_.formula(formula));
}

std::vector<GroundUpdate::Branch> Instance::branches(const Assignment& assignment) {
  using Kind = GroundUpdate::Branch::Kind;
  std::vector<GroundUpdate::Branch> result;
  const auto add = [&](Kind kind, const ld::Formula* condition, const ld::Term* value) {
    GroundUpdate::Branch& branch = result.emplace_back();
    branch.kind = kind;
    if (condition != nullptr) branch.condition = finished(grounder_.formula(*condition));
    if (value != nullptr && kind == Kind::Set) branch.value = grounder_.term(*value);
  };
  switch (assignment.kind) {
    case Assignment::Kind::Set:
      add(Kind::Set, nullptr, &assignment.value);
      break;
    case Assignment::Kind::Havoc:
      add(Kind::Havoc, nullptr, nullptr);
      break;
    case Assignment::Kind::Case:
      for (const ld::Branch& branch : assignment.branches) {
        const bool keeps = ld::keeps_cell(assignment, branch.value);
        add(keeps ? Kind::Keep : Kind::Set, branch.condition ? &*branch.condition : nullptr, &branch.value);
      }
      break;
  }
  return result;
}

void Instance::add_every_cell(const Assignment& assignment, Firing& firing) {
  const Location first = layout_.first(assignment.symbol);
  for (Location location = first; location < first + layout_.cells(assignment.symbol); ++location) {
    const std::vector<Process> indices = layout_.indices(location);
    for (std::size_t k = 0; k < indices.size(); ++k) grounder_.bind(assignment.bound[k], indices[k]);
    firing.updates.push_back({location, branches(assignment)});
  }
}

void Instance::add_updates(const Assignment& assignment, Firing& firing) {
  if (assignment.kind == Assignment::Kind::Havoc) firing.havocs.push_back(assignment.symbol);
  if (!assignment.bound.empty()) {
    add_every_cell(assignment, firing);
  } else {
    firing.updates.push_back({grounder_.location(assignment.symbol, assignment.indices), branches(assignment)});
  }
}

Firing Instance::firing(std::uint32_t transition, const std::vector<Process>& processes) {
  const ld::Transition& source = program_.transitions[transition];
  const ld::TextFacts facts = ld::text_facts(source, program_.signature);
  Firing result;
  result.transition = transition;
  result.processes = processes;
  if (source.actor) result.actor = processes[*source.actor];
  result.touches_weak = facts.reads_weak || facts.writes_weak;
  result.read_modify_write = facts.read_modify_write();
  result.write_fence = ld::mentions(guards_[transition], ld::Formula::Kind::WriteFence);
  grounder_.open(source, processes, result.actor);
  result.guard = finished(grounder_.formula(guards_[transition]));
  if (result.guard.kind == GroundFormula::Kind::False) return result;
  if (detail_ == Detail::Simplified) split_guard(result);
  for (const ld::Let& let : source.lets) result.lets.push_back(grounder_.term(let.value));
  for (const Assignment& assignment : source.assignments) add_updates(assignment, result);
  return result;
}

void Instance::split_guard(Firing& firing) const {
  const bool several = firing.guard.kind == GroundFormula::Kind::And;
  const std::span<const GroundFormula> conjuncts =
      several ? std::span<const GroundFormula>(firing.guard.args) : std::span<const GroundFormula>(&firing.guard, 1);
  std::vector<GroundFormula> rest;
  for (const GroundFormula& conjunct : conjuncts) {
    if (const auto need = need_of(conjunct)) {
      firing.needs.push_back(*need);
    } else {
      rest.push_back(conjunct);
    }
  }
  if (rest.size() == 1) {
    firing.rest = std::move(rest[0]);
  } else if (!rest.empty()) {
    firing.rest.kind = GroundFormula::Kind::And;
    firing.rest.args = std::move(rest);
  }
}

// A conjunct whose cell may be read from a store buffer is none: it does not test memory.
std::optional<CellTest> Instance::need_of(const GroundFormula& conjunct) const {
  if (conjunct.kind != GroundFormula::Kind::Compare) return std::nullopt;
  const bool equal = conjunct.comparison == ld::Comparison::Equal;
  if (!equal && conjunct.comparison != ld::Comparison::Different) return std::nullopt;
  const bool swapped = conjunct.left.kind == GroundTerm::Kind::Constant;
  const GroundTerm& cell = swapped ? conjunct.right : conjunct.left;
  const GroundTerm& constant = swapped ? conjunct.left : conjunct.right;
  const bool in_memory = !cell.weak || cell.reader == no_process || !has_buffers();
  if (cell.kind != GroundTerm::Kind::Cell || constant.kind != GroundTerm::Kind::Constant || !in_memory) return std::nullopt;
  return CellTest{cell.location, constant.constant, equal};
}

State Instance::blank_state() const {
  State state;
  state.cells.assign(layout_.size(), open_value);
  state.buffers.resize(roster_.processes);
  return state;
}

Fired Instance::attempt(const Firing& firing, const State& state, std::span<const Code> havoc, ReadLog* log) {
  Fired fired;
  attempt(firing, state, havoc, log, fired);
  return fired;
}

void Instance::attempt(const Firing& firing, const State& state, std::span<const Code> havoc, ReadLog* log, Fired& fired) {
  budget_.spend();
  fired.writes.clear();
  fired.marks = false;
  fired.outcome = Fired::Outcome::GuardFails;
  bool decided = log == nullptr && !firing.needs.empty();  // the needs hold, whatever the values of open cells
  for (const CellTest& need : firing.needs) {
    const Code held = state.cells[need.location];
    if (held == open_value) {
      decided = false;
    } else if (log == nullptr && (held == need.value) != need.equal) {
      return;
    }
  }
  View view = this->view(state, firing.actor);
  if (log != nullptr) view.log_to(*log);
  const auto end = [&](Fired::Outcome outcome) {
    fired.outcome = outcome;
    fired.open = view.open_location();
  };
  const Truth guard = view.holds(decided ? firing.rest : firing.guard);
  if (guard == Truth::False) return;
  if (guard == Truth::Open) return end(Fired::Outcome::Open);
  if (has_buffers() && firing.touches_weak && !firing.actor) return end(Fired::Outcome::NobodyActs);
  if (firing.read_modify_write && firing.actor && !state.buffers[*firing.actor].empty()) return end(Fired::Outcome::BufferNotEmpty);
  if (log != nullptr) {
    for (const GroundTerm& let : firing.lets) static_cast<void>(view.value(let));
  }
  std::size_t next_havoc = 0;
  for (const GroundUpdate& update : firing.updates) {
    for (const GroundUpdate::Branch& branch : update.branches) {
      const Truth condition = view.holds(branch.condition);
      if (condition == Truth::Open) return end(Fired::Outcome::Open);
      if (condition == Truth::False) continue;
      if (branch.kind == GroundUpdate::Branch::Kind::Keep) break;
      const bool is_havoc = branch.kind == GroundUpdate::Branch::Kind::Havoc;
      const Code value = is_havoc ? havoc[next_havoc++] : view.value(branch.value);
      if (value == open_value) return end(Fired::Outcome::Open);
      fired.writes.push_back({update.location, value});
      break;
    }
  }
  if (firing.write_fence) {
    View without = this->view(state, firing.actor);
    without.deny_write_fences();
    const Truth holds = without.holds(firing.guard);
    if (holds == Truth::Open) {
      fired.outcome = Fired::Outcome::Open;
      fired.open = without.open_location();
      return;
    }
    fired.marks = holds == Truth::False;
  }
  end(Fired::Outcome::Done);
}

bool Instance::store(State& state, const Firing& firing, const Fired& fired) const {
  const bool buffered = has_buffers() && firing.actor && !firing.read_modify_write;
  Entry entry;
  for (const Write& write : fired.writes) {
    if (buffered && is_weak(write.location)) {
      entry.push_back(write);
    } else {
      state.cells[write.location] = write.value;
    }
  }
  if (fired.marks && firing.actor) {
    auto& buffer = state.buffers[*firing.actor];
    if (!buffer.empty() && !buffer.back().empty()) buffer.emplace_back();
  }
  if (entry.empty()) return false;
  std::sort(entry.begin(), entry.end());
  auto& buffer = state.buffers[*firing.actor];
  if (writes_apart()) {
    for (const Write& write : entry) buffer.push_back({write});
  } else {
    buffer.push_back(std::move(entry));
  }
  return true;
}

std::vector<std::size_t> Instance::committable(const State& state, Process process) const {
  const auto& buffer = state.buffers[process];
  if (buffer.empty()) return {};
  if (!writes_apart()) return {0};
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < buffer.size() && !buffer[k].empty(); ++k) {
    const auto same = [&](std::size_t earlier) { return buffer[earlier][0].location == buffer[k][0].location; };
    if (std::none_of(places.begin(), places.end(), same)) places.push_back(k);
  }
  return places;
}

Entry Instance::commit(State& state, Process process, std::size_t place) const {
  auto& buffer = state.buffers[process];
  Entry entry = std::move(buffer[place]);
  buffer.erase(buffer.begin() + narrow<std::ptrdiff_t>(place));
  if (!buffer.empty() && buffer.front().empty()) buffer.erase(buffer.begin());
  for (const Write& write : entry) state.cells[write.location] = write.value;
  return entry;
}

std::size_t Instance::longest_buffer(const State& state, Process process) const {
  const auto& buffer = state.buffers[process];
  if (!writes_apart()) return buffer.size();
  std::size_t longest = 0;
  for (const Entry& entry : buffer) {
    if (entry.empty()) continue;
    const auto same = std::count_if(buffer.begin(), buffer.end(),
                                    [&](const Entry& other) { return !other.empty() && other[0].location == entry[0].location; });
    longest = std::max(longest, narrow<std::size_t>(same));
  }
  return longest;
}

}  // namespace parapet::machine
