// Where results and messages go, what a run ends with (its exit code), and what becomes of errors.
#pragma once

#include <array>
#include <functional>
#include <iosfwd>
#include <memory>
#include <ostream>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options.h"
#include "report/message.h"

namespace parapet::cli {

// The rows are printed by --help and in the man page.
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

// Standard output that remembers why a write failed, so that a result that was not written is reported as an error.
class StandardOutput : public std::streambuf {
 public:
  StandardOutput() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput() override = default;

  // 0, or the error number of the first write that failed.
  [[nodiscard]] int error() const { return error_; }

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  std::array<char, 1 << 14> buffer_{};
  int error_ = 0;
};

struct Console {
  std::ostream& out;  // results
  std::ostream& err;  // everything else
  bool colour_out = false;
  bool colour_err = false;
  // Keeps the memory of a run that a limit ended (search::Outcome::remains) for main, which ends without freeing it; null: free it.
  std::vector<std::shared_ptr<void>>* remains = nullptr;
  void keep(std::shared_ptr<void> memory) const {
    if (remains != nullptr) remains->push_back(std::move(memory));
  }
  // The format of the result. Unless it is text, messages are collected for the one document on standard output.
  Format format = Format::Text;
  std::vector<report::Message> messages;
  bool answered = false;  // the document is printed: later messages go to standard error
  [[nodiscard]] bool collects() const { return format != Format::Text && !answered; }
  // Prints the one document.
  void answer(std::string_view document);
  // Prints messages about `file` on standard error, or collects them.
  void tell(const Diagnostics& diagnostics, const SourceFile& file);
  // The same for a message without a place; `file` may be empty.
  void tell(Severity severity, const std::string& text, const std::string& file = {});
};

// `--color`, NO_COLOR and whether the descriptor is a terminal.
[[nodiscard]] bool wants_colour(Colour choice, int descriptor);

// Opens /dev/null for the standard descriptors that the caller closed, so that no other file gets their numbers.
void occupy_standard_descriptors();

// Writes a result file; "-" is the console's output. Throws OutputError.
void write_result(Console& console, const std::string& path, std::string_view content);

[[nodiscard]] std::string_view version();
// One line for Parapet and one for each solver library, which are opened to ask them.
[[nodiscard]] std::string version_report();

// Takes the message of an error, and says whether it keeps it: then nothing is printed.
using KeepMessage = std::function<bool(const report::Message& message)>;

[[nodiscard]] Exit guarded(const std::function<Exit()>& body, std::ostream& err, const KeepMessage& keep = {});

// The format that the arguments ask for, also if they have errors: the message about them is in that format.
[[nodiscard]] Format named_format(std::span<const std::string> arguments);
// The command that they name, in the same way.
[[nodiscard]] Command named_command(std::span<const std::string> arguments);

// Prints the messages of the run as its document.
void answer_without_result(const Options& options, Exit code, Console& console);

}  // namespace parapet::cli
