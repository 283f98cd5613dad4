// What the operations on delayed writes share: reading now, and the normal form of a cube (both NOTE(delayed-writes)).
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "cube/context.h"
#include "cube/node.h"

namespace parapet::search {

// Reads that were made now, and what that says of the buffers.
struct Outcomes {
  std::vector<std::pair<TermId, TermId>> values;  // by read: a memory cell or an entry
  Weak after;                                     // the new entries are its last ones
  std::vector<TermId> from_memory;                // the cells that were read from memory

  // The leaf once the reads are made.
  [[nodiscard]] TermId value(TermId leaf) const {
    for (const auto& [read, made] : values) {
      if (read == leaf) return made;
    }
    return leaf;
  }
};

// Makes the reads now, in every way. `drained`: the readers have nothing buffered, so no entry is new.
void each_outcome(Context& context, Weak before, std::vector<TermId> reads, bool drained, const std::function<void(const Outcomes&)>& emit);

// Normal form 2 to 5 of the buffers of a cube with these literals; what is flushed is recorded. False: the cube has no states.
[[nodiscard]] bool bring_into_normal_form(Context& context, const std::vector<TermId>& literals, Weak& weak, Record& record);

}  // namespace parapet::search
