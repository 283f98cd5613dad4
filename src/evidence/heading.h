// What certificates and traces begin with: enough to tell which model they are about before anything else of them is read.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/json_reader.h"

namespace parapet::evidence {

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

// Version 2 of certificates added the keys `proper` and `ghosts`, version 3 those of explored writes (engine ghb, model pso); an older
// certificate, which has none of them, means the same.
inline constexpr Format certificate_format{"parapet-certificate", 3, "certificate", 1};
inline constexpr Format trace_format{"parapet-trace", 2, "trace", 2};

// Throws JsonError if the value is not evidence of that format.
[[nodiscard]] Heading read_heading(const JsonValue& json, const Format& format);

// Throws JsonError if the object has a member of another name. What a reader does not know it would not check.
void only_members(const JsonValue& object, std::initializer_list<std::string_view> names);

}  // namespace parapet::evidence
