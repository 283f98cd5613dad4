// An execution graph as a picture: what scripts find in it, and where things stand.
#include <doctest/doctest.h>

#include <string>

#include "report/execution_report.h"
#include "unit/report/graph_kit.h"

using namespace parapet;

namespace {

// The number in `name="..."` of the box of an event.
int box(const std::string& svg, std::size_t event, const std::string& name) {
  const std::size_t at = svg.find("data-event=\"" + std::to_string(event) + "\"");
  REQUIRE(at != std::string::npos);
  const std::size_t value = svg.find(" " + name + "=\"", svg.find("<rect", at)) + name.size() + 3;
  return std::stoi(svg.substr(value));
}

std::string element(const std::string& svg, const std::string& from, const std::string& to) {
  const std::size_t at = svg.find(from);
  return at == std::string::npos ? "" : svg.substr(at, svg.find(to, at) - at);
}

}  // namespace

TEST_CASE("graph svg: events carry their firing and their instant, counted from 1") {
  const std::string svg = report::graph_svg(test::small_graph());
  CHECK(svg.rfind("<svg ", 0) == 0);
  CHECK(element(svg, "data-event=\"0\"", ">") == "data-event=\"0\"");
  CHECK(element(svg, "data-event=\"1\"", ">") == "data-event=\"1\" data-step=\"1\" data-instant=\"1\"");
  CHECK(element(svg, "data-event=\"2\"", ">") == "data-event=\"2\" data-step=\"1\"");
  CHECK(element(svg, "data-event=\"3\"", ">") == "data-event=\"3\" data-step=\"2\" data-instant=\"2\"");
}

TEST_CASE("graph svg: a write that never left its buffer is marked") {
  const std::string svg = report::graph_svg(test::small_graph());
  CHECK(svg.find("class=\"event write never\"") != std::string::npos);
  CHECK(svg.find("still in the store buffer") != std::string::npos);
  ExecutionGraph committed = test::small_graph();
  committed.events[2].instant = 2;
  const std::string done = report::graph_svg(committed);
  CHECK(done.find("class=\"event write\"") != std::string::npos);
  CHECK(done.find("still in the store buffer") == std::string::npos);
}

TEST_CASE("graph svg: time goes down, a column is a column") {
  ExecutionGraph graph = test::small_graph();
  graph.events[2].instant = 2;
  const std::string svg = report::graph_svg(graph);
  CHECK(box(svg, 0, "y") < box(svg, 1, "y"));
  CHECK(box(svg, 1, "y") + box(svg, 1, "height") < box(svg, 3, "y"));
  CHECK(box(svg, 3, "y") + box(svg, 3, "height") < box(svg, 2, "y"));
  const auto centre = [&](std::size_t event) { return box(svg, event, "x") + box(svg, event, "width") / 2; };
  CHECK(std::abs(centre(1) - centre(2)) <= 1);
  CHECK(centre(1) < centre(3));
}

TEST_CASE("graph svg: edges name their ends and their kind, those outside ghb are local; text is escaped") {
  const std::string svg = report::graph_svg(test::small_graph());
  CHECK(svg.find("class=\"edge po\" data-from=\"1\" data-to=\"2\"") != std::string::npos);
  CHECK(svg.find("class=\"edge rf local\" data-from=\"2\" data-to=\"3\"") != std::string::npos);
  CHECK(svg.find("class=\"edge co\" data-from=\"0\" data-to=\"2\"") != std::string::npos);
  CHECK(svg.find("get(p2) &lt;&amp;&gt;") != std::string::npos);
  CHECK(svg.find("<&>") == std::string::npos);
}
