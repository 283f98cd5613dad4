// Init as clauses: which variables they bind, and whether the number of processes matters.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "le/passes.h"
#include "unit/le/translated.h"

using namespace parapet;
using test::Translated;

namespace {

const std::string head = R"(
type loc = A | B | C
array PC[proc] : loc
array F[proc] : bool
var X : bool
var Y : bool
)";

using Texts = std::vector<std::string>;

// Sizes of the distinctness groups of each clause of init, largest first, as digits.
std::vector<std::string> groups_of_init(const std::string& init) {
  const Translated t(head + "init " + init, le::sc);
  std::vector<std::string> all;
  for (const le::Clause& clause : t.system.init) {
    std::map<std::uint32_t, int> sizes;
    for (const auto& bound : clause.bound) ++sizes[bound.group];
    std::vector<int> sorted;
    for (const auto& [group, size] : sizes) sorted.push_back(size);
    std::sort(sorted.rbegin(), sorted.rend());
    std::string text;
    for (const int size : sorted) text += std::to_string(size);
    all.push_back(text);
  }
  return all;
}

}  // namespace

TEST_CASE("init clauses: a distinctness group stays whole, a variable alone goes if it does not occur") {
  CHECK(groups_of_init("(x) { PC[x] = A }") == Texts{"1"});
  CHECK(groups_of_init("(x y) { PC[x] = A }") == Texts{"1"});
  CHECK(groups_of_init("(x) { X = True }") == Texts{""});
  CHECK(groups_of_init("{ forall x <> y. PC[x] = A }") == Texts{"2"});
  CHECK(groups_of_init("{ forall x <> y. X = True }") == Texts{"2"});
  CHECK(groups_of_init("(z) { forall x <> y <> w. PC[x] = A && PC[z] = A }") == Texts{"3", "31"});
}

TEST_CASE("init clauses: every quantifier has a group of its own, in every copy") {
  CHECK(groups_of_init("(x) { X = True || (F[x] = True || Y = True) && forall y. PC[y] = A }") == Texts{"1", "1"});
  CHECK(groups_of_init("{ (forall x <> y. PC[x] = A) || (forall z <> w. F[z] = True) }") == Texts{"22"});
  CHECK(groups_of_init("{ X = True || (forall x <> y. PC[x] = A && F[y] = True) }") == Texts{"2", "2"});
  CHECK(groups_of_init("{ not (exists x <> y. PC[x] = B) }") == Texts{"2"});
}

TEST_CASE("init counts processes where an initial state may not extend to one more") {
  const auto counts = [](const std::string& init) {
    return Translated(head + "var P : proc\ninit " + init, le::sc).system.init_counts_processes;
  };
  CHECK_FALSE(counts("(x y) { PC[x] = A && (F[x] = True || F[y] = False) }"));
  CHECK_FALSE(counts("(x y) { P <> x && (x <> y || F[x] = True) && (x < y || F[x] = True) }"));
  CHECK(counts("{ forall x <> y. PC[x] = A }"));
  CHECK(counts("(x y) { x = y }"));
  CHECK(counts("(x y) { x <= y }"));
  CHECK(counts("(x) { P = x }"));
}
