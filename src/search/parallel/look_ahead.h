// Look-ahead: work on a frontier node that another thread can do ahead of time. When the node is popped, the loop (backward.h) only adds
// what happened since.
//
// Everything here is a function of cubes alone: which visited cube covers which cube, the clauses that it adds to a union, the cubes of a
// pre-image. So verdict and nodes do not depend on whether there is look-ahead for a node, on who computed it, or on when:
//   - covered by a visited cube that was deleted since: the test continues with the next visited cube;
//   - not covered by visited[0..n): the visited cubes from n on are tested when the node is popped;
//   - a visited cube was restored since (provenance.h), so it was not tested: all look-ahead about visited cubes is discarded.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "logic/term_transfer.h"
#include "search/cover/fixpoint.h"
#include "search/preimage/preimage.h"
#include "smt/factory.h"

namespace parapet::search {

// Which visited cubes were tested for covering a cube, with what result.
struct CoverAhead {
  std::size_t tested = 0;                // visited[0..tested) were tested
  std::optional<std::uint32_t> covered;  // the visited cube that covers it; those after it were not tested
};

template <class Weak>
struct LookAhead {
  struct Before {
    Cube<Weak> cube;
    Step<Weak> step;
    CoverAhead cover;
    IndexedLiterals outline;  // of the cube, if it is not covered
  };
  std::uint64_t restorations = 0;       // Visited::restorations at that time
  IndexedLiterals prepared;             // of a worker: the node's, complete unless it is covered by one cube
  CoverAhead cover;                     // if covered, nothing below is filled in
  std::size_t visited = 0;              // Visited::size at that time
  UnionInstances instances;             // of visited[0..visited)
  bool covered_by_union = false;        // by these instances. If true, only `union_of` below is filled in
  std::vector<std::uint32_t> union_of;  // Fixpoint::union_of
  std::vector<std::uint32_t> covers;    // visited cubes that the node covers
  bool expanded = false;
  std::vector<Before> before;
  const TermReceiver* receiver = nullptr;  // translates the terms; null: they are terms of the search's own arena
  smt::SolverStatistics union_solver, expand_solver;

  void translate(Before& one) const {
    if (receiver == nullptr) return;
    const auto here = [&](TermId& term) { term = receiver->term(term); };
    each_term(one.cube, here);
    each_term(one.step, here);
  }
  void forget_visited() {
    cover = {};
    visited = 0;
    instances.clear();
    covers.clear();
    for (Before& one : before) one.cover = {};
  }
};

// What one thread needs for look-ahead.
template <class Weak>
struct AheadMaker {
  Context& context;
  const Visited<Weak>& visited;
  Fixpoint<Weak>& fixpoint;
  Preimage<Weak>& preimage;
  smt::SolverStatistics& statistics;  // of the context's solver

  // The node is outlined at least.
  [[nodiscard]] LookAhead<Weak> look(Node<Weak>& node) {
    const smt::SolverStatistics earlier = std::exchange(statistics, {});
    LookAhead<Weak> result;
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

 private:
  CoverAhead cover(Indexed<Weak>& g, std::size_t tested) {
    const auto by = fixpoint.covered_by_one(g, visited, tested);
    return {by ? *by : visited.size(), by};
  }

  void expand(const Node<Weak>& node, LookAhead<Weak>& result) {
    fixpoint.each_covered(node.indexed, visited, 0, [&](std::uint32_t k) { result.covers.push_back(k); });
    Indexed<Weak> outline;
    preimage.run(node.cube, node.id, [&](Cube<Weak>&& cube, Step<Weak>&& step) {
      outline = outline_cube(context, cube, std::move(outline));
      const CoverAhead known = cover(outline, 0);
      result.before.push_back({std::move(cube), std::move(step), known, {}});
      if (!known.covered) result.before.back().outline = std::exchange(outline, {});
    });
    result.expanded = true;
    result.expand_solver = std::exchange(statistics, {});
  }
};

// A worker: a thread's copy of the visited cubes, and everything that look-ahead needs.
template <class Weak>
class Worker {
 public:
  // `arena` belongs to this thread.
  Worker(const Context& search, TermArena& arena, const smt::SolverOptions& solver)
      : solver_(smt::make_solver(arena, solver, statistics_)),
        context_(search.system, arena, *solver_, &Weak::own_read, search.shapes.numbers()),
        preimage_(context_),
        fixpoint_(context_) {
    context_.twins = search.twins;
  }

  // A visited cube, prepared by the search.
  void add_visited(Cube<Weak> cube, IndexedLiterals prepared) {
    Node<Weak>& node = nodes_.emplace_back();
    node.cube = std::move(cube);
    node.indexed = adopt_index(std::move(prepared), node.cube);
    visited_.add(&node);
  }
  void toggle(std::uint32_t at) {
    if (visited_[at].deleted) {
      visited_.restore(at);
    } else {
      visited_.remove(at);
    }
  }

  // The cube is known not to be covered by visited[0..tested).
  LookAhead<Weak> look(Cube<Weak> cube, std::size_t tested) {
    Node<Weak> node;
    node.tested = tested;
    node.cube = std::move(cube);
    node.indexed = outline_cube(context_, node.cube);
    LookAhead<Weak> result = AheadMaker<Weak>{context_, visited_, fixpoint_, preimage_, statistics_}.look(node);
    result.prepared = std::move(node.indexed);
    return result;
  }

 private:
  smt::SolverStatistics statistics_;
  std::unique_ptr<smt::Solver> solver_;
  Context context_;
  Preimage<Weak> preimage_;
  Fixpoint<Weak> fixpoint_;
  std::deque<Node<Weak>> nodes_;
  Visited<Weak> visited_;
};

}  // namespace parapet::search
