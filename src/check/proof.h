// The proof of a certificate as SMT-LIB 2 files for any solver: if each of them is unsatisfiable, the model is safe. Of Parapet only the
// front end and the translation of the model have to be trusted then.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "le/system.h"
#include "result/certificate.h"
#include "smt/solver.h"

namespace parapet::check {

struct ProofFile {
  std::string name;  // with its extension
  std::string text;
};

struct Proof {
  std::vector<ProofFile> files;  // README first; empty if the proof was not written
  std::string refusal;           // why it was not written
  std::size_t bytes = 0;
};

// Whether the file is an obligation, which has to be unsatisfiable. (README and machine.smt2 are for readers.)
[[nodiscard]] bool is_obligation(const ProofFile& file);

// `system`, `solver` and the budget of the arena: as in certify.h. The solver only chooses instances of the invariant to be asserted; which
// it chooses matters for whether the files are unsatisfiable, not for what that means. At most `limit` bytes are written.
[[nodiscard]] Proof write_proof(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver,
                                std::size_t limit);

}  // namespace parapet::check
