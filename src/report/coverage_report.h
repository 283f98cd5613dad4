// What `parapet coverage` prints.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "coverage/small_instances.h"
#include "ld/program.h"
#include "report/message.h"

namespace parapet::report {

struct CoverageReport {
  std::string version;
  std::string file;
  std::string model;  // memory model
  const ld::Program& program;
  const coverage::SmallInstances& small;
  std::vector<Message> messages{};  // errors, warnings and notes as a program reads them
};

// A table: a row per transition, a column per number of processes with the steps of a shortest execution that fires it.
void print(std::ostream& out, const CoverageReport& report);
// docs/coverage-schema.json
[[nodiscard]] std::string to_json(const CoverageReport& report);

}  // namespace parapet::report
