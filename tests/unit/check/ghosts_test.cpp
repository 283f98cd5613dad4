// Ghosts: which ones are proposed, and that the check of certificates accepts none that could change what the model does.
#include "check/ghosts.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "evidence/certificate_json.h"
#include "evidence/ghost_json.h"
#include "infer/propose_ghosts.h"
#include "unit/check/proof.h"
#include "verify/cross_checks.h"

using namespace parapet;
using namespace parapet::test;
using Kind = check::CertifyResult::Kind;

namespace {

// A door that is opened for somebody else, and a pointer that moves from process to process.
const std::string door = R"(
type location = Out | Waits | Inside
array PC[proc] : location
weak var Owner : proc
weak array Seen[proc] : proc
init (p) { PC[p] = Out && Owner = p && Seen[p] = p }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
transition come ([p] q) requires { PC[p] = Out && PC[q] = Waits } { PC[p] := Waits }
transition take ([p]) requires { PC[p] = Waits && Owner <> p } { Owner := p; PC[p] := Inside }
transition look ([p] q) requires { PC[p] = Inside && Seen[q] = p && fence() } { Seen[p] := q; PC[p] := Out }
)";

// Unsafe under TSO, since both writes may wait in their buffers.
const std::string unfenced = R"(
type location = Out | Asks | Inside
array PC[proc] : location
weak array Flag[proc] : bool
init (p) { PC[p] = Out && Flag[p] = False }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
transition ask ([p]) requires { PC[p] = Out } { Flag[p] := True; PC[p] := Asks }
transition enter ([p]) requires { PC[p] = Asks && forall_other q. Flag[q] = False } { PC[p] := Inside }
)";

ld::Ghost past(const ld::Program& program, const std::string& variable, std::uint32_t transition) {
  ld::Ghost ghost;
  ghost.name = "Was";
  ghost.sort = Signature::boolean;
  ghost.indices = 1;
  ghost.initial = ld::constructor(Signature::boolean, Signature::false_value);
  ld::Ghost::Write& write = ghost.writes.emplace_back();
  write.transition = transition;
  write.name = program.transitions[transition].name;
  write.branches.push_back({ld::equation(ld::variable_value(*program.signature.find_symbol(variable), program.signature),
                                         ld::process_variable(ld::Ghost::index)),
                            ld::constructor(Signature::boolean, Signature::true_value)});
  return ghost;
}

std::string refusal(const ld::Program& program, const ld::Ghost& ghost) {
  return check::why_not_ghosts(program, ld::with_ghosts(program, {ghost}), {ghost});
}

}  // namespace

TEST_CASE("ghosts: witnesses of parameters that no update mentions, and the past of pointers that atomic steps move") {
  const ld::Program program = program_of(door);
  const std::vector<ld::Ghost> ghosts = search::propose_ghosts(program);
  std::vector<std::string> texts;
  for (const ld::Ghost& ghost : ghosts) texts.push_back(to_string(ghost, program));
  REQUIRE(texts.size() == 2);
  CHECK(texts[0] == "W_come[j] : proc, initially j; come: W_come[p] := q");
  CHECK(texts[1] == "Was_Owner[j] : bool, initially False; take: Was_Owner[j] := True if Owner = j");
  const ld::Program with = ld::with_ghosts(program, ghosts);
  CHECK(check::why_not_ghosts(program, with, ghosts).empty());
  CHECK(digest(with) == digest(program));
  // A pointer that a store alone moves has no past: to read it would make the store atomic.
  std::string store = door;
  store.replace(store.find("&& Owner <> p"), 13, "");
  CHECK(search::propose_ghosts(program_of(store)).size() == 1);
  // A name that the model has is not taken.
  std::string taken = door;
  taken.replace(taken.find("array PC"), 0, "array W_come[proc] : proc\n");
  CHECK(search::propose_ghosts(program_of(taken))[0].name == "W_come_");
}

