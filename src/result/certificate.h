// The evidence for SAFE: cubes whose union contains the unsafe states, contains what comes before it, and meets no initial state. Whoever
// believes nothing of the search can check just that (check/certify.h). What a cube carries beside its literals depends on the engine:
// lists of snapshot reads (timeline), or pending reads and the order they live in (ghb).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    bool clean = false;                // the snapshots of this process are new ones
  };
  std::vector<List> lists;
  std::vector<std::vector<TermId>> items;  // by open read
  std::uint32_t last = none;               // u, the final read, of the unsafe formula: last in the list of each process it mentions
  std::vector<TermId> mentions;            // of u

  [[nodiscard]] const List* find(TermId process) const {
    for (const List& list : lists) {
      if (list.process == process) return &list;
    }
    return nullptr;
  }
};

// What is reached in ghb from events that come after a cube, as far as something before it can matter to them: sets of its pending reads.
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
    Reads read;           // from executions that read the shared plain cell
    Reads written;        // from writes of the weak location, from executions that wrote the shared plain cell
  };
  std::vector<Reads> reach;  // by pending read: from itself
  std::vector<ProcessRow> processes;
  std::vector<CellRow> cells;

  [[nodiscard]] const ProcessRow* find(TermId process) const;
  // That of the others if the cell has none.
  [[nodiscard]] const CellRow* find(SymbolId symbol, std::span<const TermId> args) const;
  [[nodiscard]] const CellRow* find_others(SymbolId symbol) const;
};

struct CertificateCube {
  std::uint32_t processes = 0;   // variables z0 .. z(processes-1), distinct, and named by no constant of the model
  std::vector<TermId> literals;  // all of them hold
  OpenReads open;                // ghb: only the items of its pending reads
  PendingOrder order;            // timeline: empty
};

inline constexpr std::string_view timeline_engine = "timeline";
inline constexpr std::string_view event_engine = "ghb";

struct Certificate {
  std::string engine = std::string(timeline_engine);
  std::string model;     // memory model: sc, tso
  bool lateness = true;  // whether firings that are never late were taken as such
  std::string digest;    // of the program
  // What SAFE rests on beside the cubes.
  std::size_t invariants = 0;                 // user invariants, assumed to hold
  std::optional<std::uint32_t> number_procs;  // at most so many processes
  // By symbol: the constructors that its cells are taken to hold; every bit set where nothing is said.
  std::vector<std::uint64_t> narrowed;
  std::vector<CertificateCube> cubes;

  [[nodiscard]] bool of_events() const { return engine == event_engine; }
};

// The certificate of a search over `system` with this engine that ended with these cubes; `lateness`: with that analysis.
[[nodiscard]] Certificate make_certificate(const le::System& system, std::string_view engine, bool lateness,
                                           std::vector<CertificateCube> cubes);

// 128 bits of the canonical text of a program, in hexadecimal: it identifies a model that was mistaken for another, it is no protection
// against somebody who makes one on purpose.
[[nodiscard]] std::string digest(const ld::Program& program);

}  // namespace parapet
