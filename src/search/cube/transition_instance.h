// A transition with its parameters replaced by processes: guards, new values of cells, universal guards. Instances are made once for each
// choice of processes and kept, since cubes name their processes z0, z1, ... and meet the same choices again and again.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "le/system.h"

namespace parapet::search {

// The number of the open read that a firing creates; renumbered when the cube is finished.
inline constexpr std::uint32_t new_node = 1u << 30;

// One way a cell can get its new value.
struct Alternative {
  le::Conjunction conditions;
  le::Branch::Kind kind = le::Branch::Kind::Keep;
  TermId value;
};

// What the reads of a firing become in the cube before it.
enum class ReadPolicy : std::uint8_t {
  Timeline,  // sync firings read memory cells; the others items of the new snapshot read, shared plain cells included
  Events,    // every weak read is an item of the new pending read; shared plain cells stay cells
};

// The weak and shared plain cells that a firing touches, by its text, among those of the processes at hand.
struct Touched {
  std::vector<TermId> weak_reads, shared_reads, writes;  // writes: that it may write, of both kinds; each in structural order
  std::vector<SymbolId> writes_beyond;                   // arrays of which it writes every cell that has another process, for certain
  std::vector<TermId> at_hand;                           // of those arrays, the cells that have none
};

struct TransitionInstance {
  const le::Transition* transition = nullptr;
  std::vector<TermId> processes;  // by parameter
  TermId actor;                   // invalid: none
  bool possible = true;           // false: the guard is contradictory
  le::Conjunction guard;
  std::unordered_map<std::uint32_t, std::vector<Alternative>> alternatives;       // by cell, filled on demand
  std::map<std::uint32_t, std::vector<std::vector<le::Conjunction>>> universals;  // by number of variables, filled on demand
  std::map<std::uint32_t, Touched> touched;                                       // likewise
};

class InstanceTable {
 public:
  InstanceTable(const le::System& system, TermArena& arena, ReadPolicy policy);

  // `processes`: one per parameter, distinct.
  [[nodiscard]] TransitionInstance& find(std::uint32_t transition, std::span<const TermId> processes);

  // How the firing changes a cell: every alternative, conditions exclusive between branches. Empty: not at all.
  [[nodiscard]] const std::vector<Alternative>& alternatives(TransitionInstance& instance, TermId cell);
  [[nodiscard]] bool may_write(TransitionInstance& instance, TermId cell);

  // The universal guards on the variables z0 .. z(variables-1) and the constants of the model: a conjunction of disjunctions of
  // conjunctions.
  [[nodiscard]] const std::vector<std::vector<le::Conjunction>>& universals(TransitionInstance& instance, std::uint32_t variables);

  // Of a table with ReadPolicy::Events: among the cells of z0 .. z(variables-1) and the constants of the model.
  [[nodiscard]] const Touched& touched(TransitionInstance& instance, std::uint32_t variables);

 private:
  struct KeyHash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const;
  };

  // The template's term for this firing. Reads that are not of memory become items of the new open read.
  TermId instantiate(const TransitionInstance& instance, TermId term, std::span<const le::Variable> bound, std::span<const TermId> values);
  TermId as_read(const TransitionInstance& instance, TermId leaf);
  // In disjunctive normal form. Throws le::TooLarge, which names the transition.
  std::vector<le::Conjunction> disjuncts(const TransitionInstance& instance, TermId formula);
  std::vector<Alternative> compute_alternatives(TransitionInstance& instance, TermId cell);
  void add_universal(TransitionInstance& instance, const le::Universal& universal, std::uint32_t variables,
                     std::vector<std::vector<le::Conjunction>>& out);
  [[nodiscard]] std::vector<TermId> range(std::uint32_t variables);
  // An update of all cells of an array changes one of processes beyond those at hand whatever the state is.
  bool writes_any(TransitionInstance& instance, const le::Update& update, std::uint32_t variables);
  Touched compute_touched(TransitionInstance& instance, std::uint32_t variables);

  const le::System& system_;
  TermArena& arena_;
  const ReadPolicy policy_;
  std::unordered_map<std::vector<std::uint32_t>, TransitionInstance, KeyHash> instances_;
};

}  // namespace parapet::search
