// The parts of memory that there are: for each memory model one of queues and one of events.
#pragma once

#include "cube/memory_traits.h"
#include "ld/memory_model.h"

namespace parapet::search {

[[nodiscard]] const MemoryTraits& part_of_memory(const ld::MemoryModel& model, bool of_events);

}  // namespace parapet::search
