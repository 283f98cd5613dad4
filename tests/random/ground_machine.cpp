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
      for (const auto& [written, value] : *entry) {
        if (static_cast<std::uint32_t>(written) == cell) return value;
      }
    }
  }
  return state.cells[cell];
}

// A formula of a count, which has no fence and reads plain cells.
bool counts(const GroundFormula& formula, const GroundState& state);

std::int64_t value_of(const GroundTerm& term, const GroundState& state) {
  std::int64_t sum = term.number;
  for (const auto& part : term.parts) sum += part.coefficient * see(state, part.reader, part.cell);
  for (const auto& counted : term.counted) {
    for (const GroundFormula& one : counted.formulas) sum += counts(one, state) ? counted.coefficient : 0;
  }
  return sum;
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
  for (const GroundCell& cell : model.cells) places_[cell.sort.index()] += cell.weak && memory == Memory::Tso ? 1000 : 1;
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

bool GroundMachine::holds(const GroundFormula& formula, const GroundState& state, int actor) {
  const auto one = [&](const GroundFormula& arg) { return holds(arg, state, actor); };
  switch (formula.kind) {
    case GroundFormula::Kind::True:
      return true;
    case GroundFormula::Kind::False:
      return false;
    case GroundFormula::Kind::Compare:
      return compare(formula, state);
    case GroundFormula::Kind::Fence:
      return actor < 0 || state.buffers[static_cast<std::size_t>(actor)].empty();
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
    const GroundCell& cell = model_.cells[assignment.cell];
    cut_ = cut_ || !in_window(cell.kind, *result);
    if (!in_window(cell.kind, *result)) return std::nullopt;
    if (cell.weak && memory_ == Memory::Tso && !atomic(action) && action.actor >= 0)
      entry.emplace_back(static_cast<Small>(assignment.cell), static_cast<Small>(*result));
    else
      next.cells[assignment.cell] = static_cast<Small>(*result);
  }
  if (!entry.empty()) {
    auto& buffer = next.buffers[static_cast<std::size_t>(action.actor)];
    if (buffer.size() == limits_.buffer) {
      cut_ = true;
      return std::nullopt;
    }
    std::sort(entry.begin(), entry.end());
    buffer.push_back(std::move(entry));
  }
  return next;
}

void GroundMachine::commit(GroundState& state, std::uint32_t process) {
  auto& buffer = state.buffers[process];
  for (const auto& [cell, value] : buffer.front()) state.cells[static_cast<std::size_t>(cell)] = value;
  buffer.pop_front();
}

}  // namespace parapet::test
