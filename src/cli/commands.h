// One function per command, the dispatch to them, and what several commands share: options of the pipeline (src/verify), its rejections as
// messages, formulas of options.
#pragma once

#include <string>
#include <string_view>

#include "base/source.h"
#include "cli/console.h"
#include "cli/options.h"
#include "frontend/frontend.h"
#include "ld/program.h"
#include "verify/verify.h"

namespace parapet::cli {

// Completes the options by the memory model that a file describes, checks them against each other, reads the model and runs the command.
[[nodiscard]] Exit run_command(Options& options, Console& console);

// Whether `--no-warn` suppresses it.
[[nodiscard]] bool is_silenced(const Options& options, const Diagnostic& diagnostic);
// Prints on standard error, without the warnings that `--no-warn` suppresses.
void print_diagnostics(const Options& options, const std::vector<Diagnostic>& all, const SourceFile& file, Console& console);

// The file has been read: `loaded.program` exists, and its diagnostics are printed.
[[nodiscard]] Exit run_check(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_certify(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_replay(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_parse(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_coverage(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_simulate(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_dump(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_explain(const Options& options, const frontend::Loaded& loaded, Console& console);

[[nodiscard]] Exit run_bench(const Options& options, Console& console);
[[nodiscard]] Exit run_generate(const Options& options, Console& console);

// The one of `--model`, or the default for the program.
[[nodiscard]] ld::MemoryModel memory_model(const Options& options, const ld::Program& program);

// `options.verify`, completed by what other options imply.
[[nodiscard]] verify::Options verify_options(const Options& options, const ld::Program& program);

// Searches with one engine while `observer`, and `-v`, look on: for commands about single nodes. Throws verify::Rejected.
[[nodiscard]] Verdict search_with_one_engine(const Options& options, const ld::Program& program, search::SearchObserver& observer,
                                             Console& console);

// Throws UsageError if an option asks for what this engine does not have. `run_command` asks for the engine of the command line, a command
// for the one that Auto became.
void require_options_of_engine(const Options& options, Engine engine);

// The message about a model that cannot be searched as asked.
Exit print_rejected(const verify::Rejected& rejected, const SourceFile& file, Console& console);

// The formula about states that an option gives (`--expect-stuck`, `--find`). Prints what is wrong with it, and throws UsageError.
[[nodiscard]] ld::StateFormula state_formula(const SourceFile& model, const std::string& formula, std::string_view option,
                                             Console& console);

}  // namespace parapet::cli
