#include "bench/grid.h"

#include <algorithm>
#include <string_view>

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

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, text.size()), ' ');
  return right ? blanks + text : text + blanks;
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

}  // namespace parapet::bench
