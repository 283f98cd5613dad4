// Terms become lists of cases, each with the conditions under which it holds; formulas are brought into negation normal form on the way,
// so that a comparison is a disjunction of its cases in either polarity:
//     not (Slot[e] = t)   is   (e = v1 && Slot[v1] <> t) || (e = v2 && Slot[v2] <> t) || ...
// In a conjunction the cases of one conjunct are distributed over the conjuncts after it, in which the values are then known:
// `Slot[e] = t && Ring[e] = u` has one case for each value of e, not one for each pair.
//
// A binder inside what is copied is copied too, and its variables with it: each binder has variables of its own.
#include <algorithm>

#include "base/contract.h"
#include "base/narrow.h"
#include "ld/elements.h"
#include "ld/text.h"

namespace parapet::ld {
namespace {

using TermKind = Term::Kind;
using Kind = Formula::Kind;

constexpr std::size_t most_cases_made = 100'000;

Comparison complement(Comparison comparison) {
  switch (comparison) {
    case Comparison::Equal:
      return Comparison::Different;
    case Comparison::Different:
      return Comparison::Equal;
    case Comparison::Less:
      return Comparison::GreaterEqual;
    case Comparison::LessEqual:
      return Comparison::Greater;
    case Comparison::Greater:
      return Comparison::LessEqual;
    case Comparison::GreaterEqual:
      return Comparison::Less;
  }
  contract_failed("a comparison is one of six", __FILE__, __LINE__);
}

// The value of the term, if it is known.
Term resolved(const Term& term, const ElementCases::Known& known) {
  for (const auto& [cell, position] : known) {
    if (same(cell, term)) return constructor(term.sort, position, term.range);
  }
  return term;
}

std::vector<Formula> joined(std::vector<Formula> one, const std::vector<Formula>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

// Adds coefficient * term to the sum, whose args stay different.
void add_scaled(Term& sum, const Term& term, const Rational& coefficient) {
  if (term.kind == TermKind::Number) {
    sum.number = sum.number + coefficient * term.number;
    return;
  }
  const auto there = std::find_if(sum.args.begin(), sum.args.end(), [&](const Term& arg) { return same(arg, term); });
  const auto place = static_cast<std::size_t>(there - sum.args.begin());
  if (there == sum.args.end()) {
    sum.args.push_back(term);
    sum.coefficients.push_back(coefficient);
    return;
  }
  sum.coefficients[place] = sum.coefficients[place] + coefficient;
  if (!sum.coefficients[place].is_zero()) return;
  sum.args.erase(there);
  sum.coefficients.erase(sum.coefficients.begin() + static_cast<std::ptrdiff_t>(place));
}

Term simplified(Term sum) {
  if (sum.args.empty()) {
    sum.kind = TermKind::Number;
  } else if (sum.args.size() == 1 && sum.coefficients[0] == Rational(1) && sum.number.is_zero()) {
    return sum.args[0];
  }
  return sum;
}

}  // namespace

ElementTable::ElementTable(const Signature& written, Signature& signature) : written_(written) {
  for (const Symbol& symbol : written.symbols()) {
    first_.emplace_back(signature.symbols().size());
    if (!symbol.has_value_index()) {
      signature.add_symbol(symbol);
      continue;
    }
    Symbol element = symbol;
    element.index_sorts.clear();
    element.array = symbol.name;
    element.arity = 0;
    for (const SortId sort : symbol.index_sorts) {
      element.element.push_back({sort, 0});
      element.arity += sort == Signature::proc ? 1 : 0;
    }
    const auto add = [&](const auto& self, std::size_t k) -> void {
      if (k < element.element.size()) {
        const SortId sort = element.element[k].sort;
        const std::size_t count = sort == Signature::proc ? 1 : written[sort].constructors.size();
        for (std::uint32_t position = 0; position < count; ++position) {
          element.element[k].position = position;
          self(self, k + 1);
        }
        return;
      }
      const SymbolId id = signature.add_symbol(element);
      signature.rename(id, signature.cell_text(id, std::vector<std::string>(element.arity, "proc")));
    };
    add(add, 0);
  }
}

SymbolId ElementTable::element(SymbolId array, const std::vector<std::uint32_t>& positions) const {
  const Symbol& symbol = written_[array];
  std::size_t offset = 0;
  std::size_t next = 0;
  for (const SortId sort : symbol.index_sorts) {
    if (sort != Signature::proc) offset = offset * size_of(sort) + positions[next++];
  }
  return SymbolId(first_[array.index()].index() + offset);
}

bool has_elements(const Term& term, const Signature& written) {
  bool found = false;
  each_term(term, [&](const Term& each) {
    found = found || each.kind == TermKind::Value || each.kind == TermKind::Next || each.kind == TermKind::Previous ||
            (each.kind == TermKind::Access && written[each.symbol()].has_value_index());
  });
  return found;
}

bool has_elements(const Formula& formula, const Signature& written) {
  return formula.over != Signature::proc ||
         std::any_of(formula.terms.begin(), formula.terms.end(), [&](const Term& term) { return has_elements(term, written); }) ||
         std::any_of(formula.args.begin(), formula.args.end(), [&](const Formula& arg) { return has_elements(arg, written); });
}

namespace {

// Flat, without constants.
Formula junction(Kind op, std::vector<Formula> parts, SourceRange range) {
  const Kind neutral = op == Kind::And ? Kind::True : Kind::False;
  const Kind absorbing = op == Kind::And ? Kind::False : Kind::True;
  std::vector<Formula> kept;
  for (Formula& each : parts) {
    if (each.kind == absorbing) return made(absorbing, range);
    if (each.kind == neutral) continue;
    if (each.kind == op) {
      for (Formula& arg : each.args) kept.push_back(std::move(arg));
    } else {
      kept.push_back(std::move(each));
    }
  }
  if (kept.empty()) return made(neutral, range);
  if (kept.size() == 1) return std::move(kept[0]);
  return made(op, range, std::move(kept));
}

}  // namespace

Formula all_of(std::vector<Formula> conjuncts, SourceRange range) { return junction(Kind::And, std::move(conjuncts), range); }
Formula any_of(std::vector<Formula> disjuncts, SourceRange range) { return junction(Kind::Or, std::move(disjuncts), range); }

void ElementCases::spend(SourceRange range) {
  if (budget_ != nullptr) budget_->spend();
  if (++made_ > most_cases_made) throw TooManyCases{range};
}

Variable ElementCases::copied(Variable variable) {
  bound_.resize(std::max<std::size_t>(bound_.size(), variable + 1));
  if (!bound_[variable]) {
    bound_[variable] = true;
    return variable;
  }
  // Copies of a binder are beside each other, never inside, so they may have one name.
  scope_.variables.emplace_back(std::string(scope_.variables[variable]));
  return narrow<Variable>(scope_.variables.size() - 1);
}

Term ElementCases::renamed(const Term& term, const Bindings& bindings) const {
  Term result = term;
  if (term.kind == TermKind::Process) {
    const auto at = bindings.renamed.find(term.index);
    if (at != bindings.renamed.end()) result.index = at->second;
  }
  for (Term& arg : result.args) arg = renamed(arg, bindings);
  for (Term& reader : result.reader) reader = renamed(reader, bindings);
  // A written symbol without value indices has another number among the elements.
  if (term.kind == TermKind::Access) result.index = table_.element(term.symbol(), {}).value;
  return result;
}

std::vector<Term> ElementCases::processes(SymbolId array, const std::vector<Term>& indices, const Bindings& bindings) const {
  std::vector<Term> result;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (table_.written(array).index_sort(k) == Signature::proc) result.push_back(renamed(indices[k], bindings));
  }
  return result;
}

std::vector<ElementCases::IndexCase> ElementCases::values(const Term& term, const Bindings& bindings, const Known& known) {
  std::vector<IndexCase> result;
  for (TermCase& each : cases(term, bindings, known)) {
    spend(term.range);
    const auto known_value =
        std::find_if(each.known.begin(), each.known.end(), [&](const auto& one) { return same(one.first, each.term); });
    if (each.term.kind == TermKind::Constructor) {
      result.push_back({std::move(each.conditions), {each.term.index}, std::move(each.known)});
    } else if (known_value != each.known.end()) {
      const std::uint32_t position = known_value->second;
      result.push_back({std::move(each.conditions), {position}, std::move(each.known)});
    } else {
      for (std::uint32_t v = 0; v < table_.size_of(term.sort); ++v) {
        spend(term.range);
        IndexCase& made_case = result.emplace_back(IndexCase{each.conditions, {v}, each.known});
        made_case.conditions.push_back(compared(Comparison::Equal, each.term, constructor(term.sort, v, term.range), term.range));
        made_case.known.emplace_back(each.term, v);
      }
    }
  }
  return result;
}

std::vector<ElementCases::IndexCase> ElementCases::index_cases(SymbolId array, const std::vector<Term>& indices, const Bindings& bindings,
                                                               const Known& known, SourceRange range) {
  std::vector<IndexCase> all{{{}, {}, known}};
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (table_.written(array).index_sort(k) == Signature::proc) continue;
    std::vector<IndexCase> next;
    for (const IndexCase& before : all) {
      for (IndexCase& value : values(indices[k], bindings, before.known)) {
        spend(range);
        IndexCase& longer =
            next.emplace_back(IndexCase{joined(before.conditions, value.conditions), before.positions, std::move(value.known)});
        longer.positions.push_back(value.positions[0]);
      }
    }
    all = std::move(next);
  }
  return all;
}

