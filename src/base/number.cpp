// Machine words with overflow checks; beyond them GMP, which appears in this file only.
#include "base/number.h"

#include <gmp.h>

#include <algorithm>
#include <functional>

#include "base/contract.h"
#include "base/hash.h"

namespace parapet {

static_assert(sizeof(long) == sizeof(std::int64_t), "GMP takes machine words as long");

struct Integer::Big {
  Big() { mpz_init(value); }
  explicit Big(std::int64_t number) { mpz_init_set_si(value, number); }
  Big(const Big& other) { mpz_init_set(value, other.value); }
  Big(Big&& other) noexcept {
    mpz_init(value);
    mpz_swap(value, other.value);
  }
  Big& operator=(const Big&) = delete;
  Big& operator=(Big&&) = delete;
  ~Big() { mpz_clear(value); }
  mpz_t value;
};

void Integer::Free::operator()(Big* big) const noexcept { delete big; }

// A number as GMP has it, for the time of one operation.
class Integer::Operand {
 public:
  explicit Operand(const Integer& number) : own_(number.big_ ? 0 : number.small_), value_(number.big_ ? number.big_.get() : &own_) {}
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;
  operator mpz_srcptr() const { return value_->value; }  // NOLINT: it stands for the number

 private:
  Big own_;
  const Big* value_;
};

Integer::Integer(const Integer& other) : small_(other.small_), big_(other.big_ ? new Big(*other.big_) : nullptr) {}

Integer& Integer::operator=(const Integer& other) {
  if (this != &other) *this = Integer(other);
  return *this;
}

Integer Integer::from(Big&& value) {
  if (mpz_fits_slong_p(value.value) != 0) return {mpz_get_si(value.value)};
  Integer result;
  result.big_.reset(new Big(std::move(value)));
  return result;
}

std::optional<Integer> Integer::parse(std::string_view decimal) {
  const std::string_view digits = decimal.substr(decimal.starts_with('-') ? 1 : 0);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  Big value;
  const bool understood = mpz_set_str(value.value, std::string(decimal).c_str(), 10) == 0;
  PARAPET_CHECK(understood, "decimal digits are a number");
  return from(std::move(value));
}

std::optional<std::int64_t> Integer::small() const {
  if (big_) return std::nullopt;
  return small_;
}

int Integer::sign() const {
  if (big_) return mpz_sgn(big_->value);
  return small_ < 0 ? -1 : (small_ > 0 ? 1 : 0);
}

std::string Integer::to_string() const {
  if (!big_) return std::to_string(small_);
  std::string text(mpz_sizeinbase(big_->value, 10) + 2, '\0');  // a sign and the end
  mpz_get_str(text.data(), 10, big_->value);
  text.resize(text.find('\0'));
  return text;
}

std::size_t Integer::hash() const {
  if (!big_) return std::hash<std::int64_t>()(small_);
  std::size_t hash = mpz_sgn(big_->value) < 0 ? 1 : 2;
  for (std::size_t k = 0; k < mpz_size(big_->value); ++k) hash = hash_with(hash, mpz_getlimbn(big_->value, static_cast<mp_size_t>(k)));
  return hash;
}

Integer Integer::operator-() const { return Integer(0) - *this; }

Integer operator+(const Integer& a, const Integer& b) {
  std::int64_t sum = 0;
  if (a.is_small() && b.is_small() && !__builtin_add_overflow(a.small_, b.small_, &sum)) return {sum};
  Integer::Big result;
  mpz_add(result.value, Integer::Operand(a), Integer::Operand(b));
  return Integer::from(std::move(result));
}

Integer operator-(const Integer& a, const Integer& b) {
  std::int64_t difference = 0;
  if (a.is_small() && b.is_small() && !__builtin_sub_overflow(a.small_, b.small_, &difference)) return {difference};
  Integer::Big result;
  mpz_sub(result.value, Integer::Operand(a), Integer::Operand(b));
  return Integer::from(std::move(result));
}

Integer operator*(const Integer& a, const Integer& b) {
  std::int64_t product = 0;
  if (a.is_small() && b.is_small() && !__builtin_mul_overflow(a.small_, b.small_, &product)) return {product};
  Integer::Big result;
  mpz_mul(result.value, Integer::Operand(a), Integer::Operand(b));
  return Integer::from(std::move(result));
}

Integer Integer::floor_div(const Integer& a, const Integer& b) {
  PARAPET_CHECK(b.sign() != 0, "no division by zero");
  if (a.is_small() && b.is_small() && !(a.small_ == INT64_MIN && b.small_ == -1)) {
    const std::int64_t quotient = a.small_ / b.small_;
    const bool below = a.small_ % b.small_ != 0 && (a.small_ < 0) != (b.small_ < 0);
    return {below ? quotient - 1 : quotient};
  }
  Big result;
  mpz_fdiv_q(result.value, Operand(a), Operand(b));
  return from(std::move(result));
}

Integer Integer::gcd(Integer a, Integer b) {
  while (a.is_small() && b.is_small()) {
    if (b.small_ == 0) return a.sign() < 0 ? -a : a;
    const std::int64_t rest = b.small_ == -1 ? 0 : a.small_ % b.small_;
    a = std::exchange(b, Integer(rest));
  }
  Big result;
  mpz_gcd(result.value, Operand(a), Operand(b));
  return from(std::move(result));
}

std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
  if (a.is_small() && b.is_small()) return a.small_ <=> b.small_;
  return mpz_cmp(Integer::Operand(a), Integer::Operand(b)) <=> 0;
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

std::size_t Rational::hash() const { return hash_with(numerator_.hash(), denominator_.hash()); }

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
