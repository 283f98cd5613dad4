// Who takes part in an instance, and where its variables and cells are.
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

// An instance that is too large to be laid out; whoever asked for it must say that nothing was explored.
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

// The roster with exactly so many processes, those that constants name first; nothing: the constants of the model need more, or
// `number_procs` allows fewer, or it is none at all.
[[nodiscard]] std::optional<Roster> roster_of(const ld::Program& program, std::uint32_t processes);

// The sizes of the instances with up to `most` processes: an instance has every process that a constant names, and others up to its size.
// With more constants than `most` there is one size, that of the constants alone.
[[nodiscard]] std::vector<std::uint32_t> instance_sizes(const ld::Program& program, std::uint32_t most);

// Cells of one symbol are neighbours, in row-major order of their process indices.
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
