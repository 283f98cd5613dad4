// The inference from views: its parts against their definitions, and models that need each of its rules (guess/views).
#include <doctest/doctest.h>

#include <bit>
#include <random>
#include <string>

#include "search/guess/views/generalize.h"
#include "search/guess/views/harvest.h"
#include "unit/search/cubes.h"

using namespace parapet;
using namespace parapet::search::views;
using test::SearchAnswer;
using Kind = test::SearchAnswer::Kind;

namespace {

SearchAnswer infer(const std::string& text, test::Memory memory = test::Memory::Sc) {
  test::SearchSetup setup = test::small_search(memory);
  setup.search.infer = search::Infer::Only;
  setup.work = 400'000'000;
  setup.certify = true;
  return test::run_search(test::program_of(text), setup);
}

// A lock that hands over by name: the owner points to its successor, or frees the lock. `Granted` is written by whoever leaves.
const std::string handing_over = R"(
type location = Out | Queued | Inside
const Nobody : proc
array PC[proc] : location
array Waits[proc] : proc
weak var Owner : proc
weak var Next : proc
init (p) { PC[p] = Out && Waits[p] = Nobody && Nobody <> p && Owner = Nobody && Next = Nobody }
transition free ([p]) requires { PC[p] = Out && Owner = Nobody } { Owner := p; PC[p] := Inside }
transition queue ([p]) requires { PC[p] = Out && Owner <> Nobody && Owner <> p && Next = Nobody } { Next := p; PC[p] := Queued }
transition granted ([p]) requires { PC[p] = Queued && Owner = p } { PC[p] := Inside }
)";
const std::string leaving = R"(
transition leave ([p]) requires { PC[p] = Inside && Owner = p && Next = Nobody } { Owner := Nobody; PC[p] := Out }
transition hand_over ([p]) requires { PC[p] = Inside && Owner = p && Next <> Nobody } { Owner := Next; Next := Nobody; PC[p] := Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)";

// Tickets; `order` is how the next number is written.
std::string ticket(const std::string& release) {
  return R"(
type location = Out | Waiting | Inside
array PC[proc] : location
array Mine[proc] : int
weak var Next : int
weak var Serving : int
init (p) { PC[p] = Out && Mine[p] = 0 && Next = 0 && Serving = 0 }
transition draw ([p]) requires { PC[p] = Out } { Mine[p] := Next; Next := Next + 1; PC[p] := Waiting }
transition served ([p]) requires { PC[p] = Waiting && Serving = Mine[p] } { PC[p] := Inside }
transition release ([p]) requires { PC[p] = Inside } { Serving := )" +
         release + R"(; PC[p] := Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)";
}

struct Harvested {
  Harvested(const std::string& text, test::Memory memory, bool nested)
      : workshop(text, test::small_search(memory)),
        names(name_facts(workshop.program)),
        machine(SnapshotMachine::make(workshop.system, names, 3, budget)),
        tables(workshop.system, workshop.arena, names, 2, nested, machine->has_snapshots()),
        harvest(*machine, workshop.arena, tables, false) {
    harvest.begin(machine->initial_states(100));
    cut = harvest.explore(3000);
  }
  Budget budget;
  test::Workshop workshop;
  NameFacts names;
  std::unique_ptr<SnapshotMachine> machine;
  Tables tables;
  Harvest harvest;
  bool cut = false;
};

}  // namespace

