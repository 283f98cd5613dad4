// `parapet check`: translate, search, confirm, report.
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/contract.h"
#include "cli/certify_run.h"
#include "cli/check_report.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/search_run.h"
#include "cli/signals.h"
#include "cli/tree_recorder.h"
#include "cli/verbose.h"
#include "lint/lint.h"
#include "report/page.h"
#include "report/certificate_json.h"

namespace parapet::cli {
namespace {

// Counts add up; what is a maximum stays one.
void add_statistics(search::Outcome& total, const search::Outcome& other) {
  search::SearchStatistics& t = total.statistics;
  const search::SearchStatistics& o = other.statistics;
  t.nodes += o.nodes;
  t.generated += o.generated;
  t.covered_by_one += o.covered_by_one;
  t.covered_by_union += o.covered_by_union;
  t.cover_tests += o.cover_tests;
  t.deleted += o.deleted;
  t.frontier += o.frontier;
  t.spurious += o.spurious;
  t.depth = std::max(t.depth, o.depth);
  t.processes = std::max(t.processes, o.processes);
  t.open_reads = std::max(t.open_reads, o.open_reads);
  t.approximation.nodes += o.approximation.nodes;
  t.approximation.candidates += o.approximation.candidates;
  t.approximation.blamed += o.approximation.blamed;
  t.approximation.kept += o.approximation.kept;
  t.approximation.states += o.approximation.states;
  t.approximation.explore_seconds += o.approximation.explore_seconds;
  for (std::size_t k = 0; k < smt::SolverStatistics::purposes; ++k) {
    total.solver.native[k].calls += other.solver.native[k].calls;
    total.solver.native[k].nanoseconds += other.solver.native[k].nanoseconds;
    total.solver.external[k].calls += other.solver.external[k].calls;
    total.solver.external[k].nanoseconds += other.solver.external[k].nanoseconds;
  }
}

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
    observers_.add(progress_);
    if (options.report.verbosity > 0) observers_.add(verbose_);
  }

  Exit run() {
    if (!search(*loaded_.program)) return Exit::BadInput;
    finished_.assumed_invariants = loaded_.program->invariants.size();
    if (options_.search.check_invariants && !loaded_.program->invariants.empty()) check_invariants();
    progress_.erase();
    finished_.file = &loaded_.file;
    finished_.tree = &tree_.tree();
    finished_.wall_seconds = std::chrono::duration<double>(elapsed()).count();
    return report_check(options_, finished_, console_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] Clock::duration elapsed() const { return Clock::now() - start_; }

  [[nodiscard]] bool wants_tree() const { return !options_.report.tree_file.empty() || !options_.report.html_file.empty(); }

  // What is left of the time limit, which holds for both searches together.
  [[nodiscard]] Options with_remaining_time() const {
    Options options = options_;
    if (options.limits.time.count() == 0) return options;
    const auto left = options.limits.time - std::chrono::duration_cast<std::chrono::milliseconds>(elapsed());
    options.limits.time = std::max(left, std::chrono::milliseconds(1));
    return options;
  }

  // False after a message, if the model is outside what can be searched.
  bool search(const ld::Program& program) {
    const auto translated = translate(options_, program, loaded_.file, console_);
    if (!translated) return false;
    if (&program == &*loaded_.program && !options_.report.quiet)
      print_diagnostics(options_, lint::find_warnings(translated->system, translated->arena), loaded_.file, console_);
    if (!accept(*translated, loaded_.file, console_)) return false;
    finished_.program = &program;
    finished_.model = translated->system.model;
    Observers observers = observers_;
    if (&program == &*loaded_.program && wants_tree()) observers.add(tree_);
    finished_.outcome = run_search(with_remaining_time(), *translated, observers);
    if (&program == &*loaded_.program && std::holds_alternative<search::Safe>(finished_.outcome.verdict)) keep_certificate(*translated);
    return true;
  }

  // While the terms are there.
  void keep_certificate(Translated& translated) {
    if (!wants_certificate(options_)) return;
    const Certificate certificate = make_certificate(translated.system, options_.search.lateness, finished_.outcome.certificate);
    if (!options_.report.invariant_folder.empty()) export_invariant(options_, translated, certificate);
    finished_.certificate = report::certificate_json(translated.arena, certificate, options_.operand);
    if (options_.search.paranoid) confirm_certificate();
  }

  // What cannot be confirmed is not said.
  void confirm_certificate() {
    for (const std::string_view solver : independent_solvers) {
      Options options = with_remaining_time();
      options.solver.solver = solver;
      const check::CertifyResult result = certify_text(options, finished_.certificate, loaded_).result;
      const std::string with = " (" + std::string(solver) + "): ";
      if (result.kind == check::CertifyResult::Kind::Rejected) throw InternalError("the certificate is rejected" + with + result.reason);
      if (result.kind == check::CertifyResult::Kind::NotConfirmed) {
        finished_.outcome.verdict = search::Unknown{"the certificate could not be checked" + with + result.reason};
        return;
      }
    }
  }

  // A counterexample to an unsafe formula was executed and needs no invariant. Otherwise a violated invariant takes the place of the
  // verdict that assumed it, and one that is not decided leaves nothing to say.
  void check_invariants() {
    if (std::holds_alternative<search::Unsafe>(finished_.outcome.verdict)) return;
    search::Outcome first = std::move(finished_.outcome);
    invariants_unsafe_ = with_invariants_unsafe(*loaded_.program);
    if (!search(invariants_unsafe_)) {
      finished_.outcome = std::move(first);
      return;
    }
    add_statistics(finished_.outcome, first);
    finished_.for_invariants = true;
    search::Verdict& verdict = finished_.outcome.verdict;
    if (std::holds_alternative<search::Safe>(verdict)) {
      finished_.assumed_invariants = 0;
      verdict = first.verdict;
    } else if (const auto* unknown = std::get_if<search::Unknown>(&verdict)) {
      verdict = std::holds_alternative<search::Unknown>(first.verdict) ? first.verdict
                                                                       : search::Unknown{"invariants not proved: " + unknown->reason};
    }
  }

  Clock::time_point start_ = Clock::now();
  const Options& options_;
  const frontend::Loaded& loaded_;
  Console& console_;
  Progress progress_;
  Verbose verbose_;
  Observers observers_;
  TreeRecorder tree_;
  ld::Program invariants_unsafe_;
  Finished finished_;
};

}  // namespace

Exit run_check(const Options& options, const frontend::Loaded& loaded, Console& console) {
  listen_to_signals();
  return CheckRun(options, loaded, console).run();
}

}  // namespace parapet::cli
