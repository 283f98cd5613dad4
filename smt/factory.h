// Creates solvers by name, with their wrappers (query dump, cross-check, statistics).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "smt/solver.h"

namespace parapet::smt {

class DumpFolder;  // wrappers/dump.h

struct SolverOptions {
  std::string solver = "auto";  // auto, native, z3, cvc5, smtlib:COMMAND
  bool cross_check = false;
  DumpFolder* dump = nullptr;                // for decisions as files, shared by all solvers of a run; null: none are written
  std::chrono::milliseconds query_limit{0};  // 0: none
  bool one_of_several = false;               // other threads have solvers too: refuse libraries that do not support that
};

// Whether that solver was chosen to decide every question (Solver::decides_all): z3, cvc5 or a program, by name.
[[nodiscard]] inline bool decides_all(const SolverOptions& options) { return options.solver != "auto" && options.solver != "native"; }

// Numbers and times of queries by purpose; the solver that make_solver returns updates them.
struct SolverStatistics {
  struct Entry {
    std::uint64_t calls = 0;
    std::uint64_t nanoseconds = 0;
    Entry& operator+=(const Entry& other) {
      calls += other.calls;
      nanoseconds += other.nanoseconds;
      return *this;
    }
  };
  static constexpr std::size_t purposes = 8;
  std::array<Entry, purposes> native, external;
  // Of a cross-check: how many answers no second solver confirmed, and a description of the first of them.
  std::uint64_t unconfirmed = 0;
  std::string first_unconfirmed;

  SolverStatistics& operator+=(const SolverStatistics& other) {
    for (std::size_t k = 0; k < purposes; ++k) {
      native[k] += other.native[k];
      external[k] += other.external[k];
    }
    unconfirmed += other.unconfirmed;
    if (first_unconfirmed.empty()) first_unconfirmed = other.first_unconfirmed;
    return *this;
  }
};

// A user error: the solver, its library or its program does not exist.
class SolverError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[nodiscard]] std::unique_ptr<Solver> make_solver(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics);

// "4.8.12", or why the library cannot be used. Opens the library.
[[nodiscard]] std::string z3_version();
[[nodiscard]] std::string cvc5_version();

}  // namespace parapet::smt
