// Certificates that count processes: confirmed as they are, refused when a count in them is changed.
#include "check/counting.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "evidence/certificate_json.h"
#include "unit/check/proof.h"

using namespace parapet;
using test::Proof;
using Kind = check::CertifyResult::Kind;

namespace {

const std::string latch = R"(
type location = Works | Waits | Past
array PC[proc] : location
weak array Seen[proc] : bool
weak var Left : int
init (p) { PC[p] = Works && Left = #procs }
unsafe (p) { PC[p] = Past && count (q) { PC[q] = Works } > 0 }
transition arrive ([p]) requires { PC[p] = Works } { Left := Left - 1; PC[p] := Waits }
transition pass ([p]) requires { PC[p] = Waits && Left = 0 } { PC[p] := Past }
)";

const std::string gate = R"(
type location = Out | Came | In
array PC[proc] : location
weak var Count : int
init (p) { PC[p] = Out && Count = 0 }
unsafe (p q) { PC[p] = In && PC[q] = Out }
transition come ([p]) requires { PC[p] = Out } { Count := Count + 1; PC[p] := Came }
transition enter ([p]) requires { PC[p] = Came && Count = #procs } { PC[p] := In }
)";

// Never more tickets out than processes: the cubes of this proof speak of #procs.
const std::string tickets = R"(
type location = Out | Has
array PC[proc] : location
weak var Given : int
init (p) { PC[p] = Out && Given = 0 }
unsafe (p) { p @ Given > #procs }
transition draw ([p]) requires { PC[p] = Out } { Given := Given + 1; PC[p] := Has }
transition give ([p]) requires { PC[p] = Has } { Given := Given - 1; PC[p] := Out }
)";

// A count beside a read, with several processes in a cube: the final read is last in the list of each of them.
const std::string never_raised = R"(
type location = Off | On
array PC[proc] : location
weak var Flag : bool
init (p) { PC[p] = Off && Flag = False }
unsafe (a) { count (q) { PC[q] = On && q <> a } >= 2 && a @ Flag = True }
transition turn ([p]) requires { PC[p] = Off } { PC[p] := On }
transition lower ([p]) { Flag := False }
transition keep ([p]) requires { Flag = True } { Flag := True }
)";

search::SearchOptions guessing() {
  search::SearchOptions options;
  options.approximate = search::usual_instance;
  return options;
}

// Each literal in turn is changed; how many of the changed certificates are rejected.
struct Forged {
  std::size_t places = 0, rejected = 0;
};
Forged forge(Proof& proof, const std::function<TermId(TermArena&, TermId)>& change) {
  Forged result;
  for (std::size_t c = 0; c < proof.certificate.cubes.size(); ++c) {
    for (std::size_t k = 0; k < proof.certificate.cubes[c].literals.size(); ++k) {
      Certificate forged = proof.certificate;
      TermId& literal = forged.cubes[c].literals[k];
      const TermId changed = change(proof.arena, literal);
      if (changed == literal) continue;
      literal = changed;
      ++result.places;
      if (proof.rejects(forged)) ++result.rejected;
    }
  }
  return result;
}

bool has_role(const TermArena& arena, TermId leaf, SymbolRole role) {
  return arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].role == role;
}

}  // namespace

TEST_CASE("counting: certificates with counts are confirmed, and come back from their file as they were") {
  for (const std::string& text : {latch, gate, tickets, never_raised}) {
    for (const le::MemoryModel& model : {le::sc, le::tso, ld::pso}) {
      Proof proof(text, model, true, guessing());
      REQUIRE(proof.safe);
      const check::CertifyResult result = proof.certify(proof.certificate);
      CHECK_MESSAGE(result.kind == Kind::Confirmed, result.reason);
      CHECK(proof.walk(proof.certificate, 3).defect == "");
      const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
      CHECK(json.find("\"count_cells\"") != std::string::npos);
      const Certificate back = evidence::read_certificate(read_json(json), proof.arena);
      CHECK(evidence::certificate_json(proof.arena, back, "m.cub") == json);
      for (std::size_t k = 0; k < back.cubes.size(); ++k) CHECK(back.cubes[k].literals == proof.certificate.cubes[k].literals);
    }
  }
}

