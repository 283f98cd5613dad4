#include "infer/views/vocabulary.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <set>

#include "base/narrow.h"
#include "cube/cube_terms.h"
#include "ld/text.h"

namespace parapet::search::views {
namespace {

constexpr std::size_t most_constructors = 63;  // one more value is needed by Nested

bool is_number(const Signature& signature, SortId sort) {
  return signature[sort].kind == SortKind::Int || signature[sort].kind == SortKind::Real;
}

class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0U); }
  std::uint32_t find(std::uint32_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[std::max(find(a), find(b))] = std::min(find(a), find(b)); }

 private:
  std::vector<std::uint32_t> parent_;
};

template <class Visit>
void each_comparison(const ld::Formula& formula, const Visit& visit) {
  if (formula.kind == ld::Formula::Kind::Compare) visit(formula);
  for (const ld::Formula& arg : formula.args) each_comparison(arg, visit);
}

template <class Visit>
void each_comparison(const ld::Program& program, const Visit& visit) {
  each_comparison(program.init.formula, visit);
  for (const auto& unsafe : program.unsafes) each_comparison(unsafe.formula, visit);
  for (const auto& invariant : program.invariants) each_comparison(invariant.formula, visit);
  for (const auto& transition : program.transitions) {
    each_comparison(transition.guard, visit);
    for (const auto& assignment : transition.assignments) {
      for (const auto& branch : assignment.branches) {
        if (branch.condition) each_comparison(*branch.condition, visit);
      }
    }
  }
}

// Connects the names of numbers in the terms, and collects the constants that stand alone.
void relate_numbers(const Signature& signature, const std::vector<const ld::Term*>& terms, Groups& groups,
                    std::vector<std::pair<std::uint32_t, Rational>>& anchors) {
  std::optional<std::uint32_t> first;
  for (const ld::Term* const term : terms) {
    ld::each_term(*term, [&](const ld::Term& part) {
      if (part.kind != ld::Term::Kind::Access || !is_number(signature, part.sort)) return;
      if (!first) first = part.index;
      groups.join(*first, part.index);
    });
  }
  if (!first) return;
  for (const ld::Term* const term : terms) {
    if (term->kind == ld::Term::Kind::Number) anchors.emplace_back(*first, term->number);
  }
}

void add_dereferences(const ld::Program& program, const ld::Transition& transition, Groups& pointers,
                      std::set<std::pair<std::uint32_t, SymbolId>>& found) {
  const auto parameter = [&](const ld::Term& term) {
    return term.kind == ld::Term::Kind::Process && term.index < transition.parameters &&
           (!transition.actor || term.index != *transition.actor);
  };
  const auto enumerated = [&](SymbolId symbol) {
    const Sort& sort = program.signature[program.signature[symbol].sort];
    return sort.kind == SortKind::Enum && sort.constructors.size() <= most_constructors && program.signature[symbol].arity == 1;
  };
  each_comparison(transition.guard, [&](const ld::Formula& comparison) {
    if (comparison.comparison != ld::Comparison::Equal) return;
    for (const std::size_t side : {0U, 1U}) {
      const ld::Term& pointer = comparison.terms[side];
      const ld::Term& target = comparison.terms[1 - side];
      if (pointer.kind != ld::Term::Kind::Access || pointer.sort != Signature::proc || !parameter(target)) continue;
      const auto accessed = [&](SymbolId symbol, const std::vector<ld::Term>& indices) {
        const bool here = indices.size() == 1 && indices[0].kind == ld::Term::Kind::Process && indices[0].index == target.index;
        if (here && enumerated(symbol)) found.emplace(pointers.find(pointer.index), symbol);
      };
      ld::each_evaluated(transition, [&](const ld::Term& term) {
        if (term.kind == ld::Term::Kind::Access) accessed(term.symbol(), term.args);
      });
      for (const ld::Assignment& assignment : transition.assignments) accessed(assignment.symbol, assignment.indices);
    }
  });
}

}  // namespace

