// Messages for programs: errors, warnings and notes with their places, as JSON. What a person reads on standard error, a program finds in
// the one document on standard output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/source.h"

namespace parapet::report {

// A place in a file. Lines and columns are counted from 1, offsets from 0.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;     // in bytes, as in messages for people
  std::uint32_t character = 1;  // in Unicode code points, as SARIF counts
  std::uint32_t offset = 0;     // in bytes
};

struct Message {
  Severity severity = Severity::Error;
  std::string file;  // empty: the message is about no file
  struct Range {
    Position begin, end;  // `end` is one past the last byte
  };
  std::optional<Range> range;  // none: about no particular place
  std::string name;            // of a warning; empty: none
  std::string text;
  std::string hint;  // may be empty
};

// "error", "warning", "note": values of the schema, which stay as they are.
[[nodiscard]] std::string_view name(Severity severity);

[[nodiscard]] Position position_of(const SourceFile& file, std::uint32_t offset);
[[nodiscard]] Message message_of(const Diagnostic& diagnostic, const SourceFile& file);

// The array `diagnostics` of every document (docs/diagnostics-schema.json).
void write_messages(JsonWriter& json, const std::vector<Message>& messages);

// The document of a run that has no answer because of an error: docs/diagnostics-schema.json.
struct Refusal {
  std::string version;  // of Parapet
  std::string command;
  std::string file;  // the operand; empty: none
  int exit_code = 0;
};
[[nodiscard]] std::string diagnostics_json(const Refusal& refusal, const std::vector<Message>& messages);

}  // namespace parapet::report
