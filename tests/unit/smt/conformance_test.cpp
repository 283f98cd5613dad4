// One suite for every backend: each operator of each theory, levels, models evaluated against the formulas, cores asked again. Native may
// decline (Unknown) where a case says so.
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "smt/wrappers/dump.h"
#include "unit/smt/kit.h"

namespace parapet::smt::test {
namespace {

struct Case {
  std::string what;
  Answer expected;
  std::vector<TermId> formulas;
  bool beyond_native = false;
};

std::vector<Case> enumeration_cases(World& w) {
  const auto cache = [&](std::uint32_t k) { return w.at(w.cache, k); };
  const auto two = [&](std::uint32_t k) { return w.at(w.two, k); };
  const auto one = [&](std::uint32_t k) { return w.at(w.one, k); };
  const auto many = [&](std::uint32_t k) { return w.at(w.many, k); };
  const auto c = [&](std::uint32_t k) { return w->constructor(w.wide, k); };
  std::vector<Case> cases{
      {"nothing", Answer::Sat, {}},
      {"true", Answer::Sat, {w->truth(true)}},
      {"false", Answer::Unsat, {w->truth(false)}},
      {"a set", Answer::Sat, {w->member(cache(0), 5)}},
      {"two sets meet", Answer::Sat, {w->member(cache(0), 5), w->member(cache(0), 6)}},
      {"sets are disjoint", Answer::Unsat, {w->member(cache(0), 1), w->member(cache(0), 6)}},
      {"three sets without common value", Answer::Unsat, {w->member(cache(0), 3), w->member(cache(0), 6), w->member(cache(0), 5)}},
      {"equality carries sets", Answer::Unsat, {w->equal(cache(0), cache(1)), w->member(cache(0), 1), w->member(cache(1), 6)}},
      {"equal cells differ", Answer::Unsat, {w->equal(cache(0), cache(1)), w->equal(cache(1), cache(2)), w->different(cache(0), cache(2))}},
      {"one value left for both", Answer::Unsat, {w->member(cache(0), 2), w->member(cache(1), 2), w->different(cache(0), cache(1))}},
      {"difference propagates",
       Answer::Unsat,
       {w->member(cache(0), 1), w->different(cache(0), cache(1)), w->member(cache(1), 3), w->different(cache(1), cache(2)),
        w->member(cache(2), 2)}},
      {"three of two values", Answer::Unsat, {w->different(two(0), two(1)), w->different(two(1), two(2)), w->different(two(0), two(2))}},
      {"a ring of four of two values",
       Answer::Sat,
       {w->different(two(0), two(1)), w->different(two(1), two(2)), w->different(two(2), two(3)), w->different(two(3), two(0))}},
      {"a ring of five of two values",
       Answer::Unsat,
       {w->different(two(0), two(1)), w->different(two(1), two(2)), w->different(two(2), two(3)), w->different(two(3), two(4)),
        w->different(two(4), two(0))}},
      {"two of one value", Answer::Unsat, {w->different(one(0), one(1))}},
      {"one value", Answer::Sat, {w->equal(one(0), one(1))}},
      {"large enumeration", Answer::Sat, {w->equal(many(0), c(69)), w->different(many(0), many(1)), w->different(many(1), c(0))}},
      {"large enumeration, two constructors",
       Answer::Unsat,
       {w->equal(many(0), c(69)), w->equal(many(0), many(1)), w->equal(many(1), c(68))}},
      {"large enumeration, differs from its value",
       Answer::Unsat,
       {w->equal(many(0), c(69)), w->equal(many(1), c(69)), w->different(many(0), many(1))}},
  };
  std::vector<TermId> clique;
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) clique.push_back(w->different(cache(i), cache(j)));
  }
  cases.push_back({"four of three values", Answer::Unsat, clique});
  std::vector<TermId> all_different;
  for (std::uint32_t k = 0; k < 69; ++k) all_different.push_back(w->different(many(0), c(k)));
  cases.push_back({"large enumeration, one value left", Answer::Sat, all_different});
  all_different.push_back(w->different(many(0), c(69)));
  cases.push_back({"large enumeration, no value left", Answer::Unsat, all_different, true});
  return cases;
}

