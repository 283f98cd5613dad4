#include "base/diagnostics.h"

#include <algorithm>
#include <ostream>
#include <string_view>
#include <utility>

namespace parapet {
namespace {

constexpr std::size_t context_before = 80;  // bytes of a long line shown before the place
constexpr std::size_t context_after = 60;   // and after it

struct Excerpt {
  std::string text;   // printable
  std::string marks;  // spaces and tabs, then ^~~~
};

// Bytes of the well-formed UTF-8 sequence of two bytes or more at `at`, 0 if there is none.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((static_cast<unsigned char>(text[at + k]) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms and surrogates.
  const auto second = static_cast<unsigned char>(text[at + 1]);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second >= 0x90)) {
    return 0;
  }
  return length;
}

bool continues_utf8(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

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
    const std::size_t length = utf8_length(line, at);
    const auto byte = static_cast<unsigned char>(line[at]);
    if (length != 0) {
      result.text += line.substr(at, length);
    } else {
      const bool printable = byte == '\t' || (byte >= 0x20 && byte < 0x7F);
      result.text += printable ? line[at] : '?';
    }
    if (at < begin) result.marks += byte == '\t' ? '\t' : ' ';
    if (at == begin) result.marks += '^';
    if (at > begin && at < end) result.marks += '~';
    at += std::max<std::size_t>(length, 1);
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
  out << bold << file.name() << ':' << place.line << ':' << place.column << ": " << reset << tint << severity_name(diagnostic.severity)
      << ": " << reset << bold << diagnostic.message << reset;
  if (!diagnostic.name.empty()) out << " [" << diagnostic.name << ']';
  const std::size_t begin = place.column - 1;
  const std::size_t length = diagnostic.range.end > diagnostic.range.begin ? diagnostic.range.end - diagnostic.range.begin : 0;
  const Excerpt shown = excerpt(file.line(place.line), begin, begin + length);
  out << "\n  " << shown.text << "\n  " << tint << shown.marks << reset << '\n';
  if (!diagnostic.hint.empty()) out << "  hint: " << diagnostic.hint << '\n';
}

}  // namespace

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
  if (errors_left_out_) out << file.name() << ": more errors not shown\n";
}

}  // namespace parapet
