// A memory model is a value: which store buffers its machine has, and which pairs of program-ordered events of one process ghb keeps.
//
// It belongs to the description language, below the translation to events and the forward machine, which both need it and must not include
// each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parapet::ld {

// A firing gives an execution event, which carries its weak reads and its fence, and a write event if it writes weak locations.
enum class EventKind : std::uint8_t { Execution, Write };

// Where weak writes wait on their way to memory.
enum class Buffers : std::uint8_t {
  None,        // nowhere: they are in memory when their firing ends
  PerProcess,  // in one FIFO buffer per process, the writes of one firing as one entry
};

struct MemoryModel {
  std::string_view name;
  Buffers buffers = Buffers::None;
  // kept[a][b]: an event of kind a before one of kind b of the same process is before it in ghb, without any fence.
  std::array<std::array<bool, 2>, 2> kept;

  [[nodiscard]] constexpr bool keeps(EventKind first, EventKind second) const {
    return kept[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
  }
  // A write may reach memory after later executions of its process: reads can be late.
  [[nodiscard]] constexpr bool delays_writes() const { return !keeps(EventKind::Write, EventKind::Execution); }
};

inline constexpr MemoryModel sc{"sc", Buffers::None, {{{true, true}, {true, true}}}};
inline constexpr MemoryModel tso{"tso", Buffers::PerProcess, {{{true, true}, {false, true}}}};

[[nodiscard]] constexpr std::optional<MemoryModel> find_memory_model(std::string_view name) {
  if (name == sc.name) return sc;
  if (name == tso.name) return tso;
  return std::nullopt;
}

}  // namespace parapet::ld
