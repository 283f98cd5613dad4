// What kinds of weak memory the search knows, as far as cubes and terms depend on it. How each computes pre-images and covers is in its part
// of memory (memory/part.h), which `make` gives; a kind is a value that is handed on, so nothing else in the search names one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "cube/transition_instance.h"

namespace parapet::search {

class MemoryPart;
struct Context;

// Who decides whether a choice closes a cycle of ghb, under the event engine: the rows, or a solver that is given all events.
enum class EventOrder : std::uint8_t { Rows, Smt };

// How a search decides about the order of events.
struct OrderOptions {
  std::optional<EventOrder> by;  // nothing: the rows, or the solver if it decides everything
  bool compare = false;          // ask both; a difference is an internal error

  // A solver that decides the order is given all events of the path to a node.
  [[nodiscard]] bool asks_about_paths() const { return by == EventOrder::Smt || compare; }
};

// What an open view has beside memory (infer/views/vocabulary.h).
enum class OpenKind : std::uint8_t { None, Snapshot, Delayed };

struct MemoryTraits {
  std::string_view engine;             // whose cubes they are (result/certificate.h)
  ReadRule own_read = nullptr;         // what the cells in the text of a firing are in the cube before it
  bool writes_apart = false;           // the writes of one firing reach memory one by one, and a write may have to be found (`complete`)
  bool orders_events = false;          // a cube has an order of events beside its literals
  bool reads_map_to_reads = false;     // in a cover, unless the covered cube speaks of memory: an open read is made now only there
  bool candidates_with_reads = false;  // candidates may keep the open reads of the cube that they generalize
  bool counts_now = false;             // its cubes speak of memory as it is now, so that lemmas about counts hold of them
  OpenKind views = OpenKind::None;     // which open views its cubes can be described by
  // `orders`: of the search that asks about paths; null: nobody does.
  std::unique_ptr<MemoryPart> (*make)(Context& context, const OrderOptions* orders) = nullptr;
};

}  // namespace parapet::search
