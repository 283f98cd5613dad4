// Solver libraries are opened at their first use: each backend for a library is a shared module that exports these two functions.
//
// Program and module may each have a C++ library of their own inside: the program has one, so that a run that asks no solver library does
// not load any. So values pass between the two, but no exception does: what one side throws, the other may not be able to catch.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "smt/solver.h"

namespace parapet::smt {

// Why a call failed.
struct ModuleFailure {
  enum class Kind : std::uint8_t { None, OutOfMemory, Other };
  Kind kind = Kind::None;
  std::string what;
};
template <class Result>
struct ModuleResult {
  Result result{};  // if there is no failure
  ModuleFailure failure;
};

// A Solver without exceptions (module_solver.h is the side of the modules). The origin of a query stays in the program.
class ModuleSolver {
 public:
  virtual ~ModuleSolver() = default;
  ModuleSolver(const ModuleSolver&) = delete;
  ModuleSolver& operator=(const ModuleSolver&) = delete;

  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  virtual void interrupt() noexcept = 0;
  [[nodiscard]] virtual ModuleFailure push() noexcept = 0;
  [[nodiscard]] virtual ModuleFailure pop() noexcept = 0;
  [[nodiscard]] virtual ModuleFailure add(TermId formula) noexcept = 0;
  [[nodiscard]] virtual ModuleResult<Answer> check() noexcept = 0;
  [[nodiscard]] virtual ModuleResult<Value> value(TermId term) noexcept = 0;
  [[nodiscard]] virtual ModuleResult<std::vector<TermId>> core() noexcept = 0;
  [[nodiscard]] virtual ModuleResult<std::string> reason() const noexcept = 0;

 protected:
  ModuleSolver() = default;
};

}  // namespace parapet::smt

extern "C" {
// The caller owns the result. `limit` is in milliseconds per query; 0 is no limit.
using ParapetMakeSolver = parapet::smt::ModuleResult<parapet::smt::ModuleSolver*>(const parapet::TermArena*, std::uint64_t limit) noexcept;
using ParapetSolverVersion = const char*() noexcept;
}

namespace parapet::smt {

// `library` is z3 or cvc5. Throws SolverError with a message for the user if the module or its library cannot be opened.
[[nodiscard]] std::unique_ptr<Solver> make_from_module(const std::string& library, const TermArena& arena, std::uint64_t limit);
[[nodiscard]] std::string module_version(const std::string& library);

}  // namespace parapet::smt
