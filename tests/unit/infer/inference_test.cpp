// The inference from views: models that need each of its rules (infer/views). What leaving a rule out did: RULES.md.
#include <doctest/doctest.h>

#include <string>

#include "random/search_run.h"
#include "random/text_model.h"
#include "unit/check/proof.h"
#include "unit/infer/views_models.h"

using namespace parapet;
using test::handing_over;
using test::leaving;
using test::SearchAnswer;
using test::ticket;
using Kind = test::SearchAnswer::Kind;

namespace {

SearchAnswer infer(const std::string& text, test::Memory memory = test::Memory::Sc, std::uint64_t work = 400'000'000) {
  test::SearchSetup setup = test::small_search(memory);
  setup.search.infer = search::Infer::Only;
  setup.work = work;
  setup.certify = true;
  return test::run_search(test::program_of(text), setup);
}

}  // namespace

TEST_CASE("inference: a lock that is handed over, for any number of processes") {
  for (const test::Memory memory : {test::Memory::Sc, test::Memory::Tso}) {
    const SearchAnswer answer = infer(handing_over + leaving, memory);
    CHECK(answer.kind == Kind::Safe);
    CHECK(answer.certified);
  }
}

TEST_CASE("inference: numbers that grow for ever") {
  for (const test::Memory memory : {test::Memory::Sc, test::Memory::Tso}) CHECK(infer(ticket("Mine[p] + 1"), memory).kind == Kind::Safe);
}

// Everybody draws the same ticket; a process that hands the lock over stays inside. Never UNSAFE: only a trace says that.
TEST_CASE("inference: an unsafe model has no invariant, and no trace comes from views") {
  std::string same_ticket = ticket("Mine[p] + 1");
  const std::string increment = "Next := Next + 1";
  same_ticket.replace(same_ticket.find(increment), increment.size(), "Next := Next");
  CHECK(infer(same_ticket).kind == Kind::Limit);
  const std::string twice = handing_over + R"(
transition leave ([p]) requires { PC[p] = Inside && Owner = p } { Owner := Nobody; PC[p] := Out }
transition keep ([p]) requires { PC[p] = Inside && Owner = p && Next <> Nobody } { Owner := Next; Next := Nobody }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)";
  CHECK(infer(twice).kind == Kind::Limit);
}

// More than 32 locations: sets of values are words of 64 bits.
TEST_CASE("inference: a program counter with many locations") {
  std::string locations = "L0", steps;
  for (int k = 1; k < 40; ++k) {
    const auto name = [](int number) { return "L" + std::to_string(number); };
    locations += " | " + name(k);
    if (k == 1) continue;
    steps += "transition t" + std::to_string(k) + " ([p]) requires { PC[p] = " + name(k - 1) + " } { PC[p] := " + name(k) + " }\n";
  }
  const std::string text = "type location = " + locations + R"(
array PC[proc] : location
const Nobody : proc
weak var Lock : proc
init (p) { PC[p] = L0 && Nobody <> p && Lock = Nobody }
transition take ([p]) requires { PC[p] = L0 && Lock = Nobody } { Lock := p; PC[p] := L1 }
transition leave ([p]) requires { PC[p] = L39 } { Lock := Nobody; PC[p] := L0 }
unsafe (p q) { PC[p] = L38 && PC[q] = L35 }
)" + steps;
  CHECK(infer(text).kind == Kind::Safe);
}

// Numbers of a finite instance are explored as they are: neither left out because they are large, nor moved nearer to each other. Everybody
// out, and one inside.
TEST_CASE("inference: large numbers are neither cut nor compressed") {
  const SearchAnswer answer = infer(R"(
type location = Out | Inside
array PC[proc] : location
weak var Word : int
init (p) { PC[p] = Out && Word = 0 }
transition take ([p]) requires { PC[p] = Out && Word = 0 } { Word := Word - 1048576; PC[p] := Inside }
transition leave ([p]) requires { PC[p] = Inside } { Word := Word + 1048576; PC[p] := Out }
unsafe (p q) { PC[p] = Inside && PC[q] = Inside }
)");
  CHECK(answer.kind == Kind::Safe);
  CHECK(answer.infer.statistics.states == 2);
}

