// A certificate's proof as SMT-LIB files: solvers refute every file of a proof, and not those of a certificate that is none.
#include "check/proof.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/certificate_json.h"
#include "regress/judge.h"
#include "skipped.h"
#include "unit/check/proof_files.h"

namespace {

using namespace parapet;

// Universal and existential guards, numbers, arbitrary values, conditional updates of every cell, an order of processes, two indices.
const std::string everything = R"(
type t = Idle | Want | Crit | Never
array PC[proc] : t
array Ticket[proc] : int
array Seen[proc, proc] : bool
var Next : int
var Turn : int
var Owner : proc
init (z w) { PC[z] = Idle && Next = 1 && Turn = 1 && Ticket[z] = 0 && Seen[z, w] = False }
unsafe (a b) { PC[a] = Crit && PC[b] = Crit }
unsafe (a) { PC[a] = Never }
transition ask (p) requires { PC[p] = Idle && forall_other q. Ticket[q] < Next } { PC[p] := Want; Ticket[p] := Next; Next := Next + 1 }
transition enter (p) requires { PC[p] = Want && Ticket[p] = Turn && (Owner <> p || Owner = p) && forall_other q. PC[q] <> Crit }
  { PC[p] := Crit; Owner := p }
transition leave (p) requires { PC[p] = Crit } { Turn := Turn + 1; Ticket[p] := 0; PC[j] := case | j = p : Idle | _ : PC[j] }
transition look (p q) requires { p < q && PC[q] = Want } { Seen[p, q] := True; Owner := . }
)";

// The invariant is of some process, the cubes are of none.
const std::string assuming = R"(
var X : bool
var Y : bool
var Z : bool
init () { X = False && Y = False && Z = False }
invariant (p) { Y = True && Z = True }
unsafe () { X = True }
transition both () requires { Y = True && Z = True } { X := True }
transition set_y () requires { Z = False } { Y := True }
transition set_z () requires { Y = False } { Z := True }
)";

// Message passing with `@` in unsafe: late reads, and a final read of two processes.
const std::string message = R"(
type t = A | B | C
array PC[proc] : t
weak var X : bool
weak var Y : bool
array Saw[proc] : bool
init (z) { PC[z] = A && X = False && Y = False && Saw[z] = False }
unsafe (p) { Saw[p] = True && p @ X = False }
transition first ([p]) requires { PC[p] = A } { X := True; PC[p] := B }
transition second ([p]) requires { PC[p] = B } { Y := True; PC[p] := C }
transition see ([p]) requires { Y = True } { Saw[p] := True }
)";

