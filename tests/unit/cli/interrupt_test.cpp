// Limits and signals at random moments: the finished verdict or UNKNOWN with statistics, in time, and no process stays behind.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "random/author.h"
#include "unit/cli/child.h"

using namespace parapet::test;
using Clock = std::chrono::steady_clock;

namespace {

const std::string examples = PARAPET_SOURCE_DIR "/examples/";
// Searches of all lengths: of milliseconds, of seconds, endless; SAFE and UNSAFE.
const std::vector<std::string> models{examples + "locks/naive_mutex.cub",       examples + "locks/naive_mutex_nofence.cub",
                                      examples + "protocols/arbiter_v2.cub",    examples + "locks/szymanski.cub",
                                      examples + "locks/lamport_fast_gate.cub", PARAPET_SOURCE_DIR "/tests/golden/report/endless.cub"};

const std::vector<std::vector<std::string>> ways{
    {}, {"-j", "2"}, {"--solver", "z3"}, {"--solver", "smtlib:z3 -in"}, {"--paranoid"}, {"--no-lateness", "-j", "3"}};

// Between a signal, or a time limit of less than a second, and the end. Sanitizers and busy machines need some of it.
constexpr double patience = 60;  // what is longer is a hang, however busy the machine

struct Ended {
  int status = -1;     // 128 + signal; -1: it did not end
  double seconds = 0;  // after the signal, or its start
  std::string out, err;
};

// What the program leaves behind becomes ours while this lives.
class Orphanage {
 public:
  Orphanage() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
  Orphanage(const Orphanage&) = delete;
  Orphanage& operator=(const Orphanage&) = delete;
  ~Orphanage() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }

  // Processes that were killed take a moment to end.
  [[nodiscard]] static bool empties() {
    for (int tries = 0; tries < 400; ++tries) {
      while (::waitpid(-1, nullptr, WNOHANG) > 0) {
      }
      if (::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
};

// The handlers of the test program are not for the child: signals wait until it has its own.
pid_t start(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  sigset_t both, before;
  ::sigemptyset(&both);
  ::sigaddset(&both, SIGINT);
  ::sigaddset(&both, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &both, &before);
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    ::execvp(argv[0], argv.data());
    ::_exit(126);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return child;
}

// Runs the program and sends it `signal` (0: none) after a while.
Ended run_and_signal(const std::vector<std::string>& arguments, int signal, std::chrono::microseconds after) {
  const TemporaryFolder folder;
  const std::string out = folder.path() / "out", err = folder.path() / "err";
  std::vector<std::string> words{"sh", "-c", "exec " PARAPET_BINARY_DIR "/parapet \"$@\" >" + out + " 2>" + err + " </dev/null", "sh"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  auto begin = Clock::now();
  const pid_t child = start(std::move(words));
  if (signal != 0) {
    std::this_thread::sleep_for(after);
    ::kill(child, signal);
    begin = Clock::now();
  }
  Ended result;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() - begin > std::chrono::seconds(60)) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return result;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = read_text(out);
  result.err = read_text(err);
  return result;
}

bool has(const std::string& program) { return run_program("sh", {"-c", "command -v " + program + " >/dev/null"}).status == 0; }

// What is wrong with how it ended; empty: nothing.
std::string objection(const Ended& ended) {
  const auto says = [&](const char* verdict) {
    return ended.out.rfind(verdict, 0) == 0 || contains(ended.out, std::string("\n") + verdict);
  };
  switch (ended.status) {
    case 0:
      return says("SAFE\n") || says("SAFE (") || says("SAFE: inferred invariant of ") ? "" : "no verdict";
    case 1:
      return says("UNSAFE\n") ? "" : "no verdict";
    case 3:
      // Before the search there is nothing to count.
      return says("UNKNOWN: ") ? "" : "no verdict";
    case -1:
      return "hang";
    default:
      return "status " + std::to_string(ended.status);
  }
}

struct Tally {
  std::size_t runs = 0, verdicts = 0, unknowns = 0, early = 0;
};

void judge(const Ended& ended, const std::vector<std::string>& line, int signal, Tally& tally) {
  std::string text;
  for (const std::string& word : line) text += word + " ";
  CAPTURE(text);
  CAPTURE(signal);
  CAPTURE(ended.out);
  CAPTURE(ended.err);
  ++tally.runs;
  // Before it listens a signal has its usual effect.
  const bool early = signal != 0 && ended.status == 128 + signal && ended.out.empty() && ended.err.empty();
  if (early) {
    ++tally.early;
  } else {
    CHECK(objection(ended) == "");
    CHECK(ended.seconds < patience);
    ++(ended.status == 3 ? tally.unknowns : tally.verdicts);
  }
  CHECK(Orphanage::empties());
}

std::size_t rounds() { return std::getenv("PARAPET_SLOW") != nullptr ? 20 : 1; }

}  // namespace

TEST_CASE("interrupts: SIGINT and SIGTERM at random moments") {
  const Orphanage orphanage;
  const bool process = has("z3");
  if (!process) MESSAGE("no program z3: solver processes are left out");
  Random random(1);
  Tally tally;
  for (std::size_t round = 0; round < rounds() * 60; ++round) {
    std::vector<std::string> line{"check", models[round % models.size()], "--timeout", "20"};
    const auto& way = ways[round / models.size() % ways.size()];
    if (!process && !way.empty() && way.back() == "smtlib:z3 -in") continue;
    line.insert(line.end(), way.begin(), way.end());
    const int signal = random.chance(50) ? SIGINT : SIGTERM;
    // Most moments are early: short searches are over soon.
    const unsigned most = random.chance(50) ? 20000 : 300000;
    judge(run_and_signal(line, signal, std::chrono::microseconds(random.below(most))), line, signal, tally);
  }
  MESSAGE(tally.runs << " runs interrupted: " << tally.verdicts << " verdicts, " << tally.unknowns << " UNKNOWN, " << tally.early
                     << " before they listened");
  CHECK(tally.unknowns > 5);
}

TEST_CASE("interrupts: limits at random moments") {
  const Orphanage orphanage;
  const bool process = has("z3");
  Random random(2);
  Tally tally;
  for (std::size_t round = 0; round < rounds() * 60; ++round) {
    std::vector<std::string> line{"check", models[round % models.size()]};
    const auto& way = ways[round / models.size() % ways.size()];
    if (!process && !way.empty() && way.back() == "smtlib:z3 -in") continue;
    line.insert(line.end(), way.begin(), way.end());
    const unsigned milliseconds = random.between(1, 300);
    line.insert(line.end(), {"--timeout", milliseconds < 10 ? "0.00" + std::to_string(milliseconds) : "0." + std::to_string(milliseconds)});
    if (random.chance(30)) line.insert(line.end(), {"--max-nodes", std::to_string(random.between(1, 400))});
    if (random.chance(30)) line.insert(line.end(), {"--max-memory", std::to_string(random.between(1, 60))});
    judge(run_and_signal(line, 0, {}), line, 0, tally);
  }
  MESSAGE(tally.runs << " runs with limits: " << tally.verdicts << " verdicts, " << tally.unknowns << " UNKNOWN");
  CHECK(tally.unknowns > 5);
}
