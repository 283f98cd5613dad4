// Who touches which plain names, and for whom a transition without acting process acts.
#pragma once

#include "le/system.h"

namespace parapet::le {

// Sets Transition::actor where it can be inferred, Transition::shared_read, System::shared, System::owners and UnsafeCube::owners.
void find_owners(System& system, TermArena& arena);

}  // namespace parapet::le
