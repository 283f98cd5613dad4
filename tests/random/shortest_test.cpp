// The fewest firings: no execution of the enumerator is shorter. It counts steps of its own kind (commits too), so it is given the same model
// with a counter that no firing may take beyond one less than the trace has.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "random/live.h"
#include "random/search_run.h"
#include "random/text_model.h"

using namespace parapet;
using test::Memory;
using test::Profile;
using test::SearchAnswer;
using EnumVerdict = test::EnumResult::Verdict;

namespace {

std::size_t firings(const Trace& trace) {
  return static_cast<std::size_t>(
      std::count_if(trace.steps.begin(), trace.steps.end(), [](const TraceStep& step) { return step.kind == TraceStep::Kind::Fire; }));
}

ld::Term number(std::size_t value) {
  ld::Term term;
  term.kind = ld::Term::Kind::Number;
  term.sort = Signature::integer;
  term.number = Rational(static_cast<std::int64_t>(value));
  return term;
}

ld::Formula compare(ld::Term left, ld::Comparison comparison, ld::Term right) {
  ld::Formula formula;
  formula.kind = ld::Formula::Kind::Compare;
  formula.comparison = comparison;
  formula.terms = {std::move(left), std::move(right)};
  return formula;
}

ld::Formula both(ld::Formula left, ld::Formula right) {
  ld::Formula formula;
  formula.kind = ld::Formula::Kind::And;
  formula.args = {std::move(left), std::move(right)};
  return formula;
}

// The executions of the program with at most so many firings.
ld::Program within(ld::Program program, std::size_t most) {
  const SymbolId counter = program.signature.add_symbol({"Firings", Signature::integer, 0, false, false, {}});
  ld::Term count;
  count.kind = ld::Term::Kind::Access;
  count.sort = Signature::integer;
  count.index = counter.value;
  ld::Term next;
  next.kind = ld::Term::Kind::Sum;
  next.sort = Signature::integer;
  next.number = Rational(1);
  next.args = {count};
  next.coefficients = {Rational(1)};
  program.init.formula = both(program.init.formula, compare(count, ld::Comparison::Equal, number(0)));
  for (ld::Transition& transition : program.transitions) {
    transition.guard = both(transition.guard, compare(count, ld::Comparison::Less, number(most)));
    ld::Assignment add;
    add.symbol = counter;
    add.value = next;
    transition.assignments.push_back(add);
  }
  for (ld::Program& written : program.written) written = within(std::move(written), most);
  return program;
}

struct Tally {
  std::size_t unsafe = 0, compared = 0, exhausted = 0, shorter = 0, spurious = 0;
};

bool reachable_within(const ld::Program& program, std::size_t most, unsigned processes, Memory memory, bool& complete) {
  test::EnumLimits limits;
  limits.states = 20000;
  limits.highest = std::max(5, static_cast<int>(most));
  const test::EnumResult result = test::enumerate_up_to(within(program, most), processes, memory, limits);
  complete = result.complete;
  return result.verdict == EnumVerdict::Unsafe;
}

void compare_shortest(const ld::Program& program, Memory memory, unsigned processes, Tally& tally) {
  test::SearchSetup setup = test::small_search(memory);
  const SearchAnswer usual = run_search(program, setup);
  setup.search = search::with_fewest_firings(setup.search);
  const SearchAnswer shortest = run_search(program, setup);
  if (shortest.kind != SearchAnswer::Kind::Unsafe) return;
  ++tally.unsafe;
  const std::size_t length = firings(*shortest.trace);
  if (shortest.statistics.spurious > 0 || !program.invariants.empty()) {
    ++tally.spurious;
    return;
  }
  ++tally.compared;
  if (usual.trace && firings(*usual.trace) > length) ++tally.shorter;
  if (usual.trace) CHECK(firings(*usual.trace) >= length);
  bool complete = true;
  if (length > 0) {
    CHECK_FALSE(reachable_within(program, length - 1, processes, memory, complete));
    tally.exhausted += complete ? 1 : 0;
  }
  const bool reaches = reachable_within(program, length, std::max(processes, shortest.trace->processes), memory, complete);
  CHECK((reaches || !complete));
}

void compare_many(Profile profile, Memory memory, std::uint64_t models) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  Tally tally;
  for (std::uint64_t seed = 5000; seed < 5000 + models; ++seed) {
    CAPTURE(seed);
    compare_shortest(test::program_of(to_text(generate_live(profile, seed))), memory, test::enough_processes(profile), tally);
  }
  MESSAGE(std::string(to_string(profile)) << ": " << tally.unsafe << " unsafe, " << tally.compared << " compared, " << tally.exhausted
                                          << " with all shorter executions tried, " << tally.shorter
                                          << " traces shorter than the usual one, " << tally.spurious << " without a claim");
  CHECK(tally.compared > 0);
}

}  // namespace

TEST_CASE("shortest: no shorter execution of random plain models") { compare_many(Profile::Plain, Memory::Sc, 40); }
TEST_CASE("shortest: no shorter execution of random weak models") { compare_many(Profile::Weak, Memory::Tso, 40); }
TEST_CASE("shortest: no shorter execution of random litmus tests") { compare_many(Profile::Litmus, Memory::Tso, 40); }
TEST_CASE("shortest: no shorter execution of random models with shared plain cells") {
  compare_many(Profile::SharedPlain, Memory::Tso, 40);
}

TEST_CASE("shortest: a second process is not put off, a long way of small cubes not preferred") {
  const ld::Program program = test::program_of(R"(
type t = A | B | C | D | E | Helper
array PC[proc] : t
init (z) { PC[z] = A }
unsafe (p) { PC[p] = E }
transition one (p) requires { PC[p] = A } { PC[p] := B }
transition two (p) requires { PC[p] = B } { PC[p] := C }
transition three (p) requires { PC[p] = C } { PC[p] := D }
transition four (p) requires { PC[p] = D } { PC[p] := E }
transition help (q) requires { PC[q] = A } { PC[q] := Helper }
transition jump (p q) requires { PC[p] = A && PC[q] = Helper } { PC[p] := E }
)");
  test::SearchSetup setup = test::small_search(Memory::Sc);
  CHECK(firings(*run_search(program, setup).trace) == 4);
  setup.search = search::with_fewest_firings(setup.search);
  CHECK(firings(*run_search(program, setup).trace) == 2);
}

TEST_CASE("shortest: commits do not count, and a fenced way is one firing longer") {
  const ld::Program program = test::program_of(R"(
number_procs 2
type t = A | B | C | D
weak var X : bool
array PC[proc] : t
init (z) { X = False && PC[z] = A }
unsafe () { PC[#1] = D && PC[#2] = B }
transition put ([p]) requires { p = #1 && PC[p] = A } { X := True; PC[p] := B }
transition drain ([p]) requires { p = #1 && PC[p] = B && fence() } { PC[p] := C }
transition done ([p]) requires { p = #1 && PC[p] = C } { PC[p] := D }
transition see ([p]) requires { p = #2 && PC[p] = A && X = True } { PC[p] := B }
)");
  test::SearchSetup setup = test::small_search(Memory::Tso);
  setup.search = search::with_fewest_firings(setup.search);
  const SearchAnswer answer = run_search(program, setup);
  REQUIRE(answer.trace);
  CHECK(firings(*answer.trace) == 4);
  CHECK(answer.trace->steps.size() == 5);
}
