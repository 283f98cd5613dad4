#include "random/constructs.h"

#include <algorithm>
#include <functional>
#include <set>

#include "random/normal.h"

namespace parapet::test {
namespace {

using C = Construct;
using ld::Formula;
using ld::Term;

}  // namespace

// clang-format off
const std::array<ConstructRow, construct_count> construct_table{{
    {C::Not,                "not",                                               25},
    {C::Implies,            "=>",                                                20},
    {C::Iff,                "<=>",                                               15},
    {C::If,                 "if",                                                15},
    {C::Truth,              "true or false in a formula",                        15},
    {C::GuardForall,        "guard: forall",                                     10},
    {C::GuardExists,        "guard: exists",                                     15},
    {C::GuardForallOther,   "guard: forall_other",                               20},
    {C::GuardExistsOther,   "guard: exists_other",                               12},
    {C::GuardSeveral,       "guard: several variables of one binder",             8},
    {C::GuardNested,        "guard: nested quantifiers",                          8},
    {C::GuardNegated,       "guard: quantifier under a negation",                 8},
    {C::GuardDisjunction,   "guard: ||",                                         25},
    {C::InitForall,         "init: forall",                                      15},
    {C::InitNotExists,      "init: not exists",                                  22},
    {C::InitSeveral,        "init: several variables of one binder",             12},
    {C::InitNested,         "init: nested quantifiers",                           8},
    {C::InitDisjunction,    "init: ||",                                          20},
    {C::InitProcesses,      "init: processes compared",                           8},
    {C::InitFree,           "init: says nothing of a name",                      15},
    {C::InitNoParameters,   "init: no parameters",                               12},
    {C::InitTwoParameters,  "init: two parameters",                              10},
    {C::UnsafeExists,       "unsafe: exists",                                    18},
    {C::UnsafeNotForall,    "unsafe: not forall",                                10},
    {C::UnsafeExistsOther,  "unsafe: exists_other",                              10},
    {C::UnsafeSeveral,      "unsafe: several variables of one binder",            8},
    {C::UnsafeNested,       "unsafe: nested quantifiers",                         8},
    {C::UnsafeTwo,          "unsafe: two quantifiers side by side",              12},
    {C::UnsafeDisjunction,  "unsafe: ||",                                        15},
    {C::UnsafeNoParameters, "unsafe: no parameters",                             15},
    {C::UnsafeThree,        "unsafe: three parameters",                           5},
    {C::SeveralUnsafes,     "several unsafe formulas",                           15},
    {C::Invariant,          "invariant",                                         10},
    {C::InvariantExists,    "invariant: exists",                                  5},
    {C::InvariantWeak,      "invariant: weak read",                               6, true},
    {C::Fence,              "fence()",                                           40, true},
    {C::FenceDisjunction,   "fence() under ||",                                  15, true},
    {C::FenceDemanded,      "fence() demanded by a universal quantifier",        20, true},
    {C::FenceUniversal,     "fence() in a universal quantifier, not demanded",   12, true},
    {C::FenceNotExists,     "fence() under not exists",                          25, true},
    {C::FenceExists,        "fence() in an existential quantifier",              20, true},
    {C::NumberProcs,        "number_procs",                                      15},
    {C::Constant,           "#n",                                                 12},
    {C::LargeConstant,      "#n beyond 32768",                                     5},
    {C::ConstantIndex,      "#n as an index",                                      5},
    {C::ConstantInit,       "#n in init",                                          5},
    {C::ConstantUnsafe,     "#n in unsafe",                                        5},
    {C::ConstantValue,      "#n as a value",                                       12},
    {C::ProcessOrder,       "order of processes",                                12},
    {C::EnumOrder,          "order of an enumeration",                            8},
    {C::Int,                "int",                                                8},
    {C::Real,               "real",                                               7},
    {C::ProcVariable,       "var of type proc",                                  15},
    {C::ProcArray,          "array of type proc",                                10},
    {C::Abstract,           "abstract type",                                      8},
    {C::TwoDimensional,     "plain array with two indices",                      12},
    {C::Const,              "const",                                             10},
    {C::ConstArray,         "const array",                                        8},
    {C::WeakArray,          "weak array",                                        60, true},
    {C::WeakTwoDimensional, "weak array with two indices",                       10, true},
    {C::WeakInt,            "weak int",                                          10, true},
    {C::WeakProc,           "weak proc",                                         12, true},
    {C::Havoc,              "X := ?",                                            20},
    {C::HavocWeak,          "X := ? of a weak X",                                20, true},
    {C::CaseVariable,       "case of a variable",                                25},
    {C::CaseAll,            "case over all cells",                               30},
    {C::CaseAllTwo,         "case over all cells of two indices",                 20},
    {C::CaseWeak,           "case of a weak name",                               35, true},
    {C::CaseNoDefault,      "case without default",                              40},
    {C::CaseConstantCell,   "case of the cell of a #n",                            12},
    {C::CaseParameterCell,  "case of the cell of a parameter",                   15},
    {C::SeveralCells,       "cells of several parameters assigned",              15},
    {C::CaseOwnIndex,       "case: index = acting process, and a cell of it",    20, true},
    {C::CopyArray,          "A := B of plain arrays",                            20},
    {C::CopyArrayTwo,       "A := B of arrays with two indices",                  6},
    {C::CopyWeak,           "A := B with a weak array",                          15, true},
    {C::Sum,                "sum",                                                8},
    {C::Multiple,           "multiple",                                            12},
    {C::NoParameters,       "transition without parameters",                     12},
    {C::NoActor,            "transition without actor beside weak memory",       12, true},
    {C::ActorNotFirst,      "actor not the first parameter",                     12, true},
    {C::ThreeParameters,    "transition with three parameters",                   10},
    {C::Unguarded,          "transition without requires",                        8},
    {C::ReadModifyWrite,    "read-modify-write",                                 35, true},
    {C::SharedPlain,        "plain cells of other processes beside weak memory", 12, true},
    {C::Predicate,          "predicate",                                          12},
    {C::PredicateQuantifier,"predicate with a quantifier",                         8},
    {C::PredicateFence,     "predicate with fence()",                              8, true},
    {C::Let,                "let",                                               15},
    {C::LetUnused,          "let, unused",                                         5},
    {C::LetUnusedRead,      "let of a weak read, unused, before a weak write",   10, true},
    {C::ArrayValues,        "array over an enumeration",                         14},
    {C::ArrayWeakValues,    "weak array over an enumeration",                    20, true},
    {C::ArrayProcessValues, "array over processes and an enumeration",            8},
    {C::ArrayTwoValues,     "array over two enumerations",                        6},
    {C::IndexBool,          "bool as an index",                                  25},
    {C::Range,              "range",                                             40},
    {C::IndexCell,          "index that is a cell",                              60},
    {C::IndexWeak,          "index that is a weak read",                         15, true},
    {C::WriteIndex,         "assignment through an index that is a cell",        10},
    {C::Next,               "next or prev",                                      50},
    {C::ValueForall,        "forall over a type",                                45},
    {C::ValueExists,        "exists over a type",                                45},
    {C::CaseValues,         "case of cells of an array over an enumeration",     45},
    {C::CopyValues,         "A := B of arrays over an enumeration",              30},
    {C::TwoCells,           "two assignments of one array",                      40},
    {C::Procs,              "#procs",                                            15},
    {C::ProcsGuard,         "#procs in a guard, a condition or a value",         10},
    {C::Count,              "count",                                             15},
    {C::CountInit,          "init: count",                                        6},
    {C::CountOthers,        "count of other processes",                           8},
}};
// clang-format on

namespace {

// Where a formula stands.
enum class Part : std::uint8_t { Init, Unsafe, Invariant, Guard, Condition };

class Count {
 public:
  explicit Count(const ld::Program& program) : program_(program) {}

