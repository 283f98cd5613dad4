#include "evidence/heading.h"

#include <doctest/doctest.h>

#include <string>

#include "base/json_reader.h"

using namespace parapet;

namespace {

evidence::Heading heading(const std::string& text) { return evidence::read_heading(read_json(text), evidence::trace_format); }

}  // namespace

TEST_CASE("heading: model and digest, before anything else is read") {
  const evidence::Heading found = heading(R"({"format": "parapet-trace", "format_version": 2, "digest": "ab", "model": "tso", "more": 1})");
  CHECK(found.digest == "ab");
  CHECK(found.model == "tso");
}

TEST_CASE("heading: other evidence and other versions are refused") {
  CHECK_THROWS_AS(heading(R"({"format": "parapet-certificate", "format_version": 2, "digest": "ab", "model": "tso"})"), JsonError);
  CHECK_THROWS_AS(heading(R"({"format": "parapet-trace", "format_version": 3, "digest": "ab", "model": "tso"})"), JsonError);
  CHECK_THROWS_AS(heading(R"([1])"), JsonError);
}

TEST_CASE("heading: a member that no reader would check is refused") {
  const JsonValue object = read_json(R"({"a": 1, "b": 2})");
  CHECK_NOTHROW(evidence::only_members(object, {"a", "b", "c"}));
  CHECK_THROWS_AS(evidence::only_members(object, {"a"}), JsonError);
}
