// Disjunctive normal form.
#include <doctest/doctest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "le/formula.h"
#include "random/text_model.h"

using namespace parapet;
using le::Conjunction;

namespace {

// Formulas over three variables with three values each.
struct Kit {
  Kit() : program(test::program_of("type t = A | B | C\nvar X : t\nvar Y : t\nvar Z : t\ninit { X = A }")), arena(program.signature) {}

  TermId variable(std::size_t k) { return arena.cell(SymbolId(k), {}); }
  TermId in(std::size_t k, std::uint64_t set) { return arena.member(variable(k), set); }
  TermId both(TermId a, TermId b) { return arena.conjunction(std::array{a, b}); }
  TermId either(TermId a, TermId b) { return arena.disjunction(std::array{a, b}); }

  // The truth value of a formula without quantifiers for given values of the variables.
  bool holds(TermId formula, const std::array<std::uint32_t, 3>& values) {
    const TermId value = arena.rewrite(formula, [&](TermId leaf) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (leaf == variable(k)) return arena.constructor(arena.sort(leaf), values[k]);
      }
      return leaf;
    });
    REQUIRE((value == arena.truth(true) || value == arena.truth(false)));
    return value == arena.truth(true);
  }
  bool holds(const std::vector<Conjunction>& disjuncts, const std::array<std::uint32_t, 3>& values) {
    return std::ranges::any_of(
        disjuncts, [&](const Conjunction& each) { return std::ranges::all_of(each, [&](TermId atom) { return holds(atom, values); }); });
  }

  ld::Program program;
  TermArena arena;
};

}  // namespace

TEST_CASE("conjoin: an atom is added once, a contradiction is found") {
  Kit kit;
  const TermId a = kit.in(0, 1), b = kit.in(1, 2);
  Conjunction literals;
  CHECK(le::conjoin(kit.arena, literals, a));
  CHECK(le::conjoin(kit.arena, literals, Conjunction{b, a}));
  CHECK(literals == Conjunction{a, b});
  CHECK(le::conjoin(kit.arena, literals, kit.arena.truth(true)));
  CHECK(literals.size() == 2);
  CHECK_FALSE(le::conjoin(kit.arena, literals, kit.arena.truth(false)));
  CHECK_FALSE(le::conjoin(kit.arena, literals, kit.arena.negate(b)));
  CHECK_FALSE(le::conjoin(kit.arena, literals, Conjunction{kit.in(2, 1), kit.arena.negate(a)}));
}

TEST_CASE("dnf: true has one empty disjunct, false none") {
  Kit kit;
  CHECK(le::to_dnf(kit.arena, kit.arena.truth(true)) == std::vector<Conjunction>{{}});
  CHECK(le::to_dnf(kit.arena, kit.arena.truth(false)).empty());
}

TEST_CASE("dnf: the same truth value for every assignment, and no disjunct with a contradictory pair") {
  Kit kit;
  std::uint64_t random = 1;
  const auto next = [&random](std::uint64_t below) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    return (random >> 33U) % below;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<TermId> formulas;
    for (int k = 0; k < 6; ++k) formulas.push_back(kit.in(next(3), 1 + next(6)));
    while (formulas.size() > 1) {
      const TermId a = formulas.back();
      formulas.pop_back();
      const TermId joined = next(2) == 0 ? kit.both(a, formulas.front()) : kit.either(a, formulas.front());
      formulas.front() = next(3) == 0 ? kit.arena.negate(joined) : joined;
    }
    const std::vector<Conjunction> disjuncts = le::to_dnf(kit.arena, formulas.front());
    for (std::uint32_t k = 0; k < 27; ++k) {
      const std::array values{k % 3, k / 3 % 3, k / 9};
      CHECK(kit.holds(disjuncts, values) == kit.holds(formulas.front(), values));
    }
    for (const Conjunction& each : disjuncts) {
      for (const TermId atom : each) CHECK(std::ranges::find(each, kit.arena.negate(atom)) == each.end());
    }
  }
}

TEST_CASE("dnf: values of one variable are one alternative") {
  Kit kit;
  CHECK(le::to_dnf(kit.arena, kit.either(kit.in(0, 1), kit.in(0, 2))) == std::vector<Conjunction>{{kit.in(0, 3)}});
  CHECK(le::to_dnf(kit.arena, kit.either(kit.either(kit.in(0, 1), kit.in(1, 1)), kit.in(0, 6))) == std::vector<Conjunction>{{}});
}

TEST_CASE("dnf: the largest size that is handled, and where a larger formula stands") {
  CHECK_NOTHROW(le::check_size(le::most_disjuncts, {}));
  try {
    le::check_size(le::most_disjuncts + 1, {3, 9});
    FAIL("it fits");
  } catch (const le::TooLarge& error) {
    CHECK(error.range == SourceRange{3, 9});
  }
}
