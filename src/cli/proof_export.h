// `certify --smt`: the proof of a certificate as files for solvers.
#pragma once

#include "cli/options.h"
#include "ld/program.h"
#include "report/evidence_report.h"
#include "result/certificate.h"

namespace parapet::cli {

// Writes the folder `options.certify.proof_folder`. Throws OutputError if the proof cannot be written or is larger than the limit.
[[nodiscard]] report::ProofFiles export_proof(const Options& options, const ld::Program& program, TermArena& arena,
                                              const Certificate& certificate);

}  // namespace parapet::cli
