// Evidence as files: read back for `certify` and `replay`, and what is derived from it: execution graphs, proofs, invariants.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_reader.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "evidence/execution.h"
#include "evidence/heading.h"
#include "frontend/frontend.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "report/evidence_report.h"
#include "report/run.h"
#include "result/certificate.h"
#include "result/event_graph.h"
#include "verify/translation.h"

namespace parapet::cli {

// What `certify` and `replay` share: reading evidence for the right program and memory model, and answering.

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

// From a replayed counterexample to its execution graph, whose order a solver has confirmed.

// The graph of a replayed execution. Throws InternalError if a solver finds a cycle in its ghb; prints on standard error why the order could
// not be confirmed, if so.
[[nodiscard]] ExecutionGraph confirmed_graph(const Options& options, const evidence::Execution& execution, Console& console);

// Writes the graph to the file that was asked for. Throws OutputError.
void write_graph(const Options& options, const evidence::Execution& execution, Console& console);

// `certify --smt`: the proof of a certificate as files for solvers.

// Writes the folder `options.certify.proof_folder`. Throws OutputError if the proof cannot be written or is larger than the limit.
[[nodiscard]] report::ProofFiles export_proof(const Options& options, const ld::Program& program, TermArena& arena,
                                              const Certificate& certificate);

// `--export-invariant`: the invariant behind a SAFE verdict as files for other tools.

// Writes the invariant as text and, if it has no weak part, its proof obligations as SMT-LIB 2 files to the folder that was asked for.
// Throws OutputError.
void export_invariant(const Options& options, verify::Translation& translation, const Certificate& certificate);

}  // namespace parapet::cli
