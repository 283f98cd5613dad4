#include "base/number.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <random>

using namespace parapet;

namespace {

Integer integer(const char* text) { return Integer::parse(text).value(); }
Rational rational(const char* text) { return Rational::parse(text).value(); }

}  // namespace

TEST_CASE("number: integers print as they were read, leading zeros apart") {
  for (const char* text : {"0", "7", "-7", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809",
                           "123456789012345678901234567890123456789"}) {
    CHECK(integer(text).to_string() == text);
  }
  CHECK(integer("007").to_string() == "7");
  CHECK(integer("-0").to_string() == "0");
  for (const char* text : {"", "-", "+1", "1.0", " 1", "1 ", "0x1"}) CHECK(!Integer::parse(text));
}

// Around the machine word values move between their two representations.
TEST_CASE("number: crossing the machine word") {
  const Integer most(std::numeric_limits<std::int64_t>::max());
  const Integer least(std::numeric_limits<std::int64_t>::min());
  CHECK((most + 1).to_string() == "9223372036854775808");
  CHECK(((most + 1) - 1) == most);
  CHECK(((most + 1) - 1).is_small());
  CHECK((-least).to_string() == "9223372036854775808");
  CHECK((least * least).to_string() == "85070591730234615865843651857942052864");
  CHECK(least < most);
  CHECK((least - 1) < least);
  CHECK((most + 1) > most);
  CHECK(Integer::floor_div(least, -1) == -least);
}

TEST_CASE("number: division rounds down, gcd is not negative") {
  CHECK(Integer::floor_div(7, 2) == 3);
  CHECK(Integer::floor_div(-7, 2) == -4);
  CHECK(Integer::floor_div(7, -2) == -4);
  CHECK(Integer::floor_div(-7, -2) == 3);
  CHECK(Integer::gcd(-12, 18) == 6);
  CHECK(Integer::gcd(0, 0) == 0);
  const Integer big = integer("123456789012345678901234567890");
  CHECK(Integer::gcd(big * 6, big * 4) == big * 2);
}

// a = (a / b) * b + r with r between 0 and b, on sizes from one to several limbs.
TEST_CASE("number: division undoes multiplication") {
  std::mt19937_64 random(1);
  const auto some = [&] {
    Integer result = static_cast<std::int64_t>(random());
    for (std::uint64_t k = random() % 4; k != 0; --k) result = result * Integer(static_cast<std::int64_t>(random())) + Integer(1);
    return result;
  };
  for (int k = 0; k < 2000; ++k) {
    const Integer a = some();
    const Integer b = some();
    if (b.sign() == 0) continue;
    const Integer quotient = Integer::floor_div(a, b);
    const Integer rest = a - quotient * b;
    CHECK((rest.sign() == 0 || rest.sign() == b.sign()));
    CHECK((b.sign() > 0 ? rest < b : rest > b));
    CHECK(Integer::parse(a.to_string()).value() == a);
    CHECK((a + b) - b == a);
    CHECK((a == b) == (a.hash() == b.hash() && a.to_string() == b.to_string()));
  }
}

// Guesses of a digit that are too large by one or two come from limbs that are all ones or all zeros.
TEST_CASE("number: long division of limbs at their limits") {
  std::mt19937_64 random(2);
  const auto some = [&](std::size_t limbs) {
    Integer result = 0;
    for (std::size_t k = 0; k < limbs; ++k) {
      const std::int64_t limb[] = {0,
                                   1,
                                   INT64_C(0x7FFFFFFF),
                                   INT64_C(0x80000000),
                                   INT64_C(0xFFFFFFFE),
                                   INT64_C(0xFFFFFFFF),
                                   static_cast<std::int64_t>(random() >> 32)};
      result = result * Integer(INT64_C(0x100000000)) + Integer(limb[random() % 7]);
    }
    return result;
  };
  for (int k = 0; k < 20'000; ++k) {
    const Integer a = some(2 + random() % 6);
    const Integer b = some(1 + random() % 4);
    if (b.sign() == 0) continue;
    const Integer quotient = Integer::floor_div(a, b);
    const Integer rest = a - quotient * b;
    REQUIRE(rest.sign() >= 0);
    REQUIRE(rest < b);
    REQUIRE(Integer::floor_div(a * b, b) == a);
  }
}

TEST_CASE("number: a greatest common divisor of numbers with thousands of digits") {
  const Integer a = integer(std::string(9000, '7').c_str());
  const Integer b = integer(std::string(8999, '3').c_str());
  const Integer common = Integer::gcd(a * 6, b * 6);
  CHECK(Integer::floor_div(a * 6, common) * common == a * 6);
  CHECK(Rational(a * 6, b * 6) * Rational(b) == Rational(a));
}

TEST_CASE("number: decimals are exact") {
  CHECK(rational("0.1") + rational("0.2") == rational("0.3"));
  CHECK(rational("1.") == Rational(1));
  CHECK(rational("-0.25").to_string() == "-1/4");
  CHECK(rational("-0.25").to_decimal() == "-0.25");
  CHECK(rational("2").to_decimal() == "2.0");
  CHECK(rational("12.500").to_decimal() == "12.5");
  for (const char* text : {"", ".5", "1e3", "1.2.3", "-"}) CHECK(!Rational::parse(text));
  CHECK(rational("-0.5").floor() == -1);
  CHECK(rational("-0.5").ceil() == 0);
  CHECK(rational("0.5") < rational("0.75"));
  CHECK(Rational(1, 3) * Rational(3) == Rational(1));
}
