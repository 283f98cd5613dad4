// Guards the JSON reader: what is accepted, what is refused and where, and values of the wrong kind.
#include "base/json_reader.h"

#include <doctest/doctest.h>

#include <string>

#include "base/json.h"

using parapet::JsonError;
using parapet::JsonValue;
using parapet::read_json;

namespace {

std::string error_of(const std::string& text) {
  try {
    static_cast<void>(read_json(text));
  } catch (const JsonError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("json reader: every kind of value") {
  const JsonValue value = read_json(R"( {"a": [1, -2.5e1, 18446744073709551615], "b": {"c": true, "d": null}, "e": "x"} )");
  CHECK(value.at("a").items().size() == 3);
  CHECK(value.at("a").items()[0].number() == 1);
  CHECK(value.at("a").items()[1].number() == -25);
  CHECK(value.at("a").items()[2].count() == UINT64_MAX);
  CHECK(value.at("b").at("c").truth());
  CHECK(value.at("b").at("d").is_null());
  CHECK(value.at("e").text() == "x");
  CHECK(value.find("f") == nullptr);
  CHECK(value.keys()[2] == "e");
  CHECK(read_json("[]").items().empty());
  CHECK(read_json("{ }").keys().empty());
}

TEST_CASE("json reader: escapes become the characters they stand for") {
  CHECK(read_json(R"("\"\\\/\b\f\n\r\t")").text() == "\"\\/\b\f\n\r\t");
  CHECK(read_json(R"("\u0041\u00e9\u20ac\ud83d\ude00")").text() == "A\u00e9\u20ac\U0001F600");
}

TEST_CASE("json reader: what the writer wrote is read back") {
  parapet::JsonWriter writer;
  writer.begin_object();
  writer.member("text", std::string("a\"\\\n\t\x01 b"));
  writer.member("number", 0.1);
  writer.end_object();
  const JsonValue value = read_json(writer.take());
  CHECK(value.at("text").text() == "a\"\\\n\t\x01 b");
  CHECK(value.at("number").number() == 0.1);
}

TEST_CASE("json reader: errors say where") {
  CHECK(error_of("") == "1:1: the text ends where a value is expected");
  CHECK(error_of("[1,\n  x]") == "2:3: expected a value");
  CHECK(error_of("[1 2]") == "1:4: expected ',' or ']'");
  CHECK(error_of("[1,]") == "1:4: expected a value");
  CHECK(error_of("{\"a\" 1}") == "1:6: expected ':' after the key");
  CHECK(error_of("{a: 1}") == "1:2: expected a key in quotes");
  CHECK(error_of("{\"a\": 1, \"a\": 2}") == "1:1: the object has \"a\" twice");
  CHECK(error_of("1 1") == "1:3: expected the end of the text");
  CHECK(error_of("01") == "1:2: expected the end of the text");
  CHECK(error_of("1.") == "1:3: expected a digit");
  CHECK(error_of("-") == "1:2: expected a digit");
  CHECK(error_of("1e999") == "1:1: a number beyond what a double can hold");
  CHECK(error_of("nul") == "1:1: expected a value");
  CHECK(error_of("\"a") == "1:3: the text ends inside a string");
  CHECK(error_of("\"a\nb\"") == "1:3: a control character in a string");
  CHECK(error_of("\"\\x\"") == "1:3: no such escape in a string");
  CHECK(error_of("\"\\u12g4\"") == "1:4: expected four hexadecimal digits");
  CHECK(error_of("\"\\ud83d\"") == "1:8: half of a surrogate pair");
}

TEST_CASE("json reader: depth is limited, not the stack") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(error_of(nested(parapet::deepest_json)) == "accepted");
  CHECK(error_of(nested(parapet::deepest_json + 1)) == "1:201: more than 200 arrays and objects inside each other");
  CHECK(error_of(std::string(1000000, '[')) == "1:201: more than 200 arrays and objects inside each other");
}

TEST_CASE("json reader: a value of another kind is an error at its place") {
  const JsonValue value = read_json("{\"a\": \"x\",\n \"b\": -1}");
  CHECK_THROWS_WITH_AS(static_cast<void>(value.at("a").number()), "1:7: expected a number", JsonError);
  CHECK_THROWS_WITH_AS(static_cast<void>(value.at("b").count()), "2:7: expected a whole number from 0 to 2^64 - 1", JsonError);
  CHECK_THROWS_WITH_AS(static_cast<void>(value.at("c")), "1:1: the object has no \"c\"", JsonError);
  CHECK_THROWS_WITH_AS(static_cast<void>(value.items()), "1:1: expected an array", JsonError);
}
