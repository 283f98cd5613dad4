// The logic named is the smallest that both z3 4.8.12 and cvc5 1.0.3 know by name: neither accepts a name with datatypes and arithmetic
// that the other does, so a query with enumerations says ALL.
#include "smt/smtlib_print.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::smt {
namespace {

// Reserved words and commands of SMT-LIB. Between bars they are ordinary symbols (except for `as` in z3 4.8.12, see below), and so is every
// name with a hyphen.
constexpr std::array reserved = {"_",      "!",       "let",         "exists",  "forall", "match",  "par",
                                 "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "assert", "char",
                                 "echo",   "exit",    "include",     "pop",     "push",   "reset",  "simplify"};

// Names that the theories of SMT-LIB, z3, cvc5 or this printer (`ghb`, `event`) define. A name of the model must not be one of them, with
// or without bars.
constexpr std::array taken_names = {
    "Bool",   "Int",   "Real", "Array",  "String", "RegLan",   "Seq",     "Set",     "Bag",    "Tuple",  "Unicode", "RoundingMode",
    "RNE",    "RNA",   "RTP",  "RTN",    "RTZ",    "true",     "false",   "not",     "and",    "or",     "xor",     "ite",
    "is",     "as",    "abs",  "div",    "mod",    "distinct", "to_real", "to_int",  "is_int", "select", "store",   "update",
    "concat", "tuple", "bag",  "sep",    "pto",    "wand",     "fp",      "eqrange", "exp",    "sin",    "cos",     "tan",
    "cot",    "sec",   "csc",  "arcsin", "arccos", "arctan",   "arccot",  "arcsec",  "arccsc", "sqrt",   "ghb",     "event",
};

// Bit vectors: `bvadd`, `bv2nat`, ...
bool is_taken(std::string_view name) {
  return name.starts_with("bv") || std::find(taken_names.begin(), taken_names.end(), name) != taken_names.end();
}

}  // namespace

std::string application(std::string_view function, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return std::string(function);
  std::string text = "(" + std::string(function);
  for (const std::string& argument : arguments) text.append(" ").append(argument);
  return text + ")";
}

std::string junction(std::string_view op, const std::vector<std::string>& parts, std::string_view none) {
  if (parts.empty()) return std::string(none);
  return parts.size() == 1 ? parts[0] : application(op, parts);
}

std::string declare_function(std::string_view symbol, const std::vector<std::string>& sorts, std::string_view result) {
  std::string text;
  for (const std::string& sort : sorts) text += (text.empty() ? "" : " ") + sort;
  return "(declare-fun " + std::string(symbol) + " (" + text + ") " + std::string(result) + ")\n";
}

SmtlibPrinter::SmtlibPrinter(const TermArena& arena) : arena_(arena) {
  for (const Sort& sort : arena.signature().sorts()) {
    for (std::size_t k = 0; k < sort.constructors.size(); ++k) taken_.insert(constructor(sort, k));
  }
}

SmtlibPrinter::SmtlibPrinter(const TermArena& arena, Naming naming) : SmtlibPrinter(arena) { naming_ = std::move(naming); }

std::string SmtlibPrinter::symbol(std::string_view name) {
  const auto simple = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.!").find(c) != std::string_view::npos;
  };
  std::string text(name);
  if (is_taken(name)) text += '\'';                   // names of a model have no apostrophe
  if (text.starts_with('@')) text.insert(0, "read");  // a read of nobody in particular; SMT-LIB reserves symbols that begin so
  const bool digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
  const bool word = std::find(reserved.begin(), reserved.end(), name) != reserved.end();
  if (!text.empty() && !digit && !word && std::all_of(text.begin(), text.end(), simple)) return text;
  std::string quoted = "|";
  quoted += text;
  quoted += '|';
  return quoted;
}

// The values of two ranges may be the same numerals.
std::string SmtlibPrinter::constructor(const Sort& sort, std::size_t position) {
  return symbol(sort.range ? sort.name + "." + sort.constructors[position] : sort.constructors[position]);
}

