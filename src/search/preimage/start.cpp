#include "search/preimage/start.h"

#include <algorithm>
#include <span>

#include "base/narrow.h"
#include "cube/transition_instance.h"
#include "le/system.h"

namespace parapet::search {
namespace {

std::uint32_t variables_among(const TermArena& arena, const std::vector<TermId>& processes) {
  return narrow<std::uint32_t>(
      std::count_if(processes.begin(), processes.end(), [&](TermId process) { return arena.op(process) == Op::ProcessVar; }));
}

}  // namespace

std::deque<Start> start_cubes(const MemoryPart& memory, const std::vector<le::UnsafeCube>& all) {
  Context& context = memory.context;
  TermArena& arena = context.arena;
  std::deque<Start> result;  // grows without a copy of itself, which --max-memory would not have counted
  for (std::uint32_t index = 0; index < all.size(); ++index) {
    const le::UnsafeCube& unsafe = all[index];
    const auto make = [&](const std::vector<TermId>& processes) {
      std::vector<TermId> literals;
      for (const TermId literal : unsafe.literals) {
        literals.push_back(arena.rewrite(literal, [&](TermId leaf) {
          if (arena.op(leaf) != Op::Variable) return memory.start_leaf(leaf);
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
      memory.start(std::move(literals), std::move(mentioned), [&](std::vector<TermId> conjunction, Weak weak) {
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

std::deque<Start> trusted_cubes(const MemoryPart& memory) {
  Context& context = memory.context;
  std::deque<Start> all = start_cubes(memory, context.system.invariants);
  std::erase_if(all, [](const Start& one) { return one.reads || !one.cube.weak.empty(); });
  if (context.memory.writes_apart) {
    std::erase_if(all, [&](const Start& one) {
      bool weak = false;
      for (const TermId literal : one.cube.literals) {
        each_leaf(context.arena, literal, [&](TermId leaf) {
          weak = weak || (context.arena.op(leaf) == Op::Cell && context.arena.signature()[context.arena.symbol(leaf)].weak);
        });
      }
      return weak;
    });
  }
  for (Start& one : all) {
    bool mentioned = false;
    for (const TermId literal : one.cube.literals) each_process(context.arena, literal, [&](TermId) { mentioned = true; });
    if (one.cube.processes == 1 && !mentioned && context.system.constants.empty()) one.cube.processes = 0;
  }
  return all;
}

}  // namespace parapet::search
