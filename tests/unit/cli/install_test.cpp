// What `cmake --install` puts into a prefix is complete: it runs from there.
#include <doctest/doctest.h>

#include <filesystem>

#include "unit/cli/child.h"

using namespace parapet::test;

TEST_CASE("install: the program runs from its prefix, with man page, completions, documentation and examples") {
  const TemporaryFolder folder;
  const std::filesystem::path prefix = folder.path() / "prefix";
  const Child installed = run_program("cmake", {"--install", PARAPET_BINARY_DIR, "--prefix", prefix.string()});
  CAPTURE(installed.err);
  REQUIRE(installed.status == 0);
  for (const char* file : {"share/man/man1/parapet.1", "share/bash-completion/completions/parapet", "share/zsh/site-functions/_parapet",
                           "share/doc/parapet/LICENSE", "share/doc/parapet/docs/tutorial.md", "share/vim/vimfiles/syntax/cub.vim"}) {
    CHECK_MESSAGE(std::filesystem::exists(prefix / file), file);
  }
  const std::string program = (prefix / "bin/parapet").string();
  const Child checked = run_program(program, {"-q", (prefix / "share/parapet/examples/locks/naive_mutex.cub").string()});
  CHECK(checked.status == 0);
  CHECK(checked.out == "SAFE\n");
  for (const char* solver : {"z3", "cvc5"}) {
    if (std::filesystem::exists(prefix / ("lib/parapet/libparapet_" + std::string(solver) + ".so"))) {
      CHECK_FALSE(contains(run_program(program, {"--version"}).out, std::string(solver) + " solver"));
    }
  }
}