  Constructs run() {
    symbols();
    property(program_.init, Part::Init);
    for (const ld::Unsafe& unsafe : program_.unsafes) {
      property(unsafe, Part::Unsafe);
      note(C::UnsafeNoParameters, unsafe.parameters == 0);
      note(C::UnsafeThree, unsafe.parameters == 3);
    }
    for (const ld::Invariant& invariant : program_.invariants) property(invariant, Part::Invariant);
    note(C::Invariant, !program_.invariants.empty());
    note(C::SeveralUnsafes, program_.unsafes.size() > 1);
    note(C::NumberProcs, program_.number_procs.has_value());
    note(C::InitNoParameters, program_.init.parameters == 0);
    note(C::InitTwoParameters, program_.init.parameters == 2);
    for (const ld::Transition& transition : program_.transitions) this->transition(transition);
    return found_;
  }

 private:
  void note(Construct construct, bool seen = true) {
    if (seen) found_.set(static_cast<std::size_t>(construct));
  }

  [[nodiscard]] bool weak(const Term& access) const { return program_.signature[access.symbol()].weak; }

  void symbols() {
    for (const Sort& sort : program_.signature.sorts()) note(C::Range, sort.range);
    for (const Symbol& symbol : program_.signature.symbols()) {
      const SortKind kind = program_.signature[symbol.sort].kind;
      if (symbol.has_value_index()) {
        const auto values =
            symbol.arity - static_cast<std::size_t>(std::count(symbol.index_sorts.begin(), symbol.index_sorts.end(), Signature::proc));
        note(C::ArrayValues, !symbol.weak && values == symbol.arity);
        note(C::ArrayWeakValues, symbol.weak && values == symbol.arity);
        note(C::ArrayProcessValues, values < symbol.arity);
        note(C::ArrayTwoValues, values == 2);
        for (const SortId sort : symbol.index_sorts) note(C::IndexBool, sort == Signature::boolean);
        continue;
      }
      note(C::Int, kind == SortKind::Int);
      note(C::Real, kind == SortKind::Real);
      note(C::Abstract, kind == SortKind::Abstract);
      note(C::ProcVariable, kind == SortKind::Proc && symbol.arity == 0);
      note(C::ProcArray, kind == SortKind::Proc && symbol.arity > 0);
      note(C::TwoDimensional, symbol.arity == 2 && !symbol.weak && !symbol.constant);
      note(C::Const, symbol.constant && symbol.arity == 0);
      note(C::ConstArray, symbol.constant && symbol.arity > 0);
      note(C::WeakArray, symbol.weak && symbol.arity == 1);
      note(C::WeakTwoDimensional, symbol.weak && symbol.arity == 2);
      note(C::WeakInt, symbol.weak && kind == SortKind::Int);
      note(C::WeakProc, symbol.weak && kind == SortKind::Proc);
    }
  }

