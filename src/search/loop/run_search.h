// A run of the search over one system: what the pipeline calls.
#pragma once

#include "ld/memory_model.h"
#include "search/search.h"

namespace parapet::search {

// The part of memory that computes with the weak part of cubes: for each memory model one of queues and one of events.
[[nodiscard]] const MemoryTraits& part_of_memory(const ld::MemoryModel& model, bool of_events);

// Backward reachability. A budget that is exhausted makes the verdict Unknown.
[[nodiscard]] Outcome run_search(const SearchInput& input, bool of_events);

}  // namespace parapet::search
