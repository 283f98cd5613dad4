// Results in each format.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "base/contract.h"
#include "bench/runner.h"
#include "bench/table.h"

using namespace parapet::bench;

namespace {

Results results() {
  Results result{"1.0", "here", true, {}};
  Row& row = result.rows.emplace_back();
  row.name = "lock";
  row.file = "lock.cub";
  row.model = "tso";
  row.verdict = parapet::VerdictKind::Safe;
  row.runs = {{1.0, 1.0, 1 << 20}};
  return result;
}

}  // namespace

TEST_CASE("render: each format is another text, JSON and HTML are whole documents") {
  std::set<std::string> texts;
  for (const TableFormat format : {TableFormat::Text, TableFormat::Markdown, TableFormat::Csv, TableFormat::Json, TableFormat::Latex,
                                   TableFormat::Html, TableFormat::Junit}) {
    CHECK(texts.insert(render(results(), format)).second);
  }
  CHECK(render(results(), TableFormat::Json) == to_json(results()));
  CHECK(render(results(), TableFormat::Html) == html_page(results()));
  CHECK(render(results(), TableFormat::Markdown).find("| lock") == render(results(), TableFormat::Markdown).rfind("| lock"));
}

// The columns usual in papers, then those of the suite.
TEST_CASE("render: each titled table has the columns that the suite gives it") {
  Results all = results();
  all.rows[0].table = "Table 1: a_b";
  all.rows[0].figures = {{"paper_time", "paper time (s)", "0.5"}, {"paper_nodes", "paper nodes", ""}};
  all.rows.push_back(all.rows[0]);
  all.rows[1].name = "barrier";
  all.rows[1].table = "Table 2";
  all.rows[1].figures = {{"paper_states", "paper states", "12"}};
  CHECK(render(all, TableFormat::Text) ==
        "Table 1: a_b\n\n"
        "case study  S/US  weak vars  arrays  trans.  time (s)  paper time (s)  paper nodes  weak arrays  model  wall (s)  memory (MB)  "
        "nodes  depth  "
        "solver calls\n"
        "----------  ----  ---------  ------  ------  --------  --------------  -----------  -----------  -----  --------  -----------  "
        "-----  -----  "
        "------------\n"
        "lock        S                                   1.000  0.5             -                         tso       1.000          1.0\n"
        "\nTable 2\n\n"
        "case study  S/US  weak vars  arrays  trans.  time (s)  paper states  weak arrays  model  wall (s)  memory (MB)  nodes  depth  "
        "solver "
        "calls\n"
        "----------  ----  ---------  ------  ------  --------  ------------  -----------  -----  --------  -----------  -----  -----  "
        "------------\n"
        "barrier     S                                   1.000  12                         tso       1.000          1.0\n");
  const auto contains = [&](TableFormat format, const std::string& part) { return render(all, format).find(part) != std::string::npos; };
  CHECK(contains(TableFormat::Markdown, "### Table 1: a\\_b\n\n| case study"));
  CHECK(contains(TableFormat::Markdown, "\n\n### Table 2\n\n| case study"));
  CHECK(contains(TableFormat::Latex, "\\begin{table}\n\\centering\n\\caption{Table 1: a\\_b}\n\\begin{tabular}"));
  CHECK(contains(TableFormat::Latex, "\\end{tabular}\n\\end{table}\n"));
  // One table, with a column for the title: each row has all columns.
  CHECK(contains(TableFormat::Csv, "time_seconds,paper_time,paper_nodes,paper_states,weak_arrays,"));
  CHECK(contains(TableFormat::Csv, "1.000,0.5,-,,"));
  CHECK(contains(TableFormat::Csv, ",Table 2\n"));
  CHECK(contains(TableFormat::Html, "paper states"));
}

TEST_CASE("render: a comparison has every format but JSON") {
  const Comparison comparison = compare(results(), results());
  CHECK(render(results(), results(), comparison, TableFormat::Text).find("lock") != std::string::npos);
  CHECK(render(results(), results(), comparison, TableFormat::Html) == html_page(results(), results()));
  CHECK_THROWS_AS((void)render(results(), results(), comparison, TableFormat::Json), parapet::InternalError);
}

TEST_CASE("host: its name, processor, cores and system") {
  const std::string name = machine_name();
  CHECK(name.find(" (") != std::string::npos);
  CHECK(name.find(" core") != std::string::npos);
  CHECK(name.back() == ')');
}
