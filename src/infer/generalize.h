// From a cube to more general ones that no explored state satisfies: the candidates of the approximation, best first.
//
// A conjunction is *empty* if no explored state satisfies it under any injection of its processes into the instance. For each choice P of
// at most n of the cube's processes (n: the processes of the instance) whose literals form an empty conjunction:
//   1. literals are dropped one by one as long as the conjunction stays empty (other orders of dropping give the same candidates);
//   2. the value set of each remaining literal is widened value by value as long as the conjunction stays empty.
// If limits cut the exploration, a conjunction of many literals may be empty only because the states that satisfy it were not reached. Then
// only conjunctions of at most three literals are tried, and none is widened.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "infer/state_sets.h"

namespace parapet::search {

struct Generalization {
  std::vector<TermId> literals;
  std::uint32_t processes = 0;
  std::uint32_t disequalities = 0;
  std::uint32_t array_cells = 0;
  std::uint32_t weight = 0;  // of its arithmetic: terms and constants
};

class Generalizer {
 public:
  Generalizer(Context& context, const GuessInstance& instance)
      : context_(context), arena_(context.arena), instance_(instance), sets_(context.arena, instance) {}

  // Calls accept for generalizations of the literals, whose processes are z0 .. z(variables-1), to at most `most` of them (and at most as
  // many as the instance has), best first, until it returns true. Whether it did.
  bool generalize(const std::vector<TermId>& literals, std::uint32_t variables, std::uint32_t most,
                  const std::function<bool(const Generalization&)>& accept);

  // Whether the conjunction of the literals, whose processes are z0 .. z(variables-1), is empty.
  [[nodiscard]] bool is_empty(const std::vector<TermId>& literals, std::uint32_t variables);

  [[nodiscard]] Generalization describe(std::vector<TermId> literals) const;
  // Best first, without duplicates.
  void sort(std::vector<Generalization>& all) const;

 private:
  using Injection = std::vector<std::uint32_t>;  // by variable: a process of the instance, or unmapped
  static constexpr std::uint32_t unmapped = UINT32_MAX;
  static constexpr std::size_t most_literals_if_cut = 3;

  [[nodiscard]] std::vector<Injection> injections(std::uint64_t chosen, std::uint32_t variables) const;
  [[nodiscard]] std::uint64_t variables_of(TermId literal) const;
  [[nodiscard]] const StateSet& set_of(TermId literal, const Injection& injection);
  void reduce(const std::vector<TermId>& literals, std::uint64_t chosen, std::uint32_t variables, std::vector<Generalization>& out);
  [[nodiscard]] std::vector<TermId> drop(const std::vector<TermId>& literals, const std::vector<Injection>& maps);
  void widen(std::vector<TermId>& literals, const std::vector<Injection>& maps);
  void small_conjunctions(const std::vector<TermId>& literals, std::uint32_t variables, std::uint32_t most,
                          std::vector<Generalization>& out);
  [[nodiscard]] bool disjoint(const std::vector<TermId>& literals, const std::vector<Injection>& maps);

  Context& context_;
  TermArena& arena_;
  const GuessInstance& instance_;
  StateSets sets_;
  std::unordered_map<std::uint64_t, const StateSet*> by_image_;  // literal and image of its variables -> states
};

}  // namespace parapet::search
