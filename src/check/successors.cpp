// Whatever can be done is tried: every process commits, every transition fires with every tuple of distinct processes, and `firing` refuses
// what is impossible. A value that a transition assigns freely is each one of an enumeration; other sorts have too many, and of them the
// first few are taken, as many as there are processes and one more.
#include "check/successors.h"

#include <algorithm>
#include <utility>

#include "check/firing.h"

namespace parapet::check {
namespace {

class Successors {
 public:
  Successors(const Setting& setting, const State& state, const VisitState& visit)
      : setting_(setting), program_(setting.program), state_(state), visit_(visit) {}

  void commits() {
    for (Process process = 0; process < setting_.trace.processes; ++process) {
      if (state_.buffers[process].empty()) continue;
      State next = state_;
      StepAccount account;
      TraceStep step;
      step.kind = TraceStep::Kind::Commit;
      step.processes = {process};
      if (!commit(setting_, next, step, account)) visit_(std::move(next));
    }
  }

  void firings() {
    for (std::uint32_t t = 0; t < program_.transitions.size(); ++t) {
      TraceStep step;
      step.transition = t;
      each_tuple(step);
    }
  }

 private:
  void each_tuple(TraceStep& step) {
    if (step.processes.size() == program_.transitions[step.transition].parameters) return each_value(step, 0);
    for (Process process = 0; process < setting_.trace.processes; ++process) {
      if (std::find(step.processes.begin(), step.processes.end(), process) != step.processes.end()) continue;
      step.processes.push_back(process);
      each_tuple(step);
      step.processes.pop_back();
    }
  }

  // `from`: the first assignment without a value yet.
  void each_value(TraceStep& step, std::size_t from) {
    const auto& assignments = program_.transitions[step.transition].assignments;
    while (from < assignments.size() && assignments[from].kind != ld::Assignment::Kind::Havoc) ++from;
    if (from == assignments.size()) {
      State next = state_;
      StepAccount account;
      if (!fire(setting_, next, step, 0, account)) visit_(std::move(next));
      return;
    }
    const SortId sort = program_.signature[assignments[from].symbol].sort;
    const std::size_t enumerated = program_.signature[sort].constructors.size();
    const std::size_t count = enumerated > 0 ? enumerated : setting_.trace.processes + 1;
    for (std::size_t value = 0; value < count; ++value) {
      step.havoc.push_back({sort, Rational(static_cast<std::int64_t>(value))});
      each_value(step, from + 1);
      step.havoc.pop_back();
    }
  }

  const Setting& setting_;
  const ld::Program& program_;
  const State& state_;
  const VisitState& visit_;
};

}  // namespace

void each_successor(const Setting& setting, const State& state, const VisitState& visit) {
  Successors successors(setting, state, visit);
  successors.commits();
  successors.firings();
}

bool has_all_successors(const ld::Program& program) {
  const auto tried = [&](const ld::Assignment& assignment) {
    const Sort& sort = program.signature[program.signature[assignment.symbol].sort];
    return assignment.kind != ld::Assignment::Kind::Havoc || sort.kind == SortKind::Enum;
  };
  return std::all_of(program.transitions.begin(), program.transitions.end(), [&](const ld::Transition& transition) {
    return std::all_of(transition.assignments.begin(), transition.assignments.end(), tried);
  });
}

}  // namespace parapet::check
