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

}  // namespace

Exit run_certify(const Options& options, const frontend::Loaded& loaded, Console& console) {
  listen_to_signals();
  const check::CertifyResult result = certify_text(options, frontend::read_text(options.evidence), loaded);
  using Kind = check::CertifyResult::Kind;
  console.out << report::counted(result.cubes, "cube") << ", " << report::counted(result.obligations, "obligation") << ", "
              << result.queries << " by the solver\n";
  switch (result.kind) {
    case Kind::Confirmed:
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
