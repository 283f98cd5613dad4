// What `parapet coverage` prints.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/small_instances.h"
#include "evidence/execution.h"
#include "ld/program.h"
#include "report/message.h"

namespace parapet::report {

struct CoverageReport {
  std::string version;
  std::string file;
  std::string model;  // memory model
  const ld::Program& program;
  const coverage::SmallInstances& small;
  std::vector<Message> messages{};                 // errors, warnings and notes as a program reads them
  const evidence::Execution* execution = nullptr;  // the one that was asked for; null: none
};

// A table: a row per transition, a column per number of processes with the steps of a shortest execution that fires it.
void print(std::ostream& out, const CoverageReport& report);
// What stands below the table: what its signs mean, how near the executions come to the unsafe formulas, stuck states.
void print_findings(std::ostream& out, const CoverageReport& report);

// A cell of the table: the steps; "-" if the transition never fires; "?" if the exploration ended before.
[[nodiscard]] std::string steps_text(const coverage::SmallInstances& small, std::size_t transition, std::size_t size);
// "all", "cut", "bounded": how much of an instance was explored.
[[nodiscard]] std::string_view extent(const coverage::SmallInstances::Size& size);

// docs/coverage-schema.json
[[nodiscard]] std::string to_json(const CoverageReport& report);

}  // namespace parapet::report
