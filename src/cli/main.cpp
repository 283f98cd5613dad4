#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iostream>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "cli/commands.h"
#include "cli/guard.h"

namespace parapet::cli {
namespace {

Exit run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  Options options;
  try {
    options = parse_arguments(arguments);
  } catch (const UsageError& error) {
    throw UsageError(std::string(error.what()) + "\nTry 'parapet --help'.");
  }
  Console console{out, err, wants_colour(options.report.colour, STDOUT_FILENO), wants_colour(options.report.colour, STDERR_FILENO)};
  return run_command(options, console);
}

// A reader that went away (`parapet ... | head -1`) has seen what it wanted: no message.
Exit finish_output(std::ostream& out, const StandardOutput& buffer, Exit code) {
  out.flush();
  if (buffer.error() == 0) return code;
  if (buffer.error() != EPIPE) {
    std::cerr << "parapet: error: cannot write to standard output: " << std::generic_category().message(buffer.error()) << '\n';
  }
  return code == Exit::Internal ? code : Exit::BadInput;
}

}  // namespace
}  // namespace parapet::cli

int main(int argc, char** argv) {
  using namespace parapet::cli;
  occupy_standard_descriptors();
  // A closed pipe is an error number where it is written to: to standard output, or to a solver process.
  std::signal(SIGPIPE, SIG_IGN);
  StandardOutput buffer;
  std::ostream out(&buffer);
  const Exit code = guarded(
      [&] {
        const std::span<char*> all(argv, static_cast<std::size_t>(argc));
        const std::vector<std::string> arguments(all.begin() + (argc > 0 ? 1 : 0), all.end());
        return run(arguments, out, std::cerr);
      },
      std::cerr);
  return static_cast<int>(finish_output(out, buffer, code));
}
