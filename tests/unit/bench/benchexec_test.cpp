// Guards what bench/benchexec has for the harness BenchExec: task definitions that say what the examples say, and the tool-info module.
#include <doctest/doctest.h>

#include <string>

#include "unit/cli/child.h"

using namespace parapet::test;

namespace {

const std::string folder = PARAPET_SOURCE_DIR "/bench/benchexec/";

bool has_python() {
  const bool found = run_program("python3", {"--version"}).status == 0;
  if (!found) MESSAGE("no python3: left out");
  return found;
}

}  // namespace

TEST_CASE("benchexec: the task definitions are those of the examples") {
  if (!has_python()) return;
  const Child child = run_program("python3", {folder + "make_tasks.py", "--check"});
  CAPTURE(child.err);
  CHECK(child.status == 0);
}

TEST_CASE("benchexec: the tool-info module, with stand-ins for BenchExec") {
  if (!has_python()) return;
  const Child child = run_program("python3", {folder + "test_parapet.py", PARAPET_BINARY_DIR "/parapet"});
  CAPTURE(child.err);
  CHECK(child.out == "ok\n");
}
