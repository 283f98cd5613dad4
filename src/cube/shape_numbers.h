// Numbers for what prepared cubes consist of: shapes of literals, rational numbers in them, constants of the model, values of cells.
//
// The threads of a search share one table, so a cube that one of them has prepared is prepared for all of them. Which number a thing gets
// depends on which thread met it first. Nothing that is said does: numbers are compared for equality, and those of values are bits of
// filters, which may let more cubes through to the test that decides, but keep back none that it would accept.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/number.h"

namespace parapet::search {

// A process as an arg of a literal: the number of a variable, or a constant of the model. A constant `#n` has the place of n among the
// constants met so far, not n, which may be any number.
using ProcessCode = std::uint16_t;
inline constexpr ProcessCode constant_code = 0x8000;  // | place
inline constexpr ProcessCode no_process = 0xFFFF;

class ShapeNumbers {
 public:
  // Of what makes a shape, in an order; of a rational number; of the constant #n.
  [[nodiscard]] std::uint32_t shape(std::vector<std::uint32_t>&& key);
  [[nodiscard]] std::uint32_t number(const Rational& value);
  [[nodiscard]] ProcessCode constant(std::uint64_t n);

  // A bit for a pair of a cell, up to the name of its process, and a value of it: of cells without processes, of cells with one. The first
  // 64 pairs of each kind get one each, the others none.
  [[nodiscard]] std::uint64_t global_value(std::uint32_t shape, unsigned value) { return bit(globals_, shape, value); }
  [[nodiscard]] std::uint64_t own_value(std::uint32_t shape, unsigned value) { return bit(owned_, shape, value); }

 private:
  using Bits = std::unordered_map<std::uint64_t, std::size_t>;
  std::uint64_t bit(Bits& bits, std::uint32_t shape, unsigned value);

  std::mutex mutex_;
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, SequenceHash> shapes_;
  std::map<Rational, std::uint32_t> numbers_;
  std::map<std::uint64_t, ProcessCode> constants_;
  Bits globals_, owned_;
};

}  // namespace parapet::search
