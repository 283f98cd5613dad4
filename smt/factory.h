// Makes solvers by name, with their wrappers (query dump, cross-check, statistics).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "smt/solver.h"

namespace parapet::smt {

struct SolverOptions {
  std::string solver = "auto";  // auto, native, z3, cvc5, smtlib:COMMAND
  bool cross_check = false;
  std::filesystem::path dump_directory;      // empty: no dump
  std::string dump_only;                     // a purpose, a node number, or slow:MS
  std::chrono::milliseconds query_limit{0};  // 0: none
  bool one_of_several = false;               // other threads have solvers too: nothing that is not made for that
};

// What the queries cost, by purpose; filled by the solver that make_solver returns.
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
  static constexpr std::size_t purposes = 7;
  std::array<Entry, purposes> native, external;

  SolverStatistics& operator+=(const SolverStatistics& other) {
    for (std::size_t k = 0; k < purposes; ++k) {
      native[k] += other.native[k];
      external[k] += other.external[k];
    }
    return *this;
  }
};

// A user error: no such solver, library or program; an unusable dump directory.
class SolverError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[nodiscard]] std::unique_ptr<Solver> make_solver(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics);

// "4.8.12", or why it is not there. Opens the library.
[[nodiscard]] std::string z3_version();
[[nodiscard]] std::string cvc5_version();

}  // namespace parapet::smt
