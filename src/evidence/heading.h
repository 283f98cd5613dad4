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
};

struct Format {
  std::string_view name;
  std::uint32_t version;
  std::string_view what;  // "certificate"
};

inline constexpr Format certificate_format{"parapet-certificate", 1, "certificate"};
inline constexpr Format trace_format{"parapet-trace", 2, "trace"};

// Throws JsonError if the value is not evidence of that format.
[[nodiscard]] Heading read_heading(const JsonValue& json, const Format& format);

// Throws JsonError if the object has a member of another name. What a reader does not know it would not check.
void only_members(const JsonValue& object, std::initializer_list<std::string_view> names);

}  // namespace parapet::evidence
