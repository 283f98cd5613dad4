// The injections of F's variables into G's under which each literal of F without open reads is implied by a literal of G.
//
// An injection is found by matching, not by enumeration: a literal of F with unmapped processes is matched against the literals of G of its
// shape, which maps them (`match`). Processes that occur only in literals that cannot map anything (cell <> process, literals with open
// reads), or only in the weak part, are mapped in every way (`map_rest`); then those literals are tested.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "search/cover/implication.h"

namespace parapet::search {

class Matching {
 public:
  // Literals matched in one run: cubes with many processes that are nearly alike have too many ways. Not covered is always a sound answer.
  static constexpr std::size_t most_steps = 100'000;

  Matching(const Context& context, const Implication& implication) : context_(context), implication_(implication) {}

  // Calls done() for each injection, until one call is true; whether one was. `map` is a started one, and then the injection.
  [[nodiscard]] bool run(ProcessMap& map, const std::function<bool()>& done);

 private:
  bool match(std::size_t k);
  bool map_rest(std::uint32_t variable);
  [[nodiscard]] bool test_rest() const;
  // Maps processes so that the literal g of G is one that f matches; the processes newly mapped go to trail.
  [[nodiscard]] bool unify(const Flat& f, const Flat& g, std::vector<ProcessCode>& trail);

  const Context& context_;
  const Implication& implication_;
  ProcessMap* map_ = nullptr;
  const std::function<bool()>* done_ = nullptr;
  std::size_t steps_ = 0;
};

}  // namespace parapet::search
