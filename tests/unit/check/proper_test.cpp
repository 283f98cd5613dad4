// Splits on proper pointers in the check of certificates: each condition of `proper`, and each case of a split, has an unsafe model and a
// certificate for it that would be confirmed without that condition or case.
#include "check/proper.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "evidence/certificate_json.h"
#include "unit/check/proof_files.h"
#include "verify/cross_checks.h"

using namespace parapet;
using namespace parapet::test;
using Kind = check::CertifyResult::Kind;

namespace {

// Everybody's flag is up for ever. `enter` is possible for a process only if there is no other one; whoever is at B is to point to another
// process, so there is one. `more` adds transitions, `init` conjuncts.
std::string model(const std::string& more, const std::string& init, const std::string& names = "array W[proc] : proc") {
  return R"(
type location = A | H | B | Crit
array PC[proc] : location
weak array Up[proc] : bool
)" + names +
         "\ninit (p) { PC[p] = A && Up[p] = True && " + init + R"( }
unsafe (p) { PC[p] = Crit }
transition enter ([p]) requires { PC[p] = B && fence() && forall_other r. Up[r] = False } { PC[p] := Crit }
)" + more;
}
const std::string pick = "transition pick ([p] q) requires { PC[p] = A && Up[q] = True } { W[p] := q; PC[p] := B }\n";
const std::string skip = "transition skip ([p]) requires { PC[p] = A } { PC[p] := B }\n";

// A certificate by hand over z0 and z1, or `#n`.
struct Hand {
  explicit Hand(const std::string& text, const le::MemoryModel& memory = le::sc) : proof(text, memory), arena(proof.arena) {
    certificate =
        make_certificate(le::translate(proof.program, memory, {.narrow = false, .intervals = false}, arena), timeline_engine, true, {});
    certificate.narrowed.assign(certificate.narrowed.size(), ~std::uint64_t{0});
    certificate.intervals.assign(certificate.intervals.size(), {});
    z0 = arena.process(0);
    z1 = arena.process(1);
  }
  [[nodiscard]] SymbolId symbol(const std::string& name) const { return *arena.signature().find_symbol(name); }
  [[nodiscard]] TermId cell(const std::string& name, const std::vector<TermId>& indices) const { return arena.cell(symbol(name), indices); }
  // `name`[indices] = the value.
  [[nodiscard]] TermId is(const std::string& name, const std::vector<TermId>& indices, const std::string& value) const {
    const auto& names = arena.signature()[arena.signature()[symbol(name)].sort].constructors;
    const auto at = std::find(names.begin(), names.end(), value);
    return arena.member(cell(name, indices), std::uint64_t{1} << (at - names.begin()));
  }
  void add(std::uint32_t processes, std::vector<TermId> literals) {
    Cube cube;
    cube.processes = processes;
    cube.literals = std::move(literals);
    certificate.cubes.push_back(std::move(cube));
  }
  // Crit; at `location` and pointing to oneself; at `location` and pointing to a process whose flag is down.
  void add_pointer(const std::string& location, TermId pointer, bool itself = true) {
    if (itself) add(1, {is("PC", {z0}, location), arena.equal(pointer, z0)});
    add(2, {is("PC", {z0}, location), arena.equal(pointer, z1), is("Up", {z1}, "False")});
  }
  check::CertifyResult run(const std::vector<std::string>& proper) {
    certificate.proper.clear();
    for (const std::string& name : proper) certificate.proper.push_back(symbol(name));
    return proof.certify(certificate);
  }
  Proof proof;
  TermArena& arena;
  Certificate certificate;
  TermId z0, z1;
};

bool is_unsafe(const std::string& text) {
  verify::Options how;
  how.model = le::sc;
  const ld::Program program = program_of(text);
  return std::holds_alternative<verify::Unsafe>(verify::verify(program, how).verdict);
}

// The certificate of the models below, in which everybody goes from A to B.
Hand with_both(const std::string& text, bool itself = true) {
  Hand hand(text);
  hand.add(1, {hand.is("PC", {hand.z0}, "Crit")});
  for (const char* location : {"A", "B"}) hand.add_pointer(location, hand.cell("W", {hand.z0}), itself);
  return hand;
}

}  // namespace

