// Damaged copies of a text: cut off, with flipped bits, with pieces missing, doubled or exchanged. The same for the same seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "random/author.h"

namespace parapet::test {

[[nodiscard]] inline std::string damaged(std::string text, std::uint64_t seed) {
  Random random(seed);
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
    switch (random.below(6)) {
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
      case 4: {  // a digit, where there is one: the text stays well-formed
        const std::size_t digit = text.find_first_of("0123456789", begin);
        if (digit != std::string::npos) text[digit] = static_cast<char>('0' + random.below(10));
        break;
      }
      default: {
        const auto [from, other] = piece();
        text.replace(begin, length, text.substr(from, other));
      }
    }
  }
  return text;
}

}  // namespace parapet::test
