// Nodes in words, for observers and results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/loop/explain.h"
#include "search/loop/node_formula.h"
#include "search/search.h"

namespace parapet::search {

template <class Weak>
class NodeWords {
 public:
  NodeWords(Context& context, const Visited<Weak>& visited) : context_(context), visited_(visited) {}

  SearchObserver::Node describe(const Node<Weak>& node) {
    SearchObserver::Node seen;
    seen.id = node.id;
    seen.successor = node.successor == nullptr ? 0 : node.successor->id;
    seen.depth = node.depth;
    if (node.successor != nullptr) seen.transition = context_.system.name(context_.system.transitions[node.firing.transition]);
    seen.step = [this, &node] { return step(node); };
    seen.cube = [this, &node] { return cube(node); };
    seen.path = [this, &node] {
      std::vector<std::string_view> names;
      const Node<Weak>* at = &node;
      for (; at->successor != nullptr; at = at->successor)
        names.push_back(context_.system.name(context_.system.transitions[at->firing.transition]));
      names.push_back(at->root == at ? "candidate" : "unsafe");
      return names;
    };
    seen.covering = [this, &node] { return explain_cover(context_, node, visited_, [this](const auto& n) { return cube(n); }); };
    seen.formula = [this, &node] { return le_formula(context_, node); };
    return seen;
  }

  // What a candidate says that holds.
  std::string invariant(const Node<Weak>& node) {
    std::string text;
    for (std::uint32_t k = 0; k < node.cube.processes; ++k) text += " " + to_string(context_.arena, context_.arena.process(k));
    return (text.empty() ? "" : "forall" + text + ". ") + "not (" + cube(node) + ")";
  }

 private:
  std::string step(const Node<Weak>& node) {
    if (node.root == &node) return "candidate";
    if (node.successor == nullptr) return "unsafe[" + std::to_string(node.unsafe + 1) + "]";
    std::string text = context_.system.name(context_.system.transitions[node.firing.transition]) + "(";
    for (std::size_t k = 0; k < node.firing.processes.size(); ++k)
      text += (k == 0 ? "" : ", ") + to_string(context_.arena, node.firing.processes[k]);
    TransitionInstance& instance = context_.instances.find(node.firing.transition, node.firing.processes);
    return text + ")" + node.successor->cube.weak.describe_firing(context_, instance, node.firing);
  }

  std::string cube(const Node<Weak>& node) {
    std::string text;
    for (const TermId literal : node.cube.literals) text += (text.empty() ? "" : " && ") + to_string(context_.arena, literal);
    return text + node.cube.weak.describe(context_.arena);
  }

  Context& context_;
  const Visited<Weak>& visited_;
};

}  // namespace parapet::search
