// `parapet check`: is the model safe?
#include <chrono>
#include <filesystem>

#include "base/contract.h"
#include "base/narrow.h"
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

// The observers of the search for the unsafe formulas and, with `--check-invariants`, of the proof of the invariants. Only the former is
// recorded as a tree.
struct Watchers {
  Watchers(const ReportOptions& report, std::ostream& err)
      : progress(err, report),
        verbose(err, report.verbosity),
        tree(report.tree_file.empty() && !report.show_spurious ? report::most_tree_nodes : SIZE_MAX,
             {!report.html_file.empty() || report.show_spurious || report.tree_detail >= report::TreeDetail::Cubes,
              !report.html_file.empty() || report.tree_detail == report::TreeDetail::All}) {
    for (search::Observers* const each : {&of_unsafe, &of_invariants}) {
      each->add(progress);
      if (report.verbosity > 0) each->add(verbose);
    }
    if (!report.tree_file.empty() || !report.html_file.empty() || report.show_spurious) of_unsafe.add(tree);
  }

  Progress progress;
  Verbose verbose;
  TreeRecorder tree;
  search::Observers of_unsafe, of_invariants;
};

// The folder of `--dump-smt` as the page of `--html` sees it; empty if there is none, or the page goes to standard output.
std::string link_to_queries(const ReportOptions& report) {
  namespace fs = std::filesystem;
  if (smt::is_query_file(report.query_folder) || report.html_file == "-") return "";
  return fs::absolute(report.query_folder)
      .lexically_normal()
      .lexically_relative(fs::absolute(report.html_file).lexically_normal().parent_path());
}

}  // namespace

bool has_nothing_to_check(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const ld::Program& program = *loaded.program;
  if (!program.unsafes.empty() || options.no_unsafe || (options.verify.check_invariants && !program.invariants.empty())) return false;
  // After the last declaration, where the formula is missing.
  const auto end = narrow<std::uint32_t>(loaded.file.text().find_last_not_of(" \t\r\n") + 1);
  Diagnostics diagnostics;
  diagnostics.error({end, end}, "the model has no unsafe formula: there is nothing to check",
                    "add unsafe (p q) { ... }, or give '--no-unsafe' if that is intended");
  console.tell(diagnostics, loaded.file);
  return true;
}

Exit run_check(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const auto start = std::chrono::steady_clock::now();
  const ld::Program& program = *loaded.program;
  if (has_nothing_to_check(options, loaded, console)) return Exit::BadInput;
  const verify::Options how = verify_options(options, program);
  Watchers watchers(options.report, console.err);
  std::vector<report::QueryRow> queries;
  if (options.verify.solver.dump != nullptr && !options.report.html_file.empty()) {
    options.verify.solver.dump->on_decision([&](const smt::DumpFolder::Row& row) {
      watchers.tree.decided(row);
      queries.push_back(
          {row.file, std::string(name(row.purpose)), row.node, row.step, std::string(status(row.answer)), row.by, row.engine});
    });
    watchers.tree.set_query_folder(link_to_queries(options.report));
  }
  verify::Hooks hooks{&watchers.of_unsafe, &watchers.of_invariants, {}};
  std::vector<Diagnostic> warnings = loaded.diagnostics.all();
  const auto warn = [&](const std::vector<Diagnostic>& found) {
    if (!options.report.quiet || console.collects()) print_diagnostics(options, found, loaded.file, console);
    warnings.insert(warnings.end(), found.begin(), found.end());
  };
  hooks.translated = [&](verify::Translation& translation, Engine engine) {
    warn(lint::find_warnings(translation.system, translation.arena));
    require_options_of_engine(options, engine);
  };
  verify::Outcome outcome;
  try {
    outcome = verify::verify(program, how, hooks);
  } catch (const verify::Disagreement& disagreement) {
    watchers.progress.erase();
    throw InternalError(saved_disagreement(disagreement, program, *how.model, loaded.file, "."));
  } catch (const verify::Contradiction& contradiction) {
    watchers.progress.erase();
    print_contradiction(contradiction, program, *how.model, loaded.file, console);
    throw;
  }
  watchers.progress.erase();
  console.keep(std::move(outcome.remains));
  if (std::holds_alternative<verify::Safe>(outcome.verdict)) warn(lint::find_vacuous(program, outcome.small.explored, warnings));
  if (const auto& violation = outcome.small.false_assumption) {
    warnings.push_back(false_invariant(program, *violation));
    if (!is_silenced(options, warnings.back())) {  // with '-q', too: the verdict says as much
      print_diagnostics(options, {warnings.back()}, loaded.file, console);
      if (!console.collects()) print_violation(program, *how.model, *violation, loaded.file, console.err);
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report_check(options, {loaded.file, program, outcome, watchers.tree.tree(), queries, seconds, warnings}, console);
}

}  // namespace parapet::cli
