// Damaged models: whatever the bytes, reading ends, with messages or with a program that survives the round trip.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/frontend/models.h"

using namespace parapet;

namespace {

class Mutator {
 public:
  explicit Mutator(std::vector<std::string> seeds) : seeds_(std::move(seeds)) {}

  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t edits = 1 + below(2); edits != 0; --edits) edit(text);
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  // A piece of some seed that begins and ends between words.
  std::string_view piece() {
    const std::string& text = seeds_[below(seeds_.size())];
    const std::size_t begin = text.find_first_not_of(" \n", below(text.size()));
    if (begin == std::string::npos) return {};
    std::size_t end = begin;
    for (std::size_t words = 1 + below(6); words != 0 && end != std::string::npos; --words) end = text.find_first_of(" \n", end + 1);
    return std::string_view(text).substr(begin, end == std::string::npos ? end : end - begin);
  }

  // Begin and length of a run of letters, digits and _ at or after a random place.
  std::pair<std::size_t, std::size_t> word(const std::string& text) {
    constexpr std::string_view parts = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    std::size_t begin = text.find_first_of(parts, below(text.size()));
    if (begin == std::string::npos) return {0, 0};
    while (begin != 0 && parts.find(text[begin - 1]) != std::string_view::npos) --begin;
    return {begin, std::min(text.find_first_not_of(parts, begin), text.size()) - begin};
  }

  static int class_of(char c) { return c >= 'a' ? 0 : c >= 'A' ? 1 : 2; }

  // One name in place of another of its kind: many of these are still models.
  void exchange_word(std::string& text) {
    const auto [from, from_length] = word(text);
    if (from_length == 0) return;
    const std::string replacement = text.substr(from, from_length);
    for (int tries = 0; tries < 20; ++tries) {
      const auto [to, to_length] = word(text);
      if (class_of(text[to]) != class_of(replacement[0]) || text.compare(to, to_length, replacement) == 0) continue;
      text.replace(to, to_length, replacement);
      return;
    }
  }

  void edit(std::string& text) {
    if (below(2) == 0) return exchange_word(text);
    const std::size_t at = below(text.size());
    switch (below(5)) {
      case 0:
        if (!text.empty()) text[at] = static_cast<char>(random_());
        break;
      case 1:
        text.erase(at, 1 + below(20));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(60)));
        break;
      case 3:
        text.insert(at, " " + std::string(piece()) + " ");
        break;
      default: {
        const std::string_view with = piece();
        const std::size_t word = text.find_first_of(" \n", at);
        if (word != std::string::npos) text.replace(word, text.find_first_of(" \n", word + 1) - word, " " + std::string(with));
      }
    }
  }

  std::vector<std::string> seeds_;
  std::mt19937 random_{2024};
};

}  // namespace

TEST_CASE("mutated models neither crash nor print as something else") {
  std::vector<std::string> seeds;
  for (const auto& path : testing::models_below(std::filesystem::path(PARAPET_SOURCE_DIR) / "tests/fuzz/seeds")) {
    seeds.push_back(testing::contents(path));
  }
  REQUIRE(!seeds.empty());
  Mutator mutator(std::move(seeds));
  std::size_t accepted = 0;
  for (int k = 0; k < 5000; ++k) {
    const std::string text = mutator.next();
    const auto loaded = frontend::load_text("mutant", text);
    if (loaded.program.has_value() == loaded.diagnostics.has_errors()) FAIL("a program xor errors: " << text);
    if (!loaded.program) {
      CHECK(!testing::messages(loaded).empty());
      continue;
    }
    ++accepted;
    const std::string failure = testing::round_trip_failure(*loaded.program);
    if (!failure.empty()) FAIL(text << "\n" << failure);
  }
  // Otherwise the edits are too wild to test anything but the lexer.
  CHECK(accepted > 200);
}
