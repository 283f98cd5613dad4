#include "report/evidence_report.h"

#include <ostream>

#include "base/json.h"
#include "base/printable.h"
#include "evidence/trace_json.h"
#include "report/run.h"
#include "report/trace_text.h"

namespace parapet::report {
namespace {

void print_walk(std::ostream& out, const MachineWalk& walk) {
  out << "store buffers, " << counted(walk.processes, "process", "es") << ": " << counted(walk.states, "state")
      << (walk.exhaustive ? ", all that can be reached" : "") << " from " << walk.initial << " initial, " << walk.drained
      << " with empty buffers\n";
}

void print_proof(std::ostream& out, const ProofFiles& proof) {
  out << printable(proof.folder) << ": a proof of " << counted(proof.files, "SMT-LIB file") << ", " << proof.bytes << " bytes";
  if (proof.solver_proofs) out << ", " << *proof.solver_proofs << " of them with cvc5's own proof";
  out << '\n';
}

void write_proof(JsonWriter& json, const ProofFiles& proof) {
  json.begin_object();
  json.member("folder", proof.folder);
  json.member("files", proof.files);
  json.member("bytes", proof.bytes);
  json.key("solver_proofs");
  proof.solver_proofs ? json.value(*proof.solver_proofs) : json.null();
  json.end_object();
}

void write_walk(JsonWriter& json, const MachineWalk& walk) {
  json.begin_object();
  json.member("processes", walk.processes);
  json.member("initial", walk.initial);
  json.member("states", walk.states);
  json.member("drained", walk.drained);
  json.member("exhaustive", walk.exhaustive);
  json.end_object();
}

// Begins the JSON of an answer with what both kinds of evidence share.
void begin_json(JsonWriter& json, const EvidenceReport& report, std::string_view format, std::string_view kind) {
  json.begin_object();
  json.member("format", format);
  json.member("format_version", 1);
  json.member("parapet", report.version);
  json.member(kind, report.evidence);
  json.member("file", report.file);
  json.member("model", report.model);
  json.member("result", name(report.answer));
  json.key("reason");
  report.reason.empty() ? json.null() : json.value(report.reason);
  write_messages(json, report.messages);
}

}  // namespace

std::string_view name(EvidenceAnswer answer) {
  switch (answer) {
    case EvidenceAnswer::Confirmed:
      return "CONFIRMED";
    case EvidenceAnswer::Rejected:
      return "REJECTED";
    case EvidenceAnswer::NotConfirmed:
      break;
  }
  return "NOT CONFIRMED";
}

void print(std::ostream& out, const CertifyReport& report, bool quiet) {
  const bool confirmed = report.answer == EvidenceAnswer::Confirmed;
  if (!quiet) {
    out << counted(report.cubes, "cube") << ", " << counted(report.obligations, "obligation") << ", " << report.queries
        << " by the solver\n";
    if (report.walk) print_walk(out, *report.walk);
    if (report.proof) print_proof(out, *report.proof);
    for (const std::string& assumption : report.assumptions) {
      if (confirmed) out << assumption << '\n';
    }
  }
  out << name(report.answer) << ": "
      << (confirmed
              ? "model " + report.model + ", engine " + report.engine + (report.hence.empty() ? "" : ", hence SAFE under " + report.hence)
              : printable(report.reason))
      << '\n';
}

void print(std::ostream& out, const ReplayReport& report, bool quiet) {
  if (report.execution == nullptr) {
    const bool rejected = report.answer == EvidenceAnswer::Rejected;
    out << name(report.answer) << (rejected ? " " : ": ") << printable(report.reason) << '\n';
    return;
  }
  if (!quiet) {
    print_trace(out, *report.execution);
    out << '\n';
  }
  out << name(report.answer) << ": " << counted(report.steps, "step") << " on the store-buffer machine (" << report.model << ")"
      << (report.execution->trace.violates() ? "\n" : "; the execution is no counterexample\n");
}

std::string to_json(const CertifyReport& report) {
  JsonWriter json;
  begin_json(json, report, "parapet-certify", "certificate");
  json.member("engine", report.engine);
  if (!report.hence.empty()) json.member("hence", report.hence);
  json.key("assumptions");
  json.begin_array();
  for (const std::string& assumption : report.assumptions) json.value(assumption);
  json.end_array();
  json.member("cubes", report.cubes);
  json.member("obligations", report.obligations);
  json.member("queries", report.queries);
  json.key("machine");
  if (report.walk) {
    write_walk(json, *report.walk);
  } else {
    json.null();
  }
  json.key("smt");
  if (report.proof) {
    write_proof(json, *report.proof);
  } else {
    json.null();
  }
  json.end_object();
  return json.take();
}

std::string to_json(const ReplayReport& report) {
  JsonWriter json;
  begin_json(json, report, "parapet-replay", "trace");
  json.member("steps", report.steps);
  json.key("execution");
  report.execution == nullptr ? json.null() : evidence::write_trace(json, *report.execution, report.file);
  json.end_object();
  return json.take();
}

}  // namespace parapet::report
