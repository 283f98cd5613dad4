// Exit codes. The rows are printed by --help and in the man page.
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
    {Exit::Safe, "SAFE: no unsafe state is reachable with any number of processes (other commands: success)"},
    {Exit::Unsafe, "UNSAFE: an execution that reaches an unsafe state was found and replayed"},
    {Exit::BadInput, "error in the command line or the input, or an output file cannot be written (a verdict is printed all the same)"},
    {Exit::Unknown, "UNKNOWN: a limit was reached, the run was interrupted, or no trace could be confirmed"},
    {Exit::Internal, "internal error, or rejected certificate or trace: please report it"},
}};

// The exit codes of `bench`.
inline constexpr std::array<ExitRow, 5> bench_exit_rows{{
    {Exit::Success, "every verdict is as expected, or none was expected"},
    {Exit::Unsafe, "a wrong verdict (SAFE for UNSAFE or vice versa); with --compare: a regression"},
    {Exit::BadInput, "error in the command line or a suite, or an output file cannot be written"},
    {Exit::Unknown, "no wrong verdict, but a missing one: a limit was reached, or the run was interrupted"},
    {Exit::Internal, "no wrong verdict, but a failed run: a model with errors, a crash, or repeated runs with different verdicts"},
}};

}  // namespace parapet::cli