std::vector<ElementCases::TermCase> ElementCases::access(const Term& term, const Bindings& bindings, const Known& known) {
  std::vector<TermCase> result;
  for (IndexCase& each : index_cases(term.symbol(), term.args, bindings, known, term.range)) {
    Term cell = term;
    cell.index = table_.element(term.symbol(), each.positions).value;
    cell.args = processes(term.symbol(), term.args, bindings);
    for (Term& reader : cell.reader) reader = renamed(reader, bindings);
    result.push_back({std::move(each.conditions), std::move(cell), std::move(each.known)});
  }
  return result;
}

std::vector<ElementCases::TermCase> ElementCases::sum(const Term& term, const Bindings& bindings, const Known& known) {
  Term empty = term;
  empty.args.clear();
  empty.coefficients.clear();
  std::vector<TermCase> all{{{}, empty, known}};
  for (std::size_t k = 0; k < term.args.size(); ++k) {
    std::vector<TermCase> next;
    for (const TermCase& before : all) {
      for (TermCase& value : cases(term.args[k], bindings, before.known)) {
        spend(term.range);
        TermCase& longer = next.emplace_back(TermCase{joined(before.conditions, value.conditions), before.term, std::move(value.known)});
        add_scaled(longer.term, value.term, term.coefficients[k]);
      }
    }
    all = std::move(next);
  }
  for (TermCase& each : all) each.term = simplified(std::move(each.term));
  return all;
}

