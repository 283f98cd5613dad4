// The init formula as clauses.
#pragma once

#include "ld/program.h"
#include "le/system.h"

namespace parapet::le {

// Sets System::init and System::init_counts_processes.
void translate_init(const ld::Init& init, TermArena& arena, System& system);

}  // namespace parapet::le
