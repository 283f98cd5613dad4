// The cubes the search starts from: the unsafe formulas (and, as cubes known to be unreachable, the user's invariants).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "le/substitute.h"
#include "search/cube/context.h"
#include "search/weak/concept.h"

namespace parapet::search {

template <class Weak>
struct Start {
  Cube<Weak> cube;
  std::uint32_t unsafe = 0;       // index into the list
  std::vector<TermId> processes;  // by parameter
  bool reads = false;             // the formula does, even if the values of the name decide what
};

// For each formula and each way to map its parameters to distinct processes (constants of the model, or variables) the cubes that the weak
// part makes of it. All parameters are kept, used or not: they are processes that must exist.
template <WeakPart Weak>
std::deque<Start<Weak>> start_cubes(Context& context, const std::vector<le::UnsafeCube>& all) {
  TermArena& arena = context.arena;
  std::deque<Start<Weak>> result;  // grows without a copy of itself, which --max-memory would not have counted
  for (std::uint32_t index = 0; index < all.size(); ++index) {
    const le::UnsafeCube& unsafe = all[index];
    std::vector<TermId> processes;
    const auto make = [&](std::uint32_t variables) {
      std::vector<TermId> literals;
      for (const TermId literal : unsafe.literals) {
        literals.push_back(arena.rewrite(literal, [&](TermId leaf) {
          if (arena.op(leaf) != Op::Variable) return Weak::start_leaf(arena, leaf);
          return le::value_of(arena.variable_number(leaf), unsafe.parameters, processes);
        }));
      }
      bool reads = false;
      for (const TermId literal : literals) each_leaf(arena, literal, [&](TermId leaf) { reads = reads || arena.op(leaf) == Op::Read; });
      if (!context.normalizer.normalize(literals, {})) return;
      std::vector<TermId> mentioned = processes;
      const auto mention = [&](TermId process) {
        if (std::find(mentioned.begin(), mentioned.end(), process) == mentioned.end()) mentioned.push_back(process);
      };
      for (const TermId literal : literals) each_process(arena, literal, mention);
      std::for_each(unsafe.owners.begin(), unsafe.owners.end(), mention);
      Weak::start(context, std::move(literals), std::move(mentioned), [&](std::vector<TermId> conjunction, Weak weak) {
        result.push_back({{variables, std::move(conjunction), std::move(weak)}, index, processes, reads});
      });
    };
    const auto choose = [&](auto&& self, std::uint32_t variables) -> void {
      context.spend();
      if (!context.fits(variables)) return;
      if (processes.size() == unsafe.parameters.size()) {
        make(variables);
        return;
      }
      for (const std::uint32_t n : context.system.constants) {
        const TermId process = arena.process_const(n);
        if (std::find(processes.begin(), processes.end(), process) != processes.end()) continue;
        processes.push_back(process);
        self(self, variables);
        processes.pop_back();
      }
      processes.push_back(arena.process(variables));
      self(self, variables + 1);
      processes.pop_back();
    };
    choose(choose, 0);
  }
  return result;
}

}  // namespace parapet::search