std::vector<ElementCases::TermCase> ElementCases::cases(const Term& term, const Bindings& bindings, const Known& known) {
  switch (term.kind) {
    case TermKind::Process:
    case TermKind::ProcessConstant:
    case TermKind::Constructor:
    case TermKind::Number:
      return {{{}, renamed(term, bindings), known}};
    case TermKind::Value:
      return {{{}, constructor(term.sort, bindings.values.at(term.index), term.range), known}};
    case TermKind::Access:
      return access(term, bindings, known);
    case TermKind::Sum:
      return sum(term, bindings, known);
    case TermKind::Processes:
      return {{{}, term, known}};
    case TermKind::Count:
      return {{{}, count(term, bindings, known), known}};
    case TermKind::Next:
    case TermKind::Previous:
      break;
  }
  const auto size = narrow<std::uint32_t>(table_.size_of(term.sort));
  std::vector<TermCase> result;
  for (IndexCase& each : values(term.args[0], bindings, known)) {
    const std::uint32_t position = (each.positions[0] + (term.kind == TermKind::Next ? 1 : size - 1)) % size;
    result.push_back({std::move(each.conditions), constructor(term.sort, position, term.range), std::move(each.known)});
  }
  return result;
}

// The formula of a count has the process of the count as its only index.
Term ElementCases::count(const Term& term, const Bindings& bindings, const Known& known) {
  Term result = term;
  Bindings inside = bindings;
  result.index = copied(term.index);
  inside.renamed[term.index] = result.index;
  for (Formula& body : result.body) body = formula(body, true, inside, known);
  return result;
}

