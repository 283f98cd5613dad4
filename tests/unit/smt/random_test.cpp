// Random formulas of the native fragment: native, z3 and cvc5 give one answer.
#include <doctest/doctest.h>

#include <map>

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

}  // namespace
}  // namespace parapet::smt::test
