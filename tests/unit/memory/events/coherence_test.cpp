// The cover test of NOTE(coherence) against its definition: a weak part covers itself, and each thing that it says must be said by the other
// one too. Every case takes one fact away from the covered part, so that it stands for executions that the covering one excludes. And which
// writes are forgotten.
#include <doctest/doctest.h>

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "memory/events/events.h"
#include "random/text_model.h"
#include "smt/wrappers/factory.h"

namespace parapet::search {
namespace {

ReadSet set(std::initializer_list<std::uint32_t> members) {
  ReadSet result;
  for (const std::uint32_t member : members) result.add(member);
  return result;
}

// Two pending reads, '0 of X and Y by z0 and '1 of X by z1, beside two writes of X (slots '2, '3), and one of Y, which is closed. '0 is an
// exchange of the second write of X, which is glued to the first; '1 is after the first.
struct Fixture {
  Fixture()
      : program(test::program_of("array PC[proc] : bool\nvar S : bool\nweak var X : bool\nweak var Y : bool\n"
                                 "init (z) { PC[z] = False && S = False && X = False && Y = False }\n"
                                 "unsafe (z) { PC[z] = True && S = True && z @ X = True && z @ Y = True }\n"
                                 "transition t ([p])\nrequires { S = False }\n{ X := True; Y := True; S := True; PC[p] := True }\n")),
        arena(program.signature),
        system(le::translate(program, ld::pso, {}, arena)),
        solver(smt::make_solver(arena, {}, statistics)),
        context(system, arena, *solver, events_memory(ld::pso)),
        memory(events_memory(ld::pso).make(context, nullptr)) {
    const SymbolId x = *program.signature.find_symbol("X"), y = *program.signature.find_symbol("Y"),
                   s = *program.signature.find_symbol("S");
    const TermId p = arena.process(0), q = arena.process(1);
    weak.open.items = {
        {arena.read(0, p, arena.cell(x, {})), arena.read(0, p, arena.cell(y, {}))}, {arena.read(1, q, arena.cell(x, {}))}, {}, {}};
    weak.order.reach = {set({0, 3}), set({1, 2}), set({2, 3}), set({3})};
    weak.order.processes = {{p, set({0, 1, 3}), set({0, 3}), set({3})}, {q, set({1, 2}), {}, {}}};
    weak.order.cells = {{s, {}, false, set({0}), set({1})}};
    weak.order.writes = {{x, {}, 2, set({1, 2, 3}), {p, q}, PendingOrder::none, false, false},
                         {x, {}, 3, set({0, 3}), {p}, 0, true, false},
                         {y, {}, PendingOrder::none, set({1, 2}), {}, PendingOrder::none, false, true}};
    weak.order.sought = {{0, p, x, {}, false}, {0, p, y, {}, true}, {1, q, x, {}, false}};
  }

  [[nodiscard]] bool covers(const Weak& covered) const {
    return memory->embed(
        weak, covered, [](TermId process) { return process; }, [](std::uint32_t from, std::uint32_t to) { return from == to; },
        [] { return true; });
  }
  // Whether it still covers what is left after the change.
  [[nodiscard]] bool covers_after(const std::function<void(Weak&)>& change) const {
    Weak other = weak;
    change(other);
    return covers(other);
  }

