// The proofs of cvc5 1.0.3 are in LFSC: its Alethe proofs end in an assertion failure where there are datatypes, and every enumeration is
// one. Steps of its simplifier are in the LFSC proof as `trust`.
#include "cli/solver_proof.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "base/file_output.h"
#include "base/start_program.h"

namespace parapet::cli {
namespace {

constexpr std::uint64_t most_seconds = 60;

// The exit status of the child; killed if the budget is exhausted before it ends.
int wait_for(pid_t child, Budget* budget) {
  int status = 0;
  const auto ended = [&](int how) {
    pid_t found = 0;
    while ((found = ::waitpid(child, &status, how)) < 0 && errno == EINTR) {
    }
    return found != 0;
  };
  while (!ended(WNOHANG)) {
    const auto reason = budget == nullptr ? std::nullopt : budget->exhausted();
    if (reason) {
      ::kill(-child, SIGKILL);
      (void)ended(0);
      throw BudgetExhausted(*reason);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status;
}

}  // namespace

bool write_solver_proof(const std::filesystem::path& script, const std::filesystem::path& proof, Budget* budget) {
  const int output = ::open(proof.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (output < 0) throw OutputError("cannot write " + proof.string());
  int status = 0;
  try {
    const std::vector<std::string> command{"cvc5", "--lang=smt2", "--dump-proofs", "--proof-format-mode=lfsc",
                                           std::filesystem::absolute(script).string()};
    const pid_t child = start_program(command, {-1, output, -1}, {0, most_seconds});
    ::close(output);
    status = wait_for(child, budget);
  } catch (...) {
    std::filesystem::remove(proof);
    throw;
  }
  std::ostringstream text;
  text << std::ifstream(proof).rdbuf();
  std::filesystem::remove(proof);
  if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_start)
    throw OutputError("'--proofs' needs the program cvc5, which cannot be started");
  const std::string answer = "unsat\n";
  const std::string made = std::move(text).str();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !made.starts_with(answer) || made.size() == answer.size()) return false;
  write_file(proof, made.substr(answer.size()));
  return true;
}

}  // namespace parapet::cli
