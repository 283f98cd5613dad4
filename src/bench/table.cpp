#include "bench/table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <set>

namespace parapet::bench {
namespace {

std::string fixed(double number, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  return text.data();
}

std::string_view short_name(Answer answer) {
  switch (answer) {
    case Answer::Safe:
      return "S";
    case Answer::Unsafe:
      return "US";
    case Answer::Unknown:
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
      {{"expected", "expected"}, [](const Row& row) { return row.expected ? std::string(report::name(*row.expected)) : ""; }, false},
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

}  // namespace parapet::bench
