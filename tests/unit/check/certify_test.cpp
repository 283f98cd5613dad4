// Certificates as the search gives them are confirmed; damaged ones are rejected, each for the obligation that the damage breaks.
#include "check/certify.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/contract.h"
#include "evidence/certificate_json.h"
#include "unit/check/damage.h"

using namespace parapet;
using namespace parapet::test;
using Kind = check::CertifyResult::Kind;

TEST_CASE("certify: what the search gives is confirmed, with and without the analysis of late reads") {
  for (const std::string& text : models()) {
    for (const bool lateness : {true, false}) {
      Proof proof(text, le::tso, lateness);
      REQUIRE(proof.safe);
      const check::CertifyResult result = proof.certify(proof.certificate);
      CHECK_MESSAGE(result.kind == Kind::Confirmed, result.reason);
      CHECK(result.cubes == proof.certificate.cubes.size());
    }
  }
}

TEST_CASE("certify: reading what was written gives the same certificate") {
  for (const std::string& text : models()) {
    Proof proof(text, le::tso, false);
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    const Certificate back = evidence::read_certificate(read_json(json), proof.arena);
    CHECK(evidence::certificate_json(proof.arena, back, "m.cub") == json);
    for (std::size_t k = 0; k < back.cubes.size(); ++k) CHECK(back.cubes[k].literals == proof.certificate.cubes[k].literals);
  }
}

TEST_CASE("certify: each cube is needed") {
  const Tally tally = damage_all(drop_cube);
  MESSAGE("cubes dropped: ", tally.places, ", rejected: ", tally.rejected);
  CHECK(tally.places > 20);
  CHECK(tally.rejected * 10 >= tally.places * 9);
}

TEST_CASE("certify: a literal added to a cube") {
  const Tally tally = damage_all(add_literal);
  MESSAGE("literals added: ", tally.places, ", rejected: ", tally.rejected);
  CHECK(tally.places > 20);
  CHECK(tally.rejected * 10 >= tally.places * 8);
}

TEST_CASE("certify: a memory cell made an open read, or an open read made a memory cell") {
  const Tally opened = damage_all([](Certificate& c, TermArena& arena, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : c.cubes) {
      for (TermId& literal : cube.literals) {
        if (arena.op(literal) != Op::Member) continue;
        const TermId cell = arena.args(literal)[0];
        if (arena.op(cell) != Op::Cell || !arena.signature()[arena.symbol(cell)].weak) continue;
        if (places++ != place) continue;
        const TermId reader = cube.processes > 0 ? arena.process(0) : arena.process_const(1);
        const auto node = static_cast<std::uint32_t>(cube.weak.open.items.size());
        const TermId read = arena.read(node, reader, cell);
        cube.weak.open.items.push_back({read});
        auto list =
            std::find_if(cube.weak.open.lists.begin(), cube.weak.open.lists.end(), [&](const auto& l) { return l.process == reader; });
        if (list == cube.weak.open.lists.end()) list = cube.weak.open.lists.insert(list, {reader, {}, false});
        list->reads.push_back(node);
        std::rotate(list->reads.begin(), list->reads.end() - 1, list->reads.end());
        literal = arena.member(read, arena.set(literal));
      }
    }
    return places;
  });
  MESSAGE("reads opened: ", opened.places, ", rejected: ", opened.rejected);
  // An open read may be now, so the damaged cube is larger: the damage shows only where that brings in what has predecessors of its own.
  CHECK(opened.rejected > 0);
  const Tally closed = damage_all([](Certificate& c, TermArena& arena, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : c.cubes) {
      for (std::uint32_t node = 0; node < cube.weak.open.items.size(); ++node) {
        if (places++ != place) continue;
        for (TermId& literal : cube.literals) {
          literal = arena.rewrite(literal, [&](TermId leaf) {
            return arena.op(leaf) == Op::Read && arena.read_number(leaf) == node ? arena.location(leaf) : leaf;
          });
        }
        cube.weak.open.items[node].clear();
      }
    }
    return places;
  });
  MESSAGE("reads closed: ", closed.places, ", rejected: ", closed.rejected);
  CHECK(closed.places > 5);
  CHECK(closed.rejected * 10 >= closed.places * 7);
}

