// Conjunctions of linear constraints over the rationals or the integers (linear.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "base/number.h"
#include "logic/signature.h"

namespace parapet::smt::native {

class LinearSystem {
 public:
  enum class Relation : std::uint8_t { Zero, NonZero, AtMostZero, BelowZero };
  struct Term {
    std::uint32_t variable;
    Rational coefficient;
  };
  struct Row {  // the sum of the terms plus the constant, compared with 0
    std::vector<Term> terms;
    Rational constant;
    Relation relation = Relation::AtMostZero;
    std::uint32_t level = 0;  // the caller's: a row that follows from others has the greatest of their levels
  };

  // `budget`, null for none, is spent by `solve`.
  explicit LinearSystem(Budget* budget) : budget_(budget) {}

  // Forgets every row. Variables are numbers below `variables`.
  void reset(std::size_t variables, bool integers);
  void add(Row row);

  // False: unsatisfiable. True: `value` satisfies every row, except that a row with NonZero may be violated where the other rows leave a
  // variable only finitely many values, all of them excluded. Open: neither was found.
  [[nodiscard]] Truth solve();
  // After False: rows up to this level are unsatisfiable together.
  [[nodiscard]] std::uint32_t conflict_level() const { return conflict_level_; }
  [[nodiscard]] const Rational& value(std::uint32_t variable) const { return values_[variable]; }

 private:
  struct Bounds;
  struct Eliminated {  // a variable and the rows that it left with
    std::uint32_t variable;
    std::vector<Row> rows;
  };

  [[nodiscard]] Truth settle(Row& row);
  [[nodiscard]] bool keep(Row row);
  [[nodiscard]] bool solve_equalities();
  [[nodiscard]] bool substitute(const Row& equality, std::uint32_t variable);
  [[nodiscard]] bool eliminate();
  [[nodiscard]] std::uint32_t cheapest() const;
  [[nodiscard]] bool project(std::uint32_t variable);
  [[nodiscard]] bool choose_values();
  [[nodiscard]] bool choose(std::uint32_t variable, const Bounds& bounds, const std::vector<Rational>& excluded);
  [[nodiscard]] Rational limit(const Row& row, std::uint32_t variable) const;
  void spend() const;

  Budget* budget_;
  bool integers_ = false;
  bool gave_up_ = false;
  std::size_t derived_ = 0;
  std::uint32_t conflict_level_ = 0;
  std::vector<Row> rows_;       // Zero, AtMostZero, BelowZero
  std::vector<Row> different_;  // NonZero
  std::vector<bool> open_;      // variables that are not eliminated
  std::vector<Eliminated> solved_, projected_;
  std::vector<Rational> values_;
};

}  // namespace parapet::smt::native
