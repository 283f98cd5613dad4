#include "cli/invariant_export.h"

#include <filesystem>

#include "base/file_output.h"
#include "check/obligations.h"
#include "report/invariant_text.h"

namespace parapet::cli {
namespace {

// Of all obligations together: instances of many cubes of many processes are more than anybody wants in files.
constexpr std::size_t most_bytes = 100'000'000;

report::Obligations obligations_of(const le::System& system, TermArena& arena, const Certificate& certificate) {
  if (!check::is_plain(system, arena, certificate)) return report::Obligations::Weak;
  std::size_t size = 0;
  check::each_obligation(system, arena, certificate, [&](const std::string&, const std::string& text) {
    size += text.size();
    return size <= most_bytes;
  });
  return size <= most_bytes ? report::Obligations::Written : report::Obligations::TooLarge;
}

}  // namespace

void export_invariant(const Options& options, verify::Translation& translation, const Certificate& certificate) {
  const std::filesystem::path folder = options.report.invariant_folder;
  make_new_folder(folder);
  TermArena& arena = translation.arena;
  const le::System system = le::translate(*translation.system.program, translation.system.model,
                                          {.narrow = false, .lateness = certificate.lateness, .intervals = false}, arena);
  const report::Obligations obligations = obligations_of(system, arena, certificate);
  write_file(folder / "invariant.txt", report::invariant_text(arena, certificate, options.operand, obligations));
  if (obligations != report::Obligations::Written) return;
  check::each_obligation(system, arena, certificate, [&](const std::string& name, const std::string& text) {
    write_file(folder / (name + ".smt2"), text);
    return true;
  });
}

}  // namespace parapet::cli
