// The processes of an instance (Roster) and the numbering of its variables and array cells (Layout).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ld/program.h"

namespace parapet::machine {

using Process = std::uint32_t;   // 0 .. processes-1; their order is the order of these numbers
using Location = std::uint32_t;  // a variable, or one cell of an array

// Thrown for an instance with too many cells. Who catches it must report that the instance was not explored.
class TooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Roster {
  std::uint32_t processes = 0;
  std::vector<std::pair<std::uint32_t, Process>> constants;  // n of each `#n` of the model, and the process it names

  [[nodiscard]] bool names(Process process) const;
  [[nodiscard]] Process constant(std::uint32_t n) const;  // of a `#n` that the model has
};

// The roster with exactly `processes` processes; those that constants name come first. Nothing if there is no such instance: `processes` is
// 0, less than the constants of the model need, or more than `number_procs` allows.
[[nodiscard]] std::optional<Roster> roster_of(const ld::Program& program, std::uint32_t processes);

// The sizes of the instances with at most `most` processes. An instance has every process that a constant names; if there are more
// constants than `most`, the only size is the number of constants.
[[nodiscard]] std::vector<std::uint32_t> instance_sizes(const ld::Program& program, std::uint32_t most);

// The cells of one symbol have consecutive numbers, in row-major order of their process indices.
class Layout {
 public:
  static constexpr std::size_t most_locations = 1'000'000;

  Layout(const Signature& signature, std::uint32_t processes);  // throws TooLarge

  [[nodiscard]] std::size_t size() const { return symbols_.size(); }
  [[nodiscard]] std::uint32_t processes() const { return processes_; }
  [[nodiscard]] Location first(SymbolId symbol) const { return first_[symbol.index()]; }
  [[nodiscard]] std::uint32_t cells(SymbolId symbol) const { return first_[symbol.index() + 1] - first_[symbol.index()]; }
  [[nodiscard]] SymbolId symbol(Location location) const { return symbols_[location]; }
  [[nodiscard]] std::uint32_t cell(Location location) const { return location - first(symbol(location)); }
  [[nodiscard]] Location location(SymbolId symbol, std::span<const Process> indices) const;
  [[nodiscard]] std::vector<Process> indices(Location location) const;

 private:
  std::uint32_t processes_;
  std::vector<std::uint32_t> arity_;  // by symbol
  std::vector<Location> first_;       // by symbol, and the end
  std::vector<SymbolId> symbols_;     // by location
};

}  // namespace parapet::machine
