// Conversions between integer types.
#include "base/narrow.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace parapet;

TEST_CASE("narrow: a number that fits keeps its value") {
  CHECK(narrow<std::uint8_t>(255) == 255);
  CHECK(narrow<std::int8_t>(-128) == -128);
  CHECK(narrow<std::uint32_t>(std::uint64_t{UINT32_MAX}) == UINT32_MAX);
  CHECK(narrow<std::uint64_t>(std::int64_t{7}) == 7);
}

TEST_CASE("narrow: a number that does not fit is a defect, in either direction and across signs") {
  CHECK_THROWS_AS((void)narrow<std::uint8_t>(256), InternalError);
  CHECK_THROWS_AS((void)narrow<std::int8_t>(128), InternalError);
  CHECK_THROWS_AS((void)narrow<std::int8_t>(-129), InternalError);
  CHECK_THROWS_AS((void)narrow<std::uint16_t>(32769U + 65536U), InternalError);
  // The same bits, another number.
  CHECK_THROWS_AS((void)narrow<std::uint32_t>(std::int32_t{-1}), InternalError);
  CHECK_THROWS_AS((void)narrow<std::int32_t>(std::uint32_t{UINT32_MAX}), InternalError);
  CHECK_THROWS_AS((void)narrow<std::uint64_t>(std::int64_t{-1}), InternalError);
}

TEST_CASE("narrow: low bits are cut on purpose, enumerators and characters are numbers") {
  enum class Letter : std::uint8_t { A, B };
  CHECK(low_bits<std::uint8_t>(0x1234) == 0x34);
  CHECK(number_of<int>(Letter::B) == 1);
  CHECK(byte_of('\xff') == 255);
}
