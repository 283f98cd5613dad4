// Guards results: judgement, medians, JSON there and back, merging, and what counts as a change between two runs.
#include "bench/result.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <csignal>

#include "base/budget.h"
#include "bench/runner.h"
#include "bench/table.h"
#include "frontend/frontend.h"
#include "unit/cli/json_shape.h"

using namespace parapet::bench;

namespace {

Row row(const std::string& name, parapet::VerdictKind verdict, std::vector<double> times = {1.0}) {
  Row result;
  result.name = name;
  result.file = name + ".cub";
  result.model = "tso";
  result.verdict = verdict;
  for (const double time : times) result.runs.push_back({time, time, 1 << 20});
  return result;
}

Results results(std::vector<Row> rows) {
  Results result{"1.0", "here", true, rows.size(), std::move(rows)};
  for (std::size_t k = 0; k < result.rows.size(); ++k) result.rows[k].index = k;
  return result;
}

Change change(const Row& before, const Row& after) { return compare(results({before}), results({after})).pairs.at(0).change; }

}  // namespace

TEST_CASE("bench: judgement") {
  Row r = row("a", parapet::VerdictKind::Safe);
  CHECK(judge(r) == Judgement::Unjudged);
  r.expected = parapet::VerdictKind::Safe;
  CHECK(judge(r) == Judgement::Right);
  r.expected = parapet::VerdictKind::Unsafe;
  CHECK(judge(r) == Judgement::Wrong);
  r.verdict = parapet::VerdictKind::Unknown;
  CHECK(judge(r) == Judgement::Undecided);
  r.failed = true;
  CHECK(judge(r) == Judgement::Failed);
  r = row("a", parapet::VerdictKind::Safe);
  r.expected = parapet::VerdictKind::Unknown;
  CHECK(judge(r) == Judgement::Unjudged);
}

TEST_CASE("bench: median and spread") {
  CHECK(summary({}).median == 0);
  CHECK(summary({3, 1, 2}).median == 2);
  CHECK(summary({3, 1, 2}).spread == 2);
  CHECK(summary({4, 1, 2, 3}).median == 2.5);
}

TEST_CASE("bench: results as JSON fit their schema and are read back") {
  Row full = row("locks/a", parapet::VerdictKind::Unsafe, {0.25, 0.5});
  full.options = {"--search", "bfs"};
  full.limits = {std::chrono::milliseconds(1500), 100};
  full.expected = parapet::VerdictKind::Unsafe;
  full.shape = Shape{1, 2, 3, 4};
  full.table = "Table 1";
  full.figures = {{"paper_time", "paper time (s)", "0.5"}, {"paper_nodes", "paper nodes", ""}};
  full.evidence = "replayed";
  full.nodes = 12;
  full.depth = 4;
  full.solver_calls = 13;
  full.properties = {{"mutex", 3, parapet::VerdictKind::Safe, 5}, {"", 7, parapet::VerdictKind::Unsafe, 12}};
  Row empty = row("b", parapet::VerdictKind::Unknown);
  empty.reason = "time limit";
  const std::string text = to_json(results({full, empty}));
  CHECK(parapet::test::fits_schema(text, "bench-schema.json") == "");
  CHECK(to_json(read_results(text, "r.json")) == text);
}

TEST_CASE("bench: what is no result is refused with its place") {
  CHECK_THROWS_WITH_AS(static_cast<void>(read_results("{", "r.json")), "r.json:1:2: expected a key in quotes",
                       parapet::frontend::InputError);
  CHECK_THROWS_WITH_AS(static_cast<void>(read_results("{\n\"format\": \"x\"}", "r.json")),
                       "r.json:2:11: not the results of 'parapet bench --table json'", parapet::frontend::InputError);
}

