#include "random/enumerator.h"

#include <doctest/doctest.h>

#include <string>

#include "check/replay.h"
#include "random/text_model.h"

using namespace parapet;
using test::EnumLimits;
using test::EnumResult;
using test::Memory;
using EnumVerdict = test::EnumResult::Verdict;

namespace {

// A litmus test: thread t is `#t` and its k-th step goes from counter Q(k-1) to Qk. A step is "guard ; assignments", either may be empty.
std::string litmus(const std::vector<std::vector<std::string>>& threads, const std::string& unsafe) {
  std::string text = "number_procs " + std::to_string(threads.size()) + "\n" + R"(
type pc = Q0 | Q1 | Q2 | Q3 | Q4
type val = V0 | V1 | V2
array PC[proc] : pc
array RA[proc] : val
array RB[proc] : val
weak var X : val
weak var Y : val
init (z) { PC[z] = Q0 && RA[z] = V0 && RB[z] = V0 && X = V0 && Y = V0 }
)";
  std::string ends;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const std::string process = "#" + std::to_string(t + 1);
    for (std::size_t k = 0; k < threads[t].size(); ++k) {
      const std::string& step = threads[t][k];
      const std::size_t cut = step.find(';');
      const std::string guard = step.substr(0, cut);
      text += "transition t" + std::to_string(t + 1) + std::to_string(k) + " ([p]) requires { p = " + process + " && PC[p] = Q" +
              std::to_string(k) + (guard.empty() ? "" : " && " + guard) + " } { PC[p] := Q" + std::to_string(k + 1) + "; " +
              step.substr(cut + 1) + " }\n";
    }
    ends += "PC[" + process + "] = Q" + std::to_string(threads[t].size()) + " && ";
  }
  return text + "unsafe () { " + ends + unsafe + " }\n";
}

// The verdict for exactly `processes`; an Unsafe one must replay.
EnumVerdict verdict(const std::string& text, unsigned processes, Memory memory, const EnumLimits& limits = {}) {
  const ld::Program program = test::program_of(text);
  const EnumResult result = test::enumerate(program, processes, memory, limits);
  CHECK(result.trace.has_value() == (result.verdict == EnumVerdict::Unsafe));
  if (result.trace) {
    const auto machine = memory == Memory::Sc ? ld::sc : ld::tso;
    CHECK_MESSAGE(check::replay(program, machine, *result.trace).ok(), text);
  }
  return result.verdict;
}

void allowed_only_under_tso(const std::string& text, unsigned threads) {
  CHECK(verdict(text, threads, Memory::Tso) == EnumVerdict::Unsafe);
  CHECK(verdict(text, threads, Memory::Sc) == EnumVerdict::Safe);
}

void forbidden(const std::string& text, unsigned threads) {
  CHECK(verdict(text, threads, Memory::Tso) == EnumVerdict::Safe);
  CHECK(verdict(text, threads, Memory::Sc) == EnumVerdict::Safe);
}

}  // namespace

TEST_CASE("enumerator: store buffering and what forbids it") {
  const std::string outcome = "RA[#1] = V0 && RA[#2] = V0";
  allowed_only_under_tso(litmus({{"; X := V1", "; RA[p] := Y"}, {"; Y := V1", "; RA[p] := X"}}, outcome), 2);
  const std::string one_fence = litmus({{"; X := V1", "fence(); RA[p] := Y"}, {"; Y := V1", "; RA[p] := X"}}, outcome);
  allowed_only_under_tso(one_fence, 2);
  forbidden(litmus({{"; X := V1", "fence(); RA[p] := Y"}, {"; Y := V1", "fence();", "; RA[p] := X"}}, outcome), 2);
  forbidden(litmus({{"X = V0; X := V1", "; RA[p] := Y"}, {"; RB[p] := Y; Y := V1", "; RA[p] := X"}}, outcome), 2);
  // A fence before the write, or with it, orders nothing after it.
  allowed_only_under_tso(litmus({{"fence(); X := V1", "; RA[p] := Y"}, {"fence(); Y := V1", "; RA[p] := X"}}, outcome), 2);
}

