// Reading JSON (RFC 8259): a text becomes a tree of values. Each remembers where it stood, so that a reader who expected something else
// can say where that is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/source.h"

namespace parapet {

// A user error: a text that is no JSON, or a value that is not what its reader needs. `what` begins with "LINE:COLUMN: ".
class JsonValue;
class JsonError : public std::runtime_error {
 public:
  JsonError(LineColumn where, const std::string& text);
  JsonError(const std::string& text, const JsonValue& where);

  LineColumn place;
  std::string message;  // `what` without the place
};

class JsonValue {
 public:
  enum class Kind : std::uint8_t { Null, Truth, Number, Text, Array, Object };

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is_null() const { return kind_ == Kind::Null; }

  // Each of these throws JsonError where the value is of another kind.
  [[nodiscard]] bool truth() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::uint64_t count() const;  // a whole number from 0, exactly
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] std::span<const JsonValue> items() const;   // of an array
  [[nodiscard]] std::span<const std::string> keys() const;  // of an object, in the order of the text
  // The member of an object; null, or JsonError, where it has no such key.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  [[nodiscard]] const JsonValue& at(std::string_view key) const;

  [[nodiscard]] LineColumn place() const { return place_; }
  // For what only the caller can know to be wrong.
  [[noreturn]] void fail(const std::string& message) const { throw JsonError(place_, message); }

 private:
  friend class JsonParser;
  void expect(Kind kind, std::string_view name) const;

  Kind kind_ = Kind::Null;
  bool truth_ = false;
  LineColumn place_;
  double number_ = 0;
  std::string text_;               // of a number: as written
  std::vector<std::string> keys_;  // of an object, one for each item
  std::vector<JsonValue> items_;
};

// Arrays and objects inside each other; a deeper text is refused, since reading it recurses.
inline constexpr std::size_t deepest_json = 200;

// Where a line and column of a text are, in bytes from its beginning.
[[nodiscard]] std::size_t offset_of(std::string_view text, LineColumn place);

// The whole text is one value. Keys of an object must differ; bytes beyond ASCII are taken as they are. Throws JsonError. `budget`, null
// for none, is spent on the way.
[[nodiscard]] JsonValue read_json(std::string_view text, Budget* budget = nullptr);

}  // namespace parapet
