#include "search/statistics.h"

#include <doctest/doctest.h>

#include <set>

using namespace parapet;

TEST_CASE("statistics: counts add up, maxima stay maxima") {
  search::SearchStatistics total, other;
  total.nodes = 3;
  total.depth = 7;
  total.processes = 1;
  other.nodes = 4;
  other.generated = 9;
  other.depth = 2;
  other.processes = 3;
  other.kept = 5;
  total += other;
  CHECK(total.nodes == 7);
  CHECK(total.generated == 9);
  CHECK(total.depth == 7);
  CHECK(total.processes == 3);
  CHECK(total.kept == 5);
}

TEST_CASE("statistics: every number has one row") {
  std::set<std::string_view> keys;
  search::SearchStatistics all;
  for (const search::Statistic& row : search::statistics_table) {
    keys.insert(row.key);
    CHECK(all.*row.member == 0);
    all.*row.member = 1;
  }
  CHECK(keys.size() == search::statistics_table.size());
}
