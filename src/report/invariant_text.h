// The invariant behind a SAFE result, to be read.
#pragma once

#include <string>
#include <string_view>

#include "logic/term.h"
#include "result/certificate.h"

namespace parapet::report {

// `no_proof`: why its proof is not written beside it; empty if it is.
[[nodiscard]] std::string invariant_text(const TermArena& arena, const Certificate& certificate, std::string_view file,
                                         std::string_view no_proof);

}  // namespace parapet::report
