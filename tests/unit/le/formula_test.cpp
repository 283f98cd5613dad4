// Formulas as the search gets them: quantifiers over nobody, copies, sizes.
#include "le/formula.h"

#include <doctest/doctest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "unit/le/translated.h"

using namespace parapet;

namespace {

const std::string head = R"(
type loc = A | B | C
array PC[proc] : loc
array F[proc] : bool
var X : bool
var Y : bool
)";

struct Translated : test::Translated {
  explicit Translated(const std::string& text) : test::Translated(head + text, le::sc) {}
};

// A transition with this guard; its disjuncts.
std::size_t disjuncts(const std::string& guard) {
  return Translated("init (x) { PC[x] = A }\ntransition t (p) requires { " + guard + " } { PC[p] := B }").system.transitions.size();
}

// Where TooLarge points at in the text.
std::string too_large(const std::string& before, const std::string& formula, const std::string& after) {
  try {
    const Translated t(before + formula + after);
  } catch (const le::TooLarge& error) {
    const std::string text = head + before + formula + after;
    return text.substr(error.range.begin, error.range.end - error.range.begin);
  }
  return "fits";
}

std::string chain(const std::string& op, int length) {
  std::string text = "B0 = True";
  for (int k = 1; k <= length; ++k) text += " " + op + " B" + std::to_string(k) + " = True";
  return text;
}

std::string booleans(int count) {
  std::string text;
  for (int k = 0; k <= count; ++k) text += "var B" + std::to_string(k) + " : bool\n";
  return text;
}

}  // namespace

TEST_CASE("universal guards: a conjunct beside a quantifier is not asked of nobody only") {
  const Translated t(R"(init (x) { PC[x] = A }
transition t (p) requires { forall q. (F[q] = True && (forall_other r. PC[r] = B) || X = True) } { PC[p] := B })");
  REQUIRE(t.system.transitions.size() == 1);
  // forall q. (F[q] || X)  and  forall q, other r. (PC[r] = B || X)
  const auto& universals = t.system.transitions[0].universals;
  REQUIRE(universals.size() == 2);
  CHECK(universals[0].bound.size() == 1);
  CHECK(universals[1].bound.size() == 2);
  CHECK(universals[1].bound[0].group != universals[1].bound[1].group);
  CHECK(universals[1].bound[1].others);
}

TEST_CASE("unsafe: a process of exists is new or one of those before it, as its quantifier allows") {
  const auto cubes = [](const std::string& unsafe) {
    const Translated t("init (x) { PC[x] = A }\nunsafe " + unsafe);
    std::multiset<std::size_t> parameters;
    for (const le::UnsafeCube& bad : t.system.unsafes) parameters.insert(bad.parameters.size());
    return parameters;
  };
  using Sizes = std::multiset<std::size_t>;
  CHECK(cubes("(a) { PC[a] = B && exists x. F[x] = True }") == Sizes{1, 2});
  CHECK(cubes("(a) { PC[a] = B && exists_other x. F[x] = True }") == Sizes{2});
  CHECK(cubes("(a) { PC[a] = B && exists x <> y. F[x] = F[y] }") == Sizes{2, 2, 3});
  CHECK(cubes("() { (exists x. F[x] = True) && (exists y. PC[y] = B) }") == Sizes{1, 2});
  CHECK(cubes("() { (exists x. F[x] = True) && (exists y. F[y] = False) }") == Sizes{2});
  CHECK(cubes("(a) { PC[a] = B && not (forall x. F[x] = False) }") == Sizes{1, 2});
  CHECK(cubes("(a b) { PC[a] = B && exists x. x <> a && F[x] = True }") == Sizes{2, 3});
  // What does not occur demands so many processes, and nothing else.
  CHECK(cubes("(a) { PC[a] = B && exists x. true }") == Sizes{1});
  CHECK(cubes("(a) { PC[a] = B && exists x <> y <> z. true }") == Sizes{3});
  CHECK(cubes("(a) { PC[a] = B && exists_other x. true }") == Sizes{2});
  CHECK(cubes("(a) { PC[a] = B && (exists_other x. true) && exists y <> z. true }") == Sizes{2});
  CHECK(cubes("() { exists x <> y. F[y] = True }") == Sizes{2});
  CHECK(cubes("(a) { PC[a] = B && exists x <> y. F[y] = True }") == Sizes{2, 2});
  CHECK(cubes("(a) { (exists o <> v. exists w <> u <> x. true) && exists o. exists v <> w. exists u. true }") == Sizes{3});
}

