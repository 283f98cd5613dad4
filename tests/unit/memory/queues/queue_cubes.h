// Cubes with queues as text, and the steps of the search between them, one by one.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cube/init_check.h"
#include "unit/search/cubes.h"

namespace parapet::test {

using Texts = std::vector<std::string>;

// A cube with the way to it. The nodes of one walk live as long as it does.
class Walk {
 public:
  Walk(const std::string& model, Memory memory) : shop_(model, setup(memory)), preimage_(*shop_.memory), init_(shop_.context) {}

  [[nodiscard]] Workshop& shop() { return shop_; }
  [[nodiscard]] search::InitCheck& init() { return init_; }

  // "PC[z0] = In && X = False  buffer z0 X: '0": the literals and the weak part.
  [[nodiscard]] std::string text(const Cube& cube) const {
    std::string text;
    for (const TermId literal : cube.literals) text += (text.empty() ? "" : " && ") + to_string(shop_.arena, literal);
    return text + shop_.memory->describe(cube.weak);
  }

  [[nodiscard]] std::vector<const search::Node*> starts() {
    std::vector<const search::Node*> all;
    for (auto& start : search::start_cubes(*shop_.memory, shop_.system.unsafes)) {
      search::Node& node = nodes_.emplace_back();
      node.unsafe = start.unsafe;
      node.start = start.processes;
      node.cube = std::move(start.cube);
      all.push_back(&node);
    }
    return all;
  }

  // The nodes before it by firings of the transition of this name, or by a silent step of this name.
  [[nodiscard]] std::vector<const search::Node*> before(const search::Node& node, const std::string& name) {
    std::vector<const search::Node*> all;
    preimage_.run(node.cube, 0, [&](Cube&& cube, search::Step&& step) {
      const auto* const fire = std::get_if<search::Fire>(&step.action);
      const std::string what = fire != nullptr ? shop_.system.name(shop_.system.transitions[fire->transition])
                                               : std::string(std::get<search::Silent>(step.action).name);
      if (what != name) return;
      search::Node& before = nodes_.emplace_back();
      before.successor = &node;
      before.step = std::move(step);
      before.cube = std::move(cube);
      all.push_back(&before);
    });
    return all;
  }

  // From unsafe back by steps of these names, in every way.
  [[nodiscard]] std::vector<const search::Node*> back(const Texts& names) {
    std::vector<const search::Node*> all = starts();
    for (const std::string& name : names) {
      std::vector<const search::Node*> next;
      for (const search::Node* node : all) {
        const auto before_it = before(*node, name);
        next.insert(next.end(), before_it.begin(), before_it.end());
      }
      all = std::move(next);
    }
    return all;
  }

  // The same, as texts in alphabetical order without repetition.
  [[nodiscard]] Texts cubes(const Texts& names) {
    Texts texts;
    for (const search::Node* node : back(names)) texts.push_back(text(node->cube));
    return sorted(std::move(texts));
  }

  // Those at an initial state.
  [[nodiscard]] std::vector<const search::Node*> initial(const Texts& names) {
    std::vector<const search::Node*> all = back(names);
    std::erase_if(all, [&](const search::Node* node) { return init_.meets_init(node->cube, 0) != smt::Answer::Sat; });
    return all;
  }

  static Texts sorted(Texts texts) {
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return texts;
  }

 private:
  static SearchSetup setup(Memory memory) {
    SearchSetup setup;
    setup.memory = memory;
    return setup;
  }

  Workshop shop_;
  search::Preimage preimage_;
  search::InitCheck init_;
  std::deque<search::Node> nodes_;
};

}  // namespace parapet::test
