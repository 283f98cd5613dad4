#include "memory/parts.h"

#include "memory/events/coherence.h"
#include "memory/events/ghb.h"
#include "memory/queues/queues.h"

namespace parapet::search {

const MemoryTraits& part_of_memory(const ld::MemoryModel& model, bool of_events) {
  if (of_events) return model.writes_apart() ? coherence_memory : ghb_memory;
  return model.writes_apart() ? delayed_memory : timeline_memory;
}

}  // namespace parapet::search