TEST_CASE("proper: a split on a pointer uses the universal guard for whom it points to, under every memory model") {
  for (const le::MemoryModel& memory : {le::sc, le::tso, ld::pso}) {
    Hand hand(model(pick, "W[p] = p"), memory);
    hand.add(1, {hand.is("PC", {hand.z0}, "Crit")});
    hand.add_pointer("B", hand.cell("W", {hand.z0}));
    const check::CertifyResult with = hand.run({"W"});
    CHECK_MESSAGE(with.kind == Kind::Confirmed, with.reason);
    const check::CertifyResult without = hand.run({});
    CHECK(without.kind == Kind::Rejected);
    CHECK(without.reason.find("a predecessor of cube 0 by `enter`, is not covered") != std::string::npos);
    // Each case of the split is needed, if the local states of a process (Certificate::hold) do not say that its flag stays up.
    const auto rejects = [&](const Certificate& one) {
      return verify::certify(hand.proof.program, hand.arena, one, {}).kind == Kind::Rejected;
    };
    Certificate all = hand.certificate;
    all.proper = {hand.symbol("W")};
    CHECK_FALSE(rejects(all));
    for (std::size_t k = 0; k < hand.certificate.cubes.size(); ++k) {
      Certificate less = hand.certificate;
      less.proper = {hand.symbol("W")};
      less.cubes.erase(less.cubes.begin() + static_cast<std::ptrdiff_t>(k));
      CHECK(rejects(less));
    }
    // Its files have the cases, too.
    if (test::is_installed("z3")) CHECK(test::is_refuted(hand.proof, all, memory));
    // It is written and read.
    hand.certificate.proper = {hand.symbol("W")};
    const std::string json = evidence::certificate_json(hand.arena, hand.certificate, "m.cub");
    CHECK(json.find("\"proper\": [\"W\"]") != std::string::npos);
    const Certificate back = evidence::read_certificate(read_json(json), hand.arena);
    CHECK(back.proper == hand.certificate.proper);
    CHECK(hand.proof.certify(back).kind == Kind::Confirmed);
  }
}

TEST_CASE("proper: init that does not say where a pointer points") {
  // With one process W[p] is nobody, and `enter` is possible.
  const std::string text = model(skip, "W[p] <> p");
  REQUIRE(is_unsafe(text));
  const check::CertifyResult result = with_both(text).run({"W"});
  CHECK(result.kind == Kind::Rejected);
  CHECK(result.reason == "the names claimed to be proper are not: init does not set every cell of W to a process or a constant");
}

TEST_CASE("proper: init that sets some cells of a pointer only") {
  // `forall a <> b` ranges over different processes: nothing is said of W[p, p] but that it is not p.
  const std::string text = model(skip, "W[p, p] <> p && forall a <> b. W[a, b] = a", "array W[proc, proc] : proc");
  REQUIRE(is_unsafe(text));
  Hand hand(text);
  hand.add(1, {hand.is("PC", {hand.z0}, "Crit")});
  for (const char* location : {"A", "B"}) hand.add_pointer(location, hand.cell("W", {hand.z0, hand.z0}));
  CHECK(hand.run({"W"}).reason.find("init does not set every cell of W") != std::string::npos);
}

TEST_CASE("proper: init that sets a pointer in one disjunct only, or the cells of one index twice") {
  const std::string either = model(skip, "W[p] <> p && (W[p] = p || PC[p] = A)");
  REQUIRE(is_unsafe(either));
  CHECK(with_both(either).run({"W"}).kind == Kind::Rejected);
  // Of W[p, q] = p || W[q, p] = q one is enough: the other cell is open.
  const std::string crossed = model("transition skip ([p]) requires { PC[p] = A } { PC[p] := B }\n",
                                    "forall q. (W[p, q] = p || W[q, p] = q || PC[q] = A)", "array W[proc, proc] : proc");
  Hand hand(crossed);
  CHECK(hand.run({"W"}).reason.find("init does not set every cell of W") != std::string::npos);
}

TEST_CASE("proper: names that are equal at init say nothing about each other") {
  const std::string text = model(skip, "W[p] <> p && W[p] = V[p]", "array W[proc] : proc\narray V[proc] : proc");
  REQUIRE(is_unsafe(text));
  CHECK(with_both(text).run({"W", "V"}).reason.find("init does not set every cell of W") != std::string::npos);
}

