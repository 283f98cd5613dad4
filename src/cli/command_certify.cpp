// `parapet certify`: is this certificate a proof?
#include "base/printable.h"
#include "cli/certify_run.h"
#include "cli/commands.h"
#include "cli/evidence_run.h"
#include "report/run.h"

namespace parapet::cli {
namespace {

std::vector<std::string> assumptions(const ld::Program& program) {
  return report::assumptions_of(program.invariants.size(), program.number_procs);
}

void print_walk(const Options& options, const check::WalkResult& walk, Console& console) {
  console.out << "store buffers, " << report::counted(options.certify.machine, "process", "es") << ": "
              << report::counted(walk.states, "state") << (walk.exhaustive ? ", all that can be reached" : "") << " from " << walk.initial
              << " initial, " << walk.drained << " with empty buffers\n";
}

EvidenceReport report_of(const Certified& certified) {
  using Kind = check::CertifyResult::Kind;
  EvidenceReport report{"parapet-certify", "certificate", certified.model, EvidenceAnswer::Confirmed, certified.result.reason};
  if (certified.result.kind == Kind::Rejected) report.answer = EvidenceAnswer::Rejected;
  if (certified.result.kind == Kind::NotConfirmed) report.answer = EvidenceAnswer::NotConfirmed;
  if (certified.walk && !certified.walk->defect.empty()) {
    report.answer = EvidenceAnswer::Rejected;
    report.reason = certified.walk->defect;
  }
  return report;
}

void print_text(const Options& options, const ld::Program& program, const Certified& certified, const EvidenceReport& report,
                Console& console) {
  const check::CertifyResult& result = certified.result;
  const bool confirmed = report.answer == EvidenceAnswer::Confirmed;
  if (!options.report.quiet) {
    console.out << report::counted(result.cubes, "cube") << ", " << report::counted(result.obligations, "obligation") << ", "
                << result.queries << " by the solver\n";
    if (certified.walk) print_walk(options, *certified.walk, console);
    for (const std::string& assumption : assumptions(program)) {
      if (confirmed) console.out << assumption << '\n';
    }
  }
  console.out << name(report.answer) << ": "
              << (confirmed ? "model " + certified.model + ", engine " + certified.engine : printable(report.reason)) << '\n';
}

void print_json(const Options& options, const ld::Program& program, const Certified& certified, const EvidenceReport& report,
                Console& console) {
  JsonWriter json;
  begin_json(json, options, report);
  json.member("engine", certified.engine);
  json.key("assumptions");
  json.begin_array();
  for (const std::string& assumption : assumptions(program)) json.value(assumption);
  json.end_array();
  json.member("cubes", certified.result.cubes);
  json.member("obligations", certified.result.obligations);
  json.member("queries", certified.result.queries);
  json.key("machine");
  if (certified.walk) {
    json.begin_object();
    json.member("processes", options.certify.machine);
    json.member("initial", certified.walk->initial);
    json.member("states", certified.walk->states);
    json.member("drained", certified.walk->drained);
    json.member("exhaustive", certified.walk->exhaustive);
    json.end_object();
  } else {
    json.null();
  }
  json.end_object();
  console.out << json.take();
}

}  // namespace

Exit run_certify(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const std::string text = frontend::read_text(options.evidence, options.limits.budget);
  const Certified certified = certify_text(options, text, *loaded.program, loaded.file);
  const EvidenceReport report = report_of(certified);
  const auto print = options.report.format == Format::Json ? print_json : print_text;
  print(options, *loaded.program, certified, report, console);
  return exit_of(report.answer);
}

}  // namespace parapet::cli
