// What the process tells its caller. The rows are printed by --help and in the man page.
#pragma once

#include <array>
#include <string_view>

namespace parapet::cli {

enum class Exit : int { Safe = 0, Success = 0, Unsafe = 1, BadInput = 2, Unknown = 3, Internal = 4 };

struct ExitRow {
  Exit code;
  std::string_view meaning;
};

inline constexpr std::array<ExitRow, 5> exit_rows{{
    {Exit::Safe, "SAFE: no number of processes reaches an unsafe state (other commands: success)"},
    {Exit::Unsafe, "UNSAFE: an execution that reaches an unsafe state was found and replayed"},
    {Exit::BadInput, "the command line, the input or an output file is at fault (a verdict that was found is printed all the same)"},
    {Exit::Unknown, "UNKNOWN: a limit was met, the run was interrupted, or no trace could be confirmed"},
    {Exit::Internal, "internal error, or evidence for the verdict that was rejected: please report it"},
}};

// What the same numbers mean for `bench`.
inline constexpr std::array<ExitRow, 5> bench_exit_rows{{
    {Exit::Success, "every verdict is as expected, or nothing was expected"},
    {Exit::Unsafe, "a wrong verdict (SAFE for UNSAFE or the other way); with --compare: something got worse"},
    {Exit::BadInput, "the command line, a suite or an output file is at fault"},
    {Exit::Unknown, "no wrong verdict, but a missing one: a limit was met, or the run was interrupted"},
    {Exit::Internal, "no wrong verdict, but a run that failed: a model with errors, a crash, two runs with two verdicts"},
}};

}  // namespace parapet::cli