// A step writes every cell of a weak array, another one resets it cell by cell; a constant names one process.
const std::string all_cells = R"(
number_procs 3
type t = Low | High
weak array Flag[proc] : bool
array PC[proc] : t
array Saw[proc] : bool
init (z) { Flag[z] = False && PC[z] = Low && Saw[z] = False }
unsafe (p q) { p <> #1 && PC[#1] = Low && Saw[p] = True }
unsafe (p q) { Saw[p] = True && PC[q] = Low && q = #1 }
transition raise ([p]) requires { p = #1 && PC[p] = Low } { Flag[j] := case | _ : True; PC[p] := High }
transition look ([p]) requires { Flag[p] = True } { Saw[p] := True }
)";

// A lock in a plain variable that every process writes, beside a weak one.
const std::string shared_plain = R"(
type t = Out | Try | In
array PC[proc] : t
var Lock : bool
weak var X : bool
init (z) { PC[z] = Out && Lock = False && X = False }
unsafe (p q) { PC[p] = In && PC[q] = In }
transition ask ([p]) requires { PC[p] = Out && X = False } { PC[p] := Try }
transition enter ([p]) requires { PC[p] = Try && Lock = False && fence() } { Lock := True; PC[p] := In }
transition leave ([p]) requires { PC[p] = In && fence() } { Lock := False; PC[p] := Out }
)";

// Counts: of a lemma and of the formula, with a step of everybody; universal guards of which counts say more than the processes at hand do.
const std::string counting = R"(
type t = Out | Waiting | In
array PC[proc] : t
weak var Left : int
init (z) { PC[z] = Out && Left = #procs }
unsafe (p) { PC[p] = In && count (q) { PC[q] = Out } >= 1 }
unsafe () { count (q) { PC[q] = Waiting } > #procs }
transition arrive ([p]) requires { PC[p] = Out && Left > 0 } { PC[p] := Waiting; Left := Left - 1 }
transition pass ([p]) requires { PC[p] = Waiting && Left = 0 && fence() } { PC[p] := In }
)";

const std::string broadcast = R"(
type t = Out | Waiting | In
array PC[proc] : t
var Open : bool
init (z) { PC[z] = Out && Open = False }
unsafe (p) { PC[p] = In && count (q) { PC[q] = Out || PC[q] = Waiting } >= 1 }
transition arrive (p) requires { PC[p] = Out && Open = False } { PC[p] := Waiting }
transition release (p) requires { PC[p] = Waiting && forall_other q. PC[q] = Waiting }
  { Open := True; PC[j] := case | PC[j] = Waiting : In | _ : PC[j] }
)";

// Under PSO its cubes say that a store buffer is empty.
const std::string ordered = R"(
type stage = Start | Wrote | Flagged | Saw | Missed
array At[proc] : stage
weak var Data : bool
weak var Flag : bool
init (p) { At[p] = Start && Data = False && Flag = False }
unsafe (p) { At[p] = Missed }
transition write ([p]) requires { At[p] = Start } { At[p] := Wrote; Data := True }
transition flag ([p]) requires { At[p] = Wrote && wfence() } { At[p] := Flagged; Flag := True }
transition see ([p]) requires { At[p] = Start && Flag = True } { At[p] := Saw }
transition miss ([p]) requires { At[p] = Saw && Data = False } { At[p] := Missed }
)";

// A process reads X, keeps the value, and reads X once more. Nobody writes X, since Open is never true.
const std::string read_to_no_effect = R"(
type stage = Start | Ready | Wrote | Told | Read | Bad
array At[proc] : stage
array Got[proc] : bool
weak var X : bool
weak var Y : bool
weak var Open : bool
init (p) { At[p] = Start && Got[p] = False && X = True && Y = False && Open = False }
unsafe (p) { At[p] = Bad }
transition begin ([p]) requires { At[p] = Start && Open = True } { At[p] := Ready }
transition write ([p]) requires { At[p] = Ready } { At[p] := Wrote; X := False }
transition tell ([p]) requires { At[p] = Wrote } { At[p] := Told; Y := True }
transition keep ([p]) requires { At[p] = Start } { At[p] := Read; Got[p] := X }
transition look ([p]) requires { At[p] = Read && X = False } { At[p] := Bad }
transition spoil ([p]) requires { At[p] = Bad } { Open := True }
)";

struct Case {
  std::string name, text;
  bool plain = false;
};

