// The hash of a row of codes, two codes at a time, for tables of states.
#pragma once

#include <cstdint>
#include <span>

#include "base/hash.h"
#include "base/narrow.h"
#include "machine/code.h"

namespace parapet::machine {

[[nodiscard]] inline std::uint64_t row_hash(std::span<const Code> row) {
  std::uint64_t result = row.size();
  std::size_t k = 0;
  for (; k + 2 <= row.size(); k += 2)
    result = hash_with(result, std::uint64_t{low_bits<std::uint32_t>(row[k])} << 32U | low_bits<std::uint32_t>(row[k + 1]));
  if (k < row.size()) result = hash_with(result, low_bits<std::uint32_t>(row[k]));
  return result;
}

}  // namespace parapet::machine
