#include "base/source.h"

#include <algorithm>
#include <ostream>
#include <string_view>
#include <utility>

#include "base/contract.h"
#include "base/narrow.h"
#include "base/printable.h"

namespace parapet {
namespace {

constexpr std::size_t context_before = 80;  // bytes of a long line shown before the place
constexpr std::size_t context_after = 60;   // and after it

struct Excerpt {
  std::string text;   // printable
  std::string marks;  // spaces and tabs, then ^~~~
};

bool continues_utf8(char byte) { return (byte_of(byte) & 0xC0) == 0x80; }

// `begin` and `end` are byte positions in the line; a line has no line break.
Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end) {
  end = std::min(std::max(end, begin + 1), line.size());
  std::size_t from = begin > context_before ? begin - context_before : 0;
  while (from < begin && from != 0 && continues_utf8(line[from])) ++from;
  const std::size_t to = std::min(line.size(), begin + context_after);
  Excerpt result;
  if (from != 0) {
    result.text = "...";
    result.marks = "   ";
  }
  for (std::size_t at = from; at < to;) {
    const bool tab = line[at] == '\t';
    const ShownCharacter shown = shown_character(line, at);
    const std::size_t width = tab || shown.kind == ShownCharacter::Kind::AsItIs ? 1 : shown.text.size();
    result.text += tab ? "\t" : shown.text;
    if (at < begin) result.marks.append(width, tab ? '\t' : ' ');
    if (at == begin) result.marks.append("^").append(width - 1, '~');
    if (at > begin && at < end) result.marks.append(width, '~');
    at += shown.length;
  }
  if (to != line.size()) result.text += "...";
  if (begin >= line.size()) result.marks += '^';
  return result;
}

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "";
}

std::string_view severity_colour(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "\033[1;31m";
    case Severity::Warning:
      return "\033[1;35m";
    case Severity::Note:
      return "\033[1;36m";
  }
  return "";
}

void print_one(std::ostream& out, const SourceFile& file, const Diagnostic& diagnostic, bool colour) {
  const std::string_view bold = colour ? "\033[1m" : "";
  const std::string_view tint = colour ? severity_colour(diagnostic.severity) : "";
  const std::string_view reset = colour ? "\033[0m" : "";
  const LineColumn place = file.locate(diagnostic.range.begin);
  out << bold << printable(file.name()) << ':' << place.line << ':' << place.column << ": " << reset << tint
      << severity_name(diagnostic.severity) << ": " << reset << bold << printable(diagnostic.message) << reset;
  if (!diagnostic.name.empty()) out << " [" << diagnostic.name << ']';
  const std::size_t begin = place.column - 1;
  const std::size_t length = diagnostic.range.end > diagnostic.range.begin ? diagnostic.range.end - diagnostic.range.begin : 0;
  const Excerpt shown = excerpt(file.line(place.line), begin, begin + length);
  out << "\n  " << shown.text << "\n  " << tint << shown.marks << reset << '\n';
  if (!diagnostic.hint.empty()) out << "  hint: " << printable(diagnostic.hint) << '\n';
}

}  // namespace

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

bool Diagnostics::add(Diagnostic diagnostic) {
  const bool is_error = diagnostic.severity == Severity::Error;
  const bool known = std::any_of(all_.begin(), all_.end(), [&](const Diagnostic& other) {
    return other.range == diagnostic.range && other.message == diagnostic.message;
  });
  if (known) return false;
  if ((is_error ? errors_ : others_) >= limit) {
    errors_left_out_ |= is_error;
    return false;
  }
  ++(is_error ? errors_ : others_);
  all_.push_back(std::move(diagnostic));
  return true;
}

bool Diagnostics::error(SourceRange range, std::string message, std::string hint) {
  return add({Severity::Error, range, std::move(message), std::move(hint), {}});
}

void Diagnostics::print(std::ostream& out, const SourceFile& file, bool colour) const {
  // A note explains the message that it was added after.
  std::vector<std::pair<std::uint32_t, std::size_t>> keys;
  std::uint32_t place = 0;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    if (all_[k].severity != Severity::Note || k == 0) place = all_[k].range.begin;
    keys.emplace_back(place, k);
  }
  std::sort(keys.begin(), keys.end());
  for (const auto& key : keys) print_one(out, file, all_[key.second], colour);
  if (errors_left_out_) out << printable(file.name()) << ": more errors not shown\n";
}

}  // namespace parapet
