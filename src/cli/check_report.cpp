#include "cli/check_report.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>

#include "base/contract.h"
#include "base/file_output.h"
#include "base/narrow.h"
#include "check/replay.h"
#include "check/why.h"
#include "cli/commands.h"
#include "cli/evidence_files.h"
#include "cli/outputs.h"
#include "coverage/small_instances.h"
#include "evidence/certificate_json.h"
#include "evidence/execution.h"
#include "evidence/trace_json.h"
#include "frontend/frontend.h"
#include "infer/vanishing.h"
#include "ld/atomicity.h"
#include "report/execution_report.h"
#include "report/page.h"
#include "report/run.h"
#include "report/search_tree.h"
#include "smt/wrappers/dump.h"

namespace parapet::cli {
namespace {

// False: there is none among small instances, or a limit ended the exploration.
bool print_vanishing(const Options& options, const ld::Program& program, std::ostream& out) {
  if (!search::has_universal_guard(program)) return false;
  Budget unlimited;
  Budget& budget = options.limits.budget_or(unlimited);
  const ld::Program vanishing = search::with_vanishing(program).program;
  constexpr coverage::SmallInstanceLimits limits{4, 100'000, true, false};
  try {
    std::optional<Trace> trace = coverage::explore_small_instances(vanishing, ld::sc, limits, budget).unsafe;
    if (!trace) return false;
    const check::ReplayResult replayed = check::replay(vanishing, ld::sc, *trace, budget);
    if (!replayed.ok()) return false;
    trace->unsafe = Trace::no_formula;  // of the model it is no counterexample
    out << "The model has no such execution: in it processes vanish (`vanish`). A process that has vanished fires nothing and no\n"
           "universal guard asks it. The search, which asks only the processes of a cube, cannot exclude such executions.\n\n";
    report::print_trace(out, {vanishing, *trace, replayed.account, ld::sc.name, "unsafe", options.operand});
    return true;
  } catch (const BudgetExhausted&) {
    return false;
  }
}

}  // namespace

void print_spurious(const Options& options, const ld::Program& program, const report::SearchTree& tree, std::ostream& out) {
  const auto found = std::ranges::find(tree.nodes, report::TreeNode::State::Spurious, &report::TreeNode::state);
  if (found != tree.nodes.end()) {
    print_node(out, tree, *found);
  } else if (!print_vanishing(options, program, out)) {
    out << "no path to an initial state was found, executable or not\n";
    return;
  }
  out << '\n';
}

namespace {

// The counterexample, and the program that it is one of: an execution that violates an invariant is reported for the program whose unsafe
// formulas are the negated invariants.
struct Counterexample {
  Counterexample(const Finished& finished, const Unsafe& unsafe)
      : program(unsafe.invariant ? verify::with_invariants_unsafe(finished.program) : finished.program),
        execution{program,
                  unsafe.trace,
                  unsafe.account,
                  finished.outcome.model.name,
                  unsafe.invariant ? "invariant" : "unsafe",
                  finished.file.name()} {}
  Counterexample(const Counterexample&) = delete;
  Counterexample& operator=(const Counterexample&) = delete;
  ~Counterexample() = default;

