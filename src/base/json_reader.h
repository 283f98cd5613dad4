// Reading JSON (RFC 8259): a whole text to a tree of values, or an error that says where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parapet {

struct JsonValue {
  enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };
  Kind kind = Kind::Null;
  bool truth = false;  // Bool
  std::string text;    // String: decoded; Number: as written, since numbers may be exact and of any size
  std::vector<JsonValue> items;
  std::vector<std::pair<std::string, JsonValue>> members;  // in the order of the text
  std::size_t line = 1, column = 1;                        // where it begins

  // The first member of that name; null if there is none (or this is no object).
  [[nodiscard]] const JsonValue* find(std::string_view name) const;
};

struct JsonLimits {
  std::size_t depth = 200;                   // nested arrays and objects
  std::size_t size = std::size_t{1} << 30U;  // bytes
};

// A user error: what is wrong, and the line and column (from 1, in bytes) of the place.
class JsonError : public std::runtime_error {
 public:
  JsonError(const std::string& what, std::size_t at_line, std::size_t at_column)
      : std::runtime_error(std::to_string(at_line) + ":" + std::to_string(at_column) + ": " + what), line(at_line), column(at_column) {}
  JsonError(const std::string& what, const JsonValue& where) : JsonError(what, where.line, where.column) {}
  std::size_t line, column;
};

// The one value that `text` is. Throws JsonError.
[[nodiscard]] JsonValue parse_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace parapet
