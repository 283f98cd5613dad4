#include "bench/table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <optional>
#include <set>
#include <string_view>

#include "base/contract.h"
#include "base/printable.h"

namespace parapet::bench {
namespace {

using Escape = std::string (*)(const std::string&);

std::string plain(const std::string& text) { return text; }

std::string markdown(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '<' || c == '`') result += '\\';
    result += c;
  }
  return result;
}

std::string latex(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\textbackslash{}";
    } else if (c == '~' || c == '^') {
      result.append("\\").append(1, c).append("{}");
    } else {
      if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

// CSV as in RFC 4180. A spreadsheet evaluates a cell that begins with one of = + - @ as a formula, quoted or not, so a file name could be
// executed. An apostrophe in front makes the cell a text. A dash alone is a text. Columns of numbers hold only numbers of Parapet, which may be negative.
std::string csv(const std::string& text, bool number) {
  const bool formula = !number && text != "-" && !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos;
  if (!formula && text.find_first_of(",\"") == std::string::npos) return text;
  std::string result = formula ? "\"'" : "\"";
  for (const char c : text) result.append(c == '"' ? 2 : 1, c);
  return result + "\"";
}

std::vector<std::size_t> widths(const Grid& grid, Escape escape) {
  std::vector<std::size_t> result;
  for (std::size_t k = 0; k < grid.columns.size(); ++k) {
    std::size_t width = escape(grid.columns[k].title).size();
    for (const auto& row : grid.rows) width = std::max(width, escape(row[k]).size());
    result.push_back(width);
  }
  return result;
}

std::string padded(const std::string& text, std::size_t width, bool at_right) {
  const std::string blanks(width - std::min(width, text.size()), ' ');
  return at_right ? blanks + text : text + blanks;
}

std::string joined(const std::vector<std::string>& cells, const std::string& before, const std::string& between, const std::string& after) {
  std::string line = before;
  for (std::size_t k = 0; k < cells.size(); ++k) line += (k > 0 ? between : "") + cells[k];
  return line + after;
}

std::vector<std::string> titles(const Grid& grid) {
  std::vector<std::string> result;
  for (const GridColumn& column : grid.columns) result.push_back(column.title);
  return result;
}

// The cells of a row, escaped and padded to the widths of their columns.
std::vector<std::string> aligned(const Grid& grid, const std::vector<std::size_t>& width, std::vector<std::string> row, Escape escape) {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = padded(escape(row[k]), width[k], grid.columns[k].number);
  return row;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string text_table(const Grid& grid) {
  const auto width = widths(grid, plain);
  std::string result = grid.title.empty() ? "" : grid.title + "\n\n";
  result += trimmed(joined(aligned(grid, width, titles(grid), plain), "", "  ", ""));
  std::vector<std::string> lines;
  for (const std::size_t each : width) lines.emplace_back(each, '-');
  result += joined(lines, "", "  ", "\n");
  for (const auto& row : grid.rows) result += trimmed(joined(aligned(grid, width, row, plain), "", "  ", ""));
  return result;
}

std::string markdown_table(const Grid& grid) {
  const auto width = widths(grid, markdown);
  std::string result = grid.title.empty() ? "" : "### " + markdown(grid.title) + "\n\n";
  result += joined(aligned(grid, width, titles(grid), markdown), "| ", " | ", " |\n");
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < width.size(); ++k) {
    lines.push_back(std::string(std::max<std::size_t>(width[k], 3) - 1, '-') + (grid.columns[k].number ? ":" : "-"));
  }
  result += joined(lines, "| ", " | ", " |\n");
  for (const auto& row : grid.rows) result += joined(aligned(grid, width, row, markdown), "| ", " | ", " |\n");
  return result;
}

std::string csv_table(const Grid& grid) {
  std::vector<std::string> keys;
  for (const GridColumn& column : grid.columns) keys.push_back(column.key);
  std::string result = joined(keys, "", ",", "\n");
  for (std::vector<std::string> row : grid.rows) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = csv(row[k], grid.columns[k].number);
    result += joined(row, "", ",", "\n");
  }
  return result;
}

// For the package booktabs.
std::string latex_table(const Grid& grid) {
  std::string alignment;
  for (const GridColumn& column : grid.columns) alignment += column.number ? 'r' : 'l';
  const auto width = widths(grid, latex);
  const bool titled = !grid.title.empty();
  std::string result = titled ? "\\begin{table}\n\\centering\n\\caption{" + latex(grid.title) + "}\n" : "";
  result += "\\begin{tabular}{" + alignment + "}\n\\toprule\n";
  result += joined(aligned(grid, width, titles(grid), latex), "", " & ", " \\\\\n") + "\\midrule\n";
  for (const auto& row : grid.rows) result += joined(aligned(grid, width, row, latex), "", " & ", " \\\\\n");
  return result + "\\bottomrule\n\\end{tabular}\n" + (titled ? "\\end{table}\n" : "");
}

}  // namespace

