// A trace back from JSON (docs/trace-schema.json).
#pragma once

#include <string>

#include "base/json_reader.h"
#include "ld/program.h"
#include "result/trace.h"

namespace parapet::evidence {

struct ReadTrace {
  Trace trace;
  std::string model;       // memory model
  bool invariant = false;  // it ends in what an invariant forbids: `unsafe` counts the invariants
};

// Only what an execution needs is read; what the steps read, wrote and changed is found by executing them. Throws JsonError.
[[nodiscard]] ReadTrace read_trace(const JsonValue& json, const ld::Program& program);

}  // namespace parapet::evidence
