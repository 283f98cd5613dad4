#include "base/json.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "base/json_reader.h"

using parapet::JsonWriter;

TEST_CASE("json: nesting, order and layout") {
  JsonWriter out;
  out.begin_object();
  out.member("b", 1);
  out.member("a", "x");
  out.key("row");
  out.begin_row();
  out.value(1U);
  out.value(true);
  out.null();
  out.end_array();
  out.key("empty");
  out.begin_array();
  out.end_array();
  out.end_object();
  CHECK(out.take() == "{\n  \"b\": 1,\n  \"a\": \"x\",\n  \"row\": [1, true, null],\n  \"empty\": []\n}\n");
}

TEST_CASE("json: escapes") {
  JsonWriter out;
  out.value(std::string_view("a\"\\\n\t\x01z", 7));
  CHECK(out.take() == "\"a\\\"\\\\\\n\\t\\u0001z\"\n");
}

// Bidirectional marks and controls come back as they were; a byte that is not UTF-8 cannot, and stays readable.
TEST_CASE("json: every string is valid UTF-8 that shows what it says") {
  const std::string odd = "a\xE2\x80\xAE b\xC2\x85 \xC3\xA9\r\x7F";
  JsonWriter out;
  out.value(odd);
  const std::string text = out.take();
  CHECK(text == "\"a\\u202e b\\u0085 \xC3\xA9\\u000d\\u007f\"\n");
  CHECK(parapet::read_json(text).text() == odd);
  JsonWriter bytes;
  bytes.value("\xFF.\xC3(\xED\xA0\x80");
  CHECK(bytes.take() == "\"\\\\xff.\\\\xc3(\\\\xed\\\\xa0\\\\x80\"\n");
}

TEST_CASE("json: numbers") {
  JsonWriter out;
  out.begin_row();
  out.value(0.5);
  out.value(std::numeric_limits<double>::infinity());
  out.value(std::int64_t{-7});
  out.end_array();
  CHECK(out.take() == "[0.5, null, -7]\n");
}
