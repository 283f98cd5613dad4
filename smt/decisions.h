// A record of what a run decides, formula by formula, whoever decided it: a solver, the literal sets of the search, the rows of its event
// order. `--dump-smt` writes it (wrappers/dump.h). The log belongs to the solver of the run (Solver::decisions); without one nothing is
// recorded, and deciding pays for no more than a test of a pointer.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "smt/solver.h"

namespace parapet::smt {

inline constexpr const char* by_literal_sets = "literal sets";

// `query` says what for. The answer is about the conjunction of the recorded formulas.
struct Decision {
  Query query;
  Answer answer = Answer::Unknown;
  std::string by;           // literal sets, rows, native, z3, ...
  bool asked = false;       // a solver was
  double milliseconds = 0;  // that it took
  std::string reason{};     // of Unknown
};

// SMT-LIB 2 commands of a query: what its logic is, then declarations and assertions.
struct QueryText {
  std::vector<std::string> comments;  // above
  std::string logic;
  std::string commands;
};

class DecisionLog {
 public:
  virtual ~DecisionLog() = default;
  DecisionLog(const DecisionLog&) = delete;
  DecisionLog& operator=(const DecisionLog&) = delete;

  struct Comments {
    std::vector<std::string> above;
    std::vector<std::string> by_formula;  // may be shorter than the list of formulas
  };
  virtual void record(const Decision& decision, std::span<const TermId> formulas, const Comments& comments) = 0;
  void record(const Decision& decision, std::span<const TermId> formulas) { record(decision, formulas, {}); }
  // The text is made only if it is wanted.
  virtual void record(const Decision& decision, const std::function<QueryText()>& text) = 0;

 protected:
  DecisionLog() = default;
};

// Asks the solver whether the conjunction is satisfiable, and records that as one decision where decisions are recorded.
[[nodiscard]] Answer ask_and_record(Solver& solver, const Query& query, std::span<const TermId> formulas,
                                    const DecisionLog::Comments& comments);

}  // namespace parapet::smt
