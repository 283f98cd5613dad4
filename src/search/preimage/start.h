// The cubes the search starts from: the unsafe formulas, and, as cubes known to be unreachable, the user's invariants.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "le/substitute.h"
#include "search/cube/context.h"
#include "search/cube/tuples.h"
#include "search/weak/concept.h"

namespace parapet::search {

template <class Weak>
struct Start {
  Cube<Weak> cube;
  std::uint32_t unsafe = 0;       // index into the list
  std::vector<TermId> processes;  // by parameter
  bool reads = false;             // the formula does, even if the values of the name decide what
};

[[nodiscard]] inline std::uint32_t variables_among(const TermArena& arena, const std::vector<TermId>& processes) {
  return narrow<std::uint32_t>(
      std::count_if(processes.begin(), processes.end(), [&](TermId process) { return arena.op(process) == Op::ProcessVar; }));
}

// For each formula and each way to map its parameters to distinct processes (constants of the model, or variables) the cubes that the weak
// part makes of it. All parameters are kept, used or not: they are processes that must exist.
template <WeakPart Weak>
std::deque<Start<Weak>> start_cubes(Context& context, const std::vector<le::UnsafeCube>& all) {
  TermArena& arena = context.arena;
  std::deque<Start<Weak>> result;  // grows without a copy of itself, which --max-memory would not have counted
  for (std::uint32_t index = 0; index < all.size(); ++index) {
    const le::UnsafeCube& unsafe = all[index];
    const auto make = [&](const std::vector<TermId>& processes) {
      std::vector<TermId> literals;
      for (const TermId literal : unsafe.literals) {
        literals.push_back(arena.rewrite(literal, [&](TermId leaf) {
          if (arena.op(leaf) != Op::Variable) return Weak::start_leaf(context.system, arena, leaf);
          return le::value_of(arena.variable_number(leaf), unsafe.parameters, processes);
        }));
      }
      bool reads = false;
      for (const TermId literal : literals) each_leaf(arena, literal, [&](TermId leaf) { reads = reads || arena.op(leaf) == Op::Read; });
      if (!context.normalizer.normalize(literals, {}, variables_among(arena, processes))) return;
      std::vector<TermId> mentioned = processes;
      const auto mention = [&](TermId process) {
        if (std::find(mentioned.begin(), mentioned.end(), process) == mentioned.end()) mentioned.push_back(process);
      };
      for (const TermId literal : literals) each_process(arena, literal, mention);
      std::for_each(unsafe.owners.begin(), unsafe.owners.end(), mention);
      Weak::start(context, std::move(literals), std::move(mentioned), [&](std::vector<TermId> conjunction, Weak weak) {
        result.push_back({{variables_among(arena, processes), std::move(conjunction), std::move(weak)}, index, processes, reads});
      });
    };
    std::vector<TermId> everybody;
    for (const std::uint32_t n : context.system.constants) everybody.push_back(arena.process_const(n));
    for (std::uint32_t k = 0; k < unsafe.parameters.size(); ++k) everybody.push_back(arena.process(k));
    const auto range = [&](std::size_t) { return std::span<const TermId>(everybody); };
    // Variables are taken in the order of their numbers: any other order gives the same cubes with other names.
    const auto allowed = [&](const std::vector<TermId>& prefix, TermId process) {
      context.spend();
      if (arena.op(process) == Op::ProcessConst) return std::find(prefix.begin(), prefix.end(), process) == prefix.end();
      const std::uint32_t variables = variables_among(arena, prefix);
      return process == arena.process(variables) && context.fits(variables + 1);
    };
    if (context.fits(0)) each_tuple(unsafe.parameters.size(), range, allowed, make);
  }
  return result;
}

// The cubes that the user's invariants exclude; they count as visited from the start.
//
// Memory. `i @ X` is the memory cell X here (le::translate). Under the timeline engine that is right for every cube, with snapshot reads or
// without: no step needs a snapshot that is not used up, so with a state its copy with empty queues is reachable too, which is a state of
// the store buffers with nothing in them. There everybody reads memory, and the invariant says that its formula does not hold. The
// event engine uses no invariant about weak locations while writes are delayed: its cubes hardly speak of memory as it is now. With delayed
// writes no such invariant is used either: a buffer cannot be emptied without changing memory, so the invariant says nothing of memory while
// writes are buffered.
//
// Parameters that no literal mentions. Literals with u of k parameters exclude a state if they hold for u of its processes and it has k
// processes. A cube with g processes may be covered if the u fit as usual and k <= max(g, 1): every system has a process. The cover test
// maps all k to different processes of the cube, which is the same but for k = 1, u = 0, g = 0: then the parameter is dropped. Where the
// model names a process by a constant, that one may be the only one: no variable is dropped, but the parameter may be the constant.
template <WeakPart Weak>
std::deque<Start<Weak>> trusted_cubes(Context& context) {
  std::deque<Start<Weak>> all = start_cubes<Weak>(context, context.system.invariants);
  std::erase_if(all, [](const Start<Weak>& one) { return one.reads || !one.cube.weak.empty(); });
  if constexpr (DelaysWrites<Weak>) {
    std::erase_if(all, [&](const Start<Weak>& one) {
      bool weak = false;
      for (const TermId literal : one.cube.literals) {
        each_leaf(context.arena, literal, [&](TermId leaf) {
          weak = weak || (context.arena.op(leaf) == Op::Cell && context.arena.signature()[context.arena.symbol(leaf)].weak);
        });
      }
      return weak;
    });
  }
  for (Start<Weak>& one : all) {
    bool mentioned = false;
    for (const TermId literal : one.cube.literals) each_process(context.arena, literal, [&](TermId) { mentioned = true; });
    if (one.cube.processes == 1 && !mentioned && context.system.constants.empty()) one.cube.processes = 0;
  }
  return all;
}

}  // namespace parapet::search
