// The interface to decision procedures. Queries are formulas over terms of an arena; each backend translates them and caches translations.
//
//   solver.push(); solver.add(f); if (solver.check() == Answer::Unsat) ... solver.core(); solver.pop();
//
// Contracts
// - Formulas belong to the arena the solver was made for. NOTE(processes) of logic/term.h holds in every query.
// - `check` decides the conjunction of everything added and not popped.
// - NotMine: the query is outside the fragment of the backend; another one must be asked. Unknown: the backend gave up (a time limit,
//   incompleteness, a crash); `reason` says why. Neither supports a verdict: the caller must treat both as "maybe satisfiable".
// - `value` after Sat only, for a term of the query; `core` after Unsat only: some of the added formulas that are unsatisfiable together
//   (not necessarily the fewest). Both are valid until the next add, push, pop or check.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "logic/signature.h"
#include "logic/term.h"

namespace parapet::smt {

class DecisionLog;

enum class Answer : std::uint8_t { Sat, Unsat, Unknown, NotMine };

enum class Purpose : std::uint8_t { Feasible, Init, Fixpoint, Replay, Order, Certify, Approximate, Cover };
[[nodiscard]] std::string_view name(Purpose purpose);

// The origin of a query, for statistics, query files and messages. Decision procedures ignore it.
struct Query {
  Purpose purpose = Purpose::Feasible;
  std::uint64_t node = 0;                          // the node of the search tree; 0: none
  std::string_view transition;                     // may be empty
  const std::vector<TermId>* processes = nullptr;  // of the transition; null: none
  bool part = false;                               // of a decision that the caller records as a whole (DecisionLog)
};

class Solver {
 public:
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  [[nodiscard]] virtual std::string_view name() const = 0;

  void push() { do_push(); }
  void pop() { do_pop(); }
  void add(TermId formula) { do_add(formula); }
  [[nodiscard]] Answer check(const Query& query) { return do_check(query); }
  [[nodiscard]] Value value(TermId term) { return do_value(term); }
  [[nodiscard]] std::vector<TermId> core() { return do_core(); }
  [[nodiscard]] virtual std::string reason() const { return {}; }
  // May be called from another thread while a call runs. That call then ends soon, with Unknown or an exception, and the solver must not be
  // used afterwards.
  virtual void interrupt() {}
  // The solver that gave the last answer; a wrapper returns the name of the solver it asked.
  [[nodiscard]] virtual std::string_view answered_by() const { return name(); }
  // Every question of a run is put to this solver, also those that the search can answer itself (by literal sets, by rows): it was chosen to
  // decide them all.
  [[nodiscard]] virtual bool decides_all() const { return false; }
  // The last so many answers were Unknown or NotMine. Counted by solvers that decide everything.
  [[nodiscard]] virtual std::uint64_t given_up_in_a_row() const { return 0; }
  // Where decisions that need no solver are recorded; null: nowhere.
  [[nodiscard]] virtual DecisionLog* decisions() { return nullptr; }

 protected:
  Solver() = default;

 private:
  virtual void do_push() = 0;
  virtual void do_pop() = 0;
  virtual void do_add(TermId formula) = 0;
  virtual Answer do_check(const Query& query) = 0;
  virtual Value do_value(TermId term) = 0;
  virtual std::vector<TermId> do_core() = 0;
};

// A record of what a run decides, formula by formula, whoever decided it: a solver, the literal sets of the search, the rows of its event
// order. `--dump-smt` writes it (wrappers/dump.h). The log belongs to the solver of the run (Solver::decisions); without one nothing is
// recorded, and deciding pays for no more than a test of a pointer.

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

class DumpFolder;  // wrappers/dump.h

// Which solver a run has (wrappers/factory.h makes it).
struct SolverOptions {
  std::string solver = "auto";  // auto, native, z3, cvc5, smtlib:COMMAND
  bool cross_check = false;
  DumpFolder* dump = nullptr;                // for decisions as files, shared by all solvers of a run; null: none are written
  std::chrono::milliseconds query_limit{0};  // 0: none
  bool one_of_several = false;               // other threads have solvers too: refuse libraries that do not support that
};

// Whether that solver was chosen to decide every question (Solver::decides_all): z3, cvc5 or a program, by name.
[[nodiscard]] inline bool decides_all(const SolverOptions& options) { return options.solver != "auto" && options.solver != "native"; }

// Numbers and times of queries by purpose; the solver that make_solver returns updates them.
struct SolverStatistics {
  struct Entry {
    std::uint64_t calls = 0;
    std::uint64_t nanoseconds = 0;
    Entry& operator+=(const Entry& other) {
      calls += other.calls;
      nanoseconds += other.nanoseconds;
      return *this;
    }
  };
  static constexpr std::size_t purposes = 8;
  std::array<Entry, purposes> native, external;
  // Of a cross-check: how many answers no second solver confirmed, and a description of the first of them.
  std::uint64_t unconfirmed = 0;
  std::string first_unconfirmed;

  SolverStatistics& operator+=(const SolverStatistics& other) {
    for (std::size_t k = 0; k < purposes; ++k) {
      native[k] += other.native[k];
      external[k] += other.external[k];
    }
    unconfirmed += other.unconfirmed;
    if (first_unconfirmed.empty()) first_unconfirmed = other.first_unconfirmed;
    return *this;
  }
};

// A user error: the solver, its library or its program does not exist.
class SolverError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace parapet::smt
