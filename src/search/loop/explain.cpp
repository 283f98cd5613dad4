#include "search/loop/explain.h"

#include <utility>

#include "search/cover/cover.h"
#include "search/cover/fixpoint.h"

namespace parapet::search {

std::vector<SearchObserver::Covering> explain_cover(const MemoryPart& memory, const Node& node, const Visited& visited,
                                                                  const std::function<std::string(const Node&)>& print_cube) {
  Context& context = memory.context;
  struct Used {
    SearchObserver::Covering covering;
    TermId clause;
  };
  std::vector<Used> all;
  CoverTest test(memory);
  test.only_explain();
  const Indexed indexed = index_cube(context, node.cube);  // the node itself may be without
  for (std::size_t k = 0; k < visited.size(); ++k) {
    const Node& f = visited[k];
    if (f.deleted || f.id == node.id || f.cube.processes > node.cube.processes) continue;
    if (test.covers(f.indexed, indexed)) return {{f.id, renaming_text(test), {}, print_cube(f)}};
    test.each_instance(f.indexed, indexed, Fixpoint::most_residual, [&] {
      Used& used = all.emplace_back();
      used.covering = {f.id, renaming_text(test), {}, print_cube(f)};
      std::vector<TermId> negated;
      for (const TermId literal : test.left_renamed()) {
        negated.push_back(context.normalizer.negate(literal));
        used.covering.rest.push_back(to_string(context.arena, literal));
      }
      used.clause = context.arena.disjunction(negated);
    });
  }
  std::vector<TermId> known;
  for (const TermId literal : node.cube.literals) context.normalizer.add_known(literal, known);
  for (const Used& used : all) context.normalizer.add_known(used.clause, known);
  const auto contradictory = [&](std::size_t without) {
    context.solver.push();
    for (const TermId literal : node.cube.literals) context.solver.add(literal);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k != without) context.solver.add(all[k].clause);
    }
    for (const TermId literal : known) context.solver.add(literal);
    const smt::Answer answer = context.solver.check({smt::Purpose::Fixpoint, node.id, {}, nullptr, true});
    context.solver.pop();
    return answer == smt::Answer::Unsat;
  };
  if (!contradictory(all.size())) return {};
  for (std::size_t k = 0; k < all.size();) {
    if (contradictory(k)) {
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
    } else {
      ++k;
    }
  }
  std::vector<SearchObserver::Covering> result;
  for (Used& used : all) result.push_back(std::move(used.covering));
  return result;
}

}  // namespace parapet::search