TEST_CASE("enumerator: what TSO keeps in order") {
  // Message passing, load buffering, S, 2+2W, IRIW, WRC.
  forbidden(litmus({{"; X := V1", "; Y := V1"}, {"; RA[p] := Y", "; RB[p] := X"}}, "RA[#2] = V1 && RB[#2] = V0"), 2);
  forbidden(litmus({{"; RA[p] := X", "; Y := V1"}, {"; RA[p] := Y", "; X := V1"}}, "RA[#1] = V1 && RA[#2] = V1"), 2);
  forbidden(litmus({{"; X := V2", "; Y := V1"}, {"; RA[p] := Y", "; X := V1", "fence();"}}, "RA[#2] = V1 && #2 @ X = V2"), 2);
  forbidden(litmus({{"; X := V1", "; Y := V2", "fence();"}, {"; Y := V1", "; X := V2", "fence();"}}, "#1 @ X = V1 && #1 @ Y = V1"), 2);
  forbidden(litmus({{"; X := V1"}, {"; Y := V1"}, {"; RA[p] := X", "; RB[p] := Y"}, {"; RA[p] := Y", "; RB[p] := X"}},
                   "RA[#3] = V1 && RB[#3] = V0 && RA[#4] = V1 && RB[#4] = V0"),
            4);
  forbidden(
      litmus({{"; X := V1"}, {"; RA[p] := X", "; Y := V1"}, {"; RA[p] := Y", "; RB[p] := X"}}, "RA[#2] = V1 && RA[#3] = V1 && RB[#3] = V0"),
      3);
}

TEST_CASE("enumerator: own writes are seen early") {
  // n6: the first thread reads its own buffered X, then an old Y, though the second thread's writes come in between in memory.
  allowed_only_under_tso(litmus({{"; X := V1", "; RA[p] := X", "; RB[p] := Y"}, {"; Y := V2", "; X := V2", "fence();"}},
                                "RA[#1] = V1 && RB[#1] = V0 && #1 @ X = V1"),
                         2);
  // n5: two threads cannot read each other's write after their own.
  forbidden(litmus({{"; X := V1", "; RA[p] := X"}, {"; X := V2", "; RA[p] := X"}}, "RA[#1] = V2 && RA[#2] = V1"), 2);
  // SB with forwarding reads (n7, without its third thread).
  allowed_only_under_tso(litmus({{"; X := V1", "; RA[p] := X", "; RB[p] := Y"}, {"; Y := V1", "; RA[p] := Y", "; RB[p] := X"}},
                                "RA[#1] = V1 && RB[#1] = V0 && RA[#2] = V1 && RB[#2] = V0"),
                         2);
  // Writes of one firing arrive together.
  forbidden(litmus({{"; X := V1; Y := V1"}, {"; RA[p] := Y; RB[p] := X"}}, "RA[#2] = V1 && RB[#2] = V0"), 2);
  allowed_only_under_tso(litmus({{"; X := V1"}, {";"}}, "#1 @ X = V1 && #2 @ X = V0"), 2);
}

