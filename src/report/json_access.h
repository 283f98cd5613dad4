// Members of JSON objects that must be there and of one kind; errors say where.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"

namespace parapet::report {

inline const JsonValue& member(const JsonValue& object, std::string_view name) {
  if (object.kind != JsonValue::Kind::Object) throw JsonError("expected an object", object);
  const JsonValue* found = object.find(name);
  if (found == nullptr) throw JsonError("no member '" + std::string(name) + "'", object);
  return *found;
}

inline const std::string& text_of(const JsonValue& value) {
  if (value.kind != JsonValue::Kind::String) throw JsonError("expected a string", value);
  return value.text;
}

inline bool truth_of(const JsonValue& value) {
  if (value.kind != JsonValue::Kind::Bool) throw JsonError("expected true or false", value);
  return value.truth;
}

inline const std::vector<JsonValue>& items_of(const JsonValue& value) {
  if (value.kind != JsonValue::Kind::Array) throw JsonError("expected an array", value);
  return value.items;
}

// A whole number from 0 to `most`.
inline std::uint32_t whole_of(const JsonValue& value, std::uint32_t most = UINT32_MAX - 1) {
  std::uint32_t number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto read = std::from_chars(value.text.data(), end, number);
  if (value.kind != JsonValue::Kind::Number || read.ec != std::errc() || read.ptr != end || number > most)
    throw JsonError("expected a whole number from 0 to " + std::to_string(most), value);
  return number;
}

}  // namespace parapet::report
