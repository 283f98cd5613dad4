// Random formulas of the native fragment: native, z3 and cvc5 give one answer.
#include <doctest/doctest.h>

#include <map>

#include "smt/native/engine.h"
#include "unit/smt/kit.h"

namespace parapet::smt::test {
namespace {

TEST_CASE("random formulas: every backend agrees with native") {
  World world;
  RandomFormulas random(world, 2024);
  SolverStatistics statistics;
  std::map<std::string, std::unique_ptr<Solver>> others;
  SolverOptions options;
  options.solver = "native";
  const auto native = make_solver(*world, options, statistics);
  for (const std::string& name : available({"z3", "cvc5"})) {
    options.solver = name;
    others.emplace(name, make_solver(*world, options, statistics));
  }
  const int rounds = slow_tests() ? 40'000 : 1'000;
  int compared = 0;
  int sat = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto query = random.query();
    const auto ask = [&](Solver& solver) {
      solver.push();
      for (const TermId formula : query) solver.add(formula);
      const Answer answer = solver.check({});
      solver.pop();
      return answer;
    };
    const Answer ours = ask(*native);
    CAPTURE(round);
    CAPTURE(to_string(*world, world->conjunction(query)));
    REQUIRE(ours != Answer::Unknown);
    sat += ours == Answer::Sat ? 1 : 0;
    for (const auto& [name, solver] : others) {
      CAPTURE(name);
      REQUIRE(ask(*solver) == ours);
      ++compared;
    }
  }
  MESSAGE("compared " << compared << " answers on " << rounds << " random formulas, " << sat << " of them satisfiable");
}

// Queries of clauses only, about as often satisfiable as not: these need many splits and restarts.
TEST_CASE("random clauses: native splits its way to z3's answer") {
  World world;
  RandomFormulas random(world, 4711);
  SolverStatistics statistics;
  const auto found = available({"z3", "cvc5"});
  if (found.empty()) return;
  SolverOptions options;
  options.solver = "native";
  const auto native = make_solver(*world, options, statistics);
  options.solver = found[0];
  const auto other = make_solver(*world, options, statistics);
  const int rounds = slow_tests() ? 10'000 : 300;
  int sat = 0;
  int declined = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<TermId> query;
    for (int k = 120 + random.below(200); k > 0; --k) query.push_back(world.any({random.atom(), random.atom(), random.atom()}));
    const auto ask = [&](Solver& solver) {
      solver.push();
      for (const TermId formula : query) solver.add(formula);
      const Answer answer = solver.check({});
      solver.pop();
      return answer;
    };
    const Answer ours = ask(*native);
    const Answer theirs = ask(*other);
    CAPTURE(round);
    if (ours == Answer::Unknown) {
      ++declined;
    } else {
      REQUIRE(ours == theirs);
    }
    sat += theirs == Answer::Sat ? 1 : 0;
  }
  MESSAGE("compared " << rounds << " sets of random clauses, " << sat << " satisfiable, " << declined << " declined by native");
  CHECK(declined * 10 < rounds);
}

// Sums of several numbers: native may decline, but what it answers is right, and it answers most.
TEST_CASE("random linear formulas: native decides most of them, and as z3 does") {
  World world;
  RandomFormulas random(world, 1789);
  SolverStatistics statistics;
  const auto found = available({"z3", "cvc5"});
  if (found.empty()) return;
  SolverOptions options;
  options.solver = found[0];
  const auto other = make_solver(*world, options, statistics);
  native::NativeSolver native(*world);
  const int rounds = slow_tests() ? 40'000 : 2'000;
  int sat = 0;
  int unsat = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto query = random.linear_query();
    const auto ask = [&](Solver& solver) {
      solver.push();
      for (const TermId formula : query) solver.add(formula);
      const Answer answer = solver.check({});
      solver.pop();
      return answer;
    };
    const Answer ours = ask(native);
    CAPTURE(round);
    CAPTURE(to_string(*world, world->conjunction(query)));
    if (ours == Answer::NotMine) continue;
    REQUIRE(ours == ask(*other));
    ++(ours == Answer::Sat ? sat : unsat);
  }
  MESSAGE("native decided " << sat + unsat << " of " << rounds << " random linear formulas, " << sat << " of them satisfiable");
  CHECK(sat > rounds / 5);
  CHECK(unsat > rounds / 5);
  CHECK((sat + unsat) * 20 > rounds * 19);
}

}  // namespace
}  // namespace parapet::smt::test
