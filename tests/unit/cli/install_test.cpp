// What is installed is complete: the program runs from its prefix, and the documentation has what it refers to. The same for the Debian
// package.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "skipped.h"
#include "unit/cli/child.h"

using namespace parapet::test;
namespace fs = std::filesystem;

namespace {

// Links of the Markdown files below `folder` that lead nowhere; addresses of the web are not followed.
std::vector<std::string> broken_links(const fs::path& folder) {
  const std::regex link(R"(\]\(([^)#\s]+)(#[^)\s]*)?\))");
  std::vector<std::string> result;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".md") continue;
    const std::string text = read_text(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1];
      if (target.find("://") != std::string::npos || fs::exists(entry.path().parent_path() / target)) continue;
      result.push_back(entry.path().filename().string() + ": " + target);
    }
  }
  return result;
}

std::string listed(const std::vector<std::string>& all) {
  std::string result;
  for (const std::string& each : all) result += each + "\n";
  return result;
}

void check_program(const fs::path& prefix) {
  const std::string program = (prefix / "bin/parapet").string();
  const Child checked = run_program(program, {"-q", (prefix / "share/doc/parapet/examples/locks/naive_mutex.cub").string()});
  CHECK(checked.status == 0);
  CHECK(checked.out == "SAFE\n");
  CHECK(run_program(program, {"bench", "-q", (prefix / "share/doc/parapet/bench/papers.suite").string(), "--shard", "1/40"}).status == 0);
}

}  // namespace

TEST_CASE("install: the program runs from its prefix, with man page, completions, documentation and examples") {
  const TemporaryFolder folder;
  const fs::path prefix = folder.path() / "prefix";
  const Child installed = run_program("cmake", {"--install", PARAPET_BINARY_DIR, "--prefix", prefix.string()});
  CAPTURE(installed.err);
  REQUIRE(installed.status == 0);
  for (const char* file : {"share/man/man1/parapet.1", "share/bash-completion/completions/parapet", "share/zsh/site-functions/_parapet",
                           "share/doc/parapet/LICENSE", "share/doc/parapet/docs/tutorial.md", "share/vim/vimfiles/syntax/cub.vim"}) {
    CHECK_MESSAGE(fs::exists(prefix / file), file);
  }
  CHECK(listed(broken_links(prefix / "share/doc/parapet")) == "");
  check_program(prefix);
  const std::string program = (prefix / "bin/parapet").string();
  for (const char* solver : {"z3", "cvc5"}) {
    if (fs::exists(prefix / ("lib/parapet/libparapet_" + std::string(solver) + ".so"))) {
      CHECK_FALSE(contains(run_program(program, {"--version"}).out, std::string(solver) + " solver"));
    }
  }
}

TEST_CASE("install: the Debian package is built, has no errors of lintian, and runs from a scratch root") {
  if (std::getenv("PARAPET_SLOW") == nullptr) return skipped("it takes a minute: ./test --slow");
  if (run_program("/bin/sh", {"-c", "command -v dpkg-deb && command -v cpack"}).status != 0)
    return skipped("dpkg-deb or cpack is not installed");
  const TemporaryFolder folder;
  const Child packed =
      run_program("cpack", {"--config", PARAPET_BINARY_DIR "/CPackConfig.cmake", "-G", "DEB", "-B", (folder.path() / "pack").string()});
  CAPTURE(packed.out);
  CAPTURE(packed.err);
  REQUIRE(packed.status == 0);
  fs::path package;
  for (const auto& entry : fs::directory_iterator(folder.path() / "pack")) {
    if (entry.path().extension() == ".deb") package = entry.path();
  }
  REQUIRE_FALSE(package.empty());
  const std::string root = (folder.path() / "root").string();
  const Child unpacked = run_program(
      "/bin/sh", {"-c", "mkdir -p '" + root + "/var/lib/dpkg/info' '" + root + "/var/lib/dpkg/updates' && touch '" + root +
                            "/var/lib/dpkg/status' && dpkg --instdir='" + root + "' --admindir='" + root +
                            "/var/lib/dpkg' --log=/dev/null --force-depends --force-not-root --force-bad-path --no-triggers --unpack '" +
                            package.string() + "'"});
  CAPTURE(unpacked.out);
  CAPTURE(unpacked.err);
  REQUIRE(unpacked.status == 0);
  const fs::path prefix = fs::path(root) / "usr";
  for (const char* file : {"bin/parapet", "share/man/man1/parapet.1.gz", "share/bash-completion/completions/parapet",
                           "share/zsh/vendor-completions/_parapet", "share/doc/parapet/copyright", "share/doc/parapet/changelog.gz",
                           "share/doc/parapet/docs/cookbook.md", "share/doc/parapet/bench/examples.suite"}) {
    CHECK_MESSAGE(fs::exists(prefix / file), file);
  }
  CHECK_FALSE(fs::exists(prefix / "share/zsh/site-functions"));
  CHECK(listed(broken_links(prefix / "share/doc/parapet")) == "");
  check_program(prefix);
  if (run_program("/bin/sh", {"-c", "command -v lintian"}).status != 0)
    return skipped("lintian is not installed: the package is not checked");
  const Child lint = run_program("lintian", {"--fail-on", "error", "--allow-root", package.string()});
  CAPTURE(lint.out);
  CHECK(lint.status == 0);
}
