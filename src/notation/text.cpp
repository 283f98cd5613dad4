#include <ostream>

#include "notation/infix.h"
#include "notation/render.h"

namespace parapet::notation {
namespace {

InfixStyle text_style() {
  InfixStyle style;
  style.name = [](const std::string& name) { return name; };
  style.word = [](Word word, const std::string& weak_name) {
    return std::string(name_of(word)) + (weak_name.empty() ? "" : "_" + weak_name);
  };
  style.parentheses = [](const std::string& formula) { return "(" + formula + ")"; };
  return style;
}

class TextRenderer {
 public:
  TextRenderer(std::ostream& out, const TermArena& arena) : out_(out), arena_(arena), writer_(arena, text_style()) {}

  void comments(const std::vector<std::string>& lines, std::string_view indent = "") {
    for (const std::string& line : lines) out_ << indent << "-- " << line << '\n';
  }

  void axioms(std::string_view title, const std::vector<Axiom>& all) {
    if (all.empty()) return;
    out_ << '\n' << title << '\n';
    for (const Axiom& each : all) {
      comments({each.caption}, "  ");
      for (const Formula& formula : each.formula) out_ << "  " << writer_.formula(formula, each.scope) << '\n';
    }
  }

  void definition(const Definition& each) {
    out_ << '\n' << each.name << '(' << writer_.list(each.parameters, each.scope) << ')';
    if (!each.events.empty()) out_ << (each.events.size() == 1 ? "  event " : "  events ") << writer_.list(each.events, each.scope);
    out_ << '\n';
    bool first = true;
    const auto line = [&](const std::string& conjunct) {
      out_ << (first ? "  " : "  && ") << conjunct << '\n';
      first = false;
    };
    const bool alone = each.conjuncts.size() == 1 && each.unchanged.empty();
    for (const Formula& conjunct : each.conjuncts)
      line(alone ? writer_.formula(conjunct, each.scope) : writer_.conjunct(conjunct, each.scope));
    if (!each.unchanged.empty()) line("unchanged(" + names(each.unchanged) + ")");
    if (first) line("true");
    comments(each.remarks, "  ");
  }

 private:
  [[nodiscard]] std::string names(const std::vector<SymbolId>& symbols) const {
    std::string text;
    for (const SymbolId symbol : symbols) text += (text.empty() ? "" : ", ") + arena_.signature()[symbol].name;
    return text;
  }

  std::ostream& out_;
  const TermArena& arena_;
  InfixWriter writer_;
};

}  // namespace

void print_text(std::ostream& out, const Theory& theory, const TermArena& arena) {
  TextRenderer text(out, arena);
  text.comments(theory.heading);
  text.axioms("processes", theory.processes);
  text.axioms("ghb under " + std::string(theory.system->model.name), theory.order);
  text.axioms("memory, for every weak name X, at its indices j", theory.memory);
  text.definition(theory.init);
  for (const auto* all : {&theory.invariants, &theory.unsafes, &theory.transitions}) {
    for (const Definition& each : *all) text.definition(each);
  }
  out << '\n';
  text.comments(theory.remarks);
}

}  // namespace parapet::notation
