#include "random/ground_machine.h"

#include <algorithm>
#include <numeric>

namespace parapet::test {
namespace {

bool atomic(const GroundAction& action) { return action.reads_weak && action.writes_weak; }

Small see(const GroundState& state, int reader, std::uint32_t cell) {
  if (reader >= 0) {
    const auto& buffer = state.buffers[static_cast<std::size_t>(reader)];
    for (auto entry = buffer.rbegin(); entry != buffer.rend(); ++entry) {
      for (auto write = entry->rbegin(); write != entry->rend(); ++write) {
        if (static_cast<std::uint32_t>(write->first) == cell) return write->second;
      }
    }
  }
  return state.cells[cell];
}

// A formula of a count, which has no fence and reads plain cells.
bool counts(const GroundFormula& formula, const GroundState& state);
std::int64_t value_of(const GroundTerm& term, const GroundState& state);

std::uint32_t cell_of(const GroundPlace& place, const GroundState& state) {
  std::uint32_t cell = place.first;
  for (const GroundIndex& index : place.indices) cell += index.stride * static_cast<std::uint32_t>(value_of(index.value, state));
  return cell;
}

std::int64_t value_of(const GroundTerm& term, const GroundState& state) {
  std::int64_t sum = term.number;
  for (const auto& part : term.parts) sum += part.coefficient * see(state, part.reader, cell_of(part.place, state));
  for (const auto& counted : term.counted) {
    for (const GroundFormula& one : counted.formulas) sum += counts(one, state) ? counted.coefficient : 0;
  }
  return term.values == 0 ? sum : sum % term.values;
}

bool counts(const GroundFormula& formula, const GroundState& state) {
  const auto holds = [&](const GroundFormula& arg) { return counts(arg, state); };
  switch (formula.kind) {
    case GroundFormula::Kind::Compare: {
      const std::int64_t left = value_of(formula.sides[0], state);
      const std::int64_t right = value_of(formula.sides[1], state);
      const bool less = left < right;
      switch (formula.comparison) {
        case ld::Comparison::Equal:
          return left == right;
        case ld::Comparison::Different:
          return left != right;
        case ld::Comparison::Less:
          return less;
        case ld::Comparison::LessEqual:
          return left <= right;
        case ld::Comparison::Greater:
          return left > right;
        case ld::Comparison::GreaterEqual:
          return !less;
      }
      return false;
    }
    case GroundFormula::Kind::And:
      return std::all_of(formula.args.begin(), formula.args.end(), holds);
    case GroundFormula::Kind::Or:
      return std::any_of(formula.args.begin(), formula.args.end(), holds);
    default:
      return formula.kind == GroundFormula::Kind::True;
  }
}

}  // namespace

GroundMachine::GroundMachine(const ld::Program& program, const Ground& model, Memory memory, const EnumLimits& limits)
    : program_(program), model_(model), memory_(memory), limits_(limits) {
  // One label per place is enough for places that are only copied and compared; a buffer has no bound on its places.
  for (const GroundCell& cell : model.cells) places_[cell.sort.index()] += cell.weak && memory != Memory::Sc ? 1000 : 1;
}

bool GroundMachine::label(SortKind kind, std::int64_t value) const {
  const bool process = value >= 0 && value < static_cast<std::int64_t>(model_.processes);
  return kind == SortKind::Abstract || (kind == SortKind::Proc && !process);
}

bool GroundMachine::enough_labels(SortKind kind) const {
  return std::all_of(places_.begin(), places_.end(), [&](const auto& sort) {
    return program_.signature.sorts()[sort.first].kind != kind || sort.second <= limits_.labels;
  });
}

bool GroundMachine::in_window(SortKind kind, std::int64_t number) const {
  const std::int64_t scale = kind == SortKind::Real ? halves : 1;
  return (kind != SortKind::Int && kind != SortKind::Real) || (number >= limits_.lowest * scale && number <= limits_.highest * scale);
}

std::vector<Small> GroundMachine::domain(const GroundCell& cell) {
  const std::size_t labels = std::min<std::size_t>(limits_.labels, places_[cell.sort.index()]);
  int lowest = 0;
  int count = 0;
  switch (cell.kind) {
    case SortKind::Enum:
      count = static_cast<int>(program_.signature[cell.sort].constructors.size());
      break;
    case SortKind::Proc:
      count = static_cast<int>(model_.processes + labels);
      break;
    case SortKind::Abstract:
      count = static_cast<int>(labels);
      break;
    case SortKind::Int:
    case SortKind::Real:
    case SortKind::Formula:
    case SortKind::Event:
      lowest = limits_.lowest;
      count = limits_.highest - limits_.lowest + 1;
      cut_ = true;
      break;
  }
  std::vector<Small> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), static_cast<Small>(lowest));
  return values;
}

bool GroundMachine::compare(const GroundFormula& formula, const GroundState& state) {
  const std::int64_t a = value_of(formula.sides[0], state);
  const std::int64_t b = value_of(formula.sides[1], state);
  const SortKind kind = formula.sides[0].kind;
  const bool equality = formula.comparison == ld::Comparison::Equal || formula.comparison == ld::Comparison::Different;
  const bool labels = equality ? label(kind, a) && label(kind, b) : label(kind, a) || label(kind, b);
  if (labels && (!equality || !enough_labels(kind))) cut_ = true;
  switch (formula.comparison) {
    case ld::Comparison::Equal:
      return a == b;
    case ld::Comparison::Different:
      return a != b;
    case ld::Comparison::Less:
      return a < b;
    case ld::Comparison::LessEqual:
      return a <= b;
    case ld::Comparison::Greater:
      return a > b;
    case ld::Comparison::GreaterEqual:
      return a >= b;
  }
  return false;
}

