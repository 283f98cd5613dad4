#include "ld/elements.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/contract.h"
#include "ld/text.h"

namespace parapet::ld {
namespace {

using Kind = Formula::Kind;

constexpr const char* advice = "load the index into a plain cell, or split the transition";
constexpr std::size_t many = 1'000'000'000;  // more than this is not counted

std::size_t times(std::size_t a, std::size_t b) { return b != 0 && a > many / b ? many : a * b; }
std::size_t plus(std::size_t a, std::size_t b) { return std::min(many, a + b); }

// How many disjuncts the formula, or its negation, has at most in disjunctive normal form. In a written formula a comparison is one.
std::size_t count_disjuncts(const Formula& formula, bool positive, const Signature& signature) {
  const auto of = [&](std::size_t k, bool value) { return count_disjuncts(formula.args[k], value, signature); };
  const auto junction = [&](bool conjunction) {
    std::size_t count = conjunction ? 1 : 0;
    for (std::size_t k = 0; k < formula.args.size(); ++k)
      count = conjunction ? times(count, of(k, positive)) : plus(count, of(k, positive));
    return count;
  };
  switch (formula.kind) {
    case Kind::True:
    case Kind::False:
    case Kind::Compare:
    case Kind::Fence:
    case Kind::WriteFence:
      return 1;
    case Kind::Not:
      return of(0, !positive);
    case Kind::And:
      return junction(positive);
    case Kind::Or:
      return junction(!positive);
    case Kind::Implies:
      return positive ? plus(of(0, false), of(1, true)) : times(of(0, true), of(1, false));
    case Kind::Iff:
      return plus(times(of(0, true), of(1, positive)), times(of(0, false), of(1, !positive)));
    case Kind::IfThenElse:
      return plus(times(of(0, true), of(1, positive)), times(of(0, false), of(2, positive)));
    case Kind::Forall:
    case Kind::Exists:
    case Kind::ForallOther:
    case Kind::ExistsOther:
      break;
  }
  const bool universal = (formula.kind == Kind::Forall || formula.kind == Kind::ForallOther) == positive;
  if (formula.over == Signature::proc) return universal ? 1 : of(0, positive);
  std::size_t copies = 1;
  for (std::size_t k = 0; k < formula.bound.size(); ++k) copies = times(copies, signature[formula.over].constructors.size());
  if (!universal) return times(copies, of(0, positive));
  std::size_t count = 1;
  for (std::size_t k = 0; k < copies && count > 0 && count < many && of(0, positive) > 1; ++k) count = times(count, of(0, positive));
  return count;
}

class TransitionByElements {
 public:
  TransitionByElements(const Transition& written, const ElementTable& table, Budget* budget)
      : written_(written), table_(table), result_(written), cases_(table, result_, budget) {}

  // `signature`: of the written program.
  [[nodiscard]] Transition run(const Signature& signature, Diagnostics& diagnostics) {
    result_.facts = text_facts(written_, signature);
    cases_.keep_comparisons(mentions(written_.guard, Formula::Kind::Fence) || mentions(written_.guard, Formula::Kind::WriteFence));
    result_.guard = cases_.formula(written_.guard, true, {}, {});
    cases_.keep_comparisons(false);
    const std::size_t count = count_disjuncts(result_.guard, true, signature);
    const std::size_t without = count_disjuncts(written_.guard, true, signature);
    if (count > most_index_cases && count > without) {
      diagnostics.error(written_.guard.range,
                        "this guard has " + std::to_string(count) + " cases, " + std::to_string(count - without) +
                            " of them by indices that are not values",
                        advice);
    }
    result_.lets.clear();
    for (const Let& let : written_.lets) add_let(let);
    result_.assignments.clear();
    for (const Assignment& assignment : written_.assignments) add(assignment);
    return std::move(result_);
  }

 private:
  // A `let` is there for what a firing reads: the cells of all its cases.
  void add_let(const Let& let) {
    std::vector<Term> read;
    const auto add_term = [&](const Term& term) {
      const bool there = std::any_of(read.begin(), read.end(), [&](const Term& one) { return same(one, term); });
      if (!there) read.push_back(term);
    };
    const auto cases = cases_.cases(let.value, {}, {});
    for (const auto& each : cases) {
      for (const Formula& condition : each.conditions) add_term(condition.terms[0]);
      add_term(each.term);
    }
    for (Term& term : read) result_.lets.push_back({let.name, std::move(term)});
  }

  void add(const Assignment& assignment) {
    if (!assignment.bound.empty()) return every_cell(assignment, {}, {});
    for (const auto& each : cases_.index_cases(assignment.symbol, assignment.indices, {}, {}, assignment.range)) {
      Assignment element = start(assignment, each.positions);
      element.indices = cases_.processes(assignment.symbol, assignment.indices, {});
      values(assignment, {}, each.conditions, each.known, element);
      merge(std::move(element));
    }
  }