NameFacts name_facts(const ld::Program& program) {
  const Signature& signature = program.signature;
  const std::size_t count = signature.symbols().size();
  NameFacts facts;
  facts.ordered.assign(count, false);
  Groups numbers(count), pointers(count);
  std::vector<std::pair<std::uint32_t, Rational>> anchors;
  each_comparison(program, [&](const ld::Formula& comparison) {
    const SortId sort = comparison.terms[0].sort;
    if (is_number(signature, sort)) relate_numbers(signature, {&comparison.terms[0], &comparison.terms[1]}, numbers, anchors);
    const bool ordered = comparison.comparison != ld::Comparison::Equal && comparison.comparison != ld::Comparison::Different;
    if (sort != Signature::proc || !ordered) return;
    facts.order = true;
    for (const ld::Term& term : comparison.terms) {
      if (term.kind == ld::Term::Kind::Access) facts.ordered[term.index] = true;
    }
  });
  for (const ld::Transition& transition : program.transitions) {
    for (const ld::Assignment& assignment : transition.assignments) {
      ld::each_value(assignment, [&](const ld::Term& value) {
        ld::Term target;
        target.kind = ld::Term::Kind::Access;
        target.sort = signature[assignment.symbol].sort;
        target.index = assignment.symbol.value;
        if (is_number(signature, target.sort)) relate_numbers(signature, {&target, &value}, numbers, anchors);
        if (target.sort == Signature::proc && value.kind == ld::Term::Kind::Access) pointers.join(target.index, value.index);
      });
    }
  }
  facts.anchors.resize(count);
  for (std::uint32_t k = 0; k < count; ++k) facts.number_group.push_back(numbers.find(k));
  for (const auto& [symbol, number] : anchors) facts.anchors[numbers.find(symbol)].push_back(number);
  for (auto& group : facts.anchors) {
    std::sort(group.begin(), group.end());
    group.erase(std::unique(group.begin(), group.end()), group.end());
  }
  std::set<std::pair<std::uint32_t, SymbolId>> found;
  for (const ld::Transition& transition : program.transitions) add_dereferences(program, transition, pointers, found);
  facts.dereferences.resize(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    if (signature.symbols()[k].sort != Signature::proc) continue;
    for (const auto& [group, array] : found) {
      if (group == pointers.find(k)) facts.dereferences[k].push_back(array);
    }
  }
  return facts;
}

namespace {

class Builder {
 public:
  Builder(const le::System& system, TermArena& arena, const NameFacts& names, Shape shape, bool nested)
      : system_(system), arena_(arena), names_(names), nested_(nested) {
    result_.shape = shape;
  }

  Vocabulary run() {
    for (std::uint32_t k = 0; k < result_.shape.processes; ++k) result_.places.push_back(arena_.process(k));
    for (const std::uint32_t n : system_.constants) result_.places.push_back(arena_.process_const(n));
    for (std::size_t k = 0; k < arena_.signature().symbols().size(); ++k) {
      if (!arena_.signature().symbols()[k].derived()) add_cells(SymbolId(k));  // the instance has no cell for a count
    }
    add_features();
    return std::move(result_);
  }

 private:
  void add_cells(SymbolId symbol) {
    std::vector<TermId> indices;
    const auto choose = [&](const auto& self) -> void {
      if (indices.size() < arena_.signature()[symbol].arity) {
        for (const TermId place : result_.places) {
          indices.push_back(place);
          self(self);
          indices.pop_back();
        }
        return;
      }
      const TermId cell = arena_.cell(symbol, indices);
      result_.terms.push_back(cell);
      if (!result_.shape.open || (result_.shape.delayed.valid() && result_.shape.delayed != cell)) return;
      if (arena_.signature()[symbol].weak) {
        result_.terms.push_back(arena_.read(0, arena_.process(0), cell));
      } else if (system_.shared[symbol.index()]) {
        result_.terms.push_back(arena_.read(0, {}, cell));
      }
    };
    choose(choose);
  }

  [[nodiscard]] SymbolId symbol(TermId term) const { return arena_.symbol(arena_.op(term) == Op::Read ? arena_.location(term) : term); }

  [[nodiscard]] std::uint64_t mentions(TermId term) const {
    std::uint64_t bits = 0;
    each_process(arena_, term, [&](TermId process) {
      if (arena_.op(process) == Op::ProcessVar) bits |= std::uint64_t{1} << arena_.process_number(process);
    });
    return bits;
  }

  void add(FeatureKind kind, TermId a, TermId b, unsigned values, SymbolId array = {}) {
    result_.features.push_back({kind, a, b, array, values, mentions(a) | (b.valid() ? mentions(b) : 0)});
  }

  void add_features() {
    const Signature& signature = arena_.signature();
    for (const TermId term : result_.terms) {
      const Sort& sort = signature[arena_.sort(term)];
      if (sort.kind == SortKind::Enum && sort.constructors.size() <= most_constructors)
        add(FeatureKind::Enum, term, {}, narrow<unsigned>(sort.constructors.size()));
      if (sort.kind == SortKind::Proc) add(FeatureKind::Where, term, {}, narrow<unsigned>(result_.places.size() + 1));
      if (sort.kind == SortKind::Proc && nested_ && arena_.op(term) == Op::Cell) {
        for (const SymbolId array : names_.dereferences[symbol(term).index()])
          add(FeatureKind::Nested, term, {}, narrow<unsigned>(signature[signature[array].sort].constructors.size() + 1), array);
      }
      if (is_number(signature, arena_.sort(term))) {
        for (const Rational& anchor : names_.anchors[names_.number_group[symbol(term).index()]]) {
          const bool integer = sort.kind == SortKind::Int;
          if (integer && !anchor.is_integer()) continue;
          add(integer ? FeatureKind::Diff : FeatureKind::Less, term, arena_.number(anchor, arena_.sort(term)), integer ? diff_values : 3);
        }
      }
    }
    for (std::size_t j = 0; j < result_.terms.size(); ++j) {
      for (std::size_t k = j + 1; k < result_.terms.size(); ++k) add_pair(result_.terms[j], result_.terms[k]);
    }
    if (names_.order) add_order();
  }

