// One function per command, and the dispatch to them.
#pragma once

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "frontend/frontend.h"

namespace parapet::cli {

[[nodiscard]] Exit run_command(const Options& options, Console& console);

// Whether `--no-warn` suppresses it.
[[nodiscard]] bool is_silenced(const Options& options, const Diagnostic& diagnostic);
// Prints on standard error, without the warnings that `--no-warn` suppresses.
void print_diagnostics(const Options& options, const std::vector<Diagnostic>& all, const SourceFile& file, Console& console);

// The file has been read: `loaded.program` exists, and its diagnostics are printed.
[[nodiscard]] Exit run_check(const Options& options, const frontend::Loaded& loaded, Console& console);
// Whether the model has no unsafe formula, and that is not said to be intended; prints the error.
[[nodiscard]] bool has_nothing_to_check(const Options& options, const frontend::Loaded& loaded, Console& console);
// With `--model all`.
[[nodiscard]] Exit run_check_all(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_certify(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_replay(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_parse(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_coverage(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_simulate(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_dump(const Options& options, const frontend::Loaded& loaded, Console& console);
[[nodiscard]] Exit run_explain(const Options& options, const frontend::Loaded& loaded, Console& console);

[[nodiscard]] Exit run_bench(const Options& options, Console& console);
[[nodiscard]] Exit run_generate(const Options& options, Console& console);

}  // namespace parapet::cli
