// `parapet certify`: is this certificate a proof?
#include <memory>
#include <utility>

#include "check/walk.h"
#include "cli/commands.h"
#include "cli/evidence_files.h"
#include "cli/outputs.h"
#include "evidence/certificate_json.h"
#include "evidence/ghost_json.h"
#include "ld/text.h"
#include "le/counts.h"
#include "report/run.h"
#include "verify/cross_checks.h"

namespace parapet::cli {
namespace {

using report::EvidenceAnswer;

// A machine of a size that the model does not have would have no states, and so confirm every certificate.
void require_instance(const Options& options, const ld::Program& program) {
  const std::uint32_t processes = options.certify.machine;
  const std::size_t named = ld::process_constants(program).size();
  const std::string asked = "'--machine " + std::to_string(processes) + "': ";
  if (processes == 0) return;
  if (processes < named)
    throw UsageError(asked + "the model names " + report::counted(named, "process", "es") + ", so it has at least as many");
  if (program.number_procs && processes > *program.number_procs)
    throw UsageError(asked + "the model has at most " + report::counted(*program.number_procs, "process", "es") + " (number_procs)");
}

// The obligations of the certificate, by a solver. Returns whether they can be written as a proof, met or not.
bool prove(const Options& options, const frontend::Loaded& loaded, TermArena& arena, const Certificate& certificate,
           report::CertifyReport& report) {
  using Kind = check::CertifyResult::Kind;
  try {
    const check::CertifyResult result = verify::certify(*loaded.program, arena, certificate, options.verify.solver);
    if (result.kind == Kind::Rejected) report.answer = EvidenceAnswer::Rejected;
    if (result.kind == Kind::NotConfirmed) report.answer = EvidenceAnswer::NotConfirmed;
    report.reason = result.reason;
    report.cubes = result.cubes;
    report.obligations = result.obligations;
    report.queries = result.queries;
    return result.has_meaning;
  } catch (const verify::Rejected& error) {
    throw frontend::InputError(loaded.file.name(), {loaded.file.locate(error.range.begin), error.range.begin}, error.what());
  }
}

// `--machine`: executions with a fixed number of processes against the cubes.
void walk(const Options& options, const ld::Program& program, const ld::MemoryModel& model, TermArena& arena,
          const Certificate& certificate, report::CertifyReport& report) {
  Budget unlimited;
  const check::WalkResult result = check::walk(program, model, arena, certificate, {options.certify.machine, options.certify.states},
                                               options.limits.budget_or(unlimited));
  report.walk = {options.certify.machine, result.initial, result.states, result.drained, result.exhaustive};
  if (result.defect.empty()) return;
  report.answer = EvidenceAnswer::Rejected;
  report.reason = result.defect;
}

}  // namespace

Exit run_certify(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const ld::Program& program = *loaded.program;
  report::CertifyReport report;
  OutputFailures failures;
  begin_report(options, memory_model(options, program).name, report);
  report.assumptions = report::assumptions_of(program.invariants.size(), program.number_procs);
  try {
    Signature signature;
    std::unique_ptr<TermArena> own_arena;
    Certificate certificate;
    ld::Program certified;  // the program, with the ghosts of the certificate
    const ld::MemoryModel model = read_evidence(options, program, evidence::certificate_format, [&](const JsonValue& json) {
      std::vector<ld::Ghost> ghosts = evidence::read_ghosts(json, program);
      certified = ld::with_ghosts(program, ghosts);
      const auto counted = evidence::read_count_cells(json, certified.signature);
      // Counts that neither the model nor the certificate has would only be in the way.
      if (counted) {
        signature = le::with_counts(certified, *counted);
      } else {
        signature = ld::counts_processes(certified) ? le::with_counts(certified) : certified.signature;
      }
      own_arena = std::make_unique<TermArena>(signature, options.limits.budget);
      certificate = evidence::read_certificate(json, *own_arena, std::move(ghosts));
    });
    TermArena& arena = *own_arena;
    report.engine = certificate.engine;
    if (report.model != model.name) report.hence = std::exchange(report.model, std::string(model.name));
    require_instance(options, program);
    const bool has_meaning = prove(options, loaded, arena, certificate, report);
    if (has_meaning && !options.certify.proof_folder.empty())
      failures.attempt([&] { report.proof = export_proof(options, program, arena, certificate); });
    if (options.certify.machine != 0 && report.answer == EvidenceAnswer::Confirmed)
      walk(options, certified, model, arena, certificate, report);
  } catch (const BudgetExhausted& exhausted) {
    report.answer = EvidenceAnswer::NotConfirmed;
    report.reason = exhausted.what();
  }
  print_report(options, report, console);
  failures.raise();
  return exit_of(report.answer);
}

}  // namespace parapet::cli
