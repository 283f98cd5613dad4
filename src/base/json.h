// Writing JSON: keys in the order of the calls, two blanks of indentation, short arrays of scalars on one line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

  // Null where there is nothing.
  template <class Value>
  void member(std::string_view name, const std::optional<Value>& content) {
    key(name);
    content ? value(*content) : null();
  }
  void text_or_null(std::string_view name, std::string_view text) {
    key(name);
    text.empty() ? null() : value(text);
  }
  // What `write` writes is inside.
  template <class Write>
  void object(std::string_view name, Write write) {
    key(name);
    begin_object();
    write();
    end_object();
  }
  template <class Write>
  void array(std::string_view name, Write write) {
    key(name);
    begin_array();
    write();
    end_array();
  }
  // Arrays of one object for each of `all`, of what each is, and of that on one line.
  template <class All, class Write>
  void objects(std::string_view name, const All& all, Write write) {
    array(name, [&] {
      for (const auto& each : all) {
        begin_object();
        write(each);
        end_object();
      }
    });
  }
  template <class All>
  void values(std::string_view name, const All& all) {
    array(name, [&] {
      for (const auto& each : all) value(each);
    });
  }
  template <class All, class Of = std::identity>
  void row(std::string_view name, const All& all, Of of = {}) {
    key(name);
    begin_row();
    for (const auto& each : all) value(of(each));
    end_array();
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
