#include "cli/search_run.h"

#include <algorithm>

#include "base/diagnostics.h"
#include "check/replay.h"
#include "cli/certify_run.h"
#include "cli/second_opinion.h"
#include "le/formula.h"
#include "le/lateness.h"

namespace parapet::cli {
namespace {

search::Order search_order(SearchOrder order) {
  switch (order) {
    case SearchOrder::Bfs:
      return search::Order::Bfs;
    case SearchOrder::Dfs:
      return search::Order::Dfs;
    case SearchOrder::Size:
      break;
  }
  return search::Order::Size;
}

search::SearchOptions search_options(const Options& options) {
  search::SearchOptions result;
  result.order = search_order(options.search.order);
  result.max_nodes = options.limits.nodes;
  result.max_depth = options.limits.depth;
  result.max_processes = options.limits.processes;
  result.jobs = options.search.jobs;
  result.delete_covered = options.search.delete_covered;
  result.postpone = options.search.postpone;
  result.event_order = options.search.event_order == EventOrder::Smt ? search::EventOrder::Smt : search::EventOrder::Rows;
  result.compare_orders = options.solver.cross_check;
  result.certificate = wants_certificate(options) || options.search.engine == Engine::Both;
  result.approximate = options.search.approximate;
  result.exact_nodes = options.search.exact_nodes;
  return options.search.shortest ? search::with_fewest_firings(result) : result;
}

void print_error(SourceRange range, std::string message, std::string hint, const SourceFile& file, Console& console) {
  Diagnostics diagnostics;
  diagnostics.error(range, std::move(message), std::move(hint));
  diagnostics.print(console.err, file, console.colour_err);
}

// Why the event engine, where it finds nothing, proves nothing; empty: it does.
std::string why_incomplete(Translated& translated) {
  const auto touch = le::find_shared_touch(translated.system, translated.arena);
  if (!touch) return "";
  const ld::Program& program = *translated.system.program;
  return "no execution found, but `" + program.transitions[touch->transition].name + "` can touch the shared plain " +
         program.signature[touch->symbol].name + " while the write of `" + program.transitions[touch->buffered].name +
         "` is in its process's store buffer, and other processes can write " + program.signature[touch->location].name +
         " too: the order of firings that the event engine follows may then not exist";
}

}  // namespace

ld::Program with_invariants_unsafe(ld::Program program) {
  program.unsafes.clear();
  for (ld::Invariant& invariant : program.invariants) {
    ld::Unsafe& unsafe = program.unsafes.emplace_back();
    static_cast<ld::Declaration&>(unsafe) = invariant;
    unsafe.formula = std::move(invariant.formula);
  }
  program.invariants.clear();
  return program;
}

le::MemoryModel memory_model(const Options& options, const ld::Program& program) {
  const auto& symbols = program.signature.symbols();
  const bool has_weak = std::any_of(symbols.begin(), symbols.end(), [](const Symbol& symbol) { return symbol.weak; });
  switch (options.search.model) {
    case Model::Sc:
      return le::sc;
    case Model::Tso:
      return le::tso;
    case Model::FromFile:
      break;
  }
  return has_weak ? le::tso : le::sc;
}

std::unique_ptr<Translated> translate(const Options& options, const ld::Program& program, const SourceFile& file, Console& console) {
  auto result = std::make_unique<Translated>(program.signature, options.limits.budget);
  try {
    const le::TranslateOptions how{options.search.narrow, options.search.lateness};
    result->system = le::translate(program, memory_model(options, program), how, result->arena);
  } catch (const le::TooLarge& error) {
    print_error(error.range, error.what(), "", file, console);
    return nullptr;
  }
  return result;
}

Engine chosen_engine(const Options& options, Translated& translated) {
  if (options.search.engine != Engine::Auto) return options.search.engine;
  return le::find_shared_write(translated.system, translated.arena) ? Engine::Ghb : Engine::Timeline;
}

std::string_view engine_name(Engine engine) {
  switch (engine) {
    case Engine::Auto:
      return "auto";
    case Engine::Timeline:
      return "timeline";
    case Engine::Ghb:
      return "ghb";
    case Engine::Both:
      return "both";
  }
  return "";
}

bool accept(const Options& options, Engine engine, Translated& translated, const SourceFile& file, Console& console) {
  if (engine == Engine::Timeline && options.search.event_order == EventOrder::Smt)
    throw UsageError("'--order smt' is for the event engine: add '--engine ghb'");
  if (engine == Engine::Ghb) return true;
  const auto shared = le::find_shared_write(translated.system, translated.arena);
  if (!shared) return true;
  const ld::Program& program = *translated.system.program;
  const std::string& cell = program.signature[shared->symbol].name;
  print_error(program.transitions[shared->transition].range,
              "transition `" + program.transitions[shared->transition].name + "` writes the shared plain " + cell +
                  " while the write of `" + program.transitions[shared->buffered].name + "` can still be in its process's store buffer",
              "use --engine ghb, declare " + cell + " weak, or " +
                  (shared->transition == shared->buffered ? "write it in a transition of its own, with fence() in the guard"
                                                          : "add fence() to the guard"),
              file, console);
  return false;
}

search::Outcome run_search(const Options& options, Engine engine, Translated& translated, search::SearchObserver& observer) {
  const ld::Program& program = *translated.system.program;
  search::SearchInput input;
  input.system = &translated.system;
  input.arena = &translated.arena;
  input.solver = options.solver;
  input.options = search_options(options);
  input.observer = &observer;
  Budget unlimited;
  Budget& budget = options.limits.budget_or(unlimited);
  input.confirm = [&](const Trace& trace) { return check::replay(program, translated.system.model, trace, budget).reason; };
  if (!options.search.shortest) input.hunt = [&] { return find_in_small_instances(program, translated.system.model, budget); };
  if (engine == Engine::Timeline) return search::check_timeline(input);
  input.incomplete = why_incomplete(translated);
  return search::check_ghb(input);
}

}  // namespace parapet::cli
