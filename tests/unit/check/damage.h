// Models with small proofs, and their certificates damaged in every place; the damages that those of both engines have in common.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "unit/check/proof.h"
#include "unit/threads.h"

namespace parapet::test {

// Two late reads of one process, in order; clean processes; the final node.
inline const std::string message_passing = two_threads + ends(3, 2) + step(1, 0, "", "Z := True") + step(1, 1, "X = True", "") +
                                           step(1, 2, "Y = False", "") + step(2, 0, "", "Y := True") + step(2, 1, "", "X := True");
inline const std::string fenced_writes = two_threads + ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "Z := True") +
                                         step(1, 2, "Y = False", "") + step(2, 0, "", "Y := True") + step(2, 1, "fence()", "W := True") +
                                         step(2, 2, "X = False", "");
inline const std::string reads_of_unsafe = two_threads + ends(2, 2, "#1 @ Y = False") + step(1, 0, "", "Z := True") +
                                           step(1, 1, "X = True", "") + step(2, 0, "", "Y := True") + step(2, 1, "", "X := True");

inline std::string mutex(const std::string& fence) {
  return R"(
weak array X[proc] : bool
array PC[proc] : pc
init (z) { PC[z] = Idle && X[z] = False }
unsafe (z1 z2) { PC[z1] = Crit && PC[z2] = Crit }
transition want ([p]) requires { PC[p] = Idle } { PC[p] := Want; X[p] := True }
transition enter ([p]) requires { PC[p] = Want)" +
         fence + R"( && forall_other q. X[q] = False } { PC[p] := Crit }
transition leave ([p]) requires { PC[p] = Crit } { PC[p] := Idle; X[p] := False }
)";
}
inline const std::string mutex_type = "type pc = Idle | Want | Crit\n";

inline std::vector<std::string> models() { return {message_passing, fenced_writes, reads_of_unsafe, mutex_type + mutex(" && fence()")}; }

// Says how many places a certificate has for it, and damages the one with that number.
using Damage = std::function<std::size_t(Certificate&, TermArena&, std::size_t place)>;

// No visited cube is covered by the others together, so without one the proof has a hole.
inline std::size_t drop_cube(Certificate& certificate, TermArena&, std::size_t place) {
  auto& cubes = certificate.cubes;
  if (place < cubes.size()) cubes.erase(cubes.begin() + static_cast<std::ptrdiff_t>(place));
  return cubes.size();
}

// The counter of z0, or of #1 where a cube has no variables, with each value that the cube does not say it has.
inline std::size_t add_literal(Certificate& certificate, TermArena& arena, std::size_t place) {
  std::size_t places = 0;
  const SymbolId counter = *arena.signature().find_symbol("PC");
  for (Cube& cube : certificate.cubes) {
    const TermId who = cube.processes > 0 ? arena.process(0) : arena.process_const(1);
    const TermId cell = arena.cell(counter, std::array{who});
    for (unsigned value = 0; value < 3; ++value) {
      const TermId literal = arena.member(cell, std::uint64_t{1} << value);
      if (std::find(cube.literals.begin(), cube.literals.end(), literal) != cube.literals.end()) continue;
      if (places++ == place) cube.literals.push_back(literal);
    }
  }
  return places;
}

// Every place of every certificate of the models, without the analysis of late reads.
struct Tally {
  std::size_t places = 0, rejected = 0;
};
inline Tally damage_all(const Damage& damage, std::string_view engine = timeline_engine) {
  Tally tally;
  for (const std::string& text : models()) {
    Proof proof(text, le::tso, false, {}, engine);
    REQUIRE(proof.safe);
    Certificate untouched = proof.certificate;
    const std::size_t places = damage(untouched, proof.arena, SIZE_MAX);
    for (std::size_t k = 0; k < places; ++k) {
      Certificate damaged = proof.certificate;
      damage(damaged, proof.arena, k);
      ++tally.places;
      tally.rejected += proof.rejects(damaged) ? 1 : 0;
    }
  }
  return tally;
}

}  // namespace parapet::test
