// Count lemmas: linear algebra, the equations of a sample, weights.
#include "infer/count_lemmas.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "infer/count_weights.h"
#include "infer/linear_hull.h"
#include "random/text_model.h"
#include "smt/factory.h"
#include "verify/translation.h"

using namespace parapet;
using search::LinearSpan;
using search::RationalVector;

namespace {

const search::MemoryTraits from_memory{.engine = "", .own_read = search::read_memory};

struct Kit {
  explicit Kit(const std::string& text)
      : program(test::program_of(text)),
        translation(verify::translate(program, le::sc, {}, nullptr)),
        solver(smt::make_solver(translation->arena, {}, use)),
        context(translation->system, translation->arena, *solver, from_memory) {}

  // As text, sorted.
  [[nodiscard]] std::vector<std::string> lemmas(bool weights) {
    std::vector<std::string> all;
    search::CountLemmas made(context);
    for (const auto& literals : weights ? search::count_weights(context) : made.first_tier()) {
      all.push_back(to_string(translation->arena, translation->arena.conjunction(literals)));
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  ld::Program program;
  std::unique_ptr<verify::Translation> translation;
  smt::SolverStatistics use;
  std::unique_ptr<smt::Solver> solver;
  search::Context context;
};

const std::string lock = "type location = Out | In\narray PC[proc] : location\nvar X : int\n";
const std::string start = "init (p) { PC[p] = Out && X = 5 }\nunsafe (p) { PC[p] = In && X = 5 }\n";
const std::string enter = "transition enter (p) requires { PC[p] = Out } { X := X + 2; PC[p] := In }\n";
const std::string leave = "transition leave (p) requires { PC[p] = In } { X := X - 2; PC[p] := Out }\n";

bool contains(const std::vector<std::string>& all, const std::string& one) { return std::find(all.begin(), all.end(), one) != all.end(); }

}  // namespace

TEST_CASE("count lemmas: forms that vanish on a span") {
  LinearSpan span(3);
  CHECK(span.add({1, 2, 5}));
  CHECK(span.add({1, 3, 7}));
  CHECK_FALSE(span.add({1, 4, 9}));
  REQUIRE(span.vanishing_forms().size() == 1);
  // The last column is twice the second, plus 1.
  CHECK(span.vanishing_forms()[0] == RationalVector{Rational(-1), Rational(-2), Rational(1)});
  CHECK(span.add({0, 0, 1}));
  CHECK(span.vanishing_forms().empty());
}

TEST_CASE("count lemmas: weights from the changes of a number") {
  CHECK(Kit(lock + start + enter + leave).lemmas(true) == std::vector<std::string>{"X <> 2*count(PC = In) + 5"});
  // Init allows a location with a weight; a step changes X and moves nobody; from a set of locations; two processes.
  CHECK(Kit(lock + "init (p) { X = 5 }\n" + enter + leave).lemmas(true).empty());
  CHECK(Kit(lock + start + enter + leave + "transition decay (p) { X := X - 1 }\n").lemmas(true).empty());
  CHECK(Kit(lock + start + enter + "transition leave (p) { X := X - 2; PC[p] := Out }\n").lemmas(true).empty());
  CHECK(Kit(lock + start + leave + "transition both (p q) { X := X + 2; PC[j] := case | j = p : In | j = q : In | _ : PC[j] }\n")
            .lemmas(true)
            .empty());
  // The weights must fit every location that a guard allows, not only the first of them.
  const std::string three = "type location = Out | In | Back\narray PC[proc] : location\nvar X : int\n";
  const std::string retire = "transition retire (p) requires { PC[p] = In } { X := X - 1; PC[p] := Back }\n";
  const std::string either = "transition leave (p) requires { PC[p] <> Out } { X := X - 2; PC[p] := Out }\n";
  CHECK(Kit(three + start + enter + retire + leave).lemmas(true) ==
        std::vector<std::string>{"X <> 2*count(PC = In) + count(PC = Back) + 5"});
  CHECK(Kit(three + start + enter + retire + either).lemmas(true).empty());
  // The change follows from the guard; a store that hides it gives a lemma of its own.
  CHECK(Kit(lock + start + leave + "transition first (p) requires { PC[p] = Out && X = 5 } { X := 7; PC[p] := In }\n").lemmas(true) ==
        std::vector<std::string>{"X <> 2*count(PC = In) + 5"});
  const auto hidden = Kit(lock + start + enter + "transition leave (p) requires { PC[p] = In } { X := 5; PC[p] := Out }\n").lemmas(true);
  REQUIRE(hidden.size() == 2);
  CHECK(contains(hidden, "X <> 2*count(PC = In) + 5"));
  CHECK(contains(hidden, "PC[z0] = In && X <> 7"));
}

TEST_CASE("count lemmas: equations of a sample with one, two and three processes") {
  // With three processes only, #procs and 3 would be the same.
  const std::string latch = "type location = Works | Waits\narray PC[proc] : location\nvar Left : int\n";
  const std::string steps = "transition arrive (p) requires { PC[p] = Works } { Left := Left - 1; PC[p] := Waits }\n";
  const auto found = Kit(latch + "init (p) { PC[p] = Works && Left = #procs }\nunsafe { Left < 0 }\n" + steps).lemmas(false);
  CHECK(contains(found, "Left <> count(PC = Works)"));
  // A model without numbers and universal guards has no counts.
  CHECK(Kit("array A[proc] : bool\ninit (p) { A[p] = False }\nunsafe (p) { A[p] = True }\ntransition t (p) requires { A[p] = True } { A[p] "
            ":= False }\n")
            .lemmas(false)
            .empty());
}

// The ways in which a firing changes a count exclude each other, and together they are all that there are. Where they overlap, a lemma with a
// sum of counts has a power of them: each choice for one count goes with each for the others, although the process has one type.
TEST_CASE("count lemmas: the ways to change a count exclude each other") {
  Kit kit(
      "type location = Out | In\narray PC[proc] : location\narray A[proc] : bool\narray B[proc] : bool\nvar X : int\n"
      "init (p) { PC[p] = Out && A[p] = False && B[p] = False && X = 0 }\nunsafe (p) { PC[p] = In && A[p] = True && B[p] = True && X = 0 "
      "}\n"
      "transition enter (p) requires { A[p] = True && B[p] = True } { X := X + 1; PC[p] := In }\n"
      "transition flags (p) requires { PC[p] = Out } { A[p] := True; X := X + 0 }\n"
      "transition other (p) requires { X >= 0 } { B[p] := True }\n");
  TermArena& arena = kit.translation->arena;
  const auto is_satisfiable = [&](const std::vector<TermId>& formulas) {
    kit.solver->push();
    for (const TermId formula : formulas) kit.solver->add(formula);
    const smt::Answer answer = kit.solver->check({});
    kit.solver->pop();
    return answer == smt::Answer::Sat;
  };
  std::size_t several = 0;
  for (std::uint32_t t = 0; t < kit.translation->system.transitions.size(); ++t) {
    const std::vector<TermId> processes{arena.process(0)};
    search::TransitionInstance& instance = kit.context.instances.find(t, processes);
    for (const le::CountType& type : kit.translation->system.counts.types) {
      const std::vector<search::Alternative> ways = kit.context.instances.alternatives(instance, arena.cell(type.symbol, {}));
      if (ways.size() > 2) ++several;
      std::vector<TermId> none = instance.guard;
      for (const search::Alternative& way : ways) {
        none.push_back(arena.negate(arena.conjunction(way.conditions)));
        for (const search::Alternative& other : ways) {
          if (&way == &other) continue;
          CHECK_FALSE(is_satisfiable({arena.conjunction(way.conditions), arena.conjunction(other.conditions)}));
        }
      }
      if (!ways.empty()) CHECK_FALSE(is_satisfiable(none));
    }
  }
  CHECK(several > 0);
}
