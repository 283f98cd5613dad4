#include "cli/invariant_export.h"

#include <filesystem>

#include "base/file_output.h"
#include "report/invariant_text.h"
#include "verify/evidence.h"

namespace parapet::cli {
namespace {

// Of the whole proof.
constexpr std::size_t most_bytes = 100'000'000;

}  // namespace

void export_invariant(const Options& options, verify::Translation& translation, const Certificate& certificate) {
  const std::filesystem::path folder = options.report.invariant_folder;
  make_new_folder(folder);
  const verify::Translation& written = translation.without_ghosts ? *translation.without_ghosts : translation;
  const check::Proof proof =
      verify::write_proof(*written.system.program, translation.arena, certificate, options.verify.solver, most_bytes);
  write_file(folder / "invariant.txt", report::invariant_text(translation.arena, certificate, options.operand, proof.refusal));
  for (const check::ProofFile& file : proof.files) write_file(folder / file.name, file.text);
}

}  // namespace parapet::cli
