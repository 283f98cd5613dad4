// "did you mean": the known word that a misspelled one is closest to.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace parapet::cli {

// Nothing if no word is close enough to be what was meant.
[[nodiscard]] std::optional<std::string_view> closest(std::string_view word, std::span<const std::string_view> known);

}  // namespace parapet::cli
