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
  CHECK(report::model_html("var X\na < b", {{{0, 3}, "keyword"}, {{6, 7}, "name"}}) ==
        "<pre class=\"model\"><span class=\"row\">1</span><span class=\"keyword\">var</span> X\n"
        "<span class=\"row\">2</span><span class=\"name\">a</span> &lt; b\n</pre>\n");
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
  const std::string html = report::execution_html(replayed.execution(), graph);
  CHECK(has(html, "<tr data-step=\"1\"><td class=\"count\">1</td><td>p1</td><td class=\"code\"><b>put_x(p1)</b>"));
  CHECK(has(html, "into the store buffer, until step 5"));
  CHECK(has(html, "into the store buffer, to the end"));
  CHECK(has(html, "<tr data-step=\"5\"><td class=\"count\">5</td><td>p1</td><td class=\"code\"><b>the write of step 1 reaches memory</b>"));
  CHECK_FALSE(has(html, "<tr data-step=\"6\">"));
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
