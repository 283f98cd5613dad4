#include "cube/count_facts.h"

#include <algorithm>
#include <unordered_map>

#include "base/narrow.h"
#include "cube/cube_terms.h"
#include "cube/transition_instance.h"

namespace parapet::search {

// Universal guards that are exact.
//
// `forall_other q. F(q)`, with F over the counted cells of q alone, says that every process but the declared parameters P satisfies F:
//     K(T without F)  =  the number of p in P with not F(p),
// where K(S) is the number of processes whose type is in S (NOTE(counts)); for `forall q. F(q)` the number is 0. In the cubes before a
// firing the guard is otherwise asked of the processes at hand only, which is an over-approximation: a path may go through a process that
// was "not there" when the guard was tested. With this equation the pre-image is exact.

bool InstanceTable::mark_exact(std::uint32_t source) {
  return le::has_countable_guard(system_, arena_, source) && marked_.insert(source).second;
}

void InstanceTable::forget() {
  instances_.clear();
  exact_ = marked_;
}

void InstanceTable::add_exact(TransitionInstance& instance, const le::Universal& universal,
                              std::vector<std::vector<le::Conjunction>>& out) {
  const auto holds = le::countable_guard(system_, arena_, *instance.transition, universal);
  if (!holds) return;
  std::vector<TermId> counts;
  for (std::size_t t = 0; t < holds->size(); ++t) {
    if (!(*holds)[t]) counts.push_back(arena_.cell(system_.counts.types[t].symbol, {}));
  }
  const TermId others = arena_.sum(std::vector<Rational>(counts.size(), Rational(1)), counts, Rational(0), Signature::integer);
  // Which parameters do not satisfy F.
  std::vector<TermId> fails;
  const std::uint32_t asked = universal.bound[0].others ? instance.transition->declared : 0;
  for (std::uint32_t k = 0; k < asked; ++k) {
    std::vector<TermId> either;
    for (const le::Conjunction& conjunction : universal.disjuncts) {
      std::vector<TermId> parts;
      for (const TermId literal : conjunction) {
        parts.push_back(instantiate(instance, literal, std::vector{universal.bound[0].variable}, std::vector{instance.processes[k]}));
      }
      either.push_back(arena_.conjunction(parts));
    }
    fails.push_back(arena_.negate(arena_.disjunction(either)));
  }
  std::vector<le::Conjunction> ways;
  const auto split = [&](const auto& self, std::size_t k, const std::vector<TermId>& conditions, std::int64_t number) -> void {
    if (k == fails.size()) {
      std::vector<TermId> all = conditions;
      all.push_back(arena_.equal(others, arena_.number(Rational(number), Signature::integer)));
      for (le::Conjunction& way : disjuncts(instance, arena_.conjunction(all))) ways.push_back(std::move(way));
      return;
    }
    for (const bool failing : {true, false}) {
      std::vector<TermId> more = conditions;
      more.push_back(failing ? fails[k] : arena_.negate(fails[k]));
      if (arena_.conjunction(more) != arena_.truth(false)) self(self, k + 1, more, number + (failing ? 1 : 0));
    }
  };
  split(split, 0, {}, 0);
  out.push_back(std::move(ways));
}

Counting::Counting(const le::System& system, TermArena& arena) : system_(system), arena_(arena), counts_(system.counts) {
  for (const le::CountType& type : counts_.types) {
    bool possible = true;
    for (std::size_t k = 0; k < counts_.arrays.size(); ++k)
      possible = possible && (system.narrowed[counts_.arrays[k].index()] >> type.values[k] & 1) != 0;
    possible_.push_back(possible);
  }
}

bool Counting::mentions(TermId formula) const {
  bool found = false;
  if (exists()) each_leaf(arena_, formula, [&](TermId leaf) { found = found || is_derived(leaf); });
  return found;
}

bool Counting::mentions(std::span<const TermId> formulas) const {
  return exists() && std::any_of(formulas.begin(), formulas.end(), [&](TermId formula) { return mentions(formula); });
}

bool Counting::depends_on_number(std::span<const TermId> literals) const {
  if (!exists()) return false;
  return std::any_of(literals.begin(), literals.end(), [&](TermId literal) {
    bool found = false;
    each_leaf(arena_, literal, [&](TermId leaf) {
      const TermId cell = arena_.op(leaf) == Op::Read ? arena_.location(leaf) : leaf;
      if (arena_.op(cell) != Op::Cell) return;
      found = found || counts_.has(arena_.symbol(cell)) || system_.tied_to_counts[arena_.symbol(cell).index()];
    });
    return found;
  });
}

TermId Counting::at_least(std::size_t least) {
  if (Rational(narrow<std::int64_t>(least)) <= *system_.intervals[counts_.processes.index()].low) return arena_.truth(true);
  return arena_.less_equal(arena_.number(Rational(narrow<std::int64_t>(least)), Signature::integer), arena_.cell(counts_.processes, {}));
}

bool Counting::find_regions(std::span<const TermId> literals, std::span<const TermId> more, std::uint32_t variables, Regions& regions) {
  std::vector<bool> occurs(counts_.types.size(), false);
  bool derived = false;
  std::vector<TermId> processes;
  const auto look = [&](TermId formula) {
    each_leaf(arena_, formula, [&](TermId leaf) {
      if (!is_derived(leaf)) return;
      derived = true;
      if (const auto type = counts_.type_of(arena_.symbol(leaf))) occurs[*type] = true;
    });
    each_process(arena_, formula, [&](TermId process) {
      if (arena_.op(process) == Op::ProcessVar) variables = std::max(variables, arena_.process_number(process) + 1);
    });
  };
  std::for_each(literals.begin(), literals.end(), look);
  std::for_each(more.begin(), more.end(), look);
  if (!derived) return false;
  for (std::uint32_t k = 0; k < variables; ++k) processes.push_back(arena_.process(k));
  for (const std::uint32_t n : system_.constants) processes.push_back(arena_.process_const(n));
  std::vector<std::size_t> region_of(counts_.types.size());
  for (std::size_t t = 0; t < counts_.types.size(); ++t) {
    region_of[t] = regions.occurring.size();
    if (occurs[t]) regions.occurring.push_back(t);
  }
  for (std::size_t t = 0; t < counts_.types.size(); ++t) {
    if (occurs[t]) continue;
    region_of[t] = regions.occurring.size();
    regions.rest = regions.rest || possible_[t];
  }
  std::unordered_map<TermId, std::uint64_t> sets;
  for (const TermId literal : literals) {
    if (arena_.op(literal) != Op::Member) continue;
    const auto [at, fresh] = sets.emplace(arena_.args(literal)[0], arena_.set(literal));
    if (!fresh) at->second &= arena_.set(literal);
  }
  for (const TermId process : processes) {
    std::vector<std::uint64_t> allowed;
    for (const SymbolId array : counts_.arrays) {
      const auto at = sets.find(le::own_cell(arena_, array, process));
      allowed.push_back(at == sets.end() ? ~std::uint64_t{0} : at->second);
    }
    std::vector<bool> open(regions.occurring.size() + 1, false);
    for (std::size_t t = 0; t < counts_.types.size(); ++t) {
      bool fits = possible_[t];
      for (std::size_t k = 0; k < allowed.size() && fits; ++k) fits = (allowed[k] >> counts_.types[t].values[k] & 1) != 0;
      if (fits) open[region_of[t]] = true;
    }
    if (counts_.types.empty()) open.back() = true;
    std::vector<std::size_t>& choice = regions.choices.emplace_back();
    for (std::size_t r = 0; r < open.size(); ++r) {
      if (open[r]) choice.push_back(r);
    }
  }
  if (counts_.types.empty()) regions.rest = true;
  return true;
}

TermId Counting::sum_of(const Regions& regions, const std::vector<std::size_t>& which) {
  // With the rest in the set, the number is `#procs` minus those of the regions that are not in it.
  const bool rest = !which.empty() && which.back() == regions.occurring.size();
  std::vector<TermId> args;
  std::vector<Rational> coefficients;
  if (rest) {
    args.push_back(arena_.cell(counts_.processes, {}));
    coefficients.emplace_back(1);
  }
  for (std::size_t r = 0; r < regions.occurring.size(); ++r) {
    if (std::binary_search(which.begin(), which.end(), r) == rest) continue;
    args.push_back(arena_.cell(counts_.types[regions.occurring[r]].symbol, {}));
    coefficients.emplace_back(rest ? -1 : 1);
  }
  return arena_.sum(coefficients, args, Rational(0), Signature::integer);
}

void Counting::add_facts(std::span<const TermId> literals, std::span<const TermId> more, std::uint32_t variables,
                         std::vector<TermId>& facts) {
  if (!exists()) return;
  Regions regions;
  if (!find_regions(literals, more, variables, regions)) return;
  const std::size_t count = regions.occurring.size();
  const TermId processes = arena_.cell(counts_.processes, {});
  std::vector<std::vector<std::size_t>> sets;
  for (std::size_t r = 0; r < count; ++r) {
    const TermId one = arena_.cell(counts_.types[regions.occurring[r]].symbol, {});
    const TermId zero = arena_.number(Rational(0), Signature::integer);
    if (!possible_[regions.occurring[r]]) {
      facts.push_back(arena_.equal(one, zero));
    } else {
      sets.push_back({r});
    }
  }
  if (regions.rest) {
    sets.push_back({count});
  } else if (count != 0) {
    std::vector<std::size_t> all;
    for (std::size_t r = 0; r < count; ++r) all.push_back(r);
    facts.push_back(arena_.equal(sum_of(regions, all), processes));
  }
  for (const auto& choice : regions.choices) {
    if (std::find(sets.begin(), sets.end(), choice) == sets.end() && choice.size() > 1) sets.push_back(choice);
  }
  for (const auto& set : sets) {
    const auto inside = std::count_if(regions.choices.begin(), regions.choices.end(), [&](const auto& choice) {
      return std::includes(set.begin(), set.end(), choice.begin(), choice.end());
    });
    facts.push_back(arena_.less_equal(arena_.number(Rational(inside), Signature::integer), sum_of(regions, set)));
  }
  facts.push_back(at_least(regions.choices.size()));
  if (const auto limit = system_.program->number_procs)
    facts.push_back(arena_.less_equal(processes, arena_.number(Rational(std::int64_t{*limit}), Signature::integer)));
  std::erase(facts, arena_.truth(true));
}

// A region none of whose types init allows has no processes but those at hand: at most those that may be in it.
void Counting::add_facts_of_init(std::span<const TermId> literals, std::span<const TermId> more, std::uint32_t variables,
                                 const std::vector<bool>& allowed, std::vector<TermId>& facts) {
  if (!exists()) return;
  // The processes at hand have types that init allows too. (A constant of the model may be an exception of init's clauses.)
  std::vector<TermId> known(literals.begin(), literals.end());
  const auto look = [&](TermId formula) {
    each_process(arena_, formula, [&](TermId process) {
      if (arena_.op(process) == Op::ProcessVar) variables = std::max(variables, arena_.process_number(process) + 1);
    });
  };
  std::for_each(literals.begin(), literals.end(), look);
  std::for_each(more.begin(), more.end(), look);
  for (std::size_t k = 0; k < counts_.arrays.size(); ++k) {
    std::uint64_t values = 0;
    for (std::size_t t = 0; t < counts_.types.size(); ++t) {
      if (allowed[t]) values |= std::uint64_t{1} << counts_.types[t].values[k];
    }
    for (std::uint32_t z = 0; z < variables && values != 0; ++z)
      known.push_back(arena_.member(le::own_cell(arena_, counts_.arrays[k], arena_.process(z)), values));
  }
  Regions regions;
  if (!find_regions(known, more, variables, regions)) return;
  add_facts(known, more, variables, facts);
  const std::size_t count = regions.occurring.size();
  std::vector<bool> inhabited(count + 1, false);
  for (std::size_t t = 0; t < counts_.types.size(); ++t) {
    const auto at = std::find(regions.occurring.begin(), regions.occurring.end(), t);
    if (allowed[t] && possible_[t]) inhabited[static_cast<std::size_t>(at - regions.occurring.begin())] = true;
  }
  if (counts_.types.empty()) inhabited.back() = true;
  for (std::size_t r = 0; r <= count; ++r) {
    if (inhabited[r] || (r == count && !regions.rest)) continue;
    const auto may = std::count_if(regions.choices.begin(), regions.choices.end(),
                                   [&](const auto& choice) { return std::binary_search(choice.begin(), choice.end(), r); });
    facts.push_back(arena_.less_equal(sum_of(regions, {r}), arena_.number(Rational(may), Signature::integer)));
  }
  std::erase(facts, arena_.truth(true));
}

}  // namespace parapet::search
