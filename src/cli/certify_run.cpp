#include "cli/certify_run.h"

#include <filesystem>
#include <system_error>

#include "base/file_output.h"
#include "check/obligations.h"
#include "cli/signals.h"
#include "le/formula.h"
#include "report/certificate_json.h"
#include "report/invariant_text.h"

namespace parapet::cli {
namespace {

// Of all obligations together: instances of many cubes of many processes are more than anybody wants in files.
constexpr std::size_t most_bytes = 100'000'000;

}  // namespace

void export_invariant(const Options& options, Translated& translated, const Certificate& certificate) {
  const std::filesystem::path folder = options.report.invariant_folder;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!std::filesystem::is_directory(folder)) throw OutputError("cannot create the folder " + folder.string());
  // What another run left there would be taken for a part of this proof.
  if (!std::filesystem::is_empty(folder, failed) || failed)
    throw OutputError(folder.string() + " is not empty: name a new folder for the invariant");
  const ld::Program& program = *translated.system.program;
  const le::System system =
      le::translate(program, translated.system.model, {.narrow = false, .lateness = certificate.lateness}, translated.arena);
  report::Obligations obligations = report::Obligations::Weak;
  if (check::is_plain(system, translated.arena, certificate)) {
    std::size_t size = 0;
    check::each_obligation(system, translated.arena, certificate, [&](const std::string&, const std::string& text) {
      size += text.size();
      return size <= most_bytes && stop_request() == 0;
    });
    obligations = size <= most_bytes ? report::Obligations::Written : report::Obligations::TooLarge;
  }
  write_file(folder / "invariant.txt", report::invariant_text(translated.arena, certificate, options.operand, obligations));
  if (obligations != report::Obligations::Written) return;
  check::each_obligation(system, translated.arena, certificate, [&](const std::string& name, const std::string& text) {
    write_file(folder / (name + ".smt2"), text);
    return stop_request() == 0;
  });
}

Certified certify_text(const Options& options, std::string_view text, const frontend::Loaded& loaded) {
  const ld::Program& program = *loaded.program;
  TermArena arena(program.signature);
  Certificate certificate;
  try {
    certificate = report::read_certificate(read_json(text), arena);
  } catch (const JsonError& error) {
    // A certificate that speaks of what the model has not is one of another model; whether it is well formed is not known then.
    throw frontend::InputError(options.evidence + ":" + error.what());
  }
  const le::MemoryModel model = certificate.model == le::tso.name ? le::tso : le::sc;
  le::System system;
  try {
    system = le::translate(program, model, {.narrow = false, .lateness = certificate.lateness}, arena);
  } catch (const le::TooLarge& error) {
    throw frontend::InputError(loaded.file.name() + ": " + error.what());
  }
  smt::SolverStatistics statistics;
  // A query may not take longer than everything together.
  smt::SolverOptions solver_options = options.solver;
  if (solver_options.query_limit.count() == 0) solver_options.query_limit = options.limits.time;
  const auto solver = smt::make_solver(arena, solver_options, statistics);
  check::CertifyLimits limits;
  limits.time = options.limits.time;
  limits.interrupted = &stop_request();
  Certified certified{check::certify(system, arena, certificate, *solver, limits), std::nullopt};
  Budget budget(Budget::Limits{options.limits.time, 0, 0, &stop_request()});
  if (options.certify.machine == 0 || certified.result.kind != check::CertifyResult::Kind::Confirmed) return certified;
  check::WalkLimits walk_limits;
  walk_limits.processes = options.certify.machine;
  walk_limits.states = options.certify.states;
  certified.walk = check::walk(program, model, arena, certificate, walk_limits, budget);
  return certified;
}

}  // namespace parapet::cli
