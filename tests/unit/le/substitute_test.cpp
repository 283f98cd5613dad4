// Variables of a template and the processes that they stand for.
#include <doctest/doctest.h>

#include <vector>

#include "le/system.h"

using namespace parapet;

TEST_CASE("substitute: a variable has the value at its place, a variable that is not listed has none") {
  const std::vector<le::Variable> variables{4, 2};
  const std::vector<TermId> values{TermId(7), TermId(8)};
  CHECK(le::value_of(4, variables, values) == TermId(7));
  CHECK(le::value_of(2, variables, values) == TermId(8));
  CHECK_FALSE(le::value_of(0, variables, values).valid());
}

TEST_CASE("substitute: the variables of a quantifier, in its order") {
  CHECK(le::variables_of({{5, false, 0}, {3, true, 1}}) == std::vector<le::Variable>{5, 3});
  CHECK(le::variables_of({}).empty());
}
