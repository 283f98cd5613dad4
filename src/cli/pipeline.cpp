#include "cli/pipeline.h"

#include "base/diagnostics.h"

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
  result.approximate = options.search.approximate;
  result.fixed_instance = options.search.fixed_instance;
  result.exact_nodes = options.search.exact_nodes;
  return result;
}

}  // namespace

ld::MemoryModel memory_model(const Options& options, const ld::Program& program) {
  return options.search.model ? *options.search.model : verify::default_memory_model(program);
}

bool wants_certificate(const Options& options) {
  return options.search.paranoid || !options.report.certificate_file.empty() || !options.report.invariant_folder.empty();
}

verify::Options verify_options(const Options& options, const ld::Program& program) {
  verify::Options result;
  result.model = memory_model(options, program);
  result.engine = options.search.engine;
  result.translate = {options.search.narrow, options.search.lateness};
  result.search = search_options(options);
  result.solver = options.solver;
  result.shortest = options.search.shortest;
  result.certificate = wants_certificate(options);
  result.states_only = !options.report.invariant_folder.empty();
  result.check_invariants = options.search.check_invariants;
  result.small_states = options.search.small_states;
  result.paranoid = options.search.paranoid;
  result.budget = options.limits.budget;
  return result;
}

OneEngine one_engine(const Options& options, const ld::Program& program, const std::string& of_one) {
  OneEngine one;
  one.translation =
      verify::translate(program, memory_model(options, program), {options.search.narrow, options.search.lateness}, options.limits.budget);
  if (options.search.engine == verify::Engine::Both) throw UsageError(of_one);
  one.engine = verify::accepted_engine(options.search.engine, *one.translation);
  require_order_of_engine(options, one.engine);
  return one;
}

verify::EngineRun run_engine(const Options& options, OneEngine& one, search::SearchObserver& observer) {
  verify::SearchRequest request{search_options(options), options.solver, options.search.lateness, !options.search.shortest, &observer};
  if (options.search.shortest) request.options = search::with_fewest_firings(request.options);
  return verify::run_engine(one.engine, *one.translation, request);
}

void require_order_of_engine(const Options& options, verify::Engine engine) {
  if (engine == verify::Engine::Timeline && options.search.event_order == EventOrder::Smt)
    throw UsageError("'--order smt' is for the event engine: add '--engine ghb'");
}

Exit print_rejected(const verify::Rejected& rejected, const SourceFile& file, Console& console) {
  Diagnostics diagnostics;
  diagnostics.error(rejected.range, rejected.what(), rejected.hint);
  diagnostics.print(console.err, file, console.colour_err);
  return Exit::BadInput;
}

}  // namespace parapet::cli
