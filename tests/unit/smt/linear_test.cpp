// Linear constraints on their own, and one test for each rule of linear.cpp.
#include "smt/native/linear.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <utility>

using parapet::Budget;
using parapet::Integer;
using parapet::Rational;
using parapet::Truth;
using parapet::smt::native::LinearSystem;
using Relation = LinearSystem::Relation;

namespace {

struct System {
  Budget budget;
  LinearSystem system{&budget};

  System(std::size_t variables, bool integers) { system.reset(variables, integers); }
  // The coefficients of variables 0, 1, ..., then the constant and the relation.
  void add(std::initializer_list<std::int64_t> coefficients, std::int64_t constant, Relation relation, std::uint32_t level = 0) {
    LinearSystem::Row row;
    row.level = level;
    std::uint32_t variable = 0;
    for (const std::int64_t coefficient : coefficients) {
      if (coefficient != 0) row.terms.push_back({variable, Rational(coefficient)});
      ++variable;
    }
    row.constant = Rational(constant);
    row.relation = relation;
    system.add(std::move(row));
  }
};

}  // namespace

TEST_CASE("linear: pairs of bounds, and strictness") {
  for (const Relation upper : {Relation::AtMostZero, Relation::BelowZero}) {
    System reals(3, false);
    reals.add({1, 1, 0}, -2, upper);                  // x + y <= 2, or < 2
    reals.add({-1, 0, 1}, 0, Relation::AtMostZero);   // z <= x
    reals.add({0, -1, -1}, 2, Relation::AtMostZero);  // y + z >= 2
    reals.add({1, 0, -1}, 0, Relation::AtMostZero);   // x <= z
    CHECK(reals.system.solve() == (upper == Relation::AtMostZero ? Truth::True : Truth::False));
  }
}

// With y, variable 0, goes x <= y <= 3: the bound x <= 3 replaces x <= 10.
TEST_CASE("linear: a derived row replaces a weaker one with the same sum") {
  System system(2, false);
  system.add({0, 1}, -10, Relation::AtMostZero);
  system.add({-1, 1}, 0, Relation::AtMostZero);
  system.add({1, 0}, -3, Relation::AtMostZero);
  system.add({0, -1}, 5, Relation::AtMostZero);
  CHECK(system.system.solve() == Truth::False);
}

TEST_CASE("linear: a negative coefficient turns the bound around") {
  System integers(2, true);
  integers.add({-2, 3}, 1, Relation::AtMostZero);  // 3y + 1 <= 2x
  integers.add({0, -1}, 3, Relation::AtMostZero);  // y >= 3
  REQUIRE(integers.system.solve() == Truth::True);
  CHECK(integers.system.value(0) >= Rational(5));
  integers.system.reset(2, true);
  integers.add({-2, 3}, 1, Relation::AtMostZero);
  integers.add({0, -1}, 3, Relation::AtMostZero);
  integers.add({1, 0}, -4, Relation::AtMostZero);  // x <= 4
  CHECK(integers.system.solve() == Truth::False);
}

// 1 <= 2x - 2y <= 1 and 2x + 4y = 3 hold for fractions only.
TEST_CASE("linear: integers are rounded, reals are not") {
  for (const bool integers : {true, false}) {
    System bounds(2, integers);
    bounds.add({2, -2}, -1, Relation::AtMostZero);
    bounds.add({-2, 2}, 1, Relation::AtMostZero);
    CHECK(bounds.system.solve() == (integers ? Truth::False : Truth::True));
    System equality(2, integers);
    equality.add({2, 4}, -3, Relation::Zero);
    CHECK(equality.system.solve() == (integers ? Truth::False : Truth::True));
  }
}