std::vector<Case> process_cases(World& w) {
  const auto owner = [&](std::uint32_t k) { return w.at(w.owner, k); };
  const auto item = [&](std::uint32_t k) { return w.at(w.item, k); };
  const TermId first = w->process_const(1);
  return {
      {"a cell is a process", Answer::Sat, {w->equal(owner(0), w.p(1))}},
      {"a cell is two processes", Answer::Unsat, {w->equal(owner(0), w.p(1)), w->equal(owner(0), w.p(2))}},
      {"a cell is a variable and a constant", Answer::Unsat, {w->equal(owner(0), w.p(1)), w->equal(owner(0), first)}},
      {"a cell is no named process",
       Answer::Sat,
       {w->different(owner(0), w.p(0)), w->different(owner(0), w.p(1)), w->different(owner(0), first)}},
      {"equal cells are two processes",
       Answer::Unsat,
       {w->equal(owner(0), owner(1)), w->equal(owner(0), w.p(0)), w->equal(owner(1), w.p(1))}},
      {"order is transitive", Answer::Unsat, {w->less(w.p(0), w.p(1)), w->less(w.p(1), w.p(2)), w->less(w.p(2), w.p(0))}},
      {"order is strict", Answer::Unsat, {w->less(owner(0), owner(1)), w->equal(owner(0), owner(1))}},
      {"order is total",
       Answer::Unsat,
       {w->different(owner(0), owner(1)), w->less_equal(owner(0), owner(1)), w->less_equal(owner(1), owner(0))}},
      {"a value between two processes", Answer::Sat, {w->less(w.p(0), owner(0)), w->less(owner(0), w.p(1))}},
      {"weak order through a cell separates processes",
       Answer::Unsat,
       {w->less_equal(w.p(0), owner(0)), w->less_equal(owner(0), w.p(1)), w->less_equal(w.p(1), w.p(0))}},
      {"weak cycle of cells makes them equal",
       Answer::Unsat,
       {w->less_equal(owner(0), owner(1)), w->less_equal(owner(1), owner(2)), w->less_equal(owner(2), owner(0)),
        w->different(owner(0), owner(2))}},
      {"weak cycle of cells",
       Answer::Sat,
       {w->less_equal(owner(0), owner(1)), w->less_equal(owner(1), owner(2)), w->less_equal(owner(2), owner(0)),
        w->different(owner(0), w.p(0))}},
      {"forced equality reaches a clause",
       Answer::Unsat,
       {w->less_equal(owner(0), owner(1)), w->less_equal(owner(1), owner(0)),
        w.any({w->different(owner(0), owner(1)), w->equal(owner(0), w.p(0))}), w->equal(owner(1), w.p(1))}},
      {"a split on the order that fails leaves the other way",
       Answer::Sat,
       {w.any({w->less(owner(0), owner(1)), w->member(w.at(w.cache, 8), 1)}),
        w.any({w->less_equal(owner(1), owner(0)), w->member(w.at(w.cache, 9), 1)}),
        w.any({w->less_equal(owner(1), owner(0)), w->member(w.at(w.cache, 9), 2)}), w->different(owner(0), owner(1))}},
      {"abstract values", Answer::Sat, {w->different(item(0), item(1)), w->different(item(1), item(2)), w->equal(item(0), item(2))}},
      {"abstract values, congruent",
       Answer::Unsat,
       {w->equal(item(0), item(1)), w->equal(item(2), item(1)), w->different(item(0), item(2))}},
      {"reads and fresh values are variables",
       Answer::Unsat,
       {w->equal(w->read(1, w.p(0), w.at(w.flag, 1)), w->fresh(3, Signature::boolean)), w->member(w->fresh(3, Signature::boolean), 1),
        w->member(w->read(1, w.p(0), w.at(w.flag, 1)), 2)}},
      {"a read is not the memory cell", Answer::Sat, {w->member(w->read(1, w.p(0), w.at(w.flag, 1)), 2), w->member(w.at(w.flag, 1), 1)}},
      {"reads of different nodes differ",
       Answer::Sat,
       {w->member(w->read(1, w.p(0), w.at(w.flag, 1)), 2), w->member(w->read(2, w.p(0), w.at(w.flag, 1)), 1)}},
  };
}

