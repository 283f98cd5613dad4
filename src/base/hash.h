// Ids, hashes of tables in memory, and SHA-256.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/narrow.h"

namespace parapet {

// Strong 32-bit ids: indices into a vector that an arena owns. Two kinds of id never mix.
template <class Tag>
struct Id {
  std::uint32_t value = UINT32_MAX;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(narrow<std::uint32_t>(index)) {}
  [[nodiscard]] constexpr bool valid() const { return value != UINT32_MAX; }
  [[nodiscard]] constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

// The hash of tables: a multiplication by 2^64 / golden ratio spreads a key over the upper half of a word, and the shift brings that half
// down, where a table of a power of two looks. No output depends on it.
inline constexpr std::uint64_t hash_multiplier = 0x9E3779B97F4A7C15U;

[[nodiscard]] constexpr std::uint64_t hash_with(std::uint64_t hash, std::uint64_t part) {
  hash = (hash ^ part) * hash_multiplier;
  return hash ^ hash >> 32U;
}

// Of a sequence of 32-bit numbers or of ids.
struct SequenceHash {
  template <class Sequence>
  [[nodiscard]] std::size_t operator()(const Sequence& sequence) const {
    std::uint64_t hash = sequence.size();
    for (const auto& part : sequence) hash = hash_with(hash, number(part));
    return hash;
  }

 private:
  static std::uint64_t number(std::uint32_t part) { return part; }
  template <class Tagged>
  static std::uint64_t number(const Tagged& id) {
    return id.value;
  }
};

// SHA-256 (FIPS 180-4) identifies a text between runs.
// In hexadecimal, as sha256sum prints it: what identifies a model in its evidence.
[[nodiscard]] std::string sha256_hex(std::string_view text);
// In base64, as a Content-Security-Policy names the script that a page may run.
[[nodiscard]] std::string sha256_base64(std::string_view text);

}  // namespace parapet

template <class Tag>
struct std::hash<parapet::Id<Tag>> {
  std::size_t operator()(parapet::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>()(id.value); }
};