TEST_CASE("bench: merging keeps the order of the suite, and the later of two results") {
  Results whole =
      results({row("a", parapet::VerdictKind::Safe), row("b", parapet::VerdictKind::Safe), row("c", parapet::VerdictKind::Safe)});
  Results first = whole, second = whole;
  first.rows.erase(first.rows.begin() + 1);
  second.rows.erase(second.rows.begin());
  second.rows[1].verdict = parapet::VerdictKind::Unsafe;
  second.machine = "there";
  const Results merged = merge({second, first});
  REQUIRE(merged.rows.size() == 3);
  CHECK(merged.rows[0].name == "a");
  CHECK(merged.rows[2].name == "c");
  CHECK(merged.rows[2].verdict == parapet::VerdictKind::Safe);
  CHECK(merged.machine == "there; here");
}

TEST_CASE("bench: merged results are complete exactly if every row of the suite is there") {
  const Results whole =
      results({row("a", parapet::VerdictKind::Safe), row("b", parapet::VerdictKind::Safe), row("c", parapet::VerdictKind::Safe)});
  Results first = whole, second = whole;
  std::erase_if(first.rows, [](const Row& each) { return each.index == 1; });
  std::erase_if(second.rows, [](const Row& each) { return each.index != 1; });
  CHECK_FALSE(merge({first}).complete);  // the last part is missing, and no part was interrupted
  CHECK_FALSE(merge({second, second}).complete);
  CHECK(merge({second, first}).complete);
  CHECK(merge({second, first}).suite_rows == 3);
  Results interrupted = first;
  interrupted.rows.pop_back();
  interrupted.complete = false;
  CHECK_FALSE(merge({interrupted, second}).complete);
  CHECK(merge({interrupted, second, first}).complete);
  CHECK(merge({merge({first}), second}).complete);
  CHECK(merge({merge({first}), second}).rows.size() == 3);
}

TEST_CASE("bench: parts of suites with different numbers of rows are no whole") {
  // As on two machines of which one has a tool that the other lacks: the indexes of the two do not mean the same rows.
  Row tool = row("a", parapet::VerdictKind::Safe);
  tool.tool = "other";
  Results first = results({row("a", parapet::VerdictKind::Safe), tool, row("b", parapet::VerdictKind::Safe), tool}),
          second = results({row("a", parapet::VerdictKind::Safe), row("b", parapet::VerdictKind::Safe)});
  first.rows = {first.rows[0], first.rows[2]};
  second.rows = {second.rows[1]};
  const Results merged = merge({first, second});
  CHECK_FALSE(merged.complete);
  CHECK_FALSE(merged.suite_rows.has_value());
  CHECK(merged.rows.size() == 2);
  // Two whole suites are complete, and their common work is there once.
  CHECK(merge({results({row("a", parapet::VerdictKind::Safe), row("b", parapet::VerdictKind::Safe)}),
               results({row("b", parapet::VerdictKind::Safe)})})
            .complete);
  CHECK(merge({results({row("a", parapet::VerdictKind::Safe), row("b", parapet::VerdictKind::Safe)}),
               results({row("b", parapet::VerdictKind::Safe)})})
            .rows.size() == 2);
}

TEST_CASE("bench: merging keeps both rows of a suite that lists the same work twice") {
  Results whole = results({row("a", parapet::VerdictKind::Safe), row("a", parapet::VerdictKind::Unknown)});
  whole.rows[1].limits.time = std::chrono::seconds(1);
  Results first = whole, second = whole;
  first.rows.pop_back();
  second.rows.erase(second.rows.begin());
  const Results merged = merge({second, first, second});
  REQUIRE(merged.rows.size() == 2);
  CHECK(merged.rows[0].verdict == parapet::VerdictKind::Safe);
  CHECK(merged.rows[1].verdict == parapet::VerdictKind::Unknown);
  CHECK(merged.complete);
}

TEST_CASE("bench: results without the number of the suite's rows are merged by their work") {
  std::string text = to_json(results({row("a", parapet::VerdictKind::Safe), row("b", parapet::VerdictKind::Safe)}));
  const std::string key = "\"suite_rows\": 2,";
  REQUIRE(text.find(key) != std::string::npos);
  text.erase(text.find(key), key.size());
  const Results old = read_results(text, "r.json");
  CHECK_FALSE(old.suite_rows.has_value());
  CHECK(merge({old, old}).rows.size() == 2);
  CHECK(merge({old, old}).complete);
  Results interrupted = old;
  interrupted.complete = false;
  CHECK_FALSE(merge({old, interrupted}).complete);
}

