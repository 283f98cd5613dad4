#include "lint/lint.h"

#include "ld/text.h"

namespace parapet::lint {

std::vector<Diagnostic> find_warnings(const le::System& system, TermArena& arena) {
  std::vector<Diagnostic> all;
  find_empty(system, arena, all);
  find_odd_names(system, arena, all);
  if (system.model.delays_writes()) find_atomic_steps(*system.program, all);
  return all;
}

void find_atomic_steps(const ld::Program& by_elements, std::vector<Diagnostic>& out) {
  using Kind = ld::Atomicity::Kind;
  const ld::Program& program = by_elements.as_written();
  for (const ld::Transition& transition : program.transitions) {
    const auto found = ld::atomicity(program, transition);
    if (!found || transition.accepted_atomic) continue;
    out.push_back({Severity::Warning, transition.range,
                   "transition `" + transition.name + "` " + found->accesses +
                       (found->kind == Kind::Step ? " in one atomic step" : " at one instant") + ", which no single instruction does",
                   "split it into steps that access one location each, or accept it: (*@ atomic *) in front of the transition",
                   found->kind == Kind::Step ? "atomic-step" : "atomic-read"});
  }
}

}  // namespace parapet::lint
