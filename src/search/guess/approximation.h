// Approximation: invent the invariant (after Conchon, Goel, Krstic, Mebsout, Zaidi, "Invariants for finite instances and beyond", FMCAD
// 2013).
//
// A candidate is an extra unsafe cube, more general than a node, that takes its place. It is taken from what a small instance of the model
// under SC never does (ground, explore, generalize). If its own search meets init it was wrong: it is blamed, and the node comes back
// (provenance). SAFE needs every candidate left to be proved, by the same search; UNSAFE only counts on a path without candidates. So
// neither the instance nor the choice has to be right.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "base/narrow.h"
#include "search/cover/cover.h"
#include "search/guess/generalize.h"
#include "search/guess/relation_candidates.h"
#include "search/guess/relations.h"
#include "search/loop/node.h"
#include "search/search.h"

namespace parapet::search {

template <class Weak>
class Approximation {
 public:
  Approximation(Context& context, InitCheck& init, std::uint32_t processes, ApproximationStatistics& statistics)
      : context_(context), init_(init), cover_(context), variables_(processes), statistics_(statistics) {}

  // The cube to search in place of the node's, if there is one.
  std::optional<Cube<Weak>> candidate(const Node<Weak>& node) {
    if (!explored_) explore_instance();
    if (!generalizer_) return std::nullopt;
    std::vector<TermId> all = node.cube.literals;
    for (const TermId literal : implied_order(context_.arena, node.cube.literals)) {
      if (std::find(all.begin(), all.end(), literal) == all.end()) all.push_back(literal);
    }
    std::vector<TermId> without_reads;
    for (const TermId literal : all) {
      if (!has_read(context_.arena, literal)) without_reads.push_back(literal);
    }
    std::optional<Cube<Weak>> found;
    const auto choose = [&](const std::vector<TermId>& literals, const Weak& weak) {
      return generalizer_->generalize(literals, node.cube.processes, [&](const Generalization& g) {
        if (g.literals == node.cube.literals) return false;
        auto cube = make(g.literals, node.cube.processes, weak);
        if (!acceptable(cube)) return false;
        found = std::move(cube);
        return true;
      });
    };
    if (!choose(without_reads, Weak{}) && without_reads.size() < all.size() && Weak::candidates_with_reads) choose(all, node.cube.weak);
    return found;
  }

  // Cubes to search beside the others, once: when a cube has more processes than the instance, which knows nothing of it.
  std::vector<Cube<Weak>> relations(const Node<Weak>& node) {
    std::vector<Cube<Weak>> result;
    if (related_ || !generalizer_ || node.cube.processes <= variables_) return result;
    related_ = true;
    for (Generalization& g : relation_candidates(context_, *generalizer_, variables_, most_relations)) {
      auto cube = make(std::move(g.literals), 2, Weak{});
      if (acceptable(cube)) result.push_back(std::move(cube));
    }
    return result;
  }

  // The search of a candidate met init.
  void blame(const Node<Weak>& candidate) { blamed_.push_back(&candidate); }

 private:
  static constexpr std::size_t most_relations = 64;
  static constexpr std::uint32_t least_variables = 2;
  static constexpr std::size_t few_states = 5'000;  // of a smaller instance; one that is no smaller is no help

  // An instance that was explored to its end knows more than a larger one that was cut: so with the largest of those, if there is one.
  void explore_instance() {
    explored_ = true;
    const auto begin = std::chrono::steady_clock::now();
    const auto limit = context_.system.program->number_procs;
    const auto constants = static_cast<std::int64_t>(context_.system.constants.size());
    if (limit) variables_ = narrow<std::uint32_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(*limit) - constants, 0, variables_));
    ground_ = std::make_unique<Ground>(context_, init_, variables_);
    if (ground_->possible()) states_ = explore(*ground_, {});
    for (std::uint32_t fewer = variables_; states_.cut && fewer > least_variables;) {
      --fewer;
      auto ground = std::make_unique<Ground>(context_, init_, fewer);
      States states = explore(*ground, {.states = few_states});
      if (states.cut) continue;
      variables_ = fewer;
      ground_ = std::move(ground);
      states_ = std::move(states);
    }
    if (states_.count != 0) generalizer_ = std::make_unique<Generalizer>(context_, *ground_, states_);
    statistics_.states = states_.count;
    statistics_.cut = states_.cut;
    statistics_.explore_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  Cube<Weak> make(std::vector<TermId> literals, std::uint32_t variables, const Weak& weak) {
    std::vector<std::uint32_t> rename;
    std::vector<std::uint32_t> node_map;
    return compact<Weak>(context_, weak, std::move(literals), variables, rename, node_map);
  }

  // It covers no candidate known to be wrong, and no initial state.
  bool acceptable(const Cube<Weak>& cube) {
    const Indexed<Weak> indexed = index_cube(context_, cube);
    if (std::any_of(blamed_.begin(), blamed_.end(), [&](const Node<Weak>* known) { return cover_.covers(indexed, known->indexed); }))
      return false;
    return init_.meets_init(cube, 0) == smt::Answer::Unsat;
  }

  Context& context_;
  InitCheck& init_;
  CoverTest<Weak> cover_;
  std::uint32_t variables_;  // of the instance
  ApproximationStatistics& statistics_;
  bool explored_ = false;
  bool related_ = false;
  std::unique_ptr<Ground> ground_;
  States states_;
  std::unique_ptr<Generalizer> generalizer_;
  std::vector<const Node<Weak>*> blamed_;
};

}  // namespace parapet::search
