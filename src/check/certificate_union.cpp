#include "check/certificate_union.h"

#include "check/event_reference.h"
#include "check/reference.h"

namespace parapet::check {
namespace {

// The states that the cube of an invariant excludes: those with as many processes as it has variables, of which some satisfy its literals.
// With one variable that no literal mentions these are all states that satisfy the literals, since there is at least one process; unless
// that process may be one that a constant names, which is no value of the variable.
Cube excluded(const le::System& system, const TermArena& arena, Cube cube) {
  bool free = cube.processes == 1 && system.constants.empty();
  const auto look = [&](const auto& self, TermId term) -> void {
    free = free && arena.op(term) != Op::ProcessVar;
    for (const TermId arg : arena.args(term)) self(self, arg);
  };
  for (const TermId literal : cube.literals) look(look, literal);
  if (free) cube.processes = 0;
  return cube;
}

bool speaks_of_memory(const TermArena& arena, const Cube& cube) {
  bool weak = false;
  for (const TermId literal : cube.literals) {
    each_leaf(arena, literal,
              [&](TermId leaf) { weak = weak || (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak); });
  }
  return weak;
}

}  // namespace

std::vector<Cube> start_cubes(const le::System& system, TermArena& arena, const Certificate& certificate,
                              const std::vector<le::UnsafeCube>& formulas) {
  std::vector<Cube> all;
  const VisitCube add = [&](const Cube& cube) {
    all.push_back(cube);
    return true;
  };
  if (certificate.of_events())
    EventReference(system, arena).start(formulas, add);
  else
    Reference(system, arena).start(formulas, add);
  return all;
}

std::vector<Cube> unsafe_states(const le::System& system, TermArena& arena, const Certificate& certificate,
                                const std::vector<le::UnsafeCube>& formulas) {
  if (!certificate.delays_apart() || system.delays.any_late()) return start_cubes(system, arena, certificate, formulas);
  std::vector<Cube> all;
  for (const le::UnsafeCube& unsafe : formulas) {
    each_mapping(system, arena, 0, unsafe.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
      Cube cube;
      cube.processes = variables;
      for (const TermId literal : literals_of(unsafe, arena, processes)) {
        cube.literals.push_back(arena.rewrite(
            literal, [&](TermId leaf) { return arena.op(leaf) == Op::Read && !arena.reader(leaf).valid() ? arena.location(leaf) : leaf; }));
      }
      cube.weak.open.items.resize(1);
      fill_items(arena, cube);
      if (cube.weak.open.items[0].empty()) cube.weak.open.items.clear();
      all.push_back(std::move(cube));
      return true;
    });
  }
  return all;
}

std::vector<Cube> union_of(const le::System& system, TermArena& arena, const Certificate& certificate) {
  std::vector<Cube> all = certificate.cubes;
  for (const Cube& cube : start_cubes(system, arena, certificate, system.invariants)) {
    // An invariant is about what processes see. With a buffer per location that says nothing of memory while writes are buffered.
    if (certificate.delays_apart() && speaks_of_memory(arena, cube)) continue;
    // Where writes are delayed, an invariant on weak locations is about memory, but items of the event engine are not.
    if (!certificate.of_events() || cube.weak.open.items.empty()) all.push_back(excluded(system, arena, cube));
  }
  return all;
}

}  // namespace parapet::check
