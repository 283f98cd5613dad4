// Ownership: which processes access which plain names, and the inferred acting process of transitions that name none.
#pragma once

#include "le/system.h"

namespace parapet::le {

// Sets Transition::actor where it can be inferred, Transition::shared_read, System::shared, System::owners and UnsafeCube::owners.
void find_owners(System& system, TermArena& arena);

}  // namespace parapet::le