std::vector<Case> number_cases(World& w) {
  const auto n = [&](std::uint32_t k) { return w.at(w.ticket, k); };
  const auto x = [&](std::uint32_t k) { return w.at(w.level, k); };
  const auto off = [&](TermId t, std::int64_t k) { return w.plus(t, w.num(k)); };
  const TermId total = w.var(w.total);
  return {
      {"integers between", Answer::Unsat, {w->less(n(0), n(1)), w->less(n(1), off(n(0), 1))}},
      {"reals between", Answer::Sat, {w->less(x(0), x(1)), w->less(x(1), w.plus(x(0), w.real(1, 100)))}},
      {"strict cycle of reals", Answer::Unsat, {w->less_equal(x(0), x(1)), w->less_equal(x(1), x(2)), w->less(x(2), x(0))}},
      {"weak cycle of reals", Answer::Sat, {w->less_equal(x(0), x(1)), w->less_equal(x(1), x(2)), w->less_equal(x(2), x(0))}},
      {"fractions", Answer::Unsat, {w->less(x(0), w.real(1, 3)), w->less(w.real(1, 3), x(0))}},
      {"fractions apart", Answer::Sat, {w->less(x(0), w.real(1, 2)), w->less(w.real(1, 3), x(0)), w->different(x(0), w.real(2, 5))}},
      {"an equation", Answer::Sat, {w->equal(n(0), off(n(1), 3)), w->equal(n(1), w.num(4))}},
      {"an equation, wrong sum", Answer::Unsat, {w->equal(n(0), off(n(1), 3)), w->equal(n(1), w.num(4)), w->different(n(0), w.num(7))}},
      {"bounds", Answer::Unsat, {w->less(n(0), w.num(3)), w->less(w.num(1), n(0)), w->different(n(0), w.num(2))}},
      {"bounds with room", Answer::Sat, {w->less(n(0), w.num(4)), w->less(w.num(1), n(0)), w->different(n(0), w.num(2))}},
      {"three different in two places",
       Answer::Unsat,
       {w->less_equal(w.num(0), n(0)), w->less_equal(n(0), w.num(1)), w->less_equal(w.num(0), n(1)), w->less_equal(n(1), w.num(1)),
        w->less_equal(w.num(0), n(2)), w->less_equal(n(2), w.num(1)), w->different(n(0), n(1)), w->different(n(1), n(2)),
        w->different(n(0), n(2))}},
      {"reals need no room",
       Answer::Sat,
       {w->less(w.real(0, 1), x(0)), w->less(x(0), w.real(1, 1)), w->less(w.real(0, 1), x(1)), w->less(x(1), w.real(1, 1)),
        w->different(x(0), x(1))}},
      {"a lone variable below zero", Answer::Unsat, {w->less(n(0), w.num(0)), w->less(w.num(0), n(0))}},
      {"a sum of three", Answer::Unsat, {w->less(w.plus(n(0), n(1)), total), w->less(total, w.plus(n(1), n(0)))}, true},
      {"a sum of three with a solution", Answer::Sat, {w->equal(w.plus(n(0), n(1)), total), w->less(w.num(5), total)}, true},
      {"beyond a machine word",
       Answer::Unsat,
       {w->less(w->number(Rational(Integer(INT64_MAX) + Integer(5)), Signature::integer), n(0)), w->less(n(0), w.num(7))},
       true},
  };
}

