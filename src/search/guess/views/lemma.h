// Lemmas and obligations of the inference.
//
// A *lemma* claims that no reachable state is in its cubes. It is one of
//   root     an unsafe cube of the model: what is to be proved
//   trusted  a cube of a user invariant: never expanded, as in the search
//   view     a conjunction of conditions on the features of a view that no known view satisfies
//   exact    an obligation that no view can speak about, kept as it is
//   count    an equation between a number and counts of processes is broken (count_lemmas.h): no view of few processes says that
// A view lemma with nested features is several cubes, one for each way its pointers B can go: to one of the view's processes, to a process
// `#n`, to a new one t, with the literals B = t and A[t] in S. So nested terms need no literals of their own.
// An *obligation* is a cube of the pre-image of a lemma's cube. Roots and lemmas must cover it.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "search/cover/cover.h"
#include "search/guess/views/model_values.h"
#include "search/guess/views/open_views.h"
#include "search/preimage/preimage.h"

namespace parapet::search::views {

using LemmaNumber = std::uint32_t;
using ObligationNumber = std::uint32_t;

template <class Weak>
struct Lemma {
  enum class Kind : std::uint8_t { Root, Trusted, View, Exact, Count };
  Kind kind = Kind::View;
  std::size_t table = 0;              // View
  std::vector<Condition> conditions;  // View
  std::deque<Cube<Weak>> cubes;
  std::deque<Indexed<Weak>> indexed;                    // by cube
  ObligationNumber from = 0;                            // Exact: the obligation that it is
  bool alive = true;                                    // no counterexample was found
  bool needed = false;                                  // a root, or an obligation of a needed lemma rests on it
  bool expanded = false;                                // its obligations are known
  std::vector<ObligationNumber> obligations, supports;  // its own; those that rest on it
};

template <class Weak>
struct Obligation {
  Cube<Weak> cube;
  Indexed<Weak> indexed;
  Step<Weak> step;
  LemmaNumber lemma = 0;  // whose pre-image it is in
  bool open = true;
  bool queued = false;
  bool never_exact = false;  // it was kept as an exact cube, and that failed
  std::vector<LemmaNumber> support;
};

// The cubes of a view lemma, normalised, without those that are unsatisfiable.
template <class Weak>
std::deque<Cube<Weak>> cubes_of(Context& context, const Vocabulary& vocabulary, const std::vector<Condition>& conditions) {
  TermArena& arena = context.arena;
  const auto same = [](TermId term) { return term; };
  std::vector<TermId> literals;
  struct Pointer {
    TermId term;
    std::vector<Condition> conditions;  // its nested features
  };
  std::vector<Pointer> pointers;
  for (const Condition& condition : conditions) {
    const Feature& feature = vocabulary.features[condition.feature];
    add_literals(arena, vocabulary, feature, condition.set, same, literals);
    if (feature.kind != FeatureKind::Nested) continue;
    auto at = std::find_if(pointers.begin(), pointers.end(), [&](const Pointer& each) { return each.term == feature.a; });
    if (at == pointers.end()) at = pointers.insert(pointers.end(), {feature.a, {}});
    at->conditions.push_back(condition);
  }
  std::deque<Cube<Weak>> cubes;
  const Weak weak = vocabulary.shape.open ? OpenViews<Weak>::with_one_read(arena, vocabulary.shape) : Weak{};
  const auto choose = [&](const auto& self, std::size_t k, std::uint32_t variables) -> void {
    if (k == pointers.size()) {
      std::vector<TermId> conjunction = literals;
      if (!context.fits(variables) || !context.normalizer.normalize(conjunction, {smt::Purpose::Approximate, 0, {}})) return;
      std::vector<std::uint32_t> rename, read_map;
      cubes.push_back(compact(context, weak, std::move(conjunction), variables, rename, read_map));
      return;
    }
    const auto go = [&](TermId process, std::uint32_t count) {
      const std::size_t size = literals.size();
      literals.push_back(arena.equal(pointers[k].term, process));
      for (const Condition& condition : pointers[k].conditions)
        literals.push_back(arena.member(arena.cell(vocabulary.features[condition.feature].array, {&process, 1}), condition.set));
      self(self, k + 1, count);
      literals.resize(size);
    };
    for (std::uint32_t z = 0; z < variables; ++z) go(arena.process(z), variables);
    for (const std::uint32_t n : context.system.constants) go(arena.process_const(n), variables);
    go(arena.process(variables), variables + 1);
  };
  choose(choose, 0, vocabulary.shape.processes);
  return cubes;
}

}  // namespace parapet::search::views
