// From a search to a certificate, and from the text of one to its check.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/source.h"
#include "check/certify.h"
#include "check/walk.h"
#include "cli/options.h"
#include "cli/pipeline.h"

namespace parapet::cli {

// Writes the invariant, and its obligations where there are any, to files of the folder that was asked for. Throws OutputError.
void export_invariant(const Options& options, verify::Translation& translated, const Certificate& certificate);

struct Certified {
  std::string model, engine;  // of the certificate
  check::CertifyResult result;
  std::optional<check::WalkResult> walk;  // if asked for, and the certificate is confirmed
};

// Checks a certificate from its text alone, translating the model, which is in `file`, anew. Throws InputError if the text is no
// certificate, or one of another model or memory model; UsageError if a machine is asked for that the model does not have.
[[nodiscard]] Certified certify_text(const Options& options, std::string_view text, const ld::Program& program, const SourceFile& file);

}  // namespace parapet::cli
