// Certificates of the event engine: those of the search are confirmed; damaged ones are rejected, unless the damage makes a cube larger and
// what comes before the larger one is in the certificate too.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "check/event_reference.h"
#include "check/firing_instance.h"
#include "check/row_cover.h"
#include "evidence/certificate_json.h"
#include "regress/judge.h"
#include "unit/check/damage.h"

using namespace parapet;
using namespace parapet::test;
using Kind = check::CertifyResult::Kind;
using Reads = ReadSet;

namespace {

Proof events(const std::string& text, const le::MemoryModel& model = le::tso) {
  search::SearchOptions options;
  options.approximate = 3;  // cubes that speak of the last value of a location are guessed
  return Proof(text, model, true, options, event_engine);
}

std::string source_file(const std::string& name) { return contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / name); }

// Every row of a cube, with reach.
template <class Visit>
void each_row(PendingOrder& order, Visit&& visit) {
  for (std::uint32_t node = 0; node < order.reach.size(); ++node) visit(order.reach[node], node);
  for (auto& row : order.processes) {
    visit(row.any, UINT32_MAX);
    visit(row.waits, UINT32_MAX);
  }
  for (auto& row : order.cells) {
    visit(row.read, UINT32_MAX);
    visit(row.written, UINT32_MAX);
  }
}

Reads without(const Reads& row, std::uint32_t node) {
  Reads less;
  row.each([&](std::uint32_t read) {
    if (read != node) less.add(read);
  });
  return less;
}

Tally damage_events(const Damage& damage) { return damage_all(damage, event_engine); }

}  // namespace

TEST_CASE("certify events: what the search gives is confirmed, also after it was written and read") {
  for (const std::string& text : models()) {
    for (const le::MemoryModel& model : {le::tso, le::sc}) {
      Proof proof = events(text, model);
      REQUIRE(proof.safe);
      REQUIRE(proof.certificate.of_events());
      const check::CertifyResult result = proof.certify(proof.certificate);
      CHECK_MESSAGE(result.kind == Kind::Confirmed, result.reason);
      CHECK(result.cubes == proof.certificate.cubes.size());
      const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
      const Certificate back = evidence::read_certificate(read_json(json), proof.arena);
      CHECK(evidence::certificate_json(proof.arena, back, "m.cub") == json);
      CHECK(proof.certify(back).kind == Kind::Confirmed);
    }
  }
}

TEST_CASE("certify events: shared plain cells, cells of processes beyond the cube, the last value of a location") {
  const std::array<std::string, 5> files{"tests/regress/safe/plain_write_before_its_readers.cub",
                                         "tests/regress/safe/fenced_read_of_shared_plain.cub",
                                         "tests/regress/safe/unsafe_reads_plain_cells_at_its_instant.cub",
                                         "tests/regress/safe/late_read_behind_a_whole_array.cub", "examples/protocols/cas_counter.cub"};
  std::size_t read_rows = 0, others = 0, last_values = 0;
  for (const std::string& file : files) {
    CAPTURE(file);
    Proof proof = events(source_file(file));
    REQUIRE(proof.safe);
    const check::CertifyResult result = proof.certify(proof.certificate);
    CHECK_MESSAGE(result.kind == Kind::Confirmed, result.reason);
    for (const Cube& cube : proof.certificate.cubes) {
      for (const auto& row : cube.weak.order.cells) {
        read_rows += row.read.empty() ? 0 : 1;
        others += row.others ? 1 : 0;
      }
      for (const TermId literal : cube.literals) {
        check::each_leaf(proof.arena, literal, [&](TermId leaf) {
          last_values += proof.arena.op(leaf) == Op::Cell && proof.arena.signature()[proof.arena.symbol(leaf)].weak ? 1 : 0;
        });
      }
    }
  }
  CHECK(read_rows > 0);
  CHECK(others > 0);
  CHECK(last_values > 0);
}

