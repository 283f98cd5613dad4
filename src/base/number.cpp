// Machine words with overflow checks; beyond them, schoolbook arithmetic on base 2^32 magnitudes: numbers beyond a word come only from
// literals and their sums. Every operation takes time quadratic in the digits at most, a greatest common divisor too.
#include "base/number.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet {

struct Integer::Limbs {
  using Vector = std::vector<std::uint32_t>;

  static void trim(Vector& a) {
    while (!a.empty() && a.back() == 0) a.pop_back();
  }

  static int compare(const Vector& a, const Vector& b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    for (std::size_t k = a.size(); k-- > 0;) {
      if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
    }
    return 0;
  }

  static Vector add(const Vector& a, const Vector& b) {
    Vector sum(std::max(a.size(), b.size()) + 1);
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < sum.size(); ++k) {
      carry += (k < a.size() ? a[k] : 0ull) + (k < b.size() ? b[k] : 0ull);
      sum[k] = low_bits<std::uint32_t>(carry);
      carry >>= 32;
    }
    trim(sum);
    return sum;
  }

  // a >= b
  static Vector subtract(const Vector& a, const Vector& b) {
    Vector rest(a.size());
    std::int64_t borrow = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      std::int64_t limb = static_cast<std::int64_t>(a[k]) - (k < b.size() ? b[k] : 0) - borrow;
      borrow = limb < 0 ? 1 : 0;
      if (limb < 0) limb += std::int64_t{1} << 32;
      rest[k] = low_bits<std::uint32_t>(limb);
    }
    trim(rest);
    return rest;
  }

  static Vector multiply(const Vector& a, const Vector& b) {
    Vector product(a.size() + b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < b.size() || carry != 0; ++j) {
        carry += product[i + j] + (j < b.size() ? static_cast<std::uint64_t>(a[i]) * b[j] : 0);
        product[i + j] = low_bits<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    trim(product);
    return product;
  }

  // Quotient and remainder; b is not 0.
  static std::pair<Vector, Vector> divide(const Vector& a, const Vector& b) {
    if (b.size() == 1) {
      Vector quotient(a.size());
      std::uint64_t rest = 0;
      for (std::size_t k = a.size(); k-- > 0;) {
        rest = rest << 32 | a[k];
        quotient[k] = low_bits<std::uint32_t>(rest / b[0]);
        rest %= b[0];
      }
      trim(quotient);
      Vector remainder{low_bits<std::uint32_t>(rest)};
      trim(remainder);
      return {quotient, remainder};
    }
    if (compare(a, b) < 0) return {{}, a};
    return long_division(a, b);
  }

  static Vector shifted_left(const Vector& a, int bits) {
    Vector result(a.size() + 1);
    for (std::size_t k = 0; k < a.size(); ++k) {
      const std::uint64_t limb = static_cast<std::uint64_t>(a[k]) << bits;
      result[k] |= low_bits<std::uint32_t>(limb);
      result[k + 1] = low_bits<std::uint32_t>(limb >> 32);
    }
    return result;
  }

  static Vector shifted_right(Vector a, int bits) {
    for (std::size_t k = 0; k < a.size() && bits != 0; ++k) {
      const std::uint64_t above = k + 1 < a.size() ? a[k + 1] : 0;
      a[k] = low_bits<std::uint32_t>((above << 32 | a[k]) >> bits);
    }
    trim(a);
    return a;
  }

  // rest[at..] -= factor * b; true if that was too much: the limbs are then those of the difference modulo 2^(32 * (size of b + 1)).
  static bool subtract_multiple(Vector& rest, std::size_t at, const Vector& b, std::uint64_t factor) {
    std::uint64_t carry = 0;
    std::int64_t borrow = 0;
    for (std::size_t k = 0; k <= b.size(); ++k) {
      carry += k < b.size() ? factor * b[k] : 0;
      const std::int64_t limb = static_cast<std::int64_t>(rest[at + k]) - static_cast<std::int64_t>(carry & UINT32_MAX) + borrow;
      rest[at + k] = low_bits<std::uint32_t>(limb);
      borrow = limb >> 32;
      carry >>= 32;
    }
    return borrow != 0;
  }

  // rest[at..] += b, modulo as above.
  static void add_back(Vector& rest, std::size_t at, const Vector& b) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k <= b.size(); ++k) {
      carry += static_cast<std::uint64_t>(rest[at + k]) + (k < b.size() ? b[k] : 0);
      rest[at + k] = low_bits<std::uint32_t>(carry);
      carry >>= 32;
    }
  }

  // As by hand, in base 2^32 (Knuth, The Art of Computer Programming, volume 2, 4.3.1, algorithm D): a digit of the quotient is guessed
  // from the first two limbs of the rest and the first of b, whose highest bit is made 1 first. The guess is never too small, too large by
  // at most 2, and by at most 1 once the next limbs were looked at. b has at least two limbs, and a is not smaller.
  static std::pair<Vector, Vector> long_division(const Vector& a, const Vector& b) {
    const int shift = std::countl_zero(b.back());
    Vector divisor = shifted_left(b, shift);
    trim(divisor);
    Vector rest = shifted_left(a, shift);
    const std::size_t size = divisor.size();
    const std::uint64_t first = divisor[size - 1];
    const std::uint64_t second = divisor[size - 2];
    Vector quotient(rest.size() - size);
    for (std::size_t at = quotient.size(); at-- > 0;) {
      const std::uint64_t top = static_cast<std::uint64_t>(rest[at + size]) << 32 | rest[at + size - 1];
      std::uint64_t digit = top / first;
      std::uint64_t left = top % first;
      while (digit > UINT32_MAX || digit * second > (left << 32 | rest[at + size - 2])) {
        --digit;
        left += first;
        if (left > UINT32_MAX) break;
      }
      if (subtract_multiple(rest, at, divisor, digit)) {
        --digit;
        add_back(rest, at, divisor);
      }
      quotient[at] = low_bits<std::uint32_t>(digit);
    }
    trim(quotient);
    rest.resize(size);
    return {quotient, shifted_right(std::move(rest), shift)};
  }
};

