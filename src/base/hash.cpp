// SHA-256. The constants are computed as the standard defines them: the first 32 bits of the fractional parts of the square roots (initial hash) and
// cube roots (round constants) of the first primes, here by integer roots of p * 2^64 and p * 2^96.
#include "base/hash.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/narrow.h"

namespace parapet {
namespace {

__extension__ using Wide = unsigned __int128;
using Words = std::array<std::uint32_t, 8>;
constexpr std::size_t rounds = 64;
constexpr std::size_t block_size = 64;  // bytes

constexpr bool is_prime(std::uint32_t number) {
  for (std::uint32_t d = 2; d * d <= number; ++d) {
    if (number % d == 0) return false;
  }
  return true;
}

// The low 32 bits of the largest r with r^power <= p * 2^(32 * power): the fraction's first 32 bits, since r / 2^32 is the root of p.
constexpr std::uint32_t root_fraction(std::uint32_t p, unsigned power) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 37U; bit != 0; bit >>= 1U) {
    const std::uint64_t next = root | bit;
    const Wide square = static_cast<Wide>(next) * next;  // 128 bits hold a square; a cube is compared after a division
    const bool fits = power == 2 ? square <= static_cast<Wide>(p) << 64U : square <= (static_cast<Wide>(p) << 96U) / next;
    if (fits) root = next;
  }
  return narrow<std::uint32_t>(root & 0xFFFFFFFFU);
}

template <std::size_t Count>
constexpr std::array<std::uint32_t, Count> roots(unsigned power) {
  std::array<std::uint32_t, Count> result{};
  std::uint32_t prime = 1;
  for (std::uint32_t& each : result) {
    do {
      ++prime;
    } while (!is_prime(prime));
    each = root_fraction(prime, power);
  }
  return result;
}

constexpr Words initial = roots<8>(2);
constexpr std::array<std::uint32_t, rounds> constants = roots<rounds>(3);
static_assert(initial[0] == 0x6A09E667 && constants[0] == 0x428A2F98 && constants[63] == 0xC67178F2);

void add_block(Words& hash, const unsigned char* bytes) {
  std::array<std::uint32_t, rounds> w{};
  for (std::size_t k = 0; k < 16; ++k) {
    for (std::size_t b = 0; b < 4; ++b) w[k] = w[k] << 8U | bytes[4 * k + b];
  }
  for (std::size_t k = 16; k < rounds; ++k) {
    const std::uint32_t small0 = std::rotr(w[k - 15], 7) ^ std::rotr(w[k - 15], 18) ^ w[k - 15] >> 3U;
    const std::uint32_t small1 = std::rotr(w[k - 2], 17) ^ std::rotr(w[k - 2], 19) ^ w[k - 2] >> 10U;
    w[k] = w[k - 16] + small0 + w[k - 7] + small1;
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t k = 0; k < rounds; ++k) {
    const std::uint32_t big1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t first = h + big1 + ((e & f) ^ (~e & g)) + constants[k] + w[k];
    const std::uint32_t big0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t second = big0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const Words added{a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < hash.size(); ++k) hash[k] += added[k];
}

// The last eight bits.
char byte(std::uint64_t bits) { return low_bits<char>(bits); }

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8U | (at + k < bytes.size() ? byte_of(bytes[at + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) result += at + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 0x3FU] : '=';
  }
  return result;
}

// The digest as bytes.
std::string sha256(std::string_view text) {
  std::string padded(text);
  padded += byte(0x80);
  while (padded.size() % block_size != block_size - 8) padded += '\0';
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (unsigned k = 0; k < 8; ++k) padded += byte(bits >> (56 - 8 * k));
  Words hash = initial;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(padded.data());
  for (std::size_t at = 0; at < padded.size(); at += block_size) add_block(hash, bytes + at);
  std::string digest;
  for (const std::uint32_t word : hash) {
    for (unsigned k = 0; k < 4; ++k) digest += byte(word >> (24 - 8 * k));
  }
  return digest;
}

}  // namespace

std::string sha256_base64(std::string_view text) { return base64(sha256(text)); }

std::string sha256_hex(std::string_view text) {
  std::string result;
  for (const char c : sha256(text)) {
    for (const unsigned shift : {4U, 0U}) result += "0123456789abcdef"[byte_of(c) >> shift & 0xFU];
  }
  return result;
}

}  // namespace parapet
