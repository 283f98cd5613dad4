#include "cli/evidence.h"

#include <algorithm>
#include <string>

#include "base/narrow.h"
#include "cli/option_table.h"
#include "cli/pipeline.h"
#include "cli/version.h"
#include "result/certificate.h"

namespace parapet::cli {
namespace {

ld::MemoryModel accepted_model(const Options& options, const ld::Program& program, const evidence::Heading& heading,
                               const evidence::Format& format) {
  const auto model = ld::find_memory_model(heading.model);
  if (!model) throw frontend::InputError(options.evidence, "unknown memory model '" + heading.model + "'");
  // A trace to a violated invariant is about the program whose unsafe formulas are the negated invariants.
  const bool same = heading.digest == digest(program) || heading.digest == digest(verify::with_invariants_unsafe(program));
  if (!same) throw frontend::InputError(options.evidence + " is about a model other than " + options.operand + " (the digests differ)");
  const std::string_view asked = memory_model(options, program).name;
  if (asked == model->name) return *model;
  // memory_models begins with the strongest. A weaker model has every execution of a stronger one, so a proof for it counts for both.
  const auto rank = [](std::string_view name) {
    return std::ranges::find(ld::memory_models, name, &ld::MemoryModel::name) - ld::memory_models.begin();
  };
  if (format.name == evidence::certificate_format.name && rank(asked) < rank(model->name)) return *model;
  const std::string about = options.evidence + " is about the memory model " + heading.model + ", not ";
  throw frontend::InputError(!options.verify.model ? about + std::string(asked) + ", the default for " + options.operand +
                                                         ": add '--model " + heading.model + "' if that is intended"
                                                   : about + std::string(asked));
}

}  // namespace

ld::MemoryModel read_evidence(const Options& options, const ld::Program& program, const evidence::Format& format,
                              const std::function<void(const JsonValue&)>& read) {
  const std::string text = frontend::read_text(options.evidence, options.limits.budget);
  try {
    const JsonValue json = read_json(text, options.limits.budget);
    const ld::MemoryModel model = accepted_model(options, program, evidence::read_heading(json, format), format);
    read(json);
    return model;
  } catch (const JsonError& error) {
    const bool model = frontend::is_model(options.evidence);
    throw frontend::InputError(options.evidence, {error.place, offset_of(text, error.place)},
                               error.message + (model ? "; this is a model, and '" + std::string(row_of(options.command).name) +
                                                            "' takes " + std::string(row_of(options.command).operand)
                                                      : ""));
  }
}

std::optional<Diagnostics> evidence_as_model(const Options& options, const frontend::Loaded& loaded) {
  const std::string_view text = loaded.file.text();
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (loaded.program || first == std::string_view::npos || text[first] != '{') return std::nullopt;  // no model begins with a brace
  const std::string_view beginning = text.substr(first, 400);
  const auto names = [&](const evidence::Format& format) {
    return beginning.find('"' + std::string(format.name) + '"') != std::string::npos;
  };
  const bool trace = names(evidence::trace_format), certificate = names(evidence::certificate_format);
  const std::string what = trace ? "a trace" : certificate ? "a certificate" : "a JSON document";
  const bool checks = options.command == Command::Certify || options.command == Command::Replay;
  const std::string model = checks && frontend::is_model(options.evidence) ? options.evidence : "FILE.cub";
  std::string hint = "a model is a .cub file";
  if (trace || certificate) {
    hint = std::string(checks && model != "FILE.cub" ? "the operands are swapped: " : "to check it: ") + "parapet " +
           (trace ? "replay " : "certify ") + options.operand + " " + model;
  }
  Diagnostics diagnostics;
  const auto place = narrow<std::uint32_t>(first);
  diagnostics.error({place, place + 1}, "this is " + what + ", not a model", hint);
  return diagnostics;
}

void begin_report(const Options& options, std::string_view memory_model, report::EvidenceReport& report) {
  report.version = version();
  report.evidence = options.evidence;
  report.file = options.operand;
  report.model = memory_model;
}

Exit exit_of(report::EvidenceAnswer answer) {
  switch (answer) {
    case report::EvidenceAnswer::Confirmed:
      return Exit::Success;
    case report::EvidenceAnswer::Rejected:
      return Exit::Internal;
    case report::EvidenceAnswer::NotConfirmed:
      break;
  }
  return Exit::Unknown;
}

}  // namespace parapet::cli
