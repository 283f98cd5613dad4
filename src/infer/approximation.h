// Approximation: guessed invariants (after Conchon, Goel, Krstic, Mebsout, Zaidi, "Invariants for finite instances and beyond", FMCAD
// 2013).
//
// A candidate is an additional unsafe cube that is more general than the cube of a node and is searched in its place. It is chosen such
// that no explored state of a small instance under SC satisfies it (guess_instance, generalize). If the search from a candidate meets init,
// the guess was wrong: the candidate is blamed, and the nodes that it replaced are searched again (provenance). SAFE requires that the
// search from every candidate that is not blamed is exhausted; UNSAFE requires a path from an unsafe formula of the model without
// candidates. So soundness depends neither on the instance nor on the choice of candidates.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cube/init_check.h"
#include "cube/node.h"
#include "infer/count_lemmas.h"
#include "infer/generalize.h"
#include "search/cover/cover.h"
#include "search/search.h"

namespace parapet::search {

class Approximation {
 public:
  // `instance` may be null: then there are no candidates. It must outlive the approximation.
  Approximation(const MemoryPart& memory, InitCheck& init, const GuessInstance* instance)
      : memory_(memory), context_(memory.context), init_(init), cover_(memory), lemmas_(context_) {
    if (instance != nullptr) guess_from(*instance);
  }

  // Candidates come from this instance from now on; it must outlive the approximation.
  void guess_from(const GuessInstance& instance) {
    instance_ = &instance;
    generalizer_.emplace(context_, instance);
  }

  // A candidate to search in place of the node, if there is one.
  std::optional<Cube> candidate(const Node& node);

  // Candidates that no cube suggests (relation_candidates.h). Offered once, when a cube first has more processes than the instance: the
  // instance cannot generalize such a cube as a whole.
  std::vector<Cube> relations(const Node& node);

  // Count lemmas (count_lemmas.h) of a tier, each tier once: none of them depends on a node.
  enum class Tier : std::uint8_t { First, Second };
  std::vector<Cube> count_candidates(Tier tier);

  // The search from the candidate met init, on a path whose cubes have at most so many processes.
  void blame(const Node& candidate, std::uint32_t processes) {
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

  [[nodiscard]] Cube make(std::vector<TermId> literals, std::uint32_t variables, const Weak& weak);

  // Whether the cube covers no blamed candidate and no initial state.
  [[nodiscard]] bool acceptable(const Cube& cube);

  const MemoryPart& memory_;
  Context& context_;
  InitCheck& init_;
  CoverTest cover_;
  const GuessInstance* instance_ = nullptr;
  bool refuted_by_more_ = false;
  bool related_ = false;
  CountLemmas lemmas_;
  std::optional<Generalizer> generalizer_;
  std::vector<const Node*> blamed_;
};

}  // namespace parapet::search