// Before `look` At[p] may be anything; where it has been assigned, At_At[p] says which process it is.
TEST_CASE("ghosts: targets of registers that init leaves open") {
  std::string open = door;
  open.replace(open.find("array PC"), 0, "array At[proc] : proc\n");
  open.replace(open.find("Seen[p] := q; PC"), 16, "Seen[p] := q; At[p] := q; PC");
  const ld::Program program = program_of(open);
  const std::vector<ld::Ghost> ghosts = search::propose_ghosts(program);
  REQUIRE(ghosts.size() == 3);
  CHECK(to_string(ghosts[1], program) == "At_At[j] : proc, initially j; look: At_At[p] := q");
  CHECK(check::why_not_ghosts(program, ld::with_ghosts(program, ghosts), ghosts).empty());
  // A register that init sets is proper itself.
  std::string set = open;
  set.replace(set.find("Seen[p] = p }"), 13, "Seen[p] = p && At[p] = p }");
  CHECK(search::propose_ghosts(program_of(set)).size() == 2);
  // ... unless it may be overwritten by what was left open.
  std::string copied = set;
  copied.replace(copied.find("array PC"), 0, "array Any[proc] : proc\n");
  copied.replace(copied.find("Owner := p; PC"), 14, "Owner := p; At[p] := Any[p]; PC");
  CHECK(search::propose_ghosts(program_of(copied)).size() == 3);
}

TEST_CASE("ghosts: an update that reads weak memory must not make a store atomic") {
  const ld::Program program = program_of(unfenced);
  ld::Ghost ghost = past(program, "PC", 0);
  ghost.name = "G";
  ghost.indices = 0;
  ghost.writes[0].branches[0].condition.reset();
  ghost.writes[0].branches[0].value = ld::variable_value(*program.signature.find_symbol("Flag"), program.signature);
  ghost.writes[0].branches[0].value.args.push_back(ld::process_variable(0));
  const ld::Program with = ld::with_ghosts(program, {ghost});
  verify::Options how;
  how.model = le::tso;
  REQUIRE(std::holds_alternative<verify::Unsafe>(verify::verify(program, how).verdict));
  const verify::Outcome outcome = verify::verify(with, how);
  REQUIRE(std::holds_alternative<verify::Safe>(outcome.verdict));
  // The proof of the model with this ghost, as a certificate for the model.
  Certificate certificate = std::get<verify::Safe>(outcome.verdict).certificate;
  certificate.ghosts = {ghost};
  const check::CertifyResult result = verify::certify(program, outcome.translation->arena, certificate, {});
  CHECK(result.kind == Kind::Rejected);
  CHECK(result.reason ==
        "the ghosts of the certificate may change what the model does: with the ghosts `ask` accesses weak memory in "
        "another way");
}

TEST_CASE("ghosts: everything but the ghosts is the model's") {
  const ld::Program program = program_of(door);
  const ld::Ghost ghost = past(program, "Owner", 1);
  const auto changed = [&](auto change) {
    ld::Program with = ld::with_ghosts(program, {ghost});
    change(with);
    return check::why_not_ghosts(program, with, {ghost});
  };
  CHECK(changed([](ld::Program&) {}).empty());
  const SymbolId was(program.signature.symbols().size());
  const ld::Formula reads_ghost = [&] {
    ld::Term cell = ld::variable_value(was, ld::with_ghosts(program, {ghost}).signature);
    cell.args.push_back(ld::process_variable(0));
    return ld::equation(cell, ld::constructor(Signature::boolean, Signature::true_value));
  }();
  const std::string other = "without its ghosts the program is not the model";
  CHECK(changed([&](ld::Program& with) { with.transitions[0].guard = reads_ghost; }) == other);
  CHECK(changed([&](ld::Program& with) { with.transitions[2].assignments.pop_back(); }) == other);
  CHECK(changed([&](ld::Program& with) { with.unsafes[0].formula = reads_ghost; }) == other);
  CHECK(changed([&](ld::Program& with) { with.init.formula.args[0] = reads_ghost; }) == other);
  CHECK(changed([&](ld::Program& with) { with.number_procs = 2; }) == other);
  CHECK(changed([&](ld::Program& with) { with.transitions[0].actor.reset(); }) == other);
  CHECK(changed([&](ld::Program& with) { with.transitions.pop_back(); }) ==
        "the program has other names or transitions than the model and its ghosts");
  CHECK(changed([&](ld::Program& with) { with.init.formula = with.init.formula.args[0]; }) == "init is not that of the model");
  CHECK(changed([&](ld::Program& with) { with.init.formula.args[1] = with.init.formula.args[0]; }) == "init gives a ghost no value");
  CHECK(changed([&](ld::Program& with) { with.transitions[1].assignments.push_back(with.transitions[1].assignments.back()); }) ==
        "the update of Was by `take` is not the only one");
  CHECK(changed([&](ld::Program& with) { with.transitions[1].assignments.back().kind = ld::Assignment::Kind::Havoc; }) ==
        "the update of Was by `take` has no cases");
}

