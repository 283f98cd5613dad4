// The invariant behind a SAFE result, to be read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "logic/term.h"
#include "result/certificate.h"

namespace parapet::report {

// Whether what it has to satisfy is written beside it.
enum class Obligations : std::uint8_t { Written, Weak, TooLarge };

[[nodiscard]] std::string invariant_text(const TermArena& arena, const Certificate& certificate, std::string_view file,
                                         Obligations obligations);

}  // namespace parapet::report
