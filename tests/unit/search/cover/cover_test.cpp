// The cover test and the fixpoint against the definition, on cubes of random models.
#include <doctest/doctest.h>

#include <cstdlib>

#include "random/live.h"
#include "random/relations.h"
#include "search/cover/fixpoint.h"
#include "unit/search/cover/naive_cover.h"

using namespace parapet;
using namespace parapet::test;

namespace {

struct Tally {
  std::size_t pairs = 0, covered = 0, missed = 0, with_reads = 0, unions = 0, instances = 0, dropped = 0, by_index = 0;
};

std::string print(const Workshop& workshop, const Cube& cube) {
  std::string text;
  for (const TermId literal : cube.literals) text += (text.empty() ? "" : " && ") + to_string(workshop.arena, literal);
  return text + workshop.memory->describe(cube.weak);
}

// Implication between such literals needs no more than one of them at a time.
bool simple(const TermArena& arena, const Cube& cube) {
  return std::all_of(cube.literals.begin(), cube.literals.end(), [&](TermId literal) { return arena.op(literal) == Op::Member; });
}

void compare_pairs(Workshop& workshop, std::deque<Cube>& cubes, Tally& tally) {
  NaiveCover naive(workshop);
  search::CoverTest fast(*workshop.memory);
  for (const Cube& f : cubes) {
    const auto indexed_f = index_cube(workshop.context, f);
    for (const Cube& g : cubes) {
      const bool by_definition = naive.covers(f, g);
      const bool found = fast.covers(indexed_f, index_cube(workshop.context, g));
      ++tally.pairs;
      tally.covered += by_definition ? 1 : 0;
      tally.missed += by_definition && !found ? 1 : 0;
      tally.with_reads += by_definition && !f.weak.empty() && &f != &g ? 1 : 0;
      const bool right = simple(workshop.arena, f) && simple(workshop.arena, g) ? found == by_definition : !found || by_definition;
      CHECK_MESSAGE(right, "fast: " << found << "\nF: " << print(workshop, f) << "\nG: " << print(workshop, g));
    }
  }
}

using Instances = std::vector<std::pair<std::vector<search::ProcessCode>, std::vector<TermId>>>;

Instances instances_of(search::CoverTest& test, const search::Indexed& f, const search::Indexed& g) {
  Instances all;
  test.each_instance(f, g, search::Fixpoint::most_residual, [&] { all.emplace_back(test.processes(), test.left_renamed()); });
  return all;
}

// With the table of costs, which a prepared G has, and without it: the same instances in the same order. Cubes that are not looked at, by
// their signature and their own values, have none.
void compare_instances(Workshop& workshop, std::deque<Cube>& cubes, Tally& tally) {
  search::CoverTest prepared(*workshop.memory);
  search::CoverTest plain(*workshop.memory);
  std::deque<search::Node> nodes;
  search::Visited visited;
  search::OwnIndex::Scratch scratch;
  for (const Cube& cube : cubes) {
    auto& node = nodes.emplace_back();
    node.cube = cube;
    node.indexed = index_cube(workshop.context, node.cube);
    visited.add(&node);
  }
  for (const Cube& g : cubes) {
    const auto indexed_g = index_cube(workshop.context, g);
    prepared.prepare(indexed_g);
    std::vector<std::uint32_t> found, by_scan;
    visited.find_by_index(0, indexed_g, search::Fixpoint::most_residual, scratch, found);
    visited.find_by_scan(0, indexed_g, search::Fixpoint::most_residual, by_scan);
    CHECK(std::includes(by_scan.begin(), by_scan.end(), found.begin(), found.end()));
    std::vector<std::uint32_t> covering;
    visited.find_by_index(0, indexed_g, 0, scratch, covering);
    for (const auto& node : nodes) {
      const Cube& f = node.cube;
      const auto& indexed_f = node.indexed;
      const Instances expected = instances_of(plain, indexed_f, indexed_g);
      const bool dropped = !std::binary_search(found.begin(), found.end(), node.visited_at);
      tally.dropped += dropped ? 1 : 0;
      tally.by_index += dropped && std::binary_search(by_scan.begin(), by_scan.end(), node.visited_at) ? 1 : 0;
      CHECK((std::binary_search(covering.begin(), covering.end(), node.visited_at) || !plain.covers(indexed_f, indexed_g)));
      CHECK_MESSAGE((!dropped || expected.empty()), "F: " << print(workshop, f) << "\nG: " << print(workshop, g));
      tally.instances += expected.size();
      CHECK_MESSAGE(instances_of(prepared, indexed_f, indexed_g) == expected, "F: " << print(workshop, f) << "\nG: " << print(workshop, g));
    }
  }
}

// Cubes one after the other, as a search would visit them: what the fixpoint drops must be in the union of those kept.
void compare_unions(Workshop& workshop, std::deque<Cube>& cubes, Tally& tally) {
  NaiveCover naive(workshop);
  search::Fixpoint fixpoint(*workshop.memory);
  search::Visited visited;
  std::deque<search::Node> nodes;
  std::vector<const Cube*> kept;
  for (const Cube& cube : cubes) {
    auto& node = nodes.emplace_back();
    node.id = nodes.size();
    node.cube = cube;
    node.indexed = index_cube(workshop.context, node.cube);
    search::UnionInstances instances;
    fixpoint.add_instances(node.indexed, visited, 0, instances);
    const bool covered =
        fixpoint.covered_by_one(node.indexed, visited, 0) || fixpoint.covered_by_union(node.indexed, visited, instances, 0);
    if (!covered) {
      visited.add(&node);
      kept.push_back(&cube);
      continue;
    }
    ++tally.unions;
    CHECK_MESSAGE(naive.covered(cube, kept), "dropped: " << print(workshop, cube));
  }
}

// By the relation of that name; empty: not applicable.
std::string changed(const Model& model, const std::string& relation) {
  for (const Relation& each : relations()) {
    if (each.name == relation) return each.change(model, 0).value_or("");
  }
  FAIL("there is no relation " << relation);
  return "";
}

// `enlarged`: with enumerations too large for sets.
void compare(Profile profile, Memory memory, std::uint64_t models, bool enlarged = false) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  Tally tally;
  for (std::uint64_t seed = 0; seed < models; ++seed) {
    SearchSetup setup = small_search(memory);
    setup.translate.lateness = seed % 2 == 0;
    const Model model = generate_live(profile, seed);
    const std::string text = enlarged ? changed(model, "enlarge") : to_text(model);
    if (text.empty()) continue;
    CAPTURE(text);
    Workshop workshop(text, setup);
    if (!workshop.exact()) continue;
    auto cubes = workshop.cubes(25);
    compare_pairs(workshop, cubes, tally);
    compare_instances(workshop, cubes, tally);
    auto more = workshop.cubes(60);
    compare_unions(workshop, more, tally);
  }
  MESSAGE(std::string(to_string(profile)) << ": " << tally.pairs << " pairs, " << tally.covered << " covered (" << tally.with_reads
                                          << " with open reads), " << tally.missed << " of them not found literal by literal; "
                                          << tally.unions << " cubes dropped; " << tally.instances << " instances, " << tally.dropped
                                          << " pairs not looked at, " << tally.by_index << " of them by the index alone");
  CHECK(tally.instances > tally.covered);
  CHECK(tally.missed * 10 < tally.covered);
}

}  // namespace

