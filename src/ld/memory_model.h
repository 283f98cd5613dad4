// A memory model is a value: which store buffers its machine has, which events a firing gives, and which pairs of program-ordered events of
// one process ghb keeps.
//
// It belongs to the description language, below the translation to events and the forward machine, which both need it and must not include
// each other. What differs between models is asked of this value; nothing compares names of models.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parapet::ld {

// A firing gives an execution event, which carries its weak reads and its fence, and, if it writes weak locations, one write event for all
// of them or one for each (MemoryModel::writes_apart).
enum class EventKind : std::uint8_t { Execution, Write };

// Where weak writes wait on their way to memory.
enum class Buffers : std::uint8_t {
  None,         // nowhere: they are in memory when their firing ends
  PerProcess,   // in one FIFO buffer per process, the writes of one firing as one entry
  PerLocation,  // in one FIFO buffer per process and location, each write an entry of its own
};

// Whether an event before another one of the same process is before it in ghb, without any fence.
enum class Kept : std::uint8_t { Never, SameLocation, Always };

struct MemoryModel {
  std::string_view name;
  Buffers buffers = Buffers::None;
  std::array<std::array<Kept, 2>, 2> kept;  // by the kinds of the earlier and of the later event

  // Whatever their locations are.
  [[nodiscard]] constexpr bool keeps(EventKind first, EventKind second) const { return pair(first, second) == Kept::Always; }
  // Of one location at least.
  [[nodiscard]] constexpr bool keeps_at_location(EventKind first, EventKind second) const { return pair(first, second) != Kept::Never; }

  // A write may reach memory after later executions of its process: reads can be late.
  [[nodiscard]] constexpr bool delays_writes() const { return !keeps(EventKind::Write, EventKind::Execution); }
  // The writes of one firing are events of their own, without an order among each other.
  [[nodiscard]] constexpr bool writes_apart() const { return buffers == Buffers::PerLocation; }

  // Buffers and ghb are of one machine: nothing is delayed without a buffer; a FIFO buffer keeps the order of what is in it.
  [[nodiscard]] constexpr bool consistent() const {
    using enum EventKind;
    const Kept writes = buffers == Buffers::PerLocation ? Kept::SameLocation : Kept::Always;
    return delays_writes() == (buffers != Buffers::None) && pair(Write, Write) == writes && keeps(Execution, Execution) &&
           keeps(Execution, Write);
  }

 private:
  [[nodiscard]] constexpr Kept pair(EventKind first, EventKind second) const {
    return kept[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
  }
};

inline constexpr MemoryModel sc{"sc", Buffers::None, {{{Kept::Always, Kept::Always}, {Kept::Always, Kept::Always}}}};
inline constexpr MemoryModel tso{"tso", Buffers::PerProcess, {{{Kept::Always, Kept::Always}, {Kept::Never, Kept::Always}}}};

inline constexpr std::array memory_models{sc, tso};
static_assert([] {
  for (const MemoryModel& model : memory_models) {
    if (!model.consistent()) return false;
  }
  return true;
}());

[[nodiscard]] constexpr std::optional<MemoryModel> find_memory_model(std::string_view name) {
  for (const MemoryModel& model : memory_models) {
    if (model.name == name) return model;
  }
  return std::nullopt;
}

// Of a file that names no model: without weak names all models are the same.
[[nodiscard]] constexpr const MemoryModel& usual_memory_model(bool has_weak_names) { return has_weak_names ? tso : sc; }

}  // namespace parapet::ld
