#include "report/html.h"

namespace parapet::report {

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
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

std::string html_page(const HtmlPage& page) {
  const std::string title = html_text(page.title);
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title + "</title>\n<style>\n";
  text += page.style;
  text += "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n";
  text += page.body;
  text += "<script>\n";
  text += page.script;
  return text + "</script>\n</body>\n</html>\n";
}

}  // namespace parapet::report
