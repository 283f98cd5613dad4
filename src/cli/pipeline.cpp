#include "cli/pipeline.h"

#include "base/source.h"
#include "cli/verbose.h"
#include "search/observers.h"
#include "verify/engines.h"

namespace parapet::cli {

ld::MemoryModel memory_model(const Options& options, const ld::Program& program) {
  return options.verify.model ? *options.verify.model : verify::default_memory_model(program);
}

verify::Options verify_options(const Options& options, const ld::Program& program) {
  verify::Options result = options.verify;
  result.model = memory_model(options, program);
  result.search.orders.compare = options.verify.solver.cross_check;
  result.certificate = result.paranoid || !options.report.certificate_file.empty() || !options.report.invariant_folder.empty();
  result.states_only = !options.report.invariant_folder.empty();
  result.budget = options.limits.budget;
  result.every_property = true;
  return result;
}

search::Verdict search_with_one_engine(const Options& options, const ld::Program& program, const std::string& of_one,
                                       search::SearchObserver& observer, Console& console) {
  const verify::Options how = verify_options(options, program);
  const auto translation = verify::translate(program, *how.model, how.translate, how.budget);
  if (how.engine == Engine::Both) throw UsageError(of_one);
  const Engine engine = verify::accepted_engine(how.engine, *translation);
  require_options_of_engine(options, engine);
  Verbose verbose(console.err, options.report.verbosity);
  search::Observers observers;
  observers.add(observer);
  if (options.report.verbosity > 0) observers.add(verbose);
  verify::SearchRequest request{how.search, how.solver, how.translate.lateness, !how.shortest, &observers, how.translate.delays};
  if (how.shortest) request.options = search::with_fewest_firings(request.options);
  request.options.infer = search::Infer::Off;  // the nodes of a search are asked about
  search::Outcome outcome = verify::run_engine(engine, *translation, request).outcome;
  console.keep(std::move(outcome.remains));
  return std::move(outcome.verdict);
}

void require_options_of_engine(const Options& options, Engine engine) {
  if (engine == Engine::Timeline && options.verify.search.orders.by == search::EventOrder::Smt)
    throw UsageError("'--order smt' needs the event engine: add '--engine ghb'");
  if (options.verify.search.orders.by == search::EventOrder::Smt && options.verify.model && options.verify.model->writes_apart())
    throw UsageError("'--order smt' decides the order of events where the writes of a location follow the order of firings: not under " +
                     std::string(options.verify.model->name));
  if (options.verify.model && options.verify.model->writes_apart() && !options.report.invariant_folder.empty())
    throw UsageError("'--export-invariant' has no files for a store buffer per location yet: '--certificate' writes the proof");
  if (engine == Engine::Ghb && !options.report.invariant_folder.empty())
    throw UsageError(
        "'--export-invariant' needs the timeline engine: the cubes of the event engine (ghb) are not sets of states; '--certificate' "
        "writes the proof of either engine");
}

Exit print_rejected(const verify::Rejected& rejected, const SourceFile& file, Console& console) {
  Diagnostics diagnostics;
  diagnostics.error(rejected.range, rejected.what(), rejected.hint);
  console.tell(diagnostics, file);
  return Exit::BadInput;
}

}  // namespace parapet::cli