TEST_CASE("ghosts: names, values and conditions that are not a ghost's") {
  const ld::Program program = program_of(door);
  const ld::Ghost good = past(program, "Owner", 1);
  CHECK(refusal(program, good).empty());
  const auto refused = [&](auto change) {
    ld::Ghost ghost = good;
    change(ghost);
    return refusal(program, ghost);
  };
  CHECK(refused([](ld::Ghost& ghost) { ghost.name = "Owner"; }) == "the model has the name Owner");
  CHECK(check::why_not_ghosts(program, ld::with_ghosts(program, {good, good}), {good, good}) == "two ghosts are called Was");
  CHECK(refused([](ld::Ghost& ghost) { ghost.sort = Signature::integer; }) == "Was holds neither processes nor values of an enumeration");
  // A process #1 that the model does not have would exist in the model with the ghost.
  CHECK(refused([](ld::Ghost& ghost) {
          ghost.sort = Signature::proc;
          ghost.initial = ld::process_variable(ld::Ghost::index);
          ghost.writes[0].branches[0].value.kind = ld::Term::Kind::ProcessConstant;
          ghost.writes[0].branches[0].value.sort = Signature::proc;
        }) == "the update of Was by `take` has a value that is not one of the state");
  CHECK(refused([](ld::Ghost& ghost) { ghost.writes[0].branches[0].condition->comparison = ld::Comparison::Less; }) ==
        "the update of Was by `take` has a condition that is not one of the state");
  CHECK(refused([](ld::Ghost& ghost) {
          ghost.writes[0].branches.insert(ghost.writes[0].branches.begin(), {std::nullopt, ghost.writes[0].branches[0].value});
        }) == "the update of Was by `take` has a case after the last one");
  CHECK(refused([](ld::Ghost& ghost) { ghost.writes[0].branches.clear(); }) == "the update of Was by `take` has no cases");
  CHECK(refused([](ld::Ghost& ghost) { ghost.writes[0].cell.push_back(ld::process_variable(5)); }) ==
        "the update of Was by `take` is of no parameter's cell");
}

// The check does not rely on how the ghosts were added to the program.
TEST_CASE("ghosts: names that are not plain variables or arrays over processes are refused") {
  const ld::Program program = program_of(door);
  ld::Ghost ghost;
  ghost.name = "G";
  ghost.sort = Signature::boolean;
  ghost.indices = 1;
  const auto refused = [&](auto change) {
    Symbol symbol;
    symbol.name = "G";
    symbol.sort = Signature::boolean;
    symbol.arity = 1;
    change(symbol);
    ld::Program with = program;
    with.signature.add_symbol(symbol);
    return check::why_not_ghosts(program, with, {ghost});
  };
  CHECK(refused([](Symbol&) {}).empty());
  const std::string wrong = "G is not a plain variable or array over processes";
  CHECK(refused([](Symbol& symbol) { symbol.weak = true; }) == wrong);
  CHECK(refused([](Symbol& symbol) { symbol.constant = true; }) == wrong);
  CHECK(refused([](Symbol& symbol) { symbol.arity = 2; }) == wrong);
  CHECK(refused([](Symbol& symbol) { symbol.index_sorts = {Signature::boolean}; }) == wrong);
}

