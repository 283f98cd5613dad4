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
    NotConfirmed,  // a limit, or the solver could not decide
  };
  Kind kind = Kind::Confirmed;
  std::string reason;
  std::uint64_t cubes = 0;        // whose obligations were all met
  std::uint64_t obligations = 0;  // met
  std::uint64_t queries = 0;
};

// `system`: of the model, without narrowing, under the model and with the lateness of the certificate. The budget of the arena is the
// limit: NotConfirmed where it is exhausted, and then the solver and the arena are not to be used any more.
[[nodiscard]] CertifyResult certify(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver);

}  // namespace parapet::check
