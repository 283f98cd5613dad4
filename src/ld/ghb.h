// NOTE(ghb): the relations whose union is ghb, the global order of events; the one definition that the search and `dump --le` derive theirs
// from. (The checker has its own.)
//
// A firing has an execution event x, which carries its reads and fences, and write events: one for all weak locations that it writes, or one
// for each (MemoryModel::writes_apart); an *atomic* firing has one event for all of this. ghb has these edges:
//
//   po       of one process, earlier -> later     the pairs that the memory model keeps (`ordered`)
//   fence    of one process, write -> execution   of a later firing with a fence, or an atomic one
//   wfence   of one process, write -> write       a store-store fence is between them, or of the later firing
//   co       write -> write                       a total order of the writes of each location
//   rf       write -> execution                   that reads from it, of another process
//   fr       execution -> write                   that comes after the source of the read in co, of another process
//   plain    execution -> later execution         both touch a shared plain cell, and one of them writes it
//   unsafe   execution -> u                       the unsafe formula is evaluated after all executions of the processes that it mentions
//
// Example, store buffering: x1 of p writes X, x2 of p reads Y; y1 of q writes Y, y2 of q reads X, both read the initial value.
//
//   w(x1) -fence-> x2 -fr-> w(y1) -fence-> y2 -fr-> w(x1)
//
// With fences at x2 and y2 this is a cycle, so it cannot happen; without them the memory models that do not keep write -> execution allow it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ld/memory_model.h"

namespace parapet::ld {

enum class Relation : std::uint8_t { ProgramOrder, Fence, StoreFence, Coherence, ReadsFrom, FromRead, SharedPlain, Final };

struct RelationFacts {
  std::string_view name;
  std::string_view reason;
  EventKind from = EventKind::Execution, to = EventKind::Execution;  // of po: by the pair
  bool between_processes = false;                                    // within a process it is no edge
};

inline constexpr std::array<RelationFacts, 8> relation_facts{{
    {"po", "po: kept by the memory model", EventKind::Execution, EventKind::Execution, false},
    {"fence", "fence: the later one waits for the write", EventKind::Write, EventKind::Execution, false},
    {"wfence", "wfence: a store-store fence is between the writes", EventKind::Write, EventKind::Write, false},
    {"co", "co: writes of one location in the order of firings", EventKind::Write, EventKind::Write, false},
    {"rf", "rf: reads from this write", EventKind::Write, EventKind::Execution, true},
    {"fr", "fr: read an older value", EventKind::Execution, EventKind::Write, true},
    {"plain", "plain: both touch a shared plain cell, one writes it", EventKind::Execution, EventKind::Execution, false},
    {"unsafe", "unsafe: evaluated after every execution of the processes it mentions", EventKind::Execution, EventKind::Execution, false},
}};
[[nodiscard]] constexpr const RelationFacts& facts(Relation relation) { return relation_facts[static_cast<std::size_t>(relation)]; }

// What orders two events of one process although the memory model does not keep the pair.
enum class Restorer : std::uint8_t { Fence, Atomic, StoreFence };
struct Restored {
  EventKind first, second;
  Restorer by;  // Fence, Atomic: what the later firing has, is; StoreFence: the later firing has one, or one between the two
  Relation relation;
};
inline constexpr std::array restored_pairs{
    Restored{EventKind::Write, EventKind::Execution, Restorer::Fence, Relation::Fence},
    Restored{EventKind::Write, EventKind::Execution, Restorer::Atomic, Relation::Fence},
    Restored{EventKind::Write, EventKind::Write, Restorer::StoreFence, Relation::StoreFence},
};

// Of two events of one process in program order.
struct Pair {
  EventKind first, second;
  bool fence = false, atomic = false;  // the later firing
  bool store_fence = false;            // between them, or of the later firing

  [[nodiscard]] constexpr bool has(Restorer by) const {
    return by == Restorer::Fence ? fence : by == Restorer::Atomic ? atomic : store_fence;
  }
};

[[nodiscard]] constexpr std::optional<Relation> restored(const Pair& pair) {
  for (const Restored& one : restored_pairs) {
    if (one.first == pair.first && one.second == pair.second && pair.has(one.by)) return one.relation;
  }
  return std::nullopt;
}

// The edge of ghb between the two, whatever their locations are. (Of writes of one location co has it, also where the memory model keeps
// only that.)
[[nodiscard]] constexpr std::optional<Relation> ordered(const MemoryModel& model, const Pair& pair) {
  return model.keeps(pair.first, pair.second) ? Relation::ProgramOrder : restored(pair);
}

}  // namespace parapet::ld