  void term(const Term& term, Part part) {
    note(C::Constant, term.kind == Term::Kind::ProcessConstant);
    note(C::LargeConstant, term.kind == Term::Kind::ProcessConstant && term.index > 32768);
    note(C::ConstantInit, term.kind == Term::Kind::ProcessConstant && part == Part::Init);
    note(C::ConstantUnsafe, term.kind == Term::Kind::ProcessConstant && part == Part::Unsafe);
    note(C::Sum, term.kind == Term::Kind::Sum);
    for (const Rational& factor : term.coefficients) note(C::Multiple, !(factor == Rational(1)) && !(factor == Rational(-1)));
    note(C::Next, term.kind == Term::Kind::Next || term.kind == Term::Kind::Previous);
    note(C::Procs, term.kind == Term::Kind::Processes);
    note(C::ProcsGuard, term.kind == Term::Kind::Processes && (part == Part::Guard || part == Part::Condition));
    if (term.kind == Term::Kind::Count) {
      note(C::Count);
      note(C::CountInit, part == Part::Init);
      note(C::CountOthers, compares_processes(term.body[0]));
    }
    if (term.kind == Term::Kind::Access) {
      for (const Term& index : term.args) index_of(index);
      if (part == Part::Init) named_in_init_.insert(term.index);
      note(C::InvariantWeak, part == Part::Invariant && weak(term));
      for (const Term& index : term.args) note(C::ConstantIndex, index.kind == Term::Kind::ProcessConstant);
      if (part == Part::Guard || part == Part::Condition) plain_index(term.symbol(), term.args);
    }
    for (const Term& arg : term.args) this->term(arg, part);
    for (const Term& reader : term.reader) this->term(reader, part);
  }

  [[nodiscard]] bool compares_processes(const Formula& formula) const {
    if (formula.kind == Formula::Kind::Compare) return program_.signature[formula.terms[0].sort].kind == SortKind::Proc;
    return std::any_of(formula.args.begin(), formula.args.end(), [&](const Formula& arg) { return compares_processes(arg); });
  }

  // An index of an array over an enumeration.
  void index_of(const Term& index) {
    note(C::IndexCell, index.kind == Term::Kind::Access);
    note(C::IndexWeak, index.kind == Term::Kind::Access && weak(index));
    for (const Term& arg : index.args) index_of(arg);
  }

