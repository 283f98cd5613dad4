// The parts of the HTML report.
#include "report/page.h"

#include <doctest/doctest.h>

#include <string>

#include "check/execution_graph.h"
#include "unit/report/execution_kit.h"
#include "unit/report/run_kit.h"
#include "unit/report/tree_kit.h"

using namespace parapet;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("page: the model with numbered lines, marked where it was asked for, escaped everywhere") {
  CHECK(report::model_html("var X\na < b", {{{0, 3}, "keyword"}, {{6, 7}, "name"}}, {{2, "atomic step", "reads <several>", true}}) ==
        "<pre class=\"model\" tabindex=\"0\"><span class=\"line\" id=\"L1\"><span class=\"row\">1</span><span class=\"keyword\">var</span> "
        "X\n</span><span class=\"line\" id=\"L2\"><span class=\"row\">2</span><span class=\"name\">a</span> &lt; b <span class=\"note "
        "accepted\" title=\"reads &lt;several&gt;\">atomic step, accepted</span>\n</span></pre>\n");
}

TEST_CASE("page: the tree is nested, with links to who covers a cube, and says what is not shown") {
  report::SearchTree tree = test::small_tree();
  const std::string html = report::tree_html(tree);
  CHECK(has(html, "<li id=\"n1\" class=\"visited\"><details open>"));
  CHECK(has(html, "<li id=\"n2.1\" class=\"covered\"><span class=\"leaf\">"));
  CHECK(has(html, "covered</span> by <a href=\"#n1\">1</a>"));
  CHECK(has(html, "covered</span> by several together"));
  CHECK(has(html, "X &lt; 3"));
  CHECK_FALSE(has(html, "not shown"));
  tree.left_out = 2;
  CHECK(has(report::tree_html(tree), "<p>2 more cubes are not shown.</p>"));
  while (tree.nodes.size() < report::most_tree_nodes + 5) tree.nodes.push_back(tree.nodes[0]);
  CHECK(has(report::tree_html(tree), "<p>7 more cubes are not shown.</p>"));
}

TEST_CASE("page: a row for each step, and when a buffered write reaches memory") {
  const test::Replayed replayed;
  const ExecutionGraph graph = check::execution_graph(replayed.program, replayed.trace, replayed.account, ld::tso);
  const report::Run run = test::full_run();
  const report::SearchTree tree = test::small_tree();
  const evidence::Execution execution = replayed.execution();
  const std::string html = report::execution_html({run, test::store_buffering, {}, &execution, &graph, tree});
  CHECK(has(html,
            "<tr data-step=\"1\" data-line=\"8\" data-to=\"8\"><td class=\"count\">1</td><td>p1</td><td class=\"code\"><b>put_x(p1)</b> "
            "<a class=\"place\" href=\"#L8\">8</a>"));
  CHECK(has(html, "into the store buffer, until step 5"));
  CHECK(has(html, "into the store buffer, to the end"));
  // The commit belongs to the transition that wrote.
  CHECK(has(
      html,
      "<tr data-step=\"5\" data-line=\"8\" data-to=\"8\"><td class=\"count\">5</td><td>p1</td><td class=\"code\"><b>the write of step 1 "
      "reaches memory</b>"));
  CHECK_FALSE(has(html, "<tr data-step=\"6\""));
  CHECK(has(html, "<tr class=\"end\" data-line=\"7\" data-to=\"7\">"));
}

TEST_CASE("page: the state panel has every value with the step that brings it, and every entry of a store buffer with its steps") {
  const test::Replayed replayed;
  const std::string html = report::state_html(replayed.execution(), false);
  CHECK(has(html, "<tr><td class=\"code\">X</td><td class=\"code value\" colspan=\"2\" data-values=\"0 False|5 True\">True</td></tr>"));
  CHECK(has(html, "<tr><td class=\"code\">Y</td><td class=\"code value\" colspan=\"2\" data-values=\"0 False\">False</td></tr>"));
  CHECK(has(html, "data-values=\"0 A|1 B|3 C\">C</td><td class=\"code value\" data-values=\"0 A|2 B|4 C\">C</td>"));
  CHECK(has(html, "<li class=\"entry code gone\" data-from=\"1\" data-until=\"5\">X := True <small>step 1</small></li>"));
  CHECK(has(html, "<li class=\"entry code\" data-from=\"2\">Y := True <small>step 2</small></li>"));
  CHECK(has(html, "<tr><td class=\"code\">p1</td>"));
  CHECK(has(report::state_html(replayed.execution(), true), "<tr><td class=\"code\">p1 X</td>"));
}

TEST_CASE("page: a run without counterexample has no such part; standard input has a title") {
  report::Run run = test::full_run();
  const report::SearchTree tree = test::small_tree();
  const std::string safe = report::run_page({run, "init { }", {}, nullptr, nullptr, tree});
  CHECK(has(safe, "<title>lock.cub</title>"));
  CHECK_FALSE(has(safe, "<h2>Counterexample</h2>"));
  for (const char* part : {"<h2>Model</h2>", "<h2>Search</h2>", "<h2>Statistics</h2>", "assuming 1 user invariant"}) CHECK(has(safe, part));
  run.file = "-";
  CHECK(has(report::run_page({run, "init { }", {}, nullptr, nullptr, tree}), "<title>standard input</title>"));
}
