// When its time is up a child gets SIGTERM, so that it can still report its statistics, and SIGKILL after a grace period. Signals go to the
// whole process group, since a tool may be a script that starts the actual program.
//
// To wait is to call sigtimedwait for SIGCHLD, which is blocked otherwise. There is no polling interval that would distort measured times.
#include "bench/child.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "base/narrow.h"
#include "base/start_program.h"

namespace parapet::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds grace{500};
constexpr off_t most_output = 1 << 26;

double seconds(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; }

ResourceLimits resources(const Limits& limits) {
  // Whole seconds, rounded up: a program with one thread meets the limit of the clock first.
  return {limits.memory_megabytes << 20U, static_cast<std::uint64_t>((limits.time.count() + 999) / 1000)};
}

}  // namespace

// An unnamed temporary file for the output: unlike a pipe it never blocks the child.
class Capture {
 public:
  Capture() : file_(std::tmpfile()) {
    if (file_ == nullptr) throw std::system_error(errno, std::generic_category(), "temporary file");
    ::fcntl(descriptor(), F_SETFD, FD_CLOEXEC);
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() { std::fclose(file_); }

  [[nodiscard]] int descriptor() const { return ::fileno(file_); }
  [[nodiscard]] std::string content() const {
    const off_t size = ::lseek(descriptor(), 0, SEEK_END);
    const off_t begin = std::max<off_t>(0, size - most_output);
    std::string text(static_cast<std::size_t>(std::max<off_t>(0, size - begin)), '\0');
    const ssize_t got = ::pread(descriptor(), text.data(), text.size(), begin);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    return text;
  }

 private:
  std::FILE* file_;
};

struct SignalMask {
  sigset_t before{};
  SignalMask() {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked, &before);
  }
  SignalMask(const SignalMask&) = delete;
  SignalMask& operator=(const SignalMask&) = delete;
  ~SignalMask() { sigprocmask(SIG_SETMASK, &before, nullptr); }
};

struct Children::Running {
  std::size_t id;
  Limits limits;
  Capture out, err;
  Clock::time_point start;
  pid_t process = 0;
  bool asked = false;  // SIGTERM was sent

  Running(std::size_t number, const Limits& its_limits) : id(number), limits(its_limits), start(Clock::now()) {}
  // When the child must be signalled next.
  [[nodiscard]] Clock::time_point deadline() const {
    if (limits.time.count() == 0) return Clock::time_point::max();
    return start + limits.time + (asked ? grace : std::chrono::milliseconds(0));
  }
};

Children::Children() : mask_(std::make_unique<SignalMask>()) {}

Children::~Children() { kill_all(); }

std::size_t Children::running() const { return running_.size(); }

void Children::start(std::size_t id, const std::vector<std::string>& command, const Limits& limits) {
  Running& child = running_.emplace_back(id, limits);
  try {
    child.process = start_program(command, {-1, child.out.descriptor(), child.err.descriptor()}, resources(limits));
  } catch (const std::system_error&) {
    running_.pop_back();
    throw;
  }
}

void Children::enforce_limits() {
  const Clock::time_point now = Clock::now();
  for (Running& child : running_) {
    if (now < child.deadline()) continue;
    ::kill(-child.process, child.asked ? SIGKILL : SIGTERM);
    child.asked = true;
  }
}

std::optional<ChildResult> Children::reap() {
  for (auto child = running_.begin(); child != running_.end(); ++child) {
    int status = 0;
    rusage usage{};
    if (::wait4(child->process, &status, WNOHANG, &usage) != child->process) continue;
    ChildResult result;
    result.wall_seconds = std::chrono::duration<double>(Clock::now() - child->start).count();
    ::kill(-child->process, SIGKILL);  // processes of its group that are still running
    result.id = child->id;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    result.ending = WIFEXITED(status) ? Ending::Exited : Ending::Signalled;
    if (child->asked || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) result.ending = Ending::TimeLimit;
    result.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    result.peak_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    result.out = child->out.content();
    result.err = child->err.content();
    running_.erase(child);
    return result;
  }
  return std::nullopt;
}

std::optional<ChildResult> Children::wait(std::chrono::milliseconds patience) {
  if (auto result = reap()) return result;
  if (running_.empty()) return std::nullopt;
  Clock::duration pause = patience;
  for (const Running& child : running_) pause = std::min(pause, child.deadline() - Clock::now());
  const auto nanoseconds = std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(pause).count(), 0);
  constexpr std::int64_t second = 1'000'000'000;
  const timespec timeout{static_cast<time_t>(nanoseconds / second), narrow<long>(nanoseconds % second)};
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  ::sigtimedwait(&awaited, nullptr, &timeout);
  auto result = reap();  // first, so that a child that ended in time is not counted as stopped by its limit
  enforce_limits();
  return result;
}

void Children::kill_all() {
  for (const Running& child : running_) {
    ::kill(-child.process, SIGKILL);
    while (::waitpid(child.process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  running_.clear();
}

}  // namespace parapet::bench
