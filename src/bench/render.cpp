#include "bench/render.h"

#include <optional>

#include "base/contract.h"
#include "bench/html.h"
#include "bench/junit.h"
#include "bench/table.h"

namespace parapet::bench {
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
