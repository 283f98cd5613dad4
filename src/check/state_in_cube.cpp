// A state of the store-buffer machine with empty buffers is a state of the timeline machine without snapshots. A cube without open reads
// says nothing of snapshots, so the state lies in it iff some injection of the cube's variables into the processes that no constant names
// makes all its literals true. (A cube of events without pending reads speaks of the same: plain cells, and what the last write of a
// location left.)
#include "check/state_in_cube.h"

#include <algorithm>
#include <vector>

#include "check/instance.h"

namespace parapet::check {
namespace {

class CubeEvaluator {
 public:
  CubeEvaluator(const TermArena& arena, const Trace& trace, const State& state) : arena_(arena), trace_(trace), state_(state) {}

  [[nodiscard]] bool contains(const CertificateCube& cube) {
    if (image_.size() == cube.processes)
      return std::all_of(cube.literals.begin(), cube.literals.end(), [&](TermId literal) { return holds(literal); });
    for (Process process = 0; process < trace_.processes; ++process) {
      const bool named = std::any_of(trace_.constants.begin(), trace_.constants.end(), [&](const auto& c) { return c.second == process; });
      if (named || std::find(image_.begin(), image_.end(), process) != image_.end()) continue;
      image_.push_back(process);
      const bool found = contains(cube);
      image_.pop_back();
      if (found) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] Process process(TermId term) const {
    if (arena_.op(term) == Op::ProcessVar) return image_[arena_.payload(term)];
    const auto at =
        std::find_if(trace_.constants.begin(), trace_.constants.end(), [&](const auto& c) { return c.first == arena_.payload(term); });
    return at->second;
  }

  [[nodiscard]] Rational value(TermId term) const {
    const auto args = arena_.args(term);
    switch (arena_.op(term)) {
      case Op::ProcessVar:
      case Op::ProcessConst:
        return Rational(process(term));
      case Op::Constructor:
        return Rational(static_cast<std::int64_t>(arena_.payload(term)));
      case Op::Cell: {
        std::vector<Process> indices;
        for (const TermId index : args) indices.push_back(process(index));
        return state_.at({arena_.symbol(term), cell_number(indices, trace_.processes)}).value.number;
      }
      case Op::Sum: {
        Rational sum = arena_.number(term);
        for (std::size_t k = 0; k < args.size(); ++k) sum = sum + arena_.coefficients(term)[k] * value(args[k]);
        return sum;
      }
      default:
        return arena_.number(term);
    }
  }

  [[nodiscard]] bool holds(TermId literal) const {
    const auto args = arena_.args(literal);
    const Rational zero;
    switch (arena_.op(literal)) {
      case Op::Member: {
        const auto position = value(args[0]).numerator().small();
        return position && *position >= 0 && *position < 64 && (arena_.payload(literal) >> static_cast<unsigned>(*position) & 1U) != 0;
      }
      case Op::Equal:
        return value(args[0]) == value(args[1]);
      case Op::Different:
        return value(args[0]) != value(args[1]);
      case Op::ProcLess:
        return value(args[0]) < value(args[1]);
      case Op::ProcLessEqual:
        return value(args[0]) <= value(args[1]);
      case Op::SumLessEqual:
        return value(args[0]) <= zero;
      case Op::SumLess:
        return value(args[0]) < zero;
      case Op::SumZero:
        return value(args[0]) == zero;
      case Op::SumNonZero:
        return value(args[0]) != zero;
      default:
        return arena_.op(literal) == Op::True;
    }
  }

  const TermArena& arena_;
  const Trace& trace_;
  const State& state_;
  std::vector<Process> image_;
};

}  // namespace

bool is_of_states(const TermArena& arena, const CertificateCube& cube) {
  bool cells = cube.open.items.empty();
  for (const TermId literal : cube.literals)
    each_leaf(arena, literal, [&](TermId leaf) { cells = cells && arena.op(leaf) != Op::Fresh; });
  return cells;
}

bool contains(const TermArena& arena, const CertificateCube& cube, const Trace& trace, const State& state) {
  return CubeEvaluator(arena, trace, state).contains(cube);
}

}  // namespace parapet::check
