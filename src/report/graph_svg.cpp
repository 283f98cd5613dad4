// Layout. Rows are ordered by instant, and ghb agrees with that order, so every edge of it points down. A box is as wide as its text. Edges
// within a column are straight between neighbours and arcs on its right otherwise; edges between columns leave and reach boxes at the sides
// that face each other; edges from the initial values and to the end run beside the column of the other event.
#include <algorithm>
#include <numeric>

#include "base/narrow.h"
#include "report/execution_report.h"
#include "report/html.h"

namespace parapet::report {
namespace {

using EventKind = GraphEvent::Kind;
using EdgeKind = GraphEdge::Kind;

constexpr int line_height = 16, padding = 8, row_gap = 26, column_gap = 150, top = 44, margin = 110;

constexpr const char* style = R"(
.graph { --ink: #222; --paper: #fff; --box: #fff; --write: #dce9f7; --edge-of-all: #eee; font: 12px ui-monospace, "DejaVu Sans Mono", monospace; }
@media (prefers-color-scheme: dark) { .graph { --ink: #ddd; --paper: #181818; --box: #222; --write: #1d3550; --edge-of-all: #333; } }
.graph text { fill: var(--ink); }
.graph .column { font-weight: bold; text-anchor: middle; font-size: 14px; }
.graph .life { stroke: var(--ink); stroke-opacity: .15; stroke-width: 2; }
.graph rect { fill: var(--box); stroke: var(--ink); stroke-opacity: .6; }
.graph .write rect, .graph .read-modify-write rect { fill: var(--write); }
.graph .initial rect, .graph .final rect { fill: var(--edge-of-all); }
.graph .never rect { stroke-dasharray: 4 3; }
.graph .title { font-weight: bold; }
.graph .edge path { fill: none; stroke: currentColor; stroke-width: 1.6; }
.graph .edge .head { fill: currentColor; stroke: none; }
.graph .edge text { fill: currentColor; font-size: 11px; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
.graph .local path:first-of-type { stroke-dasharray: 2 3; }
.graph .po { color: #888; } .graph .fence { color: #117733; } .graph .wfence { color: #117799; } .graph .rf { color: #cc3311; } .graph .co { color: #0077bb; }
.graph .fr { color: #d07000; } .graph .plain { color: #999; } .graph .late { color: #8040a0; }
)";

struct Box {
  int x = 0, y = 0, width = 0, height = 0;  // x, y: the upper left corner
  [[nodiscard]] int right() const { return x + width; }
  [[nodiscard]] int bottom() const { return y + height; }
  [[nodiscard]] int middle() const { return y + height / 2; }
  [[nodiscard]] int centre() const { return x + width / 2; }
};

std::string number(int value) { return std::to_string(value); }
std::string point(int x, int y) { return number(x) + " " + number(y); }

class Drawing {
 public:
  explicit Drawing(const ExecutionGraph& graph) : graph_(graph), boxes_(graph.events.size()), rows_(graph.events.size()) {}

  std::string run() {
    write_lines();
    order_rows();
    place_columns();
    place_rows();
    std::string edges;
    for (const GraphEdge& edge : graph_.edges) edges += draw(edge);
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 " + point(width_, height_) + "\" width=\"" +
                      number(width_) + "\" height=\"" + number(height_) + "\" role=\"img\" aria-label=\"execution graph\">\n<style>" +
                      style + "</style>\n";
    for (std::size_t k = 0; k < graph_.columns.size(); ++k) {
      out += "<text class=\"column\" x=\"" + number(centres_[k]) + "\" y=\"" + number(column_title_) + "\">" +
             html_text(graph_.columns[k]) + "</text>\n<line class=\"life\" x1=\"" + number(centres_[k]) + "\" y1=\"" +
             number(column_title_ + 6) + "\" x2=\"" + number(centres_[k]) + "\" y2=\"" + number(life_end_) + "\"/>\n";
    }
    for (std::size_t k = 0; k < graph_.events.size(); ++k) out += draw(k);
    return out + edges + "</svg>\n";
  }

 private:
  [[nodiscard]] bool whole_width(std::size_t k) const { return !graph_.events[k].process; }
  [[nodiscard]] std::size_t column(std::size_t k) const { return graph_.events[k].process ? *graph_.events[k].process : 0; }

  void write_lines() {
    for (const GraphEvent& event : graph_.events) {
      std::vector<std::string>& lines = lines_.emplace_back();
      lines.push_back((event.instant ? std::to_string(*event.instant + 1) + "  " : "") + event.label);
      lines.insert(lines.end(), event.lines.begin(), event.lines.end());
      if (event.kind == EventKind::Write && !event.instant) lines.emplace_back("still in the store buffer");
    }
  }

  // By instant; what never happens comes last, but for the end.
  void order_rows() {
    const auto rank = [&](std::size_t k) -> std::pair<int, std::size_t> {
      const GraphEvent& event = graph_.events[k];
      if (event.kind == EventKind::Initial) return {0, 0};
      if (event.kind == EventKind::Final) return {3, 0};
      return event.instant ? std::pair<int, std::size_t>{1, *event.instant} : std::pair<int, std::size_t>{2, 0};
    };
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    std::stable_sort(rows_.begin(), rows_.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  }

  void place_columns() {
    std::vector<int> widths(std::max<std::size_t>(graph_.columns.size(), 1), 60);
    int widest = 0;
    for (std::size_t k = 0; k < boxes_.size(); ++k) {
      std::size_t longest = 0;
      for (const std::string& line : lines_[k]) longest = std::max(longest, line.size());
      boxes_[k].width = narrow<int>(longest) * 73 / 10 + 2 * padding + 2;
      boxes_[k].height = narrow<int>(lines_[k].size()) * line_height + 2 * padding - 4;
      int& width = whole_width(k) ? widest : widths[column(k)];
      width = std::max(width, boxes_[k].width);
    }
    int x = margin;
    for (const int width : widths) {
      centres_.push_back(x + width / 2);
      half_widths_.push_back(width / 2);
      x += width + column_gap;
    }
    width_ = std::max(x - column_gap + margin, widest + 2 * margin);
    for (std::size_t k = 0; k < boxes_.size(); ++k)
      boxes_[k].x = (whole_width(k) ? (centres_.front() + centres_.back()) / 2 : centres_[column(k)]) - boxes_[k].width / 2;
    const int leftmost = std::min_element(boxes_.begin(), boxes_.end(), [](const Box& a, const Box& b) { return a.x < b.x; })->x;
    if (leftmost >= 10) return;
    for (Box& box : boxes_) box.x += 10 - leftmost;
    for (int& centre : centres_) centre += 10 - leftmost;
    width_ += 10 - leftmost;
  }

  void place_rows() {
    int y = 10;
    for (const std::size_t k : rows_) {
      if (graph_.events[k].kind != EventKind::Initial && column_title_ == 0) {
        column_title_ = y + 10;
        y += top - 14;
      }
      if (graph_.events[k].kind == EventKind::Final) life_end_ = y - row_gap / 2;
      boxes_[k].y = y;
      y += boxes_[k].height + row_gap;
    }
    if (life_end_ == 0) life_end_ = y - row_gap;
    height_ = y - row_gap + 10;
  }

  std::string draw(std::size_t k) const {
    const GraphEvent& event = graph_.events[k];
    const Box& box = boxes_[k];
    const bool never = event.kind == EventKind::Write && !event.instant;
    std::string out = "<g class=\"event " + std::string(name(event.kind)) + (never ? " never" : "") + "\" tabindex=\"0\" data-event=\"" +
                      std::to_string(k) + "\"";
    if (event.step) out += " data-step=\"" + std::to_string(*event.step + 1) + "\"";
    if (event.instant) out += " data-instant=\"" + std::to_string(*event.instant + 1) + "\"";
    out += "><rect x=\"" + number(box.x) + "\" y=\"" + number(box.y) + "\" width=\"" + number(box.width) + "\" height=\"" +
           number(box.height) + "\" rx=\"" + (event.kind == EventKind::Write ? "9" : "2") + "\"/>";
    for (std::size_t line = 0; line < lines_[k].size(); ++line) {
      out += std::string("<text") + (line == 0 ? " class=\"title\"" : "") + " x=\"" + number(box.x + padding) + "\" y=\"" +
             number(box.y + padding + 8 + narrow<int>(line) * line_height) + "\">" + html_text(lines_[k][line]) + "</text>";
    }
    return out + "</g>\n";
  }

  // No other event of the column is between them.
  [[nodiscard]] bool neighbours(std::size_t from, std::size_t to) const {
    bool inside = false;
    for (const std::size_t k : rows_) {
      if (k == to) return inside;
      if (inside && !whole_width(k) && column(k) == column(from)) return false;
      if (k == from) inside = true;
    }
    return false;
  }

  // Parallel edges are kept apart, but not so far that they miss their box.
  static int offset(EdgeKind kind, const Box& box) {
    const int most = box.height / 2 - 4;
    return std::clamp((number_of<int>(kind) - 2) * 6, -most, most);
  }
  [[nodiscard]] int left_of_column(std::size_t k) const { return centres_[column(k)] - half_widths_[column(k)]; }
  [[nodiscard]] int right_of_column(std::size_t k) const { return centres_[column(k)] + half_widths_[column(k)]; }

  std::string draw(const GraphEdge& edge) const {
    if (whole_width(edge.from) && !whole_width(edge.to)) return draw_from_whole(edge);
    if (whole_width(edge.to) && !whole_width(edge.from)) return draw_to_whole(edge);
    return column(edge.from) == column(edge.to) ? draw_within(edge) : draw_across(edge);
  }

  // Down the left of the other event's column.
  std::string draw_from_whole(const GraphEdge& edge) const {
    const Box& a = boxes_[edge.from];
    const Box& b = boxes_[edge.to];
    const int y = b.middle() + offset(edge.kind, b);
    const int x = left_of_column(edge.to) - 20 + offset(edge.kind, a);
    const int side = x < a.x ? a.x : a.right();
    const bool beside = x < a.x + 4 || x > a.right() - 4;
    const int level = a.middle() + offset(edge.kind, a);
    const std::string start = beside ? "M" + point(side, level) + " L" + point(x, level) : "M" + point(x, a.bottom());
    return path(edge, start + " L" + point(x, y - 10) + " Q" + point(x, y) + " " + point(b.x - 6, y), x - 5, y - 20, b.x, y, 0, "end");
  }

  // Down the right of its column.
  std::string draw_to_whole(const GraphEdge& edge) const {
    const Box& a = boxes_[edge.from];
    const Box& b = boxes_[edge.to];
    const int y = a.middle() + offset(edge.kind, a);
    int x = right_of_column(edge.from) + 16 + offset(edge.kind, a);
    if (x > b.x - 14 && x < b.right() + 14) x = std::clamp(x, b.x + 10, b.right() - 10);  // just beside is neither beside nor above
    const int level = b.middle() + offset(edge.kind, b);
    const int side = x > b.centre() ? b.right() : b.x;
    const bool beside = x < b.x || x > b.right();
    const std::string start = "M" + point(a.right(), y) + " Q" + point(x, y) + " " + point(x, y + 10) + " L";
    if (!beside) return path(edge, start + point(x, b.y - 6), x, y + 24, x, b.y, 90);
    return path(edge, start + point(x, level) + " L" + point(side + (x > b.centre() ? 6 : -6), level), x, y + 24, side, level,
                x > b.centre() ? 180 : 0);
  }

  std::string draw_within(const GraphEdge& edge) const {
    const Box& a = boxes_[edge.from];
    const Box& b = boxes_[edge.to];
    if (neighbours(edge.from, edge.to) && edge.kind == EdgeKind::Po) {
      const int x = (a.centre() + b.centre()) / 2;
      return path(edge, "M" + point(x, a.bottom()) + " L" + point(x, b.y - 6), x, (a.bottom() + b.y) / 2, x, b.y, 90);
    }
    const int y1 = a.middle() + offset(edge.kind, a), y2 = b.middle() + offset(edge.kind, b);
    const int out = right_of_column(edge.from) + 34 + offset(edge.kind, a);
    return path(edge, "M" + point(a.right(), y1) + " C" + point(out, y1) + " " + point(out, y2) + " " + point(b.right() + 6, y2), out - 8,
                (y1 + y2) / 2, b.right(), y2, 180);
  }

  std::string draw_across(const GraphEdge& edge) const {
    const Box& a = boxes_[edge.from];
    const Box& b = boxes_[edge.to];
    const bool rightward = column(edge.from) < column(edge.to);
    const int x1 = rightward ? a.right() : a.x, x2 = rightward ? b.x : b.right();
    const int y1 = a.middle() + offset(edge.kind, a), y2 = b.middle() + offset(edge.kind, b);
    const int bend = rightward ? 45 : -45;
    return path(edge,
                "M" + point(x1, y1) + " C" + point(x1 + bend, y1) + " " + point(x2 - bend, y2) + " " + point(x2 + (rightward ? -6 : 6), y2),
                (x1 + x2) / 2, (y1 + y2) / 2, x2, y2, rightward ? 0 : 180);
  }

  // So that the labels of parallel edges do not lie on each other.
  static int label_shift(EdgeKind kind) { return (number_of<int>(kind) - 3) * 7; }

  // With its head at (x, y), pointing in the direction of `angle`, and its label.
  static std::string path(const GraphEdge& edge, const std::string& line, int label_x, int label_y, int x, int y, int angle,
                          const char* anchor = "middle") {
    const std::string kind(name(edge.kind));
    const std::string text = edge.kind == EdgeKind::Po ? "" : kind + (edge.what.empty() ? "" : " " + edge.what);
    std::string out = "<g class=\"edge " + kind + (edge.ghb ? "" : " local") + "\" data-from=\"" + std::to_string(edge.from) +
                      "\" data-to=\"" + std::to_string(edge.to) + "\"><path d=\"" + line +
                      "\"/><path class=\"head\" d=\"M0 0 L-9 -4 L-9 4 Z\" transform=\"translate(" + point(x, y) + ") rotate(" +
                      number(angle) + ")\"/>";
    if (!text.empty())
      out += "<text x=\"" + number(label_x) + "\" y=\"" + number(label_y + 4 + label_shift(edge.kind)) + "\" text-anchor=\"" + anchor +
             "\">" + html_text(text) + "</text>";
    return out + "</g>\n";
  }

  const ExecutionGraph& graph_;
  std::vector<std::vector<std::string>> lines_;
  std::vector<Box> boxes_;
  std::vector<std::size_t> rows_;           // events from top to bottom
  std::vector<int> centres_, half_widths_;  // of the columns
  int width_ = 0, height_ = 0, column_title_ = 0, life_end_ = 0;
};

}  // namespace

std::string graph_svg(const ExecutionGraph& graph) { return Drawing(graph).run(); }

}  // namespace parapet::report
