// LaTeX. A formula may be longer than a line of a paper, so each conjunct is a line of an align* environment, and one that is longer than
// `most_width` goes on in further lines, which begin with a connective.
#include <algorithm>
#include <array>
#include <ostream>
#include <string_view>

#include "notation/infix.h"
#include "notation/theory.h"

namespace parapet::notation {
namespace {

// Names of a model are made of letters, digits and `_`.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '_' || c == '#' || c == '%' || c == '&' || c == '$' || c == '{' || c == '}') result += '\\';
    result += c;
  }
  return result;
}

std::string in_italics(const std::string& name) { return name.size() == 1 ? name : "\\mathit{" + escaped(name) + "}"; }

// Of a line, in characters as they are printed: the text width of an article in 10 pt holds about so many.
constexpr std::size_t most_width = 74;

// The characters that the formula has on paper: a command of a symbol is one, a command of a font none.
std::size_t width(std::string_view formula) {
  std::size_t result = 0;
  for (std::size_t k = 0; k < formula.size();) {
    if (formula[k] != '\\') {
      if (formula[k] != '{' && formula[k] != '}' && formula[k] != '&') ++result;
      ++k;
      continue;
    }
    constexpr std::string_view italics = "\\mathit";
    const bool font = formula.substr(k).starts_with(italics);
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::size_t end = k + 1;
    while (end < formula.size() && is_letter(formula[end])) ++end;
    k = std::max(end, k + 2);
    if (!font) ++result;
  }
  return result;
}

// Where a line may end: before a connective, after a comma of a set or of the names that do not change.
std::vector<std::string> pieces(const std::string& formula) {
  constexpr std::array<std::string_view, 4> connectives{" \\land ", " \\lor ", " \\Rightarrow ", " \\Leftrightarrow "};
  std::vector<std::string> result(1);
  bool in_set = false;
  for (std::size_t k = 0; k < formula.size(); ++k) {
    const std::string_view rest = std::string_view(formula).substr(k);
    if (rest.starts_with("\\{") || rest.starts_with("\\}")) in_set = rest[1] == '{';
    if (rest.starts_with("\\mathit{unchanged}(")) in_set = true;  // to the end of the conjunct
    if (std::any_of(connectives.begin(), connectives.end(), [&](std::string_view each) { return rest.starts_with(each); }))
      result.emplace_back();
    result.back() += formula[k];
    if (in_set && rest.starts_with(", ")) result.emplace_back();
  }
  return result;
}

// The lines of a formula; those after the first are indented.
std::vector<std::string> wrapped(const std::string& formula) {
  std::vector<std::string> lines(1);
  for (const std::string& piece : pieces(formula)) {
    if (width(lines.back()) > 8 && width(lines.back()) + width(piece) > most_width) lines.emplace_back("&\\qquad ");
    lines.back() += piece;
  }
  return lines;
}

InfixStyle latex_style() {
  InfixStyle style;
  style.name = in_italics;
  style.word = [](Word word, const std::string& weak_name) {
    const std::string name = in_italics(std::string(shape_of(word).name));
    return weak_name.empty() ? name : name + "_{" + in_italics(weak_name) + "}";
  };
  style.constant = "\\#";
  style.conjunction = " \\land ";
  style.disjunction = " \\lor ";
  style.implication = " \\Rightarrow ";
  style.equivalence = " \\Leftrightarrow ";
  style.negation = "\\lnot ";
  style.different = "\\neq";
  style.forall = "\\forall ";
  style.exists = "\\exists ";
  style.such_that = " : ";
  style.body = ".\\; ";
  style.truth = "\\top";
  style.falsity = "\\bot";
  style.less_equal = "\\leq";
  style.greater_equal = "\\geq";
  style.times = "\\,";
  style.member = " \\in \\{";
  style.member_end = "\\}";
  return style;
}

class LatexRenderer {
 public:
  LatexRenderer(std::ostream& out, const TermArena& arena) : out_(out), writer_(arena, latex_style()) {}

  void comments(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) out_ << "% " << line << '\n';
  }

  void axioms(const std::string& title, const std::vector<Axiom>& all) {
    if (all.empty()) return;
    out_ << "\n\\paragraph{" << escaped(title) << "}\n";
    for (const Axiom& each : all) {
      out_ << "\n\\noindent " << escaped(each.caption) << '\n';
      for (const Formula& formula : each.formula) align({"&" + writer_.formula(formula, each.scope)});
    }
  }

  void definition(const Definition& each) {
    out_ << '\n';
    comments(each.remarks);
    std::vector<std::string> lines{"&" + in_italics(each.name) + "(" + writer_.list(each.parameters, each.scope) + ") \\equiv{} " +
                                   (each.events.empty() ? "" : "\\exists " + writer_.list(each.events, each.scope) + ".")};
    bool first = true;
    const auto line = [&](const std::string& conjunct) {
      lines.push_back("&\\quad " + std::string(first ? "" : "\\land ") + conjunct);
      first = false;
    };
    for (const Formula& conjunct : each.conjuncts) line(writer_.conjunct(conjunct, each.scope));
    if (!each.unchanged.empty()) line("\\mathit{unchanged}(" + writer_.names(each.unchanged) + ")");
    if (first) line(std::string(writer_.style().truth));
    align(lines);
  }

 private:
  void align(const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    out_ << "\\begin{align*}\n";
    bool first = true;
    for (const std::string& line : lines) {
      for (const std::string& part : wrapped(line)) {
        out_ << (first ? "  " : " \\\\\n  ") << part;
        first = false;
      }
    }
    out_ << '\n';
    out_ << "\\end{align*}\n";
  }

  std::ostream& out_;
  InfixWriter writer_;
};

}  // namespace

void print_latex(std::ostream& out, const Theory& theory, const TermArena& arena) {
  LatexRenderer latex(out, arena);
  latex.comments({"Needs \\usepackage{amsmath}; long systems also \\allowdisplaybreaks."});
  render(out, theory, latex);
}

}  // namespace parapet::notation
