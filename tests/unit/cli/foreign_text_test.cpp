// Text of others in what is printed: file names, models and evidence cannot move the cursor, forge a line or break a format.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "base/json_reader.h"
#include "base/sha256.h"
#include "bench/table.h"
#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"

using namespace parapet::test;
namespace bench = parapet::bench;

namespace {

const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";
const std::string override_mark = "\xE2\x80\xAE";
const std::string odd_name = "a\x1b[2J\n" + override_mark + ".cub";
const std::string odd_shown = "a\\x1b[2J\\n\\u{202e}.cub";

// Nothing in it can be obeyed by a terminal, or reorders a line.
bool harmless(const std::string& text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') return false;
  }
  return !contains(text, override_mark);
}

}  // namespace

TEST_CASE("foreign text: names of files in messages, statistics and pages") {
  const TemporaryFolder folder;
  const std::string broken = folder.file(odd_name, "var X : bool (* \x1b]0;title\x07 " + override_mark + " *) y\n");
  const Child error = run_parapet({"check", broken});
  CHECK(error.status == 2);
  CHECK(harmless(error.err));
  CHECK(contains(error.err, odd_shown + ":1:"));
  CHECK(contains(error.err, "(* \\x1b]0;title\\x07 \\u{202e} *)"));
  const Child missing = run_parapet({"check", folder.path() / ("x" + odd_name)});
  CHECK(missing.status == 2);
  CHECK(contains(missing.err, "x" + odd_shown + ": No such file or directory\n"));
  CHECK(harmless(missing.err));
  CHECK(harmless(run_parapet({"check", safe_model, "--no-such-\x1b[2J"}).err));
  const std::string model = folder.file(odd_name, read_text(unsafe_model) + "(* " + override_mark + " *)\n");
  const std::string page = folder.path() / "page.html";
  const Child shown = run_parapet({"check", model, "--stats", "--html", page});
  CHECK(shown.status == 1);
  CHECK(harmless(shown.out));
  CHECK(harmless(shown.err));
  CHECK(contains(shown.err, "statistics of " + folder.path().string() + "/" + odd_shown));
  CHECK(harmless(read_text(page)));
  CHECK(contains(read_text(page), "(* \\u{202e} *)"));
}

TEST_CASE("foreign text: evidence that is not") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "c.json";
  CHECK(run_parapet({"check", safe_model, "--certificate", file}).status == 0);
  std::string text = read_text(file);
  text.replace(text.find("\"cubes\""), 7, "\"\\u001b[2J" + std::string(100000, 'x') + "\"");
  const Child child = run_parapet({"certify", folder.file("d.json", text), safe_model});
  CHECK(child.status == 2);
  CHECK(harmless(child.err));
  CHECK(child.err.size() < 10000);
}

TEST_CASE("foreign text: names that are not UTF-8 give valid JSON and tables") {
  const TemporaryFolder folder;
  const std::string model = folder.file("\xFF\xC3.cub", read_text(unsafe_model));
  const std::string trace = folder.path() / "t.json";
  const Child check = run_parapet({"check", model, "--format", "json", "--trace", trace});
  CHECK(check.status == 1);
  CHECK(fits_schema(check.out, "check-schema.json") == "");
  CHECK(contains(check.out, "/\\\\xff\\\\xc3.cub\""));
  CHECK(contains(read_text(trace), "/\\\\xff\\\\xc3.cub\""));
  const std::string out = folder.path() / "table";
  for (const char* table : {"text", "markdown", "csv", "json", "latex", "html"}) {
    CAPTURE(table);
    CHECK(run_parapet({"bench", model, "--table", table, "-o", out}).status == 0);
    const std::string text = read_text(out);
    CHECK(text.find_first_of("\xFF\xC3") == std::string::npos);
    CHECK(contains(text, "xff"));
  }
}

TEST_CASE("foreign text: a cell of a table is a text, not a formula, and on one line") {
  bench::Grid grid;
  grid.columns = {{"name", "name"}, {"value", "value", true}};
  for (const char* name : {"=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "a,\"b\"", "a\nb", "plain"}) grid.rows.push_back({name, "-2"});
  CHECK(bench::render(grid, bench::Style::Csv) ==
        "name,value\n\"'=1+1\",-2\n\"'+1\",-2\n\"'-1\",-2\n\"'@x\",-2\n\\t=1,-2\n\\r=1,-2\n\"a,\"\"b\"\"\",-2\na\\nb,-2\nplain,-2\n");
  for (const bench::Style style : {bench::Style::Text, bench::Style::Markdown, bench::Style::Latex}) {
    const std::string text = bench::render(grid, style);
    CHECK(harmless(text));
    CHECK(std::ranges::count(text, '\n') <= 9 + 6);
  }
}

TEST_CASE("foreign text: a byte order mark is skipped, that of UTF-16 is named") {
  const TemporaryFolder folder;
  CHECK(run_parapet({"check", "-q", folder.file("bom.cub", "\xEF\xBB\xBF" + read_text(safe_model))}).out == "SAFE\n");
  const Child error = run_parapet({"check", folder.file("error.cub", "\xEF\xBB\xBFvar x : bool\n")});
  CHECK(error.status == 2);
  CHECK(contains(error.err, "error.cub:1:5: error: "));
  CHECK(contains(error.err, "\n  var x : bool\n      ^"));
  const Child inside = run_parapet({"check", folder.file("inside.cub", "var X : bool \xEF\xBB\xBF\n")});
  CHECK(contains(inside.err, "\n  var X : bool \\u{feff}\n"));
  for (const std::string& text : {std::string("\xFF\xFEv\0a\0", 6), std::string("\xFE\xFF\0v\0a", 6)}) {
    const Child wide = run_parapet({"check", folder.file("wide.cub", text)});
    CHECK(wide.status == 2);
    CHECK(contains(wide.err, "wide.cub:1:1: error: the file begins with the byte order mark of UTF-16"));
    CHECK(contains(wide.err, "hint: save it as UTF-8"));
  }
}

// What broke out of its place in a page could run nothing and fetch nothing.
TEST_CASE("foreign text: pages run their own script and nothing else") {
  const TemporaryFolder folder;
  const std::string page = folder.path() / "run.html", table = folder.path() / "bench.html";
  CHECK(run_parapet({"check", unsafe_model, "-q", "--html", page}).status == 1);
  CHECK(run_parapet({"bench", safe_model, "--table", "html", "-o", table}).status == 0);
  for (const std::string& file : {page, table}) {
    const std::string text = read_text(file);
    const std::size_t begin = text.find("<script>") + 8, end = text.find("</script>");
    REQUIRE(end != std::string::npos);
    CHECK(text.find("<script", begin) == std::string::npos);
    const std::string policy =
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" +
        parapet::sha256_base64(text.substr(begin, end - begin)) + "'; base-uri 'none'; form-action 'none'\">";
    CHECK(contains(text, policy));
    CHECK(text.find(policy) < text.find("<style"));
    for (const char* part : {" onclick=", " onload=", "javascript:"}) CHECK_MESSAGE(!contains(text, part), part);
  }
}
