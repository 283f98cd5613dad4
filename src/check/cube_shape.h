// Well-formedness of the cubes of a certificate.
#pragma once

#include <string>

#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// Why the cube is not well-formed; empty if it is. `of_events`: it is a cube of the event engine.
[[nodiscard]] std::string wrong_shape(const le::System& system, const TermArena& arena, const CertificateCube& cube, bool of_events);

}  // namespace parapet::check
