#include "infer/generalize.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <tuple>

#include "base/narrow.h"

namespace parapet::search {
namespace {

// The size of an arithmetic literal.
std::uint32_t weight(const TermArena& arena, TermId literal) {
  if (arena.op(literal) < Op::SumLessEqual || arena.op(literal) > Op::SumNonZero) return 0;
  const TermId sum = arena.args(literal)[0];
  if (arena.op(sum) != Op::Sum) return 1;
  constexpr std::int64_t large = 100;
  const auto constant = arena.number(sum).floor().small().value_or(large);
  return narrow<std::uint32_t>(arena.args(sum).size()) + narrow<std::uint32_t>(std::min(large, std::abs(constant)));
}

bool is_disequality(const TermArena& arena, TermId literal) {
  return arena.op(literal) == Op::Different || arena.op(literal) == Op::SumNonZero;
}

}  // namespace

std::uint64_t Generalizer::variables_of(TermId literal) const {
  std::uint64_t result = 0;
  each_process(arena_, literal, [&](TermId process) {
    if (arena_.op(process) == Op::ProcessVar) result |= std::uint64_t{1} << std::min<std::uint64_t>(63, arena_.process_number(process));
  });
  return result;
}

std::vector<Generalizer::Injection> Generalizer::injections(std::uint64_t chosen, std::uint32_t variables) const {
  std::vector<Injection> result;
  Injection image(variables, unmapped);
  const auto choose = [&](auto&& self, std::uint32_t v) -> void {
    context_.spend();
    if (v == variables) {
      result.push_back(image);
      return;
    }
    if ((chosen >> v & 1) == 0) {
      self(self, v + 1);
      return;
    }
    for (std::uint32_t to = 0; to < instance_.variables(); ++to) {
      if (std::find(image.begin(), image.begin() + v, to) != image.begin() + v) continue;
      image[v] = to;
      self(self, v + 1);
      image[v] = unmapped;
    }
  };
  choose(choose, 0);
  return result;
}

const StateSet& Generalizer::set_of(TermId literal, const Injection& injection) {
  std::uint64_t key = literal.value;
  each_process(arena_, literal, [&](TermId process) {
    if (arena_.op(process) == Op::ProcessVar) key = key * 7 + injection[arena_.process_number(process)] + 1;
  });
  key = key << 32 | literal.value;
  const StateSet*& known = by_image_[key];
  if (known == nullptr) {
    known = &sets_.of(arena_.rewrite(literal, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::ProcessVar) return arena_.process(injection[arena_.process_number(leaf)]);
      if (arena_.op(leaf) != Op::Read || arena_.read_number(leaf) >= no_entry) return leaf;
      return arena_.read(0, arena_.reader(leaf), arena_.location(leaf));
    }));
  }
  return *known;
}

bool Generalizer::disjoint(const std::vector<TermId>& literals, const std::vector<Injection>& maps) {
  std::vector<const StateSet*> sets;
  for (const Injection& map : maps) {
    sets.clear();
    for (const TermId literal : literals) sets.push_back(&set_of(literal, map));
    context_.spend(sets_.words() + 1);
    for (std::size_t w = 0; w < sets_.words(); ++w) {
      std::uint64_t all = ~std::uint64_t{0};
      for (const StateSet* set : sets) all &= (*set)[w];
      if (all != 0) return false;
    }
  }
  return true;
}

bool Generalizer::is_empty(const std::vector<TermId>& literals, std::uint32_t variables) {
  return variables <= instance_.variables() && !literals.empty() &&
         disjoint(literals, injections((std::uint64_t{1} << variables) - 1, variables));
}

// Let rest(k) be the conjunction of the literals from k on, and kept that of the literals kept so far. Literal k can be dropped iff no
// state satisfies both kept and rest(k + 1).
std::vector<TermId> Generalizer::drop(const std::vector<TermId>& literals, const std::vector<Injection>& maps) {
  const std::size_t words = sets_.words();
  const std::size_t size = maps.size() * words;
  std::vector<std::uint64_t> rest((literals.size() + 1) * size, ~std::uint64_t{0});
  const auto intersect = [&](std::uint64_t* into, const std::uint64_t* with, TermId literal) {
    for (std::size_t m = 0; m < maps.size(); ++m) {
      const StateSet& set = set_of(literal, maps[m]);
      context_.spend(words + 1);
      for (std::size_t w = 0; w < words; ++w) into[m * words + w] = with[m * words + w] & set[w];
    }
  };
  for (std::size_t k = literals.size(); k-- > 0;) intersect(&rest[k * size], &rest[(k + 1) * size], literals[k]);
  std::vector<std::uint64_t> kept(size, ~std::uint64_t{0});
  std::vector<TermId> result;
  for (std::size_t k = 0; k < literals.size(); ++k) {
    bool empty = true;
    for (std::size_t w = 0; w < size && empty; ++w) empty = (kept[w] & rest[(k + 1) * size + w]) == 0;
    if (empty && !(result.empty() && k + 1 == literals.size())) continue;
    result.push_back(literals[k]);
    intersect(kept.data(), kept.data(), literals[k]);
  }
  return result;
}

