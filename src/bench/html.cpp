// Results as self-contained HTML pages: a table that is sorted by clicking on column titles, and plots as SVG elements, which take the colour
// of the text around them.
#include "report/html.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "base/narrow.h"
#include "bench/table.h"

namespace parapet::bench {
namespace {

using report::html_text;

constexpr double left = 70, right = 600, top = 16, bottom = 330;  // the frame, in pixels
constexpr double shortest_shown = 0.001;                          // seconds
constexpr std::array<const char*, 6> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array<const char*, 6> dashes{"none", "7 3", "2 2", "9 3 2 3", "4 4", "1 3"};  // tells the series apart without colours

std::string pixel(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", number);
  return text.data();
}

// From a quantity to pixels.
class Axis {
 public:
  Axis(double low, double high, double from, double to) : low_(low), high_(high), from_(from), to_(to) {}
  [[nodiscard]] double at(double value) const { return from_ + (value - low_) / (high_ - low_) * (to_ - from_); }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  double low_, high_, from_, to_;
};

double decade(double seconds) { return std::log10(std::max(seconds, shortest_shown)); }

// An axis of whole decades that contains all values; at least one decade.
Axis time_axis(const std::vector<double>& values, double from, double to) {
  double low = decade(shortest_shown), high = low + 1;
  for (const double value : values) high = std::max(high, std::ceil(decade(value)));
  return {low, high, from, to};
}

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  return "<line x1=\"" + pixel(x1) + "\" y1=\"" + pixel(y1) + "\" x2=\"" + pixel(x2) + "\" y2=\"" + pixel(y2) + "\" " + style + "/>\n";
}

std::string label(double x, double y, const std::string& anchor, const std::string& text) {
  return "<text x=\"" + pixel(x) + "\" y=\"" + pixel(y) + "\" text-anchor=\"" + anchor + "\">" + html_text(text) + "</text>\n";
}

const std::string grid_style = "stroke=\"currentColor\" stroke-opacity=\"0.2\"";

std::string decade_text(double exponent) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g s", std::pow(10.0, exponent));
  return text.data();
}

std::string opening(const std::string& title) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 380\" width=\"760\" role=\"img\" font-size=\"12\" "
         "fill=\"currentColor\">\n"
         "<title>" +
         html_text(title) + "</title>\n";
}

std::string vertical_decades(const Axis& y) {
  std::string result;
  for (long k = std::lround(y.low()); static_cast<double>(k) <= y.high(); ++k) {
    const auto decade = static_cast<double>(k);
    result += line(left, y.at(decade), right, y.at(decade), grid_style) + label(left - 6, y.at(decade) + 4, "end", decade_text(decade));
  }
  return result;
}

std::string horizontal_decades(const Axis& x) {
  std::string result;
  for (long k = std::lround(x.low()); static_cast<double>(k) <= x.high(); ++k) {
    const auto decade = static_cast<double>(k);
    result += line(x.at(decade), top, x.at(decade), bottom, grid_style) + label(x.at(decade), bottom + 16, "middle", decade_text(decade));
  }
  return result;
}

// Grid lines in at most about eight steps of 1, 2 or 5 times a power of ten.
std::string horizontal_counts(const Axis& x) {
  double step = 1;
  for (int k = 0; x.high() / step > 8; ++k) step *= k % 3 == 1 ? 2.5 : 2;
  std::string result;
  for (int k = 0; k * step <= x.high(); ++k) {
    const double at = x.at(k * step);
    result += line(at, bottom, at, bottom + 4, grid_style) + label(at, bottom + 16, "middle", std::to_string(std::lround(k * step)));
  }
  return result;
}

std::string curve(const Series& series, std::size_t number, const Axis& x, const Axis& y) {
  std::vector<double> sorted = series.seconds;
  std::ranges::sort(sorted);
  const std::string style = std::string("stroke=\"") + colours[number % colours.size()] + "\" stroke-width=\"2\" stroke-dasharray=\"" +
                            dashes[number % dashes.size()] + "\"";
  std::string points;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    points += pixel(x.at(static_cast<double>(k + 1))) + "," + pixel(y.at(decade(sorted[k]))) + " ";
  }
  const double height = top + 10 + 18 * static_cast<double>(number);
  return "<polyline fill=\"none\" points=\"" + points + "\" " + style + "/>\n" + line(right + 10, height, right + 34, height, style) +
         label(right + 40, height + 4, "start", series.name + " (" + std::to_string(sorted.size()) + ")");
}

}  // namespace

std::string cactus_plot(const std::vector<Series>& all) {
  std::vector<double> times;
  std::size_t most = 1;
  for (const Series& series : all) {
    times.insert(times.end(), series.seconds.begin(), series.seconds.end());
    most = std::max(most, series.seconds.size());
  }
  const Axis x(0, static_cast<double>(most), left, right);
  const Axis y = time_axis(times, bottom, top);
  std::string result = opening("Rows decided within a time each") + vertical_decades(y) + horizontal_counts(x);
  for (std::size_t k = 0; k < all.size(); ++k) result += curve(all[k], k, x, y);
  return result + label((left + right) / 2, bottom + 38, "middle", "rows decided, each within the CPU time on the left") + "</svg>\n";
}

