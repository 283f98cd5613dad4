#include "lint/lint.h"

namespace parapet::lint {

std::vector<Diagnostic> find_warnings(const le::System& system, TermArena& arena) {
  std::vector<Diagnostic> all;
  find_empty(system, arena, all);
  find_odd_names(system, arena, all);
  return all;
}

}  // namespace parapet::lint
