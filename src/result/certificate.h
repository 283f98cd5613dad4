// The evidence for SAFE: cubes of the timeline machine whose union contains the unsafe states, contains what comes before it, and meets no
// initial state. Whoever believes nothing of the search can check just that (check/certify.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ld/program.h"
#include "le/system.h"
#include "logic/term.h"

namespace parapet {

// The open reads of a cube: for each process nodes in program order, each a set of items (Read terms) made at one instant.
struct OpenReads {
  static constexpr std::uint32_t none = UINT32_MAX;
  struct List {
    TermId process;
    std::vector<std::uint32_t> nodes;  // in program order
    bool clean = false;                // the snapshots of this process are new ones
  };
  std::vector<List> lists;
  std::vector<std::vector<TermId>> items;  // by node
  std::uint32_t last = none;               // u, the node of the unsafe formula, last in the list of each process it mentions
  std::vector<TermId> mentions;            // of u

  [[nodiscard]] const List* find(TermId process) const {
    for (const List& list : lists) {
      if (list.process == process) return &list;
    }
    return nullptr;
  }
};

struct CertificateCube {
  std::uint32_t processes = 0;   // variables z0 .. z(processes-1), distinct, and named by no constant of the model
  std::vector<TermId> literals;  // all of them hold
  OpenReads open;
};

struct Certificate {
  std::string engine = "timeline";
  std::string model;     // memory model: sc, tso
  bool lateness = true;  // whether firings that are never late were taken as such
  std::string digest;    // of the program
  // What SAFE rests on beside the cubes.
  std::size_t invariants = 0;                 // user invariants, assumed to hold
  std::optional<std::uint32_t> number_procs;  // at most so many processes
  // By symbol: the constructors that its cells are taken to hold; every bit set where nothing is said.
  std::vector<std::uint64_t> narrowed;
  std::vector<CertificateCube> cubes;
};

// The certificate of a search over `system` that ended with these cubes; `lateness`: with that analysis.
[[nodiscard]] Certificate make_certificate(const le::System& system, bool lateness, std::vector<CertificateCube> cubes);

// 128 bits of the canonical text of a program, in hexadecimal: it identifies a model that was mistaken for another, it is no protection
// against somebody who makes one on purpose.
[[nodiscard]] std::string digest(const ld::Program& program);

}  // namespace parapet
