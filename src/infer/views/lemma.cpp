#include "infer/views/lemma.h"

#include <algorithm>

#include "infer/views/view_machine.h"

namespace parapet::search::views {

std::deque<Cube> cubes_of(const MemoryPart& memory, const Vocabulary& vocabulary, const std::vector<Condition>& conditions) {
  Context& context = memory.context;
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
  std::deque<Cube> cubes;
  const Weak weak = weak_part_of(context.memory.views, arena, vocabulary.shape);
  const auto choose = [&](const auto& self, std::size_t k, std::uint32_t variables) -> void {
    if (k == pointers.size()) {
      std::vector<TermId> conjunction = literals;
      if (!context.fits(variables) || !context.normalizer.normalize(conjunction, {smt::Purpose::Approximate, 0, {}})) return;
      std::vector<std::uint32_t> rename, read_map;
      cubes.push_back(compact(memory, weak, std::move(conjunction), variables, rename, read_map));
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
