// Whether a program that was printed and read again is the same.
#pragma once

#include "ld/program.h"

namespace parapet::ld {

// Whether the programs are the same as their authors wrote them.
[[nodiscard]] bool same(const Program& one, const Program& other);

}  // namespace parapet::ld