std::string scatter_plot(const std::vector<Point>& points) {
  std::vector<double> times;
  for (const Point& point : points) times.insert(times.end(), {point.before, point.after});
  const Axis x = time_axis(times, left, right);
  const Axis y = time_axis(times, bottom, top);
  std::string result = opening("Time before and after") + vertical_decades(y) + horizontal_decades(x);
  result += line(left, bottom, right, top, "stroke=\"currentColor\" stroke-opacity=\"0.6\"");
  for (const Point& point : points) {
    const std::size_t colour = point.remarkable ? 1 : 0;
    result += "<circle cx=\"" + pixel(x.at(decade(point.before))) + "\" cy=\"" + pixel(y.at(decade(point.after))) + "\" r=\"" +
              (point.remarkable ? "5" : "4") + "\" fill=\"" + colours[colour] + "\" fill-opacity=\"0.7\"><title>" + html_text(point.name) +
              "</title></circle>\n";
  }
  return result + label((left + right) / 2, bottom + 38, "middle", "CPU time before; on the left, after: below the diagonal is faster") +
         "</svg>\n";
}

namespace {

using report::html_text;

constexpr const char* tables_style = R"(:root { color-scheme: light dark; }
body { font: 13px/1.4 system-ui, sans-serif; margin: 1.5em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 2px 7px; text-align: left; border-bottom: 1px solid #8884; white-space: nowrap; }
th { cursor: pointer; position: sticky; top: 0; background: Canvas; }
th[aria-sort=ascending]::after { content: " \25B4"; }
th[aria-sort=descending]::after { content: " \25BE"; }
tbody tr:hover { background: #8882; }
.number { text-align: right; }
.bad { color: #d55e00; font-weight: bold; }
svg { max-width: 100%; height: auto; }
)";

// Empty cells come last in both directions; equal ones keep their order.
constexpr const char* script = R"(document.querySelectorAll("th").forEach((head, column) => head.addEventListener("click", () => {
  const down = head.getAttribute("aria-sort") === "ascending", number = head.className === "number";
  const body = document.querySelector("tbody"), text = row => row.cells[column].textContent;
  const compare = (a, b) => number ? a - b : a.localeCompare(b);
  document.querySelectorAll("th").forEach(each => each.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  [...body.rows].sort((a, b) => {
    const x = text(a), y = text(b);
    return x === "" || y === "" ? (x === "") - (y === "") : down ? compare(y, x) : compare(x, y);
  }).forEach(row => body.append(row));
}));
)";

bool is_bad(const std::string& cell) {
  constexpr std::array<std::string_view, 4> bad{"WRONG", "FAILED", "SLOWER", "VERDICT LOST"};
  return std::ranges::find(bad, cell) != bad.end();
}

std::string html_table(const Grid& grid) {
  std::string result = "<table>\n<thead><tr>";
  for (const GridColumn& column : grid.columns) {
    result += std::string("<th scope=\"col\"") + (column.number ? " class=\"number\">" : ">") + html_text(column.title) + "</th>";
  }
  result += "</tr></thead>\n<tbody>\n";
  for (const auto& row : grid.rows) {
    result += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) {
      const char* const kind = grid.columns[k].number ? " class=\"number\"" : is_bad(row[k]) ? " class=\"bad\"" : "";
      result += std::string("<td") + kind + ">" + html_text(row[k]) + "</td>";
    }
    result += "</tr>\n";
  }
  return result + "</tbody>\n</table>\n";
}

std::string paragraphs(const std::string& lines) {
  std::string result = "<p>" + html_text(lines.substr(0, lines.find_last_not_of('\n') + 1)) + "</p>\n";
  for (std::size_t at = result.find('\n'); at + 1 < result.size(); at = result.find('\n', at + 5)) result.replace(at, 1, "<br>\n");
  return result;
}

std::string page(const std::string& title, const std::string& body) { return report::html_page({title, tables_style, body, script}); }

// One series per tool, in the order of their first rows. A wrong verdict does not count as decided.
std::vector<Series> series_of(const Results& results, const std::string& suffix) {
  std::vector<Series> all;
  for (const Row& row : results.rows) {
    const std::string name = row.tool + suffix;
    auto series = std::ranges::find(all, name, &Series::name);
    if (series == all.end()) series = all.insert(all.end(), Series{name, {}});
    if (row.verdict != VerdictKind::Unknown && judge(row) != Judgement::Wrong) series->seconds.push_back(cpu_time(row).median);
  }
  return all;
}

std::string origin(const Results& results, const std::string& prefix = "") {
  return "<p>" + prefix + "Parapet " + html_text(results.version) + " on " + html_text(results.machine) + "</p>\n";
}

}  // namespace

std::string html_page(const Results& results) {
  return page("Parapet benchmarks",
              origin(results) + paragraphs(summary_line(results)) + cactus_plot(series_of(results, "")) + html_table(table_of(results)));
}

std::string html_page(const Results& before, const Results& after) {
  const Comparison comparison = compare(before, after);
  std::vector<Point> points;
  for (const Pair& pair : comparison.pairs) {
    points.push_back(
        {pair.before.name + " " + pair.before.model, cpu_time(pair.before).median, cpu_time(pair.after).median, is_regression(pair)});
  }
  std::vector<Series> series = series_of(before, " before");
  for (Series& each : series_of(after, " after")) series.push_back(std::move(each));
  return page("Parapet benchmarks, before and after", origin(before, "Before: ") + origin(after, "After: ") +
                                                          paragraphs(summary_of(comparison)) + scatter_plot(points) + cactus_plot(series) +
                                                          html_table(table_of(comparison)));
}

}  // namespace parapet::bench