bool GroundMachine::holds(const GroundFormula& formula, const GroundState& state, int actor, bool ordering) {
  const auto one = [&](const GroundFormula& arg) { return holds(arg, state, actor, ordering); };
  switch (formula.kind) {
    case GroundFormula::Kind::True:
      return true;
    case GroundFormula::Kind::False:
      return false;
    case GroundFormula::Kind::Compare:
      return compare(formula, state);
    case GroundFormula::Kind::Fence:
      return actor < 0 || state.buffers[static_cast<std::size_t>(actor)].empty();
    case GroundFormula::Kind::WriteFence:
      return ordering;
    case GroundFormula::Kind::And:
      return std::all_of(formula.args.begin(), formula.args.end(), one);
    case GroundFormula::Kind::Or:
      return std::any_of(formula.args.begin(), formula.args.end(), one);
  }
  return false;
}

const GroundBad* GroundMachine::bad(const std::vector<GroundBad>& all, const GroundState& state) {
  for (const GroundBad& one : all) {
    if (holds(one.formula, state)) return &one;
  }
  return nullptr;
}

bool GroundMachine::enabled(const GroundState& state, const GroundAction& action) {
  const bool waits = atomic(action) && action.actor >= 0 && !state.buffers[static_cast<std::size_t>(action.actor)].empty();
  return !waits && holds(action.guard, state, action.actor);
}

// The value that an assignment without havoc gives its cell, in the state before the step; nothing: the cell is not written.
std::optional<std::int64_t> GroundMachine::assigned(const GroundAssignment& assignment, const GroundState& state, int actor) {
  for (const auto& branch : assignment.branches) {
    if (!holds(branch.condition, state, actor)) continue;
    return branch.value ? std::optional(value_of(*branch.value, state)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<GroundState> GroundMachine::fire(const GroundState& state, const GroundAction& action, const std::vector<Small>& havoc) {
  GroundState next = state;
  GroundEntry entry;
  auto choice = havoc.begin();
  for (const GroundAssignment& assignment : action.assignments) {
    const std::optional<std::int64_t> result = assignment.havoc ? *choice++ : assigned(assignment, state, action.actor);
    if (!result) continue;
    const std::uint32_t number = cell_of(assignment.place, state);
    const GroundCell& cell = model_.cells[number];
    cut_ = cut_ || !in_window(cell.kind, *result);
    if (!in_window(cell.kind, *result)) return std::nullopt;
    if (cell.weak && memory_ != Memory::Sc && !atomic(action) && action.actor >= 0)
      entry.emplace_back(static_cast<Small>(number), static_cast<Small>(*result));
    else
      next.cells[number] = static_cast<Small>(*result);
  }
  // `A || B && wfence()` is two transitions: the fence does not count if the guard holds without it. (With it less can happen.)
  const bool ordering = memory_ == Memory::Pso && !holds(action.guard, state, action.actor, false);
  if (action.actor >= 0 && !buffer(next, action, ordering, std::move(entry))) return std::nullopt;
  return next;
}

bool GroundMachine::buffer(GroundState& state, const GroundAction& action, bool ordering, GroundEntry writes) {
  auto& buffer = state.buffers[static_cast<std::size_t>(action.actor)];
  std::sort(writes.begin(), writes.end());
  if (memory_ == Memory::Pso) {
    if (ordering && !buffer.empty() && !buffer.back().empty()) buffer.emplace_back();
    for (const auto& write : writes) {
      const auto same = [&](const auto& other) { return other.first == write.first; };
      long waiting = 0;
      for (const GroundEntry& stage : buffer) waiting += std::count_if(stage.begin(), stage.end(), same);
      if (waiting == static_cast<long>(limits_.buffer)) {
        cut_ = true;
        return false;
      }
      if (buffer.empty()) buffer.emplace_back();
      GroundEntry& last = buffer.back();
      const auto behind = std::find_if(last.begin(), last.end(), [&](const auto& other) { return other.first > write.first; });
      last.insert(behind, write);
    }
  } else if (!writes.empty()) {
    if (buffer.size() == limits_.buffer) {
      cut_ = true;
      return false;
    }
    buffer.push_back(std::move(writes));
  }
  return true;
}

std::vector<Small> GroundMachine::commits(const GroundState& state, std::uint32_t process) const {
  const auto& buffer = state.buffers[process];
  if (buffer.empty()) return {};
  if (memory_ != Memory::Pso) return {0};
  std::vector<Small> cells;
  for (const auto& [cell, value] : buffer.front()) {
    if (cells.empty() || cells.back() != cell) cells.push_back(cell);
  }
  return cells;
}

void GroundMachine::commit(GroundState& state, std::uint32_t process, Small cell) const {
  auto& buffer = state.buffers[process];
  if (memory_ != Memory::Pso) {
    for (const auto& [written, value] : buffer.front()) state.cells[static_cast<std::size_t>(written)] = value;
    buffer.pop_front();
    return;
  }
  GroundEntry& stage = buffer.front();
  const auto oldest = std::find_if(stage.begin(), stage.end(), [&](const auto& write) { return write.first == cell; });
  state.cells[static_cast<std::size_t>(cell)] = oldest->second;
  stage.erase(oldest);
  while (!buffer.empty() && buffer.front().empty()) buffer.pop_front();
}

}  // namespace parapet::test
