// What certificates and traces begin with: enough to tell which model they are about before anything else of them is read; and short names
// for what must be there and of one kind.
#pragma once

#include <cstdint>
#include <initializer_list>
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

struct Heading {
  std::string digest;  // of the program (result/certificate.h)
  std::string model;   // memory model
  std::uint32_t version = 0;
};

struct Format {
  std::string_view name;
  std::uint32_t version;
  std::string_view what;  // "certificate"
  std::uint32_t oldest;   // version that is still read
};

// Version 2 of certificates added the keys `proper` and `ghosts`; a certificate of version 1 without them means the same.
inline constexpr Format certificate_format{"parapet-certificate", 2, "certificate", 1};
inline constexpr Format trace_format{"parapet-trace", 2, "trace", 2};

// Throws JsonError if the value is not evidence of that format.
[[nodiscard]] Heading read_heading(const JsonValue& json, const Format& format);

// Throws JsonError if the object has a member of another name. What a reader does not know it would not check.
void only_members(const JsonValue& object, std::initializer_list<std::string_view> names);

}  // namespace parapet::evidence
