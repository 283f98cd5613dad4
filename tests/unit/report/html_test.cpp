// What pages share: escaped text, and a policy that allows their own script only.
#include "report/html.h"

#include <doctest/doctest.h>

#include <string>

#include "base/hash.h"

using namespace parapet;

TEST_CASE("html: text cannot become markup") {
  CHECK(report::html_text("a < b && \"c\" > d") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; d");
  CHECK(report::html_text("two\nlines") == "two\nlines");
  CHECK(report::html_text("\x1b[31m").find('\x1b') == std::string::npos);
}

TEST_CASE("html: a page has its parts, and its policy names exactly its script") {
  const std::string page = report::html_page({"a <b>", "p { }", "<p>body</p>\n", "run();"});
  CHECK(page.rfind("<!DOCTYPE html>\n", 0) == 0);
  CHECK(page.find("<title>a &lt;b&gt;</title>") != std::string::npos);
  CHECK(page.find("<h1>a &lt;b&gt;</h1>\n<p>body</p>\n") != std::string::npos);
  CHECK(page.find("<style>\np { }</style>") != std::string::npos);
  const std::size_t begin = page.find("<script>") + 8;
  const std::string script = page.substr(begin, page.find("</script>") - begin);
  CHECK(script == "\nrun();");
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(page.find("script-src 'sha256-" + parapet::sha256_base64(script) + "'") != std::string::npos);
}
