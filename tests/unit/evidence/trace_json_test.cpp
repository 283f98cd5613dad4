#include "evidence/trace_json.h"

#include <doctest/doctest.h>

#include "base/json_reader.h"
#include "unit/report/execution_kit.h"

using namespace parapet;

TEST_CASE("trace JSON: what is read can be executed as what was written") {
  const test::Replayed replayed;
  const std::string text = evidence::trace_json(replayed.execution(), "model.cub");
  const evidence::ReadTrace back = evidence::read_trace(read_json(text), replayed.program);
  CHECK(back.model == "tso");
  CHECK_FALSE(back.invariant);
  CHECK(back.trace.steps.size() == replayed.trace.steps.size());
  CHECK(back.trace.unsafe_processes == replayed.trace.unsafe_processes);
  CHECK(check::replay(replayed.program, ld::tso, back.trace).ok());
}
