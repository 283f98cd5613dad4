// JSON of evidence: short names for what must be there and of one kind.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/json_reader.h"
#include "base/narrow.h"

namespace parapet::evidence {

inline const JsonValue& member(const JsonValue& object, std::string_view name) { return object.at(name); }
inline const std::string& text_of(const JsonValue& value) { return value.text(); }
inline bool truth_of(const JsonValue& value) { return value.truth(); }
inline std::span<const JsonValue> items_of(const JsonValue& value) { return value.items(); }

// A whole number from 0 to `most`.
inline std::uint32_t whole_of(const JsonValue& value, std::uint32_t most = UINT32_MAX - 1) {
  const std::uint64_t number = value.count();
  if (number > most) throw JsonError("expected a whole number from 0 to " + std::to_string(most), value);
  return narrow<std::uint32_t>(number);
}

}  // namespace parapet::evidence
