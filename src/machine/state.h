// A state of the machine, and what is seen from it.
//
// NOTE(machine). The machine is the language's definition of an execution (docs/language.md), written on LD without any translation:
// replay, the check of small instances, `certify --machine` and the exploration of instances all step it. A state is memory (plain cells
// and weak locations alike) and, if the memory model has them, one FIFO store buffer per process. An entry of a buffer is the group of weak
// writes of one firing. What process i sees at a weak location l is
//     see(i, l) = the value of l in the newest entry of i's buffer that has l, else memory(l).
// A formula is evaluated at one instant, over exactly the processes of the instance. `fence()` holds iff the actor's buffer is empty.
//
// Open cells. Where init leaves a cell unconstrained, its value is fixed when somebody looks at it: until then the cell holds open_value,
// and a formula is false, true or open (it depends on that value, Kleene's logic). A state with open cells stands for all the states that
// give them values; each of those is reachable, for nobody has looked.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "machine/ground.h"

namespace parapet::machine {

struct Write {
  Location location = 0;
  Code value = 0;
  friend auto operator<=>(const Write&, const Write&) = default;
};

using Entry = std::vector<Write>;  // ascending locations, each once

struct State {
  std::vector<Code> cells;                  // by location: plain state and memory
  std::vector<std::vector<Entry>> buffers;  // by process, oldest entry first
  friend bool operator==(const State&, const State&) = default;

  [[nodiscard]] bool drained() const;
};

enum class Truth : std::uint8_t { False, True, Open };

struct Read {
  Process reader = 0;
  Location location = 0;
  Code value = 0;
  std::optional<std::size_t> entry;  // the place of the buffer entry it was read from, oldest first; none: memory
};

// What a text read: weak locations in the order of the text, each (reader, location) once, and plain cells.
struct ReadLog {
  std::vector<Read> weak;
  std::set<Location> plain;
};

// What is seen in one state. Keeps references: for the moment only.
class View {
 public:
  View(Numbers& numbers, const std::vector<GroundSum>& sums, const State& state, std::optional<Process> actor)
      : numbers_(numbers), sums_(sums), state_(state), actor_(actor) {}

  [[nodiscard]] Truth holds(const GroundFormula& formula);
  [[nodiscard]] Code value(const GroundTerm& term);  // open_value: it depends on an open cell
  // After Truth::Open or open_value: an open cell that was looked at.
  [[nodiscard]] Location open_location() const { return open_location_; }

  // From here on `fence()` is false, whatever is in the buffers: what still holds needs no fence.
  void deny_fences() { fences_denied_ = true; }
  // From here on every read is logged, and nothing is skipped because the rest of a formula decides it already.
  void log_to(ReadLog& log) { log_ = &log; }

 private:
  [[nodiscard]] Truth compare(const GroundFormula& formula);
  [[nodiscard]] Truth junction(const GroundFormula& formula, Truth absorbing, Truth neutral);
  [[nodiscard]] Code cell(const GroundTerm& term);
  [[nodiscard]] Read look_up(Process reader, Location location) const;
  [[nodiscard]] Code sum(const GroundSum& sum);

  Numbers& numbers_;
  const std::vector<GroundSum>& sums_;
  const State& state_;
  std::optional<Process> actor_;
  bool fences_denied_ = false;
  Location open_location_ = 0;
  ReadLog* log_ = nullptr;
};

}  // namespace parapet::machine
