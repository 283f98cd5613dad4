#include "cli/proof_export.h"

#include <algorithm>
#include <filesystem>

#include "base/file_output.h"
#include "cli/solver_proof.h"
#include "verify/evidence.h"

namespace parapet::cli {

report::ProofFiles export_proof(const Options& options, const ld::Program& program, TermArena& arena, const Certificate& certificate) {
  const std::filesystem::path folder = options.certify.proof_folder;
  const std::size_t limit = options.certify.proof_limit * 1'000'000;
  const check::Proof proof = verify::write_proof(program, arena, certificate, options.verify.solver, limit);
  if (!proof.refusal.empty()) throw OutputError("no proof was written to " + folder.string() + ": " + proof.refusal);
  make_new_folder(folder);
  for (const check::ProofFile& file : proof.files) write_file(folder / file.name, file.text);
  const auto count = std::count_if(proof.files.begin(), proof.files.end(), check::is_obligation);
  report::ProofFiles written{folder.string(), static_cast<std::size_t>(count), proof.bytes, {}};
  if (!options.certify.solver_proofs) return written;
  written.solver_proofs = 0;
  for (const check::ProofFile& file : proof.files) {
    if (!check::is_obligation(file)) continue;
    const std::filesystem::path script = folder / file.name;
    if (write_solver_proof(script, std::filesystem::path(script).replace_extension("lfsc"), options.limits.budget))
      ++*written.solver_proofs;
  }
  return written;
}

}  // namespace parapet::cli
