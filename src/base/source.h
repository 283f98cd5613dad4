// A source text and places in it. Ranges are byte offsets; lines and columns are computed when a message is printed.
#pragma once

#include <cstdint>
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

}  // namespace parapet
