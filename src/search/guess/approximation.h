// Approximation: guessed invariants (after Conchon, Goel, Krstic, Mebsout, Zaidi, "Invariants for finite instances and beyond", FMCAD
// 2013).
//
// A candidate is an additional unsafe cube that is more general than the cube of a node and is searched in its place. It is chosen such
// that no explored state of a small instance under SC satisfies it (guess_instance, generalize). If the search from a candidate meets init,
// the guess was wrong: the candidate is blamed, and the nodes that it replaced are searched again (provenance). SAFE requires that the
// search from every candidate that is not blamed is exhausted; UNSAFE requires a path from an unsafe formula of the model without
// candidates. So soundness depends neither on the instance nor on the choice of candidates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/cover/cover.h"
#include "search/cube/init_check.h"
#include "search/guess/count_lemmas.h"
#include "search/guess/generalize.h"
#include "search/guess/relation_candidates.h"
#include "search/guess/relations.h"
#include "search/loop/node.h"
#include "search/search.h"

namespace parapet::search {

template <class Weak>
class Approximation {
 public:
  // `instance` may be null: then there are no candidates. It must outlive the approximation.
  Approximation(Context& context, InitCheck& init, const GuessInstance* instance)
      : context_(context), init_(init), cover_(context), lemmas_(context) {
    if (instance != nullptr) guess_from(*instance);
  }

  // Candidates come from this instance from now on; it must outlive the approximation.
  void guess_from(const GuessInstance& instance) {
    instance_ = &instance;
    generalizer_.emplace(context_, instance);
  }

  // A candidate to search in place of the node, if there is one.
  std::optional<Cube<Weak>> candidate(const Node<Weak>& node) {
    if (!generalizer_) return std::nullopt;
    // Counts are the business of count lemmas: in one instance `#procs` and a number are the same.
    std::vector<TermId> all = node.cube.literals;
    std::erase_if(all, [&](TermId literal) { return context_.normalizer.counting().mentions(literal); });
    for (const TermId literal : implied_order(context_.arena, std::vector(all))) {
      if (std::find(all.begin(), all.end(), literal) == all.end()) all.push_back(literal);
    }
    std::vector<TermId> without_reads;
    for (const TermId literal : all) {
      if (!has_read(context_.arena, literal)) without_reads.push_back(literal);
    }
    std::optional<Cube<Weak>> found;
    if constexpr (DelaysWrites<Weak>) {
      const std::vector<TermId> features = node.cube.weak.features(context_.arena, all);
      generalizer_->generalize(features, node.cube.processes, most_processes(), [&](const Generalization& g) {
        if (g.literals.size() == features.size() && g.processes == node.cube.processes) return false;
        std::vector<TermId> literals = g.literals;
        Weak weak = node.cube.weak.restricted(context_.arena, literals);
        if (!Weak::normalize(context_, literals, weak)) return false;
        auto cube = make(std::move(literals), node.cube.processes, weak);
        if (!acceptable(cube)) return false;
        found = std::move(cube);
        return true;
      });
      return found;
    }
    const auto choose = [&](const std::vector<TermId>& literals, const Weak& weak) {
      return generalizer_->generalize(literals, node.cube.processes, most_processes(), [&](const Generalization& g) {
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

  // Candidates that no cube suggests (relation_candidates.h). Offered once, when a cube first has more processes than the instance: the
  // instance cannot generalize such a cube as a whole.
  std::vector<Cube<Weak>> relations(const Node<Weak>& node) {
    std::vector<Cube<Weak>> result;
    if (related_ || !generalizer_ || node.cube.processes <= instance_->variables()) return result;
    related_ = true;
    for (Generalization& g : relation_candidates(context_, *generalizer_, instance_->variables(), most_relations)) {
      auto cube = make(std::move(g.literals), 2, Weak{});
      if (acceptable(cube)) result.push_back(std::move(cube));
    }
    return result;
  }

  // Count lemmas (count_lemmas.h) of a tier, each tier once: none of them depends on a node.
  enum class Tier : std::uint8_t { First, Second };
  std::vector<Cube<Weak>> count_candidates(Tier tier) {
    std::vector<Cube<Weak>> result;
    for (std::vector<TermId>& literals : tier == Tier::First ? lemmas_.first_tier() : lemmas_.second_tier()) {
      std::uint32_t variables = 0;
      for (const TermId literal : literals)
        each_process(context_.arena, literal, [&](TermId p) {
          if (context_.arena.op(p) == Op::ProcessVar) variables = std::max(variables, context_.arena.process_number(p) + 1);
        });
      if (!context_.normalizer.normalize(literals, {}, variables)) continue;
      auto cube = make(std::move(literals), variables, Weak{});
      if (acceptable(cube)) result.push_back(std::move(cube));
    }
    return result;
  }

  // The search from the candidate met init, on a path whose cubes have at most so many processes.
  void blame(const Node<Weak>& candidate, std::uint32_t processes) {
    blamed_.push_back(&candidate);
    if (instance_ != nullptr && processes > instance_->variables()) refuted_by_more_ = true;
  }

 private:
  // A conjunction about all processes of the instance may be empty only because there are no more of them ("one of three is the
  // coordinator"). When that was seen, by a path with more processes, candidates leave one process of the instance out.
  [[nodiscard]] std::uint32_t most_processes() const {
    const std::uint32_t all = instance_->variables();
    return refuted_by_more_ && all == usual_instance ? all - 1 : all;
  }

  static constexpr std::size_t most_relations = 64;

  Cube<Weak> make(std::vector<TermId> literals, std::uint32_t variables, const Weak& weak) {
    std::vector<std::uint32_t> rename;
    std::vector<std::uint32_t> read_map;
    Counting& counting = context_.normalizer.counting();
    const bool counts = counting.mentions(literals);
    Cube<Weak> cube = compact<Weak>(context_, weak, std::move(literals), variables, rename, read_map);
    // How many processes the node had is no part of the guess.
    if (!counts) std::erase_if(cube.literals, [&](TermId literal) { return counting.mentions(literal); });
    return cube;
  }

  // Whether the cube covers no blamed candidate and no initial state.
  bool acceptable(const Cube<Weak>& cube) {
    const Indexed<Weak> indexed = index_cube(context_, cube);
    if (std::any_of(blamed_.begin(), blamed_.end(), [&](const Node<Weak>* known) { return cover_.covers(indexed, known->indexed); }))
      return false;
    return init_.meets_init(cube, 0) == smt::Answer::Unsat;
  }

  Context& context_;
  InitCheck& init_;
  CoverTest<Weak> cover_;
  const GuessInstance* instance_ = nullptr;
  bool refuted_by_more_ = false;
  bool related_ = false;
  CountLemmas lemmas_;
  std::optional<Generalizer> generalizer_;
  std::vector<const Node<Weak>*> blamed_;
};

}  // namespace parapet::search
