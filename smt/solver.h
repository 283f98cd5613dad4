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

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "logic/term.h"
#include "logic/value.h"

namespace parapet::smt {

class DecisionLog;  // decisions.h

enum class Answer : std::uint8_t { Sat, Unsat, Unknown, NotMine };

enum class Purpose : std::uint8_t { Feasible, Init, Fixpoint, Replay, Order, Certify, Approximate, Cover };
[[nodiscard]] std::string_view name(Purpose purpose);

// The origin of a query, for statistics, query files and messages. Decision procedures ignore it.
struct Query {
  Purpose purpose = Purpose::Feasible;
  std::uint64_t node = 0;                          // the node of the search tree; 0: none
  std::string_view transition;                     // may be empty
  const std::vector<TermId>* processes = nullptr;  // of the transition; null: none
  bool part = false;                               // of a decision that the caller records as a whole (decisions.h)
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

}  // namespace parapet::smt
