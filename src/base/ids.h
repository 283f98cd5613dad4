// Strong 32-bit ids: indices into a vector that an arena owns. Two kinds of id never mix.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/narrow.h"

namespace parapet {

template <class Tag>
struct Id {
  std::uint32_t value = UINT32_MAX;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(narrow<std::uint32_t>(index)) {}
  [[nodiscard]] constexpr bool valid() const { return value != UINT32_MAX; }
  [[nodiscard]] constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace parapet

template <class Tag>
struct std::hash<parapet::Id<Tag>> {
  std::size_t operator()(parapet::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>()(id.value); }
};
