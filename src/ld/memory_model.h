// A memory model is a value: the store buffers of its machine, the events of a firing, and which pairs of events in program order are in
// ghb.
//
// It is defined here because both the translation to LE and the forward machine need it, and they must not include each other. Everything
// that differs between memory models is a property of this value; no code compares the names of models.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/source.h"

namespace parapet::ld {

// A firing has an execution event, with its weak reads and its fence, and, if it writes weak locations, one write event for all
// of them or one for each (MemoryModel::writes_apart).
enum class EventKind : std::uint8_t { Execution, Write };

// The store buffers in which weak writes wait until they are committed to memory.
enum class Buffers : std::uint8_t {
  None,         // none: writes are in memory when their firing ends
  PerProcess,   // one FIFO buffer per process; the writes of one firing are one entry
  PerLocation,  // one FIFO buffer per process and location; each write is an entry
};

// Whether two events of one process in program order are ordered in ghb without a fence.
enum class Kept : std::uint8_t { Never, SameLocation, Always };

struct MemoryModel {
  std::string_view name;
  Buffers buffers = Buffers::None;
  std::array<std::array<Kept, 2>, 2> kept;  // by the kinds of the earlier and of the later event

  // Events of these kinds are kept in order whatever their locations are.
  [[nodiscard]] constexpr bool keeps(EventKind first, EventKind second) const { return pair(first, second) == Kept::Always; }
  // They are kept in order at least if they access the same location.
  [[nodiscard]] constexpr bool keeps_at_location(EventKind first, EventKind second) const { return pair(first, second) != Kept::Never; }

  // A write may reach memory after later executions of its process, so firings can be late.
  [[nodiscard]] constexpr bool delays_writes() const { return !keeps(EventKind::Write, EventKind::Execution); }
  // Each write of a firing is an event of its own; they are not ordered among each other.
  [[nodiscard]] constexpr bool writes_apart() const { return buffers == Buffers::PerLocation; }

  // `buffers` and `kept` describe the same machine: without a buffer nothing is delayed, and a FIFO buffer keeps the order of its entries.
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
inline constexpr MemoryModel pso{"pso", Buffers::PerLocation, {{{Kept::Always, Kept::Always}, {Kept::Never, Kept::SameLocation}}}};

inline constexpr std::array memory_models{sc, tso, pso};
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

// The default memory model of a program. Without weak names all memory models are the same.
[[nodiscard]] constexpr const MemoryModel& usual_memory_model(bool has_weak_names) { return has_weak_names ? tso : sc; }

// A memory model as a description, for `--model FILE` and models/*.model:
//
//   name NAME
//   buffers none | process | location        store buffers: none, one per process, one per process and location
//   keeps PAIR ... [same-location]           program-order pairs that ghb keeps, always or if both access the same location
//   fence restores PAIR ... | nothing        what fence() adds to that
//   wfence restores PAIR ... | nothing       what wfence() adds to that
//
// PAIR is RR, RW, WR or WW: a read or write before a later read or write. A `#` begins a comment.
// The memory model that the file describes, one of `memory_models`. Nothing: it is malformed, or no engine searches such a model soundly;
// the messages say which and why.
[[nodiscard]] std::optional<MemoryModel> read_memory_model(const SourceFile& file, Diagnostics& messages);

}  // namespace parapet::ld
