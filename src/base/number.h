// Exact numbers of unbounded size: integers and rationals.
// Values that fit a machine word stay in one; only the others are numbers of GMP, on the heap.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parapet {

// Of a number in a text of somebody else's, a certificate or an answer of a solver program: more are refused.
inline constexpr std::size_t most_digits = 10'000;

class Integer {
 public:
  Integer() = default;
  Integer(std::int64_t value) : small_(value) {}  // NOLINT: numbers convert
  Integer(const Integer& other);
  Integer(Integer&&) noexcept = default;
  Integer& operator=(const Integer& other);
  Integer& operator=(Integer&&) noexcept = default;
  ~Integer() = default;

  // Decimal digits, optionally after one '-'. Nothing if the text is anything else.
  [[nodiscard]] static std::optional<Integer> parse(std::string_view decimal);

  [[nodiscard]] bool is_small() const { return big_ == nullptr; }
  // The value as a machine word, if it fits one.
  [[nodiscard]] std::optional<std::int64_t> small() const;
  [[nodiscard]] int sign() const;
  [[nodiscard]] std::string to_string() const;
  [[nodiscard]] std::size_t hash() const;

  [[nodiscard]] Integer operator-() const;
  friend Integer operator+(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a, const Integer& b);
  friend Integer operator*(const Integer& a, const Integer& b);
  // Quotient rounded toward minus infinity; b is not 0.
  [[nodiscard]] static Integer floor_div(const Integer& a, const Integer& b);
  // Greatest common divisor, never negative; gcd(0, 0) is 0.
  [[nodiscard]] static Integer gcd(Integer a, Integer b);

  friend bool operator==(const Integer& a, const Integer& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b);

 private:
  struct Big;  // of GMP, in number.cpp
  struct Free {
    void operator()(Big* big) const noexcept;
  };
  class Operand;

  [[nodiscard]] static Integer from(Big&& value);

  std::int64_t small_ = 0;
  std::unique_ptr<Big, Free> big_;  // set iff the value does not fit small_
};

// A fraction in lowest terms with a positive denominator.
class Rational {
 public:
  Rational() = default;
  Rational(std::int64_t value) : numerator_(value) {}        // NOLINT: numbers convert
  Rational(Integer value) : numerator_(std::move(value)) {}  // NOLINT: numbers convert
  Rational(Integer numerator, Integer denominator);          // denominator is not 0

  // `-?[0-9]+` or `-?[0-9]+\.[0-9]*`. Nothing if the text is anything else.
  [[nodiscard]] static std::optional<Rational> parse(std::string_view decimal);

  [[nodiscard]] const Integer& numerator() const { return numerator_; }
  [[nodiscard]] const Integer& denominator() const { return denominator_; }
  [[nodiscard]] bool is_integer() const { return denominator_ == Integer(1); }
  [[nodiscard]] bool is_zero() const { return numerator_.sign() == 0; }
  [[nodiscard]] int sign() const { return numerator_.sign(); }
  [[nodiscard]] Integer floor() const { return Integer::floor_div(numerator_, denominator_); }
  [[nodiscard]] Integer ceil() const { return -Integer::floor_div(-numerator_, denominator_); }
  // "3", "-1/2".
  [[nodiscard]] std::string to_string() const;
  // As a `.cub` literal of type real: "0.25"; the denominator has no prime factor but 2 and 5.
  [[nodiscard]] std::string to_decimal() const;
  [[nodiscard]] std::size_t hash() const;

  [[nodiscard]] Rational operator-() const;
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);  // b is not 0
  friend bool operator==(const Rational& a, const Rational& b) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

 private:
  Integer numerator_;
  Integer denominator_ = 1;
};

}  // namespace parapet
