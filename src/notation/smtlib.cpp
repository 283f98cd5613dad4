// SMT-LIB has one scope of function symbols for all that is declared, and a variable hides a function of its name: words of LE, names of
// the model, definitions and variables must all be different here.
#include <array>
#include <map>
#include <ostream>
#include <set>
#include <span>

#include "base/contract.h"
#include "notation/theory.h"
#include "smt/smtlib_print.h"

namespace parapet::notation {
namespace {

using Kind = Formula::Kind;
using smt::application;
using smt::junction;
using smt::SmtlibPrinter;

class SmtlibRenderer {
 public:
  SmtlibRenderer(std::ostream& out, const Theory& theory, const TermArena& arena)
      : out_(out), theory_(theory), arena_(arena), printer_(arena, [this](TermId term) { return leaf(term); }) {
    for (const char* name : {"process", "proc_less"}) taken_.insert(name);
    for (const Sort& sort : arena.signature().sorts()) {
      for (std::size_t k = 0; k < sort.constructors.size(); ++k) taken_.insert(SmtlibPrinter::constructor(sort, k));
    }
    for (const WordShape& each : words) {
      if (each.word == Word::WFence && theory.system->model.keeps(le::EventKind::Write, le::EventKind::Write)) continue;
      if (!per_weak_name(each.word)) taken_.insert(global_names_[{each.word, {}}] = each.name);
    }
    for (std::uint32_t k = 0; k < symbols(); ++k) {
      const Symbol& symbol = arena.signature()[SymbolId(k)];
      if (symbol.derived()) continue;  // who prints such a theory refuses models that count processes
      if (symbol.weak) {
        for (const WordShape& each : words) {
          if (per_weak_name(each.word)) global_names_[{each.word, SymbolId(k)}] = unique(std::string(each.name) + "_" + symbol.name);
        }
      } else {
        plain_[SymbolId(k)] = {unique(symbol.name), symbol.constant ? "" : unique(symbol.name + "'")};
      }
    }
  }

  void print() {
    comments(theory_.heading);
    out_ << "(set-logic ALL)\n";
    declare_processes();
    declare_names();
    section("processes", theory_.processes);
    section("ghb under " + std::string(theory_.system->model.name), theory_.order);
    section("memory", theory_.instances);
    define(theory_.init);
    for (const auto* all : {&theory_.invariants, &theory_.unsafes, &theory_.transitions}) {
      for (const Definition& each : *all) define(each);
    }
    out_ << '\n';
    comments(theory_.remarks);
  }

 private:
  [[nodiscard]] std::size_t symbols() const { return arena_.signature().symbols().size(); }

  // A symbol that nothing else has.
  [[nodiscard]] std::string unique(const std::string& wanted) {
    std::string symbol = SmtlibPrinter::symbol(wanted);
    for (int number = 2; !taken_.insert(symbol).second; ++number) symbol = SmtlibPrinter::symbol(wanted + "!" + std::to_string(number));
    return symbol;
  }
  // The same for a variable, whose symbol other formulas may have too.
  [[nodiscard]] std::string local(const std::string& wanted) const {
    std::string symbol = SmtlibPrinter::symbol(wanted);
    for (int number = 2; taken_.contains(symbol); ++number) symbol = SmtlibPrinter::symbol(wanted + "!" + std::to_string(number));
    return symbol;
  }

  void comments(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) out_ << "; " << line << '\n';
  }

  [[nodiscard]] std::string sort_name(SortId sort) const {
    const SortKind kind = arena_.signature()[sort].kind;
    return kind == SortKind::Proc ? "Proc" : kind == SortKind::Event ? "Event" : printer_.sort_name(sort);
  }

  void declare_processes() {
    out_ << "\n; A value of sort Proc need not be a process of the system. proc_less is the order of processes.\n"
            "(declare-sort Proc 0)\n(declare-sort Event 0)\n"
            "(declare-fun process (Proc) Bool)\n(assert (exists ((p Proc)) (process p)))\n"
            "(declare-fun proc_less (Proc Proc) Bool)\n"
            "(assert (forall ((p Proc)) (not (proc_less p p))))\n"
            "(assert (forall ((p Proc) (q Proc)) (or (= p q) (proc_less p q) (proc_less q p))))\n"
            "(assert (forall ((p Proc) (q Proc) (r Proc)) (=> (and (proc_less p q) (proc_less q r)) (proc_less p r))))\n";
    std::vector<std::string> constants;
    for (const std::uint32_t n : theory_.system->constants) {
      constants.push_back(constant(n));
      taken_.insert(constants.back());
      out_ << "(declare-const " << constants.back() << " Proc)\n(assert (process " << constants.back() << "))\n";
    }
    if (constants.size() > 1) out_ << "(assert " << application("distinct", constants) << ")\n";
  }