std::vector<ElementCases::TermCase> ElementCases::comparison(const Item& item, const Known& known) {
  const Formula& formula = *item.formula;
  const Comparison relation = item.positive ? formula.comparison : complement(formula.comparison);
  std::vector<TermCase> result;
  for (const TermCase& left : cases(formula.terms[0], item.bindings, known)) {
    for (TermCase& right : cases(formula.terms[1], item.bindings, left.known)) {
      spend(formula.range);
      TermCase both{joined(left.conditions, right.conditions), {}, std::move(right.known)};
      const Term a = resolved(left.term, both.known);
      const Term b = resolved(right.term, both.known);
      if (!keeps_comparisons_ && a.kind == TermKind::Constructor && b.kind == TermKind::Constructor) {
        if (!holds(relation, a.index <=> b.index)) continue;
      } else {
        both.conditions.push_back(compared(relation, a, b, formula.range));
      }
      result.push_back(std::move(both));
    }
  }
  return result;
}

Formula ElementCases::conjunction(std::vector<Item> items, Known known, SourceRange range) {
  // What has no elements comes first, so that it is not copied into every case.
  std::stable_partition(items.begin(), items.end(), [&](const Item& item) { return !has_elements(*item.formula, table_.written()); });
  std::vector<Formula> parts;
  while (!items.empty()) {
    const Item first = std::move(items.front());
    items.erase(items.begin());
    if (first.formula->kind != Kind::Compare) {
      parts.push_back(formula(*first.formula, first.positive, first.bindings, known));
      continue;
    }
    std::vector<TermCase> alternatives = comparison(first, known);
    if (alternatives.size() == 1) {
      for (Formula& condition : alternatives[0].conditions) parts.push_back(std::move(condition));
      known = std::move(alternatives[0].known);
      continue;
    }
    std::vector<Formula> disjuncts;
    for (TermCase& alternative : alternatives) {
      std::vector<Formula> conjuncts = std::move(alternative.conditions);
      conjuncts.push_back(conjunction(items, std::move(alternative.known), range));
      disjuncts.push_back(all_of(std::move(conjuncts), range));
    }
    parts.push_back(any_of(std::move(disjuncts), range));
    break;
  }
  return all_of(std::move(parts), range);
}

Formula ElementCases::disjunction(const std::vector<Item>& items, const Known& known, SourceRange range) {
  std::vector<Formula> parts;
  for (const Item& item : items) parts.push_back(formula(*item.formula, item.positive, item.bindings, known));
  return any_of(std::move(parts), range);
}