TEST_CASE("cover: the fast test agrees with the definition on plain cubes") { compare(Profile::Plain, Memory::Sc, 25); }
TEST_CASE("cover: the fast test agrees with the definition on cubes with open reads") {
  compare(Profile::Weak, Memory::Tso, 40);
  compare(Profile::Litmus, Memory::Tso, 15);
  compare(Profile::SharedPlain, Memory::Tso, 15);
}

TEST_CASE("cover: the fast test agrees with the definition on large enumerations") {
  compare(Profile::Plain, Memory::Sc, 25, true);
  compare(Profile::Weak, Memory::Tso, 25, true);
}

// F comes from the first formula, whose count says that everybody's steps are before the read of X; its count is true once somebody is about
// to move. G is the second formula, with the same literals: other processes may have gone on since the read.
TEST_CASE("cover: a final read that mentions everybody covers none that mentions some") {
  Workshop workshop(
      "type location = A | B\narray PC[proc] : location\nweak var X : bool\ninit (p) { PC[p] = A && X = False }\n"
      "unsafe (p) { p @ X = True && count (q) { PC[q] = B } >= 1 }\nunsafe (p q) { p @ X = True && PC[q] = A }\n"
      "transition move ([p]) requires { PC[p] = A } { PC[p] := B }\ntransition raise ([p]) { X := True }\n",
      small_search(Memory::Tso));
  auto cubes = workshop.cubes(20);
  Tally tally;
  compare_pairs(workshop, cubes, tally);
  search::CoverTest test(*workshop.memory);
  std::size_t pairs = 0;
  for (const Cube& f : cubes) {
    for (const Cube& g : cubes) {
      if (!f.weak.open.mentions_all || g.weak.open.mentions_all || f.literals != g.literals || g.weak.open.last == OpenReads::none)
        continue;
      ++pairs;
      const auto indexed_f = index_cube(workshop.context, f), indexed_g = index_cube(workshop.context, g);
      CHECK_FALSE(test.covers(indexed_f, indexed_g));
      CHECK(test.covers(indexed_g, indexed_f));
    }
  }
  CHECK(pairs > 0);
}

