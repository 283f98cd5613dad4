// A memory model as a description, for `--model FILE` and models/*.model:
//
//   name NAME
//   buffers none | process | location        store buffers: none, one per process, one per process and location
//   keeps PAIR ... [same-location]           program-order pairs that ghb keeps, always or if both access the same location
//   fence restores PAIR ... | nothing        what fence() adds to that
//   wfence restores PAIR ... | nothing       what wfence() adds to that
//
// PAIR is RR, RW, WR or WW: a read or write before a later read or write. A `#` begins a comment.
#pragma once

#include <optional>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ld/memory_model.h"

namespace parapet::ld {

// The memory model that the file describes, one of `memory_models`. Nothing: it is malformed, or no engine searches such a model soundly;
// the messages say which and why.
[[nodiscard]] std::optional<MemoryModel> read_memory_model(const SourceFile& file, Diagnostics& messages);

}  // namespace parapet::ld