int SmtlibPrinter::position(SortId sort, std::string_view name) const {
  const auto& names = arena_.signature()[sort].constructors;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (constructor(arena_.signature()[sort], k) == name) return narrow<int>(k);
  }
  return -1;
}

void SmtlibPrinter::collect(TermId id, std::unordered_set<TermId>& seen, std::vector<TermId>& leaves) const {
  if (!seen.insert(id).second) return;
  const Op op = arena_.op(id);
  if (op >= Op::Member || op == Op::Sum) {
    for (const TermId arg : arena_.args(id)) collect(arg, seen, leaves);
  } else {
    leaves.push_back(id);
  }
}

std::string SmtlibPrinter::sort_name(SortId sort) const {
  const Sort& it = arena_.signature()[sort];
  if (it.kind == SortKind::Int) return "Int";
  if (it.kind == SortKind::Real) return "Real";
  if (it.kind == SortKind::Event) return "event";
  return symbol(it.name);
}

std::string SmtlibPrinter::declare_sort(SortId sort) const {
  const Sort& it = arena_.signature()[sort];
  switch (it.kind) {
    case SortKind::Enum: {
      std::string text = "(declare-datatypes ((" + sort_name(sort) + " 0)) ((";
      for (std::size_t k = 0; k < it.constructors.size(); ++k) text.append("(").append(constructor(it, k)).append(")");
      return text + ")))\n";
    }
    case SortKind::Abstract:
      return "(declare-sort " + sort_name(sort) + " 0)\n";
    case SortKind::Proc:
      return "(define-sort " + sort_name(sort) + " () Int)\n";
    case SortKind::Event:
      return "(define-sort event () Int)  ; a rank\n(define-fun ghb ((a event) (b event)) Bool (< a b))\n";
    case SortKind::Formula:
    case SortKind::Int:
    case SortKind::Real:
      break;
  }
  return {};
}

SmtlibPrinter::Prelude SmtlibPrinter::prelude(std::span<const TermId> formulas) {
  std::unordered_set<TermId> seen;
  std::vector<TermId> leaves;
  for (const TermId formula : formulas) collect(formula, seen, leaves);
  std::sort(leaves.begin(), leaves.end(), [&](TermId a, TermId b) { return arena_.compare(a, b) < 0; });
  std::set<SortId> sorts;
  std::vector<std::string> processes;
  std::string constants;
  for (const TermId leaf : leaves) {
    sorts.insert(arena_.sort(leaf));
    const Op op = arena_.op(leaf);
    if (op == Op::Constructor || op == Op::Number) continue;
    constants += "(declare-const " + term(leaf) + " " + sort_name(arena_.sort(leaf)) + ")\n";
    if (op == Op::ProcessVar || op == Op::ProcessConst) processes.push_back(term(leaf));
  }
  Prelude made;
  bool data = false, abstract = false, integers = false, reals = false;
  for (const SortId sort : sorts) {
    const SortKind kind = arena_.signature()[sort].kind;
    data = data || kind == SortKind::Enum;
    abstract = abstract || kind == SortKind::Abstract;
    reals = reals || kind == SortKind::Real;
    integers = integers || kind == SortKind::Int || kind == SortKind::Proc || kind == SortKind::Event;
    made.declarations += declare_sort(sort);
  }
  if (data || (abstract && integers && reals)) {
    made.logic = "ALL";
  } else {
    const std::string arithmetic = integers || reals ? std::string("L") + (integers ? "I" : "") + (reals ? "R" : "") + "A" : "";
    made.logic = "QF_" + std::string(abstract || arithmetic.empty() ? "UF" : "") + arithmetic;
  }
  made.declarations += constants;
  if (processes.size() > 1) made.axioms = "(assert " + application("distinct", processes) + ")\n";
  return made;
}

std::string SmtlibPrinter::number(const Rational& value, bool real) const {
  const bool negative = value.sign() < 0;
  const Rational size = negative ? -value : value;
  std::string text = size.numerator().to_string() + (real ? ".0" : "");
  if (!size.is_integer()) text = "(/ " + text + " " + size.denominator().to_string() + ".0)";
  return negative ? "(- " + text + ")" : text;
}