  [[nodiscard]] static std::string constant(std::uint32_t n) { return SmtlibPrinter::symbol("#" + std::to_string(n)); }

  void declare_names() {
    out_ << "\n; the types of the model\n";
    for (std::uint32_t k = 0; k < arena_.signature().sorts().size(); ++k) {
      const SortKind kind = arena_.signature()[SortId(k)].kind;
      if (kind == SortKind::Enum || kind == SortKind::Abstract) out_ << printer_.declare_sort(SortId(k));
    }
    out_ << "\n; plain names before and after a firing\n";
    for (const auto& [id, names] : plain_) {
      const Symbol& symbol = arena_.signature()[id];
      const std::vector<std::string> indices(symbol.arity, "Proc");
      out_ << smt::declare_function(names.now, indices, sort_name(symbol.sort));
      if (!symbol.constant) out_ << smt::declare_function(names.next, indices, sort_name(symbol.sort));
    }
    out_ << "\n; the words of LE\n";
    for (const auto& [key, name] : global_names_) {
      const WordShape shape = shape_of(key.word);
      std::vector<std::string> sorts(shape.events, "Event");
      sorts.insert(sorts.end(), shape.processes, "Proc");
      if (shape.location) sorts.insert(sorts.end(), arena_.signature()[key.symbol].arity, "Proc");
      out_ << smt::declare_function(name, sorts, key.word == Word::Val ? sort_name(arena_.signature()[key.symbol].sort) : "Bool");
    }
  }

  void section(const std::string& title, const std::vector<Axiom>& axioms) {
    if (axioms.empty()) return;
    out_ << "\n; " << title << '\n';
    for (const Axiom& each : axioms) {
      scope_ = &each.scope;
      comments({each.caption});
      for (const Formula& axiom : each.formula) out_ << "(assert " << formula(axiom) << ")\n";
    }
  }

  void define(const Definition& each) {
    scope_ = &each.scope;
    std::string parameters;
    std::vector<std::string> parts;
    for (const TermId parameter : each.parameters) {
      parameters += " " + binding(parameter);
      parts.push_back("(process " + term(parameter) + ")");
    }
    for (const TermId event : each.events) parameters += " " + binding(event);
    for (const Formula& conjunct : each.conjuncts) parts.push_back(formula(conjunct));
    for (const SymbolId symbol : each.unchanged) parts.push_back(kept(symbol));
    out_ << '\n';
    comments(each.remarks);
    out_ << "(define-fun " << unique(each.name) << " (" << (parameters.empty() ? "" : parameters.substr(1)) << ") Bool";
    if (parts.size() < 2) {
      out_ << ' ' << junction("and", parts, "true") << ")\n";
      return;
    }
    out_ << "\n  (and";
    for (const std::string& part : parts) out_ << "\n    " << part;
    out_ << "))\n";
  }

  [[nodiscard]] std::string kept(SymbolId symbol) const {
    const std::uint32_t arity = arena_.signature()[symbol].arity;
    std::vector<std::string> indices;
    std::string variables;
    for (std::uint32_t k = 0; k < arity; ++k) {
      indices.push_back(local("k" + std::to_string(k + 1)));
      variables += (k == 0 ? "(" : " (") + indices.back() + " Proc)";
    }
    const Names& names = plain_.at(symbol);
    const std::string equal = "(= " + application(names.next, indices) + " " + application(names.now, indices) + ")";
    return arity == 0 ? equal : "(forall (" + variables + ") " + equal + ")";
  }

  // "(p Proc)"
  [[nodiscard]] std::string binding(TermId variable) { return "(" + term(variable) + " " + sort_name(arena_.sort(variable)) + ")"; }

  [[nodiscard]] std::string term(TermId id) { return printer_.term(id); }