TEST_CASE("enumerator: constants, number of processes, order of processes") {
  const std::string constant = R"(
number_procs 3
array A[proc] : bool
init (z) { A[z] = False }
unsafe (a) { a <> #2 && A[a] = True }
transition t (i) requires { i = #2 } { A[i] := True }
)";
  for (const unsigned processes : {1U, 2U, 3U}) CHECK(verdict(constant, processes, Memory::Sc) == EnumVerdict::Safe);
  const std::string order = R"(
number_procs 2
var B : bool
init { B = False }
unsafe () { B = True }
transition t () requires { #2 < #1 } { B := True }
)";
  CHECK(verdict(order, 1, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict(order, 2, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict(order, 3, Memory::Sc) == EnumVerdict::Safe);
  const std::string three = R"(
array A[proc] : bool
init (z) { A[z] = False }
unsafe (a b c) { A[a] = True && A[b] = True && A[c] = True }
transition t (i j) requires { i < j } { A[k] := case | k = i : True | k = j : True | _ : A[k] }
)";
  CHECK(test::enumerate_up_to(test::program_of(three), 2, Memory::Sc).verdict == EnumVerdict::Safe);
  CHECK(test::enumerate_up_to(test::program_of(three), 3, Memory::Sc).verdict == EnumVerdict::Unsafe);
}

TEST_CASE("enumerator: nobody, abstract values, undetermined cells") {
  CHECK(verdict("var P : proc init (z) { P <> z } unsafe (a) { P = a }", 2, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict("var P : proc init { true } unsafe (a) { P <> a }", 1, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict("var P : proc var Q : proc init (z) { P <> z && Q <> z } unsafe () { P <> Q }", 1, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict("type d var A : d var B : d init { A = B } unsafe () { A <> B } transition t () { A := B }", 1, Memory::Sc) ==
        EnumVerdict::Safe);
  CHECK(verdict("type d var A : d var B : d init { A = B } unsafe () { A <> B } transition t () { A := ? }", 1, Memory::Sc) ==
        EnumVerdict::Unsafe);
  CHECK(verdict("array A[proc] : bool init (z) { A[z] = True } unsafe (a) { A[a] = False }", 2, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict("array A[proc] : bool init { true } unsafe (a b) { A[a] = False && A[b] = True }", 2, Memory::Sc) == EnumVerdict::Unsafe);
}

TEST_CASE("enumerator: every cut is reported") {
  const std::string counter = "var N : int init { N = 0 } unsafe () { N = 99 } transition t () { N := N + 1 }";
  CHECK(verdict(counter, 1, Memory::Sc) == EnumVerdict::Bounded);
  CHECK(verdict("var N : int init { true } unsafe () { N = 99 }", 1, Memory::Sc) == EnumVerdict::Bounded);
  CHECK(verdict("var N : int init { N = 0 } unsafe () { N = 2 } transition t () requires { N < 1 } { N := N + 1 }", 1, Memory::Sc) ==
        EnumVerdict::Safe);
  const std::string spin =
      "weak var X : bool init { X = False } unsafe (a) { a @ X = False && a @ X = True } transition t ([p]) { X := True }";
  CHECK(verdict(spin, 1, Memory::Tso) == EnumVerdict::Bounded);
  CHECK(verdict(spin, 1, Memory::Sc) == EnumVerdict::Safe);
  EnumLimits few;
  few.states = 1;
  CHECK(verdict(spin, 1, Memory::Sc, few) == EnumVerdict::Bounded);
}

TEST_CASE("enumerator: quantified variables range over all processes, and over nobody") {
  const std::string step =
      "type loc = L1 | L2 array PC[proc] : loc array A[proc] : bool transition t (p) requires { PC[p] = L1 } { PC[p] := L2 } ";
  // With one process `forall x <> y` ranges over nobody and says nothing.
  const std::string distinct = step + "init (z) { PC[z] = L1 && forall x <> y. A[x] = True } unsafe (a) { PC[a] = L2 && A[a] = False }";
  CHECK(verdict(distinct, 1, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict(distinct, 2, Memory::Sc) == EnumVerdict::Safe);
  const std::string three = step + "init (w) { PC[w] = L1 && forall x <> y <> z. A[x] = A[y] } unsafe (a b) { PC[a] = L2 && A[a] <> A[b] }";
  CHECK(verdict(three, 2, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict(three, 3, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict("array A[proc] : bool init { true } unsafe () { exists x <> y. A[x] = A[y] }", 1, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict("array A[proc] : bool init { true } unsafe () { exists x <> y. A[x] = A[y] }", 2, Memory::Sc) == EnumVerdict::Unsafe);
  // Parameters are included, two quantifiers may take the same process; `exists_other` leaves the parameters out.
  CHECK(verdict("init { true } unsafe (a) { exists x. x = a }", 1, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict("init { true } unsafe (a) { not forall x. x <> a }", 1, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict("init { true } unsafe () { exists x. exists y. x = y }", 1, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict("init { true } unsafe (a) { exists_other x. true }", 1, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict("init { true } unsafe (a) { exists_other x. true }", 2, Memory::Sc) == EnumVerdict::Unsafe);
  // Parameters of init may coincide.
  CHECK(verdict("init (x y) { x = y } unsafe (a) { a = a }", 1, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict("init (x y) { x = y } unsafe (a) { a = a }", 2, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict("init (x y) { x <> y } unsafe (a) { a = a }", 1, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict("array A[proc] : bool init (x y) { A[x] = True || A[y] = True } unsafe (a) { A[a] = False }", 2, Memory::Sc) ==
        EnumVerdict::Safe);
}

TEST_CASE("enumerator: fences that universal quantifiers demand") {
  // With two processes `forall_other r` ranges over nobody. Unsafe: t2 needs no fence then.
  const auto entering = [](const std::string& guard) {
    const std::string text =
        "type loc = L1 | L2 | L3 array PC[proc] : loc weak array F[proc] : bool "
        "init (x) { PC[x] = L1 && F[x] = False } unsafe (a b) { PC[a] = L3 && PC[b] = L3 } "
        "transition t1 ([p]) requires { PC[p] = L1 } { PC[p] := L2; F[p] := True } "
        "transition t2 ([p] q) requires { PC[p] = L2 && F[q] = False && " +
        guard + " } { PC[p] := L3 }";
    return test::enumerate(test::program_of(text), 2, Memory::Tso).verdict;
  };
  CHECK(entering("forall_other r. (fence() || false) && F[r] = False") == EnumVerdict::Safe);
  CHECK(entering("forall_other r. F[r] = False && fence()") == EnumVerdict::Safe);
  CHECK(entering("forall_other r. if F[r] = False then fence() else fence()") == EnumVerdict::Safe);
  CHECK(entering("forall_other r. F[r] = False && (F[r] = True || fence()) && fence()") == EnumVerdict::Safe);
  CHECK(entering("not (exists_other r. not (F[r] = False && fence()))") == EnumVerdict::Safe);
  CHECK(entering("not (exists_other r. (F[r] = False => not fence()) || true)") == EnumVerdict::Safe);
  CHECK(entering("forall_other r. forall_other s. F[s] = False && fence()") == EnumVerdict::Safe);
  CHECK(entering("forall r. F[r] = False || fence()") == EnumVerdict::Safe);  // by logic: r is p too
  CHECK(entering("fence()") == EnumVerdict::Safe);
  // Not the constant false without the fence: what logic says.
  CHECK(entering("forall_other r. (fence() || F[r] = True) && F[r] = False") == EnumVerdict::Unsafe);
  CHECK(entering("forall_other r. F[r] = False || fence()") == EnumVerdict::Unsafe);
  CHECK(entering("forall_other r. fence() || r <> r") == EnumVerdict::Unsafe);
  CHECK(entering("forall_other r. (F[r] = True => fence())") == EnumVerdict::Unsafe);
  CHECK(entering("(fence() || forall_other r. false)") == EnumVerdict::Unsafe);
  CHECK(entering("forall_other r. F[r] = False") == EnumVerdict::Unsafe);
}

TEST_CASE("enumerator: states that violate a trusted invariant are not followed") {
  const std::string text =
      "type loc = A | B | C var L : loc init { L = A } invariant { L = B } unsafe { L = C } "
      "transition ab () requires { L = A } { L := B } transition bc () requires { L = B } { L := C }";
  const ld::Program program = test::program_of(text);
  EnumLimits limits;
  const EnumResult trusting = test::enumerate(program, 1, Memory::Sc, limits);
  CHECK(trusting.verdict == EnumVerdict::Safe);
  CHECK(trusting.violated);
  limits.trusting = false;
  CHECK(test::enumerate(program, 1, Memory::Sc, limits).verdict == EnumVerdict::Unsafe);
  CHECK(verdict("var L : bool init { L = True } invariant { L = True } unsafe { L = True }", 1, Memory::Sc) == EnumVerdict::Safe);
}

TEST_CASE("enumerator: process constants are as many processes as they are numbers; halves are numbers") {
  const std::string far =
      "number_procs 70000 array A[proc] : bool init (z) { A[z] = False } unsafe () { A[#65537] = True && A[#1] = False } "
      "transition t (p) requires { p = #65537 } { A[p] := True }";
  CHECK(verdict(far, 1, Memory::Sc) == EnumVerdict::Safe);
  CHECK(verdict(far, 2, Memory::Sc) == EnumVerdict::Unsafe);
  CHECK(verdict("var L : real init { L = 0.5 } unsafe { L = 1.5 } transition t () requires { L < 1.5 } { L := L + 0.5 }", 1, Memory::Sc) ==
        EnumVerdict::Unsafe);
  CHECK(verdict("var L : real init { L = 0.5 } unsafe { L = 2.0 } transition t () requires { L < 1.0 } { L := 2 * L }", 1, Memory::Sc) ==
        EnumVerdict::Safe);
  CHECK(verdict("var L : real init { L = 0.25 } unsafe { L = 2.0 }", 1, Memory::Sc) == EnumVerdict::Bounded);
}

TEST_CASE("enumerator: a trace is refuted where it is no execution") {
  const ld::Program program = test::program_of(
      "weak var X : bool array R[proc] : bool init (z) { X = False && R[z] = False } unsafe (a) { R[a] = True && a @ X = False } "
      "transition write ([p]) { X := True } transition read ([p]) requires { X = True } { R[p] := True } "
      "transition reset ([p]) requires { fence() } { X := ? }");
  const EnumResult result = test::enumerate(program, 2, Memory::Tso);
  REQUIRE(result.trace);
  CHECK(test::refute(program, Memory::Tso, *result.trace) == "");
  const auto refuted = [&](const auto& change) {
    Trace trace = *result.trace;
    change(trace);
    return test::refute(program, Memory::Tso, trace);
  };
  CHECK(refuted([](Trace& trace) { trace.initial[0][0].number = Rational(1); }) == "the state at its beginning is not initial");
  CHECK(refuted([](Trace& trace) { trace.steps.assign(1, {TraceStep::Kind::Fire, 1, {0}, {}}); }) == "step 1 is not enabled");
  CHECK(refuted([](Trace& trace) { trace.steps.pop_back(); }) == "the state at its end is not unsafe");
  CHECK(refuted([](Trace& trace) { trace.unsafe_processes[0] = 1 - trace.unsafe_processes[0]; }) == "the state at its end is not unsafe");
  CHECK(refuted([](Trace& trace) {
          trace.steps.insert(trace.steps.begin(), {TraceStep::Kind::Commit, 0, {0}, {}});
        }) == "step 1 commits what cannot be committed");
}
