#include "cube/literal_stack.h"

#include <doctest/doctest.h>

#include <random>

#include "unit/search/cubes.h"

using namespace parapet;
using namespace parapet::test;

namespace {

const char* const model = R"(
type loc = A | B | C | D
array PC[proc] : loc
array Next[proc] : proc
var Owner : proc
var N : int
init (x) { PC[x] = A && N = 0 }
unsafe (a) { PC[a] = C && Owner = a && Next[a] = a && N > 3 }
transition t (p) requires { PC[p] = A } { PC[p] := B; Owner := p; Next[p] := p; N := N + 1 }
transition s (p) requires { PC[p] = B } { PC[p] := C }
)";

// Literals of all kinds, few terms each, so that contradictions are frequent. D is a value that PC never has.
std::vector<TermId> some_literals(Workshop& w, std::mt19937_64& random, std::size_t count) {
  TermArena& arena = w.arena;
  const auto symbol = [&](const char* name) { return *arena.signature().find_symbol(name); };
  std::vector<TermId> result;
  while (result.size() < count) {
    const TermId z = arena.process(static_cast<std::uint32_t>(random() % 3));
    const TermId y = arena.process(static_cast<std::uint32_t>(random() % 3));
    TermId literal;
    switch (random() % 5) {
      case 0:
      case 1:
        literal = arena.member(arena.cell(symbol("PC"), {&z, 1}), 1 + random() % 15);
        break;
      case 2:
        literal = arena.equal(arena.cell(symbol("Next"), {&z, 1}), y);
        break;
      case 3:
        literal = arena.different(random() % 2 == 0 ? arena.cell(symbol("Owner"), {}) : arena.cell(symbol("Next"), {&z, 1}), y);
        break;
      default:
        literal =
            arena.less(arena.cell(symbol("N"), {}), arena.number(Rational(static_cast<std::int64_t>(random() % 9)), Signature::integer));
    }
    if (literal != arena.truth(true)) result.push_back(literal);
  }
  return result;
}

}  // namespace

// What the stack refuses, the normalizer refuses too, whatever comes later.
TEST_CASE("literal stack: it refuses what the normalizer would refuse at the end") {
  Workshop w(model, small_search(Memory::Sc));
  std::mt19937_64 random(3);
  std::size_t refused = 0;
  std::size_t accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::vector<TermId> literals = some_literals(w, random, 1 + random() % 8);
    search::LiteralStack stack(w.arena, w.context.normalizer);
    std::size_t pushed = 0;
    while (pushed < literals.size() && stack.push(literals[pushed])) ++pushed;
    std::vector<TermId> all = literals;
    w.context.normalizer.forget();
    const bool possible = w.context.normalizer.normalize(all, {});
    if (pushed < literals.size()) CHECK_FALSE(possible);
    (pushed < literals.size() ? refused : accepted) += 1;
  }
  CHECK(refused > 500);
  CHECK(accepted > 500);
}

TEST_CASE("literal stack: after shrink it knows what it knew before") {
  Workshop w(model, small_search(Memory::Sc));
  std::mt19937_64 random(5);
  for (int round = 0; round < 500; ++round) {
    const std::vector<TermId> first = some_literals(w, random, 3);
    const std::vector<TermId> second = some_literals(w, random, 4);
    const std::vector<TermId> third = some_literals(w, random, 4);
    search::LiteralStack stack(w.arena, w.context.normalizer);
    if (!stack.push_all(first)) continue;
    const std::size_t size = stack.size();
    (void)stack.push_all(second);
    stack.shrink(size);
    search::LiteralStack fresh(w.arena, w.context.normalizer);
    REQUIRE(fresh.push_all(first));
    CHECK(stack.push_all(third) == fresh.push_all(third));
  }
}

TEST_CASE("literal stack: the number of ways stops at many, and is 0 where a factor has none") {
  const auto ways = [](const std::vector<std::size_t>& factors) {
    return search::LiteralStack::ways(factors, [](std::size_t n) { return n; });
  };
  CHECK(ways({}) == 1);
  CHECK(ways({2, 3}) == 6);
  CHECK(ways(std::vector<std::size_t>(80, 2)) == search::LiteralStack::many);
  CHECK(ways({2, 2, 2, 2, 2, 2, 0}) == 0);
}

namespace {

const std::string universal_guard = " && forall o. forall v. (R[o] = True || S[v] = True)";

std::string guarded_model(const std::string& guard) {
  return R"(
type loc = L1 | L2
array PC[proc] : loc
array R[proc] : bool
array S[proc] : bool
init (x) { PC[x] = L1 }
unsafe (a b c) { PC[a] = L2 && PC[b] = L2 && PC[c] = L2 && R[a] = False }
transition t (p) requires { PC[p] = L1)" +
         guard + R"( } { PC[p] := L2 }
)";
}

std::string text_of(const TermArena& arena, const std::vector<TermId>& literals) {
  std::string text;
  for (const TermId literal : literals) text += to_string(arena, literal) + "; ";
  return text;
}

// The cubes before the first start cube.
std::vector<std::vector<TermId>> cubes_before(Workshop& w) {
  std::vector<std::vector<TermId>> result;
  const auto starts = search::start_cubes(*w.memory, w.system.unsafes);
  search::Preimage(*w.memory).run(starts[0].cube, 0, [&](Cube&& cube, search::Step&&) { result.push_back(cube.literals); });
  return result;
}

}  // namespace

// By definition: the cubes without the universal guard, each with every choice of a disjunct for each pair of processes.
TEST_CASE("literal stack: a pre-image with a pruned product has the cubes of the whole product, in its order") {
  Workshop with(guarded_model(universal_guard), small_search(Memory::Sc));
  std::vector<std::string> found;
  for (const auto& literals : cubes_before(with)) found.push_back(text_of(with.arena, literals));
  Workshop without(guarded_model(""), small_search(Memory::Sc));
  TermArena& arena = without.arena;
  const auto is_true = [&](const char* array, std::uint32_t z) {
    const TermId process = arena.process(z);
    return arena.member(arena.cell(*arena.signature().find_symbol(array), {&process, 1}), 2);
  };
  REQUIRE(arena.signature()[arena.sort(arena.args(is_true("R", 0))[0])].constructors[1] == "True");
  std::vector<std::string> expected;
  for (const auto& base : cubes_before(without)) {
    for (std::uint32_t choice = 0; choice < 1u << 9; ++choice) {
      std::vector<TermId> literals = base;
      for (std::uint32_t pair = 0; pair < 9; ++pair) {
        const bool second = (choice >> (8 - pair) & 1) != 0;
        literals.push_back(second ? is_true("S", pair % 3) : is_true("R", pair / 3));
      }
      if (without.context.normalizer.normalize(literals, {})) expected.push_back(text_of(arena, literals));
    }
  }
  CHECK(expected.size() > 16);
  CHECK(found == expected);
}
