#include "report/page.h"

#include <algorithm>
#include <sstream>

#include "report/graph_svg.h"
#include "report/html.h"
#include "report/page_style.h"
#include "report/trace_text.h"

namespace parapet::report {
namespace {

std::string verdict_html(const Run& run) {
  const std::string answer(name(run.answer));
  const char* const kind = run.answer == Answer::Safe ? "safe" : run.answer == Answer::Unsafe ? "unsafe" : "unknown";
  std::string out = "<div class=\"verdict " + std::string(kind) + "\"><b>" + answer + "</b>";
  if (!run.reason.empty()) out += html_text(run.reason) + "<br>";
  out += html_text(counted(run.nodes, "node") + ", " + seconds_text(run.wall_seconds) + ", cubes of at most " +
                   counted(run.processes, "process", "es") + ", model " + run.model + ", engine " + run.engine);
  for (const std::string& assumption : run.assumptions) out += "<br>" + html_text(assumption);
  return out + "</div>\n";
}

std::string statistics_html(const Run& run) {
  std::string out = "<table class=\"statistics\">\n";
  for (const Count& count : run.counts) {
    out += "<tr><td class=\"code\">" + html_text(count.key) + "</td><td class=\"count\">" + std::to_string(count.value) + "</td><td>" +
           html_text(count.meaning) + "</td></tr>\n";
  }
  for (const SolverUse& use : run.solver) {
    out += "<tr><td class=\"code\">" + html_text(use.backend) + " " + html_text(use.purpose) + "</td><td class=\"count\">" +
           std::to_string(use.calls) + "</td><td>solver calls, " + seconds_text(use.seconds) + "</td></tr>\n";
  }
  const auto row = [&](const char* key, const std::string& value) {
    out += std::string("<tr><td class=\"code\">") + key + "</td><td class=\"count\">" + value + "</td><td></td></tr>\n";
  };
  row("peak_memory", std::to_string(run.peak_memory >> 20U) + " MB");
  row("cpu_seconds", seconds_text(run.cpu_seconds));
  row("wall_seconds", seconds_text(run.wall_seconds));
  return out + "</table>\n";
}

struct StepRow {
  std::string process, label;
  std::vector<std::string> lines;
};

// What each step of the trace did, from the events: a firing with its writes and their way to memory, or a commit.
std::vector<StepRow> step_rows(const ExecutionGraph& graph, std::size_t steps) {
  std::vector<StepRow> rows(steps);
  for (const GraphEvent& event : graph.events) {
    if (!event.step) continue;
    const bool write = event.kind == GraphEvent::Kind::Write;
    StepRow& fired = rows[*event.step];
    if (!write) fired.label = event.label;
    if (event.process) fired.process = graph.columns[*event.process];
    for (const std::string& line : event.lines) fired.lines.push_back(line);
    if (!write || event.instant == event.step) continue;
    fired.lines.push_back(event.instant ? "into the store buffer, until step " + std::to_string(*event.instant + 1)
                                        : "into the store buffer, to the end");
    if (!event.instant) continue;
    StepRow& commit = rows[*event.instant];
    if (event.process) commit.process = graph.columns[*event.process];
    commit.label = "the " + (graph.writes_apart ? event.label : "write of step " + std::to_string(*event.step + 1)) + " reaches memory";
  }
  return rows;
}

}  // namespace

std::string model_html(std::string_view text, const std::vector<PageMark>& marks) {
  std::string marked;
  std::size_t at = 0;
  const auto add = [&](std::size_t end, std::string_view kind) {
    // A mark over several lines is one on each, so that lines can be numbered.
    while (at < end) {
      const std::size_t stop = std::min(end, text.find('\n', at));
      std::string_view line = text.substr(at, stop - at);
      if (line.ends_with('\r') && (stop == text.size() || text[stop] == '\n')) line.remove_suffix(1);
      const std::string part = html_text(line);
      marked += kind.empty() || part.empty() ? part : "<span class=\"" + std::string(kind) + "\">" + part + "</span>";
      at = stop;
      if (at < end) {
        marked += '\n';
        ++at;
      }
    }
  };
  for (const PageMark& mark : marks) {
    add(mark.range.begin, "");
    add(mark.range.end, mark.kind);
  }
  add(text.size(), "");
  std::istringstream lines(marked);
  std::string out = "<pre class=\"model\">";
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) out += "<span class=\"row\">" + std::to_string(++number) + "</span>" + line + "\n";
  return out + "</pre>\n";
}