// 2x = 3y and 1 <= y <= 1 leave x = 3/2: no integer, and nothing that rounding refutes.
TEST_CASE("linear: a fractional solution is no integer solution") {
  for (const bool integers : {true, false}) {
    System system(2, integers);
    system.add({2, -3}, 0, Relation::Zero);
    system.add({0, 1}, -1, Relation::AtMostZero);
    system.add({0, -1}, 1, Relation::AtMostZero);
    const Truth truth = system.system.solve();
    if (integers) {
      CHECK(truth != Truth::True);
    } else {
      REQUIRE(truth == Truth::True);
      CHECK(system.system.value(0) == Rational(Integer(3), Integer(2)));
    }
  }
}

// The values of one variable are not all good for the others, and a bad choice refutes nothing.
TEST_CASE("linear: no integer between two bounds is not decided") {
  System system(2, true);
  system.add({3, -2}, -1, Relation::AtMostZero);  // 3x <= 2y + 1
  system.add({-3, 2}, 1, Relation::AtMostZero);   // 3x >= 2y + 1
  system.add({0, -1}, 0, Relation::AtMostZero);   // y >= 0: the first value tried leaves 3x = 1
  CHECK(system.system.solve() != Truth::False);   // x = 1, y = 1
}

TEST_CASE("linear: disequalities move the values, and refute a constant") {
  for (const bool integers : {true, false}) {
    System system(1, integers);
    system.add({-1}, 0, Relation::AtMostZero);  // 0 <= x <= 2
    system.add({1}, -2, Relation::AtMostZero);
    system.add({1}, 0, Relation::NonZero);
    system.add({1}, -1, Relation::NonZero);
    REQUIRE(system.system.solve() == Truth::True);
    CHECK(system.system.value(0) != Rational(0));
    CHECK(system.system.value(0) != Rational(1));
    CHECK(system.system.value(0) <= Rational(2));
    System equal(2, integers);
    equal.add({1, -1}, 0, Relation::Zero);
    equal.add({2, -2}, 0, Relation::NonZero);
    CHECK(equal.system.solve() == Truth::False);
  }
  System order(2, false);
  order.add({1, -1}, 0, Relation::AtMostZero);  // x <= y <= 1, x <> y
  order.add({0, 1}, -1, Relation::AtMostZero);
  order.add({1, -1}, 0, Relation::NonZero);
  REQUIRE(order.system.solve() == Truth::True);
  CHECK(order.system.value(0) < order.system.value(1));
}

TEST_CASE("linear: too many derived rows and too large numbers are not decided") {
  System dense(12, true);
  std::uint64_t random = 1;
  for (int k = 0; k < 24; ++k) {
    LinearSystem::Row row;
    for (std::uint32_t v = 0; v < 12; ++v) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      row.terms.push_back({v, Rational((random >> 40) % 2 == 0 ? 3 : -2)});
    }
    row.constant = Rational(-1);
    dense.system.add(row);
  }
  CHECK(dense.system.solve() == Truth::Open);
  System large(1, true);
  LinearSystem::Row row;
  row.terms.push_back({0, Rational(1)});
  row.constant = Rational(Integer(INT64_MAX) + Integer(1));
  large.system.add(row);
  CHECK(large.system.solve() == Truth::Open);
}

TEST_CASE("linear: a contradiction has the greatest level of the rows that it was derived from, and of no others") {
  System system(3, true);
  const auto at = [&](std::uint32_t level, std::initializer_list<std::int64_t> coefficients, std::int64_t constant, Relation relation) {
    system.add(coefficients, constant, relation, level);
  };
  at(1, {1, 1, 0}, -4, Relation::Zero);        // x + y = 4
  at(2, {-1, 0, 0}, 3, Relation::AtMostZero);  // x >= 3
  at(3, {0, 0, 1}, -7, Relation::AtMostZero);  // z <= 7
  at(4, {0, -1, 0}, 2, Relation::AtMostZero);  // y >= 2
  at(5, {0, 1, -1}, 0, Relation::AtMostZero);  // y <= z
  CHECK(system.system.solve() == Truth::False);
  CHECK(system.system.conflict_level() == 4);
}
