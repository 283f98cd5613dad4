// From a search to a certificate, and from the text of one to its check.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/certify.h"
#include "check/walk.h"
#include "cli/options.h"
#include "cli/search_run.h"
#include "frontend/frontend.h"

namespace parapet::cli {

[[nodiscard]] inline bool wants_certificate(const Options& options) {
  return options.search.paranoid || !options.report.certificate_file.empty();
}

// The certificate of a Safe outcome, as JSON.
[[nodiscard]] std::string certificate_text(const Options& options, const Translated& translated, const search::Outcome& outcome);

struct Certified {
  check::CertifyResult result;
  std::optional<check::WalkResult> walk;  // if asked for, and the certificate is confirmed
};

// Checks a certificate from its text alone, translating the model anew. Throws InputError if the text is no certificate.
[[nodiscard]] Certified certify_text(const Options& options, std::string_view text, const frontend::Loaded& loaded);

}  // namespace parapet::cli