// F and G read X many times; then F reads what G does not. There are more than 10^13 ways to map the reads of X.
TEST_CASE("cover: a test that fails at the last of many open reads ends") {
  constexpr std::size_t reads = 25;
  std::string text = "type pc = EndX | EndY";
  for (std::size_t k = 0; k <= reads + 1; ++k) text += " | Q" + std::to_string(k);
  text +=
      "\narray PC[proc] : pc\nweak var X : bool\nweak var Y : bool\nweak var Z : bool\n"
      "init (z) { PC[z] = Q0 && X = False && Y = False && Z = False }\nunsafe (a) { PC[a] = EndX }\nunsafe (a) { PC[a] = EndY }\n"
      "transition w ([p]) requires { PC[p] = Q0 } { PC[p] := Q1; Z := True }\n";
  const auto step = [&](const std::string& name, const std::string& from, const std::string& to, const std::string& guard) {
    text += "transition " + name + " ([p]) requires { PC[p] = " + from + " && " + guard + " } { PC[p] := " + to + " }\n";
  };
  for (std::size_t k = 1; k <= reads; ++k) step("r" + std::to_string(k), "Q" + std::to_string(k), "Q" + std::to_string(k + 1), "X = False");
  step("end_x", "Q" + std::to_string(reads + 1), "EndX", "X = False");
  step("end_y", "Q" + std::to_string(reads + 1), "EndY", "Y = True");
  SearchSetup setup = small_search(Memory::Tso);
  setup.translate.narrow = false;
  Workshop workshop(text, setup);
  const auto cubes = workshop.cubes(200);
  const Cube *f_found = nullptr, *g_found = nullptr;
  for (const Cube& cube : cubes) {
    if (cube.weak.open.items.size() == reads + 1) (print(workshop, cube).find("Y") != std::string::npos ? f_found : g_found) = &cube;
  }
  REQUIRE(f_found != nullptr);
  REQUIRE(g_found != nullptr);
  const Cube &f = *f_found, &g = *g_found;
  search::CoverTest test(*workshop.memory);
  const auto indexed_f = index_cube(workshop.context, f), indexed_g = index_cube(workshop.context, g);
  CHECK_FALSE(test.covers(indexed_f, indexed_g));
  CHECK(test.covers(indexed_f, indexed_f));
  std::size_t instances = 0;
  test.each_instance(indexed_f, indexed_g, 3, [&] { ++instances; });
  CHECK(instances > 0);
}

TEST_CASE("cover: the fast test agrees with the definition on lists in both orders") {
  const std::string text = R"(
type pc = Q0 | Q1 | Q2 | Q3 | Q4
array PC[proc] : pc
weak var X : bool
weak var Y : bool
init (z) { PC[z] = Q0 && X = False && Y = False }
unsafe (a) { PC[a] = Q4 }
unsafe (a) { PC[a] = Q3 && a @ X = True }
transition set_x ([p]) requires { PC[p] = Q0 } { X := True }
transition set_y ([p]) requires { PC[p] = Q0 && fence() } { PC[p] := Q1; Y := True }
transition x_first ([p]) requires { PC[p] = Q1 && X = True } { PC[p] := Q2 }
transition y_second ([p]) requires { PC[p] = Q2 && Y = False } { PC[p] := Q4 }
transition y_first ([p]) requires { PC[p] = Q1 && Y = False } { PC[p] := Q3 }
transition x_second ([p]) requires { PC[p] = Q3 && X = True } { PC[p] := Q4 }
transition only_x ([p]) requires { PC[p] = Q1 && X = True } { PC[p] := Q4 }
)";
  Workshop workshop(text, small_search(Memory::Tso));
  auto cubes = workshop.cubes(80);
  Tally tally;
  compare_pairs(workshop, cubes, tally);
  CHECK(tally.with_reads > 5);
}
