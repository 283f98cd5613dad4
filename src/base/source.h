// A source text, places in it, and located messages about it. Ranges are byte offsets; lines and columns are computed when a message is
// printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace parapet {

struct SourceRange {
  std::uint32_t begin = 0;  // first byte
  std::uint32_t end = 0;    // one past the last byte
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

struct LineColumn {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in bytes
};

class SourceFile {
 public:
  SourceFile(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] LineColumn locate(std::uint32_t offset) const;
  // The text of a line (from 1), without its line break.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

// Messages to the user about their input: collected, then printed as
//   file:line:col: error: what is wrong
//     the source line
//     ^~~~~
//     hint: what to do
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

// A part of the text of a model with its kind, for syntax highlighting.
struct Mark {
  SourceRange range;
  std::string_view kind;  // "comment", "keyword", "name", "number", "process"
};

}  // namespace parapet
