// The machine of NOTE(timeline), concrete and forward: memory, and for each process a queue of snapshots. It exists to say which states
// lie before a cube.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ld/trace.h"
#include "machine/instance.h"
#include "unit/search/cubes.h"

namespace parapet::test {

struct MemoryCell {
  Value value;
};
using Cells = std::vector<std::vector<MemoryCell>>;  // [symbol][cell]

struct Snapshot {
  std::uint32_t id = 0;  // one common snapshot has the same in the queues of several processes
  bool fresh = true;     // its process has not fired since it was taken
  Cells cells;           // as the process of this queue sees them
};

struct TimelineState {
  Cells memory;
  std::vector<std::vector<Snapshot>> queues;  // by process, oldest first
  std::uint32_t ids = 0;
};

class TimelineMachine {
 public:
  // `constants` of the model are the first processes.
  TimelineMachine(Workshop& workshop, std::uint32_t processes);

  [[nodiscard]] std::uint32_t processes() const { return trace_.processes; }
  // A process that a cube's variable can be.
  [[nodiscard]] bool unnamed(Process process) const { return process >= trace_.constants.size(); }
  [[nodiscard]] Process process(TermId term, const std::vector<Process>& image) const;
  [[nodiscard]] std::uint32_t cell_number(TermId cell, const std::vector<Process>& image) const;

  // Every state after one firing, snapshots being taken before it wherever that can matter, and lost where they are in the way: a state
  // that is reached with a snapshot is also reached without it, so a cube asks for snapshots but never for their absence; and with two of
  // it, so a read leaves the one it takes. Nothing if a havoc has too many values.
  [[nodiscard]] std::optional<std::vector<TimelineState>> successors(const TimelineState& state);

  [[nodiscard]] bool contains(const Cube& cube, const TimelineState& state);

 private:
  void fire(const TimelineState& before, const TraceStep& step, std::vector<TimelineState>& out);
  void fire(TimelineState state, const TraceStep& step, std::optional<Process> actor, bool fence, const std::optional<Snapshot>& head,
            std::vector<TimelineState>& out);
  [[nodiscard]] machine::State state_of(const Cells& cells);
  [[nodiscard]] Cells cells_of(const machine::State& state);
  [[nodiscard]] bool choose_process(std::vector<Process>& image);
  [[nodiscard]] bool choose_read(const std::vector<Process>& image, std::vector<std::optional<std::uint32_t>>& nodes);
  [[nodiscard]] bool in_order(const std::vector<Process>& image, const std::vector<std::optional<std::uint32_t>>& nodes) const;
  [[nodiscard]] bool holds(TermId literal, const std::vector<Process>& image, const std::vector<std::optional<std::uint32_t>>& nodes) const;
  [[nodiscard]] Rational value(TermId term, const std::vector<Process>& image,
                               const std::vector<std::optional<std::uint32_t>>& nodes) const;

  Workshop& workshop_;
  TermArena& arena_;
  Trace trace_;
  Budget budget_;
  machine::Instance instance_;
  const Cube* cube_ = nullptr;
  const TimelineState* state_ = nullptr;
};

}  // namespace parapet::test