std::vector<Case> order_cases(World& w) {
  const auto e = [&](std::uint32_t k) { return w->event(k); };
  const auto before = [&](std::uint32_t a, std::uint32_t b) { return w->before(e(a), e(b)); };
  const auto not_before = [&](std::uint32_t a, std::uint32_t b) { return w->negate(before(a, b)); };
  std::vector<TermId> ring, line;
  for (std::uint32_t k = 0; k < 300; ++k) {
    line.push_back(before(k, k + 1));
    ring.push_back(before(k, (k + 1) % 300));
  }
  return {
      {"an edge", Answer::Sat, {before(0, 1)}},
      {"a cycle of two", Answer::Unsat, {before(0, 1), before(1, 0)}},
      {"a cycle of three", Answer::Unsat, {before(0, 1), before(1, 2), before(2, 0)}},
      {"transitive", Answer::Unsat, {before(0, 1), before(1, 2), not_before(0, 2)}},
      {"unordered", Answer::Sat, {not_before(0, 1), not_before(1, 0)}},
      {"rf or fr", Answer::Unsat, {before(0, 1), w.any({before(1, 0), before(1, 2)}), w.any({before(2, 0), before(2, 1)})}},
      {"rf or fr with a way out", Answer::Sat, {before(0, 1), w.any({before(1, 0), before(1, 2)}), w.any({before(2, 0), before(0, 2)})}},
      {"a line of hundreds", Answer::Sat, line},
      {"a ring of hundreds", Answer::Unsat, ring},
  };
}

std::vector<Case> formula_cases(World& w) {
  const auto is = [&](std::uint32_t k, std::uint64_t set) { return w->member(w.at(w.cache, k), set); };
  return {
      {"a clause", Answer::Sat, {w.any({is(0, 1), is(1, 1)}), is(0, 6)}},
      {"a clause without way out", Answer::Unsat, {w.any({is(0, 1), is(1, 1)}), is(0, 6), is(1, 4)}},
      {"clauses that need a split",
       Answer::Unsat,
       {w.any({is(0, 1), is(1, 1)}), w.any({is(0, 1), is(1, 6)}), w.any({is(0, 6), is(1, 1)}), w.any({is(0, 6), is(1, 6)})}},
      {"conjunctions in a clause", Answer::Sat, {w.any({w.all({is(0, 1), is(1, 1)}), w.all({is(0, 2), is(1, 2)})}), is(1, 6)}},
      {"clauses in conjunctions in a clause",
       Answer::Unsat,
       {w.any({w.all({is(0, 1), w.any({is(1, 1), is(2, 1)})}), w.all({is(0, 2), w.any({is(1, 2), is(2, 2)})})}), is(1, 4), is(2, 4)}},
      {"the complement of a formula",
       Answer::Unsat,
       {w.any({w.all({is(0, 1), is(1, 1)}), is(2, 4)}), w->negate(w.any({w.all({is(0, 1), is(1, 1)}), is(2, 4)}))}},
      {"theories together",
       Answer::Unsat,
       {w.any({w->equal(w.at(w.owner, 0), w.p(0)), w->less(w.at(w.ticket, 0), w.num(0))}), w->less(w.num(2), w.at(w.ticket, 0)),
        w.any({w->less(w.at(w.owner, 0), w.p(0)), w->before(w->event(1), w->event(1))})}},
  };
}

std::vector<Case> all_cases(World& w) {
  std::vector<Case> cases = enumeration_cases(w);
  for (auto* more : {&process_cases, &number_cases, &order_cases, &formula_cases}) {
    for (Case& one : (*more)(w)) cases.push_back(std::move(one));
  }
  return cases;
}

bool is_native(const std::string& name) { return name == "native"; }

// Leaves the core in place of the query, at the same level.
void check_evidence(World& w, Solver& solver, const Case& one) {
  const TermId whole = w->conjunction(one.formulas);
  if (one.expected == Answer::Sat) {
    const auto model = [&](TermId term) { return solver.value(term); };
    CHECK(holds(*w, whole, model));
    CHECK(well_formed(*w, whole, model));
    return;
  }
  const auto core = solver.core();
  CHECK(core.size() <= one.formulas.size());
  solver.pop();
  solver.push();
  for (const TermId formula : core) solver.add(formula);
  CHECK(solver.check({}) == Answer::Unsat);
}

