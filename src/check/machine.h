// The store-buffer machine, forward and concrete: its state, and what terms and formulas mean in it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <vector>

#include "ld/program.h"
#include "result/account.h"
#include "result/trace.h"

namespace parapet::check {

enum class Machine : std::uint8_t { Sc, Tso };

// What stays the same during one execution.
struct Setting {
  const ld::Program& program;
  Machine machine = Machine::Sc;
  const Trace& trace;  // its processes and constants
};

struct MemoryCell {
  Value value;
  std::optional<std::size_t> step;  // the Fire step that wrote it; none: initial
};

struct BufferEntry {
  std::size_t step = 0;  // the Fire step that made it
  std::vector<WriteAccount> writes;
};

struct State {
  std::vector<std::vector<MemoryCell>> cells;    // [symbol][cell]: plain state and memory
  std::vector<std::deque<BufferEntry>> buffers;  // [process], oldest entry first
  [[nodiscard]] MemoryCell& at(const Location& location) { return cells[location.symbol.index()][location.cell]; }
  [[nodiscard]] const MemoryCell& at(const Location& location) const { return cells[location.symbol.index()][location.cell]; }
};

// The trace's initial values, buffers empty. The trace has a value for every cell.
[[nodiscard]] State initial_state(const Setting& setting);

// Evaluates the terms and formulas of one declaration in one state, for one choice of its parameters.
// A weak location is read by `i` of `i @ X`, else by the actor, else (init) directly from memory.
class Evaluator {
 public:
  Evaluator(const Setting& setting, const State& state, const ld::Declaration& scope, const std::vector<Process>& parameters,
            std::optional<Process> actor);

  [[nodiscard]] bool holds(const ld::Formula& formula);
  [[nodiscard]] Value value(const ld::Term& term);
  [[nodiscard]] Location location(SymbolId symbol, const std::vector<ld::Term>& indices) const;
  void bind(ld::Variable variable, Process process) { bindings_[variable] = process; }

  // From here on `fence()` is false, whatever is in the buffers: what still holds needs no fence.
  void deny_fences() { fences_denied_ = true; }

  // Weak reads made so far, each (reader, location) once. Nothing is skipped because the rest of a formula decides it already.
  [[nodiscard]] std::vector<ReadAccount> take_reads() { return std::move(reads_); }
  // Plain cells read so far, each once, in increasing order.
  [[nodiscard]] std::vector<Location> take_plain_reads() const { return {plain_reads_.begin(), plain_reads_.end()}; }

 private:
  [[nodiscard]] Process process(const ld::Term& term) const;
  [[nodiscard]] Value read(const ld::Term& access);
  [[nodiscard]] ReadAccount look_up(Process reader, const Location& location) const;
  [[nodiscard]] bool compare(const ld::Formula& formula);
  [[nodiscard]] bool quantified(const ld::Formula& formula);
  [[nodiscard]] bool buffer_empty() const;

  const Setting& setting_;
  const State& state_;
  std::vector<Process> bindings_;  // by variable; the parameters come first
  std::size_t parameters_ = 0;
  std::optional<Process> actor_;
  std::vector<ReadAccount> reads_;
  std::set<Location> plain_reads_;
  bool fences_denied_ = false;
};

}  // namespace parapet::check
