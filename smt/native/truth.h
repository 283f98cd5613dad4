// What is known of a question.
#pragma once

#include <cstdint>

namespace parapet::smt::native {

enum class Truth : std::uint8_t { False, True, Open };

}  // namespace parapet::smt::native
