#include "base/json.h"

#include <doctest/doctest.h>

#include <limits>

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

TEST_CASE("json: numbers") {
  JsonWriter out;
  out.begin_row();
  out.value(0.5);
  out.value(std::numeric_limits<double>::infinity());
  out.value(std::int64_t{-7});
  out.end_array();
  CHECK(out.take() == "[0.5, null, -7]\n");
}