// Without a fence, or under a weaker memory model, the same cubes are no proof if there is a counterexample.
TEST_CASE("certify events: no certificate holds for an unsafe model, even one that claims its digest") {
  std::size_t forged = 0;
  std::vector<std::string> texts = models();
  for (const char* file : {"examples/litmus/sb_any_fence.cub", "examples/locks/peterson.cub", "examples/locks/dekker.cub"})
    texts.push_back(source_file(file));
  // Without the fence F[p] is in the buffer when S tells of it, and no read of it is one of memory.
  texts.push_back(R"(number_procs 2
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
weak array F[proc] : bool
var S : bool
init (z) { PC[z] = Q0 && F[z] = False && S = False }
unsafe () { PC[#1] = Q2 && PC[#2] = Q2 }
transition flag ([p]) requires { p = #1 && PC[p] = Q0 } { F[p] := True; PC[p] := Q1 }
transition tell ([p]) requires { p = #1 && PC[p] = Q1 && fence() } { S := True; PC[p] := Q2 }
transition hear ([p]) requires { p = #2 && PC[p] = Q0 && S = True } { PC[p] := Q1 }
transition look ([p]) requires { p = #2 && PC[p] = Q1 && F[#1] = False } { PC[p] := Q2 }
)");
  const std::string fence = " && fence()";
  for (const std::string& text : texts) {
    Proof proof = events(text);
    REQUIRE(proof.safe);
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at + 1)) {
      std::string changed = text;
      changed.erase(at, fence.size());
      Proof other = events(changed);
      if (other.safe) continue;
      Certificate claimed = evidence::read_certificate(read_json(json), other.arena);
      CHECK(other.certify(claimed).reason == "the certificate is for another model (digest)");
      claimed.digest = digest(other.program);
      CHECK_MESSAGE(other.rejects(claimed), changed);
      ++forged;
    }
  }
  for (const char* file : {"examples/locks/dekker_nofence.cub", "examples/locks/peterson_nofence.cub"}) {
    Proof sc = events(source_file(file), le::sc);
    REQUIRE(sc.safe);
    Proof tso = events(source_file(file));
    REQUIRE_FALSE(tso.safe);
    Certificate claimed = evidence::read_certificate(read_json(evidence::certificate_json(sc.arena, sc.certificate, "m.cub")), tso.arena);
    claimed.model = le::tso.name;
    CHECK_MESSAGE(tso.rejects(claimed), file);
    ++forged;
  }
  MESSAGE("forged: ", forged);
  CHECK(forged >= 4);
}

TEST_CASE("certify events: a read is covered by one that is made now with all that it reaches") {
  const auto same = [](TermId process) { return process; };
  PendingOrder before, after, one;
  before.reach = {{0, 1}, {1}};
  after.reach = {{0}, {0, 1}};
  one.reach = {{0}};
  CHECK(check::RowCover(before, one, same).allows({check::now, check::now}));
  CHECK_FALSE(check::RowCover(before, one, same).allows({check::now, 0}));
  CHECK(check::RowCover(after, one, same).allows({check::now, 0}));
  CHECK_FALSE(check::RowCover(after, one, same).allows({0, check::now}));
  // Rows are asked for the other reads only.
  before.cells.push_back({SymbolId(0), {}, false, {1}, {}});
  CHECK(check::RowCover(before, one, same).allows({0, check::now}));
  after.cells.push_back({SymbolId(0), {}, false, {1}, {}});
  CHECK_FALSE(check::RowCover(after, one, same).allows({check::now, 0}));
}

TEST_CASE("certify events: each cube is needed") {
  const Tally tally = damage_events(drop_cube);
  MESSAGE("cubes dropped: ", tally.places, ", rejected: ", tally.rejected);
  CHECK(tally.places > 20);
  CHECK(tally.rejected * 10 >= tally.places * 9);
}

TEST_CASE("certify events: a literal added to a cube") {
  const Tally tally = damage_events(add_literal);
  MESSAGE("literals added: ", tally.places, ", rejected: ", tally.rejected);
  CHECK(tally.places > 20);
  CHECK(tally.rejected * 10 >= tally.places * 8);
}

// A read that no literal speaks of still must have a source, so the cube is smaller.
TEST_CASE("certify events: a pending item added, or removed with what is said of it") {
  const Tally added = damage_events([](Certificate& c, TermArena& arena, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : c.cubes) {
      for (std::uint32_t node = 0; node < cube.weak.open.items.size(); ++node) {
        for (std::size_t s = 0; s < arena.signature().symbols().size(); ++s) {
          const Symbol& symbol = arena.signature()[SymbolId(s)];
          if (!symbol.weak || symbol.arity != 0) continue;
          const TermId item = arena.read(node, arena.reader(cube.weak.open.items[node][0]), arena.cell(SymbolId(s), {}));
          auto& items = cube.weak.open.items[node];
          if (std::find(items.begin(), items.end(), item) != items.end()) continue;
          if (places++ == place) items.push_back(item);
        }
      }
    }
    return places;
  });
  MESSAGE("items added: ", added.places, ", rejected: ", added.rejected);
  CHECK(added.places > 20);
  CHECK(added.rejected * 10 >= added.places * 8);
  const Tally removed = damage_events([](Certificate& c, TermArena& arena, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : c.cubes) {
      for (auto& items : cube.weak.open.items) {
        if (places++ != place) continue;
        const TermId item = items.back();
        items.pop_back();
        std::erase_if(cube.literals, [&](TermId literal) {
          bool found = false;
          check::each_leaf(arena, literal, [&](TermId leaf) { found = found || leaf == item; });
          return found;
        });
      }
    }
    return places;
  });
  MESSAGE("items removed: ", removed.places, ", rejected: ", removed.rejected);
  CHECK(removed.places > 10);
  CHECK(removed.rejected * 10 >= removed.places * 7);
}

TEST_CASE("certify events: a read in a row that does not reach it, or not in one that does") {
  const Tally added = damage_events([](Certificate& c, TermArena&, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : c.cubes) {
      each_row(cube.weak.order, [&](Reads& row, std::uint32_t) {
        for (std::uint32_t node = 0; node < cube.weak.open.items.size(); ++node) {
          if (row.has(node)) continue;
          if (places++ == place) {
            row.add(node);
            return;
          }
        }
      });
    }
    return places;
  });
  MESSAGE("elements added: ", added.places, ", rejected: ", added.rejected);
  CHECK(added.places > 10);
  CHECK(added.rejected * 10 >= added.places * 6);
  const Tally removed = damage_events([](Certificate& c, TermArena&, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : c.cubes) {
      each_row(cube.weak.order, [&](Reads& row, std::uint32_t own) {
        for (const std::uint32_t node : row.list()) {
          if (node != own && places++ == place) {
            row = without(row, node);
            return;
          }
        }
      });
    }
    return places;
  });
  MESSAGE("elements removed: ", removed.places, ", rejected: ", removed.rejected);
  // The cube is larger: that shows only where the row kept a firing from going into it.
  CHECK(removed.places > 10);
  CHECK(removed.rejected > 0);
}

