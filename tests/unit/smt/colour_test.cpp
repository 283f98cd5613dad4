// List colouring against trying every assignment.
#include "smt/native/colour.h"

#include <doctest/doctest.h>

#include <random>

namespace parapet::smt::native {
namespace {

struct Problem {
  std::vector<std::uint64_t> domains;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
};

bool colourable(const Problem& problem, std::vector<int>& values) {
  const auto node = static_cast<std::uint32_t>(values.size());
  if (node == problem.domains.size()) return true;
  for (int value = 0; value < 5; ++value) {
    if ((problem.domains[node] >> value & 1) == 0) continue;
    bool free = true;
    for (const auto& [a, b] : problem.edges) {
      if (a == node && b < node && values[b] == value) free = false;
      if (b == node && a < node && values[a] == value) free = false;
    }
    if (!free) continue;
    values.push_back(value);
    if (colourable(problem, values)) return true;
    values.pop_back();
  }
  return false;
}

TEST_CASE("list colouring agrees with enumeration, and its colours are right") {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  int yes = 0;
  for (int round = 0; round < 3'000; ++round) {
    Problem problem;
    ListColouring colouring;
    const std::uint32_t nodes = 2 + below(6);
    for (std::uint32_t k = 0; k < nodes; ++k) {
      problem.domains.push_back(1 + below(31));
      colouring.add_node(problem.domains.back());
    }
    for (std::uint32_t k = below(nodes * 2); k > 0; --k) {
      const std::uint32_t a = below(nodes);
      const std::uint32_t b = below(nodes);
      if (a == b) continue;
      problem.edges.emplace_back(a, b);
      colouring.add_edge(a, b);
    }
    std::vector<int> values;
    const bool expected = colourable(problem, values);
    REQUIRE(colouring.solve() == (expected ? Truth::True : Truth::False));
    if (!expected) continue;
    ++yes;
    for (std::uint32_t k = 0; k < nodes; ++k) {
      const std::uint64_t value = colouring.value(k);
      REQUIRE((value & problem.domains[k]) == value);
      REQUIRE((value != 0 && (value & (value - 1)) == 0));
    }
    for (const auto& [a, b] : problem.edges) REQUIRE(colouring.value(a) != colouring.value(b));
  }
  CHECK(yes > 300);
  CHECK(yes < 2'990);
}

}  // namespace
}  // namespace parapet::smt::native
