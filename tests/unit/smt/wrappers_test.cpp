// Dumps that other programs decide as we did, disagreements that are caught, statistics, the choice of solvers.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>

#include "base/contract.h"
#include "base/file_output.h"
#include "smt/wrappers/dump.h"
#include "smt/wrappers/factory.h"
#include "unit/smt/kit.h"

namespace parapet::smt::test {
namespace {

SolverOptions dump_options(DumpFolder& folder) {
  SolverOptions options;
  options.dump = &folder;
  return options;
}

TEST_CASE("dump: z3 and cvc5 on the command line give the stated status") {
  const Directory directory("dump-test");
  World w;
  SolverStatistics statistics;
  DumpFolder folder(directory.path, "");
  const auto solver = make_solver(*w, dump_options(folder), statistics);
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
  DumpFolder folder(directory.path, "");
  const auto solver = make_solver(*w, dump_options(folder), statistics);
  solver->add(w->member(w.at(w.cache, 0), 6));
  solver->add(w->different(w.at(w.owner, 0), w.p(1)));
  solver->add(w->less(w.at(w.ticket, 0), w.var(w.total)));
  solver->add(w->before(w->event(1), w->event(2)));
  CHECK(solver->check({Purpose::Init, 12, "take_ticket"}) == Answer::Sat);
  CHECK(contents(directory.path / "000001-init.smt2") ==
        "; purpose: init\n; node: 12\n; transition: take_ticket\n; decided by: native\n"
        "(set-info :status sat)\n(set-logic ALL)\n"
        "(define-sort proc () Int)\n"
        "(define-sort event () Int)  ; a rank\n(define-fun ghb ((a event) (b event)) Bool (< a b))\n"
        "(declare-datatypes ((state 0)) (((Invalid)(Shared)(Exclusive))))\n"
        "(declare-const z1 proc)\n(declare-const |Cache[z0]| state)\n(declare-const |Owner[z0]| proc)\n(declare-const |Ticket[z0]| Int)\n"
        "(declare-const Total Int)\n(declare-const e1 event)\n(declare-const e2 event)\n"
        "(assert (not (= |Cache[z0]| Invalid)))\n(assert (not (= z1 |Owner[z0]|)))\n(assert (<= (+ |Ticket[z0]| 1) Total))\n"
        "(assert (ghb e1 e2))\n(check-sat)\n");
  const std::string index = contents(directory.path / "index.tsv");
  const auto bytes = std::filesystem::file_size(directory.path / "000001-init.smt2");
  CHECK(index ==
        "file\tpurpose\tnode\ttransition\tstatus\tdecided by\tbytes\tengine\n000001-init.smt2\tinit\t12\ttake_ticket\tsat\tnative\t" +
            std::to_string(bytes) + "\t\n");
}

TEST_CASE("dump: filters") {
  World w;
  SolverStatistics statistics;
  const auto count = [&](const std::string& only) {
    const Directory directory("dump-filter-test");
    DumpFolder folder(directory.path, only);
    const auto solver = make_solver(*w, dump_options(folder), statistics);
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
  CHECK(count("init,fixpoint") == 3);
  CHECK(count("fixpoint,1") == 1);
  CHECK(count("asked") == 3);
  CHECK_THROWS_AS(count("init,"), SolverError);
  CHECK_THROWS_AS(count("sometimes"), SolverError);
}

TEST_CASE("dump: a folder that cannot be made, or has something in it, is a user error") {
  CHECK_THROWS_AS(DumpFolder("/proc/nowhere", ""), OutputError);
  const Directory directory("dump-folder-test");
  { const DumpFolder folder(directory.path, ""); }
  CHECK_THROWS_WITH_AS(DumpFolder(directory.path, ""), doctest::Contains("is not empty"), OutputError);
}

TEST_CASE("dump: the solvers of a run share one folder, and numbers go on") {
  const Directory directory("dump-shared-test");
  DumpFolder folder(directory.path, "fixpoint");
  World w;
  SolverStatistics statistics;
  for (int k = 0; k < 2; ++k) {
    const auto solver = make_solver(*w, dump_options(folder), statistics);
    CHECK(solver->check({Purpose::Init, 1, {}}) == Answer::Sat);
    CHECK(solver->check({Purpose::Fixpoint, 1, {}}) == Answer::Sat);
  }
  const auto files = dumped(directory);
  REQUIRE(files.size() == 2);
  CHECK(files[0].filename() == "000002-fixpoint.smt2");
  CHECK(files[1].filename() == "000004-fixpoint.smt2");
  const std::string index = contents(directory.path / "index.tsv");
  CHECK(index.find("\n000002-fixpoint.smt2\tfixpoint\t") != std::string::npos);
  CHECK(index.find("\n000004-fixpoint.smt2\tfixpoint\t") != std::string::npos);
}

TEST_CASE("dump: a query that cannot be written ends the dump, not the run") {
  const Directory directory("dump-failure-test");
  DumpFolder folder(directory.path, "");
  World w;
  SolverStatistics statistics;
  const auto solver = make_solver(*w, dump_options(folder), statistics);
  std::filesystem::create_directory(directory.path / "000002-init.smt2");
  for (int k = 0; k < 3; ++k) CHECK(solver->check({Purpose::Init, 1, {}}) == Answer::Sat);
  CHECK(folder.failure().find("000002-init.smt2': Is a directory; no further queries were written") != std::string::npos);
  CHECK(std::filesystem::exists(directory.path / "000001-init.smt2"));
  CHECK_FALSE(std::filesystem::exists(directory.path / "000003-init.smt2"));
}

TEST_CASE("dump: what a solver says of itself stays in its comment") {
  World w;
  SmtlibPrinter printer(*w);
  const std::string text = query_file(query_commands(printer, {}), Answer::Unknown, {"decided by: x: no\n(exit)"});
  CHECK(text.starts_with("; decided by: x: no\\n(exit)\n(set-info "));
}

// Types are named in lower case, variables and constructors begin with an upper-case letter: words of SMT-LIB and of its theories are among
// them.
TEST_CASE("dump: names of the model that are words of SMT-LIB") {
  const Directory directory("dump-names-test");
  Signature signature;
  std::vector<SymbolId> symbols;
  const std::vector<std::string> types{"assert", "push",   "pop",    "exit",   "let",      "forall",  "as",     "par",
                                       "match",  "reset",  "echo",   "char",   "simplify", "include", "select", "store",
                                       "and",    "not",    "abs",    "bag",    "tuple",    "event",   "ghb",    "bvadd",
                                       "sqrt",   "concat", "update", "is_int", "fp",       "sep",     "state",  "bool"};
  for (const std::string& type : types) {
    symbols.push_back(signature.add_symbol({"Of_" + type, signature.add_sort({SortKind::Abstract, type, {}}), 1, false, false, {}}));
  }
  const std::vector<std::string> constructors{"RNE", "RTZ", "Set", "Seq", "Array", "Int", "Bool", "STRING", "NUMERAL", "Tuple", "Assert"};
  const SortId words = signature.add_sort({SortKind::Enum, "words", constructors});
  for (const char* name : {"RNA", "RTP", "BINARY", "Real", "String", "Unicode"})
    symbols.push_back(signature.add_symbol({name, words, 0, false, false, {}}));
  TermArena arena(signature);
  SolverStatistics statistics;
  DumpFolder folder(directory.path, "");
  const auto solver = make_solver(arena, dump_options(folder), statistics);
  for (const SymbolId symbol : symbols) {
    const std::vector<TermId> a(signature[symbol].arity, arena.process(0)), b(signature[symbol].arity, arena.process(1));
    if (signature[symbol].sort == words) {
      solver->add(arena.member(arena.cell(symbol, a), 0b1011));
    } else {
      solver->add(arena.different(arena.cell(symbol, a), arena.cell(symbol, b)));
    }
  }
  CHECK(solver->check({Purpose::Feasible, 0, {}}) == Answer::Sat);
  solver->add(arena.before(arena.event(1), arena.event(2)));
  CHECK(solver->check({Purpose::Order, 0, {}}) == Answer::Sat);
  check_status_of(dumped(directory));
}

// Says the same whatever is asked.
class Stubborn final : public Solver {
 public:
  explicit Stubborn(Answer answer, std::string name = "stubborn") : answer_(answer), name_(std::move(name)) {}
  [[nodiscard]] std::string_view name() const override { return name_; }

 private:
  void do_push() override {}
  void do_pop() override {}
  void do_add(TermId) override {}
  Answer do_check(const Query&) override { return answer_; }
  Value do_value(TermId) override { return {}; }
  std::vector<TermId> do_core() override { return {}; }
  Answer answer_;
  std::string name_;
};

Answer cross_check(World& w, const Directory& directory, std::initializer_list<Answer> answers) {
  std::vector<std::unique_ptr<Solver>> solvers;
  for (const Answer answer : answers) solvers.push_back(std::make_unique<Stubborn>(answer));
  SolverStatistics statistics;
  CrossCheck solver(*w, std::move(solvers), directory.path, statistics);
  solver.add(w->member(w.at(w.cache, 0), 1));
  return solver.check({});
}

// How many answers nobody confirmed, after one query of each purpose.
SolverStatistics confirmed(World& w, Purpose purpose, const std::vector<std::pair<std::string, Answer>>& answers) {
  std::vector<std::unique_ptr<Solver>> solvers;
  for (const auto& [name, answer] : answers) solvers.push_back(std::make_unique<Stubborn>(answer, name));
  SolverStatistics statistics;
  CrossCheck solver(*w, std::move(solvers), "/nowhere", statistics);
  (void)solver.check({purpose, 0, {}});
  return statistics;
}

TEST_CASE("cross-check: an answer is confirmed by two different solvers, and by nothing else") {
  World w;
  const auto unconfirmed = [&](const std::vector<std::pair<std::string, Answer>>& answers) {
    return confirmed(w, Purpose::Fixpoint, answers).unconfirmed;
  };
  CHECK(unconfirmed({{"a", Answer::Unsat}, {"b", Answer::Unsat}}) == 0);
  CHECK(unconfirmed({{"a", Answer::NotMine}, {"b", Answer::Sat}, {"c", Answer::Sat}}) == 0);
  CHECK(unconfirmed({{"a", Answer::Unsat}, {"b", Answer::Unknown}}) == 1);
  CHECK(unconfirmed({{"a", Answer::Unsat}, {"b", Answer::NotMine}}) == 1);
  CHECK(unconfirmed({{"z3", Answer::Sat}, {"z3", Answer::Sat}, {"c", Answer::Unknown}}) == 1);
  // Nobody answered: whoever asked cannot rest anything on it.
  CHECK(unconfirmed({{"a", Answer::Unknown}, {"b", Answer::Unknown}}) == 0);
  // But the rows of a cube have.
  CHECK(confirmed(w, Purpose::Order, {{"a", Answer::Unknown}, {"b", Answer::Unknown}}).unconfirmed == 1);
  CHECK(confirmed(w, Purpose::Init, {{"a", Answer::Sat}, {"b", Answer::Unknown}}).first_unconfirmed ==
        "only a answered a query (init); b gave up");
}

TEST_CASE("cross-check: a disagreement is one also where its query cannot be saved") {
  World w;
  CHECK_THROWS_WITH_AS((void)confirmed(w, Purpose::Init, {{"a", Answer::Sat}, {"b", Answer::Unsat}}),
                       doctest::Contains("solvers disagree (a sat, b unsat) on a query that was not saved (cannot write "), InternalError);
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
  const Rational huge = Rational(Integer(INT64_MAX) + Integer(1));
  solver->add(w->less(w.at(w.ticket, 0), w->number(huge, Signature::integer)));
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
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));  // what is longer is a hang, however busy the machine
    CHECK(answer != Answer::Sat);
    if (answer == Answer::Unknown) CHECK_FALSE(solver->reason().empty());
  }
}

}  // namespace
}  // namespace parapet::smt::test
