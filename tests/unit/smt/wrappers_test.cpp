// Dumps that other programs decide as we did, disagreements that are caught, statistics, the choice of solvers.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>

#include "base/contract.h"
#include "smt/wrappers/cross_check.h"
#include "unit/smt/kit.h"

namespace parapet::smt::test {
namespace {

SolverOptions dump_options(const Directory& directory, const std::string& only = {}) {
  SolverOptions options;
  options.dump_directory = directory.path;
  options.dump_only = only;
  return options;
}

TEST_CASE("dump: z3 and cvc5 on the command line give the stated status") {
  const Directory directory("dump-test");
  World w;
  SolverStatistics statistics;
  const auto solver = make_solver(*w, dump_options(directory), statistics);
  RandomFormulas random(w, 23);
  const int rounds = slow_tests() ? 300 : 25;
  for (int round = 0; round < rounds; ++round) {
    solver->push();
    if (round % 3 == 0) {
      for (int k = 0; k < 4; ++k) solver->add(random.atom());
    } else {
      for (const TermId formula : random.query()) solver->add(formula);
    }
    const Query query{Purpose::Fixpoint, static_cast<std::uint64_t>(round), "enter"};
    CHECK(solver->check(query) != Answer::Unknown);
    solver->pop();
  }
  const auto files = dumped(directory);
  REQUIRE(files.size() == static_cast<std::size_t>(rounds));
  CHECK(files[0].filename() == "000001-fixpoint.smt2");
  check_status_of(files);
}

TEST_CASE("dump: a file says where it comes from and reads well") {
  const Directory directory("dump-text-test");
  World w;
  SolverStatistics statistics;
  const auto solver = make_solver(*w, dump_options(directory), statistics);
  solver->add(w->member(w.at(w.cache, 0), 6));
  solver->add(w->different(w.at(w.owner, 0), w.p(1)));
  solver->add(w->less(w.at(w.ticket, 0), w.var(w.total)));
  solver->add(w->before(w->event(1), w->event(2)));
  CHECK(solver->check({Purpose::Init, 12, "take_ticket"}) == Answer::Sat);
  CHECK(contents(directory.path / "000001-init.smt2") ==
        "; purpose: init\n; node: 12\n; transition: take_ticket\n; answered by native\n"
        "(set-info :status sat)\n(set-logic ALL)\n"
        "(define-sort proc () Int)\n"
        "(define-sort event () Int)  ; a rank\n(define-fun ghb ((a event) (b event)) Bool (< a b))\n"
        "(declare-datatypes ((state 0)) (((Invalid)(Shared)(Exclusive))))\n"
        "(declare-const z1 proc)\n(declare-const |Cache[z0]| state)\n(declare-const |Owner[z0]| proc)\n(declare-const |Ticket[z0]| Int)\n"
        "(declare-const Total Int)\n(declare-const e1 event)\n(declare-const e2 event)\n"
        "(assert (not (= |Cache[z0]| Invalid)))\n(assert (not (= z1 |Owner[z0]|)))\n(assert (<= (+ |Ticket[z0]| 1) Total))\n"
        "(assert (ghb e1 e2))\n(check-sat)\n");
  const std::string index = contents(directory.path / "index.tsv");
  CHECK(index.starts_with("number\tpurpose\tnode\tanswer\tmilliseconds\tbackend\n000001\tinit\t12\tsat\t"));
  CHECK(index.ends_with("\tnative\n"));
}

TEST_CASE("dump: filters") {
  World w;
  SolverStatistics statistics;
  const auto count = [&](const std::string& only) {
    const Directory directory("dump-filter-test");
    const auto solver = make_solver(*w, dump_options(directory, only), statistics);
    (void)solver->check({Purpose::Init, 1, {}});
    (void)solver->check({Purpose::Fixpoint, 1, {}});
    (void)solver->check({Purpose::Fixpoint, 2, {}});
    return dumped(directory).size();
  };
  CHECK(count("") == 3);
  CHECK(count("fixpoint") == 2);
  CHECK(count("1") == 2);
  CHECK(count("slow:0") == 3);
  CHECK(count("slow:10000") == 0);
  CHECK_THROWS_AS(count("sometimes"), SolverError);
}

TEST_CASE("dump: an unusable directory is a user error") {
  World w;
  SolverStatistics statistics;
  SolverOptions options;
  options.dump_directory = "/proc/nowhere";
  CHECK_THROWS_AS((void)make_solver(*w, options, statistics), SolverError);
}

// Says the same whatever is asked.
class Stubborn final : public Solver {
 public:
  explicit Stubborn(Answer answer) : answer_(answer) {}
  [[nodiscard]] std::string_view name() const override { return "stubborn"; }

