#include "cli/certify_run.h"

#include <filesystem>

#include "base/file_output.h"
#include "check/obligations.h"
#include "cli/evidence_run.h"
#include "evidence/certificate_json.h"
#include "evidence/heading.h"
#include "frontend/frontend.h"
#include "ld/text.h"
#include "report/invariant_text.h"
#include "report/run.h"
#include "verify/evidence.h"

namespace parapet::cli {
namespace {

// Of all obligations together: instances of many cubes of many processes are more than anybody wants in files.
constexpr std::size_t most_bytes = 100'000'000;

// A machine of another size has no states, and would confirm everything.
void check_machine(const Options& options, const ld::Program& program) {
  const std::uint32_t processes = options.certify.machine;
  const std::size_t named = ld::process_constants(program).size();
  const std::string asked = "'--machine " + std::to_string(processes) + "': ";
  if (processes == 0) return;
  if (processes < named) throw UsageError(asked + "the model names " + report::counted(named, "process", "es") + ", so it has no fewer");
  if (program.number_procs && processes > *program.number_procs)
    throw UsageError(asked + "the model has at most " + report::counted(*program.number_procs, "process", "es") + " (number_procs)");
}

}  // namespace

void export_invariant(const Options& options, verify::Translation& translated, const Certificate& certificate) {
  const std::filesystem::path folder = options.report.invariant_folder;
  make_new_folder(folder);
  const ld::Program& program = *translated.system.program;
  const le::System system =
      le::translate(program, translated.system.model, {.narrow = false, .lateness = certificate.lateness}, translated.arena);
  report::Obligations obligations = report::Obligations::Weak;
  if (check::is_plain(system, translated.arena, certificate)) {
    std::size_t size = 0;
    check::each_obligation(system, translated.arena, certificate, [&](const std::string&, const std::string& text) {
      size += text.size();
      return size <= most_bytes;
    });
    obligations = size <= most_bytes ? report::Obligations::Written : report::Obligations::TooLarge;
  }
  write_file(folder / "invariant.txt", report::invariant_text(translated.arena, certificate, options.operand, obligations));
  if (obligations != report::Obligations::Written) return;
  check::each_obligation(system, translated.arena, certificate, [&](const std::string& name, const std::string& text) {
    write_file(folder / (name + ".smt2"), text);
    return true;
  });
}

namespace {

void certify(const Options& options, std::string_view text, const ld::Program& program, const SourceFile& file, Certified& certified) {
  TermArena arena(program.signature, options.limits.budget);
  Certificate certificate;
  le::MemoryModel model = le::sc;
  try {
    const JsonValue json = read_json(text, options.limits.budget);
    model = accepted_model(options, program, evidence::read_heading(json, evidence::certificate_format));
    certificate = evidence::read_certificate(json, arena);
  } catch (const JsonError& error) {
    throw frontend::InputError(options.evidence + ":" + error.what());
  }
  certified.model = certificate.model;
  certified.engine = certificate.engine;
  check_machine(options, program);
  try {
    certified.result = verify::certify(program, arena, certificate, options.solver);
  } catch (const verify::Rejected& error) {
    const LineColumn place = file.locate(error.range.begin);
    throw frontend::InputError(file.name() + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + error.what());
  }
  if (options.certify.machine == 0 || certified.result.kind != check::CertifyResult::Kind::Confirmed) return;
  check::WalkLimits walk_limits;
  walk_limits.processes = options.certify.machine;
  walk_limits.states = options.certify.states;
  Budget unlimited;
  certified.walk = check::walk(program, model, arena, certificate, walk_limits, options.limits.budget_or(unlimited));
}

}  // namespace

Certified certify_text(const Options& options, std::string_view text, const ld::Program& program, const SourceFile& file) {
  Certified certified;
  certified.model = memory_model(options, program).name;
  try {
    certify(options, text, program, file, certified);
  } catch (const BudgetExhausted& reason) {
    certified.result.kind = check::CertifyResult::Kind::NotConfirmed;
    certified.result.reason = reason.what();
  }
  return certified;
}

}  // namespace parapet::cli
