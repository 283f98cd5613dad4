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

template <class Weak>
class NodeWords {
 public:
  NodeWords(typename Weak::Workspace& workspace, const Visited<Weak>& visited)
      : workspace_(workspace), context_(workspace.context), visited_(visited) {}

  SearchObserver::Node describe(const Node<Weak>& node) {
    SearchObserver::Node seen;
    seen.id = node.id;
    seen.successor = node.successor == nullptr ? 0 : node.successor->id;
    seen.depth = node.depth;
    if (node.successor != nullptr) seen.transition = name(node.step.action);
    seen.step = [this, &node] { return step(node); };
    seen.cube = [this, &node] { return cube(node); };
    seen.path = [this, &node] {
      std::vector<std::string_view> names;
      const Node<Weak>* at = &node;
      for (; at->successor != nullptr; at = at->successor) names.push_back(name(at->step.action));
      names.push_back(at->root == at ? "candidate" : "unsafe");
      return names;
    };
    seen.covering = [this, &node] { return explain_cover(context_, node, visited_, [this](const auto& n) { return cube(n); }); };
    seen.formula = [this, &node] { return le_formula(workspace_, node); };
    return seen;
  }

  // `t(z0, z1)`.
  std::string action(const Action& action) const {
    const std::vector<TermId>& processes = processes_of(action);
    std::string text = std::string(name(action)) + "(";
    for (std::size_t k = 0; k < processes.size(); ++k) text += (k == 0 ? "" : ", ") + to_string(context_.arena, processes[k]);
    return text + ")";
  }

  // What a candidate says that holds.
  std::string invariant(const Node<Weak>& node) {
    if (is_about_counts(context_, node.cube.literals, node.cube.processes)) return count_implication(context_.arena, node.cube.literals);
    std::string text;
    for (std::uint32_t k = 0; k < node.cube.processes; ++k) text += " " + to_string(context_.arena, context_.arena.process(k));
    return (text.empty() ? "" : "forall" + text + ". ") + "not (" + cube(node) + ")";
  }

  // The same as lines of the model's language.
  void add_invariant_lines(const Node<Weak>& node, std::vector<std::string>& lines) {
    search::add_invariant_lines(context_, context_.system.program->signature, node.cube, lines);
  }

 private:
  // Of the transition, or what the weak part calls its silent step.
  std::string_view name(const Action& action) const {
    if (const Fire* fire = std::get_if<Fire>(&action)) return context_.system.name(context_.system.transitions[fire->transition]);
    return std::get<Silent>(action).name;
  }

  std::string step(const Node<Weak>& node) {
    if (node.root == &node) return "candidate";
    if (node.successor == nullptr) return "unsafe[" + std::to_string(node.unsafe + 1) + "]";
    return action(node.step.action) + node.successor->cube.weak.describe_step(workspace_, node.step.action, node.step.record);
  }

  std::string cube(const Node<Weak>& node) {
    std::string text;
    for (const TermId literal : node.cube.literals) text += (text.empty() ? "" : " && ") + to_string(context_.arena, literal);
    return text + node.cube.weak.describe(context_.arena);
  }

  typename Weak::Workspace& workspace_;
  Context& context_;
  const Visited<Weak>& visited_;
};

}  // namespace parapet::search
