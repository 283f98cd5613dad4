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
    {Exit::BadInput, "the command line, the input or an output file is at fault; nothing was decided"},
    {Exit::Unknown, "UNKNOWN: a limit was met, the run was interrupted, or no trace could be confirmed"},
    {Exit::Internal, "internal error, or evidence for the verdict that was rejected: please report it"},
}};

}  // namespace parapet::cli
