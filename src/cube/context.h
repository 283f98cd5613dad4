// What one thread of the search works with: the system, and everything that builds terms for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cube/cube_terms.h"
#include "cube/normalize.h"
#include "cube/shape.h"
#include "cube/transition_instance.h"
#include "le/system.h"
#include "smt/solver.h"

namespace parapet::search {

// What kinds of weak memory the search knows, as far as cubes and terms depend on it. How each computes pre-images and covers is in its part
// of memory (memory/part.h), which `make` gives; a kind is a value that is handed on, so nothing else in the search names one.

class MemoryPart;
struct Context;

// Who decides whether a choice closes a cycle of ghb, under the event engine: the rows, or a solver that is given all events.
enum class EventOrder : std::uint8_t { Rows, Smt };

// How a search decides about the order of events.
struct OrderOptions {
  std::optional<EventOrder> by;  // nothing: the rows, or the solver if it decides everything
  bool compare = false;          // ask both; a difference is an internal error

  // A solver that decides the order is given all events of the path to a node.
  [[nodiscard]] bool asks_about_paths() const { return by == EventOrder::Smt || compare; }
};

// What an open view has beside memory (infer/views/vocabulary.h).
enum class OpenKind : std::uint8_t { None, Snapshot, Delayed };

struct MemoryTraits {
  std::string_view engine;             // whose cubes they are (result/certificate.h)
  ReadRule own_read = nullptr;         // what the cells in the text of a firing are in the cube before it
  bool writes_apart = false;           // the writes of one firing reach memory one by one, and a write may have to be found (`complete`)
  bool orders_events = false;          // a cube has an order of events beside its literals
  bool reads_map_to_reads = false;     // in a cover, unless the covered cube speaks of memory: an open read is made now only there
  bool candidates_with_reads = false;  // candidates may keep the open reads of the cube that they generalize
  bool counts_now = false;             // its cubes speak of memory as it is now, so that lemmas about counts hold of them
  OpenKind views = OpenKind::None;     // which open views its cubes can be described by
  // `orders`: of the search that asks about paths; null: nobody does.
  std::unique_ptr<MemoryPart> (*make)(Context& context, const OrderOptions* orders) = nullptr;
};

struct Context {
  // `numbers`: of another thread whose prepared cubes are used here.
  Context(const le::System& the_system, TermArena& the_arena, smt::Solver& the_solver, const MemoryTraits& the_memory,
          std::shared_ptr<ShapeNumbers> numbers = std::make_shared<ShapeNumbers>())
      : system(the_system),
        arena(the_arena),
        solver(the_solver),
        decisions(solver.decisions()),
        asks_all(solver.decides_all()),
        memory(the_memory),
        instances(system, arena, memory.own_read),
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
  const MemoryTraits& memory;
  InstanceTable instances;
  Normalizer normalizer;
  ShapeTable shapes;
  bool twins = true;  // SearchOptions::twins
};

}  // namespace parapet::search
