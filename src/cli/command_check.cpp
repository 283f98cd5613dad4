// `parapet check`: translate, search, confirm, report.
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/contract.h"
#include "cli/both_engines.h"
#include "cli/certify_run.h"
#include "cli/check_report.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/search_run.h"
#include "cli/second_opinion.h"
#include "cli/signals.h"
#include "cli/tree_recorder.h"
#include "cli/verbose.h"
#include "lint/lint.h"
#include "report/certificate_json.h"
#include "report/page.h"

namespace parapet::cli {
namespace {

class CheckRun {
 public:
  CheckRun(const Options& options, const frontend::Loaded& loaded, Console& console)
      : options_(options),
        loaded_(loaded),
        console_(console),
        budget_(Budget::Limits{options.limits.time, options.limits.memory_megabytes << 20U, 0, &stop_request()}),
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
    if (std::holds_alternative<search::Safe>(finished_.outcome.verdict)) ask_second_opinion();
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
    const Engine engine = chosen_engine(options_, *translated);
    if (!accept(options_, engine, *translated, loaded_.file, console_)) return false;
    if (engine == Engine::Ghb && !options_.report.invariant_folder.empty())
      throw UsageError(
          "an invariant is of states, and the cubes of the event engine (ghb) are not: '--export-invariant' is for the timeline engine; "
          "'--certificate' writes the proof of either");
    finished_.program = &program;
    finished_.model = translated->system.model;
    finished_.engine = engine_name(engine);
    Observers observers = observers_;
    if (&program == &*loaded_.program && wants_tree()) observers.add(tree_);
    if (engine == Engine::Both) {
      BothEngines both = run_both(with_remaining_time(), *translated, loaded_.file, observers);
      finished_.outcome = std::move(both.outcome);
      note(finished_.cross_checks, std::move(both.check));
    } else {
      finished_.outcome = run_search(with_remaining_time(), engine, *translated, observers);
    }
    if (options_.solver.cross_check) note(finished_.cross_checks, cross_check_of(finished_.outcome.solver));
    if (std::holds_alternative<search::Safe>(finished_.outcome.verdict)) keep_certificate(*translated, program);
    return true;
  }

  // A limit that is reached here is reached before the verdict can be reported.
  void ask_second_opinion() {
    try {
      ask_small_instances(options_, finished_, console_, budget_);
    } catch (const BudgetExhausted& exhausted) {
      finished_.outcome.verdict = search::Unknown{std::string(exhausted.what()) + " while small instances were explored"};
    }
  }

  // While the terms are there. What is written is about the unsafe formulas; what is confirmed, also about invariants that are proved.
  void keep_certificate(Translated& translated, const ld::Program& program) {
    if (!wants_certificate(options_)) return;
    const Certificate certificate =
        make_certificate(translated.system, finished_.outcome.engine, options_.search.lateness, finished_.outcome.certificate);
    std::string text = report::certificate_json(translated.arena, certificate, options_.operand);
    if (options_.search.paranoid) note(finished_.cross_checks, cross_check_of(text, program));
    if (&program != &*loaded_.program) return;
    if (!options_.report.invariant_folder.empty()) finished_.failures.attempt([&] { export_invariant(options_, translated, certificate); });
    finished_.certificate = std::move(text);
  }

  // `--paranoid`: a certificate, by each of the independent solvers. Throws InternalError if it is rejected.
  [[nodiscard]] report::CrossCheck cross_check_of(const std::string& certificate, const ld::Program& program) const {
    report::CrossCheck check{std::string(paranoid_name), true, ""};
    for (const std::string_view solver : independent_solvers) {
      Options options = with_remaining_time();
      options.solver.solver = solver;
      const std::string with = "the certificate (" + std::string(solver) + "): ";
      try {
        const check::CertifyResult result = certify_text(options, certificate, program, loaded_.file).result;
        if (result.kind == check::CertifyResult::Kind::Rejected) throw InternalError("rejected: " + with + result.reason);
        if (result.kind == check::CertifyResult::Kind::NotConfirmed) check = {check.name, false, with + result.reason};
      } catch (const smt::SolverError& error) {
        check = {check.name, false, with + error.what()};
      } catch (const BudgetExhausted& exhausted) {
        check = {check.name, false, with + exhausted.what()};
      }
      if (!check.completed) break;
    }
    return check;
  }

  // `--cross-check`: every answer of a solver that the verdict may rest on.
  [[nodiscard]] static report::CrossCheck cross_check_of(const smt::SolverStatistics& statistics) {
    report::CrossCheck check{"--cross-check", statistics.unconfirmed == 0, ""};
    if (!check.completed)
      check.reason = report::counted(statistics.unconfirmed, "answer") +
                     " not confirmed by a second solver, the first one: " + statistics.first_unconfirmed;
    return check;
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
  Budget budget_;
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
