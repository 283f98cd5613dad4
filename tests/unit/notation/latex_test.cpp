// LE as LaTeX: what an engine needs to accept it, and what a reader sees.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "unit/frontend/models.h"
#include "unit/notation/rendered.h"

using namespace parapet;

namespace {

// The text without comments.
std::string without_comments(const std::string& text) {
  std::istringstream lines(text);
  std::string line, result;
  while (std::getline(lines, line)) {
    if (line.empty() || line[0] != '%') result += line + "\n";
  }
  return result;
}

// Empty, or what is wrong: braces and environments that do not match, a special character that is not escaped.
std::string objection(const std::string& text) {
  std::vector<std::string> open;
  bool in_subscript = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    const bool escaped = k > 0 && text[k - 1] == '\\' && !(k > 1 && text[k - 2] == '\\');
    if (c == '{' && !escaped) {
      open.emplace_back("{");
    } else if (c == '}' && !escaped) {
      if (open.empty() || open.back() != "{") return "a brace too many at " + text.substr(k < 40 ? 0 : k - 40, 40);
      open.pop_back();
    } else if (c == '_' && !escaped) {
      in_subscript = k + 1 < text.size() && text[k + 1] == '{';
      if (!in_subscript) return "a bare _ at " + text.substr(k < 40 ? 0 : k - 40, 60);
    } else if ((c == '#' || c == '%' || c == '$') && !escaped) {
      return std::string("a bare ") + c;
    }
    if (text.compare(k, 14, "\\begin{align*}") == 0) open.emplace_back("align");
    if (text.compare(k, 12, "\\end{align*}") == 0) {
      if (open.empty() || open.back() != "align") return "an environment that is not open ends";
      open.pop_back();
    }
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

// A row of align* outside of it, or a formula outside of mathematics.
std::string misplaced(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line == "\\begin{align*}") {
      inside = true;
    } else if (line == "\\end{align*}") {
      inside = false;
    } else if (!inside && (line.find('&') != std::string::npos || line.find("\\mathit") != std::string::npos)) {
      return line;
    } else if (inside && line.empty()) {
      return "an empty line in align*";
    }
  }
  return "";
}

}  // namespace

TEST_CASE("notation: the test of LaTeX finds mistakes") {
  CHECK(objection("\\mathit{a\\_b}_{c} \\{ \\}") == "");
  CHECK(objection("\\mathit{a_b}") != "");
  CHECK(objection("\\mathit{a") != "");
  CHECK(objection("a}") != "");
  CHECK(objection("#1") != "");
  CHECK(objection("\\begin{align*}") != "");
  CHECK(misplaced("& x\n") != "");
}

TEST_CASE("notation: LaTeX of every example") {
  for (const auto& path : testing::models_below(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples")) {
    CAPTURE(path.string());
    for (const le::MemoryModel& memory : ld::memory_models) {
      const std::string text = without_comments(test::rendered(testing::contents(path), notation::print_latex, memory));
      CHECK(objection(text) == "");
      CHECK(misplaced(text) == "");
    }
  }
}

TEST_CASE("notation: LaTeX of names, connectives and constants") {
  const std::string text = test::rendered(R"(number_procs 2
type loc_a = L_1 | L_2 | L_3
array PC_x[proc] : loc_a
var N : int
weak array W_f[proc] : bool
init (p) { PC_x[p] = L_1 && W_f[p] = False }
unsafe (p) { PC_x[#1] <> L_2 && N <= 3 }
transition go_on ([p]) requires { W_f[p] = True && (PC_x[p] = L_2 || N > 2) } { N := 2 * N; W_f[p] := False }
)",
                                          notation::print_latex);
  const auto contains = [&](const std::string& part) { return text.find(part) != std::string::npos; };
  CHECK(objection(without_comments(text)) == "");
  CHECK(contains("\\mathit{go\\_on.1}(p) \\equiv{} \\exists x, w. \\\\\n"));
  CHECK(contains("\\mathit{Rd}_{\\mathit{W\\_f}}(x, p, p)"));
  CHECK(contains("\\mathit{PC\\_x}[\\#1] \\neq \\mathit{L\\_2}"));
  CHECK(contains("N \\leq 3"));
  CHECK(contains("N' = 2\\,N"));
  CHECK(contains("\\mathit{at}(w, x)"));
}