Integer::Integer(const Integer& other) : small_(other.small_), big_(other.big_ ? std::make_unique<Magnitude>(*other.big_) : nullptr) {}

Integer& Integer::operator=(const Integer& other) {
  if (this != &other) *this = Integer(other);
  return *this;
}

Integer::Magnitude Integer::magnitude() const {
  if (big_) return *big_;
  Magnitude value;
  value.negative = small_ < 0;
  auto bits = static_cast<std::uint64_t>(small_);
  if (value.negative) bits = ~bits + 1;
  value.limbs = {low_bits<std::uint32_t>(bits), low_bits<std::uint32_t>(bits >> 32)};
  Limbs::trim(value.limbs);
  return value;
}

Integer Integer::from(Magnitude value) {
  Limbs::trim(value.limbs);
  if (value.limbs.size() <= 2) {
    std::uint64_t bits = 0;
    for (std::size_t k = value.limbs.size(); k-- > 0;) bits = bits << 32 | value.limbs[k];
    constexpr std::uint64_t half = std::uint64_t{1} << 63;
    if (bits < half) return {value.negative ? -static_cast<std::int64_t>(bits) : static_cast<std::int64_t>(bits)};
    if (bits == half && value.negative) return {INT64_MIN};
  }
  Integer result;
  result.big_ = std::make_unique<Magnitude>(std::move(value));
  return result;
}