  // A cell of another process, beside weak memory.
  void plain_index(SymbolId symbol, const std::vector<Term>& indices) {
    const Symbol& name = program_.signature[symbol];
    if (name.weak || name.constant || indices.empty() || !has_weak_memory(program_)) return;
    note(C::SharedPlain, indices[0].kind == Term::Kind::Process && (!actor_ || indices[0].index != *actor_));
  }

  void compare(const Formula& formula, Part part) {
    const SortKind kind = program_.signature[formula.terms[0].sort].kind;
    const bool order = formula.comparison != ld::Comparison::Equal && formula.comparison != ld::Comparison::Different;
    const auto process = [](const Term& one) { return one.kind == Term::Kind::Process; };
    note(C::ProcessOrder, order && kind == SortKind::Proc);
    note(C::EnumOrder, order && kind == SortKind::Enum);
    note(C::InitProcesses, part == Part::Init && process(formula.terms[0]) && process(formula.terms[1]));
    for (const Term& side : formula.terms) term(side, part);
  }

  // As it was written.
  void formula(const Formula& source, Part part, bool top) {
    note(C::Not, source.kind == Formula::Kind::Not);
    note(C::Implies, source.kind == Formula::Kind::Implies);
    note(C::Iff, source.kind == Formula::Kind::Iff);
    note(C::If, source.kind == Formula::Kind::IfThenElse);
    note(C::Truth, !top && (source.kind == Formula::Kind::True || source.kind == Formula::Kind::False));
    if (source.kind == Formula::Kind::Or) {
      note(C::InitDisjunction, part == Part::Init);
      note(C::UnsafeDisjunction, part == Part::Unsafe);
      note(C::GuardDisjunction, part == Part::Guard);
    }
    note(C::ValueForall, source.over != Signature::proc && source.kind == Formula::Kind::Forall);
    note(C::ValueExists, source.over != Signature::proc && source.kind == Formula::Kind::Exists);
    if (source.kind == Formula::Kind::Compare) compare(source, part);
    for (const Formula& arg : source.args) formula(arg, part, false);
  }

  // As it is read. `outer`: the quantifier around it.
  void quantifiers(const Normal& source, Part part, const Normal* outer) {
    const bool universal = source.kind == Normal::Kind::Forall;
    const bool of_processes = source.source == nullptr || source.source->over == Signature::proc;
    if ((universal || source.kind == Normal::Kind::Exists) && of_processes) {
      const Formula::Kind written = source.source->kind;
      const bool says_forall = written == Formula::Kind::Forall || written == Formula::Kind::ForallOther;
      const bool several = source.source->bound.size() > 1;
      if (part == Part::Guard) {
        note(C::GuardForall, written == Formula::Kind::Forall);
        note(C::GuardExists, written == Formula::Kind::Exists);
        note(C::GuardForallOther, written == Formula::Kind::ForallOther);
        note(C::GuardExistsOther, written == Formula::Kind::ExistsOther);
        note(C::GuardSeveral, several);
        note(C::GuardNested, outer != nullptr);
        note(C::GuardNegated, says_forall != universal);
        note(C::FenceDemanded, universal && demands_fence(source));
        note(C::FenceUniversal, universal && mentions_fence(source) && !demands_fence(source));
        note(C::FenceNotExists, universal && mentions_fence(source) && !says_forall);
        note(C::FenceExists, !universal && mentions_fence(source));
      } else if (part == Part::Init) {
        note(C::InitForall, says_forall);
        note(C::InitNotExists, !says_forall);
        note(C::InitSeveral, several);
        note(C::InitNested, outer != nullptr);
      } else if (part == Part::Unsafe) {
        note(C::UnsafeExists, written == Formula::Kind::Exists);
        note(C::UnsafeNotForall, says_forall);
        note(C::UnsafeExistsOther, source.others);
        note(C::UnsafeSeveral, several);
        note(C::UnsafeNested, outer != nullptr);
        note(C::UnsafeTwo, outer == nullptr && ++outermost_ > 1);
      }
      note(C::InvariantExists, part == Part::Invariant);
      outer = &source;
    }
    note(C::Fence, source.kind == Normal::Kind::Fence);
    note(C::FenceDisjunction, source.kind == Normal::Kind::Or && mentions_fence(source));
    for (const Normal& arg : source.args) quantifiers(arg, part, outer);
  }

