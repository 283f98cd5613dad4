// What `certify` and `replay` share: which model evidence is about, and how they answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "evidence/heading.h"
#include "ld/memory_model.h"
#include "ld/program.h"

namespace parapet::cli {

enum class EvidenceAnswer : std::uint8_t { Confirmed, Rejected, NotConfirmed };
// "CONFIRMED", "REJECTED", "NOT CONFIRMED"
[[nodiscard]] std::string_view name(EvidenceAnswer answer);
[[nodiscard]] Exit exit_of(EvidenceAnswer answer);

// The memory model of the evidence. Throws InputError, since nothing is decided then, if the evidence is about another model file or about
// a memory model that nobody asked for: `--model`, or without it the one that `check` takes for this program. Evidence about SC that is
// confirmed without a word would be taken for one about the weak memory that the file declares.
[[nodiscard]] ld::MemoryModel accepted_model(const Options& options, const ld::Program& program, const evidence::Heading& heading);

// Begins the JSON of an answer: format, version, the two files, memory model, result and reason (empty: null).
struct EvidenceReport {
  std::string_view format;         // parapet-certify
  std::string_view evidence_name;  // certificate
  std::string_view model;
  EvidenceAnswer answer = EvidenceAnswer::Confirmed;
  std::string reason;
};
void begin_json(JsonWriter& json, const Options& options, const EvidenceReport& report);

}  // namespace parapet::cli
