// Nodes in words, for observers and results.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "search/loop/explain.h"
#include "search/loop/invariant_line.h"
#include "search/search.h"

namespace parapet::search {

class NodeWords {
 public:
  NodeWords(MemoryPart& memory, const Visited& visited) : memory_(memory), context_(memory.context), visited_(visited) {}

  SearchObserver::Node describe(const Node& node);

  // `t(z0, z1)`.
  std::string action(const Action& action) const;

  // What a candidate says that holds.
  std::string invariant(const Node& node);

  // The same as lines of the model's language.
  void add_invariant_lines(const Node& node, std::vector<std::string>& lines);

 private:
  // Of the transition, or what the weak part calls its silent step.
  std::string_view name(const Action& action) const;

  std::string step(const Node& node);

  std::string cube(const Node& node);

  MemoryPart& memory_;
  Context& context_;
  const Visited& visited_;
};

}  // namespace parapet::search