void Generalizer::widen(std::vector<TermId>& literals, const std::vector<Injection>& maps) {
  for (std::size_t k = 0; k < literals.size(); ++k) {
    if (arena_.op(literals[k]) != Op::Member) continue;
    const TermId term = arena_.args(literals[k])[0];
    const TermId cell = arena_.op(term) == Op::Read ? arena_.location(term) : term;
    const std::uint64_t possible = arena_.full_set(arena_.sort(term)) & context_.system.narrowed[arena_.symbol(cell).index()];
    for (std::uint64_t more = possible & ~arena_.set(literals[k]); more != 0; more &= more - 1) {
      const std::uint64_t value = more & -more;
      const TermId before = literals[k];
      const std::uint64_t wider = arena_.set(before) | value;
      if (wider == possible) break;
      literals[k] = arena_.member(term, value);
      const bool empty = disjoint(literals, maps);
      literals[k] = empty ? arena_.member(term, wider) : before;
    }
  }
}

Generalization Generalizer::describe(std::vector<TermId> literals) const {
  Generalization result;
  std::uint64_t variables = 0;
  for (const TermId literal : literals) {
    variables |= variables_of(literal);
    result.weight += weight(arena_, literal);
    result.disequalities += is_disequality(arena_, literal) ? 1 : 0;
    each_leaf(arena_, literal, [&](TermId leaf) {
      const TermId cell = arena_.op(leaf) == Op::Read ? arena_.location(leaf) : leaf;
      result.array_cells += arena_.args(cell).empty() ? 0 : 1;
    });
  }
  result.processes = narrow<std::uint32_t>(std::popcount(variables));
  result.literals = std::move(literals);
  std::sort(result.literals.begin(), result.literals.end(), [&](TermId a, TermId b) { return arena_.compare(a, b) < 0; });
  return result;
}

void Generalizer::sort(std::vector<Generalization>& all) const {
  const auto key = [](const Generalization& g) {
    return std::tuple(g.processes, g.literals.size(), -static_cast<std::int64_t>(g.disequalities), g.array_cells, g.weight);
  };
  std::sort(all.begin(), all.end(), [&](const Generalization& a, const Generalization& b) {
    if (key(a) != key(b)) return key(a) < key(b);
    return std::lexicographical_compare(a.literals.begin(), a.literals.end(), b.literals.begin(), b.literals.end(),
                                        [&](TermId x, TermId y) { return arena_.compare(x, y) < 0; });
  });
  all.erase(std::unique(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.literals == b.literals; }), all.end());
}

void Generalizer::reduce(const std::vector<TermId>& literals, std::uint64_t chosen, std::uint32_t variables,
                         std::vector<Generalization>& out) {
  std::vector<TermId> own;
  std::uint64_t used = 0;
  for (const TermId literal : literals) {
    if ((variables_of(literal) & ~chosen) != 0) continue;
    own.push_back(literal);
    used |= variables_of(literal);
  }
  if (used != chosen || own.empty()) return;  // a choice of fewer processes has the same literals
  const auto maps = injections(chosen, variables);
  if (!disjoint(own, maps)) return;
  // Dropped first: that a buffer is empty; literals that relate several processes, then large arithmetic ones.
  std::stable_sort(own.begin(), own.end(), [&](TermId a, TermId b) {
    const auto key = [&](TermId literal) {
      const bool empty = instance_.has_buffers() && buffer_mark(arena_, literal) == no_entry;
      return std::tuple(empty, std::popcount(variables_of(literal)), weight(arena_, literal));
    };
    return key(b) < key(a);
  });
  std::vector<TermId> left = drop(own, maps);
  widen(left, maps);
  out.push_back(describe(std::move(left)));
}

void Generalizer::small_conjunctions(const std::vector<TermId>& literals, std::uint32_t variables, std::uint32_t most,
                                     std::vector<Generalization>& out) {
  std::vector<TermId> chosen;
  const auto choose = [&](auto&& self, std::size_t from, std::uint64_t used) -> void {
    if (!chosen.empty() && disjoint(chosen, injections(used, variables))) {
      out.push_back(describe(chosen));
      return;
    }
    if (chosen.size() == most_literals_if_cut) return;
    for (std::size_t k = from; k < literals.size(); ++k) {
      const std::uint64_t now = used | variables_of(literals[k]);
      if (std::popcount(now) > narrow<int>(most)) continue;
      chosen.push_back(literals[k]);
      self(self, k + 1, now);
      chosen.pop_back();
    }
  };
  choose(choose, 0, 0);
}

bool Generalizer::generalize(const std::vector<TermId>& literals, std::uint32_t variables, std::uint32_t most,
                             const std::function<bool(const Generalization&)>& accept) {
  if (variables > 60) return false;
  most = std::min(most, instance_.variables());
  std::vector<Generalization> all;
  const auto take = [&] {
    sort(all);
    return std::any_of(all.begin(), all.end(), accept);
  };
  if (instance_.cut()) {
    small_conjunctions(literals, variables, most, all);
    return take();
  }
  for (std::uint32_t count = 0; count <= std::min(most, variables); ++count) {
    all.clear();
    const auto choose = [&](auto&& self, std::uint32_t from, std::uint64_t chosen, std::uint32_t left) -> void {
      if (left == 0) {
        reduce(literals, chosen, variables, all);
        return;
      }
      for (std::uint32_t v = from; v + left <= variables; ++v) self(self, v + 1, chosen | std::uint64_t{1} << v, left - 1);
    };
    choose(choose, 0, 0, count);
    if (take()) return true;
  }
  return false;
}

}  // namespace parapet::search
