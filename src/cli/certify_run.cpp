#include "cli/certify_run.h"

#include "cli/signals.h"
#include "le/formula.h"
#include "report/certificate_json.h"

namespace parapet::cli {

std::string certificate_text(const Options& options, const Translated& translated, const search::Outcome& outcome) {
  const ld::Program& program = *translated.system.program;
  Certificate certificate;
  certificate.model = translated.system.model.name;
  certificate.lateness = options.search.lateness;
  certificate.digest = digest(program);
  certificate.invariants = program.invariants.size();
  certificate.number_procs = program.number_procs;
  certificate.narrowed = translated.system.narrowed;
  certificate.cubes = outcome.certificate;
  return report::certificate_json(translated.arena, certificate, options.operand);
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
  const auto solver = smt::make_solver(arena, options.solver, statistics);
  check::CertifyLimits limits;
  limits.time = options.limits.time;
  limits.interrupted = &stop_request();
  Certified certified{check::certify(system, arena, certificate, *solver, limits), std::nullopt};
  if (options.certify.machine == 0 || certified.result.kind != check::CertifyResult::Kind::Confirmed) return certified;
  check::WalkLimits walk_limits;
  walk_limits.processes = options.certify.machine;
  walk_limits.states = options.certify.states;
  walk_limits.time = options.limits.time;
  certified.walk = check::walk(system, arena, certificate, *solver, walk_limits);
  return certified;
}

}  // namespace parapet::cli
