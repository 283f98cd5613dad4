// Results that need not be computed again, and the parts of a plan.
#include "bench/plan.h"

#include <doctest/doctest.h>

#include <vector>

using namespace parapet::bench;

namespace {

Row row(const char* file, Answer verdict, std::size_t runs) {
  Row result;
  result.file = file;
  result.model = "tso";
  result.verdict = verdict;
  result.runs.resize(runs);
  return result;
}

std::vector<Task> plan_of(std::initializer_list<const char*> files) {
  std::vector<Task> plan;
  for (const char* file : files) {
    plan.push_back({row(file, Answer::Unknown, 0), std::nullopt});
    plan.back().row.index = plan.size() - 1;
  }
  return plan;
}

std::size_t known(const Row& before, std::uint32_t repeat) {
  std::vector<Task> plan = plan_of({"a.cub", "b.cub"});
  Results results;
  results.rows = {before};
  const std::vector<Row> taken = take_known_results(plan, results, repeat);
  CHECK(plan.size() + taken.size() == 2);
  return taken.size();
}

}  // namespace

TEST_CASE("plan: a known result has to be of the same work, under the same limits, run often enough, and not failed") {
  CHECK(known(row("b.cub", Answer::Safe, 1), 1) == 1);
  CHECK(known(row("c.cub", Answer::Safe, 1), 1) == 0);
  CHECK(known(row("b.cub", Answer::Safe, 1), 2) == 0);
  CHECK(known(row("b.cub", Answer::Unknown, 1), 2) == 1);
  Row other = row("b.cub", Answer::Safe, 1);
  other.limits.memory_megabytes = 5;
  CHECK(known(other, 1) == 0);
  other = row("b.cub", Answer::Safe, 1);
  other.failed = true;
  CHECK(known(other, 1) == 0);
  other = row("b.cub", Answer::Safe, 1);
  other.model = "sc";
  CHECK(known(other, 1) == 0);
}

TEST_CASE("plan: a known result gets the place and the expectation of the plan") {
  std::vector<Task> plan = plan_of({"a.cub", "b.cub", "c.cub"});
  plan[1].row.expected = Answer::Unsafe;
  Results before;
  before.rows = {row("b.cub", Answer::Safe, 1)};
  before.rows[0].expected = Answer::Safe;
  const std::vector<Row> taken = take_known_results(plan, before, 1);
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].index == 1);
  CHECK(taken[0].expected == Answer::Unsafe);
  CHECK(taken[0].verdict == Answer::Safe);
  REQUIRE(plan.size() == 2);
  CHECK(plan[0].row.file == "a.cub");
  CHECK(plan[1].row.file == "c.cub");
}

TEST_CASE("plan: every task is in exactly one shard, neighbours in different ones") {
  const std::vector<Task> first = shard(plan_of({"a", "b", "c", "d", "e"}), 1, 2), second = shard(plan_of({"a", "b", "c", "d", "e"}), 2, 2);
  REQUIRE(first.size() == 3);
  REQUIRE(second.size() == 2);
  CHECK(first[1].row.file == "c");
  CHECK(second[0].row.file == "b");
}
