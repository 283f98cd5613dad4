// What `certify` and `replay` share: reading evidence for the right program and memory model, and answering.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "base/json_reader.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "evidence/heading.h"
#include "frontend/frontend.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "report/evidence_report.h"

namespace parapet::cli {

// Reads the file `options.evidence`, which must be of `format`, and hands its JSON to `read`. Returns the memory model that the evidence is
// about. Throws InputError, since nothing is decided then, if the file is malformed, is about another program, or is about a memory model
// other than the one that `check` would take (`--model`, or the default for the program): a certificate for SC must not be mistaken for a
// proof under the weak memory that the program declares.
[[nodiscard]] ld::MemoryModel read_evidence(const Options& options, const ld::Program& program, const evidence::Format& format,
                                            const std::function<void(const JsonValue&)>& read);

// If the file that was read as a model is evidence or another JSON document, because operands are swapped or the command is another one:
// the message about that, which says what to do.
[[nodiscard]] std::optional<Diagnostics> evidence_as_model(const Options& options, const frontend::Loaded& loaded);

// Fills in what is known before anything was checked.
void begin_report(const Options& options, std::string_view memory_model, report::EvidenceReport& report);

[[nodiscard]] Exit exit_of(report::EvidenceAnswer answer);

// Prints the answer in the format that was asked for.
template <class Report>
void print_report(const Options& options, Report& report, Console& console) {
  if (options.report.format == Format::Json) {
    report.messages = console.messages;
    console.answer(to_json(report));
  } else {
    print(text_stream(options, console), report, options.report.quiet);
  }
}

}  // namespace parapet::cli
