#include "bench/html.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "bench/plot.h"
#include "bench/table.h"
#include "report/html.h"

namespace parapet::bench {
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
    if (row.verdict != Answer::Unknown && judge(row) != Judgement::Wrong) series->seconds.push_back(cpu_time(row).median);
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
