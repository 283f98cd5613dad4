// The counterexample on the page: controls, the steps as a table, the execution graph, the state and the model beside each other. Steps are
// counted from 1; `data-step` 0 is the beginning. The script (page_script.h) connects the parts by these numbers and by lines of the model.
#include <algorithm>
#include <sstream>

#include "report/execution_report.h"
#include "report/html.h"
#include "report/page.h"

namespace parapet::report {
namespace {

struct StepRow {
  std::string process, label;
  std::vector<std::string> lines;
  std::optional<std::uint32_t> transition;  // that fires, or whose write is committed
};

// What each step of the trace did, from the events: a firing with its writes and their way to memory, or a commit.
std::vector<StepRow> step_rows(const evidence::Execution& execution, const ExecutionGraph& graph) {
  std::vector<StepRow> rows(execution.trace.steps.size());
  for (const GraphEvent& event : graph.events) {
    if (!event.step) continue;
    const bool write = event.kind == GraphEvent::Kind::Write;
    StepRow& fired = rows[*event.step];
    fired.transition = execution.trace.steps[*event.step].transition;
    if (!write) fired.label = event.label;
    if (event.process) fired.process = graph.columns[*event.process];
    for (const std::string& line : event.lines) fired.lines.push_back(line);
    if (!write || event.instant == event.step) continue;
    fired.lines.push_back(event.instant ? "into the store buffer, until step " + std::to_string(*event.instant + 1)
                                        : "into the store buffer, to the end");
    if (!event.instant) continue;
    StepRow& commit = rows[*event.instant];
    commit.transition = fired.transition;
    if (event.process) commit.process = graph.columns[*event.process];
    commit.label = "the " + (graph.writes_apart ? event.label : "write of step " + std::to_string(*event.step + 1)) + " reaches memory";
  }
  return rows;
}

std::string button(const char* id, const char* title, const char* text) {
  return std::string("<button id=\"") + id + "\" title=\"" + title + "\">" + text + "</button>";
}

std::string edge_switches(const ExecutionGraph& graph) {
  constexpr std::pair<GraphEdge::Kind, const char*> kinds[] = {
      {GraphEdge::Kind::Po, "program order that the model keeps"},
      {GraphEdge::Kind::Fence, "program order kept by a fence"},
      {GraphEdge::Kind::WFence, "order of writes kept by a store-store fence"},
      {GraphEdge::Kind::Rf, "read from"},
      {GraphEdge::Kind::Co, "next write of the location"},
      {GraphEdge::Kind::Fr, "read before that write"},
      {GraphEdge::Kind::Late, "program order that the model does not keep: the write reached memory after the later step"},
      {GraphEdge::Kind::Plain, "order of a plain cell"}};
  std::string out;
  for (const auto& [kind, meaning] : kinds) {
    if (std::ranges::find(graph.edges, kind, &GraphEdge::kind) == graph.edges.end()) continue;
    const std::string word(name(kind));
    out += std::string("<label class=\"graph\" title=\"") + meaning + "\"><input type=\"checkbox\" checked value=\"" + word +
           "\"><span class=\"kind " + word + "\">" + word + "</span></label>\n";
  }
  return out;
}

std::string controls(const ExecutionGraph& graph, std::size_t steps) {
  return "<div class=\"controls\">" + button("step-back", "one step back (arrow left)", "&#9664;") +
         button("step-on", "one step on (arrow right)", "&#9654;") + "<input type=\"range\" id=\"step\" min=\"0\" max=\"" +
         std::to_string(steps) + "\" value=\"0\" aria-label=\"step\">" + button("step-all", "the whole execution (Escape)", "all") +
         "<output id=\"step-shown\">all " + std::to_string(steps) + " steps</output>\n<span class=\"zoom\">" +
         button("zoom-out", "smaller (-)", "&minus;") + button("zoom-in", "larger (+)", "+") +
         button("zoom-width", "as wide as its frame (w)", "width") + button("zoom-fit", "the whole graph (f)", "fit") + "</span>\n" +
         edge_switches(graph) + "</div>\n";
}

// `data-line` and `data-to`: the lines of the declaration in the model.
std::string source_lines(const ld::Declaration& declaration, std::string_view model) {
  if (declaration.line == 0) return "";
  std::size_t last = declaration.line;
  if (declaration.range.end <= model.size()) {
    const std::string_view text = model.substr(declaration.range.begin, declaration.range.end - declaration.range.begin);
    last += static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }
  return " data-line=\"" + std::to_string(declaration.line) + "\" data-to=\"" + std::to_string(last) + "\"";
}

std::string place_link(const evidence::Execution& execution, std::uint32_t line) {
  if (line == 0) return "";
  return " <a class=\"place\" href=\"#L" + std::to_string(line) + "\">" + html_text(place_of(execution, line)) + "</a>";
}

std::string steps_table(const PageContent& content) {
  const evidence::Execution& execution = *content.execution;
  const ld::Program& program = execution.program;
  const std::vector<StepRow> rows = step_rows(execution, *content.graph);
  std::string out = "<div class=\"steps\" tabindex=\"0\"><table><tr><th>step</th><th>process</th><th>what happens</th></tr>\n";
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const StepRow& row = rows[k];
    const ld::Transition* const transition = row.transition ? &program.transitions[*row.transition] : nullptr;
    out += "<tr data-step=\"" + std::to_string(k + 1) + "\"" + (transition != nullptr ? source_lines(*transition, content.model) : "") +
           "><td class=\"count\">" + std::to_string(k + 1) + "</td><td>" + html_text(row.process) + "</td><td class=\"code\"><b>" +
           html_text(row.label) + "</b>";
    if (transition != nullptr) out += place_link(execution, transition->line);
    for (const std::string& line : row.lines) out += "<br>" + html_text(line);
    out += "</td></tr>\n";
  }
  if (execution.trace.violates()) {
    const ld::Unsafe& unsafe = program.unsafes[execution.trace.unsafe];
    out += "<tr class=\"end\"" + source_lines(unsafe, content.model) + "><td>end</td><td></td><td class=\"code\"><b>" +
           html_text(execution.target) + (unsafe.name.empty() ? "" : " " + html_text(unsafe.name)) + "</b>" +
           place_link(execution, unsafe.line) + "<br>" +
           html_text(ld::to_string(unsafe.formula, evidence::named_scope(execution.trace, unsafe, execution.trace.unsafe_processes),
                                   program.signature)) +
           "</td></tr>\n";
  }
  return out + "</table></div>\n";
}

}  // namespace

std::string execution_html(const PageContent& content) {
  const evidence::Execution& execution = *content.execution;
  std::ostringstream text;
  print_trace(text, execution);
  return "<section class=\"counterexample\">\n" + controls(*content.graph, execution.trace.steps.size()) + "<div class=\"bench\">\n" +
         steps_table(content) + "<div class=\"drawing\" tabindex=\"0\">" + graph_svg(*content.graph) + "</div>\n" +
         state_html(execution, content.graph->writes_apart) + model_html(content.model, content.marks, content.notes) +
         "</div>\n</section>\n<details><summary>as text</summary><pre>" + html_text(text.str()) + "</pre></details>\n";
}

}  // namespace parapet::report
