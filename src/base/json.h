// Writing JSON: keys in the order of the calls, two blanks of indentation, short arrays of scalars on one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace parapet {

// Inside an object every value follows its key; objects and arrays are closed in the reverse order of their opening.
class JsonWriter {
 public:
  void begin_object() { begin('{', true); }
  void end_object() { end('}'); }
  void begin_array() { begin('[', true); }
  // An array on one line.
  void begin_row() { begin('[', false); }
  void end_array() { end(']'); }

  void key(std::string_view name);
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool truth);
  void value(double number);  // null if it is not finite
  template <class Whole>
  requires(std::is_integral_v<Whole> && !std::is_same_v<Whole, bool>) void value(Whole number) { raw(std::to_string(number)); }
  void null() { raw("null"); }

  template <class Value>
  void member(std::string_view name, const Value& content) {
    key(name);
    value(content);
  }

  // The text so far, with a line break at the end; everything is closed.
  [[nodiscard]] std::string take();

 private:
  struct Level {
    bool lines = true;  // each item on a line of its own
    bool empty = true;
  };

  void begin(char bracket, bool lines);
  void end(char bracket);
  void raw(std::string_view token);
  void separate();
  void quote(std::string_view text);

  std::string text_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace parapet
