#include "report/page.h"

#include <algorithm>
#include <sstream>

#include "report/html.h"
#include "report/page_script.h"
#include "report/page_style.h"

namespace parapet::report {
namespace {

// The verdict line and the lines of the summary, as they are printed.
std::string verdict_html(const Run& run) {
  const std::string answer(name(run.answer));
  const char* const kind = run.answer == VerdictKind::Safe ? "safe" : run.answer == VerdictKind::Unsafe ? "unsafe" : "unknown";
  std::ostringstream line, summary;
  print_verdict(line, run, false);
  print_summary(summary, run);
  std::string out = "<div class=\"verdict " + std::string(kind) + "\"><b>" + answer + "</b>" + html_text(line.str().substr(answer.size()));
  return out + "<pre>" + html_text(summary.str()) + "</pre></div>\n";
}

std::string warnings_html(const std::vector<Warning>& warnings) {
  if (warnings.empty()) return "";
  std::string out = "<h2>Warnings</h2>\n<ul class=\"warnings\">\n";
  for (const Warning& each : warnings) {
    const std::string line = std::to_string(each.line);
    out += "<li><a href=\"#L" + line + "\">line " + line + "</a> " + html_text(each.message) + " <span class=\"code\">[" +
           html_text(each.name) + "]</span>" + (each.hint.empty() ? "" : "<br><small>" + html_text(each.hint) + "</small>") + "</li>\n";
  }
  return out + "</ul>\n";
}

std::string note_html(const PageNote& note) {
  return std::string(" <span class=\"note") + (note.accepted ? " accepted" : "") + "\" title=\"" + html_text(note.text) + "\">" +
         html_text(note.word) + (note.accepted ? ", accepted" : "") + "</span>";
}

std::string statistics_html(const Run& run) {
  std::string out = "<table class=\"statistics\">\n";
  for (const Count& count : run.counts) {
    out += "<tr><td class=\"code\">" + html_text(count.key) + "</td><td class=\"count\">" + std::to_string(count.value) + "</td><td>" +
           html_text(count.meaning) + "</td></tr>\n";
  }
  for (const SolverUse& use : run.solver) {
    out += "<tr><td class=\"code\">" + html_text(use.backend) + " " + html_text(use.purpose) + "</td><td class=\"count\">" +
           std::to_string(use.calls) + "</td><td>solver calls, " + seconds_text(use.seconds) + "</td></tr>\n";
  }
  const auto row = [&](const char* key, const std::string& value) {
    out += std::string("<tr><td class=\"code\">") + key + "</td><td class=\"count\">" + value + "</td><td></td></tr>\n";
  };
  row("peak_memory", std::to_string(run.peak_memory >> 20U) + " MB");
  row("cpu_seconds", seconds_text(run.cpu_seconds));
  row("wall_seconds", seconds_text(run.wall_seconds));
  return out + "</table>\n";
}

}  // namespace

std::string model_html(std::string_view text, const std::vector<PageMark>& marks, const std::vector<PageNote>& notes) {
  std::string marked;
  std::size_t at = 0;
  const auto add = [&](std::size_t end, std::string_view kind) {
    // A mark over several lines is one on each, so that lines can be numbered.
    while (at < end) {
      const std::size_t stop = std::min(end, text.find('\n', at));
      std::string_view line = text.substr(at, stop - at);
      if (line.ends_with('\r') && (stop == text.size() || text[stop] == '\n')) line.remove_suffix(1);
      const std::string part = html_text(line);
      marked += kind.empty() || part.empty() ? part : "<span class=\"" + std::string(kind) + "\">" + part + "</span>";
      at = stop;
      if (at < end) {
        marked += '\n';
        ++at;
      }
    }
  };
  for (const PageMark& mark : marks) {
    add(mark.range.begin, "");
    add(mark.range.end, mark.kind);
  }
  add(text.size(), "");
  std::istringstream lines(marked);
  std::string out = "<pre class=\"model\" tabindex=\"0\">";
  std::uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string place = std::to_string(++number);
    out += "<span class=\"line\" id=\"L" + place + "\"><span class=\"row\">" + place + "</span>" + line;
    for (const PageNote& note : notes) {
      if (note.line == number) out += note_html(note);
    }
    out += "\n</span>";
  }
  return out + "</pre>\n";
}

std::string run_page(const PageContent& content) {
  std::string body = verdict_html(content.run);
  body += warnings_html(content.run.warnings);
  if (content.execution != nullptr && content.graph != nullptr) {
    body += "<h2>Counterexample</h2>\n";
    if (content.run.why) {
      std::ostringstream why;
      print_why(why, *content.execution, *content.run.why);
      body += "<pre class=\"why\">" + html_text(why.str()) + "</pre>\n";
    }
    body +=
        "<p>Step through with the buttons or the arrow keys. A click on a step, an event or a line of the model leads to the other two; "
        "point at an event to see its edges.</p>\n" +
        execution_html(content);
  } else {
    body += "<h2>Model</h2>\n" + model_html(content.model, content.marks, content.notes);
  }
  if (content.coverage != nullptr) body += "<h2>Coverage</h2>\n" + coverage_html(*content.coverage);
  body += "<h2>Search</h2>\n" + tree_html(content.tree);
  body += "<h2>Statistics</h2>\n" + statistics_html(content.run);
  body += "<p>Parapet " + html_text(content.run.version) + "</p>\n";
  const std::string title = content.run.file == "-" ? "standard input" : content.run.file;
  return html_page({title, page_style, body, page_script});
}

}  // namespace parapet::report
