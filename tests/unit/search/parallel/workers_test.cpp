// The threads of `-j` change nothing but the time: everything an observer sees, the statistics and the number of queries are the same. Once
// as it comes, and once in lockstep, where every look is as old as it can be when it is used: the rules of look.h are needed all the time.
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <sstream>
#include <string>

#include "evidence/certificate_json.h"
#include "frontend/frontend.h"
#include "search/parallel/look_ahead.h"
#include "smt/factory.h"
#include "unit/search/cubes.h"
#include "verify/verify.h"

using namespace parapet;

namespace {

class Transcript : public search::SearchObserver {
 public:
  void visited(const Node& node, const search::SearchStatistics& s) override {
    out << "visited " << node.id << ' ' << node.step() << ' ' << node.cube() << ' ' << s.generated << '\n';
  }
  void covered(const Node& node, std::uint64_t by) override { out << "covered " << by << ' ' << node.step() << ' ' << node.cube() << '\n'; }
  void deleted(std::uint64_t node, std::uint64_t by) override { out << "deleted " << node << ' ' << by << '\n'; }
  void reached(const Node& node) override { out << "reached " << node.id << '\n'; }
  void replaced(const Node& node, const Node& other) override { out << "replaced " << node.id << ' ' << other.cube() << '\n'; }
  void blamed(const Node& node, const Node& met) override { out << "blamed " << node.id << ' ' << met.cube() << '\n'; }

  std::ostringstream out;
};

enum class Threads : std::uint8_t { One, Three, ThreeInLockstep };

struct Case {
  const char* file;
  bool events;           // engine
  unsigned approximate;  // alone; 0: exact
  std::uint64_t nodes;
  std::uint32_t depth = 0, processes = 0;  // limits
};

std::string run(const Case& c, Threads threads, bool observed) {
  const auto loaded = frontend::load(std::string(PARAPET_SOURCE_DIR "/examples/") + c.file);
  REQUIRE(loaded.program);
  Transcript transcript;
  verify::Options how;
  how.model = ld::tso;
  how.engine = c.events ? verify::Engine::Ghb : verify::Engine::Timeline;
  how.certificate = false;
  how.small_states = 0;
  how.search.max_nodes = c.nodes;
  how.search.max_depth = c.depth;
  how.search.max_processes = c.processes;
  how.search.approximate = c.approximate;
  how.search.exact_nodes = 0;
  if (threads != Threads::One) {
    how.search.jobs = 3;
    how.search.alone = 5;
    how.search.lockstep = threads == Threads::ThreeInLockstep;
  }
  const verify::Outcome outcome = verify::verify(*loaded.program, how, {observed ? &transcript : nullptr, nullptr, {}});
  const auto& s = outcome.statistics;
  std::ostringstream& out = transcript.out;
  out << "verdict " << outcome.verdict.index() << ", nodes " << s.nodes << ", generated " << s.generated << ", covered " << s.covered_by_one
      << ' ' << s.covered_by_union << ", tests " << s.cover_tests << ", deleted " << s.deleted << ", frontier " << s.frontier << ", depth "
      << s.depth << ", processes " << s.processes << ", reads " << s.open_reads << ", candidates " << s.candidates << ' ' << s.blamed
      << '\n';
  for (const auto& entry : outcome.solver.native) out << entry.calls << ' ';
  for (const auto& entry : outcome.solver.external) out << entry.calls << ' ';
  return out.str();
}

// The whole outcome of both searches, where each visits so many nodes in its first turn.
std::string in_turns(const std::string& file, std::uint64_t exact_nodes, unsigned jobs, std::uint64_t most_nodes = 0,
                     search::Infer infer = search::Infer::Off) {
  const auto loaded = frontend::load(std::string(PARAPET_SOURCE_DIR "/examples/") + file);
  REQUIRE(loaded.program);
  verify::Options how;
  how.model = ld::tso;
  how.certificate = true;
  how.small_states = 0;
  how.search.approximate = search::usual_instance;
  how.search.exact_nodes = exact_nodes;
  how.search.jobs = jobs;
  how.search.alone = 5;
  how.search.max_nodes = most_nodes;
  how.search.infer = infer;
  const verify::Outcome outcome = verify::verify(*loaded.program, how, {});
  std::ostringstream out;
  out << file << ' ' << exact_nodes << " verdict " << outcome.verdict.index() << '\n';
  for (const search::Statistic& row : search::statistics_table) {
    if (row.member != &search::SearchStatistics::explore_microseconds) out << row.key << ' ' << outcome.statistics.*row.member << '\n';
  }
  for (const auto& entry : outcome.solver.native) out << entry.calls << ' ';
  for (const auto& entry : outcome.solver.external) out << entry.calls << ' ';
  for (const std::string& invariant : outcome.invariants) out << invariant << '\n';
  if (const auto* safe = verify::safe_evidence(outcome))
    out << evidence::certificate_json(outcome.translation->arena, safe->certificate, file);
  if (const auto* unsafe = verify::unsafe_evidence(outcome)) out << unsafe->trace.steps.size() << ' ' << unsafe->account.steps.size();
  return out.str();
}

void same_with_workers(const Case& c) {
  for (const bool observed : {true, false}) {
    const std::string alone = run(c, Threads::One, observed);
    for (const Threads threads : {Threads::Three, Threads::ThreeInLockstep}) {
      const std::string with_workers = run(c, threads, observed);
      const auto differ = std::mismatch(alone.begin(), alone.end(), with_workers.begin(), with_workers.end());
      const auto line = [](const std::string& text, std::string::const_iterator at) {
        const auto begin = std::find(std::make_reverse_iterator(at), text.rend(), '\n').base();
        return std::string(begin, std::find(at, text.end(), '\n'));
      };
      CHECK_MESSAGE(with_workers == alone, std::string(c.file), std::string(observed ? ", observed" : ""),
                    std::string(threads == Threads::ThreeInLockstep ? ", in lockstep" : ""), "\nalone:  ", line(alone, differ.first),
                    "\nworkers: ", line(with_workers, differ.second));
    }
  }
}

}  // namespace

