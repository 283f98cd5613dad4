#include "machine/domain.h"

#include <algorithm>
#include <set>
#include <type_traits>

#include "base/narrow.h"
#include "ld/text.h"

namespace parapet::machine {
namespace {

// Calls visit(formula) for every formula of the program.
template <class Visit>
void each_formula(const ld::Program& program, const Visit& visit) {
  ld::each_part(program, [&](const auto& part) {
    if constexpr (std::is_same_v<std::decay_t<decltype(part)>, ld::Formula>) visit(part);
  });
}

// Whether some comparison in the formula satisfies `is`.
template <class Is>
bool has_comparison(const ld::Formula& formula, const Is& is) {
  if (formula.kind == ld::Formula::Kind::Compare && is(formula)) return true;
  return std::any_of(formula.args.begin(), formula.args.end(), [&](const ld::Formula& arg) { return has_comparison(arg, is); });
}

template <class Is>
bool has_comparison(const ld::Program& program, const Is& is) {
  bool found = false;
  each_formula(program, [&](const ld::Formula& formula) { found = found || has_comparison(formula, is); });
  return found;
}

// The numbers in the text, their neighbours, 0 and 1. If the text has sums, also the negation of each: `2 * N + 2 <= N` needs N = -2.
std::vector<Code> numbers_of(Instance& instance, SortId sort, std::size_t most, std::int64_t range) {
  std::set<Rational> found{Rational(0), Rational(1)};
  bool sums = false;
  const auto add = [&](const ld::Term& term) {
    if (term.kind == ld::Term::Kind::Processes && term.sort == sort) {
      for (const std::int64_t distance : {0, -1, 1}) found.insert(Rational(std::int64_t{instance.roster().processes} + distance));
    }
    if (term.sort != sort || (term.kind != ld::Term::Kind::Number && term.kind != ld::Term::Kind::Sum)) return;
    sums = sums || term.kind == ld::Term::Kind::Sum;
    for (const std::int64_t distance : {0, -1, 1}) {
      if (found.size() < most) found.insert(term.number + Rational(distance));
    }
  };
  each_formula(instance.program(), [&](const ld::Formula& formula) { ld::each_term(formula, add); });
  for (const Rational& number : sums ? std::vector(found.begin(), found.end()) : std::vector<Rational>()) {
    if (found.size() < most) found.insert(-number);
  }
  for (std::int64_t number = 0; number < range; ++number) found.insert(Rational(number));
  std::vector<Code> codes;
  for (const Rational& number : found) codes.push_back(instance.numbers().code(number));
  return codes;
}

std::size_t locations_of(const Instance& instance, SortId sort) {
  std::size_t count = 0;
  const auto& symbols = instance.program().signature.symbols();
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    if (symbols[s].sort == sort) count += instance.layout().cells(SymbolId(s));
  }
  return count;
}

}  // namespace

bool compares_processes(const ld::Program& program) {
  return has_comparison(program, [](const ld::Formula& comparison) {
    const bool ordered = comparison.comparison != ld::Comparison::Equal && comparison.comparison != ld::Comparison::Different;
    return ordered && comparison.terms[0].sort == Signature::proc;
  });
}

Domains::Domains(Instance& instance, const DomainLimits& limits) {
  const Signature& signature = instance.program().signature;
  for (const Symbol& symbol : signature.symbols()) sort_of_.push_back(symbol.sort.index());
  const bool ordered = compares_processes(instance.program());
  for (std::size_t s = 0; s < signature.sorts().size(); ++s) {
    const Sort& sort = signature.sorts()[s];
    const std::size_t cells = locations_of(instance, SortId(s));
    std::vector<Code> values;
    bool complete = false;
    const auto count_to = [&](std::size_t end) {
      for (std::size_t k = 0; k < end; ++k) values.push_back(narrow<Code>(k));
    };
    if (sort.kind == SortKind::Enum) {
      count_to(sort.constructors.size());
      complete = true;
    } else if (sort.kind == SortKind::Proc) {
      // A value that denotes no process for each cell that can hold one; if processes are compared by order, also one below them.
      count_to(instance.roster().processes + std::min(cells, limits.strangers));
      if (ordered && cells > 0) values.push_back(-1);
      complete = cells <= limits.strangers && !ordered;
    } else if (sort.kind == SortKind::Abstract) {
      // No formula tells the values of a sort apart that is never compared: one label is enough.
      const bool compared =
          has_comparison(instance.program(), [&](const ld::Formula& comparison) { return comparison.terms[0].sort == SortId(s); });
      const std::size_t labels = compared ? std::max<std::size_t>(cells, 1) : 1;
      count_to(std::min(labels, limits.labels));
      complete = labels <= limits.labels;
    } else if (sort.kind == SortKind::Int || sort.kind == SortKind::Real) {
      values = numbers_of(instance, SortId(s), limits.numbers, limits.range);
    }
    values_.push_back(std::move(values));
    complete_.push_back(complete);
  }
}

const Target* find_possible(Instance& instance, const Domains& domains, const std::vector<Target>& targets, const State& state,
                            std::vector<Write>& given, bool& all_tried) {
  for (const Target& target : targets) {
    const auto test = [&](const State& known, Location& open) {
      instance.budget().spend();
      View view = instance.view(known);
      const Truth truth = view.holds(target.formula);
      open = view.open_location();
      return truth;
    };
    if (possible(instance, domains, state, given, all_tried, test)) return &target;
  }
  return nullptr;
}

bool certain(Instance& instance, const std::vector<Target>& targets, const State& state) {
  return std::any_of(targets.begin(), targets.end(), [&](const Target& target) {
    instance.budget().spend();
    return instance.view(state).holds(target.formula) == Truth::True;
  });
}

}  // namespace parapet::machine
