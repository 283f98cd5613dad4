// `--export-invariant`: the invariant behind a SAFE verdict as files for other tools.
#pragma once

#include "cli/options.h"
#include "result/certificate.h"
#include "verify/translation.h"

namespace parapet::cli {

// Writes the invariant as text and, if it has no weak part, its proof obligations as SMT-LIB 2 files to the folder that was asked for.
// Throws OutputError.
void export_invariant(const Options& options, verify::Translation& translation, const Certificate& certificate);

}  // namespace parapet::cli
