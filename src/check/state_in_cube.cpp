// A cube that knows entries of store buffers has no state with empty buffers; that buffers are empty is true of every such state.
// A state of the store-buffer machine with empty buffers is a state of the timeline machine without snapshots. A cube without snapshot
// reads says nothing of snapshots, so the state lies in it iff some injection of the cube's variables into the processes that no constant
// names makes all its literals true. (A cube of the event engine without pending reads is of the same kind: it constrains plain cells and
// the last written values of locations.)
#include "check/state_in_cube.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/contract.h"
#include "base/narrow.h"
#include "check/firing_instance.h"

namespace parapet::check {

using machine::Process;

namespace {

class CubeEvaluator {
 public:
  CubeEvaluator(const TermArena& arena, machine::Instance& instance, const machine::State& state, machine::Location& open)
      : arena_(arena), instance_(instance), state_(state), open_(open) {}

  [[nodiscard]] Truth contains(const Cube& cube) {
    instance_.budget().spend();
    if (image_.size() == cube.processes) return all_hold(cube.literals);
    Truth result = Truth::False;
    for (Process process = 0; process < instance_.roster().processes; ++process) {
      if (instance_.roster().names(process) || std::find(image_.begin(), image_.end(), process) != image_.end()) continue;
      image_.push_back(process);
      const Truth found = contains(cube);
      image_.pop_back();
      if (found == Truth::True) return found;
      if (found == Truth::Open) result = found;
    }
    return result;
  }

 private:
  [[nodiscard]] Truth all_hold(const std::vector<TermId>& literals) {
    Truth result = Truth::True;
    for (const TermId literal : literals) {
      const Truth one = holds(literal);
      if (one == Truth::False) return one;
      if (one == Truth::Open) result = one;
    }
    return result;
  }

  [[nodiscard]] Process process(TermId term) const {
    if (arena_.op(term) == Op::ProcessVar) return image_[arena_.process_number(term)];
    return instance_.roster().constant(arena_.constant_number(term));
  }

  // Nothing: the value depends on an open cell.
  [[nodiscard]] std::optional<Rational> value(TermId term) {
    const auto args = arena_.args(term);
    switch (arena_.op(term)) {
      case Op::ProcessVar:
      case Op::ProcessConst:
        return Rational(process(term));
      case Op::Constructor:
        return Rational(narrow<std::int64_t>(arena_.position(term)));
      case Op::Cell: {
        if (arena_.signature()[arena_.symbol(term)].derived()) return counted(arena_.signature()[arena_.symbol(term)]);
        std::vector<Process> indices;
        for (const TermId index : args) indices.push_back(process(index));
        const machine::Location location = instance_.layout().location(arena_.symbol(term), indices);
        const machine::Code code = state_.cells[location];
        if (code != machine::open_value) return instance_.numbers().number(code);
        open_ = location;
        return std::nullopt;
      }
      case Op::Sum: {
        Rational sum = arena_.number(term);
        for (std::size_t k = 0; k < args.size(); ++k) {
          const auto part = value(args[k]);
          if (!part) return std::nullopt;
          sum = sum + arena_.coefficients(term)[k] * *part;
        }
        return sum;
      }
      default:
        return arena_.number(term);
    }
  }

  // `#procs`, or the number of processes whose own cells have the values of a type.
  [[nodiscard]] std::optional<Rational> counted(const Symbol& symbol) {
    const Process processes = instance_.roster().processes;
    if (symbol.role == SymbolRole::Processes) return Rational(std::int64_t{processes});
    std::int64_t count = 0;
    for (Process process = 0; process < processes; ++process) {
      bool of_type = true;
      for (std::size_t k = 0; k < symbol.counted.size(); ++k) {
        const std::vector<Process> indices(arena_.signature()[symbol.counted[k]].arity, process);
        const machine::Location location = instance_.layout().location(symbol.counted[k], indices);
        const machine::Code code = state_.cells[location];
        if (code == machine::open_value) {
          open_ = location;
          return std::nullopt;
        }
        of_type = of_type && code == narrow<machine::Code>(symbol.values[k]);
      }
      if (of_type) ++count;
    }
    return Rational(count);
  }

  [[nodiscard]] Truth holds(TermId literal) {
    const auto args = arena_.args(literal);
    if (args.empty()) return arena_.op(literal) == Op::True ? Truth::True : Truth::False;
    const auto left = value(args[0]);
    const auto right = args.size() > 1 ? value(args[1]) : std::optional(Rational(0));
    if (!left || !right) return Truth::Open;
    return satisfies(literal, *left, *right) ? Truth::True : Truth::False;
  }

  // Sums are compared with 0.
  [[nodiscard]] bool satisfies(TermId literal, const Rational& left, const Rational& right) const {
    switch (arena_.op(literal)) {
      case Op::Member: {
        const auto position = left.numerator().small();
        return position && *position >= 0 && *position < 64 && (arena_.set(literal) >> narrow<unsigned>(*position) & 1U) != 0;
      }
      case Op::Equal:
      case Op::SumZero:
        return left == right;
      case Op::Different:
      case Op::SumNonZero:
        return left != right;
      case Op::ProcLess:
      case Op::SumLess:
        return left < right;
      case Op::ProcLessEqual:
      case Op::SumLessEqual:
        return left <= right;
      default:
        contract_failed("a literal of a cube is an atom over cells", __FILE__, __LINE__);
    }
  }

  const TermArena& arena_;
  machine::Instance& instance_;
  const machine::State& state_;
  machine::Location& open_;
  std::vector<Process> image_;
};

}  // namespace

bool is_of_states(const TermArena& arena, const Cube& cube) {
  bool cells = cube.weak.open.items.empty();
  for (const DelayedBuffer& buffer : cube.weak.buffers) cells = cells && buffer.entries.empty();
  for (const TermId literal : cube.literals) each_leaf(arena, literal, [&](TermId leaf) { cells = cells && arena.op(leaf) != Op::Fresh; });
  return cells;
}

Truth contains(const TermArena& arena, const Cube& cube, machine::Instance& instance, const machine::State& state,
               machine::Location& open) {
  return CubeEvaluator(arena, instance, state, open).contains(cube);
}

}  // namespace parapet::check
