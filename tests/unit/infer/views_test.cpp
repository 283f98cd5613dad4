// The parts of the inference from views against their definitions (infer/views).
#include <doctest/doctest.h>

#include <bit>
#include <random>
#include <string>

#include "infer/guess_instance.h"
#include "infer/views/harvest.h"
#include "infer/views/learn.h"
#include "infer/views/lemma.h"
#include "infer/views/snapshot_machine.h"
#include "unit/infer/views_models.h"
#include "unit/search/cubes.h"

using namespace parapet;
using namespace parapet::search::views;
using search::OpenKind;
using test::handing_over;
using test::leaving;
using test::ticket;

namespace {

struct Harvested {
  Harvested(const std::string& text, test::Memory memory, bool nested)
      : workshop(text, test::small_search(memory)),
        names(name_facts(workshop.program)),
        machine(SnapshotMachine::make(workshop.system, names, 3, budget)),
        tables(workshop.system, workshop.arena, names, 2, nested, machine->has_snapshots() ? OpenKind::Snapshot : OpenKind::None),
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

// Words of the bit columns against the definition: a row agrees with a point iff each of its values, if it has one, is in the set.
TEST_CASE("views: known views that agree with a point") {
  std::mt19937_64 random(3);
  for (const auto& [text, memory] : {std::pair{handing_over + leaving, test::Memory::Tso}, {ticket("Mine[p] + 1"), test::Memory::Sc}}) {
    Harvested all(text, memory, false);
    std::size_t some = 0, none = 0;
    for (std::size_t t = 0; t < all.tables.size(); ++t) {
      const ViewTable& table = all.tables[t];
      for (int round = 0; round < 200; ++round) {
        const Row& like = table.row(random() % table.size());
        Point point;
        for (std::uint32_t f = 0; f < like.size(); ++f) {
          const Feature& feature = table.feature(f);
          const ValueSet set = like[f] == any_value ? feature.all() : ValueSet{1} << like[f];
          point.push_back(random() % 3 == 0 ? feature.all() : random() % 12 == 0 ? random() & feature.all() : set);
        }
        std::vector<std::size_t> expected;
        for (std::size_t row = 0; row < table.size(); ++row) {
          bool agrees = true;
          for (std::uint32_t f = 0; f < point.size() && agrees; ++f)
            agrees = point[f] == table.feature(f).all() ||
                     (table.row(row)[f] == any_value ? point[f] != 0 : (point[f] >> table.row(row)[f] & 1) != 0);
          if (agrees) expected.push_back(row);
        }
        CHECK(is_known(table, point) == !expected.empty());
        CHECK(agreeing(table, point, table.size()) == expected);
        const std::size_t most = std::min<std::size_t>(expected.size(), 2);
        CHECK(agreeing(table, point, 2) == std::vector(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(most)));
        ++(expected.empty() ? none : some);
      }
    }
    CHECK(some > 50);
    CHECK(none > 5);
  }
}

TEST_CASE("views: a set of hashes knows what was put into it, and nothing else") {
  HashSet set;
  for (std::uint64_t round = 0; round < 2; ++round) {
    for (std::uint64_t k = 1; k < 2000; ++k) CHECK(set.insert(k * 4096) == (round == 0));
  }
}

TEST_CASE("views: a generalisation holds of the point and of no known view") {
  std::mt19937_64 random(2);
  Harvested all(handing_over + leaving, test::Memory::Tso, false);
  const Registers registers = find_registers(all.workshop.system, all.workshop.arena);
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
          generalize(table, all.workshop.arena, registers, point, 3, [](const auto& conditions) { return !conditions.empty(); });
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

// `Seen` is read in Test only, and overwritten by `look` before: it is dead everywhere else. `Mark`, which nothing reads, is the author's.
TEST_CASE("views: a register is live from where it is written to where it is read") {
  test::Workshop workshop(R"(
type location = Out | Look | Test | Inside
array PC[proc] : location
array Seen[proc] : bool
array Mark[proc] : bool
array Told[proc] : bool
weak var Lock : bool
init (p) { PC[p] = Out && Seen[p] = False && Mark[p] = False && Told[p] = False && Lock = False }
transition start ([p]) requires { PC[p] = Out } { PC[p] := Look }
transition look ([p]) requires { PC[p] = Look } { Seen[p] := Lock; Mark[p] := True; Told[p] := True; PC[p] := Test }
transition again ([p]) requires { PC[p] = Test && Seen[p] = True } { PC[p] := Look }
transition enter ([p]) requires { PC[p] = Test && Seen[p] = False } { Lock := True; PC[p] := Inside }
transition leave ([p] q) requires { PC[p] = Inside && Told[q] = True } { Lock := False; PC[p] := Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside && p < q }
)",
                          test::small_search(test::Memory::Tso));
  const Registers registers = find_registers(workshop.system, workshop.arena);
  const auto live = [&](const std::string& name) { return registers.live[workshop.program.signature.find_symbol(name)->index()]; };
  CHECK(registers.counter == workshop.program.signature.find_symbol("PC"));
  CHECK(live("Seen") == 0b0100);
  CHECK(live("Mark") == ~ValueSet{0});
  CHECK(live("Told") == ~ValueSet{0});  // others read it
  CHECK(live("Lock") == ~ValueSet{0});
}

// Whoever is inside has seen that the lock is free, and does not look at that again. "Inside, and the lock is free" and "inside, and has seen it
// taken" are both unknown; the latter would be a lemma about the past.
TEST_CASE("views: dead registers are left out of lemmas") {
  Harvested all(R"(
type location = Out | Test | Inside
array PC[proc] : location
array Seen[proc] : bool
weak var Lock : bool
init (p) { PC[p] = Out && Seen[p] = False && Lock = False }
transition look ([p]) requires { PC[p] = Out } { Seen[p] := Lock; PC[p] := Test }
transition again ([p]) requires { PC[p] = Test && Seen[p] = True } { PC[p] := Out }
transition enter ([p]) requires { PC[p] = Test && Seen[p] = False && Lock = False } { Lock := True; PC[p] := Inside }
transition leave ([p]) requires { PC[p] = Inside } { Lock := False; PC[p] := Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)",
                test::Memory::Sc, false);
  const ViewTable& table = all.tables[all.tables.find({1, false})];
  const auto symbol = [&](const std::string& name) { return *all.workshop.program.signature.find_symbol(name); };
  const auto is_of = [&](const Feature& feature, const std::string& name) {
    return feature.kind == FeatureKind::Enum && all.workshop.arena.symbol(feature.a) == symbol(name);
  };
  Point point;
  for (const Feature& feature : table.vocabulary().features) {
    point.push_back(is_of(feature, "PC")     ? ValueSet{1} << 2
                    : is_of(feature, "Seen") ? ValueSet{1} << Signature::true_value
                    : is_of(feature, "Lock") ? ValueSet{1} << Signature::false_value
                                             : feature.all());
  }
  REQUIRE_FALSE(is_known(table, point));
  const Registers registers = find_registers(all.workshop.system, all.workshop.arena);
  const Generalized result =
      generalize(table, all.workshop.arena, registers, point, 3, [](const auto& conditions) { return !conditions.empty(); });
  CHECK(result.conditions.size() == 2);
  for (const Condition& condition : result.conditions) CHECK_FALSE(is_of(table.feature(condition.feature), "Seen"));
}

// A literal `Nobody = p` mentions p although its cell does not: without that, no lemma of one process could say it (trap of `mcs` with null
// checks: a lemma for each location instead of one).
TEST_CASE("views: where a pointer leads mentions the process that it leads to") {
  Harvested all(handing_over + leaving, test::Memory::Sc, false);
  const Vocabulary& vocabulary = all.tables[all.tables.find({2, false})].vocabulary();
  std::size_t found = 0;
  for (const Feature& feature : vocabulary.features) {
    if (feature.kind != FeatureKind::Where || feature.mentions != 0) continue;
    ++found;
    CHECK(mentioned(vocabulary, feature, 0b001) == 0b01);  // = z0
    CHECK(mentioned(vocabulary, feature, 0b100) == 0b11);  // elsewhere: neither z0 nor z1
    CHECK(mentioned(vocabulary, feature, 0b101) == 0b10);  // <> z1
  }
  CHECK(found == 3);  // Nobody, Owner, Next
}

TEST_CASE("views: pointers are followed only where the program follows them") {
  const auto followed = [](const std::string& text, const std::string& pointer) {
    test::Workshop workshop(text, test::small_search(test::Memory::Sc));
    const NameFacts facts = name_facts(workshop.program);
    std::vector<std::string> names;
    for (const SymbolId array : facts.dereferences[workshop.program.signature.find_symbol(pointer)->index()])
      names.push_back(workshop.program.signature[array].name);
    return names;
  };
  CHECK(followed(handing_over + leaving, "Owner").empty());
  const std::string queue = R"(
type location = Out | Queued | Inside
array PC[proc] : location
array Pred[proc] : proc
array Mine[proc] : bool
weak var Tail : proc
weak array Locked[proc] : bool
init (p) { PC[p] = Out && Tail = p && Pred[p] = p && Locked[p] = False && Mine[p] = False }
transition queue ([p]) requires { PC[p] = Out } { Pred[p] := Tail; Tail := p; Locked[p] := True; Mine[p] := True; PC[p] := Queued }
transition enter ([p] n) requires { PC[p] = Queued && Pred[p] = n && Locked[n] = False } { PC[p] := Inside }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)";
  CHECK(followed(queue, "Pred") == std::vector<std::string>{"Locked"});
  CHECK(followed(queue, "Tail") == std::vector<std::string>{"Locked"});  // copied to Pred
}

// The exact instance is finite, so its numbers are not compressed: 1000 and -1000 are far from each other, and compressed the release would
// lead from -2 to 998, a state that does not exist. Numbers have no window: no firing is lost because 1,048,576 is large.
TEST_CASE("views: large numbers are exact in a finite instance") {
  const std::string text = R"(
type location = Out | Inside
array PC[proc] : location
weak var Word : int
init (p) { PC[p] = Out && Word = 0 }
transition take ([p]) requires { PC[p] = Out && Word = 0 } { Word := Word - 1048576; PC[p] := Inside }
transition leave ([p]) requires { PC[p] = Inside } { Word := Word + 1048576; PC[p] := Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)";
  const auto states = [&](bool compress) {
    Budget budget;
    test::Workshop workshop(text, test::small_search(test::Memory::Sc));
    const NameFacts names = name_facts(workshop.program);
    const auto machine = SnapshotMachine::make(workshop.system, names, 2, budget);
    Tables none;
    Harvest harvest(*machine, workshop.arena, none, compress);
    harvest.begin(machine->initial_states(10));
    CHECK_FALSE(harvest.explore(2000));
    return harvest.states();
  };
  CHECK(states(false) == 2);
  CHECK(states(true) > 2);
}

// For every row, and every conjunction of conditions without nested terms: the cubes of the conjunction are satisfiable together with the row
// iff the row satisfies the conditions.
TEST_CASE("views: the cubes of a lemma are its conditions") {
  std::mt19937_64 random(3);
  for (const auto& [text, memory] : {std::pair{handing_over + leaving, test::Memory::Tso}, {ticket("Mine[p] + 1"), test::Memory::Sc}}) {
    Harvested all(text, memory, false);
    TermArena& arena = all.workshop.arena;
    smt::Solver& solver = *all.workshop.solver;
    const auto same = [](TermId term) { return term; };
    std::size_t in = 0, out = 0;
    for (std::size_t t = 0; t < all.tables.size(); ++t) {
      const ViewTable& table = all.tables[t];
      for (int round = 0; round < 100; ++round) {
        const std::size_t number = random() % table.size();
        const Row& row = table.row(number);
        std::vector<TermId> of_row;
        for (std::uint32_t f = 0; f < row.size(); ++f) {
          if (row[f] != any_value) add_literals(arena, table.vocabulary(), table.feature(f), ValueSet{1} << row[f], same, of_row);
        }
        std::vector<Condition> conditions;
        bool known = true;
        for (std::uint32_t f = 0; f < row.size(); ++f) {
          if (random() % row.size() > 2) continue;
          const ValueSet set = expressible_around(table.feature(f), (random() & table.feature(f).all()) | ValueSet{1});
          conditions.push_back({f, set});
          known = known && row[f] != any_value;
        }
        if (!known) continue;
        bool satisfiable = false;
        // The variables of a cube are renumbered where some are not mentioned, so the literals of the conditions are compared as they are.
        std::vector<TermId> literals = of_row;
        for (const Condition& each : conditions)
          add_literals(arena, table.vocabulary(), table.feature(each.feature), each.set, same, literals);
        solver.push();
        for (const TermId literal : literals) solver.add(literal);
        satisfiable = solver.check({}) == smt::Answer::Sat;
        solver.pop();
        CHECK(satisfiable == table.satisfies(number, conditions));
        (satisfiable ? in : out) += 1;
        const auto cubes = cubes_of(*all.workshop.memory, table.vocabulary(), conditions);
        if (satisfiable) CHECK(cubes.size() == 1);
      }
    }
    CHECK(in > 20);
    CHECK(out > 20);
  }
}

// What another party has explored is not explored again: the same states in the same order, and as many attempts to fire are counted, step
// by step. So nothing that is printed depends on who explores first.
TEST_CASE("views: an instance that others explored, in part or completely, is gone on with") {
  const std::string text = handing_over + leaving;
  test::Workshop workshop(text, test::small_search(test::Memory::Sc));
  const NameFacts names = name_facts(workshop.program);
  std::size_t copied = 0;
  for (const std::uint64_t most : {2U, 3U, 4U, 1000U}) {
    Budget budget;
    const auto explored = search::GuessInstance::explore({workshop.system, &budget}, 3, {.states = most});
    REQUIRE(explored != nullptr);
    REQUIRE(explored->is_canonical());
    CHECK(explored->cut() == (most < 1000));
    const auto own_machine = SnapshotMachine::make(workshop.system, names, 3, budget);
    const auto other_machine = SnapshotMachine::make(workshop.system, names, 3, budget);
    Tables own_tables(workshop.system, workshop.arena, names, 2, false, OpenKind::None);
    Tables other_tables(workshop.system, workshop.arena, names, 2, false, OpenKind::None);
    Harvest own(*own_machine, workshop.arena, own_tables, false);
    Harvest other(*other_machine, workshop.arena, other_tables, false);
    own.begin(own_machine->initial_states(10));
    other.begin(other_machine->initial_states(10));
    other.follow(*explored);
    for (std::size_t states = 1; states < 10; ++states) {
      CHECK(own.explore(states) == other.explore(states));
      CHECK(own.states() == other.states());
      CHECK(own_machine->attempts() == other_machine->attempts());
    }
    CHECK(own.states() == 5);
    for (std::size_t t = 0; t < own_tables.size(); ++t) {
      REQUIRE(own_tables[t].size() == other_tables[t].size());
      for (std::size_t row = 0; row < own_tables[t].size(); ++row) CHECK(own_tables[t].row(row) == other_tables[t].row(row));
    }
    copied += explored->followed();
  }
  CHECK(copied > 5);
}

// Numbers, open cells and arbitrary values are chosen differently by who explores: nothing is shared.
TEST_CASE("views: an exploration that depends on choices is not gone on with") {
  const auto is_canonical = [](const std::string& text, test::Memory memory) {
    Budget budget;
    test::Workshop workshop(text, test::small_search(memory));
    return search::GuessInstance::explore({workshop.system, &budget}, 2, {})->is_canonical();
  };
  const std::string head = "type location = Out | Inside\narray PC[proc] : location\nweak var X : bool\n";
  const std::string step = "transition go ([p]) requires { PC[p] = Out && X = True } { PC[p] := Inside }\nunsafe (p) { PC[p] = Inside }\n";
  CHECK(is_canonical(head + "init (p) { PC[p] = Out && X = True }\n" + step, test::Memory::Sc));
  CHECK_FALSE(is_canonical(head + "init (p) { PC[p] = Out }\n" + step, test::Memory::Sc));
  CHECK_FALSE(is_canonical(head + "init (p) { PC[p] = Out && X = True }\ntransition any ([p]) requires { PC[p] = Out } { X := ? }\n" + step,
                           test::Memory::Sc));
  CHECK_FALSE(is_canonical(ticket("Mine[p] + 1"), test::Memory::Sc));
}

// A rung with a smaller limit takes the first states of an instance that another rung has explored: those of an exploration with its limit.
TEST_CASE("views: the first states of an exploration are those of one with a smaller limit") {
  Budget budget;
  test::Workshop workshop(ticket("Mine[p] + 1"), test::small_search(test::Memory::Sc));
  const NameFacts names = name_facts(workshop.program);
  const auto machine = SnapshotMachine::make(workshop.system, names, 3, budget);
  Tables none;
  Harvest all(*machine, workshop.arena, none, true);
  all.begin(machine->initial_states(10));
  REQUIRE_FALSE(all.explore(1000));
  for (const std::size_t limit : {1U, 7U, 20U, 41U, 1000U}) {
    Tables first(workshop.system, workshop.arena, names, 2, false, OpenKind::None);
    Tables direct(workshop.system, workshop.arena, names, 2, false, OpenKind::None);
    Harvest shared(*machine, workshop.arena, first, true);
    Harvest alone(*machine, workshop.arena, direct, true);
    alone.begin(machine->initial_states(10));
    static_cast<void>(alone.explore(limit));
    CHECK(shared.add_views_of(all, limit) == alone.states());
    for (std::size_t t = 0; t < first.size(); ++t) {
      REQUIRE(first[t].size() == direct[t].size());
      for (std::size_t row = 0; row < first[t].size(); ++row) CHECK(first[t].row(row) == direct[t].row(row));
    }
  }
}
