// Pieces of a node as a formula of LE, shared by the weak parts.
#pragma once

#include <string>
#include <string_view>

#include "cube/cube_terms.h"

namespace parapet::search {

inline std::string literals_text(const TermArena& arena, const Cube& cube) {
  std::string text;
  for (const TermId literal : cube.literals) text += (text.empty() ? "  " : "  && ") + to_string(arena, literal) + "\n";
  return text;
}

inline std::string read_text(const std::string& event, const TermArena& arena, TermId item) {
  const std::string location = to_string(arena, arena.location(item));
  return "  && Rd(" + event + ", " + location + ") && Val(" + event + ", " + location + ") = " + to_string(arena, item) + "\n";
}

inline std::string edge_text(const std::string& from, const std::string& to, std::string_view comment) {
  return "  && ghb(" + from + ", " + to + ")  -- " + std::string(comment) + "\n";
}

}  // namespace parapet::search
