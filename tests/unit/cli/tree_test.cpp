// The tree of a search as users see it: `--dot` and `explain`.
#include <doctest/doctest.h>

#include <string>

#include "skipped.h"
#include "unit/cli/child.h"

using namespace parapet::test;

namespace {

const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";
const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
const std::string burns = PARAPET_SOURCE_DIR "/examples/locks/burns.cub";

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string dot(const std::string& model, const std::string& detail) {
  return run_parapet({"check", model, "-q", "--dot", "-", "--dot-detail", detail}).out;
}

}  // namespace

TEST_CASE("dot: each level of detail has what the one before it has, and more") {
  const std::string visited = dot(safe_model, "visited");
  const std::string covered = dot(safe_model, "covered");
  const std::string cubes = dot(safe_model, "cubes");
  CHECK(count(visited, "shape=box") == 8);  // the nodes of the verdict
  CHECK(count(visited, "covered") == 1);    // in the heading
  CHECK(count(covered, "(covered)") == 3);
  CHECK(count(covered, "style=dotted") == 5);  // three covered, two deleted
  CHECK_FALSE(contains(covered, "PC[z0]"));
  CHECK(count(cubes, "(covered)") == 3);
  CHECK(contains(cubes, "PC[z0] = Inside\\nPC[z1] = Inside"));
  CHECK(contains(dot(unsafe_model, "visited"), "(initial)"));
}

TEST_CASE("dot: Graphviz reads it") {
  if (run_program("dot", {"-V"}).status != 0) {
    skipped("Graphviz is not installed");
    return;
  }
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "tree.dot").string();
  CHECK(run_parapet({"check", burns, "--dot", file, "--dot-detail", "cubes"}).status == 0);
  const Child child = run_program("dot", {"-Tsvg", file});
  CHECK(child.status == 0);
  CHECK(child.err.empty());
}

TEST_CASE("explain: a cube covered by one, by several together, a visited one, one that meets init") {
  const Child one = run_parapet({"explain", "4.1", safe_model});
  CHECK(one.status == 0);
  CHECK(contains(one.out, "cube 4.1 is covered\n"));
  CHECK(contains(one.out, "by node 1 with z0 -> z0, z1 -> z1\n"));
  CHECK(contains(one.out, "  4.1  leave(z0)\n"));
  CHECK(contains(one.out, "  1  unsafe[1]\n"));
  const Child several = run_parapet({"explain", "3.3", burns});
  CHECK(contains(several.out, "every state in it is in one of these"));
  CHECK(count(several.out, "by node ") > 1);
  CHECK(contains(several.out, "for the states with "));
  const Child visited = run_parapet({"explain", "4", safe_model});
  CHECK(contains(visited.out, "node 4 was visited"));
  CHECK(contains(visited.out, "covered predecessors: 4.1\n"));
  CHECK(contains(run_parapet({"explain", "6.1", unsafe_model}).out, "meets init"));
}

TEST_CASE("explain: a node that is not there") {
  const Child child = run_parapet({"explain", "4.9", safe_model});
  CHECK(child.status == 2);
  CHECK(contains(child.err, "the search has no node '4.9'"));
  CHECK(run_parapet({"explain", "99", PARAPET_SOURCE_DIR "/tests/golden/report/endless.cub", "--max-nodes", "5"}).status == 3);
}
