#include "cli/both_engines.h"

#include <algorithm>

#include "base/contract.h"
#include "base/file_output.h"
#include "check/replay.h"
#include "cli/certify_run.h"
#include "report/certificate_json.h"
#include "report/trace_json.h"

namespace parapet::cli {
namespace {

bool is_safe(const EngineRun& run) { return std::holds_alternative<search::Safe>(run.outcome.verdict); }
bool is_unsafe(const EngineRun& run) { return std::holds_alternative<search::Unsafe>(run.outcome.verdict); }
bool decides(const EngineRun& run) { return is_safe(run) || is_unsafe(run); }

std::filesystem::path new_folder(const std::filesystem::path& below) {
  for (unsigned k = 1;; ++k) {
    std::filesystem::path folder = below / ("parapet-difference" + (k == 1 ? "" : "-" + std::to_string(k)));
    std::error_code error;
    if (std::filesystem::create_directory(folder, error)) return folder;
    if (error) throw OutputError("cannot create the folder " + folder.string() + ": " + error.message());
  }
}

std::string trace_text(const search::Unsafe& unsafe, const le::System& system, const std::string& file) {
  const check::ReplayResult replayed = check::replay(*system.program, system.model, unsafe.trace);
  return report::trace_json({*system.program, unsafe.trace, replayed.account, std::string(system.model.name), "unsafe"}, file);
}

// The file with a run's evidence.
std::filesystem::path save(const EngineRun& run, const le::System& system, const std::filesystem::path& folder) {
  const std::string name(engine_name(run.engine));
  if (const auto* unsafe = std::get_if<search::Unsafe>(&run.outcome.verdict)) {
    std::filesystem::path path = folder / (name + "-trace.json");
    write_file(path, trace_text(*unsafe, system, "model.cub"));
    return path;
  }
  std::filesystem::path path = folder / (name + "-certificate.json");
  write_file(path, run.proof);
  return path;
}

EngineRun run_one(const Options& options, Engine engine, Translated& translated, search::SearchObserver& observer) {
  EngineRun run;
  run.engine = engine;
  run.outcome = run_search(options, engine, translated, observer);
  if (!is_safe(run)) return run;
  run.proof = report::certificate_json(
      translated.arena, make_certificate(translated.system, run.outcome.engine, options.search.lateness, run.outcome.certificate),
      options.operand);
  return run;
}

}  // namespace

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
  total.solver += other.solver;
}

void compare_engines(const EngineRun& first, const EngineRun& second, const le::System& system, const SourceFile& file,
                     const std::filesystem::path& folder) {
  if (!decides(first) || !decides(second) || is_safe(first) == is_safe(second)) return;
  const auto said = [](const EngineRun& run) {
    return std::string(engine_name(run.engine)) + " says " + (is_safe(run) ? "SAFE" : "UNSAFE");
  };
  std::string evidence;
  try {
    const std::filesystem::path saved = new_folder(folder);
    write_file(saved / "model.cub", file.text());
    evidence = "the model is in " + (saved / "model.cub").string() + ", what they rest on in " + save(first, system, saved).string() +
               " and " + save(second, system, saved).string();
  } catch (const OutputError& error) {
    evidence = std::string("what they rest on was not saved: ") + error.what();
  }
  throw InternalError("the engines disagree: " + said(first) + ", " + said(second) + "; " + evidence);
}

report::CrossCheck cross_check_of(const EngineRun& first, const EngineRun& second) {
  report::CrossCheck check{"--engine both", true, ""};
  for (const EngineRun* const run : {&first, &second}) {
    const auto* const unknown = std::get_if<search::Unknown>(&run->outcome.verdict);
    if (unknown == nullptr) continue;
    check.completed = false;
    check.reason += (check.reason.empty() ? "engine " : "; engine ") + std::string(engine_name(run->engine)) + ": " + unknown->reason;
  }
  return check;
}

BothEngines run_both(const Options& options, Translated& translated, const SourceFile& file, search::SearchObserver& observer) {
  EngineRun timeline = run_one(options, Engine::Timeline, translated, observer);
  EngineRun events = run_one(options, Engine::Ghb, translated, observer);
  compare_engines(timeline, events, translated.system, file, ".");
  // Where an invariant is asked for, SAFE is the timeline's alone to say: its cubes are sets of states.
  const bool no_invariant = is_safe(events) && !options.report.invariant_folder.empty();
  const bool by_timeline = decides(timeline) || !decides(events) || no_invariant;
  search::Outcome& told = by_timeline ? timeline.outcome : events.outcome;
  report::CrossCheck check = cross_check_of(timeline, events);
  add_statistics(told, by_timeline ? events.outcome : timeline.outcome);
  return {std::move(told), std::move(check)};
}

}  // namespace parapet::cli
