#include "search/parallel/look_ahead.h"

#include <utility>

#include "smt/wrappers/factory.h"

namespace parapet::search {

void LookAhead::translate(Before& one) const {
  if (receiver == nullptr) return;
  const auto here = [&](TermId& term) { term = receiver->term(term); };
  each_term(one.cube, here);
  each_term(one.step, here);
}

void LookAhead::forget_visited() {
  cover = {};
  visited = 0;
  instances.clear();
  covers.clear();
  for (Before& one : before) one.cover = {};
}

LookAhead AheadMaker::look(Node& node) {
  const smt::SolverStatistics earlier = std::exchange(statistics, {});
  LookAhead result;
  result.restorations = visited.restorations();
  result.cover = cover(node.indexed, node.tested);
  if (!result.cover.covered) {
    complete_index(context, node.indexed);
    fixpoint.add_instances(node.indexed, visited, 0, result.instances);
    result.visited = visited.size();
    result.covered_by_union = fixpoint.covered_by_union(node.indexed, visited, result.instances, node.id);
    result.union_solver = std::exchange(statistics, {});
    if (result.covered_by_union) {
      result.union_of = fixpoint.union_of();
    } else {
      expand(node, result);
    }
  }
  statistics = earlier;
  return result;
}

CoverAhead AheadMaker::cover(Indexed& g, std::size_t tested) {
  const auto by = fixpoint.covered_by_one(g, visited, tested);
  return {by ? *by : visited.size(), by};
}

void AheadMaker::expand(const Node& node, LookAhead& result) {
  fixpoint.each_covered(node.indexed, visited, 0, [&](std::uint32_t k) { result.covers.push_back(k); });
  Indexed outline;
  preimage.run(node.cube, node.id, [&](Cube&& cube, Step&& step) {
    outline = outline_cube(context, cube, std::move(outline));
    const CoverAhead known = cover(outline, 0);
    result.before.push_back({std::move(cube), std::move(step), known, {}});
    if (!known.covered) result.before.back().outline = std::exchange(outline, {});
  });
  result.expanded = true;
  result.expand_solver = std::exchange(statistics, {});
}

Worker::Worker(const Context& search, TermArena& arena, const smt::SolverOptions& solver)
    : solver_(smt::make_solver(arena, solver, statistics_)),
      context_(search.system, arena, *solver_, search.memory, search.shapes.numbers()),
      memory_(search.memory.make(context_, nullptr)),
      preimage_(*memory_),
      fixpoint_(*memory_) {
  context_.twins = search.twins;
}

void Worker::add_visited(Cube cube, IndexedLiterals prepared) {
  Node& node = nodes_.emplace_back();
  node.cube = std::move(cube);
  node.indexed = adopt_index(std::move(prepared), node.cube);
  visited_.add(&node);
}

void Worker::toggle(std::uint32_t at) {
  if (visited_[at].deleted) {
    visited_.restore(at);
  } else {
    visited_.remove(at);
  }
}

LookAhead Worker::look(Cube cube, std::size_t tested) {
  Node node;
  node.tested = tested;
  node.cube = std::move(cube);
  node.indexed = outline_cube(context_, node.cube);
  LookAhead result = AheadMaker{context_, visited_, fixpoint_, preimage_, statistics_}.look(node);
  result.prepared = std::move(node.indexed);
  return result;
}

}  // namespace parapet::search
