// One form for a conjunction of literals, and the cheap part of its satisfiability.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/contract.h"
#include "base/hash.h"
#include "cube/count_facts.h"
#include "le/system.h"
#include "logic/term.h"
#include "smt/solver.h"

namespace parapet::search {

// Quantifier elimination for the value of a havoc assignment.

// Conjunctions, none of which has the Fresh term `value`, whose disjunction is: exists value. literals.
// Where that is not expressible (integers with coefficients other than 1), a conjunction keeps the value: it then stands for some number.
[[nodiscard]] std::vector<std::vector<TermId>> eliminate(TermArena& arena, const std::vector<TermId>& literals, TermId value);

// A solver answered Sat to what literal sets refute.
[[nodiscard]] InternalError contradicts_literal_sets(const smt::Solver& solver, const smt::Query& query);

class Normalizer {
 public:
  Normalizer(const le::System& system, TermArena& arena, smt::Solver& solver);

  // Brings the literals into the form a cube keeps (cube.h). False: they are unsatisfiable; then they are left in some state.
  // What the solver cannot decide counts as satisfiable.
  // `variables`: there are processes z0 .. z(variables-1), whether or not they occur (they matter where literals count processes).
  [[nodiscard]] bool normalize(std::vector<TermId>& literals, const smt::Query& query, std::uint32_t variables = 0) {
    variables_ = variables;
    return !states_ || query.part ? decide(literals, query) : state_and_decide(literals, query);
  }

  // Which conjunctions were asked before: so how often the solver is asked for the pre-images of a cube depends on that cube alone.
  void forget() { arithmetic_.clear(); }

  // The complement of a literal, within what its term can ever hold: the solver knows the sorts, not the narrowed sets.
  [[nodiscard]] TermId negate(TermId literal);

  // Appends literals that hold of the numbers in the formula in every reachable state (le/narrowing.cpp). They are for queries only: as
  // literals of a cube they would have to be matched.
  void add_known(TermId formula, std::vector<TermId>& known);
  // Appends what decisions on literals with these leaves may rest on: `add_known`, and which values their enumerations can hold. For the
  // record of a decision, which must follow from its formulas alone.
  void add_facts(TermId formula, std::vector<TermId>& facts);
  // Whether the number that the term holds has a bound.
  [[nodiscard]] bool is_confined(TermId leaf) { return counting_.is_derived(leaf) || (numbers_known_ && bounds_of(leaf)[0].valid()); }
  [[nodiscard]] Counting& counting() { return counting_; }

  // The values that a term of an enumeration can ever hold.
  [[nodiscard]] std::uint64_t narrowed(TermId term) const;

 private:
  struct Constant {
    TermId term;   // a cell, read or fresh value
    TermId value;  // what it equals: a process, constructor or number
  };

  [[nodiscard]] bool decide(std::vector<TermId>& literals, const smt::Query& query);
  // The same, with the question as formulas: for the record, or for a solver that decides everything.
  [[nodiscard]] bool state_and_decide(std::vector<TermId>& literals, const smt::Query& query);
  [[nodiscard]] bool decide_and_record(std::vector<TermId>& literals, const smt::Query& query);
  [[nodiscard]] bool decided_by_solver(std::vector<TermId>& literals, const smt::Query& query);
  // Brings them into normal form. False: literal sets refute them.
  [[nodiscard]] bool reduce(std::vector<TermId>& literals);
  void sort(std::vector<TermId>& literals) const;
  // Whether the literals that the cheap part leaves open are satisfiable.
  [[nodiscard]] bool feasible(const smt::Query& query);
  [[nodiscard]] smt::Answer ask(const std::vector<TermId>& given, const smt::Query& query);
  [[nodiscard]] std::optional<bool> decided(TermId comparison);
  [[nodiscard]] std::optional<bool> compute_decided(TermId comparison) const;
  // The literals that say in which interval the term is, those that are there first.
  using Bounds = std::array<TermId, 2>;
  [[nodiscard]] const Bounds& bounds_of(TermId leaf);
  bool merge(std::vector<TermId>& literals);
  bool merge_member(TermId literal);
  void merge_bounds();
  [[nodiscard]] TermId constant_of(TermId term) const;
  [[nodiscard]] bool same_linear_part(TermId a, TermId b) const;

  const le::System& system_;
  TermArena& arena_;
  smt::Solver& solver_;
  Counting counting_;
  std::uint32_t variables_ = 0;
  smt::DecisionLog* const decisions_;  // null: none
  const bool states_;                  // decisions are recorded, or the solver decides everything
  // Of the solver's last answer, for the record.
  struct Asked {
    smt::Answer answer = smt::Answer::Sat;
    std::string by, reason;
    bool earlier = false;  // the same conjunction was asked before
  };
  Asked asked_;
  // Scratch, kept between calls so that the steady state does not allocate.
  std::vector<std::pair<TermId, std::uint64_t>> members_;
  std::vector<Constant> constants_;
  std::vector<TermId> pointers_;  // cell = process, cell <> process
  std::vector<TermId> others_;
  std::vector<TermId> part_, known_, in_order_;
  bool numbers_known_;  // some symbol has an interval with a bound
  // What follows from the system alone, computed once per term.
  std::unordered_map<TermId, std::optional<bool>> decided_;
  std::unordered_map<TermId, Bounds> bounds_;
  // Conjunctions of arithmetic literals asked before: pre-images of one cube differ mostly elsewhere.
  std::unordered_map<std::vector<TermId>, smt::Answer, SequenceHash> arithmetic_;
};

}  // namespace parapet::search
