#include "search/loop/node_words.h"

#include <algorithm>

#include "search/loop/explain.h"
#include "search/loop/invariant_line.h"

namespace parapet::search {

SearchObserver::Node NodeWords::describe(const Node& node) {
  SearchObserver::Node seen;
  seen.id = node.id;
  seen.successor = node.successor == nullptr ? 0 : node.successor->id;
  seen.depth = node.depth;
  if (node.successor != nullptr) seen.transition = name(node.step.action);
  seen.step = [this, &node] { return step(node); };
  seen.cube = [this, &node] { return cube(node); };
  seen.path = [this, &node] {
    std::vector<std::string_view> names;
    const Node* at = &node;
    for (; at->successor != nullptr; at = at->successor) names.push_back(name(at->step.action));
    names.push_back(at->root == at ? "candidate" : "unsafe");
    return names;
  };
  seen.covering = [this, &node] { return explain_cover(memory_, node, visited_, [this](const auto& n) { return cube(n); }); };
  seen.formula = [this, &node] { return memory_.le_formula(node); };
  return seen;
}

std::string NodeWords::action(const Action& action) const {
  const std::vector<TermId>& processes = processes_of(action);
  std::string text = std::string(name(action)) + "(";
  for (std::size_t k = 0; k < processes.size(); ++k) text += (k == 0 ? "" : ", ") + to_string(context_.arena, processes[k]);
  return text + ")";
}

std::string NodeWords::invariant(const Node& node) {
  if (is_about_counts(context_, node.cube.literals, node.cube.processes)) return count_implication(context_.arena, node.cube.literals);
  std::string text;
  for (std::uint32_t k = 0; k < node.cube.processes; ++k) text += " " + to_string(context_.arena, context_.arena.process(k));
  return (text.empty() ? "" : "forall" + text + ". ") + "not (" + cube(node) + ")";
}

void NodeWords::add_invariant_lines(const Node& node, std::vector<std::string>& lines) {
  search::add_invariant_lines(context_, context_.system.program->signature, node.cube, lines);
}

std::string_view NodeWords::name(const Action& action) const {
  if (const Fire* fire = std::get_if<Fire>(&action)) return context_.system.name(context_.system.transitions[fire->transition]);
  return std::get<Silent>(action).name;
}

std::string NodeWords::step(const Node& node) {
  if (node.root == &node) return "candidate";
  if (node.successor == nullptr) return "unsafe[" + std::to_string(node.unsafe + 1) + "]";
  return action(node.step.action) + memory_.describe_step(node.successor->cube.weak, node.step.action, node.step.record);
}

std::string NodeWords::cube(const Node& node) {
  std::string text;
  for (const TermId literal : node.cube.literals) text += (text.empty() ? "" : " && ") + to_string(context_.arena, literal);
  return text + memory_.describe(node.cube.weak);
}

}  // namespace parapet::search
