#include "notation/infix.h"

#include <algorithm>

#include "base/contract.h"

namespace parapet::notation {
namespace {

using Kind = Formula::Kind;

// Binds as tightly as an atom does.
bool is_tight(const Formula& formula) {
  switch (formula.kind) {
    case Kind::Atom:
    case Kind::Equal:
    case Kind::Apply:
    case Kind::Not:
      return true;
    case Kind::And:
    case Kind::Or:
      return formula.parts.empty() || (formula.parts.size() == 1 && is_tight(formula.parts[0]));
    case Kind::Implies:
    case Kind::Iff:
    case Kind::Forall:
    case Kind::Exists:
      return false;
  }
  contract_failed("every kind of formula is written", __FILE__, __LINE__);
}

}  // namespace

std::string InfixWriter::list(const std::vector<TermId>& terms, const Scope& scope) const {
  std::string text;
  for (const TermId each : terms) text += (text.empty() ? "" : ", ") + term(each, scope);
  return text;
}

std::string InfixWriter::names(const std::vector<SymbolId>& symbols) const {
  std::string text;
  for (const SymbolId symbol : symbols) text += (text.empty() ? "" : ", ") + style_.name(arena_.signature()[symbol].name);
  return text;
}

std::string InfixWriter::application(Word word, const std::string& weak_name, const std::vector<TermId>& args, const Scope& scope) const {
  return style_.word(word, weak_name) + "(" + list(args, scope) + ")";
}

std::string InfixWriter::leaf(TermId term, const Scope& scope) const {
  const auto indexed = [&](TermId cell, std::string_view prime) {
    const Symbol& symbol = arena_.signature()[arena_.symbol(cell)];
    std::string inside;
    std::size_t next = 0;
    const auto add = [&](const std::string& index) { inside += (inside.empty() ? "" : ", ") + index; };
    for (const WrittenIndex& index : symbol.element) {
      add(index.sort == Signature::proc ? this->term(arena_.args(cell)[next++], scope)
                                        : style_.name(arena_.signature()[index.sort].constructors[index.position]));
    }
    for (; next < arena_.args(cell).size(); ++next) add(this->term(arena_.args(cell)[next], scope));
    const std::string head = style_.name(symbol.element.empty() ? symbol.name : symbol.array).append(prime);
    return inside.empty() ? head : head + "[" + inside + "]";
  };
  switch (arena_.op(term)) {
    case Op::Variable:
      return style_.name(scope.variables[arena_.variable_number(term)]);
    case Op::Event:
      return style_.name(scope.events[arena_.event_number(term)]);
    case Op::Fresh:
      return style_.name(scope.values[arena_.fresh_number(term)]);
    case Op::ProcessConst:
      return std::string(style_.constant) + std::to_string(arena_.constant_number(term));
    case Op::Cell:
      return indexed(term, "");
    case Op::Read: {
      const TermId cell = arena_.location(term);
      const std::string& name = arena_.signature()[arena_.symbol(cell)].name;
      if (arena_.read_number(term) == after_firing) return indexed(cell, style_.prime);
      std::string args = style_.name(scope.events[arena_.read_number(term)]);
      for (const TermId index : arena_.args(cell)) args += ", " + this->term(index, scope);
      return style_.word(Word::Val, name) + "(" + args + ")";
    }
    default:
      contract_failed("every leaf is written", __FILE__, __LINE__);
  }
}

std::string InfixWriter::term(TermId term, const Scope& scope) const {
  TermStyle terms;
  terms.leaf = [&](TermId each) { return leaf(each, scope); };
  terms.constructor = style_.name;
  terms.different = style_.different;
  terms.less_equal = style_.less_equal;
  terms.greater_equal = style_.greater_equal;
  terms.times = style_.times;
  terms.member = style_.member;
  terms.member_end = style_.member_end;
  return to_string(arena_, term, terms);
}

// Conjunctions and disjunctions inside each other are in parentheses.
std::string InfixWriter::joined(const Formula& formula, const Scope& scope) const {
  const bool conjunction = formula.kind == Kind::And;
  if (formula.parts.empty()) return std::string(conjunction ? style_.truth : style_.falsity);
  if (formula.parts.size() == 1) return this->formula(formula.parts[0], scope);
  std::string text;
  for (const Formula& part : formula.parts) {
    if (!text.empty()) text += conjunction ? style_.conjunction : style_.disjunction;
    text += conjunct(part, scope);
  }
  return text;
}

std::string InfixWriter::conjunct(const Formula& formula, const Scope& scope) const {
  return is_tight(formula) ? this->formula(formula, scope) : "(" + this->formula(formula, scope) + ")";
}

// `forall q <> p`, and in general `forall q, r with q <> r && q <> p`.
std::string InfixWriter::range(const Formula& formula, const Scope& scope) const {
  std::string text = list(formula.args, scope);
  const std::size_t restrictions = formula.parts.size() - 1;
  if (restrictions == 0) return text;
  const Formula& first = formula.parts[0];
  if (restrictions == 1 && formula.args.size() == 1 && first.kind == Kind::Not && first.parts[0].kind == Kind::Equal)
    return this->formula(first, scope);
  text += style_.such_that;
  for (std::size_t k = 0; k < restrictions; ++k) {
    if (k > 0) text += style_.conjunction;
    text += restrictions > 1 ? conjunct(formula.parts[k], scope) : this->formula(formula.parts[k], scope);
  }
  return text;
}

std::string InfixWriter::quantified(const Formula& formula, const Scope& scope) const {
  const std::string_view word = formula.kind == Kind::Forall ? style_.forall : style_.exists;
  return std::string(word).append(range(formula, scope)).append(style_.body) + this->formula(formula.parts.back(), scope);
}

std::string InfixWriter::formula(const Formula& formula, const Scope& scope) const {
  arena_.spend();
  switch (formula.kind) {
    case Kind::Atom:
      return term(formula.args[0], scope);
    case Kind::Equal:
      if (!formula.parts.empty()) return this->formula(formula.parts[0], scope) + " = " + this->formula(formula.parts[1], scope);
      return term(formula.args[0], scope) + " = " + term(formula.args[1], scope);
    case Kind::Apply:
      return application(formula.word,
                         !per_weak_name(formula.word) ? ""
                         : formula.symbol.valid()     ? arena_.signature()[formula.symbol].name
                                                      : "X",
                         formula.args, scope);
    case Kind::Not: {
      const Formula& inside = formula.parts[0];
      if (inside.kind == Kind::Equal && inside.parts.empty())
        return term(inside.args[0], scope).append(" ").append(style_.different).append(" ") + term(inside.args[1], scope);
      return std::string(style_.negation) + conjunct(inside, scope);
    }
    case Kind::And:
    case Kind::Or:
      return joined(formula, scope);
    case Kind::Implies:
    case Kind::Iff: {
      const auto side = [&](const Formula& part) {
        const bool loose = part.kind == Kind::And || part.kind == Kind::Or;
        return loose ? this->formula(part, scope) : conjunct(part, scope);
      };
      return side(formula.parts[0]).append(formula.kind == Kind::Iff ? style_.equivalence : style_.implication) + side(formula.parts[1]);
    }
    case Kind::Forall:
    case Kind::Exists:
      return quantified(formula, scope);
  }
  contract_failed("every kind of formula is written", __FILE__, __LINE__);
}

namespace {

InfixStyle text_style() {
  InfixStyle style;
  style.name = [](const std::string& name) { return name; };
  style.word = [](Word word, const std::string& weak_name) {
    return std::string(shape_of(word).name) + (weak_name.empty() ? "" : "_" + weak_name);
  };
  return style;
}

class TextRenderer {
 public:
  TextRenderer(std::ostream& out, const TermArena& arena) : out_(out), writer_(arena, text_style()) {}

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
    if (!each.unchanged.empty()) line("unchanged(" + writer_.names(each.unchanged) + ")");
    if (first) line("true");
    comments(each.remarks, "  ");
  }

 private:
  std::ostream& out_;
  InfixWriter writer_;
};

}  // namespace

void print_text(std::ostream& out, const Theory& theory, const TermArena& arena) {
  TextRenderer text(out, arena);
  render(out, theory, text);
}

}  // namespace parapet::notation
