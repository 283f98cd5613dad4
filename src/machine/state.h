// A state of the forward machine, and how formulas are evaluated in it.
//
// NOTE(machine). The machine is the language's definition of an execution (docs/language.md), written on LD without any translation:
// replay, the check of small instances, `certify --machine` and the exploration of instances all execute it. A state is memory (plain cells
// and weak locations alike) and, if the memory model has them, the buffered writes of each process, as a sequence of entries:
//     one buffer per process                 an entry is the group of weak writes of one firing; the oldest entry is committed next.
//     one buffer per process and location    an entry is one write; the oldest entry of any location is committed next. An empty entry is
//                                            a *mark*, left by `wfence()`: no entry behind it is committed before all those in front of it.
//                                            The order of entries of different locations between two marks means nothing.
// A sequence neither begins with a mark nor has two marks side by side. What process i sees at a weak location l is
//     see(i, l) = the value of l in the newest entry of i that has l, else memory(l).
// A formula is evaluated at one instant, over exactly the processes of the instance. `fence()` holds iff the actor has no entry, `wfence()`
// is true.
//
// Open cells. If init leaves a cell unconstrained, its initial value is chosen when the cell is first read. Until then the cell holds
// open_value, and a formula is false, true or open (its truth depends on that value; Kleene's three-valued logic). A state with open cells
// stands for all states that assign values to them. Each of those is reachable: no step so far depended on these values.
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

using Entry = std::vector<Write>;  // ascending locations, each once; empty: a mark

struct State {
  std::vector<Code> cells;                  // by location: plain state and memory
  std::vector<std::vector<Entry>> buffers;  // by process, oldest entry first
  friend bool operator==(const State&, const State&) = default;

  [[nodiscard]] bool drained() const;
};

struct Read {
  Process reader = 0;
  Location location = 0;
  Code value = 0;
  std::optional<std::size_t> entry;  // the place of the buffer entry it was read from, oldest first; none: memory
};

// The reads of a text: weak locations in the order of the text, each pair (reader, location) once, and plain cells.
struct ReadLog {
  std::vector<Read> weak;
  std::set<Location> plain;
};

// Evaluates formulas and terms in one state. It keeps references to the state and the numbers, which must outlive it.
class View {
 public:
  View(Numbers& numbers, const std::vector<GroundSum>& sums, const State& state, std::optional<Process> actor)
      : numbers_(numbers), sums_(sums), state_(state), actor_(actor) {}

  [[nodiscard]] Truth holds(const GroundFormula& formula);
  [[nodiscard]] Code value(const GroundTerm& term);  // open_value: the value depends on an open cell
  // After Truth::Open or open_value: an open cell that the result depends on.
  [[nodiscard]] Location open_location() const { return open_location_; }

  // From now on `fence()` is false whatever the buffers hold, so a formula that holds all the same needs no fence.
  void deny_fences() { fences_denied_ = true; }
  // The same for `wfence()`.
  void deny_write_fences() { write_fences_denied_ = true; }
  // From now on every read is logged, and evaluation does not stop early where part of a formula decides the rest.
  void log_to(ReadLog& log) { log_ = &log; }

 private:
  [[nodiscard]] Truth compare(const GroundFormula& formula);
  [[nodiscard]] Truth junction(const GroundFormula& formula, Truth absorbing, Truth neutral);
  [[nodiscard]] Code cell(const GroundTerm& term);
  [[nodiscard]] Read look_up(Process reader, Location location) const;
  [[nodiscard]] Code sum(const GroundSum& sum);
  [[nodiscard]] Code count(const GroundSum& sum);

  Numbers& numbers_;
  const std::vector<GroundSum>& sums_;
  const State& state_;
  std::optional<Process> actor_;
  bool fences_denied_ = false;
  bool write_fences_denied_ = false;
  Location open_location_ = 0;
  ReadLog* log_ = nullptr;
};

}  // namespace parapet::machine