  void add_pair(TermId a, TermId b) {
    const Signature& signature = arena_.signature();
    if (arena_.sort(a) != arena_.sort(b)) return;
    const SortKind kind = signature[arena_.sort(a)].kind;
    if (kind == SortKind::Proc || kind == SortKind::Abstract) add(FeatureKind::Same, a, b, 2);
    if (!is_number(signature, arena_.sort(a))) return;
    if (names_.number_group[symbol(a).index()] != names_.number_group[symbol(b).index()]) return;
    add(kind == SortKind::Int ? FeatureKind::Diff : FeatureKind::Less, a, b, kind == SortKind::Int ? diff_values : 3);
  }

  void add_order() {
    std::vector<TermId> ordered = result_.places;
    for (const TermId term : result_.terms) {
      if (arena_.sort(term) == Signature::proc && names_.ordered[symbol(term).index()]) ordered.push_back(term);
    }
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      for (std::size_t k = j + 1; k < ordered.size(); ++k) add(FeatureKind::Less, ordered[j], ordered[k], 3);
    }
  }

  const le::System& system_;
  TermArena& arena_;
  const NameFacts& names_;
  bool nested_;
  Vocabulary result_;
};

// The longest run of `allowed` that contains `kept`.
ValueSet interval_around(const Feature& feature, ValueSet kept, ValueSet allowed) {
  unsigned first = narrow<unsigned>(std::countr_zero(kept));
  unsigned last = narrow<unsigned>(std::bit_width(kept)) - 1;
  while (first > 0 && (allowed >> (first - 1) & 1) != 0) --first;
  while (last + 1 < feature.values && (allowed >> (last + 1) & 1) != 0) ++last;
  ValueSet set = 0;
  for (unsigned k = first; k <= last; ++k) set |= ValueSet{1} << k;
  return set;
}

}  // namespace

Vocabulary make_vocabulary(const le::System& system, TermArena& arena, const NameFacts& names, Shape shape, bool nested) {
  return Builder(system, arena, names, shape, nested).run();
}

ValueSet widest(const Feature& feature, ValueSet kept, ValueSet allowed) {
  allowed = (allowed | kept) & feature.all();
  const ValueSet last = ValueSet{1} << (feature.values - 1);
  switch (feature.kind) {
    case FeatureKind::Enum:
    case FeatureKind::Same:
    case FeatureKind::Less:
      return allowed;
    case FeatureKind::Where:
      return (allowed & last) != 0 ? allowed : kept;
    case FeatureKind::Nested:
      return allowed & ~last;
    case FeatureKind::Diff:
      for (unsigned k = 1; k + 1 < feature.values; ++k) {
        if (allowed == (feature.all() & ~(ValueSet{1} << k)) && (kept >> k & 1) == 0) return allowed;
      }
      return interval_around(feature, kept, allowed);
  }
  return kept;
}

ValueSet expressible_around(const Feature& feature, ValueSet set) {
  const ValueSet last = ValueSet{1} << (feature.values - 1);
  switch (feature.kind) {
    case FeatureKind::Enum:
    case FeatureKind::Same:
    case FeatureKind::Less:
      return set;
    case FeatureKind::Where:
      return std::has_single_bit(set) ? set : set | last;
    case FeatureKind::Nested:
      return (set & last) != 0 ? feature.all() : set;
    case FeatureKind::Diff: {
      ValueSet all = 0;
      for (unsigned k = narrow<unsigned>(std::countr_zero(set)); k < narrow<unsigned>(std::bit_width(set)); ++k) all |= ValueSet{1} << k;
      return all;
    }
  }
  return feature.all();
}

std::uint64_t mentioned(const Vocabulary& vocabulary, const Feature& feature, ValueSet set) {
  std::uint64_t result = feature.mentions;
  if (feature.kind != FeatureKind::Where) return result;
  const bool elsewhere = (set >> (feature.values - 1) & 1) != 0;
  for (unsigned k = 0; k < vocabulary.shape.processes; ++k) {
    if (((set >> k & 1) != 0) != elsewhere) result |= std::uint64_t{1} << k;
  }
  return result;
}

}  // namespace parapet::search::views
