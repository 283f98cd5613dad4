// Whether what a certificate has for a cube is one.
#pragma once

#include <string>

#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// Why it is none; empty: it is. `of_events`: it is meant for one of the event engine.
[[nodiscard]] std::string wrong_shape(const le::System& system, const TermArena& arena, const CertificateCube& cube, bool of_events);

}  // namespace parapet::check
