#include "smt/solver.h"

#include <chrono>

namespace parapet::smt {

std::string_view name(Purpose purpose) {
  switch (purpose) {
    case Purpose::Feasible:
      return "feasible";
    case Purpose::Init:
      return "init";
    case Purpose::Fixpoint:
      return "fixpoint";
    case Purpose::Replay:
      return "replay";
    case Purpose::Order:
      return "order";
    case Purpose::Certify:
      return "certify";
    case Purpose::Approximate:
      return "approximate";
    case Purpose::Cover:
      return "cover";
  }
  return "?";
}

Answer ask_and_record(Solver& solver, const Query& query, std::span<const TermId> formulas, const DecisionLog::Comments& comments) {
  DecisionLog* const log = query.part ? nullptr : solver.decisions();
  Query part = query;
  part.part = part.part || log != nullptr;
  solver.push();
  for (const TermId formula : formulas) solver.add(formula);
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = solver.check(part);
  if (log != nullptr) {
    const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    const bool decided = answer == Answer::Sat || answer == Answer::Unsat;
    log->record({query, answer, std::string(solver.answered_by()), true, milliseconds, decided ? "" : solver.reason()}, formulas, comments);
  }
  solver.pop();
  return answer;
}

}  // namespace parapet::smt
