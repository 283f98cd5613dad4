#include "cli/contradictions.h"

#include "base/contract.h"
#include "base/file_output.h"
#include "check/replay.h"
#include "evidence/certificate_json.h"
#include "evidence/execution.h"
#include "evidence/trace_json.h"
#include "report/run.h"
#include "report/trace_text.h"

namespace parapet::cli {
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
  const std::string name(verify::name(run.engine));
  if (const auto* unsafe = std::get_if<search::Unsafe>(&run.outcome.verdict)) {
    std::filesystem::path path = folder / (name + "-trace.json");
    write_file(path, evidence::trace_json({program, unsafe->trace, run.account, std::string(model.name), "unsafe"}, "model.cub"));
    return path;
  }
  std::filesystem::path path = folder / (name + "-certificate.json");
  write_file(path, translation != nullptr ? evidence::certificate_json(translation->arena, run.certificate, "model.cub") : "");
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