std::string render(const Grid& raw, Style style) {
  Grid grid = raw;
  grid.title = printable(grid.title);
  for (GridColumn& column : grid.columns) column.title = printable(column.title);
  for (auto& row : grid.rows) {
    for (std::string& cell : row) cell = printable(cell);
  }
  switch (style) {
    case Style::Text:
      return text_table(grid);
    case Style::Markdown:
      return markdown_table(grid);
    case Style::Csv:
      return csv_table(grid);
    case Style::Latex:
      break;
  }
  return latex_table(grid);
}

namespace {

std::string fixed(double number, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  return text.data();
}

std::string_view short_name(VerdictKind answer) {
  switch (answer) {
    case VerdictKind::Safe:
      return "S";
    case VerdictKind::Unsafe:
      return "US";
    case VerdictKind::Unknown:
      break;
  }
  return "?";
}

// "mutex S, 12 US": an unsafe formula without a name by its line.
std::string properties_cell(const Row& row) {
  std::string text;
  for (const PropertyResult& each : row.properties)
    text += (text.empty() ? "" : ", ") + (each.name.empty() ? std::to_string(each.line) : each.name) + " " +
            std::string(short_name(each.verdict));
  return text;
}

std::string verdict_cell(const Row& row) {
  if (row.failed) return "error";
  return std::string(short_name(row.verdict));
}

std::string judgement_cell(const Row& row) {
  switch (judge(row)) {
    case Judgement::Right:
      return "as expected";
    case Judgement::Wrong:
      return "WRONG";
    case Judgement::Undecided:
      return "undecided";
    case Judgement::Failed:
      return "FAILED";
    case Judgement::Unjudged:
      break;
  }
  return "";
}

std::string count_cell(const std::optional<std::uint64_t>& count) { return count ? std::to_string(*count) : ""; }

std::function<std::string(const Row&)> shape_cell(std::uint64_t Shape::*member) {
  return [member](const Row& row) { return row.shape ? std::to_string((*row.shape).*member) : std::string(); };
}

std::string options_cell(const Row& row) {
  std::string result;
  for (const std::string& each : row.options) result += (result.empty() ? "" : " ") + each;
  return result;
}

std::string spread_cell(const Row& row) { return row.runs.size() > 1 ? seconds_cell(cpu_time(row).spread) : ""; }

struct Column {
  GridColumn heading;
  std::function<std::string(const Row&)> cell;
  bool needed = true;  // shown even if every cell is empty
};

std::vector<Column> columns() {
  return {
      {{"case_study", "case study"}, [](const Row& row) { return row.name; }},
      {{"verdict", "S/US"}, verdict_cell},
      {{"weak_variables", "weak vars", true}, shape_cell(&Shape::weak_variables)},
      {{"arrays", "arrays", true}, shape_cell(&Shape::arrays)},
      {{"transitions", "trans.", true}, shape_cell(&Shape::transitions)},
      {{"time_seconds", "time (s)", true}, [](const Row& row) { return seconds_cell(cpu_time(row).median); }},
      {{"weak_arrays", "weak arrays", true}, shape_cell(&Shape::weak_arrays)},
      {{"spread_seconds", "spread (s)", true}, spread_cell, false},
      {{"tool", "tool"}, [](const Row& row) { return row.tool; }, false},
      {{"model", "model"}, [](const Row& row) { return row.model; }},
      {{"options", "options"}, options_cell, false},
      {{"expected", "expected"}, [](const Row& row) { return row.expected ? std::string(parapet::name(*row.expected)) : ""; }, false},
      {{"judgement", "judgement"}, judgement_cell, false},
      {{"evidence", "evidence"}, [](const Row& row) { return row.evidence; }, false},
      {{"wall_seconds", "wall (s)", true}, [](const Row& row) { return seconds_cell(wall_time(row).median); }},
      {{"memory_mb", "memory (MB)", true}, [](const Row& row) { return fixed(static_cast<double>(peak_memory(row)) / (1 << 20), 1); }},
      {{"nodes", "nodes", true}, [](const Row& row) { return count_cell(row.nodes); }},
      {{"depth", "depth", true}, [](const Row& row) { return count_cell(row.depth); }},
      {{"solver_calls", "solver calls", true}, [](const Row& row) { return count_cell(row.solver_calls); }},
      {{"properties", "unsafe formulas"}, properties_cell, false},
      {{"reason", "reason"}, [](const Row& row) { return row.reason; }, false},
      {{"table", "table"}, [](const Row& row) { return row.table; }, false},
  };
}

// What the suite says about the row in the column of this key; a dash where it has the column and says nothing.
std::string figure_cell(const Row& row, const std::string& key) {
  const auto figure = std::ranges::find(row.figures, key, &Figure::key);
  if (figure == row.figures.end()) return "";
  return figure->text.empty() ? "-" : figure->text;
}

// The columns of the suites come right after those usual in papers.
void add_figures(const Results& results, std::vector<Column>& all) {
  auto at = std::ranges::find_if(all, [](const Column& column) { return column.heading.key == "time_seconds"; }) - all.begin() + 1;
  std::set<std::string> keys;
  for (const Row& row : results.rows) {
    for (const Figure& figure : row.figures) {
      if (!keys.insert(figure.key).second) continue;
      const std::string key = figure.key;
      all.insert(all.begin() + at++, Column{{key, figure.title}, [key](const Row& each) { return figure_cell(each, key); }});
    }
  }
}

bool says_something(const Column& column, const Results& results) {
  if (column.needed) return true;
  // The column of the tool is shown only if there is a tool other than Parapet.
  const std::string silent = column.heading.key == "tool" ? own_name : "";
  return std::ranges::any_of(results.rows, [&](const Row& row) { return column.cell(row) != silent; });
}

}  // namespace