TEST_CASE("certify: the order of two open reads changed") {
  const Tally tally = damage_all([](Certificate& c, TermArena&, std::size_t place) {
    std::size_t places = 0;
    for (Cube& cube : c.cubes) {
      for (auto& list : cube.weak.open.lists) {
        for (std::size_t k = 0; k + 1 < list.reads.size(); ++k) {
          if (list.reads[k + 1] != cube.weak.open.last && places++ == place) std::swap(list.reads[k], list.reads[k + 1]);
        }
      }
    }
    return places;
  });
  MESSAGE("pairs swapped: ", tally.places, ", rejected: ", tally.rejected);
  CHECK(tally.places > 0);
  CHECK(tally.rejected == tally.places);
}

TEST_CASE("certify: a clean mark flipped") {
  const auto flip = [](bool from) {
    return damage_all([from](Certificate& c, TermArena&, std::size_t place) {
      std::size_t places = 0;
      for (Cube& cube : c.cubes) {
        for (auto& list : cube.weak.open.lists) {
          if (list.clean == from && places++ == place) list.clean = !from;
        }
      }
      return places;
    });
  };
  const Tally set = flip(false);
  const Tally cleared = flip(true);
  MESSAGE("marks set: ", set.places, ", rejected: ", set.rejected, "; cleared: ", cleared.places, ", rejected: ", cleared.rejected);
  CHECK(set.places > 0);
  CHECK(set.rejected > 0);
  CHECK(cleared.places > 0);
  CHECK(cleared.rejected > 0);
}

TEST_CASE("certify: another model, even one that claims the digest") {
  Proof fenced(mutex_type + mutex(" && fence()"));
  Proof unfenced(mutex_type + mutex(""));
  REQUIRE(fenced.safe);
  REQUIRE_FALSE(unfenced.safe);
  const std::string json = evidence::certificate_json(fenced.arena, fenced.certificate, "m.cub");
  Certificate other = evidence::read_certificate(read_json(json), unfenced.arena);
  CHECK(unfenced.certify(other).reason == "the certificate is for another model (digest)");
  other.digest = unfenced.certificate.digest;
  const check::CertifyResult result = unfenced.certify(other);
  CHECK(result.kind == Kind::Rejected);
  CHECK(result.reason.find(", a predecessor of cube ") != std::string::npos);
}

TEST_CASE("certify: narrowed sets are not believed") {
  Proof proof(mutex_type + mutex(" && fence()"));
  Certificate damaged = proof.certificate;
  const SymbolId counter = *proof.arena.signature().find_symbol("PC");
  damaged.narrowed[counter.index()] = 0b011;  // never Crit, so the unsafe cube is empty
  const check::CertifyResult kept = proof.certify(damaged);
  CHECK(kept.kind == Kind::Rejected);
  CHECK(kept.reason == "`enter` can assign PC a value that is not among its narrowed ones");
  damaged.narrowed[counter.index()] = 0b110;
  CHECK(proof.certify(damaged).reason == "PC can have a value at init that is not among its narrowed ones");
}

