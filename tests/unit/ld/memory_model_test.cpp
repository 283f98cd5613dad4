// A memory model is a value: what is asked of it.
#include "ld/memory_model.h"

#include <doctest/doctest.h>

namespace {

using namespace parapet::ld;
using enum EventKind;

}  // namespace

TEST_CASE("memory model: a buffer per location keeps the order of writes of one location only") {
  CHECK(pso.consistent());
  CHECK(pso.delays_writes());
  CHECK(pso.writes_apart());
  CHECK_FALSE(pso.keeps(Write, Write));
  CHECK(pso.keeps_at_location(Write, Write));
  CHECK_FALSE(pso.keeps_at_location(Write, Execution));
}

TEST_CASE("memory model: under sc and tso a firing has one write event") {
  for (const MemoryModel& model : {sc, tso}) {
    CHECK_FALSE(model.writes_apart());
    CHECK(model.keeps(Write, Write));
  }
  CHECK_FALSE(sc.delays_writes());
  CHECK(tso.delays_writes());
}

TEST_CASE("memory model: buffers and ghb of one machine agree") {
  MemoryModel model = tso;
  model.buffers = Buffers::None;
  CHECK_FALSE(model.consistent());
  model = sc;
  model.buffers = Buffers::PerProcess;
  CHECK_FALSE(model.consistent());
  model = tso;
  model.buffers = Buffers::PerLocation;
  CHECK_FALSE(model.consistent());
}

TEST_CASE("memory model: found by name; the usual one has weak memory only where it matters") {
  CHECK(find_memory_model("tso")->buffers == Buffers::PerProcess);
  CHECK(find_memory_model("pso")->buffers == Buffers::PerLocation);
  CHECK_FALSE(find_memory_model("rmo"));
  CHECK(usual_memory_model(true).name == "tso");
  CHECK(usual_memory_model(false).name == "sc");
}
