// A transition, or an unsafe formula, with its parameters replaced by processes, straight from its text: what the pre-images of both
// engines are made of.
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

// Every cell of a symbol with indices among these.
[[nodiscard]] std::vector<TermId> cells_of(TermArena& arena, SymbolId symbol, const std::vector<TermId>& range);

// Calls visit for every way to map so many parameters to distinct processes: z0 .. z(known-1), constants of the model, and new variables;
// `number_procs` is respected. `variables`: with the new ones. False, from it and back: no more of them are wanted.
using VisitMapping = std::function<bool(std::uint32_t variables, const std::vector<TermId>& processes)>;
bool each_mapping(const le::System& system, TermArena& arena, std::uint32_t known, std::size_t parameters, const VisitMapping& visit);

// The literals of an unsafe formula or invariant for these processes.
[[nodiscard]] std::vector<TermId> literals_of(const le::UnsafeCube& unsafe, TermArena& arena, const std::vector<TermId>& processes);
// Those processes, the constants that the formula names, and those that own plain cells of it: u comes after all their firings.
[[nodiscard]] std::vector<TermId> mentions_of(const le::UnsafeCube& unsafe, TermArena& arena, const std::vector<TermId>& processes);

class FiringInstance {
 public:
  struct Case {
    TermId condition;
    le::Branch::Kind kind = le::Branch::Kind::Keep;
    TermId value;
  };
  // What a cell becomes that the firing reads.
  using Read = std::function<TermId(TermId cell)>;

  FiringInstance(const le::System& system, TermArena& arena, const le::Transition& transition, std::uint32_t variables,
                 std::vector<TermId> processes);

  void set_read(Read read) { read_ = std::move(read); }

  // Guard and universal guards, these for the processes at hand: formulas that all hold.
  [[nodiscard]] std::vector<TermId> guard();
  // The values of the `let`s: read by the firing, used or not.
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
