// The page of a run (`--html`), as text and in a browser.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "skipped.h"
#include "unit/cli/child.h"

using namespace parapet::test;

namespace {

const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/peterson_nofence.cub";
const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/burns.cub";

std::string page_of(const std::string& model) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "page.html").string();
  CHECK(run_parapet({"check", model, "-q", "--html", file}).status <= 1);
  return read_text(file);
}

// Follows the page of a counterexample in a browser (tests/browser/page.cjs), beside the trace of the same run.
void follow_in_browser(const std::string& model, const std::string& memory) {
  const Child browser = run_program("sh", {"-c", "command -v chromium && command -v node"});
  if (browser.status != 0) return skipped("chromium or node is not installed");
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "page.html").string(), trace = (folder.path() / "trace.json").string();
  REQUIRE(run_parapet({"check", model, "-q", "--model", memory, "--html", page, "--trace", trace}).status == 1);
  const char* const modules = std::getenv("NODE_PATH");
  const char* const shots = std::getenv("PARAPET_SHOTS");  // a folder for the pictures, to look at
  const Child child = run_program(
      "timeout",
      {"300", "node", PARAPET_SOURCE_DIR "/tests/browser/page.cjs", browser.out.substr(0, browser.out.find('\n')), page, trace,
       shots != nullptr ? shots : folder.path().string()},
      {"", "", {"NODE_PATH=/usr/local/lib/node_modules:/usr/lib/node_modules" + (modules != nullptr ? ":" + std::string(modules) : "")}});
  if (child.status == 77) return skipped("playwright-core is not installed (npm install -g playwright-core)");
  CHECK_MESSAGE(child.status == 0, child.out << child.err);
}

}  // namespace

TEST_CASE("page: it has everything, and fetches nothing") {
  const std::string page = page_of(unsafe_model);
  for (const char* part : {"<b>UNSAFE</b>", "<h2>Counterexample</h2>", "why: this execution does not exist under SC",
                           "<pre class=\"model\"", "<h2>Coverage</h2>", "<h2>Search</h2>", "<h2>Statistics</h2>", "<svg",
                           "class=\"state initial\"", "<span class=\"keyword\">transition</span>", "covered_by_one"}) {
    CHECK_MESSAGE(contains(page, part), part);
  }
  for (const char* part : {" src=", "href=\"http", "@import", "url("}) CHECK_MESSAGE(!contains(page, part), part);
  const std::string safe = page_of(safe_model);
  CHECK(contains(safe, "<b>SAFE</b>"));
  CHECK_FALSE(contains(safe, "<svg"));
  CHECK(contains(safe, "by several together"));
}

TEST_CASE("page: the text of a model cannot break out") {
  const TemporaryFolder folder;
  const std::string model = folder.file("odd <b>.cub",
                                        "(* </pre><script>alert(1)</script> *)\nvar X : bool\ninit { X = False }\nunsafe { X = True }\n"
                                        "transition go () requires { X = False } { X := True }\n");
  const std::string page = page_of(model);
  CHECK_FALSE(contains(page, "<script>alert"));
  CHECK_FALSE(contains(page, "odd <b>"));
  CHECK(contains(page, "&lt;/pre&gt;&lt;script&gt;"));
}

TEST_CASE("page: coverage, warnings with their lines, and atomic steps beside their transitions, accepted or not") {
  const TemporaryFolder folder;
  const std::string model =
      folder.file("two.cub",
                  "type pc = A | B | C\narray PC[proc] : pc\nweak var X : bool\nweak var Y : bool\n"
                  "init (p) { PC[p] = A && X = False && Y = False }\nunsafe (p q) { PC[p] = C && PC[q] = C }\n"
                  "transition both ([p]) requires { PC[p] = A } { X := True; Y := True; PC[p] := B }\n"
                  "(*@ atomic *)\ntransition copy ([p]) requires { PC[p] = B && X = False } { Y := True; PC[p] := C }\n");
  const std::string page = page_of(model);
  CHECK(contains(page, "<h2>Warnings</h2>"));
  CHECK(contains(page, "<li><a href=\"#L7\">line 7</a> transition `both` writes X and Y in one atomic step"));
  CHECK(contains(page, "<span class=\"note\" title=\"`both` writes X and Y in one step\">atomic step</span>"));
  CHECK(contains(page, "atomic step, accepted</span>"));
  CHECK(contains(page, "<h2>Coverage</h2>"));
  CHECK(contains(page, "<tr><td><a class=\"code\" href=\"#L7\">both</a></td><td class=\"count\">1</td>"));
}

TEST_CASE("page: in a browser, a long counterexample with a store buffer per process") {
  follow_in_browser(PARAPET_SOURCE_DIR "/examples/locks/bakery_nofence.cub", "tso");
}

TEST_CASE("page: in a browser, a long counterexample with a store buffer per process and location") {
  follow_in_browser(PARAPET_SOURCE_DIR "/examples/locks/lamport_fast.cub", "pso");
}
