// Pages that need nothing from outside.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace parapet::report
