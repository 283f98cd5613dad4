// Instances of visited cubes in one cube, without terms, so that another thread can read them: each is a row of numbers,
//   the position of the visited cube F; how many literals of F are left; the images of F's processes; of F's open reads; the
//   literals left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "cube/indexed.h"

namespace parapet::search {

using UnionInstances = std::vector<std::uint32_t>;  // by position of the visited cube, ascending

inline void add_instance(UnionInstances& all, std::uint32_t visited_at, std::span<const ProcessCode> processes,
                         std::span<const std::uint32_t> reads, std::span<const LiteralNumber> left) {
  all.push_back(visited_at);
  all.push_back(narrow<std::uint32_t>(left.size()));
  all.insert(all.end(), processes.begin(), processes.end());
  all.insert(all.end(), reads.begin(), reads.end());
  all.insert(all.end(), left.begin(), left.end());
}

struct EncodedInstance {
  std::span<const std::uint32_t> processes, reads, left;
};

// The first row of the rest of a UnionInstances, of a cube with so many processes and open reads, which is cut off the rest.
inline EncodedInstance take_instance(std::span<const std::uint32_t>& rest, std::size_t processes, std::size_t reads) {
  const std::size_t left = rest[1];
  const std::size_t size = 2 + processes + reads + left;
  const EncodedInstance taken{rest.subspan(2, processes), rest.subspan(2 + processes, reads), rest.subspan(size - left, left)};
  rest = rest.subspan(size);
  return taken;
}

}  // namespace parapet::search
