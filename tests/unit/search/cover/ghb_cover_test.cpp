// When the rows of one cube map into those of another: each kind of row is asked for, and its set may be smaller but not larger.
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "memory/events/ghb.h"
#include "random/text_model.h"
#include "search/cover/cover.h"
#include "smt/factory.h"

using namespace parapet;

namespace {

const char* const model = R"(
weak array X[proc] : bool
weak var Y : bool
array P[proc] : bool
var S : bool
init (z) { X[z] = False && Y = False && P[z] = False && S = False }
unsafe (z) { P[z] = True }
transition t ([p]) requires { S = False } { P[p] := True; S := True; Y := True; X[p] := True }
)";

struct Fixture {
  Fixture()
      : program(test::program_of(model)),
        arena(program.signature),
        system(le::translate(program, le::tso, {}, arena)),
        solver(smt::make_solver(arena, {}, statistics)),
        context(system, arena, *solver, search::ghb_memory),
        memory(search::ghb_memory.make(context, nullptr)) {}

  [[nodiscard]] SymbolId symbol(const std::string& name) const {
    const auto& symbols = arena.signature().symbols();
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      if (symbols[k].name == name) return SymbolId(k);
    }
    return {};
  }

  // Two nodes, of z0 and z1, each with an item on Y, read True; nothing ordered.
  [[nodiscard]] Cube cube() {
    Cube made;
    made.processes = 2;
    const TermId y = arena.cell(symbol("Y"), {});
    for (std::uint32_t k = 0; k < 2; ++k) {
      const TermId item = arena.read(k, arena.process(k), y);
      made.literals.push_back(arena.member(item, 2));
      made.weak.open.items.push_back({item});
      made.weak.order.reach.push_back(set({k}));
    }
    return made;
  }

  static ReadSet set(std::initializer_list<std::uint32_t> nodes) {
    ReadSet result;
    for (const std::uint32_t node : nodes) result.add(node);
    return result;
  }

  [[nodiscard]] bool covers(const Cube& f, const Cube& g) {
    search::CoverTest test(*memory);
    const auto first = search::index_cube(context, f);
    const auto second = search::index_cube(context, g);
    return test.covers(first, second);
  }

  ld::Program program;
  TermArena arena;
  le::System system;
  smt::SolverStatistics statistics;
  std::unique_ptr<smt::Solver> solver;
  search::Context context;
  std::unique_ptr<search::MemoryPart> memory;
};

using Change = std::function<void(Fixture&, Cube&)>;

// Changes outlive the lists they are written with, so they keep sets.
Change process_row(std::initializer_list<std::uint32_t> any, std::initializer_list<std::uint32_t> waits) {
  return [any = Fixture::set(any), waits = Fixture::set(waits)](Fixture& f, Cube& cube) {
    cube.weak.order.processes = {{f.arena.process(0), any, waits}};
  };
}

Change cell_row(const std::string& name, bool own, std::initializer_list<std::uint32_t> read,
                std::initializer_list<std::uint32_t> written) {
  return [name, own, read = Fixture::set(read), written = Fixture::set(written)](Fixture& f, Cube& cube) {
    std::vector<TermId> args;
    if (own) args.push_back(f.arena.process(0));
    const bool others = !own && (name == "X" || name == "P");
    cube.weak.order.cells.push_back({f.symbol(name), args, others, read, written});
  };
}

}  // namespace

TEST_CASE("ghb: every row maps into its counterpart") {
  const std::vector<std::pair<Change, Change>> larger{
      {process_row({0}, {}), process_row({1}, {})},
      {process_row({0, 1}, {}), process_row({0}, {})},
      {process_row({0}, {0}), process_row({0}, {})},
      {cell_row("Y", false, {}, {0, 1}), cell_row("Y", false, {}, {1})},
      {cell_row("Y", false, {0}, {}), cell_row("Y", false, {}, {0})},
      {cell_row("S", false, {0}, {}), cell_row("S", false, {}, {0})},
      {cell_row("S", false, {}, {0}), cell_row("S", false, {0}, {})},
      {cell_row("X", true, {}, {0}), cell_row("X", true, {}, {1})},
      {cell_row("X", false, {}, {0}), cell_row("X", true, {}, {0})},  // all others are more than one
      {[](Fixture&, Cube& cube) { cube.weak.order.reach[0].add(1); }, [](Fixture&, Cube&) {}},
      {[](Fixture&, Cube& cube) { cube.weak.order.reach[1].add(0); }, [](Fixture&, Cube&) {}},
  };
  for (std::size_t k = 0; k < larger.size(); ++k) {
    CAPTURE(k);
    Fixture f;
    const Cube plain = f.cube();
    Cube more = f.cube();
    Cube other = f.cube();
    larger[k].first(f, more);
    larger[k].second(f, other);
    CHECK(f.covers(plain, plain));
    CHECK(f.covers(more, more));
    CHECK(f.covers(plain, more));
    CHECK_FALSE(f.covers(more, plain));
    CHECK_FALSE(f.covers(more, other));
  }
}

