// Programs that are no solvers, or stop being one: always a clear reason, never an answer, never a child left behind.
#include "smt/smtlib_process.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "unit/smt/kit.h"

namespace parapet::smt::test {
namespace {

std::string start_error(const std::string& command, std::chrono::milliseconds patience = std::chrono::seconds(60)) {
  World w;
  try {
    const SmtlibProcess solver(*w, command, patience, patience);
  } catch (const SolverError& error) {
    return error.what();
  }
  return "started";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A shell script that greets like a solver and then does as told.
std::string impostor(const std::string& then) {
  return "sh -c 'while read line; do case \"$line\" in *echo*) echo parapet;; *check-sat*) " + then + ";; esac; done'";
}

TEST_CASE("smtlib process: what is no solver is refused at the start") {
  CHECK(contains(start_error("no-such-program-here"), "no program"));
  CHECK(contains(start_error("false"), "status 1"));
  CHECK(contains(start_error("sleep 100", std::chrono::milliseconds(300)), "did not answer within"));
  CHECK(contains(start_error("yes"), "does not speak SMT-LIB"));
  CHECK(contains(start_error("yes '('"), "does not speak SMT-LIB"));
}

TEST_CASE("smtlib process: a program that hangs, dies or talks nonsense later gives Unknown, and is started again") {
  World w;
  const auto ask = [&](const std::string& then) {
    SmtlibProcess solver(*w, impostor(then), std::chrono::milliseconds(300));
    solver.add(w->member(w.at(w.cache, 0), 1));
    for (int round = 0; round < 2; ++round) {
      const auto start = std::chrono::steady_clock::now();
      CHECK(solver.check({}) == Answer::Unknown);
      CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
    }
    return solver.reason();
  };
  CHECK(contains(ask("sleep 100"), "did not answer within 300 ms"));
  CHECK(contains(ask("exit 3"), "status 3"));
  CHECK(contains(ask("kill -9 $$"), "signal 9"));
  CHECK(contains(ask("echo perhaps"), "perhaps"));
  CHECK(contains(ask("echo \"(error \\\"no\\\")\""), "error"));
  CHECK(contains(ask("echo unknown"), "answered unknown"));
}

// A program that says nothing, speaks in drops, floods us or does not read is left as soon as the budget says so, without any limit per
// query.
TEST_CASE("smtlib process: the budget holds while a program is waited for") {
  World w;
  std::atomic<int> stop{0};
  Budget::Limits limits;
  limits.stop = &stop;
  Budget budget(limits);
  w->set_budget(&budget);
  const auto interrupted = [&](const std::string& command, std::uint32_t formulas) {
    INFO(command);
    stop = 0;
    budget = Budget(limits);
    SmtlibProcess solver(*w, command, std::chrono::milliseconds(0));
    for (std::uint32_t k = 0; k < formulas; ++k) solver.add(w->member(w.at(w.cache, k), 1));
    std::thread signal([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop = SIGINT;
    });
    CHECK_THROWS_WITH_AS((void)solver.check({}), "interrupted (SIGINT)", BudgetExhausted);
    signal.join();
  };
  interrupted(impostor("sleep 1000"), 1);
  interrupted(impostor("while :; do printf \" \"; sleep 0.01; done"), 1);
  interrupted(impostor("echo \"(\"; while :; do echo \"; nonsense )\"; done"), 1);
  // More than a socket holds.
  interrupted("sh -c 'while read line; do case \"$line\" in *echo*) echo parapet; exec sleep 1000;; esac; done'", 20'000);
  stop = SIGTERM;
  budget = Budget(limits);
  CHECK_THROWS_WITH_AS(SmtlibProcess(*w, "sleep 1000", std::chrono::milliseconds(0)), "interrupted (SIGTERM)", BudgetExhausted);
  w->set_budget(nullptr);
}

TEST_CASE("smtlib process: a core of names that nobody gave, and numbers without end") {
  World w;
  for (const char* core :
       {"(parapet.x)", "(parapet.)", "(parapet.99999999999999999999)", "(parapet.7)", "(parapet.-1)", "(error \\\"no\\\")"}) {
    SmtlibProcess solver(
        *w,
        "sh -c 'while read line; do case \"$line\" in *echo*) echo parapet;; *check-sat*) echo unsat;; *get-unsat-core*) echo \"" +
            std::string(core) + "\";; esac; done'",
        std::chrono::milliseconds(0));
    solver.add(w->member(w.at(w.cache, 0), 1));
    solver.add(w->member(w.at(w.cache, 1), 1));
    REQUIRE(solver.check({}) == Answer::Unsat);
    CHECK(solver.core().size() == 2);
  }
  SmtlibProcess solver(*w,
                       "sh -c 'while read line; do case \"$line\" in *echo*) echo parapet;; *check-sat*) echo sat;; *get-value*) printf "
                       "\"((x \"; head -c 300000 "
                       "/dev/zero | tr \"\\\\0\" 7; echo \"))\";; esac; done'",
                       std::chrono::milliseconds(0));
  const TermId total = w.var(w.total);
  solver.add(w->equal(total, w.num(3)));
  REQUIRE(solver.check({}) == Answer::Sat);
  CHECK_THROWS_AS((void)solver.value(total), SolverError);
}

TEST_CASE("smtlib process: the child ends with its solver") {
  const auto file = std::filesystem::temp_directory_path() / "parapet-child-test";
  std::filesystem::remove(file);
  {
    World w;
    const SmtlibProcess solver(
        *w, "sh -c 'echo $$ > " + file.string() + "; while read line; do case \"$line\" in *echo*) echo parapet;; esac; done'",
        std::chrono::milliseconds(2000));
    std::string pid;
    std::ifstream(file) >> pid;
    REQUIRE_FALSE(pid.empty());
    CHECK(std::filesystem::exists("/proc/" + pid));
  }
  std::string pid;
  std::ifstream(file) >> pid;
  CHECK_FALSE(std::filesystem::exists("/proc/" + pid));
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace parapet::smt::test
