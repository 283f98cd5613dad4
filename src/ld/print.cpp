// Canonical text. Precedence decides the parentheses; a formula too long for one line has one operand of its `&&` per line.
#include <ostream>
#include <span>
#include <string_view>
#include <utility>

#include "base/contract.h"
#include "ld/program.h"
#include "ld/text.h"

namespace parapet::ld {
namespace {

constexpr std::size_t line_width = 100;

bool is_quantifier(Formula::Kind kind) { return !quantifier_of(kind).empty(); }

// Levels of precedence, weakest first; an operand that is weaker than its context needs parentheses.
enum class Level : std::uint8_t { Open, Disjunction, Conjunction, Atom };

Level level_of(const Formula& formula) {
  switch (formula.kind) {
    case Formula::Kind::Implies:
    case Formula::Kind::Iff:
    case Formula::Kind::Forall:
    case Formula::Kind::Exists:
    case Formula::Kind::ForallOther:
    case Formula::Kind::ExistsOther:
      return Level::Open;
    case Formula::Kind::Or:
      return Level::Disjunction;
    case Formula::Kind::And:
      return Level::Conjunction;
    case Formula::Kind::True:
    case Formula::Kind::False:
    case Formula::Kind::Compare:
    case Formula::Kind::Fence:
    case Formula::Kind::WriteFence:
    case Formula::Kind::Not:
    case Formula::Kind::IfThenElse:
      return Level::Atom;
  }
  return Level::Atom;
}

class Printer {
 public:
  Printer(const Declaration& scope, const Signature& signature, Budget* budget = nullptr)
      : scope_(scope), signature_(signature), budget_(budget) {}

  void term(const Term& term);
  void formula(const Formula& formula, Level place);
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void cell(SymbolId symbol, std::span<const Term> indices);
  void number(const Rational& value, SortId sort) { text_ += sort == Signature::real ? value.to_decimal() : value.to_string(); }
  void sum(const Term& whole);
  void operands(const Formula& formula, std::string_view separator, Level place, bool last);
  void unguarded(const Formula& formula, bool last);
  void quantified(const Formula& formula);