// The process order is asked about in a condition of `case` only. Whoever won against q is greater than q: no view without the order between
// the two tells that.
TEST_CASE("inference: order in conditions") {
  CHECK(infer(R"(
type location = Out | Won | Lost
array PC[proc] : location
array Versus[proc] : proc
init (p) { PC[p] = Out && Versus[p] = p }
transition decide ([p] q) requires { PC[p] = Out } { PC[p] := case | q < p : Won | _ : Lost; Versus[p] := q }
unsafe (p q) { PC[p] = Won && PC[q] = Won && Versus[p] = q && Versus[q] = p }
)")
            .kind == Kind::Safe);
}

// Views of no unnamed process: everything is said of #1 and #2.
TEST_CASE("inference: processes that constants name") {
  CHECK(infer(R"(
number_procs 2
type location = Out | Inside
array PC[proc] : location
var Turn : bool
init (p) { PC[p] = Out && Turn = False }
transition first ([p]) requires { p = #1 && PC[p] = Out && Turn = False } { PC[p] := Inside }
transition first_leaves ([p]) requires { p = #1 && PC[p] = Inside } { PC[p] := Out; Turn := True }
transition second ([p]) requires { p = #2 && PC[p] = Out && Turn = True } { PC[p] := Inside }
transition second_leaves ([p]) requires { p = #2 && PC[p] = Inside } { PC[p] := Out; Turn := False }
unsafe () { PC[#1] = Inside && PC[#2] = Inside }
)")
            .kind == Kind::Safe);
}

// A weak variable that init leaves open: memory and a snapshot of it hold one value.
TEST_CASE("inference: an open weak variable is one value for memory and snapshot") {
  CHECK(infer(R"(
type location = L0 | L1 | L2
array PC[proc] : location
array Seen[proc] : bool
weak var X : bool
weak array W[proc] : bool
init (p) { PC[p] = L0 && Seen[p] = False && W[p] = False }
transition write ([p]) requires { PC[p] = L0 } { W[p] := True; PC[p] := L1 }
transition read_true ([p]) requires { PC[p] = L1 && X = True } { Seen[p] := True; PC[p] := L2 }
transition read_false ([p]) requires { PC[p] = L1 && X = False } { PC[p] := L2 }
unsafe (p q) { PC[p] = L2 && PC[q] = L2 && Seen[p] = True && Seen[q] = False }
)",
              test::Memory::Tso)
            .kind == Kind::Safe);
}

// While p has a snapshot of the open X, q makes X true and waits until it is. What p then reads in its snapshot is nothing about memory:
// with an open cell in both, the choice of p's read would make memory false again.
TEST_CASE("inference: a late read of an open weak variable leaves memory alone") {
  CHECK(infer(R"(
type location = L0 | L1 | L2 | A | B | C
array PC[proc] : location
weak var X : bool
weak array W[proc] : bool
init (p) { (PC[p] = L0 || PC[p] = A) && W[p] = False }
transition write ([p]) requires { PC[p] = L0 } { W[p] := True; PC[p] := L1 }
transition read ([p]) requires { PC[p] = L1 && X = False } { PC[p] := L2 }
transition set ([p]) requires { PC[p] = A } { X := True; PC[p] := B }
transition wait ([p]) requires { PC[p] = B && fence() } { PC[p] := C }
unsafe (p q) { PC[p] = C && q @ X = False }
)",
              test::Memory::Tso)
            .kind == Kind::Safe);
}

// Counterexamples with delayed writes that are no states of an instance: no view refutes the lemmas that they are about. Such lemmas are
// dropped and would be made again for ever, unless they are forbidden.
TEST_CASE("inference: a lemma that was dropped without being refuted is not made again") {
  CHECK(infer(R"(
type decision = Unset | Vote | Withdrawn | Commit | Abort
type location = Working | Voted | Withdrew | GiveUp | Finished
array PC[proc] : location
weak array State[proc] : decision
weak var Outcome : decision
init (p) { PC[p] = Working && State[p] = Unset && Outcome = Unset }
unsafe (p q) { p @ State[p] = Commit && q @ State[q] = Abort }
transition vote ([p]) requires { PC[p] = Working } { State[p] := Vote; PC[p] := Voted }
transition decide ([p]) requires { State[p] = Vote && forall_other q. State[q] = Vote } { Outcome := Commit }
transition obey ([p]) requires { PC[p] = Voted && Outcome <> Unset } { State[p] := Outcome; PC[p] := Finished }
transition withdraw ([p]) requires { PC[p] = Voted } { State[p] := Withdrawn; PC[p] := Withdrew }
transition still_open ([p]) requires { PC[p] = Withdrew && Outcome = Unset && fence() } { PC[p] := GiveUp }
transition give_up ([p]) requires { PC[p] = GiveUp } { State[p] := Abort; PC[p] := Finished }
)",
              test::Memory::Pso, 1'000'000)
            .kind == Kind::Safe);
}

// Lemmas are printed without the unsafe formulas: pasted into the model they are assumed, and the property still has to be proved. With plain
// names: an invariant of the language names the reader of a weak one, which a lemma about memory does not have.
TEST_CASE("inference: the printed invariant is read back, and makes the proof immediate") {
  for (std::string text : {handing_over + leaving, ticket("Mine[p] + 1")}) {
    for (std::size_t at = text.find("weak "); at != std::string::npos; at = text.find("weak ")) text.erase(at, 5);
    const SearchAnswer answer = infer(text);
    REQUIRE(answer.kind == Kind::Safe);
    REQUIRE(answer.infer.invariant.size() > 1);
    CHECK(answer.infer.invariant.size() + 1 == answer.infer.cubes);
    std::string pasted = text;
    for (const std::string& line : answer.infer.invariant) pasted += line + "\n";
    test::SearchSetup setup = test::small_search(test::Memory::Sc);
    setup.search.infer = search::Infer::Off;
    setup.search.approximate = 0;
    const SearchAnswer again = test::run_search(test::program_of(pasted), setup);
    CHECK(again.kind == Kind::Safe);
    CHECK(again.statistics.nodes <= 1);
  }
}

// What small models need is found on the first rung: an instance of three processes, views of two, no nested terms. A ladder that begins with
// nested terms or a larger, cut instance loses some of them.
TEST_CASE("inference: the ladder begins with the smallest instance and vocabulary") {
  const SearchAnswer answer = infer(handing_over + leaving, test::Memory::Tso);
  CHECK(answer.infer.rung == 'A');
  CHECK(answer.infer.processes == 2);
  CHECK(answer.infer.instance == 3);
}

// How many processes read is what no view of two processes shows: Readers = count(PC = Reads) comes from weights, with every rung.
TEST_CASE("inference: a number that counts processes") {
  const std::string text = R"(
type location = Idle | Reads | Writes
array PC[proc] : location
weak var Readers : int
weak var Busy : bool
init (p) { PC[p] = Idle && Readers = 0 && Busy = False }
transition read ([p]) requires { PC[p] = Idle && Busy = False } { Readers := Readers + 1; PC[p] := Reads }
transition done ([p]) requires { PC[p] = Reads } { Readers := Readers - 1; PC[p] := Idle }
transition write ([p]) requires { PC[p] = Idle && Busy = False && Readers = 0 } { Busy := True; PC[p] := Writes }
transition wrote ([p]) requires { PC[p] = Writes && fence() } { Busy := False; PC[p] := Idle }
unsafe (p q) { PC[p] = Reads && PC[q] = Writes }
)";
  const SearchAnswer answer = infer(text);
  CHECK(answer.kind == Kind::Safe);
  CHECK(answer.certified);
  CHECK(answer.infer.rung == 'A');
  // The count is one too small: a writer need not see the last reader.
  std::string early = text;
  early.replace(early.find("Readers = 0 }"), 13, "Readers <= 1 }");
  CHECK(infer(early).kind == Kind::Limit);
}

// Free = Places - count(PC = Holds): Places may be any number, so that no weights are known, and samples are needed.
TEST_CASE("inference: a number that counts processes up to a constant") {
  const std::string text = R"(
type location = Outside | Holds
const Places : int
array PC[proc] : location
weak var Free : int
init (p) { PC[p] = Outside && Free = Places && Places >= 0 }
unsafe { count (q) { PC[q] = Holds } > Places }
transition take ([p]) requires { PC[p] = Outside && Free > 0 } { Free := Free - 1; PC[p] := Holds }
transition give ([p]) requires { PC[p] = Holds } { Free := Free + 1; PC[p] := Outside }
)";
  const SearchAnswer answer = infer(text);
  CHECK(answer.kind == Kind::Safe);
  CHECK(answer.certified);
  CHECK(answer.infer.rung == 'N');
  std::string unchecked = text;
  unchecked.replace(unchecked.find("Free > 0"), 8, "Free > -1");
  CHECK(infer(unchecked).kind == Kind::Limit);
}

// #2 may read Go while its write of Done is in the buffer. An open view has a snapshot of z0 only, so the cube with that read is kept.
TEST_CASE("inference: late reads of processes that the model names") {
  const std::string text = R"(
number_procs 2
type location = Before | Reported | Passed
array PC[proc] : location
weak array Done[proc] : bool
weak var Go : bool
init (p) { PC[p] = Before && Done[p] = False && Go = False }
unsafe (p q) { PC[p] = Passed && PC[q] = Before }
transition report ([p]) requires { p = #2 && PC[p] = Before } { Done[p] := True; PC[p] := Reported }
transition release ([p]) requires { p = #1 && PC[p] = Before && Done[#2] = True && fence() } { Go := True; PC[p] := Reported }
transition pass ([p]) requires { PC[p] = Reported && Go = True } { PC[p] := Passed }
)";
  const SearchAnswer answer = infer(text, test::Memory::Tso);
  CHECK(answer.kind == Kind::Safe);
  CHECK(answer.infer.statistics.exact_cubes > 0);
}

TEST_CASE("inference: delayed writes") { CHECK(infer(ticket("Mine[p] + 1"), test::Memory::Pso).kind == Kind::Safe); }

// A cube without one of its literals claims more. What it claims is either true or refused: the forged ones below claim that a process is
// never inside, never queued, never out, or that the lock is never free, which small executions refute.
TEST_CASE("inference: the checker refuses forged lemmas") {
  search::SearchOptions options;
  options.infer = search::Infer::Only;
  test::Proof proof(handing_over + leaving, le::sc, true, options);
  REQUIRE(proof.safe);
  REQUIRE(proof.certify(proof.certificate).kind == check::CertifyResult::Kind::Confirmed);
  std::size_t refused = 0, claims = 0;
  for (std::size_t k = 0; k < proof.certificate.cubes.size(); ++k) {
    for (std::size_t kept = 0; kept < proof.certificate.cubes[k].literals.size(); ++kept) {
      Certificate forged = proof.certificate;
      const TermId literal = forged.cubes[k].literals[kept];
      forged.cubes[k].literals = {literal};
      ++claims;
      refused += proof.rejects(forged) ? 1 : 0;
      const bool location = proof.arena.op(literal) == Op::Member;
      if (location) CHECK(proof.rejects(forged));
    }
  }
  CHECK(claims >= 10);
  CHECK(refused > 5);
}