  template <class Property>
  void property(const Property& property, Part part) {
    outermost_ = 0;
    formula(property.formula, part, true);
    quantifiers(normal(property.formula), part, nullptr);
    if (part != Part::Init) return;
    for (std::uint32_t k = 0; k < program_.signature.symbols().size(); ++k) note(C::InitFree, named_in_init_.count(k) == 0);
  }

  void assignment(const ld::Assignment& assignment) {
    const Symbol& symbol = program_.signature[assignment.symbol];
    const bool cases = assignment.kind == ld::Assignment::Kind::Case;
    note(C::Havoc, assignment.kind == ld::Assignment::Kind::Havoc);
    note(C::HavocWeak, assignment.kind == ld::Assignment::Kind::Havoc && symbol.weak);
    note(C::CaseVariable, cases && symbol.arity == 0);
    const bool values = symbol.has_value_index();
    note(C::CaseValues, cases && values);
    note(C::CopyValues, !cases && values && !assignment.bound.empty());
    for (const Term& index : assignment.indices) {
      note(C::WriteIndex, index.kind == Term::Kind::Access);
      term(index, Part::Condition);
      index_of(index);
    }
    note(C::CaseAll, cases && !values && !assignment.bound.empty());
    note(C::CaseAllTwo, cases && !values && assignment.bound.size() == 2);
    const bool copies = !cases && !values && !assignment.bound.empty();
    const bool weak_copy = copies && (symbol.weak || weak(assignment.value));
    note(C::CopyArray, copies && !weak_copy);
    note(C::CopyArrayTwo, copies && assignment.bound.size() == 2);
    note(C::CopyWeak, weak_copy);
    note(C::CaseWeak, cases && symbol.weak);
    note(C::CaseNoDefault, cases && assignment.branches.back().condition.has_value());
    const auto of_parameter = [](const Term& index) { return index.kind == Term::Kind::Process; };
    note(C::CaseConstantCell, cases && !values && !assignment.indices.empty() && !of_parameter(assignment.indices.front()));
    note(C::CaseParameterCell, cases && !values && !assignment.indices.empty() && of_parameter(assignment.indices.front()));
    note(C::SeveralCells, cases && several_cells(assignment));
    if (assignment.kind == ld::Assignment::Kind::Set) value(assignment.value);
    for (const Term& index : assignment.indices) note(C::ConstantIndex, index.kind == Term::Kind::ProcessConstant);
    if (!assignment.indices.empty()) plain_index(assignment.symbol, assignment.indices);
    for (const ld::Branch& branch : assignment.branches) {
      if (branch.condition) formula(*branch.condition, Part::Condition, true);
      if (branch.condition) note(C::CaseOwnIndex, own_index(*branch.condition, assignment.bound));
      value(branch.value);
    }
  }

  // What the front end makes of `A[p] := ...; A[q] := ...`: each branch selects the cell of one parameter, not all the same one.
  [[nodiscard]] static bool several_cells(const ld::Assignment& assignment) {
    std::set<ld::Variable> parameters;
    for (const ld::Branch& branch : assignment.branches) {
      if (!branch.condition || assignment.bound.empty()) return false;
      const Formula& first = branch.condition->kind == Formula::Kind::And ? branch.condition->args.front() : *branch.condition;
      const bool equates = first.kind == Formula::Kind::Compare && first.comparison == ld::Comparison::Equal &&
                           first.terms[0].kind == Term::Kind::Process && first.terms[0].index == assignment.bound.front() &&
                           first.terms[1].kind == Term::Kind::Process;
      if (!equates) return false;
      parameters.insert(first.terms[1].index);
    }
    return parameters.size() > 1;
  }

  // A conjunct equates a bound index with the acting process, and another one has a cell of that index.
  [[nodiscard]] bool own_index(const Formula& condition, const std::vector<ld::Variable>& bound) const {
    if (condition.kind != Formula::Kind::And || !actor_) return false;
    const auto is = [](const Term& term, ld::Variable v) { return term.kind == Term::Kind::Process && term.index == v; };
    const auto equates = [&](const Formula& one, ld::Variable v) {
      if (one.kind != Formula::Kind::Compare || one.comparison != ld::Comparison::Equal) return false;
      return (is(one.terms[0], v) && is(one.terms[1], *actor_)) || (is(one.terms[1], v) && is(one.terms[0], *actor_));
    };
    const auto has_cell = [&](const Formula& one, ld::Variable v) {
      return std::any_of(one.terms.begin(), one.terms.end(), [&](const Term& term) { return !term.args.empty() && is(term.args[0], v); });
    };
    return std::any_of(bound.begin(), bound.end(), [&](ld::Variable v) {
      const auto& all = condition.args;
      return std::any_of(all.begin(), all.end(), [&](const Formula& one) { return equates(one, v); }) &&
             std::any_of(all.begin(), all.end(), [&](const Formula& one) { return has_cell(one, v); });
    });
  }