std::string seconds_cell(double seconds) { return fixed(seconds, 3); }

Grid table_of(const Results& results) {
  std::vector<Column> shown = columns();
  add_figures(results, shown);
  std::erase_if(shown, [&](const Column& column) { return !says_something(column, results); });
  Grid grid;
  for (const Column& column : shown) grid.columns.push_back(column.heading);
  for (const Row& row : results.rows) {
    std::vector<std::string>& cells = grid.rows.emplace_back();
    for (const Column& column : shown) cells.push_back(column.cell(row));
  }
  return grid;
}

std::vector<Grid> tables_of(const Results& results) {
  std::vector<std::string> titles;
  for (const Row& row : results.rows) {
    if (std::ranges::find(titles, row.table) == titles.end()) titles.push_back(row.table);
  }
  std::vector<Grid> all;
  for (const std::string& title : titles) {
    Results part = results;
    std::erase_if(part.rows, [&](const Row& row) { return row.table != title; });
    for (Row& row : part.rows) row.table.clear();
    all.push_back(table_of(part));
    all.back().title = title;
  }
  if (all.empty()) all.push_back(table_of(results));
  return all;
}

std::string summary_line(const Results& results) {
  constexpr std::array<std::pair<Judgement, const char*>, 5> kinds{{{Judgement::Right, " as expected"},
                                                                    {Judgement::Wrong, " wrong"},
                                                                    {Judgement::Undecided, " undecided"},
                                                                    {Judgement::Failed, " failed"},
                                                                    {Judgement::Unjudged, " without expectation"}}};
  std::string result = report::counted(results.rows.size(), "row") + ":";
  bool first = true;
  for (const auto& [kind, words] : kinds) {
    const auto number = std::ranges::count(results.rows, kind, judge);
    if (number == 0) continue;
    result += (first ? " " : ", ") + std::to_string(number) + words;
    first = false;
  }
  double total = 0;
  for (const Row& row : results.rows) total += cpu_time(row).median;
  return result + "; CPU " + seconds_cell(total) + " s" + (results.complete ? "" : "; incomplete") + "\n";
}

std::string missing_rows_line(const Results& whole) {
  if (!whole.suite_rows) {
    return "rows are missing: a part was interrupted, or the operands are parts of different suites (such as one with a tool that only "
           "some machines have)\n";
  }
  std::set<std::uint64_t> finished;
  for (const Row& row : whole.rows) finished.insert(row.index);
  return std::to_string(*whole.suite_rows - finished.size()) + " of " + report::counted(*whole.suite_rows, "row") +
         " are missing: finish the interrupted parts with '--resume', and name every part\n";
}

namespace {

// None for JSON, HTML and JUnit, which are no grids.
std::optional<Style> style_of(TableFormat format) {
  switch (format) {
    case TableFormat::Text:
      return Style::Text;
    case TableFormat::Markdown:
      return Style::Markdown;
    case TableFormat::Csv:
      return Style::Csv;
    case TableFormat::Latex:
      return Style::Latex;
    case TableFormat::Json:
    case TableFormat::Html:
    case TableFormat::Junit:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::string render(const Results& results, TableFormat format) {
  if (const auto style = style_of(format)) {
    if (*style == Style::Csv) return render(table_of(results), *style);
    std::string text;
    for (const Grid& table : tables_of(results)) text += (text.empty() ? "" : "\n") + render(table, *style);
    return text;
  }
  if (format == TableFormat::Junit) return junit_xml(results);
  return format == TableFormat::Html ? html_page(results) : to_json(results);
}

std::string render(const Results& before, const Results& after, const Comparison& comparison, TableFormat format) {
  PARAPET_CHECK(format != TableFormat::Json && format != TableFormat::Junit, "a comparison has no JSON and no JUnit XML");
  const auto style = style_of(format);
  return style ? render(table_of(comparison), *style) : html_page(before, after);
}

}  // namespace parapet::bench
