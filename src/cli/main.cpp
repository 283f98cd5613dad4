// The program `parapet`: its arguments, its signals, its exit code.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "base/narrow.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/progress.h"

namespace parapet::cli {
namespace {

// What lives until the program ends.
struct Session {
  Budget::Clock::time_point start = Budget::Clock::now();
  Budget budget;
  std::vector<std::shared_ptr<void>> remains;
};

// The limits of `bench` are those of each single run; it enforces them itself.
Budget make_budget(const Options& options, Budget::Clock::time_point start) {
  Budget::Limits limits;
  limits.stop = &stop_request();
  limits.start = start;
  if (options.command != Command::Bench) {
    limits.time = options.limits.time;
    limits.memory = options.limits.memory_megabytes << 20U;
  }
  return Budget(limits);
}

Exit run(const std::vector<std::string>& arguments, Session& session, Options& options, Console& console) {
  options = parse_arguments(arguments);
  console.format = options.report.format;
  console.colour_out = wants_colour(options.report.colour, STDOUT_FILENO);
  console.colour_err = wants_colour(options.report.colour, STDERR_FILENO);
  session.budget = make_budget(options, session.start);
  options.limits.budget = &session.budget;
  listen_to_signals();
  return run_command(options, console);
}

// If the reader of a pipe has gone (`parapet ... | head -1`), there is nothing to report. Otherwise the message is the only place left for
// the result.
Exit finish_output(std::ostream& out, const StandardOutput& buffer, Exit code) {
  out.flush();
  if (buffer.error() == 0) return code;
  if (buffer.error() != EPIPE) {
    std::cerr << "parapet: error: cannot write to standard output: " << std::generic_category().message(buffer.error())
              << "; the exit code would have been " << number_of<int>(code) << '\n';
  }
  return code == Exit::Internal ? code : Exit::BadInput;
}

}  // namespace
}  // namespace parapet::cli

int main(int argc, char** argv) {
  using namespace parapet::cli;
  Session session;
  occupy_standard_descriptors();
  // A closed pipe and a file size limit are reported by the write that fails (standard output, a file, a solver process), not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  StandardOutput buffer;
  std::ostream out(&buffer);
  const std::span<char*> all(argv, static_cast<std::size_t>(argc));
  const std::vector<std::string> arguments(all.begin() + (argc > 0 ? 1 : 0), all.end());
  Options options;
  options.command = named_command(arguments);
  Console console{out, std::cerr, false, false, &session.remains, named_format(arguments), {}, false};
  const auto keep = [&](const parapet::report::Message& message) {
    const bool collects = console.collects();
    if (collects) console.messages.push_back(message);
    return collects;
  };
  const Exit code = guarded([&] { return run(arguments, session, options, console); }, std::cerr, keep);
  if (console.collects() && options.information == Information::None) answer_without_result(options, code, console);
  const int status = parapet::number_of<int>(finish_output(out, buffer, code));
  // A run that a limit ended may have left a thread inside a solver library, and freeing its memory takes long.
  if (session.budget.exhausted()) std::_Exit(status);
  return status;
}
