// Forged proofs. A ghost that would change what the model does turns an unsafe model into a safe one, and its proof is refused; a proof
// that rests on ghosts and splits is refused as soon as a part of it is changed.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "check/ghosts.h"
#include "unit/check/proof.h"
#include "verify/cross_checks.h"

using namespace parapet;
using namespace parapet::test;
using Kind = check::CertifyResult::Kind;

namespace {

// Nothing keeps two processes from being inside.
const std::string open_door = R"(
type location = Out | Inside
array PC[proc] : location
init (p) { PC[p] = Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
transition enter ([p]) requires { PC[p] = Out } { PC[p] := Inside }
)";

// tests/regress/safe/witness_of_a_universal_guard.cub: its proof needs a ghost and splits.
const std::string witness = R"(
type location = A | B | Crit
array PC[proc] : location
weak array Up[proc] : bool
init (p) { PC[p] = A && Up[p] = True }
unsafe (p) { PC[p] = Crit }
transition pick ([p] q) requires { PC[p] = A && Up[q] = True && fence() } { PC[p] := B }
transition enter ([p]) requires { PC[p] = B && fence() && forall_other r. Up[r] = False } { PC[p] := Crit }
)";

ld::Ghost pointer(const ld::Program& program) {
  ld::Ghost ghost;
  ghost.name = "G";
  ghost.sort = Signature::proc;
  ghost.indices = 0;
  ld::Ghost::Write& write = ghost.writes.emplace_back();
  write.name = program.transitions[0].name;
  write.branches.push_back({std::nullopt, ld::process_variable(0)});
  return ghost;
}

// The model is unsafe and with the ghosts it is safe; what the check says of that proof as one of the model.
std::string refusal_of_proof(const std::string& text, const std::vector<ld::Ghost>& ghosts) {
  const ld::Program program = program_of(text);
  verify::Options how;
  how.model = le::sc;
  how.small_states = 0;
  REQUIRE(std::holds_alternative<verify::Unsafe>(verify::verify(program, how).verdict));
  const ld::Program with = ld::with_ghosts(program, ghosts);
  verify::Outcome outcome = verify::verify(with, how);
  REQUIRE(std::holds_alternative<verify::Safe>(outcome.verdict));
  Certificate certificate = std::get<verify::Safe>(outcome.verdict).certificate;
  certificate.ghosts = ghosts;
  const check::CertifyResult result = verify::certify(program, outcome.translation->arena, certificate, {});
  CHECK(result.kind == Kind::Rejected);
  const std::string begin = "the ghosts of the certificate may change what the model does: ";
  REQUIRE(result.reason.starts_with(begin));
  return result.reason.substr(begin.size());
}

}  // namespace

TEST_CASE("forged: an initial value that the ghost has for one process only") {
  // G = p for all p: there is one process.
  const ld::Program program = program_of(open_door);
  ld::Ghost ghost = pointer(program);
  ghost.writes.clear();
  ghost.initial = ld::process_variable(0);
  CHECK(refusal_of_proof(open_door, {ghost}) == "the initial value of G is not one of the state");
}

TEST_CASE("forged: two updates of a ghost that contradict each other") {
  const ld::Program program = program_of(open_door);
  ld::Ghost ghost = pointer(program);
  ghost.sort = Signature::boolean;
  ghost.initial = ld::constructor(Signature::boolean, Signature::false_value);
  ghost.writes[0].branches[0].value = ld::constructor(Signature::boolean, Signature::true_value);
  ghost.writes.push_back(ghost.writes[0]);
  ghost.writes[1].branches[0].value = ld::constructor(Signature::boolean, Signature::false_value);
  CHECK(check::why_not_ghosts(program, ld::with_ghosts(program, {ghost}), {ghost}) == "the update of G by `enter` is not the only one");
}

// Of the inferred proof, with its ghost and its proper names, nothing can be left out or changed; of the smaller cubes that are tried, most
// leave a predecessor uncovered.
TEST_CASE("forged: a proof with ghosts and splits is refused when a part of it is changed") {
  for (const le::MemoryModel& memory : {le::sc, le::tso}) {
    const ld::Program program = program_of(witness);
    verify::Options how;
    how.model = memory;
    how.certificate = true;
    how.search.infer = search::Infer::Only;
    verify::Outcome outcome = verify::verify(program, how);
    REQUIRE(std::holds_alternative<verify::Safe>(outcome.verdict));
    const Certificate proof = std::get<verify::Safe>(outcome.verdict).certificate;
    TermArena& arena = outcome.translation->arena;
    REQUIRE(proof.ghosts.size() == 1);
    REQUIRE(!proof.proper.empty());
    const auto certify = [&](const std::function<void(Certificate&)>& change) {
      Certificate forged = proof;
      change(forged);
      return verify::certify(program, arena, forged, {});
    };
    const auto rejects = [&](const std::function<void(Certificate&)>& change) { return certify(change).kind == Kind::Rejected; };
    CHECK(certify([](Certificate&) {}).kind == Kind::Confirmed);
    const auto symbol = [&](const std::string& name) { return *arena.signature().find_symbol(name); };
    const std::vector<TermId> first{arena.process(0)};
    int refused = 0, confirmed = 0;
    for (std::size_t k = 0; k < proof.cubes.size(); ++k) {
      CHECK(rejects([&](Certificate& one) { one.cubes.erase(one.cubes.begin() + static_cast<std::ptrdiff_t>(k)); }));
      // A smaller cube: one that says, too, where its first process is.
      for (const std::uint64_t location : {1U, 2U, 4U}) {
        const TermId more = arena.member(arena.cell(symbol("PC"), first), location);
        const auto& literals = proof.cubes[k].literals;
        const bool implied = std::any_of(literals.begin(), literals.end(), [&](TermId each) {
          return arena.op(each) == Op::Member && arena.args(each)[0] == arena.args(more)[0] && (arena.set(each) & ~location) == 0;
        });
        if (!implied) ++(rejects([&](Certificate& one) { one.cubes[k].literals.push_back(more); }) ? refused : confirmed);
      }
    }
    CHECK(refused == 4);
    CHECK(confirmed <= 1);
    CHECK(rejects([](Certificate& one) { one.proper.clear(); }));
    CHECK(rejects([&](Certificate& one) { one.proper = {symbol("Up")}; }));
    CHECK(rejects([&](Certificate& one) { one.proper = {symbol("PC")}; }));
    // The ghost remembers somebody else, nobody, or somebody at another step.
    CHECK(rejects([](Certificate& one) { one.ghosts[0].writes[0].branches[0].value = ld::process_variable(0); }));
    CHECK(rejects([](Certificate& one) { one.ghosts[0].writes.clear(); }));
    CHECK(rejects([&](Certificate& one) {
      one.ghosts[0].writes[0].transition = 1;
      one.ghosts[0].writes[0].name = program.transitions[1].name;
    }));
    CHECK(rejects([](Certificate& one) { one.ghosts[0].initial.reset(); }));
  }
}
