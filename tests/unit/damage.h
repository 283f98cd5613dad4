// Damaged copies of a text: cut off, with flipped bits, with pieces missing, doubled or exchanged; or, every other one, with other words
// and numbers in its places, so that it stays well-formed and the damage is found later. The same for the same seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "random/author.h"

namespace parapet::test {

// A word where another one was that is of its kind (a number, with a capital, without) and is followed by the same.
inline void exchange_word(std::string& text, Random& random) {
  constexpr std::string_view parts = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const auto word = [&] {
    std::size_t begin = std::min(text.find_first_of(parts, random.below(text.size())), text.size() - 1);
    while (begin > 0 && parts.find(text[begin - 1]) != std::string_view::npos) --begin;
    return std::pair(begin, std::min(text.find_first_not_of(parts, begin), text.size()) - begin);
  };
  const auto kind = [&](std::size_t at) { return text[at] <= '9' ? 0 : text[at] <= 'Z' ? 1 : 2; };
  static const std::vector<std::string> numbers{"0", "1", "2", "7", "-1", "4294967296", "99999999999999999999", "1.5"};
  for (unsigned tries = 0; tries < 100; ++tries) {
    const auto [to, length] = word();
    const auto [from, other] = word();
    const std::string replacement = kind(to) == 0 && random.chance(50) ? random.pick(numbers) : text.substr(from, other);
    const bool alike = kind(to) == kind(from) && text.compare(to + length, 2, text, from + other, 2) == 0;
    const bool key = text.compare(to + length, 2, "\":") == 0;  // without one, an object of JSON is read no further
    if (!alike || text.compare(to, length, replacement) == 0 || key) continue;
    text.replace(to, length, replacement);
    return;
  }
}

[[nodiscard]] inline std::string damaged(std::string text, std::uint64_t seed) {
  Random random(seed);
  if (seed % 2 == 1) {
    const unsigned words = random.between(1, 2);
    for (unsigned k = 0; k < words; ++k) exchange_word(text, random);
    return text;
  }
  // A piece that begins anywhere and is not long, or ends with its line.
  const auto piece = [&] {
    const std::size_t begin = random.below(text.size());
    const std::size_t line = text.find('\n', begin);
    const std::size_t end = random.chance(50) || line == std::string::npos ? begin + 1 + random.below(12) : line + 1;
    return std::pair(begin, std::min(end, text.size()) - begin);
  };
  const unsigned changes = random.between(1, 3);
  for (unsigned k = 0; k < changes && !text.empty(); ++k) {
    const auto [begin, length] = piece();
    switch (random.below(5)) {
      case 0:
        text.resize(begin);
        break;
      case 1:
        text[begin] = static_cast<char>(text[begin] ^ static_cast<char>(1U << random.below(8)));
        break;
      case 2:
        text.erase(begin, length);
        break;
      case 3:
        text.insert(random.below(text.size()), text.substr(begin, length));
        break;
      default: {
        const auto [from, other] = piece();
        text.replace(begin, length, text.substr(from, other));
      }
    }
  }
  return text;
}

}  // namespace parapet::test
