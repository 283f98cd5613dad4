// The page of a run (`--html`), as text and in a browser.
#include <doctest/doctest.h>

#include <string>

#include "base/sha256.h"
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

// The document after `script` ran in it; empty without a browser.
std::string in_browser(const std::string& page, const std::string& script) {
  const TemporaryFolder folder;
  std::string changed = page;
  changed.insert(changed.rfind("</body>"), "<script>" + script + "</script>");
  // The page's policy stays in force, with the added script as one more that it names.
  changed.insert(changed.find("script-src ") + 11, "'sha256-" + parapet::sha256_base64(script) + "' ");
  const Child child =
      run_program("timeout", {"60", "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                              "--user-data-dir=" + (folder.path() / "profile").string(), "file://" + folder.file("page.html", changed)});
  return child.status == 0 ? child.out : "";
}

bool have_browser() {
  if (run_program("sh", {"-c", "command -v chromium"}).status == 0) return true;
  skipped("chromium is not installed");
  return false;
}

// What a browser computes for an expression, through the title of the page.
std::string computed(const std::string& page, const std::string& actions, const std::string& expression) {
  const std::string document = in_browser(page, actions + "; document.title = 'computed ' + (" + expression + ");");
  const std::size_t at = document.find("<title>computed ");
  if (at == std::string::npos) return "no answer";
  return document.substr(at + 16, document.find("</title>") - at - 16);
}

}  // namespace

TEST_CASE("page: it has everything, and fetches nothing") {
  const std::string page = page_of(unsafe_model);
  for (const char* part : {"<b>UNSAFE</b>", "<h2>Counterexample</h2>", "<h2>Model</h2>", "<h2>Search</h2>", "<h2>Statistics</h2>", "<svg",
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

TEST_CASE("page: in a browser the counterexample can be stepped through and its events show their edges") {
  if (!have_browser()) return;
  const std::string page = page_of(unsafe_model);
  CHECK(computed(page, "",
                 "document.querySelectorAll('.graph .event').length > 8 && document.querySelectorAll('.steps tr[data-step]').length") ==
        "11");
  CHECK(computed(page, "document.querySelectorAll('.steps tr[data-step]')[3].click()",
                 "document.getElementById('step-shown').textContent + '; ' + document.querySelectorAll('.event.now').length + '; ' + "
                 "document.querySelectorAll('.steps tr.now').length") == "after step 4 of 11; 1; 1");
  // Three writes are made by then, none is in memory.
  CHECK(computed(page, "document.querySelectorAll('.steps tr[data-step]')[3].click()",
                 "document.querySelectorAll('.event.write.waiting').length") == "3");
  CHECK(computed(page, "document.getElementById('step-back').click(); document.getElementById('step-on').click()",
                 "document.getElementById('step-shown').textContent") == "after step 11 of 11");
  CHECK(computed(page, "document.querySelector('.event.write').dispatchEvent(new Event('mouseenter'))",
                 "document.querySelectorAll('.edge.lit').length > 1 && document.querySelectorAll('.edge.lit').length < "
                 "document.querySelectorAll('.edge').length") == "true");
  CHECK(computed(page, "",
                 "[...document.querySelectorAll('svg text')].every(each => { const box = each.getBBox(); return box.x >= 0; })") == "true");
}
