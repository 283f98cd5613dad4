// Whether ghosts that a certificate adds to the model change none of its executions.
//
// Let P be the model and P' the model with the ghosts. Every execution of P is one of P' with values for the ghosts if
//   names     a ghost is a plain variable, or a plain array over processes, with a name that P does not have
//   init      at init each ghost has a value that is a function of the rest of the state, or any value: every initial state of P has
//             values of the ghosts that make it an initial state of P'
//   guards    P' without its ghosts is P: the same parameters, guards, `let`s, updates of other names, unsafe formulas and invariants. So
//             no guard and no other name's update reads a ghost, and nothing that is unsafe depends on one
//   updates   a transition updates each ghost at most once, by a list of cases of which the first that applies counts, and none means that
//             nothing changes: a firing that is possible in P is possible in P' and has one result
//   memory    with the updates of ghosts, the text of a transition reads weak memory iff it did without, and so for writes: it demands the
//             same of store buffers. (A text that only writes would have to wait for its buffer if a ghost's update read weak memory.)
//   processes no update names a process `#n`: P' has the processes of P
// Then each firing and commit of P is one of P', by induction over the execution; if P' reaches no unsafe state, neither does P.
// The rules are checked on P' as it is translated, not on the list of ghosts alone.
#pragma once

#include <string>
#include <vector>

#include "ld/ghost.h"

namespace parapet::check {

// `with` is `program` with the ghosts (ld::with_ghosts). Why it need not have the executions of the program, as a sentence; empty: it has.
[[nodiscard]] std::string why_not_ghosts(const ld::Program& program, const ld::Program& with, const std::vector<ld::Ghost>& ghosts);

}  // namespace parapet::check
