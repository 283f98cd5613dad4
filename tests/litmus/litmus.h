// Litmus tests from their shapes (tests/litmus/shapes.txt): each shape with fences at every set of positions and with exchanges in place of
// every set of writes, and with store-store fences at every set of positions, as `.cub` text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace parapet::test {

struct LitmusEvent {
  enum class Kind : std::uint8_t { Write, Read, Exchange, Fence, StoreFence };
  Kind kind = Kind::Fence;
  char location = 'x';
  char value = '0';  // written, or that must be read; an exchange may read anything
};

struct LitmusTest {
  std::string name;
  std::vector<std::vector<LitmusEvent>> threads;
  std::vector<std::pair<char, char>> memory;  // location and value, when all stores have arrived
};

// Throws std::runtime_error about a line it does not understand.
[[nodiscard]] std::vector<LitmusTest> read_shapes(const std::filesystem::path& file);

// All variants, the shape itself first. `NAME+f0.1+x1.0`: a fence before event 1 of thread 0, an exchange as event 0 of thread 1.
// Without `fences`: exchanges only.
[[nodiscard]] std::vector<LitmusTest> variants(const LitmusTest& shape, bool fences);
// `NAME+w0.1`: a store-store fence before event 1 of thread 0. At least one.
[[nodiscard]] std::vector<LitmusTest> store_fence_variants(const LitmusTest& shape);

// A table: whether the outcome of the variant of that name is allowed. Throws std::runtime_error about a line it does not understand.
[[nodiscard]] std::map<std::string, bool> read_table(const std::filesystem::path& file);

// Unsafe iff the outcome can happen.
[[nodiscard]] std::string to_cub(const LitmusTest& test);

}  // namespace parapet::test