Formula ElementCases::instances(const Item& item, bool all, const Known& known) {
  const Formula& quantifier = *item.formula;
  std::vector<Item> items;
  std::vector<std::uint32_t> taken;
  Bindings bindings = item.bindings;
  const auto choose = [&](const auto& self) -> void {
    if (taken.size() == quantifier.bound.size()) {
      spend(quantifier.range);
      items.push_back({&quantifier.args[0], item.positive, bindings});
      return;
    }
    for (std::uint32_t v = 0; v < table_.size_of(quantifier.over); ++v) {
      if (std::find(taken.begin(), taken.end(), v) != taken.end()) continue;
      bindings.values[quantifier.bound[taken.size()]] = v;
      taken.push_back(v);
      self(self);
      taken.pop_back();
    }
  };
  choose(choose);
  return all ? conjunction(std::move(items), known, quantifier.range) : disjunction(items, known, quantifier.range);
}

Formula ElementCases::over_processes(const Item& item, const Known& known) {
  const Formula& quantifier = *item.formula;
  Formula result = made(quantifier.kind, quantifier.range);
  if (!item.positive) {
    switch (quantifier.kind) {  // NOLINT: only quantifiers come here
      case Kind::Forall:
        result.kind = Kind::Exists;
        break;
      case Kind::Exists:
        result.kind = Kind::Forall;
        break;
      case Kind::ForallOther:
        result.kind = Kind::ExistsOther;
        break;
      default:
        result.kind = Kind::ForallOther;
    }
  }
  Bindings inside = item.bindings;
  for (const Variable variable : quantifier.bound) {
    const Variable own = copied(variable);
    result.bound.push_back(own);
    inside.renamed[variable] = own;
  }
  result.args.push_back(formula(quantifier.args[0], item.positive, inside, known));
  return result;
}

Formula ElementCases::formula(const Formula& formula, bool positive, const Bindings& bindings, const Known& known) {
  spend(formula.range);
  const auto item = [&](std::size_t k, bool same_polarity) { return Item{&formula.args[k], same_polarity == positive, bindings}; };
  const auto plain = [&](std::size_t k, bool value) { return Item{&formula.args[k], value, bindings}; };
  const auto items = [&] {
    std::vector<Item> all;
    for (std::size_t k = 0; k < formula.args.size(); ++k) all.push_back(item(k, true));
    return all;
  };
  // (args[0] && args[k] of this value) or its counterpart
  const auto both = [&](bool first, std::size_t k, bool value) {
    return conjunction({plain(0, first), plain(k, value)}, known, formula.range);
  };
  switch (formula.kind) {
    case Kind::True:
    case Kind::False:
      return made((formula.kind == Kind::True) == positive ? Kind::True : Kind::False, formula.range);
    case Kind::Fence:
    case Kind::WriteFence:
      return positive ? formula : made(Kind::Not, formula.range, {formula});
    case Kind::Compare:
      return conjunction({{&formula, positive, bindings}}, known, formula.range);
    case Kind::Not:
      return this->formula(formula.args[0], !positive, bindings, known);
    case Kind::And:
      return positive ? conjunction(items(), known, formula.range) : disjunction(items(), known, formula.range);
    case Kind::Or:
      return positive ? disjunction(items(), known, formula.range) : conjunction(items(), known, formula.range);
    case Kind::Implies:
      return positive ? disjunction({item(0, false), item(1, true)}, known, formula.range)
                      : conjunction({item(0, false), item(1, true)}, known, formula.range);
    case Kind::Iff:
      return any_of({both(true, 1, positive), both(false, 1, !positive)}, formula.range);
    case Kind::IfThenElse:
      return any_of({both(true, 1, positive), both(false, 2, positive)}, formula.range);
    case Kind::Forall:
    case Kind::Exists:
      if (formula.over != Signature::proc) {
        return instances({&formula, positive, bindings}, (formula.kind == Kind::Forall) == positive, known);
      }
      return over_processes({&formula, positive, bindings}, known);
    case Kind::ForallOther:
    case Kind::ExistsOther:
      return over_processes({&formula, positive, bindings}, known);
  }
  contract_failed("a formula has one of the known kinds", __FILE__, __LINE__);
}

}  // namespace parapet::ld
