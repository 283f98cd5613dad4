// The native engine on its own: the models of random formulas, the theories as stand-alone modules.
#include <doctest/doctest.h>

#include "smt/native/engine.h"
#include "unit/smt/kit.h"

namespace parapet::smt::native {
namespace {

TEST_CASE("native: models of random queries satisfy them, and cores are unsatisfiable again") {
  test::World world;
  test::RandomFormulas random(world, 11);
  NativeSolver solver(*world);
  NativeSolver again(*world);
  int sat = 0;
  int unsat = 0;
  const int rounds = test::slow_tests() ? 200'000 : 5'000;
  for (int round = 0; round < rounds; ++round) {
    const auto query = random.query();
    const TermId whole = world->conjunction(query);
    solver.push();
    for (const TermId formula : query) solver.add(formula);
    const Answer answer = solver.check({});
    CAPTURE(round);
    CAPTURE(to_string(*world, whole));
    if (answer == Answer::Sat) {
      ++sat;
      const auto model = [&](TermId term) { return solver.value(term); };
      REQUIRE(test::holds(*world, whole, model));
      REQUIRE(test::well_formed(*world, whole, model));
    } else {
      REQUIRE(answer == Answer::Unsat);
      ++unsat;
      again.push();
      for (const TermId formula : solver.core()) again.add(formula);
      REQUIRE(again.check({}) == Answer::Unsat);
      again.pop();
    }
    solver.pop();
  }
  CHECK(sat > rounds / 20);
  CHECK(unsat > rounds / 20);
}

TEST_CASE("native: models of random linear queries satisfy them, and cores are unsatisfiable again") {
  test::World world;
  test::RandomFormulas random(world, 23);
  NativeSolver solver(*world);
  NativeSolver again(*world);
  int sat = 0;
  int unsat = 0;
  int repeated = 0;
  const int rounds = test::slow_tests() ? 200'000 : 5'000;
  for (int round = 0; round < rounds; ++round) {
    const auto query = random.linear_query();
    const TermId whole = world->conjunction(query);
    solver.push();
    for (const TermId formula : query) solver.add(formula);
    const Answer answer = solver.check({});
    CAPTURE(round);
    CAPTURE(to_string(*world, whole));
    if (answer == Answer::Sat) {
      ++sat;
      const auto model = [&](TermId term) { return solver.value(term); };
      REQUIRE(test::holds(*world, whole, model));
      REQUIRE(test::well_formed(*world, whole, model));
    } else if (answer == Answer::Unsat) {
      ++unsat;
      again.push();
      for (const TermId formula : solver.core()) again.add(formula);
      const Answer of_core = again.check({});
      REQUIRE(of_core != Answer::Sat);
      repeated += of_core == Answer::Unsat ? 1 : 0;
      again.pop();
    }
    solver.pop();
  }
  CHECK(repeated == unsat);
  CHECK(sat > rounds / 5);
  CHECK(unsat > rounds / 5);
}

TEST_CASE("native: the answer does not depend on which terms an arena had first") {
  // Two clauses whose alternatives are made in one order and in the other, as in the arenas of two threads: the same model is found.
  const auto chosen = [](bool backward) {
    test::World world;
    std::vector<TermId> atoms;
    for (std::uint32_t k = 0; k < 6; ++k) {
      const std::uint32_t n = backward ? 5 - k : k;
      const TermId cell = world.at(world.ticket, n);
      atoms.push_back(world.all({world->less(world.num(n), cell), world->less(cell, world.at(world.ticket, (n + 1) % 6))}));
    }
    NativeSolver solver(*world);
    solver.push();
    solver.add(world->disjunction(atoms));
    CHECK(solver.check({}) == Answer::Sat);
    std::string values;
    for (std::uint32_t n = 0; n < 6; ++n) values += solver.value(world.at(world.ticket, n)).number.to_string() + " ";
    return values;
  };
  CHECK(chosen(false) == chosen(true));
}

TEST_CASE("native: the sign of a sum does not depend on which of its terms the solver met first") {
  // A bound on a sum gives values to the node of zero and so to every other node. The values decide where the search splits.
  const auto value = [](bool backward) {
    test::World world;
    NativeSolver solver(*world);
    const TermId x = world.at(world.ticket, 0);
    const TermId y = world.at(world.ticket, 1);
    const TermId other = world.at(world.ticket, 2);
    solver.push();
    for (const TermId first : {backward ? y : x, backward ? x : y}) solver.add(world->less_equal(world.num(-9), first));
    const std::vector<Rational> coefficients{Rational(1), Rational(-2)};
    const std::vector<TermId> terms{x, y};
    solver.add(world->less_equal(world.num(3), world->sum(coefficients, terms, Rational(0), world->sort(x))));
    solver.add(world->different(other, world.num(0)));
    CHECK(solver.check({}) == Answer::Sat);
    return solver.value(other).number.to_string();
  };
  CHECK(value(false) == value(true));
}

// Both alternatives of the first clause contradict a sum. The clauses after it have nothing to do with that: if all combinations of their
// alternatives were tried, the solver would give up.
TEST_CASE("native: a conflict of sums undoes the splits that it does not need") {
  test::World world;
  NativeSolver solver(*world);
  const TermId x = world.at(world.ticket, 0);
  const TermId y = world.at(world.ticket, 1);
  const TermId z = world.at(world.ticket, 2);
  const std::vector<Rational> coefficients{Rational(1), Rational(1), Rational(1)};
  const TermId sum = world->sum(coefficients, std::vector<TermId>{x, y, z}, Rational(0), world->sort(x));
  solver.push();
  for (const TermId one : {x, y, z}) solver.add(world->less_equal(one, world.num(5)));
  solver.add(world.any({world->less_equal(world.num(20), sum), world->less_equal(world.num(17), sum)}));
  for (std::uint32_t n = 3; n < 13; ++n) {
    const TermId cell = world.at(world.ticket, n);
    solver.add(world.any({world->less(cell, world.num(0)), world->less(world.num(n), cell)}));
  }
  CHECK(solver.check({}) == Answer::Unsat);
}

TEST_CASE("native: push and pop give back the same answers") {
  test::World world;
  test::RandomFormulas random(world, 5);
  NativeSolver stacked(*world);
  for (int round = 0; round < 300; ++round) {
    std::vector<TermId> all;
    for (int level = 0; level < 4; ++level) {
      stacked.push();
      for (int k = 0; k < 3; ++k) {
        all.push_back(random.formula(random.below(3)));
        stacked.add(all.back());
      }
      NativeSolver fresh(*world);
      for (const TermId formula : all) fresh.add(formula);
      REQUIRE(stacked.check({}) == fresh.check({}));
    }
    for (int level = 0; level < 4; ++level) {
      stacked.pop();
      all.resize(all.size() - 3);
      NativeSolver fresh(*world);
      for (const TermId formula : all) fresh.add(formula);
      REQUIRE(stacked.check({}) == fresh.check({}));
    }
  }
}

TEST_CASE("native: what is outside the fragment is not guessed") {
  test::World world;
  NativeSolver solver(*world);
  const TermId huge = world->number(Rational(Integer(1) + Integer(INT64_MAX)), Signature::integer);
  const TermId odd = world->less(world.at(world.ticket, 0), huge);
  solver.push();
  solver.add(odd);
  CHECK(solver.check({}) == Answer::NotMine);
  CHECK_FALSE(solver.reason().empty());
  solver.add(world->member(world.at(world.cache, 0), 1));
  solver.add(world->member(world.at(world.cache, 0), 2));
  CHECK(solver.check({}) == Answer::Unsat);
  solver.pop();
  solver.add(world.any({odd, world->member(world.at(world.cache, 0), 1)}));
  CHECK(solver.check({}) == Answer::Sat);
}

TEST_CASE("native: numbers beyond a machine word are not ours") {
  test::World world;
  NativeSolver solver(*world);
  const TermId huge = world->number(Rational(Integer(1) + Integer(INT64_MAX)), Signature::integer);
  solver.add(world->less(world.at(world.ticket, 0), huge));
  CHECK(solver.check({}) == Answer::NotMine);
}

}  // namespace
}  // namespace parapet::smt::native