TEST_CASE("proper: a value is assigned that is neither a process nor a constant") {
  const std::string text = model("transition lose ([p]) requires { PC[p] = A } { W[p] := V; PC[p] := B }\n", "W[p] = p && V <> p",
                                 "array W[proc] : proc\nvar V : proc");
  REQUIRE(is_unsafe(text));
  Hand hand(text);
  hand.add(1, {hand.is("PC", {hand.z0}, "Crit")});
  hand.add_pointer("A", hand.cell("V", {}));
  hand.add_pointer("B", hand.cell("W", {hand.z0}));
  CHECK(hand.run({"W"}).reason.find("`lose` can assign W a value that is neither a process nor a constant") != std::string::npos);
  CHECK(hand.run({"W", "V"}).reason.find("init does not set every cell of V") != std::string::npos);
}

TEST_CASE("proper: an arbitrary value is assigned") {
  const std::string text = model(
      "transition lose (p) requires { PC[p] = A && forall_other r. PC[r] = A } { V := ?; PC[p] := H }\n"
      "transition lost (p) requires { PC[p] = H && V <> p && forall_other r. V <> r } { PC[p] := B }\n",
      "V = p", "var V : proc");
  REQUIRE(is_unsafe(text));
  Hand hand(text);
  hand.add(1, {hand.is("PC", {hand.z0}, "Crit")});
  hand.add_pointer("B", hand.cell("V", {}));
  CHECK(hand.run({"V"}).reason.find("`lose` can assign V a value") != std::string::npos);
}

TEST_CASE("proper: the case that a pointer is a constant, which is nobody") {
  const std::string text = model(skip, "Nobody <> p && W[p] = Nobody", "const Nobody : proc\narray W[proc] : proc");
  REQUIRE(is_unsafe(text));
  const check::CertifyResult result = with_both(text).run({"W"});
  CHECK(result.kind == Kind::Rejected);
  CHECK(result.reason.find("a predecessor of cube 0 by `enter`, is not covered") != std::string::npos);
}

TEST_CASE("proper: the case that a pointer is a process at hand, or one that the model names") {
  const std::string itself = model(skip, "W[p] = p");
  REQUIRE(is_unsafe(itself));
  CHECK(with_both(itself, false).run({"W"}).reason.find("a predecessor of cube 0 by `enter`, is not covered") != std::string::npos);
  const std::string named = R"(
number_procs 3
type location = A | B | Crit
array PC[proc] : location
array Up[proc] : bool
array W[proc] : proc
init (p) { PC[p] = A && W[p] = #1 && Up[#1] = False && (p = #1 || Up[p] = True) }
unsafe (p) { PC[p] = Crit }
transition enter ([p]) requires { PC[p] = B && forall_other r. Up[r] = False } { PC[p] := Crit }
)" + skip;
  REQUIRE(is_unsafe(named));
  Hand hand = with_both(named);
  // #1 itself is excluded by cubes of its own, so that only the case of z0 that points to #1 is left.
  const TermId one = hand.arena.process_const(1);
  for (const char* location : {"Crit"}) hand.add(0, {hand.is("PC", {one}, location)});
  CHECK(hand.run({"W"}).kind == Kind::Rejected);
}

TEST_CASE("proper: other names, other engines, other versions") {
  Hand hand(model(pick, "W[p] = p"));
  CHECK(hand.run({"PC"}).reason.find("PC does not hold processes") != std::string::npos);
  const auto version_1 = [&](std::string json) {
    json.replace(json.find("\"format_version\": 3"), 19, "\"format_version\": 1");
    return read_json(json);
  };
  hand.certificate.proper.clear();
  CHECK_NOTHROW((void)evidence::read_certificate(version_1(evidence::certificate_json(hand.arena, hand.certificate, "m.cub")), hand.arena));
  hand.certificate.proper = {hand.symbol("W")};
  CHECK_THROWS_WITH_AS(
      (void)evidence::read_certificate(version_1(evidence::certificate_json(hand.arena, hand.certificate, "m.cub")), hand.arena),
      doctest::Contains("certificates of version 1 have no \"proper\""), JsonError);
  hand.certificate.engine = std::string(event_engine);
  CHECK(hand.proof.certify(hand.certificate).reason == "certificates of the event engine have no proper names");
}