// A count over the plain state with weak memory beside it, which each engine proves by itself: whoever is at Set has found the flag down and
// raised it in one step.
const std::string claimed = R"(
type location = Free | Set
array PC[proc] : location
weak var Flag : bool
init (p) { PC[p] = Free && Flag = False }
unsafe { count (q) { PC[q] = Set } > 1 }
transition claim ([p]) requires { PC[p] = Free && Flag = False } { Flag := True; PC[p] := Set }
transition idle ([p]) requires { PC[p] = Free } { PC[p] := Free }
)";

TEST_CASE("counting: certificates of the event engine and with a store buffer per location") {
  struct Way {
    le::MemoryModel model;
    std::string_view engine;
  };
  for (const Way& way : {Way{le::tso, event_engine}, Way{le::sc, event_engine}, Way{ld::pso, timeline_engine}}) {
    CAPTURE(way.model.name);
    CAPTURE(way.engine);
    search::SearchOptions options;
    Proof proof(claimed, way.model, true, options, way.engine);
    REQUIRE(proof.safe);
    const check::CertifyResult result = proof.certify(proof.certificate);
    CHECK_MESSAGE(result.kind == Kind::Confirmed, result.reason);
    // One more or less in a count; each cube is needed.
    std::size_t counts = 0;
    for (std::size_t c = 0; c < proof.certificate.cubes.size(); ++c) {
      Certificate forged = proof.certificate;
      bool changed = false;
      for (TermId& literal : forged.cubes[c].literals) {
        const TermId before = literal;
        literal = proof.arena.rewrite(literal, [&](TermId leaf) {
          const Rational one(1);
          if (!has_role(proof.arena, leaf, SymbolRole::Count)) return leaf;
          return proof.arena.sum({&one, 1}, {&leaf, 1}, Rational(-1), Signature::integer);
        });
        changed = changed || literal != before;
      }
      if (!changed) continue;
      ++counts;
      CHECK(proof.rejects(forged));
    }
    CHECK(counts > 0);
  }
}

TEST_CASE("counting: a count changed by 1, a type moved, #procs replaced by a number") {
  Forged by_one, moved, replaced;
  const auto add = [](Forged& to, const Forged& more) {
    to.places += more.places;
    to.rejected += more.rejected;
  };
  for (const std::string& text : {latch, gate, tickets}) {
    Proof proof(text, le::tso, true, guessing());
    REQUIRE(proof.safe);
    add(by_one, forge(proof, [](TermArena& arena, TermId literal) {
          return arena.rewrite(literal, [&](TermId leaf) {
            const Rational one(1);
            return has_role(arena, leaf, SymbolRole::Count) ? arena.sum({&one, 1}, {&leaf, 1}, one, Signature::integer) : leaf;
          });
        }));
    add(moved, forge(proof, [](TermArena& arena, TermId literal) {
          return arena.rewrite(literal, [&](TermId leaf) {
            if (!has_role(arena, leaf, SymbolRole::Count)) return leaf;
            const std::size_t next = arena.symbol(leaf).index() + 1;
            const std::size_t to = next < arena.signature().symbols().size() ? next : next - 2;
            return arena.cell(SymbolId(to), {});
          });
        }));
    add(replaced, forge(proof, [](TermArena& arena, TermId literal) {
          return arena.rewrite(literal, [&](TermId leaf) {
            return has_role(arena, leaf, SymbolRole::Processes) ? arena.number(Rational(3), Signature::integer) : leaf;
          });
        }));
  }
  MESSAGE("by one: " << by_one.rejected << " of " << by_one.places << ", moved: " << moved.rejected << " of " << moved.places
                     << ", number of processes: " << replaced.rejected << " of " << replaced.places);
  for (const Forged& each : {by_one, moved, replaced}) {
    CHECK(each.places > 0);
    CHECK(each.rejected * 2 > each.places);
  }
}

