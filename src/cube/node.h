// A node of the search tree: a cube and how it was reached.
#pragma once

#include <cstdint>
#include <vector>

#include "cube/indexed.h"
#include "cube/step.h"

namespace parapet::search {

struct Node {
  std::uint64_t id = 0;             // from 1, in order of creation
  const Node* successor = nullptr;  // null: a start cube
  std::uint32_t unsafe = 0;         // start cubes: index into le::System::unsafes
  std::vector<TermId> start;        // start cubes: the process of each parameter
  Step step;                  // the others
  std::uint32_t depth = 0;
  Cube cube;
  Indexed indexed;   // empty while it waits in the frontier
  std::size_t tested = 0;  // how many visited nodes it was tested against
  bool deleted = false;
  bool queued = false;  // in the frontier
  // Of the approximation (provenance.h).
  static constexpr std::size_t not_visited = SIZE_MAX;
  Node* root = nullptr;               // the candidate it comes from, or is; null: the model's own unsafe formulas
  bool blamed = false;                // a candidate that turned out to be wrong
  bool count_lemma = false;           // a candidate that no cube suggested
  std::uint64_t visits = 0;           // of a count lemma: nodes visited for it
  std::vector<Node*> covering_roots;  // why it is gone
  std::size_t visited_at = not_visited;
};

}  // namespace parapet::search
