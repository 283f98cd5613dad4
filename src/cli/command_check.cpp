// `parapet check`: is the model safe? With `--model all`: under each memory model?
#include <chrono>
#include <filesystem>
#include <functional>
#include <iomanip>
#include <string_view>
#include <vector>

#include "base/contract.h"
#include "base/narrow.h"
#include "cli/check_report.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/tree_recorder.h"
#include "lint/lint.h"
#include "report/page.h"
#include "search/observers.h"
#include "verify/cross_checks.h"
#include "verify/engines.h"

namespace parapet::cli {
// `parapet check`: is the model safe?

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

// Whether the model has no unsafe formula, and that is not said to be intended; prints the error.
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

// The pipeline. What contradicts itself is saved or printed before it is thrown; `first` is done before anything is printed.
verify::Outcome verified(const frontend::Loaded& loaded, const verify::Options& how, const verify::Hooks& hooks, Console& console,
                         const std::function<void()>& first) {
  try {
    verify::Outcome outcome = verify::verify(*loaded.program, how, hooks);
    first();
    console.keep(std::move(outcome.remains));
    return outcome;
  } catch (const verify::Disagreement& disagreement) {
    first();
    throw InternalError(saved_disagreement(disagreement, *loaded.program, *how.model, loaded.file, "."));
  } catch (const verify::Contradiction& contradiction) {
    first();
    print_contradiction(contradiction, *loaded.program, *how.model, loaded.file, console);
    throw;
  }
}

// `parapet check --model all`: the model under every memory model, from the strongest to the weakest, a line each.
//
// A weaker memory model has every execution of a stronger one (commit every write at once), so UNSAFE under one is UNSAFE under those after
// it. Verdicts in another order are a defect of Parapet. Where the search under a stronger memory model has no answer, SAFE under a weaker
// one answers it too.

struct Line {
  std::string_view model;
  verify::Outcome outcome;
  double seconds = 0;
  std::string conditions;  // of a SAFE: what it rests on, in parentheses
};

bool is_unsafe(const verify::Outcome& outcome) { return kind_of(outcome.verdict) == VerdictKind::Unsafe; }
bool is_safe(const verify::Outcome& outcome) { return kind_of(outcome.verdict) == VerdictKind::Safe; }

// Prints what was not printed under a stronger memory model. A false assumption is said with '-q', too.
void tell(const Options& options, const frontend::Loaded& loaded, const std::vector<Diagnostic>& found, Diagnostics& told,
          Console& console) {
  std::vector<Diagnostic> fresh;
  for (const Diagnostic& each : found) {
    if ((!options.report.quiet || each.name == "false-invariant") && told.add(each)) fresh.push_back(each);
  }
  print_diagnostics(options, fresh, loaded.file, console);
}

Line run(const Options& options, const frontend::Loaded& loaded, const ld::MemoryModel& model, Diagnostics& told, Console& console) {
  const auto start = std::chrono::steady_clock::now();
  const ld::Program& program = *loaded.program;
  verify::Options how = verify_options(options, program);
  how.model = model;
  verify::Hooks hooks;
  std::vector<Diagnostic> warnings;
  hooks.translated = [&](verify::Translation& translation, Engine engine) {
    warnings = lint::find_warnings(translation.system, translation.arena);
    require_options_of_engine(options, engine);
  };
  Line line;
  line.model = model.name;
  line.outcome = verified(loaded, how, hooks, console, [] {});
  if (is_safe(line.outcome)) {
    for (Diagnostic& each : lint::find_vacuous(program, line.outcome.small.explored, warnings)) warnings.push_back(std::move(each));
  }
  if (line.outcome.small.false_assumption) warnings.push_back(false_invariant(program, *line.outcome.small.false_assumption));
  tell(options, loaded, warnings, told, console);
  line.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report::Run described = describe(options, program, line.outcome, line.seconds);
  std::vector<Diagnostic> all = loaded.diagnostics.all();
  all.insert(all.end(), warnings.begin(), warnings.end());
  described.warnings = warnings_of(options, loaded.file, all);
  if (is_safe(line.outcome)) line.conditions = report::conditions_text(described);
  return line;
}

void print(const Line& line, std::uint64_t first_nodes, std::ostream& out) {
  const std::uint64_t nodes = line.outcome.statistics.nodes;
  out << std::left << std::setw(4) << line.model << "  " << std::setw(7) << name(kind_of(line.outcome.verdict)) << "  " << std::right
      << std::setw(6) << nodes << (nodes == 1 ? " node, " : " nodes, ") << std::fixed << std::setprecision(3) << line.seconds << " s";
  if (first_nodes != 0)
    out << std::setprecision(2) << ", " << static_cast<double>(nodes) / static_cast<double>(first_nodes) << " times the nodes";
  out << line.conditions;
  if (const auto* unknown = std::get_if<Unknown>(&line.outcome.verdict)) out << ": " << unknown->reason;
  out << std::defaultfloat << '\n';
}

Exit check_all(const Options& options, const frontend::Loaded& loaded, Console& console) {
  std::string_view unsafe_under;
  std::vector<std::string_view> unanswered;  // the memory models without a verdict
  std::uint64_t first_nodes = 0;
  Diagnostics told;
  for (const ld::MemoryModel& model : ld::memory_models) {
    const Line line = run(options, loaded, model, told, console);
    print(line, first_nodes, console.out);
    if (first_nodes == 0) first_nodes = line.outcome.statistics.nodes;
    if (!unsafe_under.empty() && is_safe(line.outcome))
      throw InternalError("UNSAFE under " + std::string(unsafe_under) + ", but SAFE under " + std::string(model.name) +
                          ", which has every execution of " + std::string(unsafe_under));
    if (is_unsafe(line.outcome) && unsafe_under.empty()) unsafe_under = model.name;
    if (is_safe(line.outcome)) {
      for (const std::string_view stronger : unanswered)
        console.out << std::left << std::setw(4) << stronger << "  SAFE     proved under " << model.name << ", hence under " << stronger
                    << line.conditions << '\n';
      unanswered.clear();
    } else if (!is_unsafe(line.outcome)) {
      unanswered.push_back(model.name);
    }
  }
  if (!unsafe_under.empty()) return Exit::Unsafe;
  return unanswered.empty() ? Exit::Safe : Exit::Unknown;
}

}  // namespace

Exit run_check(const Options& options, const frontend::Loaded& loaded, Console& console) {
  if (has_nothing_to_check(options, loaded, console)) return Exit::BadInput;
  if (options.all_models) return check_all(options, loaded, console);
  const auto start = std::chrono::steady_clock::now();
  const ld::Program& program = *loaded.program;
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
  const verify::Outcome outcome = verified(loaded, how, hooks, console, [&] { watchers.progress.erase(); });
  if (std::holds_alternative<Safe>(outcome.verdict)) warn(lint::find_vacuous(program, outcome.small.explored, warnings));
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
