#include "base/source.h"

#include <algorithm>
#include <utility>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet {

SourceFile::SourceFile(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)), line_starts_{0} {
  PARAPET_CHECK(text_.size() < UINT32_MAX, "a source text has 32-bit offsets");
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    line_starts_.push_back(narrow<std::uint32_t>(at + 1));
  }
}

LineColumn SourceFile::locate(std::uint32_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = narrow<std::uint32_t>(after - line_starts_.begin());
  return {line, offset - line_starts_[line - 1] + 1};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  PARAPET_CHECK(number >= 1 && number <= line_starts_.size(), "a line number of this file");
  const std::size_t begin = line_starts_[number - 1];
  const std::size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
  std::string_view line = text().substr(begin, end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace parapet