  [[nodiscard]] std::vector<std::string> terms(std::span<const TermId> ids) {
    std::vector<std::string> all;
    for (const TermId id : ids) all.push_back(term(id));
    return all;
  }

  [[nodiscard]] std::string leaf(TermId id) {
    switch (arena_.op(id)) {
      case Op::Variable:
        return local(scope_->variables[arena_.variable_number(id)]);
      case Op::Event:
        return local(scope_->events[arena_.event_number(id)]);
      case Op::Fresh:
        return local(scope_->values[arena_.fresh_number(id)]);
      case Op::ProcessConst:
        return constant(arena_.constant_number(id));
      case Op::Cell:
        return application(plain_.at(arena_.symbol(id)).now, terms(arena_.args(id)));
      case Op::Read: {
        const TermId cell = arena_.location(id);
        std::vector<std::string> args = terms(arena_.args(cell));
        if (arena_.read_number(id) == after_firing) return application(plain_.at(arena_.symbol(cell)).next, args);
        args.insert(args.begin(), local(scope_->events[arena_.read_number(id)]));
        return application(global_names_.at({Word::Val, arena_.symbol(cell)}), args);
      }
      default:
        contract_failed("every leaf is written", __FILE__, __LINE__);
    }
  }

  [[nodiscard]] std::string atom(TermId id) {
    const auto args = arena_.args(id);
    if (arena_.op(id) == Op::ProcLess) return application("proc_less", terms(args));
    if (arena_.op(id) == Op::ProcLessEqual) return "(not " + application("proc_less", {term(args[1]), term(args[0])}) + ")";
    return printer_.formula(id);
  }

  [[nodiscard]] std::vector<std::string> formulas(std::span<const Formula> all) {
    std::vector<std::string> texts;
    for (const Formula& each : all) texts.push_back(formula(each));
    return texts;
  }

  // Variables of sort Proc range over processes.
  [[nodiscard]] std::string quantified(const Formula& quantifier) {
    std::string variables;
    std::vector<std::string> range;
    for (const TermId variable : quantifier.args) {
      variables += (variables.empty() ? "" : " ") + binding(variable);
      if (arena_.op(variable) == Op::Variable) range.push_back("(process " + term(variable) + ")");
    }
    const std::span<const Formula> parts(quantifier.parts);
    for (std::string& restriction : formulas(parts.first(parts.size() - 1))) range.push_back(std::move(restriction));
    std::string body = formula(parts.back());
    const bool universal = quantifier.kind == Kind::Forall;
    if (!range.empty() && universal) body = application("=>", {junction("and", range, "true"), body});
    if (!range.empty() && !universal) {
      range.push_back(body);
      body = application("and", range);
    }
    return std::string(universal ? "(forall (" : "(exists (") + variables + ") " + body + ")";
  }

  [[nodiscard]] std::string formula(const Formula& it) {
    arena_.spend();
    switch (it.kind) {
      case Kind::Atom:
        return atom(it.args[0]);
      case Kind::Equal:
        return application("=", it.parts.empty() ? terms(it.args) : formulas(it.parts));
      case Kind::Apply:
        return application(global_names_.at({it.word, it.symbol}), terms(it.args));
      case Kind::Not:
        return application("not", formulas(it.parts));
      case Kind::And:
        return junction("and", formulas(it.parts), "true");
      case Kind::Or:
        return junction("or", formulas(it.parts), "false");
      case Kind::Implies:
        return application("=>", formulas(it.parts));
      case Kind::Iff:
        return application("=", formulas(it.parts));
      case Kind::Forall:
      case Kind::Exists:
        return quantified(it);
    }
    contract_failed("every kind of formula is written", __FILE__, __LINE__);
  }

  struct Key {
    Word word = Word::Exec;
    SymbolId symbol;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Names {
    std::string now, next;
  };

  std::ostream& out_;
  const Theory& theory_;
  const TermArena& arena_;
  SmtlibPrinter printer_;
  std::set<std::string> taken_;
  std::map<Key, std::string> global_names_;
  std::map<SymbolId, Names> plain_;
  const Scope* scope_ = nullptr;
};

}  // namespace

void print_smtlib(std::ostream& out, const Theory& theory, const TermArena& arena) { SmtlibRenderer(out, theory, arena).print(); }

}  // namespace parapet::notation