// A row, as literals of all its values, and the literals of an expressible set of one feature are satisfiable together iff the row's value
// is in the set.
TEST_CASE("views: the literals of a feature say that its value is in the set") {
  std::mt19937_64 random(1);
  for (const auto& [text, memory] : {std::pair{handing_over + leaving, test::Memory::Tso}, {ticket("Mine[p] + 1"), test::Memory::Sc}}) {
    Harvested all(text, memory, false);
    TermArena& arena = all.workshop.arena;
    for (std::size_t t = 0; t < all.tables.size(); ++t) {
      const ViewTable& table = all.tables[t];
      REQUIRE(table.size() > 0);
      for (int round = 0; round < 60; ++round) {
        const Row& row = table.row(random() % table.size());
        const auto number = static_cast<std::uint32_t>(random() % row.size());
        const Feature& feature = table.feature(number);
        const ValueSet set = expressible_around(feature, random() & feature.all());
        if (set == 0 || row[number] == any_value) continue;
        const auto same = [](TermId term) { return term; };
        std::vector<TermId> literals;
        for (std::uint32_t f = 0; f < row.size(); ++f) {
          if (row[f] != any_value) add_literals(arena, table.vocabulary(), table.feature(f), ValueSet{1} << row[f], same, literals);
        }
        smt::Solver& solver = *all.workshop.solver;
        const auto answer = [&] {
          solver.push();
          for (const TermId literal : literals) solver.add(literal);
          const smt::Answer result = solver.check({});
          solver.pop();
          return result;
        };
        CHECK(answer() == smt::Answer::Sat);
        add_literals(arena, table.vocabulary(), feature, set, same, literals);
        const bool inside = (set >> row[number] & 1) != 0;
        CHECK(answer() == (inside ? smt::Answer::Sat : smt::Answer::Unsat));
      }
    }
  }
}

TEST_CASE("views: a generalisation holds of the point and of no known view") {
  std::mt19937_64 random(2);
  Harvested all(handing_over + leaving, test::Memory::Tso, false);
  std::size_t made = 0;
  for (std::size_t t = 0; t < all.tables.size(); ++t) {
    const ViewTable& table = all.tables[t];
    for (int round = 0; round < 200; ++round) {
      Point point;
      const Row& row = table.row(random() % table.size());
      for (std::uint32_t f = 0; f < row.size(); ++f) {
        const Feature& feature = table.feature(f);
        const unsigned value = random() % 4 == 0 ? static_cast<unsigned>(random() % feature.values) : row[f];
        point.push_back(row[f] == any_value || random() % 8 == 0 ? feature.all() : ValueSet{1} << value);
      }
      if (is_known(table, point)) continue;
      const Generalized result =
          generalize(table, all.workshop.arena, point, 3, [](const auto& conditions) { return !conditions.empty(); });
      if (result.conditions.empty()) continue;
      ++made;
      CHECK(table.satisfying(result.conditions).empty());
      for (const Condition& condition : result.conditions) {
        CHECK((point[condition.feature] & ~condition.set) == 0);
        CHECK(expressible_around(table.feature(condition.feature), condition.set) == condition.set);
      }
    }
  }
  CHECK(made > 50);
}

// Up to renaming: all are out; p is inside; p is inside and q queued; q was handed the lock; that and r is queued. A state for each choice
// of p, q and r would make 1 + 3 + 6 + 3 + 6.
TEST_CASE("views: all renamings of a state have one canonical form") {
  Harvested all(handing_over + leaving, test::Memory::Tso, false);
  CHECK_FALSE(all.cut);
  CHECK(all.harvest.states() == 5);
}

TEST_CASE("views: compressed numbers make a ticket lock finite") {
  const std::string text = ticket("Mine[p] + 1");
  Budget budget;
  test::Workshop workshop(text, test::small_search(test::Memory::Sc));
  const NameFacts names = name_facts(workshop.program);
  const auto machine = SnapshotMachine::make(workshop.system, names, 2, budget);
  REQUIRE(machine != nullptr);
  for (const bool compress : {false, true}) {
    Tables none;
    Harvest harvest(*machine, workshop.arena, none, compress);
    harvest.begin(machine->initial_states(10));
    CHECK(harvest.explore(2000) == !compress);
  }
}

TEST_CASE("inference: a lock that is handed over, for any number of processes") {
  for (const test::Memory memory : {test::Memory::Sc, test::Memory::Tso}) {
    const SearchAnswer answer = infer(handing_over + leaving, memory);
    CHECK(answer.kind == Kind::Safe);
    CHECK(answer.certified);
  }
}

TEST_CASE("inference: numbers that grow for ever") {
  for (const test::Memory memory : {test::Memory::Sc, test::Memory::Tso}) CHECK(infer(ticket("Mine[p] + 1"), memory).kind == Kind::Safe);
}

