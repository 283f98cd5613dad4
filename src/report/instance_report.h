// What `parapet coverage` and `parapet simulate` answer about instances with few processes.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/small_instances.h"
#include "evidence/execution.h"
#include "ld/program.h"
#include "report/message.h"

namespace parapet::report {

// What `parapet coverage` prints.

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

// What `parapet simulate` answers, as JSON; as text it is the execution and one line.

// Why the execution ends where it does, or why there is none.
enum class Ending : std::uint8_t {
  Bound,           // '--steps'
  Stuck,           // no process can move
  Unsafe,          // the last state is unsafe
  Found,           // '--find': the last state satisfies the formula
  NotReachable,    // '--find': no reachable state of the instances does
  NotFound,        // '--find': no explored state does, and not all were explored
  NoInitialState,  // init has no state with so many processes
};
[[nodiscard]] std::string_view words(Ending ending);

// An instance that `--find` explored.
struct SearchedInstance {
  std::uint32_t processes = 0;
  std::uint64_t states = 0;
  bool complete = false;  // these are all that can be reached, unless a state was found
};

struct SimulationReport {
  std::string version;  // of Parapet
  std::string file;
  std::string model;  // memory model
  Ending ending = Ending::Bound;
  std::vector<SearchedInstance> searched;
  const evidence::Execution* execution = nullptr;  // null: there is none
  std::vector<Message> messages;
};

// docs/simulate-schema.json
[[nodiscard]] std::string to_json(const SimulationReport& report);

}  // namespace parapet::report
