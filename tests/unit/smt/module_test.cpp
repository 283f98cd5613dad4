// What leaves a solver module is a value, also where the solver throws.
#include <doctest/doctest.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "smt/module_solver.h"

namespace parapet::smt::test {
namespace {

class Thrower final : public Solver {
 public:
  [[nodiscard]] std::string_view name() const override { return "thrower"; }
  [[nodiscard]] std::string reason() const override { throw std::runtime_error("no reason"); }
  void interrupt() override { throw std::runtime_error("not now"); }

 private:
  void do_push() override { throw std::bad_alloc(); }
  void do_pop() override { throw std::logic_error("pop matches a push"); }
  void do_add(TermId /*formula*/) override { throw 7; }
  Answer do_check(const Query& /*query*/) override { return Answer::Unsat; }
  Value do_value(TermId /*term*/) override { throw std::runtime_error("no value"); }
  std::vector<TermId> do_core() override { return {TermId(3)}; }
};

}  // namespace

TEST_CASE("solver modules: exceptions become values") {
  using Kind = ModuleFailure::Kind;
  const auto made = contained([] { return std::make_unique<Thrower>(); });
  REQUIRE(made.failure.kind == Kind::None);
  const std::unique_ptr<ModuleSolver> solver(made.result);
  CHECK(solver->name() == "thrower");
  solver->interrupt();
  CHECK(solver->push().kind == Kind::OutOfMemory);
  CHECK(solver->pop().what == "pop matches a push");
  CHECK(solver->add(TermId(1)).kind == Kind::Other);
  CHECK(solver->check().result == Answer::Unsat);
  CHECK(solver->check().failure.kind == Kind::None);
  CHECK(solver->value(TermId(1)).failure.what == "no value");
  CHECK(solver->core().result == std::vector<TermId>{TermId(3)});
  CHECK(solver->reason().failure.what == "no reason");
  const auto none = contained([]() -> std::unique_ptr<Solver> { throw std::runtime_error("no library"); });
  CHECK(none.failure.what == "no library");
}

}  // namespace parapet::smt::test