TEST_CASE("ghb: cells without a row of their own have that of the others") {
  Fixture f;
  Cube own = f.cube();
  cell_row("X", true, {}, {0})(f, own);
  Cube others = f.cube();
  cell_row("X", false, {}, {0})(f, others);
  CHECK(f.covers(own, others));
  CHECK_FALSE(f.covers(others, own));
  // X[z0] has less than the others: nothing that all have is there.
  Cube except = others;
  cell_row("X", true, {}, {})(f, except);
  CHECK_FALSE(f.covers(others, except));
  CHECK_FALSE(f.covers(own, except));
  CHECK(f.covers(except, others));
}

TEST_CASE("ghb: nodes may share an image, and need their items there") {
  Fixture f;
  const Cube two = f.cube();
  Cube one = f.cube();
  const TermId y = f.arena.cell(f.symbol("Y"), {});
  const TermId second = f.arena.read(0, f.arena.process(1), y);
  one.literals = {f.arena.member(f.arena.read(0, f.arena.process(0), y), 2), f.arena.member(second, 2)};
  one.weak.open.items = {{f.arena.read(0, f.arena.process(0), y), second}};
  one.weak.order.reach.resize(1);
  CHECK(f.covers(two, one));
  CHECK_FALSE(f.covers(one, two));
}

TEST_CASE("ghb: a read may be made now, with all that it reaches, and needs no row then") {
  Fixture f;
  const TermId y = f.arena.cell(f.symbol("Y"), {});
  const TermId z1 = f.arena.process(1);
  const TermId x = f.arena.cell(f.symbol("X"), {&z1, 1});
  // F: z0 reads Y, z1 reads X[z1]. G: Y is True in memory, and z1 reads X[z1].
  Cube two = f.cube();
  two.literals[1] = f.arena.member(f.arena.read(1, z1, x), 2);
  two.weak.open.items[1] = {f.arena.read(1, z1, x)};
  Cube memory = f.cube();
  memory.literals = {f.arena.member(y, 2), f.arena.member(f.arena.read(0, z1, x), 2)};
  memory.weak.open.items = {{f.arena.read(0, z1, x)}};
  memory.weak.order.reach.resize(1);
  CHECK(f.covers(two, memory));
  CHECK_FALSE(f.covers(memory, two));
  Cube rows = two;
  process_row({0}, {0})(f, rows);
  cell_row("Y", false, {}, {0})(f, rows);
  CHECK(f.covers(rows, memory));
  process_row({0, 1}, {})(f, rows);
  CHECK_FALSE(f.covers(rows, memory));
  Cube first = two;
  first.weak.order.reach[0].add(1);
  CHECK_FALSE(f.covers(first, memory));
  Cube last = two;
  last.weak.order.reach[1].add(0);
  CHECK(f.covers(last, memory));
  memory.literals[0] = f.arena.member(y, 1);
  CHECK_FALSE(f.covers(two, memory));
}

TEST_CASE("ghb: rows are closed under what is dropped, and keep their processes") {
  Fixture f;
  Cube cube = f.cube();
  process_row({0, 1}, {1})(f, cube);
  const std::vector<bool> all{true, true, false}, second{false, true, false}, none{false, false, false};
  CHECK(f.memory->keeps(cube.weak, f.arena.process(0), second));
  CHECK_FALSE(f.memory->keeps(cube.weak, f.arena.process(0), none));
  CHECK_FALSE(f.memory->keeps(cube.weak, f.arena.process(1), all));
  cube.weak.order.reach.push_back({});
  std::vector<std::uint32_t> map;
  const Weak left = f.memory->compact(
      cube.weak, second, [](TermId process) { return process; }, [&](TermId a, TermId b) { return f.arena.compare(a, b) < 0; }, map);
  CHECK(map == std::vector<std::uint32_t>{UINT32_MAX, 0, UINT32_MAX});
  CHECK(left.order.processes.at(0).any == Fixture::set({0}));
  CHECK(left.order.processes.at(0).waits == Fixture::set({0}));
}

TEST_CASE("ghb: sets of many nodes") {
  ReadSet a = Fixture::set({3, 64, 200});
  ReadSet b = Fixture::set({200});
  CHECK(a.meets(b));
  CHECK_FALSE(b.has(64));
  b |= Fixture::set({3, 64});
  CHECK(a == b);
  std::vector<std::uint32_t> all;
  a.each([&](std::uint32_t node) { all.push_back(node); });
  CHECK(all == std::vector<std::uint32_t>{3, 64, 200});
}
