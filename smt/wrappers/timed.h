// Counts and times the checks of a solver by purpose; says whether it was chosen to decide everything.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "smt/solver.h"

namespace parapet::smt {

// Counts a call and adds the time between its construction and destruction to a statistic.
class Stopwatch {
 public:
  explicit Stopwatch(SolverStatistics::Entry& entry) : entry_(entry), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() {
    ++entry_.calls;
    entry_.nanoseconds += static_cast<std::uint64_t>((std::chrono::steady_clock::now() - start_).count());
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  SolverStatistics::Entry& entry_;
  std::chrono::steady_clock::time_point start_;
};

class Timed final : public Solver {
 public:
  using Entries = std::array<SolverStatistics::Entry, SolverStatistics::purposes>;

  enum class Role : std::uint8_t { DecidesAll, Helps };

  Timed(std::unique_ptr<Solver> inner, Entries& entries, Role role) : inner_(std::move(inner)), entries_(entries), role_(role) {}

  [[nodiscard]] std::string_view name() const override { return inner_->name(); }
  [[nodiscard]] std::string reason() const override { return inner_->reason(); }
  [[nodiscard]] std::string_view answered_by() const override { return inner_->answered_by(); }
  [[nodiscard]] bool decides_all() const override { return role_ == Role::DecidesAll; }
  [[nodiscard]] std::uint64_t given_up_in_a_row() const override { return given_up_; }

 private:
  void do_push() override { inner_->push(); }
  void do_pop() override { inner_->pop(); }
  void do_add(TermId formula) override { inner_->add(formula); }
  Answer do_check(const Query& query) override {
    const Stopwatch stopwatch(entries_[static_cast<std::size_t>(query.purpose)]);
    const Answer answer = inner_->check(query);
    given_up_ = answer == Answer::Sat || answer == Answer::Unsat ? 0 : given_up_ + 1;
    return answer;
  }
  Value do_value(TermId term) override { return inner_->value(term); }
  std::vector<TermId> do_core() override { return inner_->core(); }

  std::unique_ptr<Solver> inner_;
  Entries& entries_;
  Role role_;
  std::uint64_t given_up_ = 0;
};

}  // namespace parapet::smt
