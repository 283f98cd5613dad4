// A transition with its parameters replaced by processes: guards, new values of cells, universal guards. Instances are made once for each
// choice of processes and kept, since cubes name their processes z0, z1, ... and meet the same choices again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "cube/cube_terms.h"
#include "le/system.h"

namespace parapet::search {

// Tuples of processes, for bound variables and indices.

// Calls visit(tuple) for every tuple of `size` terms, the k-th one from range(k), in lexicographic order; allowed(prefix, term) says
// whether the prefix may go on with the term.
template <class Range, class Allowed, class Visit>
void each_tuple(std::size_t size, const Range& range, const Allowed& allowed, const Visit& visit) {
  std::vector<TermId> tuple;
  const auto extend = [&](auto&& self) -> void {
    if (tuple.size() == size) return visit(std::as_const(tuple));
    const std::span<const TermId> terms = range(tuple.size());
    for (const TermId term : terms) {
      if (!allowed(std::as_const(tuple), term)) continue;
      tuple.push_back(term);
      self(self);
      tuple.pop_back();
    }
  };
  extend(extend);
}

// Bound variables of one group denote distinct processes: `values` are those of the first ones, `value` of the next one.
[[nodiscard]] inline bool distinct_in_group(const std::vector<le::Universal::Bound>& bound, const std::vector<TermId>& values,
                                            TermId value) {
  const auto group = bound[values.size()].group;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (bound[k].group == group && values[k] == value) return false;
  }
  return true;
}

// One way a cell can get its new value.
struct Alternative {
  le::Conjunction conditions;
  le::Branch::Kind kind = le::Branch::Kind::Keep;
  TermId value;
};

struct TransitionInstance;

// What a cell in the text of a firing (guard, conditions, values) is in the cube before it: the cell, which is read from memory, or an item
// Read(new_read, reader, cell), which the weak part takes care of.
using ReadRule = TermId (*)(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell);

// Every read is of memory: no weak part.
inline TermId read_memory(const le::System&, TermArena&, const TransitionInstance&, TermId cell) { return cell; }

struct TransitionInstance {
  const le::Transition* transition = nullptr;
  std::vector<TermId> processes;  // by parameter
  TermId actor;                   // invalid: none
  bool possible = true;           // false: the guard is contradictory
  le::Conjunction guard;
  std::unordered_map<std::uint32_t, std::vector<Alternative>> alternatives;  // by cell, filled on demand
  enum class Writes : std::uint8_t { Unknown, No, Yes };
  std::vector<Writes> writes;                                                     // by number of the cell (InstanceTable)
  std::map<std::uint32_t, std::vector<std::vector<le::Conjunction>>> universals;  // by number of variables, filled on demand
};

class InstanceTable {
 public:
  InstanceTable(const le::System& system, TermArena& arena, ReadRule read);

  // `processes`: one per parameter, distinct.
  [[nodiscard]] TransitionInstance& find(std::uint32_t transition, std::span<const TermId> processes);

  // How the firing changes a cell: every alternative, conditions exclusive between branches. Empty: not at all.
  [[nodiscard]] const std::vector<Alternative>& alternatives(TransitionInstance& instance, TermId cell);
  // Some alternative changes it. Asked for every cell of a cube and every instance: a look-up in two arrays, once it is known.
  [[nodiscard]] bool may_write(TransitionInstance& instance, TermId cell) {
    using Writes = TransitionInstance::Writes;
    const std::uint32_t number = cell.index() < cell_number_.size() ? cell_number_[cell.index()] : no_number;
    const Writes known = number < instance.writes.size() ? instance.writes[number] : Writes::Unknown;
    return known == Writes::Unknown ? find_out_writes(instance, cell) : known == Writes::Yes;
  }

  // The universal guards on the variables z0 .. z(variables-1) and the constants of the model: a conjunction of disjunctions of
  // conjunctions.
  [[nodiscard]] const std::vector<std::vector<le::Conjunction>>& universals(TransitionInstance& instance, std::uint32_t variables);

  // The template's term for this firing.
  [[nodiscard]] TermId instantiate(const TransitionInstance& instance, TermId term) { return instantiate(instance, term, {}, {}); }

  // From the next `forget` on the countable universal guards of this LD transition are exact: that they hold for every process, in the cube
  // or not, is said by a count. Each such guard puts a count into the cubes before the transition, and cubes with counts are covered less
  // often: so only transitions are marked on whose account a path could not be executed. False: it is marked already, or has no such guard.
  bool mark_exact(std::uint32_t source);
  // Instances are made anew, as marked; nobody holds one any more. (A pre-image that is being computed holds some, and goes on after a mark
  // as if there were none: what it asks the solver does not depend on which of its instances were made before.)
  void forget();
  [[nodiscard]] bool is_exact(std::uint32_t source) const { return exact_.contains(source); }
  [[nodiscard]] bool has_exact() const { return !exact_.empty(); }

  // z0 .. z(variables-1) and the constants of the model.
  [[nodiscard]] std::vector<TermId> processes(std::uint32_t variables) const;

 private:
  bool find_out_writes(TransitionInstance& instance, TermId cell);
  TermId instantiate(const TransitionInstance& instance, TermId term, std::span<const le::Variable> bound, std::span<const TermId> values);
  // In disjunctive normal form. Throws le::TooLarge, which names the transition.
  std::vector<le::Conjunction> disjuncts(const TransitionInstance& instance, TermId formula);
  std::vector<Alternative> compute_alternatives(TransitionInstance& instance, TermId cell);
  // Of a count K(t) (count_update.cpp).
  std::vector<Alternative> count_alternatives(TransitionInstance& instance, std::size_t type);
  class CountUpdate;
  void add_universal(TransitionInstance& instance, const le::Universal& universal, std::uint32_t variables,
                     std::vector<std::vector<le::Conjunction>>& out);
  void add_exact(TransitionInstance& instance, const le::Universal& universal, std::vector<std::vector<le::Conjunction>>& out);

  const le::System& system_;
  TermArena& arena_;
  const ReadRule read_;
  std::unordered_map<std::vector<std::uint32_t>, TransitionInstance, SequenceHash> instances_;
  std::vector<std::uint32_t> key_;  // scratch
  static constexpr std::uint32_t no_number = UINT32_MAX;
  std::vector<std::uint32_t> cell_number_;  // by term: of the cell, in the order in which cells were met
  std::uint32_t cells_ = 0;                 // met so far
  std::set<std::uint32_t> exact_, marked_;  // LD transitions
};

}  // namespace parapet::search
