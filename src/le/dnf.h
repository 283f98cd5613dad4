// Disjunctive normal form of formulas over atoms.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/source.h"
#include "le/system.h"
#include "logic/term.h"

namespace parapet::le {

// Thrown for a formula that is too large to be expanded. The message says what is too large, `range` where the formula is in the file.
class TooLarge : public std::runtime_error {
 public:
  TooLarge(SourceRange where, const std::string& what) : std::runtime_error(what), range(where) {}
  SourceRange range;
};

inline constexpr std::size_t most_disjuncts = 20'000;

// Throws TooLarge if there are more disjuncts than Parapet handles.
void check_size(std::size_t disjuncts, SourceRange range);

// Adds an atom unless the conjunction has it already; false if the conjunction became contradictory.
[[nodiscard]] bool conjoin(TermArena& arena, Conjunction& literals, TermId atom);
[[nodiscard]] bool conjoin(TermArena& arena, Conjunction& literals, const Conjunction& more);

// [[]] is true, [] is false. Disjuncts with two contradictory atoms are dropped. `range` is the place of the formula, for TooLarge.
[[nodiscard]] std::vector<Conjunction> to_dnf(TermArena& arena, TermId formula, SourceRange range = {});

}  // namespace parapet::le