TEST_CASE("counting: malformed counts are no certificate") {
  Proof proof(latch, le::tso, true, guessing());
  REQUIRE(proof.safe);
  const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = json;
    const std::size_t at = changed.find(from);
    REQUIRE(at != std::string::npos);
    return read_json(changed.replace(at, from.size(), to));
  };
  const std::string count = R"(["count", ["Works"]])";
  const auto refused = [&](const std::string& to) {
    CHECK_THROWS_AS((void)evidence::read_certificate(with(count, to), proof.arena), JsonError);
  };
  CHECK_NOTHROW((void)evidence::read_certificate(with(count, R"(["count", ["Works"], ["Waits"]])"), proof.arena));
  refused(R"(["count", ["Works"], ["Works"]])");
  refused(R"(["count", ["Works", "Waits"]])");
  refused(R"(["count", []])");
  refused(R"(["count", ["True"]])");
  refused(R"(["count", "Works"])");
  refused(R"(["procs", 1])");
  const auto cells = [&](const std::string& to) {
    (void)evidence::read_count_cells(with(R"("count_cells": ["PC"])", "\"count_cells\": " + to), proof.program.signature);
  };
  CHECK_NOTHROW(cells(R"(["PC"])"));
  CHECK_THROWS_AS(cells(R"(["Seen"])"), JsonError);
  CHECK_THROWS_AS(cells(R"(["Left"])"), JsonError);
  CHECK_THROWS_AS(cells(R"(["Nobody"])"), JsonError);
  CHECK_THROWS_AS(cells(R"(["PC", "PC"])"), JsonError);
}

TEST_CASE("counting: the checker knows how many processes a step moves") {
  // Two processes of one step, and everybody: the certificate of the model without that step is no proof.
  const std::string model = R"(
type location = A | B
array PC[proc] : location
var On : bool
init (p) { PC[p] = A && On = False }
unsafe { count (q) { PC[q] = B } > 1 }
transition one (p) requires { PC[p] = A && On = False } { On := True; PC[p] := B }
)";
  Proof proof(model, le::sc, true, guessing());
  REQUIRE(proof.safe);
  CHECK(proof.certify(proof.certificate).kind == Kind::Confirmed);
  for (const std::string step :
       {"transition more (p q) requires { On = False } { On := True; PC[j] := case | j = p : B | j = q : B | _ : PC[j] }\n",
        "transition more (p) requires { On = False } { On := True; PC[j] := case | PC[j] = A : B | _ : PC[j] }\n"}) {
    Proof other(model + step, le::sc, true, guessing());
    CHECK_FALSE(other.safe);
    const std::string json = evidence::certificate_json(proof.arena, proof.certificate, "m.cub");
    Certificate claimed = evidence::read_certificate(read_json(json), other.arena);
    claimed.digest = digest(other.program);
    const check::CertifyResult result = other.certify(claimed);
    CHECK(result.kind == Kind::Rejected);
    CHECK(result.reason.find("by `more`, is not covered") != std::string::npos);
  }
}

TEST_CASE("counting: a final read that mentions everybody contains none that mentions some") {
  Proof proof(never_raised, le::tso, true, guessing());
  REQUIRE(proof.safe);
  std::size_t cubes = 0;
  for (const Cube& everybody : proof.certificate.cubes) {
    if (!everybody.weak.open.mentions_all || everybody.weak.open.last == OpenReads::none) continue;
    ++cubes;
    Cube some = everybody;
    some.weak.open.mentions_all = false;
    CHECK_FALSE(proof.covered({everybody}, some));
    CHECK(proof.covered({some}, everybody));
    CHECK(proof.covered({everybody}, everybody));
  }
  CHECK(cubes > 0);
}
