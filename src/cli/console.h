// Where results and messages go, and whether they are coloured.
#pragma once

#include <array>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options.h"
#include "report/message.h"

namespace parapet::cli {

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

}  // namespace parapet::cli
