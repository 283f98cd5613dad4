// Between fork and exec only functions that are safe there are called and nothing is allocated: another thread may have held a lock at the
// fork.
#include "base/start_program.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace parapet {
namespace {

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  ::setrlimit(resource, &value);
}

void set_limits(const ResourceLimits& limits) {
  limit(RLIMIT_CORE, 0, 0);
  if (limits.memory_bytes > 0) limit(RLIMIT_AS, limits.memory_bytes, limits.memory_bytes);
  if (limits.processor_seconds > 0) limit(RLIMIT_CPU, limits.processor_seconds, limits.processor_seconds + 1);
}

bool connect(int descriptor, int standard) {
  if (descriptor < 0) descriptor = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  return descriptor >= 0 && ::dup2(descriptor, standard) >= 0;
}

[[noreturn]] void become(char* const* argv, const Streams& streams, const ResourceLimits& limits, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(cannot_start);  // it ended before the line above
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (!connect(streams.in, STDIN_FILENO) || !connect(streams.out, STDOUT_FILENO) || !connect(streams.err, STDERR_FILENO))
    ::_exit(cannot_start);
  set_limits(limits);
  ::execvp(argv[0], argv);
  ::_exit(cannot_start);
}

}  // namespace

pid_t start_program(const std::vector<std::string>& command, const Streams& streams, const ResourceLimits& limits) {
  std::vector<char*> argv;
  for (const std::string& each : command) argv.push_back(const_cast<char*>(each.c_str()));
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) become(argv.data(), streams, limits, parent);
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  ::setpgid(child, child);  // the child does it too: whoever comes first
  return child;
}

}  // namespace parapet
