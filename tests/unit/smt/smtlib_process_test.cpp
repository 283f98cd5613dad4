// Programs that are no solvers, or stop being one: always a clear reason, never an answer, never a child left behind.
#include "smt/smtlib_process.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "unit/smt/kit.h"

namespace parapet::smt::test {
namespace {

std::string start_error(const std::string& command) {
  World w;
  try {
    const SmtlibProcess solver(*w, command, std::chrono::milliseconds(300), std::chrono::milliseconds(300));
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
  CHECK(contains(start_error("sleep 100"), "did not answer within"));
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