std::string execution_html(const evidence::Execution& execution, const ExecutionGraph& graph) {
  const std::vector<StepRow> rows = step_rows(graph, execution.trace.steps.size());
  std::string out =
      "<div class=\"controls\"><button id=\"step-back\" title=\"one step back (arrow left)\">&#9664;</button>"
      "<button id=\"step-on\" title=\"one step on (arrow right)\">&#9654;</button><input type=\"range\" id=\"step\" min=\"0\" max=\"" +
      std::to_string(rows.size()) + "\" value=\"" + std::to_string(rows.size()) +
      "\" aria-label=\"step\"><output id=\"step-shown\">all steps</output><button id=\"step-all\">show all</button>\n";
  constexpr std::pair<const char*, const char*> kinds[] = {{"po", "program order that the model keeps"},
                                                           {"fence", "program order kept by a fence"},
                                                           {"wfence", "order of writes kept by a store-store fence"},
                                                           {"rf", "read from"},
                                                           {"co", "next write of the location"},
                                                           {"fr", "read before that write"},
                                                           {"plain", "order of a plain cell"}};
  const bool store_fences =
      std::any_of(graph.edges.begin(), graph.edges.end(), [](const GraphEdge& edge) { return edge.kind == GraphEdge::Kind::WFence; });
  for (const auto& [kind, meaning] : kinds) {
    if (kind == name(GraphEdge::Kind::WFence) && !store_fences) continue;
    out += std::string("<label class=\"graph\" style=\"font:inherit\" title=\"") + meaning +
           "\"><input type=\"checkbox\" checked value=\"" + kind + "\"><span class=\"kind " + kind + "\">" + kind + "</span></label>\n";
  }
  out += "</div>\n<div class=\"split\"><div class=\"drawing\">" + graph_svg(graph) +
         "</div>\n<div class=\"steps\"><table><tr><th>step</th><th>process</th><th>what happens</th></tr>\n";
  for (std::size_t k = 0; k < rows.size(); ++k) {
    out += "<tr data-step=\"" + std::to_string(k + 1) + "\"><td class=\"count\">" + std::to_string(k + 1) + "</td><td>" +
           html_text(rows[k].process) + "</td><td class=\"code\"><b>" + html_text(rows[k].label) + "</b>";
    for (const std::string& line : rows[k].lines) out += "<br>" + html_text(line);
    out += "</td></tr>\n";
  }
  std::ostringstream text;
  print_trace(text, execution);
  return out + "</table></div></div>\n<details><summary>as text</summary><pre>" + html_text(text.str()) + "</pre></details>\n";
}

std::string run_page(const PageContent& content) {
  std::string body = verdict_html(content.run);
  if (content.execution != nullptr && content.graph != nullptr) {
    body +=
        "<h2>Counterexample</h2>\n<p>Point at an event to see its edges; step through with the buttons, the arrow keys or a click on a "
        "step.</p>\n" +
        execution_html(*content.execution, *content.graph);
  }
  body += "<h2>Model</h2>\n" + model_html(content.model, content.marks);
  body += "<h2>Search</h2>\n" + tree_html(content.tree);
  body += "<h2>Statistics</h2>\n" + statistics_html(content.run);
  body += "<p>Parapet " + html_text(content.run.version) + "</p>\n";
  const std::string title = content.run.file == "-" ? "standard input" : content.run.file;
  return html_page({title, page_style, body, page_script});
}

}  // namespace parapet::report
