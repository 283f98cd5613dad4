// A column is a cluster: `dot` keeps its nodes together and apart from those of others. ghb is acyclic, so its edges may all rank their
// ends: then every one of them points down.
#include <sstream>

#include "report/execution_report.h"
#include "report/html.h"

namespace parapet::report {
namespace {

using EventKind = GraphEvent::Kind;
using EdgeKind = GraphEdge::Kind;

std::string_view colour(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::Po:
      return "black";
    case EdgeKind::Fence:
      return "darkgreen";
    case EdgeKind::WFence:
      return "darkcyan";
    case EdgeKind::Rf:
      return "red";
    case EdgeKind::Co:
      return "blue";
    case EdgeKind::Fr:
      return "orange";
    case EdgeKind::Late:
      return "purple";
    case EdgeKind::Plain:
      return "gray50";
  }
  return "black";
}

std::string_view shape(EventKind kind) {
  switch (kind) {
    case EventKind::Execution:
      return "box";
    case EventKind::Write:
      return "box, style=\"rounded,filled\", fillcolor=\"#dce9f7\"";
    case EventKind::ReadModifyWrite:
      return "box, style=filled, fillcolor=\"#dce9f7\"";
    case EventKind::Initial:
    case EventKind::Final:
      break;
  }
  return "box, style=filled, fillcolor=\"#eeeeee\"";
}

// The label, when it happened, and what it did, line by line.
std::string node_label(const GraphEvent& event) {
  std::string text = event.label;
  if (event.instant) text = std::to_string(*event.instant + 1) + ": " + text;
  if (event.kind == EventKind::Write && !event.instant) text += ", in the buffer at the end";
  std::string result = dot_quoted(text);
  result.pop_back();
  for (const std::string& line : event.lines) {
    const std::string next = dot_quoted(line);
    result += "\\n" + next.substr(1, next.size() - 2);
  }
  return result + "\"";
}

void print_node(std::ostream& out, const ExecutionGraph& graph, std::size_t number, std::string_view indent) {
  const GraphEvent& event = graph.events[number];
  out << indent << 'e' << number << " [label=" << node_label(event) << ", shape=" << shape(event.kind) << "];\n";
}

void print_edge(std::ostream& out, const GraphEdge& edge) {
  const std::string about = std::string(name(edge.kind)) + (edge.what.empty() ? "" : " " + edge.what);
  out << "  e" << edge.from << " -> e" << edge.to << " [color=" << colour(edge.kind) << ", fontcolor=" << colour(edge.kind)
      << ", label=" << dot_quoted(edge.kind == EdgeKind::Po ? "" : about);
  if (edge.kind == EdgeKind::Po) out << ", weight=4";
  if (!edge.ghb) out << ", style=dotted, constraint=false";
  out << "];\n";
}

void print_column(std::ostream& out, const ExecutionGraph& graph, Process process) {
  std::size_t first = graph.events.size();
  out << "  subgraph cluster_" << process << " {\n    color=gray80;\n";
  for (std::size_t k = graph.events.size(); k-- > 0;) {
    if (graph.events[k].process == process) first = k;
  }
  for (std::size_t k = first; k < graph.events.size(); ++k) {
    if (graph.events[k].process == process) print_node(out, graph, k, "    ");
  }
  out << "  }\n  p" << process << " [label=" << dot_quoted(graph.columns[process]) << ", shape=plaintext, fontsize=13];\n";
  if (first != graph.events.size()) out << "  p" << process << " -> e" << first << " [style=invis, weight=50];\n";
}

// Events of no column; the initial values are above the names.
void print_others(std::ostream& out, const ExecutionGraph& graph) {
  for (std::size_t k = 0; k < graph.events.size(); ++k) {
    const GraphEvent& event = graph.events[k];
    if (event.process) continue;
    print_node(out, graph, k, "  ");
    for (std::size_t process = 0; event.kind == EventKind::Initial && process < graph.columns.size(); ++process)
      out << "  e" << k << " -> p" << process << " [style=invis];\n";
  }
}

void print_row_of_names(std::ostream& out, const ExecutionGraph& graph) {
  out << "  { rank=same; ";
  for (std::size_t process = 0; process < graph.columns.size(); ++process) out << (process == 0 ? "p" : " -> p") << process;
  out << " [style=invis]; }\n";
}

}  // namespace

std::string graph_dot(const ExecutionGraph& graph) {
  std::ostringstream out;
  out << "// Events of one execution under " << graph.model
      << ". Dotted edges are not in ghb; a write with an edge `late` was overtaken. Draw: dot -Tsvg\n"
      << "digraph execution {\n"
      << "  graph [fontname=\"Helvetica\", newrank=true, nodesep=0.5, ranksep=0.4];\n"
      << "  node [fontname=\"Helvetica\", fontsize=11, margin=\"0.12,0.06\"];\n"
      << "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n";
  for (Process process = 0; process < graph.columns.size(); ++process) print_column(out, graph, process);
  print_others(out, graph);
  print_row_of_names(out, graph);
  for (const GraphEdge& edge : graph.edges) print_edge(out, edge);
  out << "}\n";
  return out.str();
}

}  // namespace parapet::report
