// Checks a certificate against a model without trusting the search that made it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "le/system.h"
#include "result/certificate.h"
#include "smt/solver.h"

namespace parapet::check {

struct CertifyLimits {
  std::chrono::duration<double> time{0};          // 0: no limit
  const std::atomic<int>* interrupted = nullptr;  // a signal number, or 0
};

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

// `system`: of the model, without narrowing, under the model and with the lateness of the certificate.
[[nodiscard]] CertifyResult certify(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver,
                                    const CertifyLimits& limits);

}  // namespace parapet::check
