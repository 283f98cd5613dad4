// Our own small models, and what tests do with them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "ld/ghost.h"

namespace parapet::testing {

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Every `.cub` file below `folder`, in a fixed order; none if it does not exist.
inline std::vector<std::filesystem::path> models_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  if (!std::filesystem::exists(folder)) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".cub") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

inline std::string printed(const ld::Program& program) {
  std::ostringstream out;
  ld::print(out, program);
  return out.str();
}

inline std::string messages(const frontend::Loaded& loaded) {
  std::ostringstream out;
  loaded.diagnostics.print(out, loaded.file, false);
  return out.str();
}

// Empty if printing and reading again gives the same program and the same text; else what differs.
inline std::string round_trip_failure(const ld::Program& program) {
  const std::string first = printed(program);
  const auto again = frontend::load_text("printed", first);
  if (!again.program) return "the printed text is rejected:\n" + messages(again) + first;
  if (!ld::same(program, *again.program)) return "the printed text is another program:\n" + first;
  const std::string second = printed(*again.program);
  return first == second ? "" : "printing is not stable:\n" + first + "\n" + second;
}

}  // namespace parapet::testing
