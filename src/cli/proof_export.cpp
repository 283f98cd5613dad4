#include "cli/proof_export.h"

#include <algorithm>
#include <filesystem>

#include "base/file_output.h"
#include "verify/evidence.h"

namespace parapet::cli {

report::ProofFiles export_proof(const Options& options, const ld::Program& program, TermArena& arena, const Certificate& certificate) {
  const std::filesystem::path folder = options.certify.proof_folder;
  const std::size_t limit = options.certify.proof_limit * 1'000'000;
  const check::Proof proof = verify::write_proof(program, arena, certificate, options.verify.solver, limit);
  if (!proof.refusal.empty())
    throw OutputError("no proof was written to " + folder.string() + ": " + proof.refusal);
  make_new_folder(folder);
  for (const check::ProofFile& file : proof.files) write_file(folder / file.name, file.text);
  const auto count = std::count_if(proof.files.begin(), proof.files.end(), check::is_obligation);
  return {folder.string(), static_cast<std::size_t>(count), proof.bytes, {}};
}

}  // namespace parapet::cli
