#include "cube/shape_numbers.h"

#include <utility>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::search {

std::uint32_t ShapeNumbers::shape(std::vector<std::uint32_t>&& key) {
  const std::lock_guard lock(mutex_);
  return shapes_.try_emplace(std::move(key), narrow<std::uint32_t>(shapes_.size())).first->second;
}

std::uint32_t ShapeNumbers::number(const Rational& value) {
  const std::lock_guard lock(mutex_);
  return numbers_.try_emplace(value, narrow<std::uint32_t>(numbers_.size())).first->second;
}

ProcessCode ShapeNumbers::constant(std::uint64_t n) {
  const std::lock_guard lock(mutex_);
  const auto [at, fresh] = constants_.try_emplace(n, no_process);
  if (fresh) {
    PARAPET_CHECK(constants_.size() < constant_code, "a model names fewer than 32767 processes");
    at->second = narrow<ProcessCode>(constant_code | (constants_.size() - 1));
  }
  return at->second;
}

std::uint64_t ShapeNumbers::bit(Bits& bits, std::uint32_t shape, unsigned value) {
  const std::lock_guard lock(mutex_);
  const auto [at, fresh] = bits.try_emplace(std::uint64_t{shape} << 8 | value, bits.size());
  return at->second < 64 ? std::uint64_t{1} << at->second : 0;
}

}  // namespace parapet::search
