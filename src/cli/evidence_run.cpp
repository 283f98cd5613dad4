#include "cli/evidence_run.h"

#include "cli/pipeline.h"
#include "cli/version.h"
#include "frontend/frontend.h"
#include "result/certificate.h"

namespace parapet::cli {

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

Exit exit_of(EvidenceAnswer answer) {
  switch (answer) {
    case EvidenceAnswer::Confirmed:
      return Exit::Success;
    case EvidenceAnswer::Rejected:
      return Exit::Internal;
    case EvidenceAnswer::NotConfirmed:
      break;
  }
  return Exit::Unknown;
}

ld::MemoryModel accepted_model(const Options& options, const ld::Program& program, const evidence::Heading& heading) {
  const auto model = le::find_memory_model(heading.model);
  if (!model) throw frontend::InputError(options.evidence + ": unknown memory model '" + heading.model + "'");
  // A trace to a violated invariant is about the program with its invariants as what must not happen.
  const bool same = heading.digest == digest(program) || heading.digest == digest(with_invariants_unsafe(program));
  if (!same) throw frontend::InputError(options.evidence + " is about another model than " + options.operand + " (their digests differ)");
  const std::string_view asked = memory_model(options, program).name;
  if (asked == model->name) return *model;
  const std::string about = options.evidence + " is about the memory model " + heading.model + ", not ";
  throw frontend::InputError(!options.search.model ? about + std::string(asked) + ", which " + options.operand +
                                                         " is checked under: add '--model " + heading.model + "' if that is meant"
                                                   : about + std::string(asked));
}

void begin_json(JsonWriter& json, const Options& options, const EvidenceReport& report) {
  json.begin_object();
  json.member("format", report.format);
  json.member("format_version", 1);
  json.member("parapet", version());
  json.member(report.evidence_name, options.evidence);
  json.member("file", options.operand);
  json.member("model", report.model);
  json.member("result", name(report.answer));
  json.key("reason");
  report.reason.empty() ? json.null() : json.value(report.reason);
}

}  // namespace parapet::cli