TEST_CASE("workers: an exact search is the same with them") {
  for (const Case& c :
       {Case{"locks/burns.cub", false, 0, 500}, Case{"locks/dijkstra.cub", false, 0, 150}, Case{"locks/mcs.cub", false, 0, 200},
        Case{"locks/lamport_fast.cub", false, 0, 200}, Case{"protocols/moesi.cub", false, 0, 200}, Case{"locks/bakery.cub", false, 0, 150},
        Case{"locks/peterson_nofence.cub", false, 0, 500}})
    same_with_workers(c);
}

// A cube beyond a limit leaves the search without an answer, whether or not it is covered.
TEST_CASE("workers: a search with limits of depth and processes is the same with them") {
  for (const std::uint32_t limit : {2u, 3u, 4u, 5u, 6u, 8u, 10u}) {
    same_with_workers({"locks/burns.cub", false, 0, 500, limit, 0});
    same_with_workers({"locks/mcs.cub", false, 0, 100, limit + 4, 0});
  }
  same_with_workers({"locks/mcs.cub", false, 0, 100, 0, 2});
  same_with_workers({"locks/dijkstra.cub", false, 0, 100, 0, 2});
}

// If that one is deleted before the node's turn comes, everything else must still be found out.
TEST_CASE("workers: a look at a node that one cube covers says nothing of its union with others") {
  const std::string text = R"(
type location = A | B | C
array PC[proc] : location
init (p) { PC[p] = A }
unsafe (p q) { PC[p] = C && PC[q] = C }
transition one ([p]) requires { PC[p] = A } { PC[p] := B }
transition two ([p]) requires { PC[p] = B } { PC[p] := C }
)";
  test::Workshop workshop(text, test::small_search(test::Memory::Sc));
  const auto cubes = workshop.cubes(3);
  search::Fixpoint fixpoint(*workshop.memory);
  search::Preimage preimage(*workshop.memory);
  search::Visited visited;
  std::deque<search::Node> nodes;
  const auto make = [&](const Cube& cube) -> search::Node& {
    auto& node = nodes.emplace_back();
    node.cube = cube;
    node.indexed = index_cube(workshop.context, node.cube);
    return node;
  };
  search::AheadMaker looker{workshop.context, visited, fixpoint, preimage, workshop.statistics};
  visited.add(&make(cubes.at(0)));
  const auto covered = looker.look(make(cubes.at(0)));
  CHECK(covered.cover.covered == 0u);
  CHECK(covered.visited == 0);
  CHECK_FALSE(covered.expanded);
  visited.remove(0);
  const auto expanded = looker.look(make(cubes.at(0)));
  CHECK_FALSE(expanded.cover.covered);
  CHECK(expanded.visited == 1);
  CHECK(expanded.expanded);
  CHECK(expanded.before.size() == 2);
}