  ld::Program program;
  evidence::Execution execution;
};

Exit exit_of(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::Safe:
      return Exit::Safe;
    case VerdictKind::Unsafe:
      return Exit::Unsafe;
    case VerdictKind::Unknown:
      break;
  }
  return Exit::Unknown;
}

// The answer as one document, JSON or SARIF.
void print_document(const Options& options, const report::Run& run, const evidence::Execution* execution, Console& console) {
  if (options.report.format == Format::Json) return console.answer(report::check_json(run, execution));
  console.answer(report::sarif({run.version, run.file, &run, execution, run.messages, number_of<int>(exit_of(run.answer))}));
}

void print_result(const Options& options, const Finished& finished, const report::Run& run, const evidence::Execution* execution,
                  Console& console) {
  if (options.report.format != Format::Text) return print_document(options, run, execution, console);
  std::ostream& out = text_stream(options, console);
  if (options.report.show_invariant) report::print_invariants(out, run);
  if (!options.report.quiet) {
    if (execution != nullptr) {
      report::print_trace(out, *execution);
      if (run.why) report::print_why(out, *execution, *run.why);
      out << '\n';
    }
    if (options.report.show_spurious && run.answer == VerdictKind::Unknown) print_spurious(options, finished.program, finished.tree, out);
    report::print_summary(out, run);
  }
  report::print_verdict(out, run, console.colour_out);
}

// The atomic steps of the model, also those that its author accepted.
std::vector<report::PageNote> notes_of(const ld::Program& program) {
  std::vector<report::PageNote> notes;
  for (const ld::Transition& transition : program.transitions) {
    if (const auto found = ld::atomicity(program, transition))
      notes.push_back({transition.line, std::string(name(found->kind)), "`" + transition.name + "` " + found->accesses + " in one step",
                       transition.accepted_atomic});
  }
  return notes;
}

// What the small instances do, for the page; nothing if a limit ends the exploration.
std::optional<coverage::SmallInstances> small_instances(const Options& options, const Finished& finished) {
  Budget unlimited;
  coverage::SmallInstanceLimits limits;
  limits.stop_at_unsafe = false;
  limits.executions = true;
  try {
    return coverage::explore_small_instances(finished.program, finished.outcome.model, limits, options.limits.budget_or(unlimited));
  } catch (const BudgetExhausted&) {
    return std::nullopt;
  }
}

void write_page(const Options& options, const Finished& finished, const report::Run& run, const evidence::Execution* execution,
                Console& console) {
  std::optional<ExecutionGraph> graph;
  if (execution != nullptr) graph = confirmed_graph(options, *execution, console);
  report::PageContent content{run, finished.file.text(), {}, execution, graph ? &*graph : nullptr, finished.tree};
  for (const frontend::Mark& mark : frontend::highlight(finished.file)) content.marks.push_back({mark.range, mark.kind});
  content.notes = notes_of(finished.program.as_written());
  const std::optional<coverage::SmallInstances> small = small_instances(options, finished);
  std::optional<report::CoverageReport> coverage;
  if (small) coverage.emplace(report::CoverageReport{run.version, run.file, run.model, finished.program, *small});
  content.coverage = coverage ? &*coverage : nullptr;
  write_result(console, options.report.html_file, report::run_page(content));
}

// `execution` is null without a counterexample. Returns what could not be written.
OutputFailures write_files(const Options& options, const Finished& finished, const report::Run& run, const evidence::Execution* execution,
                           Console& console) {
  const ReportOptions& report = options.report;
  const verify::Outcome& outcome = finished.outcome;
  const Safe* const safe = verify::safe_evidence(outcome);
  OutputFailures failures;
  const auto write = [&](const std::string& path, bool available, const std::function<void()>& action) {
    if (available && !path.empty()) failures.attempt(action);
  };
  const auto write_text = [&](const std::string& path, bool available, const std::function<std::string()>& content) {
    write(path, available, [&] { write_result(console, path, content()); });
  };
  const bool unsafe = execution != nullptr;
  const std::string verdict(name(run.answer));
  const auto missing = [&](std::string_view option, const std::string& path, const std::string& what) {
    failures.attempt([&] { tell_missing(console, {option, path, verdict + " has no " + what}); });
  };
  if (!unsafe) {
    missing("trace", report.trace_file, "counterexample");
    missing("graph", report.graph_file, "counterexample");
  }
  const bool certified = safe != nullptr && safe->certificate.why_unchecked().empty();
  if (safe != nullptr && !certified)
    missing("certificate", report.certificate_file, "certificate here: " + std::string(safe->certificate.why_unchecked()));
  if (safe == nullptr) {
    missing("certificate", report.certificate_file, "certificate");
    missing("export-invariant", report.invariant_folder, "invariant");
  }
  write_text(report.trace_file, unsafe, [&] { return evidence::trace_json(*execution, run.file); });
  write(report.graph_file, unsafe, [&] { write_graph(options, *execution, console); });
  write_text(report.certificate_file, certified,
             [&] { return evidence::certificate_json(outcome.translation->arena, safe->certificate, run.file); });
  write(report.invariant_folder, safe != nullptr, [&] { export_invariant(options, *outcome.translation, safe->certificate); });
  write_text(report.tree_file, true, [&] { return report::tree_dot(finished.tree, report.tree_detail); });
  write(report.html_file, true, [&] { write_page(options, finished, run, execution, console); });
  if (!finished.queries.empty() && !smt::is_query_file(report.query_folder)) {
    write_text(std::filesystem::path(report.query_folder) / "index.html", true,
               [&] { return report::query_index_page(run.file, finished.queries); });
  }
  write_text(report.statistics_file, true, [&] { return report::statistics_json(run); });
  return failures;
}

// Nothing if there is no explanation, or no time for one.
std::optional<report::Explanation> explanation_of(const Options& options, const evidence::Execution& execution,
                                                  const ld::MemoryModel& model) {
  Budget unlimited;
  try {
    const check::Why why =
        check::explain(execution.program, execution.trace, execution.account, model, options.limits.budget_or(unlimited));
    if (why.kind == check::Why::Kind::Unexplained || !model.delays_writes()) return std::nullopt;
    report::Explanation result{why.kind == check::Why::Kind::AlsoUnderSc, {}};
    for (const check::Overtaken& each : why.overtaken)
      result.overtaken.push_back({each.write, each.execution, each.writes, each.reads, each.overtaking, each.happened});
    return result;
  } catch (const BudgetExhausted&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<report::Warning> warnings_of(const Options& options, const SourceFile& file, const std::vector<Diagnostic>& messages) {
  std::vector<report::Warning> result;
  for (const Diagnostic& each : messages) {
    if (each.severity != Severity::Warning || is_silenced(options, each)) continue;
    const LineColumn place = file.locate(each.range.begin);
    result.push_back({each.name, place.line, place.column, each.message, each.hint});
  }
  return result;
}

Exit report_check(const Options& options, const Finished& finished, Console& console) {
  const verify::Outcome& outcome = finished.outcome;
  std::optional<Counterexample> counterexample;
  if (const Unsafe* unsafe = verify::unsafe_evidence(outcome)) counterexample.emplace(finished, *unsafe);
  const evidence::Execution* const execution = counterexample ? &counterexample->execution : nullptr;
  for (const std::string& warning : outcome.infer.warnings) console.tell(Severity::Warning, warning);
  report::Run run = describe(options, finished.program, outcome, finished.wall_seconds);
  run.warnings = warnings_of(options, finished.file, finished.warnings);
  if (execution != nullptr) run.why = explanation_of(options, *execution, outcome.model);
  if (options.report.statistics) report::print_statistics(console.err, run);
  const OutputFailures failures = write_files(options, finished, run, execution, console);
  run.messages = console.messages;
  print_result(options, finished, run, execution, console);
  console.out.flush();
  failures.raise();
  return exit_of(run.answer);
}

Exit report_unread(const Options& options, const std::string& reason, Console& console) {
  report::Run run = describe_unread(options, reason);
  run.messages = console.messages;
  if (!options.report.statistics_file.empty()) write_result(console, options.report.statistics_file, report::statistics_json(run));
  if (options.report.format == Format::Text) {
    report::print_verdict(text_stream(options, console), run, console.colour_out);
  } else {
    print_document(options, run, nullptr, console);
  }
  return Exit::Unknown;
}

namespace {

std::filesystem::path new_folder(const std::filesystem::path& below) {
  for (unsigned k = 1;; ++k) {
    std::filesystem::path folder = below / ("parapet-difference" + (k == 1 ? "" : "-" + std::to_string(k)));
    std::error_code error;
    if (std::filesystem::create_directory(folder, error)) return folder;
    if (error) throw OutputError("cannot create the folder " + folder.string() + ": " + error.message());
  }
}

// The file with a run's evidence.
std::filesystem::path save(const verify::EngineRun& run, const verify::Translation* translation, const ld::Program& program,
                           const ld::MemoryModel& model, const std::filesystem::path& folder) {
  const std::string engine(name(run.engine));
  if (const auto* unsafe = std::get_if<Unsafe>(&run.outcome.verdict)) {
    std::filesystem::path path = folder / (engine + "-trace.json");
    write_file(path, evidence::trace_json({program, unsafe->trace, unsafe->account, std::string(model.name), "unsafe"}, "model.cub"));
    return path;
  }
  std::filesystem::path path = folder / (engine + "-certificate.json");
  const Certificate& certificate = std::get<Safe>(run.outcome.verdict).certificate;
  const bool available = translation != nullptr && certificate.why_unchecked().empty();
  write_file(path, available ? evidence::certificate_json(translation->arena, certificate, "model.cub") : "");
  return path;
}

std::string where(const Trace& trace) {
  return "an execution with " + report::counted(trace.processes, "process", "es") + " and " + report::counted(trace.steps.size(), "step");
}

void print(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace, std::string_view target, const SourceFile& file,
           std::ostream& out) {
  const check::ReplayResult replayed = check::replay(program, model, trace);
  PARAPET_CHECK(replayed.ok(), "an execution of a small instance can be replayed");
  report::print_trace(out, {program, trace, replayed.account, std::string(model.name), target, file.name()});
}

}  // namespace

std::string saved_disagreement(const verify::Disagreement& disagreement, const ld::Program& program, const ld::MemoryModel& model,
                               const SourceFile& file, const std::filesystem::path& folder) {
  const std::string what = std::string(disagreement.what()) + "; ";
  try {
    const std::filesystem::path saved = new_folder(folder);
    write_file(saved / "model.cub", file.text());
    const auto save_one = [&](const verify::EngineRun& run) {
      return save(run, disagreement.translation(), program, model, saved).string();
    };
    return what + "the model is saved in " + (saved / "model.cub").string() + ", their evidence in " + save_one(disagreement.first()) +
           " and " + save_one(disagreement.second());
  } catch (const OutputError& error) {
    return what + "their evidence could not be saved: " + error.what();
  }
}

void print_contradiction(const verify::Contradiction& contradiction, const ld::Program& program, const ld::MemoryModel& model,
                         const SourceFile& file, Console& console) {
  console.err << "parapet: the search says SAFE, but " << where(contradiction.trace) << " reaches an unsafe state:\n\n";
  print(program, model, contradiction.trace, "unsafe", file, console.err);
}

Diagnostic false_invariant(const ld::Program& program, const Trace& trace) {
  const ld::Invariant& invariant = program.invariants[trace.unsafe];
  return {Severity::Warning, invariant.range,
          "this trusted invariant does not hold: " + where(trace) + " violates it, so the verdict rests on a false assumption",
          "'--check-invariants' proves invariants instead of trusting them", "false-invariant"};
}

void print_violation(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace, const SourceFile& file,
                     std::ostream& out) {
  print(verify::with_invariants_unsafe(program), model, trace, "invariant", file, out);
}

}  // namespace parapet::cli
