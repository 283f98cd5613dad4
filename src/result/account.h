// The account of a trace: what each step read and wrote. Replay fills it in (check/replay.h), reports show it beside the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ld/program.h"
#include "ld/trace.h"
#include "logic/signature.h"
#include "logic/value.h"

namespace parapet {

struct ReadAccount {
  enum class Source : std::uint8_t { Buffer, Memory };
  Process reader = 0;
  Location location;
  Value value;
  Source source = Source::Memory;
  std::optional<std::size_t> step;  // the Fire step that wrote the value; none: the initial value
};

struct WriteAccount {
  Location location;
  Value value;
};

struct PlainAccount {
  Location location;
  Value before;
  Value after;
};

struct StepAccount {
  std::vector<ReadAccount> reads;     // of weak locations, each (reader, location) once
  std::vector<WriteAccount> writes;   // of weak locations; Commit: those of the entry
  bool buffered = false;              // Fire: the writes entered the store buffer
  std::optional<std::size_t> entry;   // Commit: the Fire step that made the entry
  bool wfence = false;                // Fire: it ordered the earlier writes of its process before its own and later ones
  std::vector<PlainAccount> plain;    // assigned plain cells, also if the value does not change
  std::vector<Location> plain_reads;  // Fire: plain cells that guard and right-hand sides read
  bool fence = false;                 // Fire: the guard does not hold if its fences are taken as false
};

// A count of the unsafe formula whose value depends on its parameters alone.
struct CountAccount {
  ld::Term term;  // `count (q) { F }`
  std::uint32_t value = 0;
};

struct Account {
  std::vector<StepAccount> steps;           // one per step of the trace
  std::vector<ReadAccount> unsafe;          // the reads of the unsafe formula at the end
  std::vector<Location> unsafe_plain;       // and the plain cells it reads
  std::vector<CountAccount> unsafe_counts;  // and its counts, each once
};

// The process that a step is attributed to: the acting process, or the only parameter; none if there are several and none is marked.
[[nodiscard]] std::optional<Process> acting_process(const ld::Program& program, const TraceStep& step);

// `#n` for a process that a constant of the model names, else `p1`, `p2`, ... in the process order.
[[nodiscard]] std::string process_name(const Trace& trace, Process process);
[[nodiscard]] std::string to_string(const Value& value, const Signature& signature, const Trace& trace);
[[nodiscard]] std::string to_string(const Location& location, const Signature& signature, const Trace& trace);

// The indices of a cell, and back: row-major.
[[nodiscard]] std::vector<Process> cell_indices(std::uint32_t cell, std::uint32_t arity, std::uint32_t processes);
[[nodiscard]] std::uint32_t cell_number(const std::vector<Process>& indices, std::uint32_t processes);

}  // namespace parapet
