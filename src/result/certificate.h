// The certificate: the evidence for SAFE. It is a set of cubes whose union contains the unsafe states, contains its own predecessors, and
// contains no initial state. This can be checked without trusting the search (check/certify.h).
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
#include "result/cube.h"

namespace parapet {

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
  // Without the items of entries and slots, which the literals and the buffers show.
  std::vector<Cube> cubes;

  [[nodiscard]] bool of_events() const { return engine == event_engine; }
  // Each process has a store buffer per location.
  [[nodiscard]] bool writes_apart() const;
  // The cubes speak of these buffers; of the event engine they speak of explored writes in the order that was chosen for them instead.
  [[nodiscard]] bool delays_apart() const { return writes_apart() && !of_events(); }
};

// The certificate of a search over `system` with this engine that ended with these cubes.
[[nodiscard]] Certificate make_certificate(const le::System& system, std::string_view engine, bool lateness, std::vector<Cube> cubes);

// SHA-256 of the canonical text of a program, in hexadecimal: what `parapet parse FILE | sha256sum` prints.
[[nodiscard]] std::string digest(const ld::Program& program);

}  // namespace parapet
