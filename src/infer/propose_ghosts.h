// Ghosts that may help a proof (ld/ghost.h), read off the text of a program.
//
//   witness  a transition t with a parameter q that no update mentions: "some q is there". W_t[p] := q remembers whom the acting process p
//            met. Initially W_t[p] = p.
//   target   a process-valued array R whose cells need not hold processes, since init leaves them open, and transitions that save a
//            parameter in it (`R[p] := q`): At_R[p] := q there. Initially At_R[p] = p. At the locations where R[p] has been saved,
//            At_R[p] = R[p]; and At_R always holds a process, so that proofs may ask which one (check/proper.h).
//   past     a process-valued variable X that is assigned: Was_X[j] is set where X leaves j. Initially Was_X[j] = False. If some
//            transitions let X follow a pointer (`Top := Next0[p]`), only there: where X is set to a parameter, what it pointed to may be
//            reached through the new one, and comes back. Only if each of these transitions reads weak memory anyway, or X is plain:
//            otherwise the ghost's update would be a read of its own.
//
// Nothing depends on the choice: whether a ghost changes the program's executions is decided by check/ghosts.h.
#pragma once

#include <vector>

#include "ld/ghost.h"

namespace parapet::search {

[[nodiscard]] std::vector<ld::Ghost> propose_ghosts(const ld::Program& program);

}  // namespace parapet::search