TEST_CASE("certify: intervals are not believed") {
  Proof proof(
      "var X : int\nvar Y : int\ninit { X = 0 && Y = 0 }\nunsafe { X > 9 }\n"
      "transition up () requires { X < 9 } { X := X + 1 }\ntransition copy () { Y := 2 * X }\n");
  REQUIRE(proof.safe);
  const std::size_t x = proof.arena.signature().find_symbol("X")->index();
  const std::size_t y = proof.arena.signature().find_symbol("Y")->index();
  REQUIRE(proof.certificate.intervals[x] == Interval{Rational(0), Rational(9)});
  REQUIRE(proof.certificate.intervals[y] == Interval{Rational(0), Rational(18)});
  CHECK(proof.certify(proof.certificate).kind == Kind::Confirmed);
  const auto reason = [&](std::size_t symbol, const Interval& interval) {
    Certificate damaged = proof.certificate;
    damaged.intervals[symbol] = interval;
    const check::CertifyResult result = proof.certify(damaged);
    CHECK(result.kind == Kind::Rejected);
    return result.reason;
  };
  CHECK(reason(x, {Rational(1), Rational(9)}) == "X can have a value at init that is not in its interval [1, 9]");
  CHECK(reason(x, {Rational(0), Rational(8)}) == "`up` can assign X a value that is not in its interval [0, 8]");
  CHECK(reason(y, {Rational(0), Rational(17)}) == "`copy` can assign Y a value that is not in its interval [0, 17]");
  CHECK(reason(y, {Rational(1), {}}) == "Y can have a value at init that is not in its interval [1, ...)");
  CHECK(reason(x, {Rational(0), {}}) == "`copy` can assign Y a value that is not in its interval [0, 18]");
  // Without a bound of X and Y the unsafe cube is not covered.
  Certificate without = proof.certificate;
  without.intervals[x] = without.intervals[y] = {};
  CHECK(proof.certify(without).reason.find(", an unsafe cube, is not covered") != std::string::npos);
}

TEST_CASE("certify: intervals are written and read, and a certificate without them claims none") {
  Proof proof(
      "var X : int\nvar B : bool\nvar R : real\ninit { X = 0 && R = 0.5 && B = True }\nunsafe { X < 0 || B = False }\n"
      "transition up () { X := X + 1 }\n");
  REQUIRE(proof.safe);
  const auto read = [&](const std::string& text) { return evidence::read_certificate(read_json(text), proof.arena); };
  const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
  CHECK(read(json).intervals == proof.certificate.intervals);
  CHECK(json.find("\"1/2\"") != std::string::npos);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = json;
    const std::size_t at = changed.find(from, changed.find("\"intervals\""));
    REQUIRE(at != std::string::npos);
    return changed.replace(at, from.size(), to);
  };
  CHECK_THROWS_AS((void)read(with("\"X\"", "\"B\"")), JsonError);
  CHECK_THROWS_AS((void)read(with("\"X\"", "\"Y\"")), JsonError);
  CHECK_THROWS_AS((void)read(with("\"0\"", "\"1/2\"")), JsonError);
  CHECK_THROWS_AS((void)read(with("\"low\"", "\"least\"")), JsonError);
  CHECK(proof.certify(read(with("\"0\"", "\"1\""))).reason == "X can have a value at init that is not in its interval [1, ...)");
  std::string without = json;
  const std::size_t begin = without.find("\"intervals\"");
  without.erase(begin, without.find("\"cubes\"") - begin);
  for (const Interval& interval : read(without).intervals) CHECK_FALSE(interval.bounded());
}

TEST_CASE("certify: intervals of an arbitrary value and of weak cells") {
  Proof any("var X : int\nvar B : bool\ninit { X = 0 && B = True }\nunsafe { B = False }\ntransition any () { X := ? }\n");
  REQUIRE(any.safe);
  CHECK_FALSE(any.certificate.intervals[any.arena.signature().find_symbol("X")->index()].bounded());
  Certificate damaged = any.certificate;
  damaged.intervals[any.arena.signature().find_symbol("X")->index()] = {Rational(0), {}};
  CHECK(any.certify(damaged).reason == "`any` can assign X a value that is not in its interval [0, ...)");
  // The guard of a firing that only reads X is not used for what it assigns: X is weak.
  Proof weak(
      "weak var X : int\narray R[proc] : int\ninit (p) { X = 0 && R[p] = 0 }\nunsafe (p) { R[p] < 0 }\n"
      "transition up ([p]) { X := X + 1 }\ntransition get ([p]) requires { X < 5 } { R[p] := X }\n");
  REQUIRE(weak.safe);
  damaged = weak.certificate;
  damaged.intervals[weak.arena.signature().find_symbol("R")->index()].high = Rational(4);
  CHECK(weak.certify(damaged).reason == "`get` can assign R a value that is not in its interval [0, 4]");
}

