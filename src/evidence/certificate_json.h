// A certificate as JSON (docs/certificate-schema.json), and back: what is read is exactly what was written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "ld/program.h"
#include "logic/term.h"
#include "result/certificate.h"

namespace parapet::evidence {

[[nodiscard]] std::string certificate_json(const TermArena& arena, const Certificate& certificate, std::string_view file);

// The arrays whose cells make the types that counts of the certificate are over (le/counts.h); nothing: it does not count. Throws JsonError.
[[nodiscard]] std::optional<std::vector<SymbolId>> read_count_cells(const JsonValue& json, const Signature& signature);

// The certificate, its terms made in `arena`, over the signature of the model it is for, with the ghosts of the certificate
// (evidence/ghost_json.h), which are given. Throws JsonError if the text is not a certificate, or names something that the model does not
// have.
[[nodiscard]] Certificate read_certificate(const JsonValue& json, TermArena& arena, std::vector<ld::Ghost> ghosts = {});

}  // namespace parapet::evidence
