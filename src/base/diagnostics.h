// Located messages to the user about their input: collected, then printed as
//   file:line:col: error: what is wrong
//     the source line
//     ^~~~~
//     hint: what to do
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "base/source.h"

namespace parapet {

enum class Severity { Error, Warning, Note };

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceRange range;
  std::string message;
  std::string hint;  // may be empty
  std::string name;  // of a warning, for `--no-warn NAME`; empty for errors
};

class Diagnostics {
 public:
  // Beyond so many errors, and so many other messages, they are only counted.
  static constexpr std::size_t limit = 50;

  // Adds a message unless the same text at the same place is there already. Says whether it was added.
  bool add(Diagnostic diagnostic);
  bool error(SourceRange range, std::string message, std::string hint = {});

  [[nodiscard]] bool has_errors() const { return errors_ != 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }  // those that were kept
  // No further error would be shown.
  [[nodiscard]] bool full() const { return errors_ >= limit; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }
  // In order of place, errors, warnings and notes together.
  void print(std::ostream& out, const SourceFile& file, bool colour) const;

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;  // kept ones
  std::size_t others_ = 0;  // kept warnings and notes
  bool errors_left_out_ = false;
};

}  // namespace parapet
