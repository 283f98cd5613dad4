// A counterexample as JSON (docs/trace-schema.json): complete enough to be read back and re-executed.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "evidence/execution.h"

namespace parapet::evidence {

// One object, as a value of whatever is open in `json`.
void write_trace(JsonWriter& json, const Execution& execution, std::string_view file);
[[nodiscard]] std::string trace_json(const Execution& execution, std::string_view file);

}  // namespace parapet::evidence