std::string SmtlibPrinter::term(TermId id) {
  switch (arena_.op(id)) {
    case Op::Constructor:
      return constructor(arena_.signature()[arena_.sort(id)], arena_.position(id));
    case Op::Number:
      return number(arena_.number(id), arena_.signature()[arena_.sort(id)].kind == SortKind::Real);
    case Op::Sum: {
      const std::string rest = side(id, -1);
      const bool real = arena_.signature()[arena_.sort(id)].kind == SortKind::Real;
      return rest == number(Rational(0), real) ? side(id, 1) : "(- " + side(id, 1) + " " + rest + ")";
    }
    default:
      break;
  }
  if (naming_) return naming_(id);
  std::string& known = symbols_[id];
  if (known.empty()) {
    std::string name = to_string(arena_, id);
    while (!taken_.insert(symbol(name)).second) name += '\'';
    known = symbol(name);
  }
  return known;
}

std::string SmtlibPrinter::side(TermId sum, int sign) {
  const bool real = arena_.signature()[arena_.sort(sum)].kind == SortKind::Real;
  std::vector<std::string> parts;
  const auto size = [&](const Rational& factor) { return sign < 0 ? -factor : factor; };
  if (arena_.op(sum) != Op::Sum) {
    if (sign > 0) parts.push_back(term(sum));
  } else {
    for (std::size_t k = 0; k < arena_.args(sum).size(); ++k) {
      const Rational& factor = arena_.coefficients(sum)[k];
      if (factor.sign() != sign) continue;
      const std::string part = term(arena_.args(sum)[k]);
      parts.push_back(size(factor) == Rational(1) ? part : "(* " + number(size(factor), real) + " " + part + ")");
    }
    if (arena_.number(sum).sign() == sign) parts.push_back(number(size(arena_.number(sum)), real));
  }
  if (parts.empty()) return number(Rational(0), real);
  return junction("+", parts, "");
}

std::string SmtlibPrinter::compare(TermId sum, std::string_view op) {
  return "(" + std::string(op) + " " + side(sum, 1) + " " + side(sum, -1) + ")";
}

std::string SmtlibPrinter::member(TermId id) {
  const TermId it = arena_.args(id)[0];
  const Sort& sort = arena_.signature()[arena_.sort(it)];
  std::vector<std::string> in, out;
  for (std::size_t k = 0; k < sort.constructors.size(); ++k) {
    const bool inside = (arena_.set(id) >> k & 1) != 0;
    (inside ? in : out).push_back("(= " + term(it) + " " + constructor(sort, k) + ")");
  }
  if (in.size() == 1 || in.size() <= out.size()) return junction("or", in, "false");
  return "(not " + junction("or", out, "false") + ")";
}

std::string SmtlibPrinter::formula(TermId id) {
  const auto args = arena_.args(id);
  const auto binary = [&](std::string_view op) { return "(" + std::string(op) + " " + term(args[0]) + " " + term(args[1]) + ")"; };
  switch (arena_.op(id)) {
    case Op::True:
      return "true";
    case Op::False:
      return "false";
    case Op::Member:
      return member(id);
    case Op::Equal:
      return binary("=");
    case Op::Different:
      return "(not " + binary("=") + ")";
    case Op::ProcLess:
      return binary("<");
    case Op::ProcLessEqual:
      return binary("<=");
    case Op::Before:
      return binary("ghb");
    case Op::NotBefore:
      return "(not " + binary("ghb") + ")";
    case Op::SumLessEqual:
      return compare(args[0], "<=");
    case Op::SumLess:
      return compare(args[0], "<");
    case Op::SumZero:
      return compare(args[0], "=");
    case Op::SumNonZero:
      return "(not " + compare(args[0], "=") + ")";
    default:
      break;
  }
  PARAPET_CHECK(arena_.op(id) == Op::And || arena_.op(id) == Op::Or, "only formulas are asserted");
  std::vector<std::string> parts;
  for (const TermId part : args) parts.push_back(formula(part));
  return application(arena_.op(id) == Op::And ? "and" : "or", parts);
}

}  // namespace parapet::smt
