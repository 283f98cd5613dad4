// Checks a certificate against a model without trusting the search that made it.
#pragma once

#include <cstdint>
#include <string>

#include "le/system.h"
#include "result/certificate.h"
#include "smt/solver.h"

namespace parapet::check {

struct CertifyResult {
  enum class Kind : std::uint8_t {
    Confirmed,
    Rejected,      // `reason` says which obligation fails
    NotConfirmed,  // a limit was reached, or the solver did not decide an obligation
  };
  Kind kind = Kind::Confirmed;
  std::string reason;
  std::uint64_t cubes = 0;        // cubes whose obligations were all met
  std::uint64_t obligations = 0;  // obligations that were met
  std::uint64_t queries = 0;
  bool has_meaning = false;  // it is for this model, an engine that is exact on it, and cubes that are well-formed
};

// `system` is the translation of the program under the memory model of the certificate, with the lateness option of the certificate and
// without narrowing. If the budget of the arena is exhausted, the result is NotConfirmed, and solver and arena must not be used afterwards.
[[nodiscard]] CertifyResult certify(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver);

}  // namespace parapet::check
