#include "unit/cli/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace parapet::test {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "parapet-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::file(const std::string& name, const std::string& text) const {
  const fs::path result = path_ / name;
  std::ofstream(result) << text;
  return result.string();
}

std::string read_text(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

namespace {

void redirect(const std::string& path, int flags, int descriptor) {
  const int opened = ::open(path.c_str(), flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(125);
  ::close(opened);
}

}  // namespace

// Through files, not pipes: no child can block on what nobody reads.
Child run_program(const std::string& program, const std::vector<std::string>& arguments, const ChildInput& input) {
  const TemporaryFolder folder;
  const std::string in_file = folder.file("in", input.text), err_file = folder.file("err", "");
  const std::string out_file = input.out_file.empty() ? folder.file("out", "") : input.out_file;
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& each : arguments) argv.push_back(const_cast<char*>(each.c_str()));
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    redirect(in_file, O_RDONLY, STDIN_FILENO);
    redirect(out_file, O_WRONLY, STDOUT_FILENO);
    redirect(err_file, O_WRONLY, STDERR_FILENO);
    ::unsetenv("NO_COLOR");
    for (const std::string& each : input.environment) ::putenv(const_cast<char*>(each.c_str()));
    ::execvp(program.c_str(), argv.data());
    ::_exit(126);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  Child result;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (input.out_file.empty()) result.out = read_text(out_file);
  result.err = read_text(err_file);
  return result;
}

Child run_parapet(const std::vector<std::string>& arguments, const ChildInput& input) {
  return run_program(PARAPET_BINARY_DIR "/parapet", arguments, input);
}

}  // namespace parapet::test
