// What the inference asks of a weak part beside NOTE(weak-part): which cubes with open reads its open views can speak about. Without a
// specialisation a weak part has no open views: lemmas are about memory and plain cells, and a cube with open reads that no lemma covers is
// kept as it is (an exact cube).
#pragma once

#include <cstdint>
#include <vector>

#include "search/weak/timeline/timeline.h"

namespace parapet::search::views {

template <class Weak>
struct OpenViews {
  static constexpr bool exist = false;
  [[nodiscard]] static std::vector<std::uint32_t> reads_of(const Weak&, TermId) { return {}; }
  [[nodiscard]] static Weak with_one_read(TermId) { return {}; }
  [[nodiscard]] static bool is_simple(const Weak& weak) { return weak.empty(); }
};

// A snapshot read of one process. The final read u is in the lists of several processes, and a cube with several reads says in which order
// they were taken: no view has that.
template <>
struct OpenViews<Timeline> {
  static constexpr bool exist = true;
  [[nodiscard]] static std::vector<std::uint32_t> reads_of(const Timeline& weak, TermId process) {
    const Timeline::List* const list = weak.find(process);
    return list == nullptr ? std::vector<std::uint32_t>{} : list->reads;
  }
  [[nodiscard]] static Timeline with_one_read(TermId process) {
    Timeline weak;
    weak.lists.push_back({process, {0}, false});
    weak.items.resize(1);
    return weak;
  }
  [[nodiscard]] static bool is_simple(const Timeline& weak) { return weak.items.size() <= 1 && weak.last == Timeline::none; }
};

}  // namespace parapet::search::views
