// What `certify` and `replay` answer about a certificate or a trace, as text and JSON. Filled in by whoever checked the evidence.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/execution.h"
#include "logic/term.h"
#include "report/message.h"
#include "result/certificate.h"

namespace parapet::report {

enum class EvidenceAnswer : std::uint8_t {
  Confirmed,
  Rejected,      // the evidence is wrong
  NotConfirmed,  // a limit was reached, or the solver could not decide
};
// "CONFIRMED", "REJECTED", "NOT CONFIRMED"
[[nodiscard]] std::string_view name(EvidenceAnswer answer);

struct EvidenceReport {
  std::string version;   // of Parapet
  std::string evidence;  // the file with the certificate or the trace
  std::string file;      // the model it is about
  std::string model;     // memory model
  EvidenceAnswer answer = EvidenceAnswer::Confirmed;
  std::string reason;             // why it was not confirmed
  std::vector<Message> messages;  // errors, warnings and notes as a program reads them
};

// Executions with a fixed number of processes, none of which may enter a cube of the certificate (check/walk.h).
struct MachineWalk {
  std::uint32_t processes = 0;
  std::uint64_t initial = 0;  // initial states
  std::uint64_t states = 0;
  std::uint64_t drained = 0;  // states with empty store buffers
  bool exhaustive = false;    // these are all states that can be reached
};

// The files of the proof (check/proof.h).
struct ProofFiles {
  std::string folder;
  std::size_t files = 0;  // that are to be unsatisfiable
  std::size_t bytes = 0;
  std::optional<std::size_t> solver_proofs;  // of how many of them the solver wrote its own proof, if it was asked to
};

struct CertifyReport : EvidenceReport {
  std::string engine;                    // whose cubes the certificate has
  std::string hence;                     // the stronger memory model that was asked about, if the proof is for a weaker one
  std::vector<std::string> assumptions;  // what the proof holds under
  std::uint64_t cubes = 0;
  std::uint64_t obligations = 0;
  std::uint64_t queries = 0;
  std::optional<MachineWalk> walk;  // if it was asked for, and the certificate is a proof
  std::optional<ProofFiles> proof;  // if it was asked for, and was written
};

struct ReplayReport : EvidenceReport {
  std::size_t steps = 0;
  const evidence::Execution* execution = nullptr;  // null unless confirmed
};

// The last line is the answer; with `quiet` it is the only one.
void print(std::ostream& out, const CertifyReport& report, bool quiet);
void print(std::ostream& out, const ReplayReport& report, bool quiet);

// docs/certify-schema.json, docs/replay-schema.json
[[nodiscard]] std::string to_json(const CertifyReport& report);
[[nodiscard]] std::string to_json(const ReplayReport& report);

// The invariant behind a SAFE result, to be read.

// `no_proof`: why its proof is not written beside it; empty if it is.
[[nodiscard]] std::string invariant_text(const TermArena& arena, const Certificate& certificate, std::string_view file,
                                         std::string_view no_proof);

}  // namespace parapet::report
