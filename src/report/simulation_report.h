// What `parapet simulate` answers, as JSON; as text it is the execution and one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/execution.h"
#include "report/message.h"

namespace parapet::report {

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
