// A literal over ground cells as a test of a state of the instance. A test that depends on an open cell is passed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "base/number.h"
#include "infer/guess_instance.h"

namespace parapet::search {

struct StateTest {
  enum class Kind : std::uint8_t { Constant, Member, Compare, Linear };
  Kind kind = Kind::Constant;
  bool constant = true;   // Constant
  Location a = 0;         // Member, Compare
  Location b = 0;         // Compare
  Op op = Op::Equal;      // Compare: of a and b; Linear: of the sum and 0
  Code least = 0;         // Member: that of bit 0
  std::uint64_t set = 0;  // Member
  // Linear, or a Member made from a linear literal: a sum of cells and a constant; also in machine integers if all numbers are integers.
  std::vector<std::pair<Location, Rational>> parts;
  Rational added;
  bool whole = false;
  std::vector<std::pair<Location, std::int64_t>> whole_parts;
  std::int64_t whole_added = 0;
  const machine::Numbers* numbers = nullptr;

  [[nodiscard]] bool holds(std::span<const Code> row) const;

 private:
  [[nodiscard]] bool sum_holds(std::span<const Code> row) const;
  [[nodiscard]] bool exact_sum_holds(std::span<const Code> row) const;
};

// Values of a location as a word: bit k is its least value + k; the last bit stands for open cells and for numbers that are not small.
inline constexpr std::uint64_t open_bit = std::uint64_t{1} << 63U;
[[nodiscard]] inline std::uint64_t bit_of(Code value, Code least) {
  if (value == machine::open_value || !machine::Numbers::is_small(value)) return open_bit;
  return std::uint64_t{1} << narrow<std::uint32_t>(value - least);
}

// Nothing: the literal cannot be tested. Reads are evaluated in the present memory.
[[nodiscard]] std::optional<StateTest> state_test(TermArena& arena, const GuessInstance& instance, TermId literal);

}  // namespace parapet::search
