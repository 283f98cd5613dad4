// When exact search is no longer alone because its cubes grow (run_search.h): which nodes it visits before the search with candidates
// starts, and that the cube it ended at is not lost.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "memory/queues/queues.h"
#include "random/text_model.h"
#include "search/loop/frontier.h"
#include "search/loop/run_search.h"
#include "search/search.h"

using namespace parapet;

namespace {

// To climb from one step to the next takes a second process on the same step: each predecessor has a process more.
std::string tower(unsigned steps, unsigned parameters = 1) {
  const auto step = [](unsigned k) { return "L" + std::to_string(k); };
  std::string text = "type location = L0";
  for (unsigned k = 1; k <= steps; ++k) text += " | " + step(k);
  text += "\narray PC[proc] : location\ninit (p) { PC[p] = L0 }\nunsafe (";
  std::string formula;
  for (unsigned k = 0; k < parameters; ++k) {
    const std::string name = "p" + std::to_string(k);
    text += name + " ";
    formula += (k == 0 ? "PC[" : " && PC[") + name + "] = " + step(steps);
  }
  text += ") { " + formula + " }\n";
  for (unsigned k = 1; k <= steps; ++k) {
    text += "transition climb" + std::to_string(k) + " (p q) requires { PC[p] = " + step(k - 1) + " && PC[q] = " + step(k - 1) +
            " } { PC[p] := " + step(k) + " }\n";
  }
  return text;
}

struct Visit {
  bool candidate_search = false;
  std::uint32_t processes = 0;
  std::string cube;
};

struct Log : search::SearchObserver {
  void visited(const Node& node, const search::SearchStatistics& statistics) override {
    const std::string cube = node.cube();
    std::uint32_t processes = 0;
    while (cube.find("z" + std::to_string(processes)) != std::string::npos) ++processes;
    all.push_back({statistics.approximation_nodes > before, processes, cube});
    before = statistics.approximation_nodes;
  }
  // Nodes of exact search before the other one began.
  [[nodiscard]] std::vector<Visit> alone() const {
    std::vector<Visit> result;
    for (const Visit& visit : all) {
      if (visit.candidate_search) break;
      result.push_back(visit);
    }
    return result;
  }
  // The cubes that exact search visited, before and after that.
  [[nodiscard]] std::vector<std::string> exact() const {
    std::vector<std::string> cubes;
    for (const Visit& visit : all) {
      if (!visit.candidate_search) cubes.push_back(visit.cube);
    }
    return cubes;
  }
  std::vector<Visit> all;
  std::uint64_t before = 0;
};

search::Verdict run(const std::string& text, search::SearchOptions options, Log& log) {
  const ld::Program program = test::program_of(text);
  TermArena arena(program.signature);
  const le::System system = le::translate(program, le::sc, {}, arena);
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.options = options;
  input.observer = &log;
  input.confirm = [](const Trace&, Budget&) { return std::string(); };
  return search::run_search(input, false).verdict;
}

search::SearchOptions guessing() {
  search::SearchOptions options;
  options.approximate = search::usual_instance;
  options.max_nodes = 150;
  return options;
}

std::size_t largest(const std::vector<Visit>& visits) {
  std::size_t most = 0;
  for (const Visit& visit : visits) most = std::max<std::size_t>(most, visit.processes);
  return most;
}

}  // namespace

TEST_CASE("growth: exact search is alone until the next cube has 5 processes") {
  Log log;
  (void)run(tower(6), guessing(), log);
  CHECK(log.alone().size() >= 8);
  CHECK(log.alone().size() < 80);
  CHECK(largest(log.alone()) == 4);
}

TEST_CASE("growth: exact search goes on with the cube it ended at, as if nothing had been between") {
  Log by_turns;
  (void)run(tower(6), guessing(), by_turns);
  Log alone;
  (void)run(tower(6), {}, alone);
  std::vector<std::string> expected = alone.exact();
  const std::vector<std::string> found = by_turns.exact();
  REQUIRE(found.size() > by_turns.alone().size() + 20);
  REQUIRE(found.size() < expected.size());
  expected.resize(found.size());
  CHECK(found == expected);
}

TEST_CASE("growth: an unsafe formula with more processes has larger cubes") {
  Log log;
  (void)run(tower(6, 3), guessing(), log);
  CHECK(log.alone().size() >= 8);
  CHECK(largest(log.alone()) == 5);
}

TEST_CASE("growth: the first 8 nodes may have any number of processes") {
  search::SearchOptions depth_first = guessing();
  depth_first.order = search::Order::Dfs;
  depth_first.postpone = false;
  depth_first.max_nodes = 12;
  Log log;
  (void)run(tower(9), depth_first, log);
  CHECK(log.alone().size() == 8);
  CHECK(largest(log.alone()) >= 5);
}

TEST_CASE("growth: without candidates nothing ends") {
  Log log;
  CHECK(std::holds_alternative<search::Unsafe>(run(tower(5), {}, log)));
  CHECK(log.alone().size() == log.all.size());
  CHECK(largest(log.all) >= 5);
}

TEST_CASE("frontier: a node that is put back is the next one again, in its turn") {
  using search::Node;
  std::vector<Node> nodes(40);
  search::Frontier frontier(search::Order::Size, true);
  search::Frontier undisturbed(search::Order::Size, true);
  std::vector<Node> same(40);
  for (std::uint32_t k = 0; k < nodes.size(); ++k) {
    for (auto* node : {&nodes[k], &same[k]}) {
      node->id = k + 1;
      node->depth = 40 - k;
      node->cube.processes = k % 7;
    }
    frontier.push(&nodes[k]);
    undisturbed.push(&same[k]);
  }
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    Node* const node = frontier.pop();
    frontier.put_back(node);
    CHECK(frontier.size() == nodes.size() - k);
    CHECK(frontier.pop() == node);
    CHECK(node->id == undisturbed.pop()->id);
  }
  CHECK(frontier.pop() == nullptr);
}
