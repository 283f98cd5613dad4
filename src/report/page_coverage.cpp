// The coverage of small instances on the page: the table of `parapet coverage`, with links to the transitions.
#include <sstream>

#include "report/html.h"
#include "report/page.h"

namespace parapet::report {
namespace {

using Size = coverage::SmallInstances::Size;

std::string row(const std::string& first, const std::vector<std::string>& cells) {
  std::string out = "<tr><td>" + first + "</td>";
  for (const std::string& cell : cells) out += "<td class=\"count\">" + html_text(cell) + "</td>";
  return out + "</tr>\n";
}

std::string transition_name(const ld::Transition& transition, const coverage::TransitionCoverage& covered) {
  std::string out = "<a class=\"code\" href=\"#L" + std::to_string(transition.line) + "\">" + html_text(transition.name) + "</a>";
  for (const coverage::Part& branch : covered.branches) {
    if (!branch.seen && covered.fired()) out += "<br><small>never with: <span class=\"code\">" + html_text(branch.text) + "</span></small>";
  }
  return out;
}

}  // namespace

std::string coverage_html(const CoverageReport& report) {
  const coverage::SmallInstances& small = report.small;
  std::string out =
      "<p>Steps of a shortest execution that fires each transition, by number of processes.</p>\n<table class=\"coverage\">\n";
  out += "<tr><th>transition</th>";
  for (const Size& size : small.sizes) out += "<th>" + counted(size.processes, "process", "es") + "</th>";
  out += "</tr>\n";
  for (std::size_t k = 0; k < report.program.transitions.size(); ++k) {
    std::vector<std::string> cells;
    for (std::size_t s = 0; s < small.sizes.size(); ++s) cells.push_back(steps_text(small, k, s));
    out += row(transition_name(report.program.transitions[k], small.coverage.transitions[k]), cells);
  }
  std::vector<std::string> initial, states, explored;
  for (const Size& size : small.sizes) {
    initial.push_back(std::to_string(size.initial));
    states.push_back(std::to_string(size.states));
    explored.emplace_back(extent(size));
  }
  out += row("initial states", initial) + row("states", states) + row("explored", explored);
  std::ostringstream findings;
  print_findings(findings, report);
  return out + "</table>\n<pre>" + html_text(findings.str()) + "</pre>\n";
}

}  // namespace parapet::report