TEST_CASE("ghosts: an initial value is that of every cell, so that each initial state of the model has one with the ghost") {
  const ld::Program program = program_of(door);
  ld::Ghost ghost;
  ghost.name = "G";
  ghost.sort = Signature::proc;
  ghost.indices = 1;
  ghost.initial = ld::process_variable(ld::Ghost::index);
  ld::Program with = ld::with_ghosts(program, {ghost});
  CHECK(check::why_not_ghosts(program, with, {ghost}).empty());
  // forall j. G[p] = j: no state with two processes.
  with.init.formula.args[1].args[0].terms[0].args[0] = ld::process_variable(0);
  CHECK(check::why_not_ghosts(program, with, {ghost}) == "init gives a ghost no value");
}

TEST_CASE("ghosts: an update of a cell that the ghost does not have, or by what a ghost holds, is refused") {
  const ld::Program program = program_of(door);
  ld::Ghost ghost = past(program, "Owner", 1);
  ghost.writes[0].cell = {ld::process_variable(0), ld::process_variable(0)};
  CHECK(refusal(program, ghost) == "the update of Was by `take` has another number of indices");
  ld::Term cell;
  cell.kind = ld::Term::Kind::Access;
  cell.sort = Signature::boolean;
  cell.index = static_cast<std::uint32_t>(program.signature.symbols().size());  // the ghost
  cell.args = {ld::process_variable(ld::Ghost::index)};
  ghost = past(program, "Owner", 1);
  ghost.writes[0].branches[0].value = cell;
  CHECK(refusal(program, ghost) == "the update of Was by `take` has a value that is not one of the state");
  ghost = past(program, "Owner", 1);
  ghost.initial = cell;
  CHECK(refusal(program, ghost) == "the initial value of Was is not one of the state");
}

TEST_CASE("ghosts: they are written and read, and what is not a ghost of the model is refused") {
  const ld::Program program = program_of(door);
  const std::vector<ld::Ghost> ghosts = search::propose_ghosts(program);
  JsonWriter writer;
  writer.begin_object();
  writer.key("ghosts");
  evidence::write_ghosts(writer, program.signature, ghosts);
  writer.end_object();
  const std::string json = writer.take();
  const std::vector<ld::Ghost> back = evidence::read_ghosts(read_json(json), program);
  REQUIRE(back.size() == ghosts.size());
  for (std::size_t k = 0; k < back.size(); ++k) CHECK(to_string(back[k], program) == to_string(ghosts[k], program));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = json;
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
    return read_json(text);
  };
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{"\"number\": 0", "\"number\": 1"},
                                                                                 {"\"number\": 0", "\"number\": 7"},
                                                                                 {"[\"parameter\", 1]", "[\"parameter\", 2]"},
                                                                                 {"[\"index\"]", "[\"constant\", 1]"},
                                                                                 {"\"type\": \"proc\"", "\"type\": \"process\""},
                                                                                 {"\"cases\"", "\"otherwise\""},
                                                                                 {"\"equal\"", "\"less\""}}) {
    CHECK_THROWS_AS((void)evidence::read_ghosts(with(from, to), program), JsonError);
  }
  // A reader that does not know the ghosts does not read the certificate.
  Proof proof(unfenced, le::sc);
  Certificate certificate = proof.certificate;
  certificate.ghosts = {past(program_of(unfenced), "PC", 0)};
  certificate.ghosts[0].writes.clear();
  CHECK_THROWS_AS((void)evidence::read_certificate(read_json(evidence::certificate_json(proof.arena, certificate, "m.cub")), proof.arena),
                  JsonError);
}