  ld::Program program;
  TermArena arena;
  le::System system;
  smt::SolverStatistics statistics;
  std::unique_ptr<smt::Solver> solver;
  Context context;
  std::unique_ptr<MemoryPart> memory;
  Weak weak;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "coherence: a weak part covers itself, and one that says more") {
  CHECK(covers(weak));
  CHECK(covers_after([](Weak& g) { g.order.processes[1].waits = set({1, 2}); }));
  CHECK(covers_after([](Weak& g) { g.order.writes[1].seen.push_back(g.order.processes[1].process); }));
}

TEST_CASE_FIXTURE(Fixture, "coherence: every row of the covering part is in that of the covered one") {
  const std::vector<std::pair<std::string, std::function<void(Weak&)>>> rows{
      {"A, a pending read",
       [](Weak& g) {
         g.order.processes[0].any = set({0, 3});
       }},
      {"A, a slot", [](Weak& g) { g.order.processes[1].any = set({1}); }},
      {"A, no row", [](Weak& g) { g.order.processes.pop_back(); }},
      {"B", [](Weak& g) { g.order.processes[0].waits = set({0}); }},
      {"V", [](Weak& g) { g.order.processes[0].writes = {}; }},
      {"Gr", [](Weak& g) { g.order.cells[0].read = {}; }},
      {"Gw", [](Weak& g) { g.order.cells[0].written = {}; }},
      {"reach of a pending read", [](Weak& g) { g.order.reach[1] = set({1}); }},
      {"reach of a slot", [](Weak& g) { g.order.reach[2] = set({2}); }},
      {"W, a slot",
       [](Weak& g) {
         g.order.writes[0].after = set({1, 2});
       }},
      {"W of a closed write", [](Weak& g) { g.order.writes[2].after = set({1}); }},
  };
  for (const auto& [name, change] : rows) {
    CAPTURE(name);
    CHECK_FALSE(covers_after(change));
  }
}

TEST_CASE_FIXTURE(Fixture, "coherence: what is known of a write is known of its image") {
  const std::vector<std::pair<std::string, std::function<void(Weak&)>>> facts{
      {"seen", [](Weak& g) { g.order.writes[0].seen.pop_back(); }},
      {"glued", [](Weak& g) { g.order.writes[1].glued = false; }},
      {"an exchange", [](Weak& g) { g.order.writes[1].exchange = PendingOrder::none; }},
      {"closed",
       [](Weak& g) {
         g.order.writes[2].closed = false;
         g.order.writes[2].slot = 4;
         g.open.items.emplace_back();
         g.order.reach.push_back(set({4}));
       }},
      {"the order of a chain", [](Weak& g) { std::swap(g.order.writes[0], g.order.writes[1]); }},
      {"a write of the chain is missing",
       [](Weak& g) {
         g.order.writes.erase(g.order.writes.begin() + 1);
         g.order.writes[0].slot = 2;
       }},
  };
  for (const auto& [name, change] : facts) {
    CAPTURE(name);
    CHECK_FALSE(covers_after(change));
  }
}

TEST_CASE_FIXTURE(Fixture, "coherence: two writes of a chain go to two") {
  const SymbolId x = weak.order.writes[0].symbol;
  const TermId p = weak.order.processes[0].process;
  weak.order.reach = {set({0}), set({1}), set({2, 3}), set({3})};
  weak.order.processes = {{p, set({0, 2, 3}), {}, {}}};
  weak.order.cells.clear();
  weak.order.sought = {{1, weak.order.sought[2].reader, x, {}, false}};
  weak.order.writes = {{x, {}, 2, set({1, 2, 3}), {p}, PendingOrder::none, false, false},
                       {x, {}, 3, set({1, 3}), {p}, PendingOrder::none, false, false}};
  CHECK(covers(weak));
  CHECK_FALSE(covers_after([](Weak& g) {
    g.order.writes.pop_back();
    g.order.writes[0].after = set({1, 2});
    g.open.items.pop_back();
    g.order.reach = {set({0}), set({1}), set({2})};
    g.order.processes[0].any = set({0, 2});
  }));
}

TEST_CASE_FIXTURE(Fixture, "coherence: items are early, and after a write, as their images are") {
  CHECK_FALSE(covers_after([](Weak& g) { g.order.sought[1].early = false; }));
  CHECK_FALSE(covers_after([](Weak& g) { g.order.sought[2].early = true; }));
  CHECK_FALSE(covers_after([](Weak& g) { g.order.sought.pop_back(); }));
  // '1 is older than the first write of X.
  CHECK_FALSE(covers_after([](Weak& g) { g.order.writes[0].after = set({2, 3}); }));
  // '1 is after the second write, too.
  CHECK_FALSE(covers_after([](Weak& g) { g.order.writes[1].after = set({0, 1, 3}); }));
  // '0 is no exchange of the second write here, and is one there.
  Fixture apart;
  apart.weak.order.writes[1].exchange = PendingOrder::none;
  apart.weak.order.writes[1].after = set({3});
  CHECK(apart.covers(apart.weak));
  CHECK_FALSE(apart.covers(weak));
  // Without a chain in the covering part, its item is not decided.
  weak.order.writes.erase(weak.order.writes.begin() + 2);
  weak.order.sought[1].early = false;
  CHECK(covers_after([](Weak& g) { g.order.sought[1].early = true; }));
}

TEST_CASE_FIXTURE(Fixture, "coherence: the live writes are kept, and no others") {
  const SymbolId x = weak.order.writes[0].symbol, y = weak.order.writes[2].symbol;
  // '0 is pending; X: slots '1, '2; Y: slot '3.
  weak.open.items = {weak.open.items[0], {}, {}, {}};
  weak.order.reach = {set({0}), set({1, 2}), set({2}), set({3})};
  weak.order.processes.clear();
  weak.order.cells.clear();
  weak.order.sought = {{0, arena.process(0), x, {}, false}};
  const auto kept = [&](const ReadSet& first, const ReadSet& second, bool glued, const ReadSet& of_y) {
    weak.order.writes = {{x, {}, 1, first, {}, PendingOrder::none, false, false},
                         {x, {}, 2, second, {}, PendingOrder::none, glued, false},
                         {y, {}, 3, of_y, {}, PendingOrder::none, false, false}};
    std::vector<std::uint32_t> map;
    const auto before = [&](TermId a, TermId b) { return arena.compare(a, b) < 0; };
    const Weak left = memory->compact(
        weak, {true, false, false, false, false}, [](TermId process) { return process; }, before, map);
    return left.order.writes.size();
  };
  CHECK(kept(set({1, 2}), set({2}), false, set({3})) == 0);        // nothing leads back to a firing still to be found
  CHECK(kept(set({0, 1, 2}), set({2}), false, set({3})) == 1);     // the first write is before the pending read
  CHECK(kept(set({0, 1, 2}), set({2}), true, set({3})) == 2);      // the second one comes right after it
  CHECK(kept(set({0, 1, 2}), set({2}), false, set({1, 3})) == 2);  // Y's is before the moment when X is overwritten
}

}  // namespace parapet::search
