// Pages and pictures that need nothing from outside: what they share, and the page of decisions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parapet::report {

// Text for HTML and SVG.
[[nodiscard]] std::string html_text(std::string_view text);

struct HtmlPage {
  std::string_view title;
  std::string_view style;   // CSS
  std::string_view body;    // HTML, after the title as heading
  std::string_view script;  // JavaScript, run when the page is there
};
[[nodiscard]] std::string html_page(const HtmlPage& page);

// What every file in the language of Graphviz needs.

[[nodiscard]] inline std::string dot_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

// The decisions of a run as one page: DIR/index.html of `--dump-smt DIR`. Counts by purpose and decider, then every file with its node,
// step, answer and decider. The first row of node K has a name: other pages can link to `index.html#node-K`.

struct QueryRow {
  std::string file, purpose;
  std::uint64_t node = 0;  // 0: none
  std::string step, status, by, engine;
};

[[nodiscard]] std::string query_index_page(const std::string& model, const std::vector<QueryRow>& rows);

}  // namespace parapet::report
