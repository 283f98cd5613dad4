// Arrays over enumerations, element by element: from a program as its author wrote it to one in which every index is a process.
//
// `array Slot[idx] : t` is one variable for each value of idx, and `array M[proc, idx] : t` one array over processes for each value. These
// symbols are called elements; they are printed as they are written, `Slot[S1]`, `M[p, S1]`. With e, f terms of idx and v, w its values,
//
//     Slot[e] = t            becomes   (e = v1 && Slot[v1] = t) || (e = v2 && Slot[v2] = t) || ...
//     Slot[e] := t           becomes   Slot[v] := case | e = v : t     for every v: where the condition fails, the cell is not written
//     X := Slot[e]           becomes   X := case | e = v1 : Slot[v1] | e = v2 : Slot[v2] ...
//     forall s : idx. F(s)   becomes   F(v1) && F(v2) && ...
//     next(e)                becomes   the value after v, in the case e = v
//
// Exactly one of the conditions e = v holds in every state, and all reads of a firing are made at one instant, so that e has the same value
// wherever it occurs: each case of a conjunction fixes e once. Hence the new program has the same steps as the written one, and a case reads
// the one cell that it is about.
//
// Whether a firing reads and writes weak locations, so that it is atomic, is decided on the written text (Transition::facts). The rewritten
// text may not tell: of `Slot[e] := case | _ : Slot[f]` the case e = f keeps its cell, and an enumeration with one value has no other case.
#pragma once

#include <optional>

#include "base/budget.h"
#include "base/diagnostics.h"
#include "ld/program.h"

namespace parapet::ld {

// Whether the program has values as indices, or quantifiers, `next` or `prev` over an enumeration.
[[nodiscard]] bool has_elements(const Program& program);

// A guard with more cases than these is refused: every case is a transition of LE.
inline constexpr std::size_t most_index_cases = 1024;

// The program by elements; none if it is too large, which is then reported. `budget` may be null.
[[nodiscard]] std::optional<Program> by_elements(Program written, Diagnostics& diagnostics, Budget* budget);

}  // namespace parapet::ld