TEST_CASE("conformance: every backend, every operator") {
  for (const std::string& name : all_backends()) {
    World w;
    SolverStatistics statistics;
    SolverOptions options;
    options.solver = name;
    const auto solver = make_solver(*w, options, statistics);
    CAPTURE(name);
    for (const Case& one : all_cases(w)) {
      CAPTURE(one.what);
      solver->push();
      for (const TermId formula : one.formulas) solver->add(formula);
      const Answer answer = solver->check({});
      if (one.beyond_native && is_native(name)) {
        CHECK((answer == Answer::Unknown || answer == one.expected));
        if (answer == Answer::Unknown) CHECK_FALSE(solver->reason().empty());
      } else {
        CHECK(answer == one.expected);
        if (answer == one.expected) check_evidence(w, *solver, one);
      }
      solver->pop();
    }
  }
}

TEST_CASE("conformance: levels") {
  for (const std::string& name : all_backends()) {
    World w;
    SolverStatistics statistics;
    SolverOptions options;
    options.solver = name;
    const auto solver = make_solver(*w, options, statistics);
    CAPTURE(name);
    const TermId cell = w.at(w.cache, 0);
    solver->add(w->member(cell, 3));
    solver->push();
    solver->add(w->member(cell, 4));
    CHECK(solver->check({}) == Answer::Unsat);
    CHECK(solver->check({}) == Answer::Unsat);
    solver->push();
    CHECK(solver->check({}) == Answer::Unsat);
    solver->pop();
    solver->pop();
    CHECK(solver->check({}) == Answer::Sat);
    solver->push();
    solver->add(w->equal(w.at(w.owner, 0), w.p(0)));
    solver->push();
    solver->add(w->equal(w.at(w.owner, 0), w.p(1)));
    CHECK(solver->check({}) == Answer::Unsat);
    solver->pop();
    // The process axioms of the level that is gone must come back with the next one.
    solver->push();
    solver->add(w->equal(w.at(w.owner, 0), w.p(1)));
    CHECK(solver->check({}) == Answer::Unsat);
    solver->pop();
    CHECK(solver->check({}) == Answer::Sat);
    solver->add(w->less(w.p(1), w.at(w.owner, 0)));
    CHECK(solver->check({}) == Answer::Sat);
    solver->pop();
    CHECK(solver->check({}) == Answer::Sat);
  }
}

TEST_CASE("conformance: each query dumped is decided the same by the programs") {
  const Directory directory("conformance-dump");
  World w;
  SolverStatistics statistics;
  SolverOptions options;
  DumpFolder folder(directory.path, "");
  options.dump = &folder;
  const auto solver = make_solver(*w, options, statistics);
  const auto cases = all_cases(w);
  for (const Case& one : cases) {
    solver->push();
    for (const TermId formula : one.formulas) solver->add(formula);
    CAPTURE(one.what);
    CHECK(solver->check({Purpose::Feasible, 0, one.what}) == one.expected);
    solver->pop();
  }
  const auto files = dumped(directory);
  REQUIRE(files.size() == cases.size());
  check_status_of(files);
}

TEST_CASE("conformance: models and cores of random queries") {
  for (const std::string& name : all_backends()) {
    World w;
    SolverStatistics statistics;
    SolverOptions options;
    options.solver = name;
    const auto solver = make_solver(*w, options, statistics);
    RandomFormulas random(w, 17);
    CAPTURE(name);
    for (int round = 0; round < 60; ++round) {
      Case one{"random", Answer::Sat, random.query()};
      CAPTURE(round);
      solver->push();
      for (const TermId formula : one.formulas) solver->add(formula);
      one.expected = solver->check({});
      REQUIRE((one.expected == Answer::Sat || one.expected == Answer::Unsat));
      check_evidence(w, *solver, one);
      solver->pop();
    }
  }
}

}  // namespace
}  // namespace parapet::smt::test
