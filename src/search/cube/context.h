// What one thread of the search works with: the system, and everything that builds terms for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "le/system.h"
#include "search/cube/cube.h"
#include "search/cube/normalize.h"
#include "search/cube/shape.h"
#include "search/cube/transition_instance.h"
#include "smt/decisions.h"

namespace parapet::search {

struct Context {
  // `numbers`: of another thread whose prepared cubes are used here.
  Context(const le::System& the_system, TermArena& the_arena, smt::Solver& the_solver, ReadRule read,
          std::shared_ptr<ShapeNumbers> numbers = std::make_shared<ShapeNumbers>())
      : system(the_system),
        arena(the_arena),
        solver(the_solver),
        decisions(solver.decisions()),
        asks_all(solver.decides_all()),
        instances(system, arena, read),
        normalizer(system, arena, solver),
        shapes(arena, asks_all ? ShapeTable::Compare::Shapes : ShapeTable::Compare::Values, std::move(numbers)) {}

  // So many process variables, and the constants of the model, are within `number_procs`.
  [[nodiscard]] bool fits(std::uint32_t variables) const {
    const auto limit = system.program->number_procs;
    return !limit || variables + system.constants.size() <= *limit;
  }

  // z0 .. z(variables-1) exist, and some of them are about to be left out: literals that depend on the number of processes get
  // `#procs >= m`, m counting the constants too. (Without it the cube is larger, which is sound, but it has paths with fewer processes than
  // there are on them.) The literals are sorted, before and after.
  void keep_number(std::vector<TermId>& literals, std::uint32_t variables);

  // Decisions that need no solver are stated as formulas: recorded, or put to the solver that decides everything.
  [[nodiscard]] bool states_decisions() const { return decisions != nullptr || asks_all; }
  // States that the formulas contradict each other, as literal sets say.
  void state_contradiction(const smt::Query& query, const std::vector<TermId>& formulas, const smt::DecisionLog::Comments& comments = {}) {
    if (!asks_all) {
      decisions->record({query, smt::Answer::Unsat, smt::by_literal_sets}, formulas, comments);
    } else if (smt::ask_and_record(solver, query, formulas, comments) == smt::Answer::Sat) {
      throw contradicts_literal_sets(solver, query);
    }
  }

  // Of the run's budget, for loops that build no terms.
  void spend(std::uint64_t units = 1) const { arena.spend(units); }

  const le::System& system;
  TermArena& arena;
  smt::Solver& solver;
  smt::DecisionLog* const decisions;  // where decisions without a solver are recorded; null: nowhere
  const bool asks_all;                // Solver::decides_all
  InstanceTable instances;
  Normalizer normalizer;
  ShapeTable shapes;
  bool twins = true;  // SearchOptions::twins
};

// A cube of these literals and this weak part over z0 .. z(variables-1), without what no literal needs: open reads without items, processes
// with neither literal nor part in the weak part. Such a process stays where init counts processes: an initial state without it need not
// be one with it. (Leaving it out is sound, since it makes the cube larger, but gives paths that no number of processes can take.) Fills
// the maps of Step.
template <class Weak>
Cube<Weak> compact(Context& context, const Weak& weak, std::vector<TermId> literals, std::uint32_t variables,
                   std::vector<std::uint32_t>& rename, std::vector<std::uint32_t>& read_map) {
  TermArena& arena = context.arena;
  std::vector<bool> read_has_items(weak.items.size() + 1, false);
  const auto slot = [&](std::uint64_t read) { return read == new_read ? weak.items.size() : read; };
  std::vector<TermId> used;  // processes
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) read_has_items[slot(arena.read_number(leaf))] = true;
    });
    each_process(arena, literal, [&](TermId process) { used.push_back(process); });
  }
  const auto is_used = [&](TermId process) {
    if (context.system.init_counts_processes && arena.op(process) == Op::ProcessVar) return true;
    return std::find(used.begin(), used.end(), process) != used.end() || weak.keeps(process, read_has_items);
  };
  rename.assign(variables, UINT32_MAX);
  Cube<Weak> cube;
  bool renamed = false;
  for (std::uint32_t k = 0; k < variables; ++k) {
    if (!is_used(arena.process(k))) continue;
    renamed = renamed || cube.processes != k;
    rename[k] = cube.processes++;
  }
  const auto new_name = [&](TermId process) {
    if (arena.op(process) == Op::ProcessConst) return process;
    const std::uint32_t number = rename[arena.process_number(process)];
    return number == UINT32_MAX ? TermId() : arena.process(number);
  };
  cube.weak = weak.compact(
      read_has_items, [&](TermId process) { return is_used(process) ? new_name(process) : TermId(); },
      [&](TermId a, TermId b) { return arena.compare(a, b) < 0; }, read_map);
  for (std::size_t k = 0; k < read_map.size(); ++k)
    renamed = renamed || (read_map[k] != UINT32_MAX && (read_map[k] != k || k == weak.items.size()));
  if (renamed) {
    for (TermId& literal : literals) {
      literal = arena.rewrite(literal, [&](TermId leaf) {
        if (is_process(arena, leaf)) return new_name(leaf);
        if (arena.op(leaf) != Op::Read) return leaf;
        return arena.read(read_map[slot(arena.read_number(leaf))], arena.reader(leaf), arena.location(leaf));
      });
    }
    std::sort(literals.begin(), literals.end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
  }
  if (cube.processes < variables) context.keep_number(literals, variables);
  cube.literals = std::move(literals);
  for (const TermId literal : cube.literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) != Op::Read) return;
      auto& items = cube.weak.items[arena.read_number(leaf)];
      if (std::find(items.begin(), items.end(), leaf) == items.end()) items.push_back(leaf);
    });
  }
  return cube;
}

inline void Context::keep_number(std::vector<TermId>& literals, std::uint32_t variables) {
  Counting& counting = normalizer.counting();
  if (!counting.depends_on_number(literals)) return;
  const TermId least = counting.at_least(variables + system.constants.size());
  if (least == arena.truth(true)) return;
  const TermId processes = arena.cell(system.counts.processes, {});
  // Of `#procs = k` and `#procs >= k`, what is known already.
  for (std::size_t k = 0; k < literals.size(); ++k) {
    const Op op = arena.op(literals[k]);
    if (op != Op::SumZero && op != Op::SumLessEqual) continue;
    const TermId sum = arena.args(literals[k])[0];
    if (arena.op(sum) != Op::Sum || arena.args(sum).size() != 1 || arena.args(sum)[0] != processes) continue;
    if (op == Op::SumZero) return;
    if (arena.coefficients(sum)[0].sign() > 0) continue;
    if (arena.number(sum) >= arena.number(arena.args(least)[0])) return;
    literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(k));
    break;
  }
  const auto before = [&](TermId a, TermId b) { return arena.compare(a, b) < 0; };
  literals.insert(std::upper_bound(literals.begin(), literals.end(), least, before), least);
}

}  // namespace parapet::search