TEST_CASE("beside: the exact search and the one with candidates say the same in two threads as in one") {
  for (const char* const file :
       {"locks/mcs_3.cub", "locks/burns.cub", "locks/peterson_nofence.cub", "locks/szymanski.cub", "locks/naive_mutex.cub",
        "locks/szymanski_flags.cub", "protocols/moesi.cub", "protocols/arbiter_v1.cub", "barriers/counter_reset.cub"}) {
    for (const std::uint64_t exact_nodes : {1, 3, 20}) {
      const std::string one = in_turns(file, exact_nodes, 1);
      CHECK(in_turns(file, exact_nodes, 2) == one);
      CHECK(in_turns(file, exact_nodes, 4) == one);
    }
  }
}

TEST_CASE("beside: a limit of nodes is for both searches together") {
  for (const char* const file : {"locks/mcs.cub", "locks/clh.cub", "locks/lamport_fast.cub", "protocols/treiber.cub"}) {
    for (const std::uint64_t nodes : {1, 2, 5, 6, 7, 8, 9, 15, 16, 30, 60, 100, 101, 150}) {
      const std::string one = in_turns(file, 3, 1, nodes);
      CHECK(in_turns(file, 3, 2, nodes) == one);
    }
  }
  // The limit is reached before the search with candidates has its first cube; then the inference proves the model.
  const std::string one = in_turns("locks/tournament.cub", 80, 1, 700, search::Infer::Auto);
  CHECK(one.find("verdict 0") != std::string::npos);
  CHECK(in_turns("locks/tournament.cub", 80, 2, 700, search::Infer::Auto) == one);
}

TEST_CASE("workers: the event engine is the same with them") {
  for (const Case& c : {Case{"locks/burns.cub", true, 0, 500}, Case{"locks/lamport_fast.cub", true, 0, 200},
                        Case{"protocols/two_phase_commit.cub", true, 0, 200}})
    same_with_workers(c);
}

TEST_CASE("workers: a search with candidates, many of them blamed, is the same with them") {
  for (const Case& c : {Case{"locks/mcs.cub", false, 1, 250}, Case{"locks/mcs.cub", false, 3, 250}, Case{"locks/clh.cub", false, 1, 250},
                        Case{"locks/szymanski.cub", false, 2, 250}, Case{"protocols/treiber.cub", false, 2, 250},
                        Case{"locks/lamport_fast.cub", false, 2, 250}, Case{"locks/lamport_fast_gate.cub", false, 1, 250},
                        Case{"locks/bakery_nofence.cub", false, 2, 250}, Case{"protocols/seqlock.cub", false, 1, 250},
                        Case{"protocols/arbiter_v1_stale.cub", false, 2, 250}})
    same_with_workers(c);
}
