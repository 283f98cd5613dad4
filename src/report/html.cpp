#include "report/html.h"

#include "base/hash.h"
#include "base/printable.h"

namespace parapet::report {

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : printable(text, LineBreaks::Keep)) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// Text of a model or a file name that broke out of its place in the page could still run nothing and fetch nothing: the policy allows our
// own script, by its hash, and styles inside the page.
std::string html_page(const HtmlPage& page) {
  const std::string title = html_text(page.title);
  const std::string script = "\n" + std::string(page.script);
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\""
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" +
      sha256_base64(script) + "'; base-uri 'none'; form-action 'none'\">\n<title>" + title + "</title>\n<style>\n";
  text += page.style;
  text += "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n";
  text += page.body;
  return text + "<script>" + script + "</script>\n</body>\n</html>\n";
}

}  // namespace parapet::report
