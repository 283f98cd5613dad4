// Theories with infix connectives: what text and LaTeX share.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "logic/term.h"
#include "notation/theory.h"

namespace parapet::notation {

struct InfixStyle {
  std::function<std::string(const std::string&)> name;        // a name of the model, a variable, an event
  std::function<std::string(Word, const std::string&)> word;  // a word of LE, with the weak name if it has one
  std::string_view constant = "#", prime = "'";
  std::string_view conjunction = " && ", disjunction = " || ", implication = " => ", equivalence = " <=> ", negation = "not ",
                   different = "<>";
  std::string_view forall = "forall ", exists = "exists ", such_that = " with ", body = ". ", truth = "true", falsity = "false";
  std::string_view less_equal = "<=", greater_equal = ">=", times = "*", member = " in {", member_end = "}";
};

class InfixWriter {
 public:
  InfixWriter(const TermArena& arena, InfixStyle style) : arena_(arena), style_(std::move(style)) {}

  [[nodiscard]] std::string formula(const Formula& formula, const Scope& scope) const;
  // A conjunct among others: in parentheses if it needs them.
  [[nodiscard]] std::string conjunct(const Formula& formula, const Scope& scope) const;
  [[nodiscard]] std::string term(TermId term, const Scope& scope) const;
  [[nodiscard]] std::string list(const std::vector<TermId>& terms, const Scope& scope) const;
  [[nodiscard]] std::string names(const std::vector<SymbolId>& symbols) const;
  [[nodiscard]] const InfixStyle& style() const { return style_; }

 private:
  [[nodiscard]] std::string leaf(TermId term, const Scope& scope) const;
  [[nodiscard]] std::string application(Word word, const std::string& weak_name, const std::vector<TermId>& args, const Scope& scope) const;
  [[nodiscard]] std::string joined(const Formula& formula, const Scope& scope) const;
  [[nodiscard]] std::string quantified(const Formula& formula, const Scope& scope) const;
  [[nodiscard]] std::string range(const Formula& formula, const Scope& scope) const;

  const TermArena& arena_;
  InfixStyle style_;
};

// Writes the parts of a theory in their order. A renderer has comments(lines), axioms(title, axioms) and definition(definition).
template <class Renderer>
void render(std::ostream& out, const Theory& theory, Renderer& renderer) {
  renderer.comments(theory.heading);
  renderer.axioms("processes", theory.processes);
  renderer.axioms("ghb under " + std::string(theory.system->model.name), theory.order);
  renderer.axioms("memory, for every weak name X, at its indices j", theory.memory);
  renderer.definition(theory.init);
  for (const auto* all : {&theory.invariants, &theory.unsafes, &theory.transitions}) {
    for (const Definition& each : *all) renderer.definition(each);
  }
  out << '\n';
  renderer.comments(theory.remarks);
}

}  // namespace parapet::notation
