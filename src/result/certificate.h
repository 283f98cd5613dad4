// The certificate: the evidence for SAFE. It is a set of cubes whose union contains the unsafe states, contains its own predecessors, and
// contains no initial state. This can be checked without trusting the search (check/certify.h). Beside its literals a cube has lists of
// snapshot reads (timeline engine), or pending reads and their order (event engine).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ld/ghost.h"
#include "ld/program.h"
#include "le/system.h"
#include "logic/term.h"

namespace parapet {

// The open reads of a cube, each a set of items (Read terms) read at one instant: snapshot reads, with a list per process in program order,
// or pending reads, without lists. The certificate format calls them `nodes`.
struct OpenReads {
  static constexpr std::uint32_t none = UINT32_MAX;
  struct List {
    TermId process;
    std::vector<std::uint32_t> reads;  // in program order
    bool clean = false;                // NOTE(timeline): the snapshots of this process are new
  };
  std::vector<List> lists;
  std::vector<std::vector<TermId>> items;  // by open read
  std::uint32_t last = none;               // u, the final read, of the unsafe formula: last in the list of each process it mentions
  std::vector<TermId> mentions;            // the processes that u mentions
  bool mentions_all = false;               // u mentions every process: its formula counts them

  [[nodiscard]] const List* find(TermId process) const {
    for (const List& list : lists) {
      if (list.process == process) return &list;
    }
    return nullptr;
  }
};

// The rows of a cube (NOTE(order-summary)): for each class of explored events, the pending reads that are reached from them in ghb.
struct PendingOrder {
  using Reads = std::vector<std::uint32_t>;  // increasing
  struct ProcessRow {
    TermId process;
    Reads any;    // from any of its events
    Reads waits;  // from those that wait for its earlier writes: a write, an execution with a fence, an atomic one
  };
  struct CellRow {
    SymbolId symbol;
    std::vector<TermId> args;
    bool others = false;  // no args: all cells of the array without a row of their own
    Reads read;           // from executions that read the shared plain cell, or the weak location from memory
    Reads written;        // from writes of the weak location, from executions that wrote the shared plain cell
  };
  std::vector<Reads> reach;  // by pending read: from itself
  std::vector<ProcessRow> processes;
  std::vector<CellRow> cells;

  [[nodiscard]] const ProcessRow* find(TermId process) const;
  // The row of the cell; if it has none, the row of the other cells of its array.
  [[nodiscard]] const CellRow* find(SymbolId symbol, std::span<const TermId> args) const;
  [[nodiscard]] const CellRow* find_others(SymbolId symbol) const;
};

// What a cube says of the store buffer of one process and location, where each location has one (NOTE(delayed-writes)).
struct DelayedBuffer {
  TermId process;
  SymbolId symbol;
  std::vector<TermId> args;            // of the location
  std::vector<std::uint32_t> entries;  // D, oldest first: the entry k is the term Read(k, process, location); numbers are unique in a cube
  bool exact = false;                  // E: the last of them is the newest of the buffer; without entries: the buffer is empty
};

struct CertificateCube {
  std::uint32_t processes = 0;         // variables z0 .. z(processes-1): distinct processes that no constant of the model names
  std::vector<TermId> literals;        // all of them hold
  OpenReads open;                      // event engine: only the items of the pending reads
  PendingOrder order;                  // timeline engine: empty
  std::vector<DelayedBuffer> buffers;  // timeline engine with a buffer per location; the Read terms of entries are no items of `open`
};

inline constexpr std::string_view timeline_engine = "timeline";
inline constexpr std::string_view event_engine = "ghb";

struct Certificate {
  std::string engine = std::string(timeline_engine);
  std::string model;     // memory model: sc, tso, pso
  bool lateness = true;  // whether the analysis of lateness was used (le/lateness.h)
  // With a buffer per location: whether the analyses were used of which writes may be delayed, and where they wait.
  bool may = false;
  bool hold = false;
  std::string digest;  // of the program
  // The assumptions of SAFE beside the cubes.
  std::size_t invariants = 0;                 // number of user invariants that are assumed to hold
  std::optional<std::uint32_t> number_procs;  // the bound on the number of processes
  // By symbol: the set of constructors that its cells can hold, which the checker proves; all bits set if nothing is claimed.
  std::vector<std::uint64_t> narrowed;
  // By symbol: an interval that contains every number that its cells can hold, which the checker proves too; no bounds: nothing is claimed.
  std::vector<Interval> intervals;
  // Names whose cells hold processes and constants only, which the checker proves too; predecessors may be split by where they point.
  std::vector<SymbolId> proper;
  // Names that the certificate adds to the model: the cubes are about the model with them. The digest is that of the model without.
  std::vector<ld::Ghost> ghosts;
  std::vector<CertificateCube> cubes;

  [[nodiscard]] bool of_events() const { return engine == event_engine; }
  // Its cubes speak of a store buffer per process and location.
  [[nodiscard]] bool delays_apart() const;
  // Why the cubes are no evidence that can be checked, so that nothing is written; empty: they are.
  [[nodiscard]] std::string_view why_unchecked() const;
};

// The certificate of a search over `system` with this engine that ended with these cubes.
[[nodiscard]] Certificate make_certificate(const le::System& system, std::string_view engine, bool lateness,
                                           std::vector<CertificateCube> cubes);

// SHA-256 of the canonical text of a program, in hexadecimal: what `parapet parse FILE | sha256sum` prints.
[[nodiscard]] std::string digest(const ld::Program& program);

}  // namespace parapet
