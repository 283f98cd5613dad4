// Words for messages: names the user may have meant, and pieces of their text in quotes.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace parapet {

// The candidate nearest to `written`, if one is near enough to be worth asking about; else empty.
[[nodiscard]] std::string_view nearest(std::string_view written, std::span<const std::string_view> candidates);

// "did you mean `X`?", or empty.
[[nodiscard]] std::string did_you_mean(std::string_view written, std::span<const std::string_view> candidates);

// `text`, on one line and not too long.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace parapet