TEST_CASE("certify events: reads before each other, reads of plain cells, and a model without exact events are refused") {
  Proof proof = events(models()[0]);
  Certificate damaged = proof.certificate;
  const auto two =
      std::find_if(damaged.cubes.begin(), damaged.cubes.end(), [](const auto& cube) { return cube.weak.open.items.size() >= 2; });
  REQUIRE(two != damaged.cubes.end());
  two->weak.order.reach[0] = two->weak.order.reach[1] = {0, 1};
  CHECK(proof.certify(damaged).reason.ends_with("its pending reads come before each other"));
  damaged = proof.certificate;
  const TermId plain = proof.arena.cell(*proof.arena.signature().find_symbol("PC"), std::array{proof.arena.process_const(1)});
  damaged.cubes[0].weak.open.items.push_back(
      {proof.arena.read(static_cast<std::uint32_t>(damaged.cubes[0].weak.open.items.size()), {}, plain)});
  damaged.cubes[0].weak.order.reach.push_back({});
  CHECK(proof.certify(damaged).reason.ends_with("a pending read of a plain cell"));
  const ld::Program unordered = program_of(source_file("tests/regress/unknown/order_of_firings_may_not_exist.cub"));
  TermArena arena(unordered.signature);
  const le::System system = le::translate(unordered, le::tso, {.narrow = false, .lateness = true, .intervals = false}, arena);
  smt::SolverStatistics statistics;
  const auto solver = smt::make_solver(arena, {}, statistics);
  const check::CertifyResult result = check::certify(system, arena, make_certificate(system, event_engine, true, {}), *solver);
  CHECK(result.kind == Kind::Rejected);
  CHECK(result.reason.starts_with("the event engine proves nothing on this model"));
}

