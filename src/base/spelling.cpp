#include "base/spelling.h"

#include <algorithm>
#include <vector>

#include "base/narrow.h"

namespace parapet {
namespace {

constexpr std::size_t longest_compared = 64;
constexpr std::size_t most_candidates = 5000;
constexpr std::size_t longest_quoted = 60;

char lower(char c) { return c >= 'A' && c <= 'Z' ? narrow<char>(c - 'A' + 'a') : c; }

// Edits (insert, delete, replace, swap neighbours); a change of case costs nothing.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) previous[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const bool equal = lower(a[i - 1]) == lower(b[k - 1]);
      row[k] = std::min({previous[k] + 1, row[k - 1] + 1, previous[k - 1] + (equal ? 0U : 1U)});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) row[k] = std::min(row[k], before[k - 2] + 1);
    }
    before.swap(previous);
    previous.swap(row);
  }
  return previous[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view written, std::span<const std::string_view> candidates) {
  if (written.size() > longest_compared || candidates.size() > most_candidates) return {};
  std::string_view best;
  std::size_t least = 1 + (written.size() <= 2 ? 0 : written.size() <= 5 ? 1 : 2);
  for (const std::string_view candidate : candidates) {
    if (candidate == written || candidate.size() > longest_compared) continue;
    const std::size_t edits = distance(written, candidate);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view written, std::span<const std::string_view> candidates) {
  const std::string_view found = nearest(written, candidates);
  return found.empty() ? std::string() : "did you mean `" + std::string(found) + "`?";
}

std::string quote(std::string_view text) {
  std::string result = "`";
  const bool long_text = text.size() > longest_quoted;
  for (const char c : text.substr(0, longest_quoted)) {
    const auto byte = byte_of(c);
    const bool blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    if (blank && result.ends_with(' ')) continue;
    result += blank ? ' ' : byte < 0x20 || byte >= 0x7F ? '?' : c;
  }
  return result + (long_text ? "...`" : "`");
}

}  // namespace parapet
