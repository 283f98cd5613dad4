// A table of results as JUnit XML, which continuous integration shows.
#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "bench/table.h"
#include "report/html.h"
#include "report/run.h"

namespace parapet::bench {
namespace {

using report::html_text;  // its entities are those of XML, too, and it leaves no character that XML cannot have

std::string attribute(std::string_view name, std::string_view value) { return " " + std::string(name) + "=\"" + html_text(value) + "\""; }

std::string name_of(const Row& row) {
  std::string result = row.name + " " + row.model;
  for (const std::string& option : row.options) result += " " + option;
  return row.tool == own_name ? result : result + " (" + row.tool + ")";
}

std::string verdict_of(const Row& row) {
  return std::string(parapet::name(row.verdict)) + (row.expected ? ", expected " + std::string(parapet::name(*row.expected)) : "") +
         (row.reason.empty() ? "" : ": " + row.reason);
}

std::string element(std::string_view name, const Row& row) {
  const std::string words = verdict_of(row);
  return "<" + std::string(name) + attribute("message", words) + attribute("type", name) + ">" + html_text(row.file + ": " + words) + "</" +
         std::string(name) + ">";
}

std::string outcome_of(const Row& row) {
  switch (judge(row)) {
    case Judgement::Wrong:
      return element("failure", row);
    case Judgement::Failed:
      return element("error", row);
    case Judgement::Undecided:
      return "<skipped>" + html_text(verdict_of(row)) + "</skipped>";
    case Judgement::Right:
    case Judgement::Unjudged:
      break;
  }
  return "<system-out>" + html_text(verdict_of(row)) + "</system-out>";
}

std::string counts(const std::vector<const Row*>& rows, bool skipped) {
  const auto number = [&](Judgement kind) {
    return std::to_string(std::ranges::count_if(rows, [kind](const Row* row) { return judge(*row) == kind; }));
  };
  double seconds = 0;
  for (const Row* row : rows) seconds += wall_time(*row).median;
  return attribute("tests", std::to_string(rows.size())) + attribute("failures", number(Judgement::Wrong)) +
         attribute("errors", number(Judgement::Failed)) + (skipped ? attribute("skipped", number(Judgement::Undecided)) : "") +
         attribute("time", seconds_cell(seconds));
}

// "Table 1", or the folder of the models.
std::string suite_of(const Row& row) {
  if (!row.table.empty()) return row.table;
  const std::size_t slash = row.file.rfind('/');
  return slash == std::string::npos ? std::string(own_name) : row.file.substr(0, slash);
}

}  // namespace

std::string junit_xml(const Results& results) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<const Row*>> suites;
  std::vector<const Row*> all;
  for (const Row& row : results.rows) {
    std::vector<const Row*>& suite = suites[suite_of(row)];
    if (suite.empty()) order.push_back(suite_of(row));
    suite.push_back(&row);
    all.push_back(&row);
  }
  std::ostringstream out;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" << attribute("name", "parapet bench") << counts(all, false) << ">\n";
  for (const std::string& name : order) {
    const std::vector<const Row*>& rows = suites[name];
    out << "  <testsuite" << attribute("name", name) << counts(rows, true) << attribute("hostname", results.machine) << ">\n"
        << "    <properties><property" << attribute("name", "parapet") << attribute("value", results.version) << "/></properties>\n";
    for (const Row* row : rows) {
      out << "    <testcase" << attribute("name", name_of(*row)) << attribute("classname", row->file)
          << attribute("time", seconds_cell(wall_time(*row).median)) << ">" << outcome_of(*row) << "</testcase>\n";
    }
    out << "  </testsuite>\n";
  }
  out << "</testsuites>\n";
  return out.str();
}

}  // namespace parapet::bench
