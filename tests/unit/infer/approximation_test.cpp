// The rules of the approximation (approximation.h, provenance.h), each by a model whose answer is wrong without it. The instance has one
// process and there is no exact search beside it, so that wrong candidates are easily had: what takes two processes never happens in it.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "memory/queues/timeline.h"
#include "random/live.h"
#include "random/search_run.h"
#include "random/text_model.h"
#include "regress/judge.h"
#include "search/loop/provenance.h"
#include "unit/check/proof.h"

using namespace parapet;
using test::SearchAnswer;
using Kind = test::SearchAnswer::Kind;

namespace {

SearchAnswer with_candidates(const std::string& text, unsigned processes, std::uint64_t exact_nodes = 0) {
  test::SearchSetup setup = test::small_search(test::Memory::Tso);
  setup.search.approximate = processes;
  setup.search.exact_nodes = exact_nodes;
  return test::run_search(test::program_of(text), setup);
}

// Variables that change, so that narrowing does not know their values.
const std::string declarations = R"(
type location = L0 | L1
type value = A | B
type colour = P | Q | R
var X : value
var Y : bool
var Z : bool
var V : bool
var W : bool
var T : bool
var S : bool
var C : colour
array PC[proc] : location
init (p) { PC[p] = L0 && X = B && Y = False && Z = True && V = True && W = False && T = True && S = False && C = Q }
transition flip () requires { X = B } { Y := True }
transition dim () requires { Z = True } { Z := False }
transition fade () requires { V = True } { V := False }
transition arrive ([p]) requires { PC[p] = L0 } { PC[p] := L1 }
)";
// X = A takes two processes, and never happens with Y.
const std::string meeting = declarations + R"(
transition meet ([p] q) requires { PC[p] = L1 && PC[q] = L1 && Y = False && S = False } { X := A }
)";

}  // namespace

TEST_CASE("approximation: a blamed candidate gives its place back to the node") {
  const SearchAnswer answer = with_candidates(meeting + "unsafe () { X = A && Z = True }", 1);
  CHECK(answer.kind == Kind::Unsafe);
  CHECK(answer.statistics.candidates >= 1);
  CHECK(answer.statistics.blamed >= 1);
}

// { X = A } takes the place of the first unsafe cube and covers the second one when its turn comes, before it is blamed: the cubes before
// it have two processes.
TEST_CASE("approximation: what a blamed candidate covered in the frontier comes back") {
  const SearchAnswer answer =
      with_candidates(meeting + "unsafe () { X = A && Y = True } unsafe (p) { X = A && Z = True && PC[p] = L1 }", 1);
  CHECK(answer.kind == Kind::Unsafe);
  CHECK(answer.statistics.covered_by_one >= 1);
}

// { X = A && Z = True }, one step before W = True, is covered by the candidate { X = A } when it is made.
TEST_CASE("approximation: what a blamed candidate covered comes back") {
  const SearchAnswer answer = with_candidates(meeting + R"(
unsafe () { X = A && Y = True }
unsafe () { W = True && V = True && Z = True }
transition step () requires { X = A && Z = True } { W := True }
)",
                                              1);
  CHECK(answer.kind == Kind::Unsafe);
}

// { X = A && T = True && C <> R }, one step before W = True, is covered by two candidates together: { C = P && T = True }, which is right,
// and { X = A && C = Q }, which is wrong.
TEST_CASE("approximation: what a blamed candidate covered together with others comes back") {
  const SearchAnswer answer = with_candidates(meeting + R"(
unsafe () { C = P && T = True && V = True }
unsafe () { X = A && C = Q && S = True }
unsafe () { W = True && V = True && T = True && X = A }
transition step () requires { X = A && T = True && C <> R } { W := True }
transition mark () requires { X = B } { S := True }
transition alone () requires { X = B } { X := A; C := R; T := False }
transition alone_too () requires { X = B } { X := A; C := P; T := False }
)",
                                              1);
  CHECK(answer.kind == Kind::Unsafe);
  CHECK(answer.statistics.covered_by_union >= 1);
}

// A visited cube's predecessors are known, so a verdict survives its loss; the certificate does not.
TEST_CASE("provenance: what a blamed candidate deleted among the visited cubes is visited again") {
  using search::Node;
  Node deleted;
  Node wrong;
  Node right;
  wrong.root = &wrong;
  right.root = &right;
  search::Visited visited;
  search::Frontier frontier(search::Order::Size, true);
  search::Provenance provenance;
  for (Node* node : {&deleted, &wrong, &right}) visited.add(node);
  visited.remove(0);
  Node* reason = &wrong;
  CHECK(provenance.remember(deleted, {&reason, 1}));
  provenance.blame(right, visited, frontier);
  CHECK(deleted.deleted);
  CHECK(right.deleted);
  provenance.blame(wrong, visited, frontier);
  CHECK_FALSE(deleted.deleted);
  CHECK(wrong.deleted);
  CHECK(frontier.size() == 0);
}

TEST_CASE("provenance: what is covered by cubes of its own root, or of none, is gone for good") {
  using search::Node;
  Node root;
  root.root = &root;
  Node node;
  node.root = &root;
  search::Provenance provenance;
  Node* reasons[] = {&root, nullptr};
  CHECK_FALSE(provenance.remember(node, reasons));
}

// Certificates of searches in which nearly every candidate is wrong.
TEST_CASE("approximation: certificates hold, whatever was blamed on the way") {
  search::SearchOptions options;
  options.approximate = 1;
  options.exact_nodes = 0;
  std::size_t certified = 0;
  std::size_t blamed = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    for (const test::Profile profile : {test::Profile::Plain, test::Profile::Weak}) {
      const std::string text = to_text(test::generate_live(profile, seed));
      CAPTURE(text);
      test::Proof proof(text, profile == test::Profile::Plain ? le::sc : le::tso, true, options);
      if (!proof.safe) continue;
      const auto result = proof.certify(proof.certificate);
      CHECK(result.kind != check::CertifyResult::Kind::Rejected);
      certified += result.kind == check::CertifyResult::Kind::Confirmed ? 1 : 0;
      blamed += proof.statistics.blamed;
    }
  }
  MESSAGE(certified << " certificates confirmed, " << blamed << " candidates blamed on the way");
  CHECK(certified >= 20);
  CHECK(blamed >= 3);
}

TEST_CASE("approximation: no path through a candidate is a counterexample") {
  const SearchAnswer answer = with_candidates(meeting + "unsafe () { X = A && Y = True }", 1);
  CHECK(answer.kind == Kind::Safe);
  CHECK(answer.statistics.blamed >= 1);
}

// A queue lock for three processes whose proof needs guesses about reads that are still pending: without them the exact search, which goes
// on beside, decides it after 597 nodes. Their rows are well-formed, so the certificate holds.
TEST_CASE("approximation: candidates of the event engine keep pending reads") {
  test::SearchSetup setup = test::small_search(test::Memory::Tso, test::Engine::Ghb);
  setup.search.approximate = search::usual_instance;
  setup.search.max_nodes = 300;
  setup.certify = true;
  const std::string text = test::contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples/locks/mcs_3.cub");
  const SearchAnswer answer = test::run_search(test::program_of(text), setup);
  CHECK(answer.kind == Kind::Safe);
  CHECK(answer.certified);
  CHECK(answer.statistics.open_reads > 0);
}
