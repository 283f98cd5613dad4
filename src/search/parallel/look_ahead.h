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
#include "smt/solver.h"

namespace parapet::search {

// Which visited cubes were tested for covering a cube, with what result.
struct CoverAhead {
  std::size_t tested = 0;                // visited[0..tested) were tested
  std::optional<std::uint32_t> covered;  // the visited cube that covers it; those after it were not tested
};

struct LookAhead {
  struct Before {
    Cube cube;
    Step step;
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

  void translate(Before& one) const;
  void forget_visited();
};

// What one thread needs for look-ahead.
struct AheadMaker {
  Context& context;
  const Visited& visited;
  Fixpoint& fixpoint;
  Preimage& preimage;
  smt::SolverStatistics& statistics;  // of the context's solver

  // The node is outlined at least.
  [[nodiscard]] LookAhead look(Node& node);

 private:
  CoverAhead cover(Indexed& g, std::size_t tested);

  void expand(const Node& node, LookAhead& result);
};

// A worker: a thread's copy of the visited cubes, and everything that look-ahead needs.
class Worker {
 public:
  // `arena` belongs to this thread.
  Worker(const Context& search, TermArena& arena, const smt::SolverOptions& solver);

  // A visited cube, prepared by the search.
  void add_visited(Cube cube, IndexedLiterals prepared);
  void toggle(std::uint32_t at);

  // The cube is known not to be covered by visited[0..tested).
  LookAhead look(Cube cube, std::size_t tested);

 private:
  smt::SolverStatistics statistics_;
  std::unique_ptr<smt::Solver> solver_;
  Context context_;
  std::unique_ptr<MemoryPart> memory_;
  Preimage preimage_;
  Fixpoint fixpoint_;
  std::deque<Node> nodes_;
  Visited visited_;
};

}  // namespace parapet::search