  // Every cell of an array: an assignment for every element, of all its cells.
  void every_cell(const Assignment& assignment, const ElementCases::Bindings& bindings, std::vector<std::uint32_t> positions) {
    const Symbol& symbol = table_.written(assignment.symbol);
    std::size_t k = 0;  // the first index that is a value and has none yet
    std::size_t values_before = 0;
    while (k < symbol.arity && (symbol.index_sort(k) == Signature::proc || values_before++ < positions.size())) ++k;
    if (k < symbol.arity) {
      positions.push_back(0);
      for (; positions.back() < table_.size_of(symbol.index_sort(k)); ++positions.back()) {
        ElementCases::Bindings inside = bindings;
        inside.values[assignment.bound[k]] = positions.back();
        every_cell(assignment, inside, positions);
      }
      return;
    }
    ElementCases::Bindings inside = bindings;
    Assignment element = start(assignment, positions);
    for (k = 0; k < symbol.arity; ++k) {
      if (symbol.index_sort(k) != Signature::proc) continue;
      element.bound.push_back(cases_.copied(assignment.bound[k]));
      inside.renamed[assignment.bound[k]] = element.bound.back();
    }
    values(assignment, inside, {}, {}, element);
    merge(std::move(element));
  }

  [[nodiscard]] Assignment start(const Assignment& assignment, const std::vector<std::uint32_t>& positions) const {
    Assignment element;
    element.kind = assignment.kind;
    element.range = assignment.range;
    element.line = assignment.line;
    element.symbol = table_.element(assignment.symbol, positions);
    return element;
  }

  // Fills in what the element gets in the states where the conditions hold.
  void values(const Assignment& assignment, const ElementCases::Bindings& bindings, const std::vector<Formula>& conditions,
              const ElementCases::Known& known, Assignment& element) {
    const auto add_branches = [&](const Term& value, const std::vector<Formula>& before) {
      for (auto& each : cases_.cases(value, bindings, known)) {
        std::vector<Formula> all = before;
        all.insert(all.end(), each.conditions.begin(), each.conditions.end());
        Branch& branch = element.branches.emplace_back();
        if (!all.empty()) branch.condition = all_of(std::move(all), assignment.range);
        branch.value = std::move(each.term);
      }
    };
    switch (assignment.kind) {
      case Assignment::Kind::Havoc:
        return;
      case Assignment::Kind::Set:
        add_branches(assignment.value, conditions);
        if (element.branches.size() == 1 && !element.branches[0].condition) {
          element.value = std::move(element.branches[0].value);
          element.branches.clear();
        } else {
          element.kind = Assignment::Kind::Case;
        }
        return;
      case Assignment::Kind::Case:
        break;
    }
    for (const Branch& branch : assignment.branches) {
      std::vector<Formula> before = conditions;
      if (branch.condition) before.push_back(cases_.formula(*branch.condition, true, bindings, known));
      add_branches(branch.value, before);
    }
  }

  // An element may have several cases in which it is written. Their conditions exclude each other: two assignments of one array have
  // different cells in every state, and the cases of one index different values.
  void merge(Assignment element) {
    const auto there = std::find_if(result_.assignments.begin(), result_.assignments.end(),
                                    [&](const Assignment& one) { return one.symbol == element.symbol; });
    if (there == result_.assignments.end()) {
      result_.assignments.push_back(std::move(element));
      return;
    }
    PARAPET_CHECK(there->kind == Assignment::Kind::Case && element.kind == Assignment::Kind::Case,
                  "two values of one cell exclude each other");
    for (Branch& branch : element.branches) there->branches.push_back(std::move(branch));
  }

  const Transition& written_;
  const ElementTable& table_;
  Transition result_;
  ElementCases cases_;
};

template <class Property>
Property property_by_elements(const Property& written, const ElementTable& table, Budget* budget) {
  Property result = written;
  ElementCases cases(table, result, budget);
  result.formula = cases.formula(written.formula, true, {}, {});
  return result;
}

}  // namespace

bool has_elements(const Program& program) {
  const Signature& signature = program.signature;
  bool found = std::any_of(signature.symbols().begin(), signature.symbols().end(), [](const Symbol& s) { return s.has_value_index(); });
  const auto visit = [&](const auto& part) { found = found || has_elements(part, signature); };
  each_part(program, visit);
  for (const StateFormula& stuck : program.expected_stuck) visit(stuck.formula);
  return found;
}

std::optional<Program> by_elements(Program written, Diagnostics& diagnostics, Budget* budget) {
  Program result;
  result.number_procs = written.number_procs;
  for (std::size_t k = result.signature.sorts().size(); k < written.signature.sorts().size(); ++k) {
    result.signature.add_sort(written.signature.sorts()[k]);
  }
  const ElementTable table(written.signature, result.signature);
  try {
    result.init = property_by_elements(written.init, table, budget);
    for (const Unsafe& each : written.unsafes) result.unsafes.push_back(property_by_elements(each, table, budget));
    for (const Invariant& each : written.invariants) result.invariants.push_back(property_by_elements(each, table, budget));
    for (const StateFormula& each : written.expected_stuck) result.expected_stuck.push_back(property_by_elements(each, table, budget));
    for (const Transition& each : written.transitions) {
      result.transitions.push_back(TransitionByElements(each, table, budget).run(written.signature, diagnostics));
    }
  } catch (const TooManyCases& place) {
    diagnostics.error(place.range, "there are too many cases here by indices that are not values", advice);
  }
  if (diagnostics.has_errors()) return std::nullopt;
  result.written.push_back(std::move(written));
  return result;
}

}  // namespace parapet::ld
