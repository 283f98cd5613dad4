#include "infer/approximation.h"

#include <algorithm>
#include <utility>

#include "infer/relations.h"
#include "search/search.h"

namespace parapet::search {
namespace {

constexpr std::size_t most_relations = 64;

}  // namespace

std::optional<Cube> Approximation::candidate(const Node& node) {
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
  std::optional<Cube> found;
  if (context_.memory.writes_apart) {
    const std::vector<TermId> features = memory_.features(node.cube.weak, all);
    generalizer_->generalize(features, node.cube.processes, most_processes(), [&](const Generalization& g) {
      if (g.literals.size() == features.size() && g.processes == node.cube.processes) return false;
      std::vector<TermId> literals = g.literals;
      Weak weak = memory_.restricted(node.cube.weak, literals);
      if (!memory_.normalize(literals, weak)) return false;
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
  if (!choose(without_reads, Weak{}) && without_reads.size() < all.size() && context_.memory.candidates_with_reads)
    choose(all, node.cube.weak);
  return found;
}

std::vector<Cube> Approximation::relations(const Node& node) {
  std::vector<Cube> result;
  if (related_ || !generalizer_ || node.cube.processes <= instance_->variables()) return result;
  related_ = true;
  for (Generalization& g : relation_candidates(context_, *generalizer_, instance_->variables(), most_relations)) {
    auto cube = make(std::move(g.literals), 2, Weak{});
    if (acceptable(cube)) result.push_back(std::move(cube));
  }
  return result;
}

std::vector<Cube> Approximation::count_candidates(Tier tier) {
  std::vector<Cube> result;
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

Cube Approximation::make(std::vector<TermId> literals, std::uint32_t variables, const Weak& weak) {
  std::vector<std::uint32_t> rename;
  std::vector<std::uint32_t> read_map;
  Counting& counting = context_.normalizer.counting();
  const bool counts = counting.mentions(literals);
  Cube cube = compact(memory_, weak, std::move(literals), variables, rename, read_map);
  // How many processes the node had is no part of the guess.
  if (!counts) std::erase_if(cube.literals, [&](TermId literal) { return counting.mentions(literal); });
  return cube;
}

bool Approximation::acceptable(const Cube& cube) {
  const Indexed indexed = index_cube(context_, cube);
  if (std::any_of(blamed_.begin(), blamed_.end(), [&](const Node* known) { return cover_.covers(indexed, known->indexed); })) return false;
  return init_.meets_init(cube, 0) == smt::Answer::Unsat;
}

}  // namespace parapet::search