namespace {

// The cubes before one with a single pending read, of `symbol` by #1, whatever its value, by a transition; without those that are False.
std::vector<Cube> before_read(Proof& proof, const char* symbol, std::uint32_t transition) {
  TermArena& arena = proof.arena;
  const le::System system = le::translate(proof.program, le::tso, {.narrow = false, .lateness = true, .intervals = false}, arena);
  std::vector<Cube> result;
  const TermId reader = arena.process_const(1);
  const TermId read = arena.read(0, reader, arena.cell(*arena.signature().find_symbol(symbol), {}));
  for (const std::uint64_t value : {1, 2}) {
    Cube cube;
    cube.literals = {arena.member(read, value)};
    cube.weak.open.items = {{read}};
    cube.weak.order.reach = {{0}};
    cube.weak.order.processes = {{reader, {0}, {}}};
    check::EventReference(system, arena).before(cube, transition, [&](const Cube& each) {
      const bool possible = std::find(each.literals.begin(), each.literals.end(), arena.truth(false)) == each.literals.end();
      if (possible) result.push_back(each);
      return true;
    });
  }
  return result;
}

}  // namespace

TEST_CASE("certify events: another's write is read or not, one's own is read and orders nothing") {
  Proof proof = events(two_threads + ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "Y = False", "") + step(2, 0, "", "Y := True") +
                       step(2, 1, "X = False", ""));
  CHECK_FALSE(proof.safe);
  const auto others = before_read(proof, "Y", 2);
  REQUIRE(others.size() == 3);
  const auto pending = [](const Cube& cube) { return !cube.weak.open.items[0].empty(); };
  CHECK(std::count_if(others.begin(), others.end(), pending) == 2);
  const auto written = [&](const Cube& cube, const char* symbol) {
    return cube.weak.order.find(*proof.arena.signature().find_symbol(symbol), {})->written;
  };
  for (const Cube& cube : others) CHECK(written(cube, "Y") == (pending(cube) ? Reads{} : Reads{0}));
  const auto own = before_read(proof, "X", 0);
  REQUIRE(own.size() == 1);
  CHECK_FALSE(pending(own[0]));
  CHECK(written(own[0], "X").empty());
}

