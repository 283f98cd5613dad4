// Certificates of the event engine where every location has a store buffer, so that the order of writes is chosen: those of the search are
// confirmed; damaged ones are rejected, unless the damage makes a cube larger and what comes before the larger one is in the certificate too.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "check/event_reference.h"
#include "evidence/certificate_json.h"
#include "regress/judge.h"
#include "skipped.h"
#include "unit/check/damage.h"
#include "unit/check/proof_files.h"

using namespace parapet;
using namespace parapet::test;
using Kind = check::CertifyResult::Kind;

namespace {

std::string source_file(const std::string& name) { return contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / name); }

// Exact search: candidates speak of nothing but plain cells.
Proof chains(const std::string& text) {
  search::SearchOptions options;
  options.approximate = 0;
  return Proof(text, ld::pso, true, options, event_engine);
}

// Two writers and a reader of both orders; a copy, which is an exchange; own reads before and after a write of another process.
const std::string values = "type val = V0 | V1 | V2\n";
const std::string coherent_reads = values + R"(number_procs 4
type pc = P0 | P1 | P2
array PC[proc] : pc
weak var X : val
init (z) { PC[z] = P0 && X = V0 }
unsafe () { PC[#3] = P2 && PC[#4] = P2 }
transition one ([p]) requires { p = #1 && PC[p] = P0 } { X := V1; PC[p] := P1 }
transition two ([p]) requires { p = #2 && PC[p] = P0 } { X := V2; PC[p] := P1 }
transition a1 ([p]) requires { p = #3 && PC[p] = P0 && X = V1 } { PC[p] := P1 }
transition a2 ([p]) requires { p = #3 && PC[p] = P1 && X = V2 } { PC[p] := P2 }
transition b1 ([p]) requires { p = #4 && PC[p] = P0 && X = V2 } { PC[p] := P1 }
transition b2 ([p]) requires { p = #4 && PC[p] = P1 && X = V1 } { PC[p] := P2 }
)";
const std::string ordered_writes = R"(number_procs 2
type pc = P0 | P1 | P2
array PC[proc] : pc
weak var X : bool
weak var Y : bool
init (z) { PC[z] = P0 && X = False && Y = False }
unsafe () { PC[#2] = P2 }
transition x ([p]) requires { p = #1 && PC[p] = P0 } { X := True; PC[p] := P1 }
transition y ([p]) requires { p = #1 && PC[p] = P1 && wfence() } { Y := True; PC[p] := P2 }
transition sees_y ([p]) requires { p = #2 && PC[p] = P0 && Y = True } { PC[p] := P1 }
transition no_x ([p]) requires { p = #2 && PC[p] = P1 && X = False } { PC[p] := P2 }
)";

const std::array<std::string, 10> files{"tests/regress/safe/coherence_copies_bring_nothing_back.cub",
                                        "tests/regress/safe/coherence_exchange_is_not_undone.cub",
                                        "tests/regress/safe/coherence_fences_forbid_store_buffering.cub",
                                        "tests/regress/safe/coherence_last_own_write_is_seen.cub",
                                        "tests/regress/safe/coherence_plain_cell_set_behind_a_fence.cub",
                                        "tests/regress/safe/coherence_value_before_what_was_read.cub",
                                        "examples/litmus/sb_any_fence.cub",
                                        "examples/locks/spinlock.cub",
                                        "examples/locks/test_and_set.cub",
                                        "examples/protocols/two_phase_commit.cub"};

std::vector<std::string> small() {
  return {coherent_reads,        ordered_writes,        mutex_type + mutex(" && fence()"),
          source_file(files[1]), source_file(files[2]), source_file(files[5])};
}

std::vector<std::string> all() {
  std::vector<std::string> texts{coherent_reads, ordered_writes, fenced_writes, mutex_type + mutex(" && fence()")};
  for (const std::string& file : files) texts.push_back(source_file(file));
  return texts;
}

Tally damage_chains(const Damage& damage) {
  Tally tally;
  for (const std::string& text : small()) {
    Proof proof = chains(text);
    REQUIRE(proof.safe);
    Certificate untouched = proof.certificate;
    const std::size_t places = damage(untouched, proof.arena, SIZE_MAX);
    for (std::size_t k = 0; k < places; ++k) {
      Certificate damaged = proof.certificate;
      damage(damaged, proof.arena, k);
      ++tally.places;
      tally.rejected += proof.rejects(damaged) ? 1 : 0;
    }
  }
  return tally;
}

// Damages the write, or item, with that number among all.
template <class Change>
Damage each_write(const Change& change) {
  return [change](Certificate& certificate, TermArena&, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : certificate.cubes) {
      for (std::size_t k = 0; k < cube.weak.order.writes.size(); ++k) {
        if (places++ == place) change(cube, k);
      }
    }
    return places;
  };
}

// Removes the slot from the cube; the others get the numbers in between.
void remove_slot(PendingOrder& order, std::uint32_t slot) {
  std::vector<std::uint32_t> map;
  for (std::uint32_t k = 0; k < order.reach.size(); ++k) map.push_back(k == slot ? UINT32_MAX : k - (k > slot ? 1 : 0));
  order.reach.erase(order.reach.begin() + slot);
  for (ReadSet& row : order.reach) row = renumbered(row, map);
  for (auto& row : order.processes) {
    for (ReadSet* set : {&row.any, &row.waits, &row.writes}) *set = renumbered(*set, map);
  }
  for (auto& row : order.cells) {
    for (ReadSet* set : {&row.read, &row.written}) *set = renumbered(*set, map);
  }
  for (auto& write : order.writes) {
    write.after = renumbered(write.after, map);
    if (write.slot != PendingOrder::none) write.slot = map[write.slot];
  }
}

}  // namespace

TEST_CASE("certify chains: what the search gives is confirmed, also after it was written and read") {
  std::size_t writes = 0, early = 0, closed = 0, glued = 0, exchanges = 0, fences = 0;
  for (const std::string& text : all()) {
    CAPTURE(text);
    Proof proof = chains(text);
    REQUIRE(proof.safe);
    REQUIRE(proof.certificate.of_events());
    const check::CertifyResult result = proof.certify(proof.certificate);
    CHECK_MESSAGE(result.kind == Kind::Confirmed, result.reason);
    CHECK(result.cubes == proof.certificate.cubes.size());
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    const Certificate back = evidence::read_certificate(read_json(json), proof.arena);
    CHECK(evidence::certificate_json(proof.arena, back, "m.cub") == json);
    CHECK(proof.certify(back).kind == Kind::Confirmed);
    for (const Cube& cube : proof.certificate.cubes) {
      for (const auto& write : cube.weak.order.writes) {
        ++writes;
        closed += write.closed ? 1 : 0;
        glued += write.glued ? 1 : 0;
        exchanges += write.exchange != PendingOrder::none ? 1 : 0;
      }
      for (const auto& item : cube.weak.order.sought) early += item.early ? 1 : 0;
      for (const auto& row : cube.weak.order.processes) fences += row.writes.empty() ? 0 : 1;
    }
  }
  MESSAGE("writes: ", writes, ", closed: ", closed, ", glued: ", glued, ", exchanges: ", exchanges, ", early items: ", early,
          ", rows of writes: ", fences);
  CHECK(writes > 0);
  CHECK(early > 0);
  CHECK(closed > 0);
  CHECK(exchanges > 0);
  CHECK(fences > 0);
}

TEST_CASE("certify chains: proofs as files, which z3 refutes") {
  if (!is_installed("z3")) return skipped("the program z3 is not installed");
  for (const std::string& text : small()) {
    CAPTURE(text);
    Proof proof = chains(text);
    CHECK(is_refuted(proof, proof.certificate, ld::pso));
  }
  // A fence less, and some file is satisfiable.
  std::size_t forged = 0;
  for (const std::string& text : {ordered_writes, mutex_type + mutex(" && fence()"), source_file(files[2])}) {
    Proof proof = chains(text);
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    for (const std::string fence : {" && fence()", " && wfence()"}) {
      if (text.find(fence) == std::string::npos) continue;
      std::string changed = text;
      changed.erase(text.find(fence), fence.size());
      Proof other = chains(changed);
      if (other.safe) continue;
      CHECK_FALSE(is_refuted(other, evidence::read_certificate(read_json(json), other.arena), ld::pso));
      ++forged;
    }
  }
  CHECK(forged >= 2);
}

// Without a fence the same cubes are no proof if there is a counterexample.
TEST_CASE("certify chains: no certificate holds for an unsafe model, even one that claims its digest") {
  std::size_t forged = 0;
  std::vector<std::string> texts = all();
  for (const char* file : {"examples/locks/dekker.cub", "examples/locks/naive_mutex.cub"}) texts.push_back(source_file(file));
  for (const std::string& text : texts) {
    Proof proof = chains(text);
    REQUIRE(proof.safe);
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    for (const std::string fence : {" && fence()", " && wfence()"}) {
      for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at + 1)) {
        std::string changed = text;
        changed.erase(at, fence.size());
        Proof other = chains(changed);
        if (other.safe) continue;
        Certificate claimed = evidence::read_certificate(read_json(json), other.arena);
        CHECK(other.certify(claimed).reason == "the certificate is for another model (digest)");
        claimed.digest = digest(other.program);
        CHECK_MESSAGE(other.rejects(claimed), changed);
        ++forged;
      }
    }
  }
  MESSAGE("forged: ", forged);
  CHECK(forged >= 4);
}

TEST_CASE("certify chains: each cube is needed") {
  const Tally tally = damage_chains(drop_cube);
  MESSAGE("cubes dropped: ", tally.places, ", rejected: ", tally.rejected);
  CHECK(tally.places > 20);
  CHECK(tally.rejected * 10 >= tally.places * 9);
}

// An item that is early, or not, has another source.
TEST_CASE("certify chains: an item is early, or not") {
  const Tally tally = damage_chains([](Certificate& certificate, TermArena&, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : certificate.cubes) {
      for (auto& item : cube.weak.order.sought) {
        if (item.reader.valid() && places++ == place) item.early = !item.early;
      }
    }
    return places;
  });
  MESSAGE("items changed: ", tally.places, ", rejected: ", tally.rejected);
  CHECK(tally.places > 20);
  CHECK(tally.rejected * 10 >= tally.places * 8);
}

TEST_CASE("certify chains: a write is closed, glued, seen by nobody, or moved to the front of its chain") {
  const Tally closed = damage_chains(each_write([](Cube& cube, std::size_t k) {
    PendingOrder::Write& write = cube.weak.order.writes[k];
    if (write.closed) return;
    const std::uint32_t slot = write.slot;
    write.closed = true;
    write.slot = PendingOrder::none;
    write.seen.clear();
    remove_slot(cube.weak.order, slot);
  }));
  MESSAGE("closed: ", closed.places, ", rejected: ", closed.rejected);
  CHECK(closed.places > 10);
  CHECK(closed.rejected * 10 >= closed.places * 5);
  const Tally glued = damage_chains(each_write([](Cube& cube, std::size_t k) { cube.weak.order.writes[k].glued ^= true; }));
  MESSAGE("glued: ", glued.places, ", rejected: ", glued.rejected);
  CHECK(glued.rejected * 10 >= glued.places * 5);
  const Tally seen = damage_chains(each_write([](Cube& cube, std::size_t k) { cube.weak.order.writes[k].seen.clear(); }));
  MESSAGE("seen: ", seen.places, ", rejected: ", seen.rejected);
  const Tally moved = damage_chains(each_write([](Cube& cube, std::size_t k) {
    auto& writes = cube.weak.order.writes;
    const PendingOrder::Chain chain = cube.weak.order.chain(writes[k].symbol, writes[k].args);
    std::rotate(writes.begin() + static_cast<std::ptrdiff_t>(chain.first), writes.begin() + static_cast<std::ptrdiff_t>(k),
                writes.begin() + static_cast<std::ptrdiff_t>(k) + 1);
  }));
  MESSAGE("moved: ", moved.places, ", rejected: ", moved.rejected);
}

TEST_CASE("certify chains: an explored write is left out") {
  const Tally tally = damage_chains(each_write([](Cube& cube, std::size_t k) {
    const std::uint32_t slot = cube.weak.order.writes[k].slot;
    cube.weak.order.writes.erase(cube.weak.order.writes.begin() + static_cast<std::ptrdiff_t>(k));
    if (slot != PendingOrder::none) remove_slot(cube.weak.order, slot);
  }));
  MESSAGE("writes left out: ", tally.places, ", rejected: ", tally.rejected);
  CHECK(tally.places > 10);
  CHECK(tally.rejected > 0);
}

TEST_CASE("certify chains: a read or slot in a row that does not reach it, or not in one that does") {
  for (const bool add : {true, false}) {
    const Tally tally = damage_chains([add](Certificate& certificate, TermArena&, std::size_t place) {
      std::size_t places = 0;
      const auto change = [&](ReadSet& row, std::uint32_t own, std::uint32_t count) {
        for (std::uint32_t number = 0; number < count; ++number) {
          if (row.has(number) == add || number == own || places++ != place) continue;
          std::vector<std::uint32_t> map(count);
          for (std::uint32_t k = 0; k < count; ++k) map[k] = k;
          map[number] = UINT32_MAX;
          add ? row.add(number) : void(row = renumbered(row, map));
        }
      };
      for (Cube& cube : certificate.cubes) {
        PendingOrder& order = cube.weak.order;
        const auto count = static_cast<std::uint32_t>(order.reach.size());
        for (std::uint32_t k = 0; k < count; ++k) change(order.reach[k], k, count);
        for (auto& row : order.processes) {
          for (ReadSet* set : {&row.waits, &row.writes}) change(*set, UINT32_MAX, count);
        }
        for (auto& write : order.writes) change(write.after, UINT32_MAX, count);
      }
      return places;
    });
    MESSAGE(std::string(add ? "elements added: " : "elements removed: "), tally.places, ", rejected: ", tally.rejected);
    CHECK(tally.places > 10);
    CHECK(tally.rejected > 0);
    if (add) CHECK(tally.rejected * 10 >= tally.places * 6);
  }
}

TEST_CASE("certify chains: cubes that are malformed are refused") {
  Proof proof = chains(source_file(files[5]));
  REQUIRE(proof.safe);
  const auto wrong = [&](const auto& suits, const auto& change) -> std::string {
    Certificate damaged = proof.certificate;
    const auto at = std::find_if(damaged.cubes.begin(), damaged.cubes.end(), [&](const Cube& cube) { return suits(cube.weak.order); });
    if (at == damaged.cubes.end()) return "no cube";
    change(*at);
    return proof.certify(damaged).reason;
  };
  const auto open = [](const PendingOrder& order) { return !order.writes.empty() && !order.writes[0].closed; };
  const auto some = [](const PendingOrder& order) { return !order.sought.empty(); };
  CHECK(wrong(open, [](Cube& cube) { cube.weak.order.writes[0].slot = 7; }).ends_with("slots that are not numbered in order"));
  CHECK(wrong(open, [](Cube& cube) { cube.weak.order.writes[0].glued = true; }).ends_with("a write that is glued to none"));
  CHECK(wrong(open, [](Cube& cube) { cube.weak.order.writes[0].exchange = 0; }).find("is malformed") != std::string::npos);
  CHECK(wrong(open, [](Cube& cube) { cube.weak.order.writes[0].after = {}; }).ends_with("a write that is not before its slot"));
  CHECK(wrong(some, [](Cube& cube) {
          cube.weak.order.sought.push_back(cube.weak.order.sought[0]);
        }).ends_with("an item that is sought twice"));
  CHECK(wrong(some, [](Cube& cube) { cube.weak.order.sought.clear(); }).ends_with("a pending read of which nothing is sought"));
  Proof other = chains(coherent_reads);
  Certificate damaged = other.certificate;
  const TermId cell = other.arena.cell(*other.arena.signature().find_symbol("X"), {});
  damaged.cubes[0].literals.push_back(other.arena.member(cell, 1));
  CHECK(other.certify(damaged).reason.ends_with("a literal that speaks of memory"));
}

TEST_CASE("certify chains: what is read is refused where it is wrong") {
  Proof proof = chains(source_file(files[5]));
  REQUIRE(proof.safe);
  const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
  const auto error = [&](const std::string& from, const std::string& to) -> std::string {
    std::string text = json;
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return "not found: " + from;
    text.replace(at, from.size(), to);
    try {
      (void)evidence::read_certificate(read_json(text), proof.arena);
    } catch (const JsonError& wrong) {
      return wrong.what();
    }
    return "";
  };
  CHECK(error("\"format_version\": 3", "\"format_version\": 2").find("version 2") != std::string::npos);
  CHECK(error("\"glued\"", "\"stuck\"").find("stuck") != std::string::npos);
  CHECK(error("\"sought\"", "\"found\"") != "");
  CHECK(error("\"exchange\": null", "\"exchange\": 99") != "");
  CHECK(error("\"early\": false", "\"early\": 0") != "");
  CHECK(error("\"may\"", "\"might\"") != "");
}

namespace {

const std::string two_writers = values + R"(number_procs 2
type pc = P0 | P1 | P2
array PC[proc] : pc
weak var X : val
weak var Y : val
init (z) { PC[z] = P0 && X = V0 && Y = V0 }
unsafe () { PC[#1] = P2 && PC[#2] = P2 }
transition one ([p]) requires { p = #1 && PC[p] = P0 } { X := V1; PC[p] := P1 }
transition two ([p]) requires { p = #2 && PC[p] = P0 } { X := V2; PC[p] := P1 }
transition look ([p]) requires { p = #1 && PC[p] = P1 && X = V1 } { PC[p] := P2 }
transition fenced ([p]) requires { p = #1 && PC[p] = P1 && X = V1 && fence() } { PC[p] := P2 }
transition swap ([p]) requires { p = #2 && PC[p] = P1 && X = V1 } { X := V2; PC[p] := P2 }
transition other ([p]) requires { p = #2 && PC[p] = P2 } { Y := V1 }
)";

struct Cubes {
  explicit Cubes(const std::string& text)
      : proof(text, ld::pso, true, {}, event_engine),
        arena(proof.arena),
        system(le::translate(proof.program, ld::pso, {.narrow = false, .lateness = true, .intervals = false, .delays = {.may = false}},
                             arena)),
        x(*arena.signature().find_symbol("X")),
        y(*arena.signature().find_symbol("Y")) {}

  [[nodiscard]] TermId process(std::uint32_t number) const { return arena.process_const(number); }
  // A pending read of the location, of V1, by this process.
  void read(Cube& cube, SymbolId location, std::uint32_t reader) const {
    const auto number = static_cast<std::uint32_t>(cube.weak.open.items.size());
    const TermId item = arena.read(number, process(reader), arena.cell(location, {}));
    cube.weak.open.items.push_back({item});
    cube.literals.push_back(arena.member(item, 2));
    cube.weak.order.reach.push_back({number});
    cube.weak.order.sought.push_back({number, process(reader), location, {}, false});
  }
  // Without those that are False.
  [[nodiscard]] std::vector<Cube> before(const Cube& cube, const std::string& name) const {
    std::vector<Cube> result;
    check::EventReference reference(system, arena);
    for (std::uint32_t t = 0; t < system.transitions.size(); ++t) {
      if (system.name(system.transitions[t]) != name) continue;
      reference.before(cube, t, [&](const Cube& each) {
        const bool possible = std::find(each.literals.begin(), each.literals.end(), arena.truth(false)) == each.literals.end();
        if (possible) result.push_back(each);
        return true;
      });
    }
    return result;
  }
  // One pending read of Y by #2, and an explored write of X before it that #1 has seen, with the slot 1.
  [[nodiscard]] Cube with_chain() const {
    Cube cube;
    read(cube, y, 2);
    cube.weak.order.reach.push_back({1});
    cube.weak.order.writes.push_back({x, {}, 1, {0, 1}, {process(1)}});
    return cube;
  }

  Proof proof;
  TermArena& arena;
  le::System system;
  SymbolId x, y;
};

std::size_t count_early(const std::vector<Cube>& cubes) {
  return static_cast<std::size_t>(std::count_if(cubes.begin(), cubes.end(), [](const Cube& cube) {
    return std::any_of(cube.weak.order.sought.begin(), cube.weak.order.sought.end(), [](const auto& item) { return item.early; });
  }));
}

}  // namespace

TEST_CASE("certify chains: a read takes the value of a write, or is older, after it, or early") {
  const Cubes cubes(two_writers);
  Cube cube;
  cubes.read(cube, cubes.x, 1);
  const std::vector<Cube> others = cubes.before(cube, "two");  // it does not read V2
  CHECK(others.size() == 3);
  CHECK(count_early(others) == 1);
  const auto after = [](const Cube& one) {
    const PendingOrder& order = one.weak.order;
    return !order.sought.empty() && order.is_demand(order.sought[0]) && !order.sought[0].early;
  };
  CHECK(std::count_if(others.begin(), others.end(), after) == 1);
  // One's own write is read, or the source is after it.
  const std::vector<Cube> own = cubes.before(cube, "one");
  CHECK(own.size() == 2);
  CHECK(count_early(own) == 0);
  // What waits for the writes of its process does not read from its store buffer.
  cube.weak.order.processes = {{cubes.process(1), {0}, {0}}};
  CHECK(count_early(cubes.before(cube, "two")) == 0);
  // An early item is in no order with the writes of others, and reads its process's last one.
  cube.weak.order.processes.clear();
  cube.weak.order.sought[0].early = true;
  CHECK(cubes.before(cube, "two").size() == 1);
  CHECK(cubes.before(cube, "one").size() == 1);
}

TEST_CASE("certify chains: a read may be early although its process has seen the explored write, if another process can write") {
  const Cubes cubes(two_writers);
  const Cube cube = cubes.with_chain();
  const std::vector<Cube> looks = cubes.before(cube, "look");
  CHECK(looks.size() == 2);
  CHECK(count_early(looks) == 1);
  CHECK(cubes.before(cube, "fenced").size() == 1);
  std::string alone = two_writers;
  alone.replace(alone.find("X := V2"), 7, "Y := V2");
  const Cubes single(alone);
  CHECK(count_early(single.before(single.with_chain(), "look")) == 0);
}

TEST_CASE("certify chains: places of a write in a chain") {
  const Cubes cubes(two_writers);
  Cube cube = cubes.with_chain();
  // #1 has seen the write, so its own is before it; #2's may be on either side.
  CHECK(cubes.before(cube, "one").size() == 1);
  CHECK(cubes.before(cube, "two").size() == 2);
  cube.weak.order.writes[0].glued = true;
  CHECK(cubes.before(cube, "two").size() == 1);
  cube.weak.order.writes[0].glued = false;
  // #2 has a fence after the slot, or the write is closed: nothing of #2 comes after it.
  cube.weak.order.processes = {{cubes.process(2), {0, 1}, {0, 1}}};
  CHECK(cubes.before(cube, "two").size() == 1);
  // What one atomic step writes comes before all that is explored.
  CHECK(cubes.before(cubes.with_chain(), "swap").size() == 1);
}

TEST_CASE("certify chains: a write is closed if nobody can write after it, a further process neither") {
  const auto is_closed = [](const std::string& text) {
    const Cubes cubes(text);
    Cube cube = cubes.with_chain();
    cube.weak.order.writes[0].seen.push_back(cubes.process(2));
    const std::vector<Cube> before = cubes.before(cube, "fenced");
    REQUIRE(before.size() == 1);
    return before[0].weak.order.writes.at(0).closed;
  };
  // Any process may write X.
  const std::string two = two_writers + "transition any ([p]) requires { PC[p] = P0 } { X := V2; PC[p] := P1 }\n";
  CHECK(is_closed(two));
  std::string three = two;
  three.replace(three.find("number_procs 2"), 14, "number_procs 3");
  three.erase(three.find("p = #2 && "), 10);  // any process may write
  CHECK_FALSE(is_closed(three));
}

TEST_CASE("certify chains: a cube covers another only if it knows no more") {
  Cubes cubes(two_writers);
  Cube plain = cubes.with_chain();
  cubes.read(plain, cubes.x, 2);  // number 1: the slot moves to 2
  plain.weak.open.items[1] = {cubes.arena.read(1, cubes.process(2), cubes.arena.cell(cubes.x, {}))};
  PendingOrder& order = plain.weak.order;
  order.sought[1].read = 1;
  order.writes[0].slot = 2;
  order.writes[0].after = {0, 2};
  order.reach = {{0}, {0, 1, 2}, {2}};  // the read of X is older than the write
  const auto with = [&](const auto& change) {
    Cube cube = plain;
    change(cube.weak.order);
    return cube;
  };
  CHECK(cubes.proof.covered({plain}, plain));
  const std::vector<Cube> stronger{with([](PendingOrder& o) { o.writes[0].glued = true; }),
                                   with([&](PendingOrder& o) { o.writes[0].seen.push_back(cubes.process(2)); }),
                                   with([](PendingOrder& o) { o.writes[0].after.add(1); }),
                                   with([](PendingOrder& o) { o.reach[2].add(0); }),
                                   with([&](PendingOrder& o) {
                                     o.processes = {{cubes.process(1), {}, {}, {2}}};
                                   }),
                                   with([](PendingOrder& o) { o.sought[1].early = true; })};
  for (std::size_t k = 0; k < stronger.size(); ++k) {
    CAPTURE(k);
    if (k != 0) CHECK(cubes.proof.covered({stronger[k]}, stronger[k]));
    CHECK_FALSE(cubes.proof.covered({stronger[k]}, plain));
  }
  // A read that is after the write, and a write that is before less.
  CHECK_FALSE(cubes.proof.covered({plain}, stronger[2]));
  CHECK_FALSE(cubes.proof.covered({plain}, with([](PendingOrder& o) { o.writes[0].after = {2}; })));
  // Without a chain nothing is said of the place of the read.
  Cube open = plain;
  open.weak.order.writes.clear();
  open.weak.order.reach = {{0}, {0, 1}};
  for (const Cube& cube : {plain, stronger[5]}) CHECK(cubes.proof.covered({open}, cube));
  CHECK_FALSE(cubes.proof.covered({plain}, open));
}
