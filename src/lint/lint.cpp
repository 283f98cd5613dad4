#include "lint/lint.h"

namespace parapet::lint {

std::vector<Diagnostic> find_warnings(const le::System& system, TermArena& arena) {
  std::vector<Diagnostic> all;
  find_empty(system, arena, all);
  find_odd_names(system, arena, all);
  if (system.model.delays_writes()) find_atomic_steps(*system.program, all);
  return all;
}

}  // namespace parapet::lint