std::optional<Integer> Integer::parse(std::string_view decimal) {
  Magnitude value;
  if (decimal.starts_with('-')) {
    value.negative = true;
    decimal.remove_prefix(1);
  }
  if (decimal.empty() || !std::all_of(decimal.begin(), decimal.end(), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  // Nine digits a step, so that a literal of n digits costs n^2 / (9 * 9.6) limb operations.
  while (!decimal.empty()) {
    const std::size_t count = std::min<std::size_t>(decimal.size(), 9);
    std::uint64_t carry = 0;
    std::uint64_t factor = 1;
    for (std::size_t k = 0; k < count; ++k) {
      carry = carry * 10 + static_cast<std::uint64_t>(decimal[k] - '0');
      factor *= 10;
    }
    for (std::uint32_t& limb : value.limbs) {
      carry += limb * factor;
      limb = low_bits<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) value.limbs.push_back(low_bits<std::uint32_t>(carry));
    decimal.remove_prefix(count);
  }
  if (value.limbs.empty()) value.negative = false;
  return from(std::move(value));
}

std::optional<std::int64_t> Integer::small() const {
  if (big_) return std::nullopt;
  return small_;
}

int Integer::sign() const {
  if (big_) return big_->negative ? -1 : 1;
  return small_ < 0 ? -1 : (small_ > 0 ? 1 : 0);
}

std::string Integer::to_string() const {
  if (!big_) return std::to_string(small_);
  std::string digits;
  const Limbs::Vector billion{1'000'000'000};
  for (Limbs::Vector rest = big_->limbs; !rest.empty();) {
    auto [quotient, remainder] = Limbs::divide(rest, billion);
    std::uint32_t part = remainder.empty() ? 0 : remainder[0];
    for (int k = 0; k < 9 && (part != 0 || !quotient.empty()); ++k, part /= 10) digits += narrow<char>('0' + part % 10);
    rest = std::move(quotient);
  }
  if (big_->negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::size_t Integer::hash() const {
  if (!big_) return std::hash<std::int64_t>()(small_);
  std::size_t hash = big_->negative ? 1 : 2;
  for (const std::uint32_t limb : big_->limbs) hash = hash * 0x9E3779B97F4A7C15ull + limb;
  return hash;
}

Integer Integer::operator-() const { return Integer(0) - *this; }

Integer operator+(const Integer& a, const Integer& b) {
  std::int64_t sum = 0;
  if (a.is_small() && b.is_small() && !__builtin_add_overflow(a.small_, b.small_, &sum)) return {sum};
  Integer::Magnitude x = a.magnitude();
  Integer::Magnitude y = b.magnitude();
  if (x.negative == y.negative) return Integer::from({x.negative, Integer::Limbs::add(x.limbs, y.limbs)});
  if (Integer::Limbs::compare(x.limbs, y.limbs) < 0) std::swap(x, y);
  return Integer::from({x.negative, Integer::Limbs::subtract(x.limbs, y.limbs)});
}

Integer operator-(const Integer& a, const Integer& b) {
  std::int64_t difference = 0;
  if (a.is_small() && b.is_small() && !__builtin_sub_overflow(a.small_, b.small_, &difference)) return {difference};
  Integer::Magnitude y = b.magnitude();
  y.negative = !y.negative && !y.limbs.empty();
  return a + Integer::from(std::move(y));
}

Integer operator*(const Integer& a, const Integer& b) {
  std::int64_t product = 0;
  if (a.is_small() && b.is_small() && !__builtin_mul_overflow(a.small_, b.small_, &product)) return {product};
  const Integer::Magnitude x = a.magnitude();
  const Integer::Magnitude y = b.magnitude();
  return Integer::from({x.negative != y.negative, Integer::Limbs::multiply(x.limbs, y.limbs)});
}

Integer Integer::floor_div(const Integer& a, const Integer& b) {
  PARAPET_CHECK(b.sign() != 0, "no division by zero");
  if (a.is_small() && b.is_small() && !(a.small_ == INT64_MIN && b.small_ == -1)) {
    const std::int64_t quotient = a.small_ / b.small_;
    const bool below = a.small_ % b.small_ != 0 && (a.small_ < 0) != (b.small_ < 0);
    return {below ? quotient - 1 : quotient};
  }
  const Magnitude x = a.magnitude();
  const Magnitude y = b.magnitude();
  auto [quotient, remainder] = Limbs::divide(x.limbs, y.limbs);
  const bool negative = x.negative != y.negative;
  const Integer truncated = from({negative && !quotient.empty(), std::move(quotient)});
  return negative && !remainder.empty() ? truncated - Integer(1) : truncated;
}

Integer Integer::gcd(Integer a, Integer b) {
  while (b.sign() != 0) {
    Integer rest = a - floor_div(a, b) * b;
    a = std::exchange(b, std::move(rest));
  }
  return a.sign() < 0 ? -a : a;
}

std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
  if (a.is_small() && b.is_small()) return a.small_ <=> b.small_;
  const Integer::Magnitude x = a.magnitude();
  const Integer::Magnitude y = b.magnitude();
  if (x.negative != y.negative) return x.negative ? std::strong_ordering::less : std::strong_ordering::greater;
  const int order = Integer::Limbs::compare(x.limbs, y.limbs);
  return (x.negative ? -order : order) <=> 0;
}

Rational::Rational(Integer numerator, Integer denominator) : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
  PARAPET_CHECK(denominator_.sign() != 0, "no fraction over zero");
  if (denominator_.sign() < 0) {
    numerator_ = -numerator_;
    denominator_ = -denominator_;
  }
  if (denominator_ == Integer(1)) return;
  const Integer common = Integer::gcd(numerator_, denominator_);
  if (common != Integer(1)) {
    numerator_ = Integer::floor_div(numerator_, common);
    denominator_ = Integer::floor_div(denominator_, common);
  }
}

std::optional<Rational> Rational::parse(std::string_view decimal) {
  const std::size_t dot = decimal.find('.');
  if (dot == std::string_view::npos) {
    const auto whole = Integer::parse(decimal);
    if (!whole) return std::nullopt;
    return Rational(*whole);
  }
  const std::string_view fraction = decimal.substr(dot + 1);
  if (fraction.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  const std::string_view before = decimal.substr(0, dot);
  if (!Integer::parse(before)) return std::nullopt;
  const auto digits = Integer::parse(std::string(before).append(fraction));
  const auto scale = Integer::parse("1" + std::string(fraction.size(), '0'));
  if (!digits || !scale) return std::nullopt;
  return Rational(*digits, *scale);
}

std::string Rational::to_string() const {
  return is_integer() ? numerator_.to_string() : numerator_.to_string() + "/" + denominator_.to_string();
}

std::string Rational::to_decimal() const {
  Integer scaled = numerator_;
  Integer rest = denominator_;
  std::size_t places = 0;
  for (; rest != Integer(1); ++places) {
    const Integer common = Integer::gcd(rest, Integer(10));
    PARAPET_CHECK(common != Integer(1), "a decimal fraction has a denominator of twos and fives");
    rest = Integer::floor_div(rest, common);
    scaled = scaled * Integer::floor_div(Integer(10), common);
  }
  const bool negative = scaled.sign() < 0;
  std::string digits = (negative ? -scaled : scaled).to_string();
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.size() - places, ".");
  if (places == 0) digits += '0';
  return (negative ? "-" : "") + digits;
}

std::size_t Rational::hash() const { return numerator_.hash() * 0x9E3779B97F4A7C15ull + denominator_.hash(); }

Rational Rational::operator-() const {
  Rational result = *this;
  result.numerator_ = -numerator_;
  return result;
}

Rational operator+(const Rational& a, const Rational& b) {
  if (a.is_integer() && b.is_integer()) return {a.numerator_ + b.numerator_};
  return {a.numerator_ * b.denominator_ + b.numerator_ * a.denominator_, a.denominator_ * b.denominator_};
}

Rational operator-(const Rational& a, const Rational& b) { return a + -b; }

Rational operator*(const Rational& a, const Rational& b) {
  if (a.is_integer() && b.is_integer()) return {a.numerator_ * b.numerator_};
  return {a.numerator_ * b.numerator_, a.denominator_ * b.denominator_};
}

Rational operator/(const Rational& a, const Rational& b) { return {a.numerator_ * b.denominator_, a.denominator_ * b.numerator_}; }

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (a.denominator_ == b.denominator_) return a.numerator_ <=> b.numerator_;
  return a.numerator_ * b.denominator_ <=> b.numerator_ * a.denominator_;
}

}  // namespace parapet
