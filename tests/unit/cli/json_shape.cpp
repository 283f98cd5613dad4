#include "unit/cli/json_shape.h"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

#include "unit/cli/child.h"

namespace parapet::test {
namespace {

struct Json {
  enum class Kind { Null, Boolean, Number, String, Array, Object } kind = Kind::Null;
  std::string text;  // of a string without its quotes; of numbers and booleans as written
  std::vector<Json> items;
  std::vector<std::pair<std::string, Json>> members;

  [[nodiscard]] const Json* find(const std::string& key) const {
    const auto at = std::find_if(members.begin(), members.end(), [&](const auto& member) { return member.first == key; });
    return at == members.end() ? nullptr : &at->second;
  }
  friend bool operator==(const Json& a, const Json& b) { return a.kind == b.kind && a.text == b.text && a.items == b.items; }
};

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  Json document() {
    Json result = value();
    if (peek() != '\0') throw std::runtime_error("text after the value");
    return result;
  }

 private:
  char peek() {
    at_ = std::min(text_.find_first_not_of(" \n\r\t", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void expect(char c) {
    if (peek() != c) throw std::runtime_error(std::string("expected ") + c + " at " + std::to_string(at_));
    ++at_;
  }

  Json value() {
    const char c = peek();
    if (c == '{') return object();
    if (c == '[') return array();
    Json result;
    if (c == '"') {
      result.kind = Json::Kind::String;
      result.text = string();
      return result;
    }
    const std::size_t end = std::min(text_.find_first_of(",]} \n", at_), text_.size());
    result.text = text_.substr(at_, end - at_);
    at_ = end;
    if (result.text.empty()) throw std::runtime_error("no value at " + std::to_string(at_));
    if (result.text == "true" || result.text == "false")
      result.kind = Json::Kind::Boolean;
    else if (result.text != "null")
      result.kind = Json::Kind::Number;
    return result;
  }

  // Escapes stay as written: they are compared with nothing.
  std::string string() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) throw std::runtime_error("a string does not end");
    return text_.substr(begin, at_++ - begin);
  }

  Json array() {
    Json result;
    result.kind = Json::Kind::Array;
    expect('[');
    while (peek() != ']') {
      if (!result.items.empty()) expect(',');
      result.items.push_back(value());
    }
    expect(']');
    return result;
  }

  Json object() {
    Json result;
    result.kind = Json::Kind::Object;
    expect('{');
    while (peek() != '}') {
      if (!result.members.empty()) expect(',');
      if (peek() != '"') throw std::runtime_error("a key is a string");
      std::string key = string();
      expect(':');
      result.members.emplace_back(std::move(key), value());
    }
    expect('}');
    return result;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

Json read_schema(const std::string& name) { return Reader(read_text(PARAPET_SOURCE_DIR "/docs/" + name)).document(); }

class Validator {
 public:
  explicit Validator(const std::string& name) : root_(read_schema(name)) {}

  [[nodiscard]] std::string check(const Json& value) const { return check(value, root_, "document"); }

 private:
  static bool has_type(const Json& value, const std::string& type) {
    switch (value.kind) {
      case Json::Kind::Null:
        return type == "null";
      case Json::Kind::Boolean:
        return type == "boolean";
      case Json::Kind::Number:
        return type == "number" || (type == "integer" && value.text.find_first_of(".e") == std::string::npos);
      case Json::Kind::String:
        return type == "string";
      case Json::Kind::Array:
        return type == "array";
      case Json::Kind::Object:
        return type == "object";
    }
    return false;
  }

  [[nodiscard]] std::string check(const Json& value, const Json& schema, const std::string& where) const {
    if (const Json* ref = schema.find("$ref")) return check_reference(value, ref->text, where);
    if (const Json* choices = schema.find("oneOf")) return check_one_of(value, *choices, where);
    if (const Json* type = schema.find("type")) {
      const bool fits = type->kind == Json::Kind::Array
                            ? std::any_of(type->items.begin(), type->items.end(), [&](const Json& t) { return has_type(value, t.text); })
                            : has_type(value, type->text);
      if (!fits) return where + ": another type";
    }
    if (const Json* constant = schema.find("const"); constant != nullptr && !(*constant == value)) return where + ": not " + constant->text;
    if (const Json* allowed = schema.find("enum");
        allowed != nullptr && std::find(allowed->items.begin(), allowed->items.end(), value) == allowed->items.end())
      return where + ": '" + value.text + "' is not allowed";
    if (const Json* least = schema.find("minimum");
        least != nullptr && value.kind == Json::Kind::Number && std::stod(value.text) < std::stod(least->text))
      return where + ": too small";
    if (const Json* items = schema.find("items")) {
      for (std::size_t k = 0; k < value.items.size(); ++k) {
        if (std::string why = check(value.items[k], *items, where + "[" + std::to_string(k) + "]"); !why.empty()) return why;
      }
    }
    return value.kind == Json::Kind::Object ? check_members(value, schema, where) : "";
  }

  [[nodiscard]] std::string check_members(const Json& value, const Json& schema, const std::string& where) const {
    if (const Json* required = schema.find("required")) {
      for (const Json& key : required->items) {
        if (value.find(key.text) == nullptr) return where + ": no " + key.text;
      }
    }
    const Json* properties = schema.find("properties");
    for (const auto& [key, member] : value.members) {
      const Json* property = properties == nullptr ? nullptr : properties->find(key);
      if (property == nullptr) return where + ": " + key + " is not in the schema";
      if (std::string why = check(member, *property, where + "." + key); !why.empty()) return why;
    }
    return "";
  }

  [[nodiscard]] std::string check_reference(const Json& value, const std::string& ref, const std::string& where) const {
    const std::string local = "#/definitions/";
    if (ref.rfind(local, 0) == 0) return check(value, *root_.find("definitions")->find(ref.substr(local.size())), where);
    const Validator other(ref);
    return other.check(value, other.root_, where);
  }

  [[nodiscard]] std::string check_one_of(const Json& value, const Json& choices, const std::string& where) const {
    std::string why;
    for (const Json& choice : choices.items) {
      const std::string problem = check(value, choice, where);
      if (problem.empty()) return "";
      why += (why.empty() ? "" : "; ") + problem;
    }
    return why;
  }

  Json root_;
};

}  // namespace

std::string fits_schema(const std::string& text, const std::string& name) {
  try {
    return Validator(name).check(Reader(text).document());
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace parapet::test
