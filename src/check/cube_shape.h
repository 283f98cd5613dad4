// Well-formedness of the cubes of a certificate.
#pragma once

#include <string>

#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// Why the cube of the certificate is not well-formed; empty if it is.
[[nodiscard]] std::string wrong_shape(const le::System& system, const TermArena& arena, const Cube& cube,
                                      const Certificate& certificate);

}  // namespace parapet::check
