// `parapet check`: is the model safe?
#include <unistd.h>

#include <chrono>

#include "base/contract.h"
#include "cli/check_report.h"
#include "cli/commands.h"
#include "cli/contradictions.h"
#include "cli/pipeline.h"
#include "cli/progress.h"
#include "cli/tree_recorder.h"
#include "cli/verbose.h"
#include "lint/lint.h"
#include "report/page.h"
#include "search/observers.h"

namespace parapet::cli {
namespace {

class CheckRun {
 public:
  CheckRun(const Options& options, const frontend::Loaded& loaded, Console& console)
      : options_(options),
        loaded_(loaded),
        console_(console),
        progress_(console.err, !options.report.quiet && options.report.verbosity == 0 && ::isatty(STDERR_FILENO) == 1),
        verbose_(console.err, options.report.verbosity),
        tree_(options.report.tree_file.empty() ? report::most_tree_nodes : SIZE_MAX,
              !options.report.html_file.empty() || options.report.tree_detail == report::TreeDetail::Cubes) {
    for (search::Observers* const each : {&observers_, &invariants_observers_}) {
      each->add(progress_);
      if (options.report.verbosity > 0) each->add(verbose_);
    }
    if (!options.report.tree_file.empty() || !options.report.html_file.empty()) observers_.add(tree_);
  }

  Exit run() {
    const auto start = std::chrono::steady_clock::now();
    const ld::Program& program = *loaded_.program;
    const verify::Options how = verify_options(options_, program);
    const verify::Hooks hooks{&observers_, &invariants_observers_,
                              [this](verify::Translation& translation, Engine engine) { before_search(translation, engine); }};
    Finished finished{loaded_.file, program, {}, {}, 0, tree_.tree(), {}};
    try {
      finished.outcome = verify::verify(program, how, hooks);
    } catch (const verify::Rejected& rejected) {
      return print_rejected(rejected, loaded_.file, console_);
    } catch (const verify::Disagreement& disagreement) {
      progress_.erase();
      throw InternalError(saved_disagreement(disagreement, program, *how.model, loaded_.file, "."));
    } catch (const verify::Contradiction& contradiction) {
      progress_.erase();
      print_contradiction(contradiction, program, *how.model, console_);
      throw;
    }
    progress_.erase();
    console_.keep(std::move(finished.outcome.remains));
    finished.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report_check(options_, finished, console_);
  }

 private:
  void before_search(verify::Translation& translation, Engine engine) {
    if (!options_.report.quiet)
      print_diagnostics(options_, lint::find_warnings(translation.system, translation.arena), loaded_.file, console_);
    require_order_of_engine(options_, engine);
    if (engine == Engine::Ghb && !options_.report.invariant_folder.empty())
      throw UsageError(
          "an invariant is of states, and the cubes of the event engine (ghb) are not: '--export-invariant' is for the timeline engine; "
          "'--certificate' writes the proof of either");
  }

  const Options& options_;
  const frontend::Loaded& loaded_;
  Console& console_;
  Progress progress_;
  Verbose verbose_;
  search::Observers observers_, invariants_observers_;
  TreeRecorder tree_;
};

}  // namespace

Exit run_check(const Options& options, const frontend::Loaded& loaded, Console& console) {
  return CheckRun(options, loaded, console).run();
}

}  // namespace parapet::cli