TEST_CASE("bench: a row whose check was interrupted has failed, so that --resume runs it again") {
  const std::atomic<int> signal{SIGTERM};
  parapet::Budget::Limits stopped;
  stopped.stop = &signal;
  const std::string reason = parapet::Budget(stopped).exhausted().value().what();
  const Task task{row("a", parapet::VerdictKind::Unknown, {}), std::nullopt};
  const auto answered = [](const std::string& verdict, const std::string& why) {
    ChildResult child;
    child.out = R"({"verdict": ")" + verdict + R"(", "reason": )" + why +
                R"(, "trace": null, "statistics": {"nodes": 1, "depth": 2, "solver": []}})";
    return child;
  };
  Row once = task.row;
  take_result(task, answered("UNKNOWN", '"' + reason + '"'), once);
  CHECK(once.failed);
  CHECK(once.reason == reason);
  Row limited = task.row;
  take_result(task, answered("UNKNOWN", R"("node limit reached")"), limited);
  CHECK_FALSE(limited.failed);
  Row repeated = task.row;
  take_result(task, answered("SAFE", "null"), repeated);
  CHECK_FALSE(repeated.failed);
  take_result(task, answered("UNKNOWN", '"' + reason + '"'), repeated);
  CHECK(repeated.failed);
}

TEST_CASE("bench: a model with several unsafe formulas has a verdict for each, in the row and in the table") {
  const Task task{row("a", parapet::VerdictKind::Unknown, {}), std::nullopt};
  ChildResult child;
  child.out = R"({"verdict": "UNSAFE", "reason": null, "trace": null, "statistics": {"nodes": 1, "depth": 2, "solver": []}, "properties": [
    {"name": "mutex", "line": 3, "verdict": "SAFE", "reason": null, "nodes": 5},
    {"name": "", "line": 7, "verdict": "UNSAFE", "reason": null, "nodes": 12}]})";
  Row taken = task.row;
  take_result(task, child, taken);
  REQUIRE(taken.properties.size() == 2);
  CHECK(taken.properties[1].line == 7);
  CHECK(taken.properties[1].verdict == parapet::VerdictKind::Unsafe);
  const Grid grid = table_of(results({taken}));
  const auto column = std::ranges::find(grid.columns, "properties", &GridColumn::key);
  REQUIRE(column != grid.columns.end());
  CHECK(grid.rows[0][static_cast<std::size_t>(column - grid.columns.begin())] == "mutex S, 7 US");
  const Grid without = table_of(results({task.row}));
  CHECK(std::ranges::find(without.columns, "properties", &GridColumn::key) == without.columns.end());
}

TEST_CASE("bench: a change is one that is not noise") {
  CHECK(change(row("a", parapet::VerdictKind::Safe, {1.0}), row("a", parapet::VerdictKind::Safe, {1.05})) == Change::None);
  CHECK(change(row("a", parapet::VerdictKind::Safe, {1.0}), row("a", parapet::VerdictKind::Safe, {1.5})) == Change::Slower);
  CHECK(change(row("a", parapet::VerdictKind::Safe, {1.5}), row("a", parapet::VerdictKind::Safe, {1.0})) == Change::Faster);
  CHECK(change(row("a", parapet::VerdictKind::Safe, {0.004}), row("a", parapet::VerdictKind::Safe, {0.009})) == Change::None);
  CHECK(change(row("a", parapet::VerdictKind::Safe, {0.6, 1.0, 1.4}), row("a", parapet::VerdictKind::Safe, {1.5})) == Change::None);
  CHECK(change(row("a", parapet::VerdictKind::Unknown, {1.0}), row("a", parapet::VerdictKind::Unknown, {2.0})) == Change::None);
  CHECK(change(row("a", parapet::VerdictKind::Safe), row("a", parapet::VerdictKind::Unknown)) == Change::Verdict);
}

