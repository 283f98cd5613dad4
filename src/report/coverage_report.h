// What `parapet coverage` prints.
#pragma once

#include <iosfwd>
#include <string>

#include "coverage/small_instances.h"
#include "ld/program.h"

namespace parapet::report {

struct CoverageReport {
  std::string version;
  std::string file;
  std::string model;  // memory model
  const ld::Program& program;
  const coverage::SmallInstances& small;
};

// A table: a row per transition, a column per number of processes with the steps of a shortest execution that fires it.
void print(std::ostream& out, const CoverageReport& report);
// docs/coverage-schema.json
[[nodiscard]] std::string to_json(const CoverageReport& report);

}  // namespace parapet::report
