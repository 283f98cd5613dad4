// Results in each format.
#include "bench/render.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "base/contract.h"
#include "bench/host.h"
#include "bench/html.h"

using namespace parapet::bench;

namespace {

Results results() {
  Results result{"1.0", "here", true, {}};
  Row& row = result.rows.emplace_back();
  row.name = "lock";
  row.file = "lock.cub";
  row.model = "tso";
  row.verdict = Answer::Safe;
  row.runs = {{1.0, 1.0, 1 << 20}};
  return result;
}

}  // namespace

TEST_CASE("render: each format is another text, JSON and HTML are whole documents") {
  std::set<std::string> texts;
  for (const TableFormat format :
       {TableFormat::Text, TableFormat::Markdown, TableFormat::Csv, TableFormat::Json, TableFormat::Latex, TableFormat::Html}) {
    CHECK(texts.insert(render(results(), format)).second);
  }
  CHECK(render(results(), TableFormat::Json) == to_json(results()));
  CHECK(render(results(), TableFormat::Html) == html_page(results()));
  CHECK(render(results(), TableFormat::Markdown).find("| lock") == render(results(), TableFormat::Markdown).rfind("| lock"));
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