TEST_CASE("certify events: a cube covers another only if it knows no more of the order") {
  Proof proof = events(mutex_type + mutex(" && fence()"));
  TermArena& arena = proof.arena;
  const SymbolId x = *arena.signature().find_symbol("X");
  Cube plain;
  plain.processes = 2;
  for (std::uint32_t node = 0; node < 2; ++node) {
    const TermId read = arena.read(node, arena.process(0), arena.cell(x, std::array{arena.process(node)}));
    plain.weak.open.items.push_back({read});
    plain.literals.push_back(arena.member(read, 1));
    plain.weak.order.reach.push_back({node});
  }
  const auto with = [&](const auto& change) {
    Cube cube = plain;
    change(cube.weak.order);
    return cube;
  };
  const TermId z0 = arena.process(0);
  const std::vector<Cube> stronger{with([&](PendingOrder& o) {
                                     o.reach[0] = {0, 1};
                                   }),
                                   with([&](PendingOrder& o) {
                                     o.reach[1] = {0, 1};
                                   }),
                                   with([&](PendingOrder& o) {
                                     o.processes = {{z0, {1}, {}}};
                                   }),
                                   with([&](PendingOrder& o) {
                                     o.processes = {{z0, {}, {1}}};
                                   }),
                                   with([&](PendingOrder& o) {
                                     o.cells = {{x, {z0}, false, {}, {0}}};
                                   }),
                                   with([&](PendingOrder& o) {
                                     o.cells = {{x, {z0}, false, {0}, {}}};
                                   }),
                                   with([&](PendingOrder& o) {
                                     o.cells = {{x, {}, true, {}, {0}}};
                                   })};
  for (const Cube& cube : stronger) {
    CHECK(proof.covered({cube}, cube));
    CHECK(proof.covered({plain}, cube));
    CHECK_FALSE(proof.covered({cube}, plain));
  }
  // The row of the others is that of z0, z1 and everybody; with a row of its own z0 is no other.
  const Cube& all = stronger.back();
  CHECK(proof.covered({stronger[4]}, all));
  CHECK_FALSE(proof.covered({all}, stronger[4]));
  const Cube but_one = with([&](PendingOrder& o) { o.cells = {{x, {}, true, {}, {0}}, {x, {z0}, false, {}, {}}}; });
  CHECK(proof.covered({but_one}, all));
  CHECK_FALSE(proof.covered({all}, but_one));
}

// z1's events are before the pending read of z0, so what z1 writes has it in its row. What it may have kept has not, and cells of processes
// that are not at hand only if they are written for certain.
TEST_CASE("certify events: a cell that is kept, and cells beyond the cube") {
  const std::string text = R"(
type pc = Idle | Go
array PC[proc] : pc
weak array X[proc] : bool
init (z) { PC[z] = Idle && X[z] = False }
unsafe (z) { PC[z] = Go }
transition some ([p]) requires { PC[p] = Go } { X[j] := case | PC[j] = Go : True | _ : X[j] }
transition all ([p]) requires { PC[p] = Go } { X[j] := case | _ : True }
)";
  Proof proof = events(text);
  TermArena& arena = proof.arena;
  const le::System system = le::translate(proof.program, le::tso, {.narrow = false, .lateness = true, .intervals = false}, arena);
  const SymbolId x = *arena.signature().find_symbol("X");
  const TermId z0 = arena.process(0);
  const TermId z1 = arena.process(1);
  Cube cube;
  cube.processes = 2;
  const TermId read = arena.read(0, z0, arena.cell(x, std::array{z0}));
  cube.literals = {arena.member(read, 1)};
  cube.weak.open.items = {{read}};
  cube.weak.order.reach = {{0}};
  cube.weak.order.processes = {{z1, {0}, {0}}};
  std::size_t kept = 0, taken = 0, certain = 0;
  for (std::uint32_t t = 0; t < system.transitions.size(); ++t) {
    const bool all = system.name(system.transitions[t]) == "all";
    check::EventReference(system, arena).before(cube, t, [&](const Cube& before) {
      const Reads& fired = before.weak.order.find(z1)->any;
      if (!fired.has(1)) return true;  // by another
      const bool pending = !before.weak.open.items[0].empty();
      CHECK(before.weak.order.find(x, std::array{z0})->written == (pending ? Reads{} : Reads{0}));
      CHECK(before.weak.order.find_others(x)->written == (all ? Reads{0} : Reads{}));
      kept += pending ? 1 : 0;
      taken += pending ? 0 : 1;
      certain += all ? 1 : 0;
      return true;
    });
  }
  CHECK(kept > 0);
  CHECK(taken > 1);
  CHECK(certain == 1);
}
