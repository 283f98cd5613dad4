// The side of the modules of module.h: a solver whose exceptions become values.
#pragma once

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "smt/module.h"

namespace parapet::smt {

// What the call throws.
template <class Call>
ModuleFailure failure_of(const Call& call) noexcept {
  using Kind = ModuleFailure::Kind;
  try {
    try {
      call();
      return {};
    } catch (const std::bad_alloc&) {
      return {Kind::OutOfMemory, {}};
    } catch (const std::exception& error) {
      return {Kind::Other, error.what()};
    } catch (...) {
      return {Kind::Other, "an exception of unknown type"};
    }
  } catch (...) {  // the text did not fit into memory
    return {Kind::OutOfMemory, {}};
  }
}

template <class Call>
auto result_of(const Call& call) noexcept -> ModuleResult<decltype(call())> {
  ModuleResult<decltype(call())> made;
  made.failure = failure_of([&] { made.result = call(); });
  return made;
}

class ContainedSolver final : public ModuleSolver {
 public:
  explicit ContainedSolver(std::unique_ptr<Solver> solver) : solver_(std::move(solver)) {}

  [[nodiscard]] std::string_view name() const noexcept override { return solver_->name(); }
  void interrupt() noexcept override {
    static_cast<void>(failure_of([&] { solver_->interrupt(); }));
  }
  [[nodiscard]] ModuleFailure push() noexcept override {
    return failure_of([&] { solver_->push(); });
  }
  [[nodiscard]] ModuleFailure pop() noexcept override {
    return failure_of([&] { solver_->pop(); });
  }
  [[nodiscard]] ModuleFailure add(TermId formula) noexcept override {
    return failure_of([&] { solver_->add(formula); });
  }
  [[nodiscard]] ModuleResult<Answer> check() noexcept override {
    return result_of([&] { return solver_->check({}); });
  }
  [[nodiscard]] ModuleResult<Value> value(TermId term) noexcept override {
    return result_of([&] { return solver_->value(term); });
  }
  [[nodiscard]] ModuleResult<std::vector<TermId>> core() noexcept override {
    return result_of([&] { return solver_->core(); });
  }
  [[nodiscard]] ModuleResult<std::string> reason() const noexcept override {
    return result_of([&] { return solver_->reason(); });
  }

 private:
  std::unique_ptr<Solver> solver_;
};

// What a module exports as parapet_make_solver.
template <class Make>
ModuleResult<ModuleSolver*> contained(const Make& make) noexcept {
  return result_of([&]() -> ModuleSolver* { return std::make_unique<ContainedSolver>(make()).release(); });
}

}  // namespace parapet::smt