TEST_CASE("certify: a cube that is not well-formed is called malformed") {
  Proof proof(message_passing, le::tso, false);
  Certificate damaged = proof.certificate;
  const auto with_list =
      std::find_if(damaged.cubes.begin(), damaged.cubes.end(), [](const auto& cube) { return !cube.weak.open.lists.empty(); });
  REQUIRE(with_list != damaged.cubes.end());
  with_list->weak.open.lists.clear();
  const check::CertifyResult result = proof.certify(damaged);
  CHECK(result.kind == Kind::Rejected);
  CHECK(result.reason.find("is malformed: ") != std::string::npos);
}

TEST_CASE("certify: a limit is no answer") {
  Proof proof(message_passing, le::tso, false);
  const check::CertifyResult result = proof.certify(proof.certificate, 100);
  CHECK(result.kind == Kind::NotConfirmed);
  CHECK(result.reason == "work limit reached");
}

TEST_CASE("walk: reachable states are in no cube of a certificate, and in one that has too much") {
  Proof proof(mutex_type + mutex(" && fence()"));
  const check::WalkResult walk = proof.walk(proof.certificate, 2);
  CHECK(walk.defect == "");
  CHECK(walk.exhaustive);
  CHECK(walk.drained > 4);
  CHECK(walk.drained < walk.states);
  // That somebody is in the critical section happens.
  const SymbolId counter = *proof.arena.signature().find_symbol("PC");
  const TermId cell = proof.arena.cell(counter, std::array{proof.arena.process(0)});
  Certificate more = proof.certificate;
  more.cubes.push_back({1, {proof.arena.member(cell, 0b100)}});
  CHECK(proof.walk(more, 2).defect.find("a reachable state lies in cube " + std::to_string(more.cubes.size() - 1)) == 0);
}

TEST_CASE("walk: threads that the model names, and more states than the budget") {
  Proof proof(message_passing, le::tso, false);
  const check::WalkResult walk = proof.walk(proof.certificate, 2);
  CHECK(walk.defect == "");
  CHECK(walk.drained > 0);
  CHECK_THROWS_AS(static_cast<void>(proof.walk(proof.certificate, 3)), InternalError);  // number_procs 2: there is no such instance
  Proof many(mutex_type + mutex(" && fence()"));
  const check::WalkResult beyond = many.walk(many.certificate, 7);
  CHECK(beyond.defect == "");
  CHECK_FALSE(beyond.exhaustive);
}

TEST_CASE("certify: an invariant with a parameter that no literal mentions") {
  // Every system has a process: the invariant covers { Y = True && Z = True }, which has none, and the cube X = True is a proof.
  Proof one(R"(
var X : bool
var Y : bool
var Z : bool
init () { X = False && Y = False && Z = False }
invariant (p) { Y = True && Z = True }
unsafe () { X = True }
transition both () requires { Y = True && Z = True } { X := True }
transition set_y () requires { Z = False } { Y := True }
transition set_z () requires { Y = False } { Z := True }
)",
            le::sc);
  REQUIRE(one.safe);
  CHECK(one.certificate.cubes.size() == 1);
  CHECK(one.certify(one.certificate).kind == Kind::Confirmed);
  // But there need not be a second one, nor one beside a process that a constant names. Both models are unsafe, and no cube is no proof.
  for (const std::string guard : {"", "p = #1 && "}) {
    Proof two(
        "number_procs 3 var Flag : bool init () { Flag = False } invariant (p q) { Flag = True } unsafe () { Flag = True }\n"
        "transition raise (p) requires { " +
            guard + "forall_other q. false } { Flag := True }",
        le::sc);
    CHECK_FALSE(two.safe);
    CHECK(two.certificate.cubes.empty());
    CHECK(two.rejects(two.certificate));
  }
}
