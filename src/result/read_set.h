// A set of open reads of a cube, by number, as machine words: one in practice, any number where it must be.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "base/narrow.h"

namespace parapet {

class ReadSet {
 public:
  ReadSet() = default;
  ReadSet(std::initializer_list<std::uint32_t> reads) {
    for (const std::uint32_t read : reads) add(read);
  }
  [[nodiscard]] bool has(std::uint32_t read) const { return read < 64 ? (first_ >> read & 1) != 0 : has_beyond(read - 64); }
  void add(std::uint32_t read) {
    if (read < 64) {
      first_ |= std::uint64_t{1} << read;
      return;
    }
    const std::size_t word = (read - 64) / 64;
    if (word >= beyond_.size()) beyond_.resize(word + 1, 0);
    beyond_[word] |= std::uint64_t{1} << (read & 63);
  }
  ReadSet& operator|=(const ReadSet& other) {
    first_ |= other.first_;
    if (beyond_.size() < other.beyond_.size()) beyond_.resize(other.beyond_.size(), 0);
    for (std::size_t k = 0; k < other.beyond_.size(); ++k) beyond_[k] |= other.beyond_[k];
    return *this;
  }
  [[nodiscard]] bool meets(const ReadSet& other) const {
    if ((first_ & other.first_) != 0) return true;
    for (std::size_t k = 0; k < std::min(beyond_.size(), other.beyond_.size()); ++k) {
      if ((beyond_[k] & other.beyond_[k]) != 0) return true;
    }
    return false;
  }
  [[nodiscard]] bool empty() const {
    return first_ == 0 && std::all_of(beyond_.begin(), beyond_.end(), [](std::uint64_t word) { return word == 0; });
  }
  template <class Visit>
  void each(Visit&& visit) const {
    each_bit(first_, 0, visit);
    for (std::size_t k = 0; k < beyond_.size(); ++k) each_bit(beyond_[k], narrow<std::uint32_t>(64 * (k + 1)), visit);
  }
  // In increasing order.
  [[nodiscard]] std::vector<std::uint32_t> list() const {
    std::vector<std::uint32_t> reads;
    each([&](std::uint32_t read) { reads.push_back(read); });
    return reads;
  }
  friend bool operator==(const ReadSet& a, const ReadSet& b) {
    const auto word = [](const ReadSet& set, std::size_t k) { return k < set.beyond_.size() ? set.beyond_[k] : 0; };
    bool same = a.first_ == b.first_;
    for (std::size_t k = 0; k < std::max(a.beyond_.size(), b.beyond_.size()); ++k) same = same && word(a, k) == word(b, k);
    return same;
  }

 private:
  [[nodiscard]] bool has_beyond(std::uint32_t bit) const { return bit / 64 < beyond_.size() && (beyond_[bit / 64] >> (bit & 63) & 1) != 0; }
  template <class Visit>
  static void each_bit(std::uint64_t word, std::uint32_t from, Visit& visit) {
    for (; word != 0; word &= word - 1) visit(from + narrow<std::uint32_t>(std::countr_zero(word)));
  }

  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> beyond_;  // reads from 64 on
};

// By `map`: old number -> new number, UINT32_MAX where the read is gone.
[[nodiscard]] inline ReadSet renumbered(const ReadSet& set, const std::vector<std::uint32_t>& map) {
  ReadSet result;
  set.each([&](std::uint32_t read) {
    if (map[read] != UINT32_MAX) result.add(map[read]);
  });
  return result;
}

}  // namespace parapet
