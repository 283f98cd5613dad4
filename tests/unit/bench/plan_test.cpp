// Results that need not be computed again, and the parts of a plan.
#include <doctest/doctest.h>

#include <sstream>
#include <vector>

#include "bench/runner.h"
#include "unit/cli/child.h"

using namespace parapet::bench;
using parapet::test::TemporaryFolder;

namespace {

Row row(const char* file, parapet::VerdictKind verdict, std::size_t runs) {
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
    plan.push_back({row(file, parapet::VerdictKind::Unknown, 0), std::nullopt});
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
  CHECK(known(row("b.cub", parapet::VerdictKind::Safe, 1), 1) == 1);
  CHECK(known(row("c.cub", parapet::VerdictKind::Safe, 1), 1) == 0);
  CHECK(known(row("b.cub", parapet::VerdictKind::Safe, 1), 2) == 0);
  CHECK(known(row("b.cub", parapet::VerdictKind::Unknown, 1), 2) == 1);
  Row other = row("b.cub", parapet::VerdictKind::Safe, 1);
  other.limits.memory_megabytes = 5;
  CHECK(known(other, 1) == 0);
  other = row("b.cub", parapet::VerdictKind::Safe, 1);
  other.failed = true;
  CHECK(known(other, 1) == 0);
  other = row("b.cub", parapet::VerdictKind::Safe, 1);
  other.model = "sc";
  CHECK(known(other, 1) == 0);
}

TEST_CASE("plan: the size of a model, without constants") {
  const TemporaryFolder folder;
  const std::string model = folder.file("m.cub",
                                        "const Size : int\nconst Left[proc] : proc\narray A[proc] : int\nvar N : int\nweak var X : bool\n"
                                        "weak array F[proc] : bool\ninit { N = 0 }\ntransition t () { N := 1 }\n");
  std::ostringstream notes;
  const std::vector<Task> plan = make_plan({model}, {}, notes);
  REQUIRE(plan.size() == 1);
  REQUIRE(plan[0].row.shape);
  CHECK(plan[0].row.shape->arrays == 1);
  CHECK(plan[0].row.shape->weak_variables == 1);
  CHECK(plan[0].row.shape->weak_arrays == 1);
  CHECK(plan[0].row.shape->transitions == 1);
}

TEST_CASE("plan: names, tables and figures of a suite") {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("m.cub", "var N : int\ninit { N = 0 }\n"));
  const std::string suite = folder.file("s.suite",
                                        "tool t safe=S unsafe=U -- true {file}\ntable T\ncolumn k K\n"
                                        "m.cub name=lock k=3\nm.cub\n");
  std::ostringstream notes;
  const std::vector<Task> plan = make_plan({suite}, {}, notes);
  REQUIRE(plan.size() == 4);
  CHECK(plan[0].row.name == "lock");
  CHECK(plan[0].row.table == "T");
  CHECK(plan[0].row.figures == std::vector<Figure>{{"k", "K", "3"}});
  CHECK(plan[1].row.tool == "t");
  CHECK(plan[1].row.figures == std::vector<Figure>{{"k", "K", ""}});
  CHECK(plan[2].row.name == "m");
  const std::string bad = folder.file("bad.suite", ". name=lock\n");
  CHECK_THROWS(static_cast<void>(make_plan({bad}, {}, notes)));
  CHECK(notes.str().find("a folder of models cannot have one name") != std::string::npos);
}

TEST_CASE("plan: `all` is a row for each memory model, with the expectations of the model") {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("m.cub", "(* expect tso UNSAFE *)\nweak var X : bool\ninit { X = False }\n"));
  const std::string suite = folder.file("s.suite", "m.cub all\n");
  std::ostringstream notes;
  const std::vector<Task> plan = make_plan({suite}, {}, notes);
  REQUIRE(plan.size() == 3);
  CHECK(plan[0].row.model == "sc");
  CHECK_FALSE(plan[0].row.expected);
  CHECK(plan[1].row.model == "tso");
  CHECK(plan[1].row.expected == parapet::VerdictKind::Unsafe);
  CHECK(plan[2].row.model == "pso");
}

TEST_CASE("plan: a known result gets the place and the expectation of the plan") {
  std::vector<Task> plan = plan_of({"a.cub", "b.cub", "c.cub"});
  plan[1].row.expected = parapet::VerdictKind::Unsafe;
  plan[1].row.table = "T";
  plan[1].row.figures = {{"k", "K", "3"}};
  Results before;
  before.rows = {row("b.cub", parapet::VerdictKind::Safe, 1)};
  before.rows[0].expected = parapet::VerdictKind::Safe;
  const std::vector<Row> taken = take_known_results(plan, before, 1);
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].index == 1);
  CHECK(taken[0].expected == parapet::VerdictKind::Unsafe);
  CHECK(taken[0].table == "T");
  CHECK(taken[0].figures == std::vector<Figure>{{"k", "K", "3"}});
  CHECK(taken[0].verdict == parapet::VerdictKind::Safe);
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