  void value(const Term& value) {
    term(value, Part::Condition);
    note(C::ConstantValue, value.kind == Term::Kind::ProcessConstant);
  }

  [[nodiscard]] bool reads(const Formula& formula) const {
    return std::any_of(formula.terms.begin(), formula.terms.end(), [&](const Term& one) { return reads(one); }) ||
           std::any_of(formula.args.begin(), formula.args.end(), [&](const Formula& arg) { return reads(arg); });
  }
  [[nodiscard]] bool reads(const Term& one) const {
    return (one.kind == Term::Kind::Access && weak(one)) ||
           std::any_of(one.args.begin(), one.args.end(), [&](const Term& arg) { return reads(arg); });
  }

  void transition(const ld::Transition& transition) {
    actor_ = transition.actor;
    formula(transition.guard, Part::Guard, true);
    quantifiers(normal(transition.guard), Part::Guard, nullptr);
    note(C::Unguarded, transition.guard.kind == Formula::Kind::True);
    note(C::NoParameters, transition.parameters == 0);
    note(C::NoActor, !transition.actor && has_weak_memory(program_));
    note(C::ActorNotFirst, transition.actor && *transition.actor > 0);
    note(C::ThreeParameters, transition.parameters == 3);
    bool reads_weak = reads(transition.guard);
    bool writes_weak = false;
    std::set<std::uint32_t> assigned;
    for (const ld::Assignment& each : transition.assignments) {
      assignment(each);
      note(C::TwoCells, !assigned.insert(each.symbol.value).second);
      writes_weak = writes_weak || program_.signature[each.symbol].weak;
      reads_weak = reads_weak || (each.kind == ld::Assignment::Kind::Set && reads(each.value));
    }
    note(C::ReadModifyWrite, reads_weak && writes_weak);
  }

  const ld::Program& program_;
  Constructs found_;
  std::set<std::uint32_t> named_in_init_;
  std::optional<ld::Variable> actor_;
  unsigned outermost_ = 0;
};

bool any_mention(const Expr& expr, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return mentions(expr, word); });
}

}  // namespace

bool has_weak_memory(const ld::Program& program) {
  const auto& symbols = program.signature.symbols();
  return std::any_of(symbols.begin(), symbols.end(), [](const Symbol& symbol) { return symbol.weak; });
}

Constructs constructs_of(const ld::Program& by_elements, const Model& model) {
  const ld::Program& program = by_elements.as_written();
  Constructs found = Count(program).run();
  const auto note = [&](Construct construct, bool seen) {
    if (seen) found.set(static_cast<std::size_t>(construct));
  };
  const std::string text = to_text(model);
  for (const Macro& predicate : model.predicates) {
    const bool called = text.find(predicate.name + "(") != std::string::npos;
    note(C::Predicate, called);
    note(C::PredicateQuantifier, called && any_mention(predicate.body, {"forall", "exists", "forall_other", "exists_other"}));
    note(C::PredicateFence, called && mentions(predicate.body, "fence"));
  }
  const auto weak = [&](const std::string& term) {
    const auto& symbols = program.signature.symbols();
    return std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& symbol) { return symbol.weak && mentions(term, symbol.name); });
  };
  for (const Rule& rule : model.rules) {
    const bool writes = std::any_of(rule.assigns.begin(), rule.assigns.end(), [&](const Assign& assign) { return weak(assign.target); });
    for (const Binding& let : rule.lets) {
      const bool used = std::any_of(rule.assigns.begin(), rule.assigns.end(), [&](const Assign& one) { return mentions(one, let.name); });
      note(C::Let, used);
      note(C::LetUnused, !used);
      note(C::LetUnusedRead, !used && writes && weak(let.value));
    }
  }
  return found;
}

}  // namespace parapet::test
