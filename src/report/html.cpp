#include "report/html.h"

#include <map>
#include <set>
#include <utility>

#include "base/printable.h"
#include "base/sha256.h"

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

namespace {

constexpr const char* index_style =
    "body{font:15px/1.4 sans-serif;margin:2em}table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:2px "
    "8px;text-align:left}td.code{font-family:monospace}td.sat{color:#060}td.unsat{color:#800}tr:target{background:#ffc}";

std::string cell(const std::string& text, const std::string& kind = {}) {
  return "<td" + (kind.empty() ? "" : " class=\"" + kind + "\"") + ">" + html_text(text) + "</td>";
}

std::string counts(const std::vector<QueryRow>& rows) {
  struct Count {
    std::uint64_t sat = 0, unsat = 0, open = 0;
  };
  std::map<std::pair<std::string, std::string>, Count> by;
  for (const QueryRow& row : rows) {
    Count& count = by[{row.purpose, row.by}];
    ++(row.status == "sat" ? count.sat : row.status == "unsat" ? count.unsat : count.open);
  }
  std::string out = "<table>\n<tr><th>purpose</th><th>decided by</th><th>sat</th><th>unsat</th><th>unknown</th></tr>\n";
  for (const auto& [key, count] : by) {
    out += "<tr>" + cell(key.first) + cell(key.second) + cell(std::to_string(count.sat)) + cell(std::to_string(count.unsat)) +
           cell(std::to_string(count.open)) + "</tr>\n";
  }
  return out + "</table>\n";
}

}  // namespace

std::string query_index_page(const std::string& model, const std::vector<QueryRow>& rows) {
  std::string body = "<p>Each file is one decision of the run on " + html_text(model) +
                     " in SMT-LIB 2, with the answer that the run relies on as its status.</p>\n" + counts(rows) +
                     "<table>\n<tr><th>file</th><th>purpose</th><th>node</th><th>step</th><th>answer</th><th>decided "
                     "by</th><th>engine</th></tr>\n";
  std::set<std::uint64_t> named;  // the first row of a node has its name
  for (const QueryRow& row : rows) {
    const bool first = row.node != 0 && named.insert(row.node).second;
    const std::string file = html_text(row.file);
    body += (first ? "<tr id=\"node-" + std::to_string(row.node) + "\">" : std::string("<tr>")) + "<td><a href=\"" + file + "\">" + file +
            "</a></td>" + cell(row.purpose) + cell(row.node == 0 ? "" : std::to_string(row.node)) + cell(row.step, "code") +
            cell(row.status, row.status) + cell(row.by) + cell(row.engine) + "</tr>\n";
  }
  const std::string title = "Decisions of " + model;
  return html_page({title, index_style, body + "</table>\n", ""});
}

}  // namespace parapet::report