  const Declaration& scope_;
  const Signature& signature_;
  Budget* budget_;
  std::string text_;
};

void Printer::cell(SymbolId symbol, std::span<const Term> indices) {
  std::vector<std::string> texts;
  for (const Term& index : indices) texts.push_back(to_string(index, scope_, signature_));
  text_ += signature_.cell_text(symbol, texts);
}

void Printer::sum(const Term& whole) {
  for (std::size_t k = 0; k < whole.args.size(); ++k) {
    const Rational& coefficient = whole.coefficients[k];
    const bool negative = coefficient.sign() < 0;
    if (k == 0) {
      text_ += negative ? "-" : "";
    } else {
      text_ += negative ? " - " : " + ";
    }
    const Rational size = negative ? -coefficient : coefficient;
    if (size != Rational(1)) {
      number(size, whole.sort);
      text_ += " * ";
    }
    term(whole.args[k]);
  }
  if (whole.number.is_zero()) return;
  text_ += whole.number.sign() < 0 ? " - " : " + ";
  number(whole.number.sign() < 0 ? -whole.number : whole.number, whole.sort);
}

void Printer::term(const Term& term) {
  switch (term.kind) {
    case Term::Kind::Process:
    case Term::Kind::Value:
      text_ += scope_.variables[term.index];
      return;
    case Term::Kind::ProcessConstant:
      text_ += '#' + std::to_string(term.index);
      return;
    case Term::Kind::Constructor:
      text_ += signature_[term.sort].constructors[term.index];
      return;
    case Term::Kind::Number:
      number(term.number, term.sort);
      return;
    case Term::Kind::Sum:
      sum(term);
      return;
    case Term::Kind::Processes:
      text_ += "#procs";
      return;
    case Term::Kind::Count:
      text_.append("count (").append(scope_.variables[term.index]).append(") { ");
      formula(term.body[0], Level::Open);
      text_ += " }";
      return;
    case Term::Kind::Access:
      if (!term.reader.empty()) {
        this->term(term.reader[0]);
        text_ += " @ ";
      }
      cell(term.symbol(), term.args);
      return;
    case Term::Kind::Next:
    case Term::Kind::Previous:
      text_ += term.kind == Term::Kind::Next ? "next(" : "prev(";
      this->term(term.args[0]);
      text_ += ')';
      return;
  }
}

// `last`: nothing follows the formula, so a quantifier as its last operand needs no parentheses.
void Printer::operands(const Formula& formula, std::string_view separator, Level place, bool last) {
  for (std::size_t k = 0; k < formula.args.size(); ++k) {
    if (k != 0) text_ += separator;
    const bool open = last && k + 1 == formula.args.size() && is_quantifier(formula.args[k].kind);
    this->formula(formula.args[k], open ? Level::Open : place);
  }
}

void Printer::quantified(const Formula& formula) {
  text_ += quantifier_of(formula.kind);
  for (std::size_t k = 0; k < formula.bound.size(); ++k) {
    text_ += k == 0 ? " " : " <> ";
    text_ += scope_.variables[formula.bound[k]];
  }
  if (formula.over != Signature::proc) text_ += " : " + signature_[formula.over].name;
  text_ += ". ";
  this->formula(formula.args[0], Level::Open);
}

void Printer::unguarded(const Formula& formula, bool last) {
  switch (formula.kind) {
    case Formula::Kind::True:
      text_ += "true";
      return;
    case Formula::Kind::False:
      text_ += "false";
      return;
    case Formula::Kind::Fence:
      text_ += "fence()";
      return;
    case Formula::Kind::WriteFence:
      text_ += "wfence()";
      return;
    case Formula::Kind::Compare:
      term(formula.terms[0]);
      text_.append(" ").append(symbol_of(formula.comparison)).append(" ");
      term(formula.terms[1]);
      return;
    case Formula::Kind::Not:
      text_ += "not ";
      this->formula(formula.args[0], Level::Atom);
      return;
    case Formula::Kind::And:
      return operands(formula, " && ", Level::Atom, last);
    // Conjunctions inside a disjunction have parentheses for readability.
    case Formula::Kind::Or:
      return operands(formula, " || ", Level::Atom, last);
    case Formula::Kind::Implies:
    case Formula::Kind::Iff:
      this->formula(formula.args[0], Level::Disjunction);
      text_ += formula.kind == Formula::Kind::Implies ? " => " : " <=> ";
      this->formula(formula.args[1], Level::Open);
      return;
    case Formula::Kind::IfThenElse:
      text_ += "if ";
      this->formula(formula.args[0], Level::Open);
      text_ += " then ";
      this->formula(formula.args[1], Level::Open);
      text_ += " else ";
      this->formula(formula.args[2], Level::Atom);
      return;
    case Formula::Kind::Forall:
    case Formula::Kind::Exists:
    case Formula::Kind::ForallOther:
    case Formula::Kind::ExistsOther:
      return quantified(formula);
  }
}

void Printer::formula(const Formula& formula, Level place) {
  if (budget_ != nullptr) budget_->spend();
  if (level_of(formula) >= place) return unguarded(formula, place == Level::Open);
  text_ += '(';
  unguarded(formula, true);
  text_ += ')';
}

// Prints the formula in braces after `head`, on one line if it fits.
void print_block(std::ostream& out, std::string_view head, const Formula& formula, const Declaration& scope, const Signature& signature,
                 Budget* budget) {
  Printer whole(scope, signature, budget);
  whole.formula(formula, Level::Open);
  const std::string line = whole.take();
  if (formula.kind != Formula::Kind::And || head.size() + line.size() + 4 <= line_width) {
    out << head << "{ " << line << " }\n";
    return;
  }
  out << head << "{\n";
  for (std::size_t k = 0; k < formula.args.size(); ++k) {
    const bool last = k + 1 == formula.args.size();
    Printer printer(scope, signature, budget);
    printer.formula(formula.args[k], last && is_quantifier(formula.args[k].kind) ? Level::Open : Level::Atom);
    out << "  " << printer.take() << (last ? "\n" : " &&\n");
  }
  out << "}\n";
}

std::string parameters(const Declaration& declaration, const std::optional<Variable>& actor = {}) {
  std::string text = "(";
  for (Variable k = 0; k < declaration.parameters; ++k) {
    if (k != 0) text += ' ';
    text += actor == k ? "[" + declaration.variables[k] + "]" : declaration.variables[k];
  }
  return text + ")";
}

void print_property(std::ostream& out, std::string_view word, const Declaration& declaration, const Formula& formula,
                    const Signature& signature, Budget* budget) {
  std::string head(word);
  if (!declaration.name.empty()) head += " " + declaration.name;
  if (declaration.parameters != 0) head += " " + parameters(declaration);
  out << '\n';
  print_block(out, head + " ", formula, declaration, signature, budget);
}

std::string target(const Assignment& assignment, const Declaration& scope, const Signature& signature) {
  std::vector<std::string> indices;
  for (const Term& index : assignment.indices) indices.push_back(to_string(index, scope, signature));
  for (const Variable bound : assignment.bound) indices.push_back(scope.variables[bound]);
  return signature.cell_text(assignment.symbol, indices);
}

void print_assignment(std::ostream& out, const Assignment& assignment, const Declaration& scope, const Signature& signature) {
  if (assignment.kind == Assignment::Kind::Set && !assignment.bound.empty()) {
    out << signature[assignment.symbol].name << " := " << signature[assignment.value.symbol()].name;
    return;
  }
  out << target(assignment, scope, signature) << " := ";
  switch (assignment.kind) {
    case Assignment::Kind::Set:
      out << to_string(assignment.value, scope, signature);
      return;
    case Assignment::Kind::Havoc:
      out << '?';
      return;
    case Assignment::Kind::Case:
      break;
  }
  out << "case";
  for (const Branch& branch : assignment.branches) {
    out << "\n    | " << (branch.condition ? to_string(*branch.condition, scope, signature) : "_") << " : "
        << to_string(branch.value, scope, signature);
  }
}

void print_transition(std::ostream& out, const Transition& transition, const Signature& signature, Budget* budget) {
  out << "\ntransition " << transition.name << " " << parameters(transition, transition.actor) << '\n';
  if (transition.guard.kind != Formula::Kind::True) print_block(out, "requires ", transition.guard, transition, signature, budget);
  out << '{';
  for (const Let& let : transition.lets) out << " let " << let.name << " = " << to_string(let.value, transition, signature) << " in";
  for (std::size_t k = 0; k < transition.assignments.size(); ++k) {
    out << (k == 0 ? " " : ";\n  ");
    print_assignment(out, transition.assignments[k], transition, signature);
  }
  out << " }\n";
}

void print_remarks(std::ostream& out, const Program& program, const Transition& transition) {
  const auto found = atomicity(program, transition);
  if (!found && !transition.accepted_atomic) return;
  out << '\n';
  if (found) out << "(* " << name(found->kind) << ": " << found->accesses << " *)";
  if (transition.accepted_atomic) out << (found ? " " : "") << "(*@ atomic *)";
}

void print_signature(std::ostream& out, const Signature& signature) {
  for (std::size_t k = Signature::event.index() + 1; k < signature.sorts().size(); ++k) {
    const Sort& sort = signature.sorts()[k];
    out << "type " << sort.name;
    if (sort.range) {
      out << " = " << sort.constructors.front() << " .. " << sort.constructors.back() << '\n';
      continue;
    }
    for (std::size_t c = 0; c < sort.constructors.size(); ++c) out << (c == 0 ? " = " : " | ") << sort.constructors[c];
    out << '\n';
  }
  for (const Symbol& symbol : signature.symbols()) {
    PARAPET_CHECK(!(symbol.weak && symbol.constant), "a constant is not weak");
    out << (symbol.weak ? "weak " : "") << (symbol.constant ? "const " : symbol.arity == 0 ? "var " : "array ") << symbol.name;
    for (std::uint32_t k = 0; k < symbol.arity; ++k) out << (k == 0 ? "[" : ", ") << signature[symbol.index_sort(k)].name;
    out << (symbol.arity == 0 ? "" : "]") << " : " << signature[symbol.sort].name << '\n';
  }
}

void print_program(std::ostream& out, const Program& by_elements, bool remarks, Budget* budget) {
  const Program& program = by_elements.as_written();
  const Signature& signature = program.signature;
  if (program.number_procs) out << "number_procs " << *program.number_procs << '\n';
  print_signature(out, signature);
  print_property(out, "init", program.init, program.init.formula, signature, budget);
  for (const Invariant& invariant : program.invariants) print_property(out, "invariant", invariant, invariant.formula, signature, budget);
  for (const Unsafe& unsafe : program.unsafes) print_property(out, "unsafe", unsafe, unsafe.formula, signature, budget);
  if (remarks) {
    for (const StateFormula& stuck : program.expected_stuck) {
      Printer printer(stuck, signature, budget);
      printer.formula(stuck.formula, Level::Open);
      out << "\n(*@ stuck " << printer.take() << " *)\n";
    }
  }
  for (const Transition& transition : program.transitions) {
    if (remarks) print_remarks(out, program, transition);
    print_transition(out, transition, signature, budget);
  }
}

}  // namespace

std::string to_string(const Term& term, const Declaration& scope, const Signature& signature) {
  Printer printer(scope, signature);
  printer.term(term);
  return printer.take();
}

std::string to_string(const Formula& formula, const Declaration& scope, const Signature& signature) {
  Printer printer(scope, signature);
  printer.formula(formula, Level::Open);
  return printer.take();
}

void print(std::ostream& out, const Program& program, Budget* budget) { print_program(out, program, false, budget); }
void print_with_remarks(std::ostream& out, const Program& program, Budget* budget) { print_program(out, program, true, budget); }

std::string_view symbol_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::Equal:
      return "=";
    case Comparison::Different:
      return "<>";
    case Comparison::Less:
      return "<";
    case Comparison::LessEqual:
      return "<=";
    case Comparison::Greater:
      return ">";
    case Comparison::GreaterEqual:
      return ">=";
  }
  return "";
}

std::string_view quantifier_of(Formula::Kind kind) {
  switch (kind) {  // NOLINT: the others have no quantifier
    case Formula::Kind::Forall:
      return "forall";
    case Formula::Kind::Exists:
      return "exists";
    case Formula::Kind::ForallOther:
      return "forall_other";
    case Formula::Kind::ExistsOther:
      return "exists_other";
    default:
      return "";
  }
}

}  // namespace parapet::ld
