// Guards the page and its plots: nothing from outside, names that cannot break out of their place, empty results.
#include "report/html.h"

#include <doctest/doctest.h>

#include "bench/table.h"
#include "unit/cli/child.h"

using namespace parapet::bench;
using parapet::test::contains;

TEST_CASE("html: names are text") {
  Results results{"1", "<here>", true, {}};
  results.rows.emplace_back().name = "<script>alert(1)</script>";
  const std::string page = html_page(results);
  CHECK_FALSE(contains(page, "<script>alert"));
  CHECK_FALSE(contains(page, "<here>"));
  CHECK(parapet::report::html_text("a<b & \"c\">") == "a&lt;b &amp; &quot;c&quot;&gt;");
}

TEST_CASE("html: nothing is fetched") {
  const std::string page = html_page(Results{}, Results{});
  CHECK_FALSE(contains(page, "src="));
  CHECK_FALSE(contains(page, "href="));
  CHECK_FALSE(contains(page, "@import"));
}

TEST_CASE("html: plots of nothing, of one and of extreme times have no broken number") {
  for (const std::string& plot : {cactus_plot({}), cactus_plot({{"a", {}}}), cactus_plot({{"a", {0, 1e9}}, {"b", {0.5}}}), scatter_plot({}),
                                  scatter_plot({{"a", 0, 0, false}, {"b", 1e9, 0.5, true}})}) {
    CHECK_FALSE(contains(plot, "nan"));
    CHECK_FALSE(contains(plot, "inf"));
    CHECK(contains(plot, "</svg>"));
  }
}