// Everybody draws the same ticket; a process that hands the lock over stays inside. Never UNSAFE: only a trace says that.
TEST_CASE("inference: an unsafe model has no invariant, and no trace comes from views") {
  std::string same_ticket = ticket("Mine[p] + 1");
  const std::string increment = "Next := Next + 1";
  same_ticket.replace(same_ticket.find(increment), increment.size(), "Next := Next");
  CHECK(infer(same_ticket).kind == Kind::Limit);
  const std::string twice = handing_over + R"(
transition leave ([p]) requires { PC[p] = Inside && Owner = p } { Owner := Nobody; PC[p] := Out }
transition keep ([p]) requires { PC[p] = Inside && Owner = p && Next <> Nobody } { Owner := Next; Next := Nobody }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)";
  CHECK(infer(twice).kind == Kind::Limit);
}

// More than 32 locations: sets of values are words of 64 bits.
TEST_CASE("inference: a program counter with many locations") {
  std::string locations = "L0", steps;
  for (int k = 1; k < 40; ++k) {
    const auto name = [](int number) { return "L" + std::to_string(number); };
    locations += " | " + name(k);
    if (k == 1) continue;
    steps += "transition t" + std::to_string(k) + " ([p]) requires { PC[p] = " + name(k - 1) + " } { PC[p] := " + name(k) + " }\n";
  }
  const std::string text = "type location = " + locations + R"(
array PC[proc] : location
const Nobody : proc
weak var Lock : proc
init (p) { PC[p] = L0 && Nobody <> p && Lock = Nobody }
transition take ([p]) requires { PC[p] = L0 && Lock = Nobody } { Lock := p; PC[p] := L1 }
transition leave ([p]) requires { PC[p] = L39 } { Lock := Nobody; PC[p] := L0 }
unsafe (p q) { PC[p] = L38 && PC[q] = L35 }
)" + steps;
  CHECK(infer(text).kind == Kind::Safe);
}

// The process order is asked about in a condition of `case` only.
TEST_CASE("inference: order in conditions") {
  CHECK(infer(R"(
type location = Out | Inside
array PC[proc] : location
array Low[proc] : bool
init (p) { PC[p] = Out && Low[p] = False }
transition look ([p] q) requires { PC[p] = Out } { Low[p] := case | p < q : True | _ : False; Low[q] := case | p < q : False | _ : True; PC[p] := Inside; PC[q] := Inside }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside && Low[p] = True && Low[q] = True && q < p && p < q }
)")
            .kind == Kind::Safe);
}

// Views of no unnamed process: everything is said of #1 and #2.
TEST_CASE("inference: processes that constants name") {
  CHECK(infer(R"(
number_procs 2
type location = Out | Inside
array PC[proc] : location
var Turn : bool
init (p) { PC[p] = Out && Turn = False }
transition first ([p]) requires { p = #1 && PC[p] = Out && Turn = False } { PC[p] := Inside }
transition first_leaves ([p]) requires { p = #1 && PC[p] = Inside } { PC[p] := Out; Turn := True }
transition second ([p]) requires { p = #2 && PC[p] = Out && Turn = True } { PC[p] := Inside }
transition second_leaves ([p]) requires { p = #2 && PC[p] = Inside } { PC[p] := Out; Turn := False }
unsafe () { PC[#1] = Inside && PC[#2] = Inside }
)")
            .kind == Kind::Safe);
}

// A weak variable that init leaves open: memory and a snapshot of it hold one value.
TEST_CASE("inference: an open weak variable is one value for memory and snapshot") {
  CHECK(infer(R"(
type location = L0 | L1 | L2
array PC[proc] : location
array Seen[proc] : bool
weak var X : bool
weak array W[proc] : bool
init (p) { PC[p] = L0 && Seen[p] = False && W[p] = False }
transition write ([p]) requires { PC[p] = L0 } { W[p] := True; PC[p] := L1 }
transition read_true ([p]) requires { PC[p] = L1 && X = True } { Seen[p] := True; PC[p] := L2 }
transition read_false ([p]) requires { PC[p] = L1 && X = False } { PC[p] := L2 }
unsafe (p q) { PC[p] = L2 && PC[q] = L2 && Seen[p] = True && Seen[q] = False }
)",
              test::Memory::Tso)
            .kind == Kind::Safe);
}
