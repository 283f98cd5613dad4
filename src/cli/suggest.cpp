#include "cli/suggest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace parapet::cli {
namespace {

// How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other
// (optimal string alignment: three rows of the usual table).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> closest(std::string_view word, std::span<const std::string_view> known) {
  std::optional<std::string_view> result;
  std::size_t best = 1 + word.size() / 3;
  for (const std::string_view candidate : known) {
    const std::size_t away = distance(word, candidate);
    if (away < best || (away == best && !result)) {
      best = away;
      result = candidate;
    }
  }
  return result;
}

}  // namespace parapet::cli
