// A counterexample as JSON (docs/trace-schema.json): complete enough to be read back and re-executed.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/json_reader.h"
#include "evidence/execution.h"
#include "ld/program.h"
#include "ld/trace.h"

namespace parapet::evidence {

// One object, as a value of whatever is open in `json`.
void write_trace(JsonWriter& json, const Execution& execution, std::string_view file);
[[nodiscard]] std::string trace_json(const Execution& execution, std::string_view file);

// A trace back from JSON (docs/trace-schema.json).

struct ReadTrace {
  Trace trace;
  std::string model;       // memory model
  bool invariant = false;  // it ends in what an invariant forbids: `unsafe` counts the invariants
};

// Only what an execution needs is read; what the steps read, wrote and changed is found by executing them. Throws JsonError.
[[nodiscard]] ReadTrace read_trace(const JsonValue& json, const ld::Program& program);

}  // namespace parapet::evidence
