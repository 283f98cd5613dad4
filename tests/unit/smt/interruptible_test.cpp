#include "smt/wrappers/interruptible.h"

#include <doctest/doctest.h>

#include <csignal>
#include <random>
#include <thread>

#include "unit/smt/kit.h"

namespace parapet::smt::test {
namespace {

// Answers like a solver of one formula; a check lasts until it is interrupted, if there is a formula.
class Sleeper final : public Solver {
 public:
  explicit Sleeper(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
  ~Sleeper() override { --alive_; }
  [[nodiscard]] std::string_view name() const override { return "sleeper"; }
  [[nodiscard]] std::string reason() const override { return "woken"; }
  void interrupt() override { interrupted_ = true; }

 private:
  void do_push() override { levels_.push_back(formulas_.size()); }
  void do_pop() override {
    formulas_.resize(levels_.back());
    levels_.pop_back();
  }
  void do_add(TermId formula) override { formulas_.push_back(formula); }
  Answer do_check(const Query&) override {
    while (!formulas_.empty() && !interrupted_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return formulas_.empty() ? Answer::Sat : Answer::Unknown;
  }
  Value do_value(TermId) override { throw SolverError("no value"); }
  std::vector<TermId> do_core() override { return formulas_; }

  std::atomic<int>& alive_;
  std::atomic<bool> interrupted_{false};
  std::vector<TermId> formulas_;
  std::vector<std::size_t> levels_;
};

struct Stop {
  Stop() {
    Budget::Limits limits;
    limits.stop = &flag;
    budget = Budget(limits);
  }
  std::atomic<int> flag{0};
  Budget budget;
};

}  // namespace

TEST_CASE("interruptible: commands, answers and exceptions pass, and the solver ends with it") {
  World w;
  Stop stop;
  std::atomic<int> alive{0};
  {
    Interruptible solver(stop.budget, [&] { return std::make_unique<Sleeper>(alive); });
    CHECK(solver.name() == "sleeper");
    CHECK(alive == 1);
    solver.push();
    solver.add(w->member(w.at(w.cache, 0), 1));
    solver.pop();
    CHECK(solver.check({}) == Answer::Sat);
    CHECK(solver.core().empty());
    CHECK_THROWS_WITH_AS((void)solver.value(w.p(0)), "no value", SolverError);
    CHECK(solver.check({}) == Answer::Sat);
  }
  CHECK(alive == 0);
  CHECK_THROWS_AS(Interruptible(stop.budget, []() -> std::unique_ptr<Solver> { throw SolverError("not there"); }), SolverError);
}

TEST_CASE("interruptible: a query is woken when the budget is exhausted") {
  World w;
  Stop stop;
  std::atomic<int> alive{0};
  {
    Interruptible solver(stop.budget, [&] { return std::make_unique<Sleeper>(alive); });
    solver.add(w->member(w.at(w.cache, 0), 1));
    std::thread signal([&] { stop.flag = SIGINT; });
    CHECK_THROWS_WITH_AS((void)solver.check({}), "interrupted (SIGINT)", BudgetExhausted);
    signal.join();
  }
  CHECK(alive == 0);
}

// Equations over 0 and 1 that have no solution as a rule, and take any solver a long time.
TEST_CASE("interruptible: z3 is woken from hard arithmetic") {
  if (available({"z3"}).empty()) return;
  World w;
  Stop stop;
  w->set_budget(&stop.budget);
  {
    SolverStatistics statistics;
    SolverOptions options;
    options.solver = "z3";
    const auto solver = make_solver(*w, options, statistics);
    std::mt19937_64 random(7);
    for (std::uint32_t k = 0; k < 40; ++k) {
      solver->add(w->less_equal(w.num(0), w.at(w.ticket, k)));
      solver->add(w->less_equal(w.at(w.ticket, k), w.num(1)));
    }
    for (int row = 0; row < 4; ++row) {
      std::vector<Rational> factors;
      std::vector<TermId> cells;
      std::int64_t sum = 0;
      for (std::uint32_t k = 0; k < 40; ++k) {
        const auto factor = static_cast<std::int64_t>(random() % 100);
        sum += factor;
        factors.emplace_back(factor);
        cells.push_back(w.at(w.ticket, k));
      }
      solver->add(w->equal(w->sum(factors, cells, Rational(0), Signature::integer), w.num(sum / 2)));
    }
    std::thread signal([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.flag = SIGINT;
    });
    CHECK_THROWS_WITH_AS((void)solver->check({}), "interrupted (SIGINT)", BudgetExhausted);
    signal.join();
  }
  w->set_budget(nullptr);
}

}  // namespace parapet::smt::test
