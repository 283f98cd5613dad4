// `parapet certify`: is this certificate a proof?
#include "cli/certify_run.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "report/run.h"

namespace parapet::cli {
namespace {

void print_assumptions(const ld::Program& program, Console& console) {
  if (!program.invariants.empty()) console.out << "assuming " << report::counted(program.invariants.size(), "user invariant") << '\n';
  if (program.number_procs) console.out << "at most " << report::counted(*program.number_procs, "process", "es") << " (number_procs)\n";
}

void print_walk(const Options& options, const check::WalkResult& walk, Console& console) {
  console.out << "store buffers, " << report::counted(options.certify.machine, "process", "es") << ": "
              << report::counted(walk.states, "state") << (walk.exhaustive ? ", all that can be reached" : "") << " from " << walk.initial
              << " initial, " << walk.drained << " with empty buffers\n";
}

}  // namespace

Exit run_certify(const Options& options, const frontend::Loaded& loaded, Console& console) {
  listen_to_signals();
  const Certified certified = certify_text(options, frontend::read_text(options.evidence), loaded);
  const check::CertifyResult& result = certified.result;
  using Kind = check::CertifyResult::Kind;
  console.out << report::counted(result.cubes, "cube") << ", " << report::counted(result.obligations, "obligation") << ", "
              << result.queries << " by the solver\n";
  switch (result.kind) {
    case Kind::Confirmed:
      if (certified.walk) print_walk(options, *certified.walk, console);
      if (certified.walk && !certified.walk->defect.empty()) {
        console.out << "REJECTED: " << certified.walk->defect << '\n';
        return Exit::Internal;
      }
      print_assumptions(*loaded.program, console);
      console.out << "CONFIRMED\n";
      return Exit::Success;
    case Kind::Rejected:
      console.out << "REJECTED: " << result.reason << '\n';
      return Exit::Internal;
    case Kind::NotConfirmed:
      break;
  }
  console.out << "NOT CONFIRMED: " << result.reason << '\n';
  return Exit::Unknown;
}

}  // namespace parapet::cli
