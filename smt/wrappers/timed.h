// Counts and times the checks of a solver by purpose.
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "smt/factory.h"
#include "smt/wrappers/stopwatch.h"

namespace parapet::smt {

class Timed final : public Solver {
 public:
  using Entries = std::array<SolverStatistics::Entry, SolverStatistics::purposes>;

  Timed(std::unique_ptr<Solver> inner, Entries& entries) : inner_(std::move(inner)), entries_(entries) {}

  [[nodiscard]] std::string_view name() const override { return inner_->name(); }
  [[nodiscard]] std::string reason() const override { return inner_->reason(); }
  [[nodiscard]] std::string_view answered_by() const override { return inner_->answered_by(); }

 private:
  void do_push() override { inner_->push(); }
  void do_pop() override { inner_->pop(); }
  void do_add(TermId formula) override { inner_->add(formula); }
  Answer do_check(const Query& query) override {
    const Stopwatch stopwatch(entries_[static_cast<std::size_t>(query.purpose)]);
    return inner_->check(query);
  }
  Value do_value(TermId term) override { return inner_->value(term); }
  std::vector<TermId> do_core() override { return inner_->core(); }

  std::unique_ptr<Solver> inner_;
  Entries& entries_;
};

}  // namespace parapet::smt
