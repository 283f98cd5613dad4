#include "cli/missing_evidence.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/file_output.h"
#include "evidence/heading.h"

namespace parapet::cli {
namespace {

namespace fs = std::filesystem;

// Whether the file begins as what the option writes does.
bool is_evidence(const std::string& path, std::string_view option) {
  constexpr std::size_t beginning = 200;
  std::array<char, beginning> buffer{};
  std::ifstream file(path, std::ios::binary);
  file.read(buffer.data(), buffer.size());
  const std::string_view text(buffer.data(), static_cast<std::size_t>(file.gcount()));
  std::vector<std::string> marks;
  if (option == "trace") marks = {"\"format\": \"" + std::string(evidence::trace_format.name) + "\""};
  if (option == "certificate") marks = {"\"format\": \"" + std::string(evidence::certificate_format.name) + "\""};
  if (option == "graph") marks = {"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\"", "digraph execution {"};
  return std::ranges::any_of(marks, [&](const std::string& mark) { return text.find(mark) != std::string_view::npos; });
}

}  // namespace

void tell_missing(Console& console, const MissingEvidence& missing) {
  if (missing.path.empty()) return;
  std::string text = "'--" + std::string(missing.option) + " " + missing.path + "' is not written: " + missing.reason;
  std::error_code failed;
  if (missing.path != "-" && fs::is_regular_file(missing.path, failed)) {
    if (is_evidence(missing.path, missing.option)) {
      if (!fs::remove(follow_links(missing.path), failed) || failed)
        throw OutputError(missing.path + " is from an earlier run and cannot be removed: " + failed.message());
      text += "; the file of an earlier run is removed";
    } else {
      text += "; the file is left as it was, since no '--" + std::string(missing.option) + "' wrote it";
    }
  }
  console.tell(Severity::Note, text);
}

}  // namespace parapet::cli
