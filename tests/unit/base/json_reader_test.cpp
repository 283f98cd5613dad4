#include "base/json_reader.h"

#include <doctest/doctest.h>

#include <string>

using namespace parapet;

namespace {

std::string error_of(std::string_view text, const JsonLimits& limits = {}) {
  try {
    (void)parse_json(text, limits);
  } catch (const JsonError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("json reader: every kind of value") {
  const JsonValue json = parse_json(R"( {"a": [null, true, false, -12.5e+3, "x\n\u00e9\ud83d\ude00\/"], "b": {}} )");
  REQUIRE(json.kind == JsonValue::Kind::Object);
  const JsonValue& a = *json.find("a");
  REQUIRE(a.items.size() == 5);
  CHECK(a.items[0].kind == JsonValue::Kind::Null);
  CHECK(a.items[1].truth);
  CHECK_FALSE(a.items[2].truth);
  CHECK(a.items[3].text == "-12.5e+3");
  CHECK(a.items[4].text == "x\n\xC3\xA9\xF0\x9F\x98\x80/");
  CHECK(json.find("b")->kind == JsonValue::Kind::Object);
  CHECK(json.find("c") == nullptr);
}

TEST_CASE("json reader: errors say where") {
  CHECK(error_of("{\n  \"a\": }") == "2:8: expected a value");
  CHECK(error_of("[1, 2") == "1:6: expected ']', but the text ends");
  CHECK(error_of("[1] 2") == "1:5: something after the end of the value");
  CHECK(error_of(R"({"a": 1, "a": 2})") == "1:13: a second member 'a'");
  for (const char* bad : {"", "01", "1.", "-", "tru", "\"a", "\"\\x\"", "\"\\ud800\"", "[1,]", "{\"a\" 1}", "\"\x01\""}) {
    CAPTURE(bad);
    CHECK(error_of(bad) != "");
  }
}

TEST_CASE("json reader: limits") {
  CHECK(error_of(std::string(100000, '[')) == "1:202: nested too deeply");
  CHECK(error_of("[[1]]", {.depth = 1}) == "1:3: nested too deeply");
  CHECK(error_of("[1, 2, 3]", {.size = 5}) == "1:1: too large");
}
