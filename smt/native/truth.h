// Three-valued truth: what is known about a literal in the present state.
#pragma once

#include <cstdint>

namespace parapet::smt::native {

enum class Truth : std::uint8_t { False, True, Open };

}  // namespace parapet::smt::native