TEST_CASE("bench: a verdict that is gained is no regression, a lost or changed one is") {
  const auto regression = [](parapet::VerdictKind before, parapet::VerdictKind after) {
    return is_regression(compare(results({row("a", before)}), results({row("a", after)})).pairs.at(0));
  };
  CHECK_FALSE(regression(parapet::VerdictKind::Unknown, parapet::VerdictKind::Safe));
  CHECK(regression(parapet::VerdictKind::Safe, parapet::VerdictKind::Unknown));
  CHECK(regression(parapet::VerdictKind::Safe, parapet::VerdictKind::Unsafe));
  CHECK_FALSE(regression(parapet::VerdictKind::Safe, parapet::VerdictKind::Safe));
}

TEST_CASE("bench: geometric means are over rows that both decided") {
  const Comparison c = compare(results({row("a", parapet::VerdictKind::Safe, {1}), row("b", parapet::VerdictKind::Safe, {4}),
                                        row("c", parapet::VerdictKind::Unknown, {9}), row("d", parapet::VerdictKind::Safe)}),
                               results({row("a", parapet::VerdictKind::Safe, {4}), row("b", parapet::VerdictKind::Safe, {1}),
                                        row("c", parapet::VerdictKind::Safe, {1})}));
  CHECK(c.decided == 2);
  CHECK(c.time_mean == doctest::Approx(1.0));
  CHECK(c.only_before == std::vector<std::string>{"d tso"});
}

TEST_CASE("bench: verdicts of other tools come from their patterns") {
  Task task{row("a", parapet::VerdictKind::Unknown, {}), Tool{"t", {"t", "{file}"}, "^SAFE$", "^UNSAFE$", ""}};
  CHECK(command_of(task, "") == std::vector<std::string>{"t", "a.cub"});
  const auto verdict = [&](const std::string& out, Ending ending = Ending::Exited) {
    Row result = task.row;
    ChildResult child;
    child.out = out;
    child.ending = ending;
    take_result(task, child, result);
    return std::make_pair(result.verdict, result.failed);
  };
  CHECK(verdict("x\nSAFE\n") == std::make_pair(parapet::VerdictKind::Safe, false));
  CHECK(verdict("UNSAFE") == std::make_pair(parapet::VerdictKind::Unsafe, false));
  CHECK(verdict("SAFE\nUNSAFE") == std::make_pair(parapet::VerdictKind::Unknown, true));
  CHECK(verdict("none") == std::make_pair(parapet::VerdictKind::Unknown, true));
  CHECK(verdict("SAFE", Ending::TimeLimit) == std::make_pair(parapet::VerdictKind::Unknown, false));
}

TEST_CASE("bench: rows that differ in their options are partners where there is no choice") {
  const auto with = [](Row r, std::vector<std::string> options) {
    r.options = std::move(options);
    return r;
  };
  const Row plain = row("a", parapet::VerdictKind::Safe), other = with(row("a", parapet::VerdictKind::Safe), {"-j2"}),
            third = with(row("a", parapet::VerdictKind::Safe), {"-j3"});
  CHECK(compare(results({plain}), results({other})).pairs.size() == 1);
  const Comparison exact = compare(results({plain, other}), results({other, plain}));
  CHECK(exact.pairs.size() == 2);
  CHECK(exact.pairs[0].after.options.empty());
  const Comparison rest = compare(results({plain, other}), results({plain, third}));
  CHECK(rest.pairs.size() == 2);
  CHECK(rest.pairs[1].after.options == third.options);
  const Comparison ambiguous = compare(results({plain}), results({other, third}));
  CHECK(ambiguous.pairs.empty());
  CHECK(ambiguous.only_before.size() == 1);
  CHECK(ambiguous.only_after.size() == 2);
}

TEST_CASE("bench: rows are partners by the path of their model") {
  Row here = row("mutex", parapet::VerdictKind::Safe);
  here.file = "locks/mutex.cub";
  Row there = here;
  there.file = "/home/someone/models/locks/mutex.cub";
  CHECK(compare(results({here}), results({there})).pairs.size() == 1);
  Row other = here;
  other.file = "barriers/mutex.cub";
  CHECK(compare(results({here}), results({other})).pairs.empty());
  there.file = "/home/someone/models/unlocks/mutex.cub";
  CHECK(compare(results({here}), results({there})).pairs.empty());
}