TEST_CASE("normal form: as many disjuncts as the formula has, whatever its negations") {
  CHECK(disjuncts("X = True <=> Y = True") == 2);
  CHECK(disjuncts("not (X = True <=> Y = True)") == 2);
  CHECK(disjuncts("if X = True then Y = True else F[p] = True") == 2);
  CHECK(disjuncts("not (if X = True then Y = True else F[p] = True)") == 2);
  CHECK(disjuncts("PC[p] = A || PC[p] = B") == 1);
  CHECK(disjuncts("PC[p] = A || PC[p] = B || PC[p] = C") == 1);
  CHECK(disjuncts("(X = True || Y = True) && (X = False || F[p] = True)") == 3);
  CHECK(disjuncts("X = True && (X = False || Y = True && (X = False || F[p] = True))") == 1);
}

TEST_CASE("normal form: chains of <=> are expanded or refused, at once") {
  const std::string before = booleans(400) + "init (x) { PC[x] = A }\ntransition t (p) requires { PC[p] = A && (";
  const std::string after = ") } { PC[p] := B }";
  CHECK(too_large(before, chain("<=>", 12), after) == "fits");
  const std::string long_chain = chain("<=>", 400);
  CHECK(too_large(before, long_chain, after) == "PC[p] = A && (" + long_chain + ")");
  std::string nested = "B0 = True";
  for (int k = 1; k < 200; ++k) nested = "not (if " + nested + " then B" + std::to_string(k) + " = True else X = True)";
  CHECK(too_large(before, nested, after) != "fits");
  // Equations with one variable have two solutions, however many there are.
  std::string same = "true";
  for (int k = 1; k < 400; ++k) same += " && (B" + std::to_string(k) + " = True <=> B0 = True)";
  CHECK(too_large(before, same, after) == "fits");
}

TEST_CASE("normal form: what is too large is located") {
  std::string quantified = "(exists a0. PC[a0] = B)";
  for (int k = 1; k < 12; ++k) quantified += " && (exists a" + std::to_string(k) + ". PC[a" + std::to_string(k) + "] = B)";
  CHECK("(" + too_large("init (x) { PC[x] = A }\nunsafe () { ", quantified, " }") == quantified);
  std::string universal;
  for (int k = 0; k < 20; ++k) {
    universal += std::string(k == 0 ? "" : " && ") + "((forall_other q" + std::to_string(k) + ". F[q" + std::to_string(k) +
                 "] = True) || B" + std::to_string(k) + " = True)";
  }
  CHECK("((" + too_large(booleans(20) + "init (x) { PC[x] = A }\ntransition t (p) requires { ", universal, " } { PC[p] := B }") ==
        universal);
}

TEST_CASE("normal form: a negation is made once, a shared part rewritten once") {
  const ld::Program program = test::program_of(booleans(300) + "init { B0 = True }");
  TermArena arena(program.signature);
  const auto is_true = [&](std::uint32_t k) { return arena.member(arena.cell(SymbolId(k), {}), 2); };
  TermId parity = is_true(0);
  for (std::uint32_t k = 1; k < 300; ++k) {
    const std::array same{is_true(k), parity};
    const std::array opposite{arena.negate(is_true(k)), arena.negate(parity)};
    parity = arena.disjunction(std::array{arena.conjunction(same), arena.conjunction(opposite)});
  }
  CHECK(arena.negate(arena.negate(parity)) == parity);
  const TermId other =
      arena.rewrite(parity, [&](TermId leaf) { return leaf == arena.cell(SymbolId(0), {}) ? arena.cell(SymbolId(300), {}) : leaf; });
  CHECK(other != parity);
  std::size_t atoms = 0;
  each_atom(arena, other, [&](TermId) { ++atoms; });
  CHECK(atoms == 600);
}
