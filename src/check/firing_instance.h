// Instances: a transition, or an unsafe formula, with its parameters replaced by processes. The reference pre-images of both engines are
// built from them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "le/system.h"

namespace parapet::check {

// Calls visit(leaf) for every Cell, Read and Fresh of a term or formula (not for the location inside a read).
template <class Visit>
void each_leaf(const TermArena& arena, TermId term, Visit&& visit) {
  const Op op = arena.op(term);
  if (op == Op::Cell || op == Op::Read || op == Op::Fresh) {
    visit(term);
    return;
  }
  for (const TermId arg : arena.args(term)) each_leaf(arena, arg, visit);
}

// z0 .. z(variables-1) and the constants of the model.
[[nodiscard]] std::vector<TermId> processes_at_hand(const le::System& system, TermArena& arena, std::uint32_t variables);

// Every cell of the symbol with indices in the range.
[[nodiscard]] std::vector<TermId> cells_of(TermArena& arena, SymbolId symbol, const std::vector<TermId>& range);

// Bound variables of one group denote distinct processes: `values` are those of the first bound variables, `value` is that of the next one.
[[nodiscard]] bool distinct_in_group(const std::vector<le::Universal::Bound>& bound, const std::vector<TermId>& values, TermId value);

// Returns whether the enumeration goes on. `variables` counts z0 .. z(known-1) and the new variables of the tuple.
using VisitMapping = std::function<bool(std::uint32_t variables, const std::vector<TermId>& processes)>;
enum class Repeats : std::uint8_t { Allowed, Forbidden };
// Calls visit for every tuple of `size` processes among z0 .. z(known-1), the constants of the model and new variables, up to the names of
// the new ones: they are numbered in the order in which they occur. False: a visit ended the enumeration.
bool each_pattern(const le::System& system, TermArena& arena, std::uint32_t known, std::size_t size, Repeats repeats,
                  const VisitMapping& visit);
// The same for the parameters of a transition or formula, which denote distinct processes. Tuples with more processes than `number_procs`
// allows are left out.
bool each_mapping(const le::System& system, TermArena& arena, std::uint32_t known, std::size_t parameters, const VisitMapping& visit);

// The literals of an unsafe formula or invariant for these processes.
[[nodiscard]] std::vector<TermId> literals_of(const le::UnsafeCube& unsafe, TermArena& arena, const std::vector<TermId>& processes);
// These processes, the constants that the formula names, and the owners of its plain cells: u comes after all firings of these processes.
[[nodiscard]] std::vector<TermId> mentions_of(const le::UnsafeCube& unsafe, TermArena& arena, const std::vector<TermId>& processes);

class FiringInstance {
 public:
  struct Case {
    TermId condition;
    le::Branch::Kind kind = le::Branch::Kind::Keep;
    TermId value;
  };
  // The term that replaces a cell which the firing reads.
  using Read = std::function<TermId(TermId cell)>;

  FiringInstance(const le::System& system, TermArena& arena, const le::Transition& transition, std::uint32_t variables,
                 std::vector<TermId> processes);

  void set_read(Read read) { read_ = std::move(read); }

  // The conjuncts of the guard; universal guards are instantiated with the processes at hand.
  [[nodiscard]] std::vector<TermId> guard();
  // The values of the `let`s, which the firing reads whether or not they are used.
  [[nodiscard]] std::vector<TermId> lets();
  // The cases of the new value of a cell, of which exactly one holds; nothing if the transition has no assignment to it.
  [[nodiscard]] std::optional<std::vector<Case>> new_value(TermId cell);

  const le::Transition& transition;
  const std::uint32_t variables;        // z0, z1, ...: of the cube, then the new ones
  const std::vector<TermId> processes;  // by parameter
  const TermId actor;                   // invalid: none

 private:
  [[nodiscard]] TermId instantiate(TermId term, const std::vector<le::Variable>& bound, const std::vector<TermId>& values);
  void add_universal(const le::Universal& universal, std::vector<TermId>& out);

  const le::System& system_;
  TermArena& arena_;
  Read read_;
};

}  // namespace parapet::check
