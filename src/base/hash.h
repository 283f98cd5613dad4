// The hash of tables in memory: a multiplication by 2^64 / golden ratio spreads a key over the upper half of a word, and the shift brings
// that half down, where a table of a power of two looks. No output depends on it. What identifies a text between runs is SHA-256
// (base/sha256.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace parapet {

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

}  // namespace parapet