 private:
  void do_push() override {}
  void do_pop() override {}
  void do_add(TermId) override {}
  Answer do_check(const Query&) override { return answer_; }
  Value do_value(TermId) override { return {}; }
  std::vector<TermId> do_core() override { return {}; }
  Answer answer_;
};

Answer cross_check(World& w, const Directory& directory, std::initializer_list<Answer> answers) {
  std::vector<std::unique_ptr<Solver>> solvers;
  for (const Answer answer : answers) solvers.push_back(std::make_unique<Stubborn>(answer));
  CrossCheck solver(*w, std::move(solvers), directory.path);
  solver.add(w->member(w.at(w.cache, 0), 1));
  return solver.check({});
}

TEST_CASE("cross-check: a contradiction is an internal error with the query saved, Unknown is none") {
  World w;
  const Directory directory("cross-test");
  CHECK(cross_check(w, directory, {Answer::Unknown, Answer::Unsat, Answer::NotMine}) == Answer::Unsat);
  CHECK(cross_check(w, directory, {Answer::Unknown, Answer::Unknown}) == Answer::Unknown);
  std::string message;
  try {
    (void)cross_check(w, directory, {Answer::Unknown, Answer::Sat, Answer::Unsat});
  } catch (const InternalError& error) {
    message = error.what();
  }
  REQUIRE(dumped(directory).size() == 1);
  CHECK(message.find(dumped(directory)[0].string()) != std::string::npos);
  CHECK(contents(dumped(directory)[0]).find("(assert (= |Cache[z0]| Invalid))") != std::string::npos);
}

TEST_CASE("cross-check: all backends on random queries") {
  World w;
  SolverStatistics statistics;
  SolverOptions options;
  options.cross_check = true;
  const auto solver = make_solver(*w, options, statistics);
  RandomFormulas random(w, 31);
  for (int round = 0; round < 50; ++round) {
    solver->push();
    for (const TermId formula : random.query()) solver->add(formula);
    CHECK(solver->check({Purpose::Certify, 0, {}}) != Answer::Unknown);
    solver->pop();
  }
  CHECK(statistics.native[static_cast<std::size_t>(Purpose::Certify)].calls == 50);
}

TEST_CASE("statistics: by purpose, native apart from the others") {
  World w;
  SolverStatistics statistics;
  const auto solver = make_solver(*w, {}, statistics);
  CHECK(solver->check({Purpose::Init, 0, {}}) == Answer::Sat);
  const auto init = static_cast<std::size_t>(Purpose::Init);
  CHECK(statistics.native[init].calls == 1);
  CHECK(statistics.external[init].calls == 0);
  if (available({"z3"}).empty() && available({"cvc5"}).empty()) return;
  solver->add(w->less(w.plus(w.at(w.ticket, 0), w.at(w.ticket, 1)), w.num(3)));
  CHECK(solver->check({Purpose::Init, 0, {}}) == Answer::Sat);
  CHECK(solver->answered_by() != "native");
  CHECK(statistics.native[init].calls == 2);
  CHECK(statistics.external[init].calls == 1);
}

TEST_CASE("factory: an unknown name says what there is") {
  World w;
  SolverStatistics statistics;
  SolverOptions options;
  options.solver = "yices";
  CHECK_THROWS_WITH_AS((void)make_solver(*w, options, statistics), doctest::Contains("smtlib:COMMAND"), SolverError);
}

TEST_CASE("query limit: a hard query ends in time as Unknown") {
  for (const std::string& name : available({"z3", "cvc5", "smtlib:z3 -in", "smtlib:cvc5 --incremental"})) {
    World w;
    SolverStatistics statistics;
    SolverOptions options;
    options.solver = name;
    options.query_limit = std::chrono::milliseconds(300);
    const auto solver = make_solver(*w, options, statistics);
    // Pigeons: 12 numbers in 11 places.
    for (std::uint32_t k = 0; k < 12; ++k) {
      solver->add(w->less_equal(w.num(0), w.at(w.ticket, k)));
      solver->add(w->less(w.at(w.ticket, k), w.num(11)));
      for (std::uint32_t j = 0; j < k; ++j) solver->add(w->different(w.at(w.ticket, k), w.at(w.ticket, j)));
    }
    CAPTURE(name);
    const auto start = std::chrono::steady_clock::now();
    const Answer answer = solver->check({});
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
    CHECK(answer != Answer::Sat);
    if (answer == Answer::Unknown) CHECK_FALSE(solver->reason().empty());
  }
}

}  // namespace
}  // namespace parapet::smt::test
