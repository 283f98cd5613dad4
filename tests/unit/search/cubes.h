// Cubes of a model's search, for tests that compare them with naive definitions.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "cube/context.h"
#include "le/counts.h"
#include "le/passes.h"
#include "memory/queues/queues.h"
#include "random/search_run.h"
#include "random/text_model.h"
#include "search/cover/cover.h"
#include "search/loop/run_search.h"
#include "search/preimage/preimage.h"
#include "search/preimage/start.h"
#include "smt/wrappers/factory.h"

namespace parapet::test {

// A model with everything a search of it works with.
struct Workshop {
  Workshop(const std::string& text, const SearchSetup& setup)
      : program(program_of(text)),
        signature(text.find("count (") == std::string::npos ? program.signature : le::with_counts(program)),
        arena(signature),
        system(le::translate(program,
                             setup.memory == Memory::Sc    ? le::sc
                             : setup.memory == Memory::Tso ? le::tso
                                                           : ld::pso,
                             setup.translate, arena)),
        solver(smt::make_solver(arena, {}, statistics)),
        context(system, arena, *solver, search::part_of_memory(system.model, false)),
        memory(context.memory.make(context, nullptr)) {}

  // The start cubes and what comes before them, breadth first, without any cover test.
  [[nodiscard]] std::deque<Cube> cubes(std::size_t most) {
    std::deque<Cube> all;
    for (auto& start : search::start_cubes(*memory, system.unsafes)) all.push_back(std::move(start.cube));
    search::Preimage preimage(*memory);
    for (std::size_t at = 0; at < all.size() && all.size() < most; ++at) {
      preimage.run(all[at], at, [&](Cube&& cube, search::Step&&) {
        if (all.size() < most) all.push_back(std::move(cube));
      });
    }
    return all;
  }

  [[nodiscard]] bool exact() { return !le::find_shared_write(system, arena); }

  ld::Program program;
  const Signature signature;  // with the symbols of counts, if the model has any
  TermArena arena;
  le::System system;
  smt::SolverStatistics statistics;
  std::unique_ptr<smt::Solver> solver;
  search::Context context;
  std::unique_ptr<search::MemoryPart> memory;
};

}  // namespace parapet::test
