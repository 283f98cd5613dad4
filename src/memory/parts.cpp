#include "memory/parts.h"

#include "memory/events/events.h"
#include "memory/queues/delayed.h"
#include "memory/queues/timeline.h"

namespace parapet::search {

const MemoryTraits& part_of_memory(const ld::MemoryModel& model, bool of_events) {
  if (of_events) return events_memory(model);
  return model.writes_apart() ? delayed_memory : timeline_memory;
}

}  // namespace parapet::search
