// A run with every field set, made by hand.
#pragma once

#include "report/run.h"

namespace parapet::test {

inline report::Run full_run() {
  report::Run run;
  run.version = "1.2";
  run.file = "lock.cub";
  run.model = "tso";
  run.engine = "timeline";
  run.answer = VerdictKind::Safe;
  run.cross_checks = {{"--paranoid", true, ""}, {"--engine both", false, "no time"}};
  run.assumptions = {"assuming 1 user invariant"};
  run.invariants = {"forall z0. not (PC[z0] = C)"};
  run.invariant_lines = {"invariant (z0) { PC[z0] = C }"};
  run.counts = {{"nodes", 5, "cubes visited"}};
  run.solver = {{"native", "fixpoint", 7, 0.25}};
  run.nodes = 5;
  run.processes = 2;
  run.peak_memory = 3U << 20U;
  run.cpu_seconds = 1.5;
  run.wall_seconds = 0.0021;
  return run;
}

}  // namespace parapet::test