std::vector<Case> cases() {
  std::vector<Case> result{
      {"everything", everything, true}, {"assuming", assuming, true}, {"message", message},           {"all_cells", all_cells},
      {"shared_plain", shared_plain},   {"counting", counting},       {"broadcast", broadcast, true}, {"ordered", ordered}};
  std::vector<std::string> paths{"naive_mutex"};
  if (test::slow_tier()) paths.insert(paths.end(), {"burns", "dekker_once", "dekker", "peterson", "spinlock"});
  for (const std::string& path : paths) {
    result.push_back({path, test::contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples/locks" / (path + ".cub"))});
  }
  return result;
}

// Calls visit(proof, model) under SC, TSO and PSO and for both engines; the search proves the model safe with each. PSO has no event engine,
// `message` is unsafe there, and the event engine does not prove `counting`.
template <class Visit>
void each_proof(const Case& one, const Visit& visit) {
  for (const le::MemoryModel& model : {le::sc, le::tso, ld::pso}) {
    for (const std::string_view engine : {timeline_engine, event_engine}) {
      if (one.plain && (model.delays_writes() || engine == event_engine)) continue;
      if (model.writes_apart() && (engine == event_engine || one.name == "message" || one.name == "peterson")) continue;
      if (engine == event_engine && one.name == "counting") continue;
      CAPTURE(one.name);
      CAPTURE(model.name);
      CAPTURE(engine);
      search::SearchOptions options;
      if (one.name == "counting") {
        options.approximate = search::usual_instance;
        options.exact_nodes = 5;
      }
      test::Proof proof(one.text, model, true, options, engine);
      REQUIRE(proof.safe);
      visit(proof, model);
    }
  }
}

bool refuses(test::Proof& proof, const Certificate& certificate, const le::MemoryModel& model) {
  const auto found = test::answers(test::solver_programs[0], test::obligations(test::proof_files(proof, certificate, model)));
  return std::find(found.begin(), found.end(), "sat") != found.end();
}

// The literal with one more in the place of each count.
TermId one_more(TermArena& arena, TermId literal) {
  return arena.rewrite(literal, [&](TermId leaf) {
    if (arena.op(leaf) != Op::Cell || !arena.signature()[arena.symbol(leaf)].derived()) return leaf;
    return arena.sum(std::vector{Rational(1)}, std::vector{leaf}, Rational(1), Signature::integer);
  });
}

bool without(const std::string& program) {
  if (test::is_installed(program)) return false;
  test::skipped("the program " + program + " is not installed");
  return true;
}

}  // namespace

TEST_CASE("proof: both solvers refute every file, under every memory model, of both engines") {
  std::size_t files = 0;
  for (const auto& solver : test::solver_programs) {
    if (without(solver[0])) continue;
    CAPTURE(solver[0]);
    for (const Case& one : cases()) {
      each_proof(one, [&](test::Proof& proof, const le::MemoryModel& model) {
        const check::Proof written = test::proof_files(proof, proof.certificate, model);
        CHECK(written.refusal.empty());
        const auto found = test::answers(solver, test::obligations(written));
        CHECK(found == std::vector<std::string>(found.size(), "unsat"));
        CHECK(found.size() == written.files.size() - 2);
        files += found.size();
      });
    }
  }
  MESSAGE(files << " files");
}

// A file whose premises contradict each other would be unsatisfiable whatever the certificate is.
TEST_CASE("proof: what a file assumes has a model") {
  if (without("z3")) return;
  for (const Case& one : cases()) {
    if (one.name == "assuming") continue;  // the assumption contradicts the guard of a transition
    each_proof(one, [&](test::Proof& proof, const le::MemoryModel& model) {
      const check::Proof written = test::proof_files(proof, proof.certificate, model);
      std::vector<std::string> scripts;
      for (const std::string& text : test::obligations(written)) scripts.push_back(test::premises(text));
      const auto found = test::answers(test::solver_programs[0], scripts);
      REQUIRE(found.size() == scripts.size());
      for (std::size_t k = 0; k < found.size(); ++k) CHECK_MESSAGE(found[k] == "sat", scripts[k]);
    });
  }
}

TEST_CASE("proof: a file of a damaged certificate is satisfiable") {
  if (without("z3")) return;
  std::size_t damaged = 0, lists = 0, rows = 0, buffers = 0, counts = 0;
  for (const Case& one : cases()) {
    each_proof(one, [&](test::Proof& proof, const le::MemoryModel& model) {
      CHECK_FALSE(refuses(proof, proof.certificate, model));
      const auto expect = [&](const Certificate& other, const char* what) {
        CAPTURE(what);
        CHECK(refuses(proof, other, model) == proof.rejects(other));
        damaged += proof.rejects(other) ? 1 : 0;
      };
      for (const std::size_t k : {std::size_t{0}, proof.certificate.cubes.size() / 2, proof.certificate.cubes.size() - 1}) {
        Certificate fewer = proof.certificate;
        fewer.cubes.erase(fewer.cubes.begin() + static_cast<std::ptrdiff_t>(k));
        expect(fewer, "a cube less");
        Certificate larger = proof.certificate;
        larger.cubes[k].literals.pop_back();
        expect(larger, "a literal less");
        Certificate smaller = proof.certificate;
        const auto& other = smaller.cubes[0].literals;
        if (!smaller.cubes[k].literals.empty() && smaller.cubes[k].processes >= smaller.cubes[0].processes)
          smaller.cubes[k].literals.push_back(proof.arena.negate(other.front()));
        expect(smaller, "a literal more");
      }
      for (std::size_t k = 0; k < proof.certificate.cubes.size(); ++k) {
        if (proof.certificate.cubes[k].weak.order.processes.empty()) continue;
        Certificate later = proof.certificate;
        later.cubes[k].weak.order.processes.clear();
        expect(later, "no rows of processes");
        ++rows;
      }
      for (std::size_t k = 0; k < proof.certificate.cubes.size(); ++k) {
        if (proof.certificate.cubes[k].weak.open.lists.empty()) continue;
        Certificate clean = proof.certificate;
        for (auto& list : clean.cubes[k].weak.open.lists) list.clean = !list.clean;
        expect(clean, "other snapshots are new");
        ++lists;
      }
      for (std::size_t k = 0; k < proof.certificate.cubes.size(); ++k) {
        for (std::size_t b = 0; b < proof.certificate.cubes[k].weak.buffers.size(); ++b) {
          Certificate other = proof.certificate;
          other.cubes[k].weak.buffers[b].exact = !other.cubes[k].weak.buffers[b].exact;
          expect(other, "another end of a buffer");
          ++buffers;
        }
        Certificate other = proof.certificate;
        for (TermId& literal : other.cubes[k].literals) literal = one_more(proof.arena, literal);
        if (other.cubes[k].literals == proof.certificate.cubes[k].literals) continue;
        expect(other, "a count that is one more");
        ++counts;
      }
    });
  }
  CHECK(damaged > 20);
  CHECK(lists > 0);
  CHECK(rows > 0);
  CHECK(buffers > 0);
  CHECK(counts > 0);
  MESSAGE(damaged << " certificates that are no proof");
}

// These models are unsafe under TSO: files that are unsatisfiable would be those of a machine that has no store buffers.
TEST_CASE("proof: what is proved under SC is not proved under TSO") {
  if (without("z3")) return;
  for (const std::string name : {"naive_mutex_nofence", "dekker_once_nofence", "peterson_once_nofence", "burns_nofence"}) {
    CAPTURE(name);
    const std::string text = test::contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples/locks" / (name + ".cub"));
    for (const std::string_view engine : {timeline_engine, event_engine}) {
      CAPTURE(engine);
      test::Proof proof(text, le::sc, true, {}, engine);
      REQUIRE(proof.safe);
      CHECK_FALSE(refuses(proof, proof.certificate, le::sc));
      Certificate other = proof.certificate;
      other.model = le::tso.name;
      CHECK(refuses(proof, other, le::tso));
      // Under SC a read after the executions of a process is after its writes, too. Said of TSO, it is what a fence would give.
      for (Cube& cube : other.cubes) {
        for (auto& row : cube.weak.order.processes) row.waits = row.any;
      }
      CHECK(refuses(proof, other, le::tso));
    }
  }
}

// The certificates of models with fences, said of the same models without them, which are unsafe.
TEST_CASE("proof: what a fence proves under PSO is not proved without it") {
  if (without("z3")) return;
  struct Pair {
    std::string fenced, bare;
    bool refused = false;  // the proof has snapshot reads, and no firing of the model without the fence reads late
  };
  const auto example = [](const std::string& name) {
    return test::contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples" / (name + ".cub"));
  };
  const std::string fence = " && wfence()";
  std::string unordered = ordered;
  unordered.erase(unordered.find(fence), fence.size());
  std::vector<Pair> pairs{{ordered, unordered}, {example("barriers/publish_wfence"), example("barriers/publish"), true}};
  for (const std::string name : {"locks/naive_mutex", "locks/dekker_once", "locks/burns"})
    pairs.push_back({example(name), example(name + "_nofence")});
  for (const Pair& pair : pairs) {
    CAPTURE(pair.bare);
    test::Proof safe(pair.fenced, ld::pso);
    REQUIRE(safe.safe);
    test::Proof other(pair.bare, le::sc);
    const std::string json = evidence::certificate_json(safe.arena, safe.certificate, "m.cub");
    const Certificate claimed = evidence::read_certificate(read_json(json), other.arena);
    const std::string refusal = test::proof_files(other, claimed, ld::pso).refusal;
    CHECK(refusal.empty() != pair.refused);
    if (refusal.empty()) CHECK(refuses(other, claimed, ld::pso));
  }
}

// `keep` reads X for a cell of which a cube says nothing. A commit of X after it can be made before it: the files say so of each cube, the
// checker when it takes the firing back. Cubes that are repeated move the one that contains the states before the firing to another file.
TEST_CASE("proof: a commit after a firing that reads the location to no effect") {
  if (without("z3")) return;
  test::Proof proof(read_to_no_effect, ld::pso);
  REQUIRE(proof.safe);
  Certificate repeated = proof.certificate;
  repeated.cubes.insert(repeated.cubes.begin() + 2, 24, repeated.cubes[0]);
  CHECK(proof.certify(repeated).kind == check::CertifyResult::Kind::Confirmed);
  CHECK(test::is_refuted(proof, repeated, ld::pso));
}

// #1 writes X, then lets #2 read it. Under PSO the write may still be buffered when #2 reads the old value, and be committed before #2 reads
// once more: a proof under SC is none. The commit comes after `keep`, which reads X for a cell of the cube, or for its guard.
TEST_CASE("proof: a commit after a firing that has read the location") {
  if (without("z3")) return;
  for (const bool in_guard : {false, true}) {
    CAPTURE(in_guard);
    const std::string keep = in_guard ? " && X = True } { At[p] := Read }" : " } { At[p] := Read; Got[p] := X }";
    test::Proof proof(R"(
number_procs 2
type stage = Ready | Wrote | Told | Start | Read | Seen
array At[proc] : stage
array Got[proc] : bool
weak var X : bool
var Go : bool
init (p) { X = True && Go = False && Got[p] = False && At[#1] = Ready && At[#2] = Start }
unsafe () { At[#2] = Seen)" +
                          std::string(in_guard ? "" : " && Got[#2] = True") +
                          R"( }
transition write ([p]) requires { p = #1 && At[p] = Ready } { At[p] := Wrote; X := False }
transition tell ([p]) requires { p = #1 && At[p] = Wrote } { At[p] := Told; Go := True }
transition look ([p]) requires { p = #2 && At[p] = Read && X = False } { At[p] := Seen }
transition keep ([p]) requires { p = #2 && At[p] = Start && Go = True)" +
                          keep,
                      le::sc);
    REQUIRE(proof.safe);
    Certificate claimed = proof.certificate;
    claimed.model = ld::pso.name;
    claimed.may = claimed.hold = true;
    const check::Proof written = test::proof_files(proof, claimed, ld::pso);
    std::vector<std::string> satisfiable;
    for (const check::ProofFile& file : written.files) {
      if (check::is_obligation(file) && test::answers(test::solver_programs[0], {file.text}) == std::vector<std::string>{"sat"})
        satisfiable.push_back(file.name);
    }
    REQUIRE(satisfiable.size() == 1);
    CHECK(satisfiable[0].starts_with("step-keep-"));
  }
}

// `enter` is executed while a write of its process has a later time iff it needs no fence and the memory model delays writes.
TEST_CASE("proof: which firings are possible while a write is buffered") {
  if (without("z3")) return;
  const auto possible = [&](const std::string& name, const le::MemoryModel& model) {
    const std::string text = test::contents_of(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples/locks" / (name + ".cub"));
    test::Proof proof(text, le::sc, true, {}, event_engine);
    REQUIRE(proof.safe);
    Certificate certificate = proof.certificate;
    certificate.model = model.name;
    const check::Proof written = test::proof_files(proof, certificate, model);
    const auto file =
        std::find_if(written.files.begin(), written.files.end(), [](const auto& f) { return f.name.starts_with("step-enter-"); });
    REQUIRE(file != written.files.end());
    const std::string premises = file->text.substr(0, file->text.find("; to be refuted:\n"));
    const auto found = test::answers(test::solver_programs[0], {premises + "(assert (> (last-write x0) tx))\n(check-sat)\n"});
    return found == std::vector<std::string>{"sat"};
  };
  CHECK(possible("naive_mutex_nofence", le::tso));
  CHECK_FALSE(possible("naive_mutex", le::tso));
  CHECK_FALSE(possible("naive_mutex_nofence", le::sc));
}

TEST_CASE("proof: values that a certificate claims are proved in files of their own") {
  if (without("z3")) return;
  test::Proof proof(everything, le::sc);
  REQUIRE(proof.safe);
  Certificate sets = proof.certificate;
  const auto narrowed =
      std::find_if(sets.narrowed.begin(), sets.narrowed.end(), [](std::uint64_t set) { return set != ~std::uint64_t{0}; });
  REQUIRE(narrowed != sets.narrowed.end());
  *narrowed &= *narrowed - 1;
  CHECK(refuses(proof, sets, le::sc));
  Certificate numbers = proof.certificate;
  const auto interval =
      std::find_if(numbers.intervals.begin(), numbers.intervals.end(), [](const Interval& each) { return each.bounded(); });
  REQUIRE(interval != numbers.intervals.end());
  interval->low = Rational(2);
  CHECK(refuses(proof, numbers, le::sc));
}

TEST_CASE("proof: without initial states there is one file") {
  const std::string model = R"(
type t = A | B
array PC[proc] : t
init (z) { PC[z] = A && PC[z] = B }
unsafe (z) { PC[z] = B }
transition go (p) requires { PC[p] = A } { PC[p] := B }
)";
  test::Proof proof(model, le::sc);
  REQUIRE(proof.certificate.cubes.empty());
  const check::Proof written = test::proof_files(proof, proof.certificate, le::sc);
  REQUIRE(written.files.size() == 3);
  CHECK(written.files[1].name == "init.smt2");
  if (!without("z3")) CHECK(test::answers(test::solver_programs[0], {written.files[1].text}) == std::vector<std::string>{"unsat"});
}

TEST_CASE("proof: nothing is written above the limit, or of terms without a meaning in a file") {
  test::Proof proof(message, le::tso);
  REQUIRE(proof.safe);
  const check::Proof large = test::proof_files(proof, proof.certificate, le::tso, 1000);
  CHECK(large.files.empty());
  CHECK(large.refusal == "its files have more than 1000 bytes");
  Certificate fresh = proof.certificate;
  const TermId cell = proof.arena.cell(SymbolId(0), std::vector{proof.arena.process(0)});
  fresh.cubes[1].literals.push_back(proof.arena.equal(cell, proof.arena.fresh(0, proof.arena.sort(cell))));
  CHECK(test::proof_files(proof, fresh, le::tso).refusal == "cube 1 has a term `fresh`");
}

TEST_CASE("proof: the file with quantifiers is well-formed") {
  for (const auto& solver : test::solver_programs) {
    if (without(solver[0])) continue;
    for (const Case& one : cases()) {
      each_proof(one, [&](test::Proof& proof, const le::MemoryModel& model) {
        const check::Proof written = test::proof_files(proof, proof.certificate, model);
        std::string text = written.files.back().text;
        REQUIRE(written.files.back().name == "machine.smt2");
        const std::string question = "(check-sat)\n";
        text.replace(text.find(question), question.size(), "(echo \"read\")\n");
        const auto found = test::answers(solver, {text});
        REQUIRE(found.size() == 1);
        CHECK(test::contains(found[0], "read"));
      });
    }
  }
}
