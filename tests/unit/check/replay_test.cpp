#include "check/replay.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "ld/text.h"
#include "random/text_model.h"

using namespace parapet;
using check::ReplayResult;
using Place = check::ReplayResult::Place;

namespace {

// A trace written down step by step. All cells start as 0: first constructor, number 0, process 0.
struct Story {
  ld::Program program;
  Trace trace;

  Story(const std::string& text, std::uint32_t processes) : program(test::program_of(text)) {
    trace.processes = processes;
    for (const std::uint32_t n : ld::process_constants(program)) trace.constants.emplace_back(n, n - 1);
    for (const Symbol& symbol : program.signature.symbols()) {
      std::size_t cells = 1;
      for (std::uint32_t k = 0; k < symbol.arity; ++k) cells *= processes;
      trace.initial.emplace_back(cells, Value{symbol.sort, Rational(0)});
    }
    if (!program.unsafes.empty()) {
      for (std::uint32_t k = 0; k < program.unsafes[0].parameters; ++k) trace.unsafe_processes.push_back(k);
    }
  }

  Story& starts(const std::string& name, const Rational& number, std::size_t cell = 0) {
    trace.initial[program.signature.find_symbol(name)->index()][cell].number = number;
    return *this;
  }
  Story& fire(const std::string& name, std::vector<Process> processes, const std::vector<Value>& havoc = {}) {
    const auto at = std::find_if(program.transitions.begin(), program.transitions.end(), [&](const auto& t) { return t.name == name; });
    REQUIRE(at != program.transitions.end());
    trace.steps.push_back(
        {TraceStep::Kind::Fire, static_cast<std::uint32_t>(at - program.transitions.begin()), std::move(processes), havoc});
    return *this;
  }
  Story& commit(Process process) {
    trace.steps.push_back({TraceStep::Kind::Commit, 0, {process}, {}});
    return *this;
  }
  Story& commit(Process process, const std::string& name) {
    trace.steps.push_back({TraceStep::Kind::Commit, 0, {process}, {}, Location{*program.signature.find_symbol(name), 0}});
    return *this;
  }
  Story& ends(std::vector<Process> processes) {
    trace.unsafe_processes = std::move(processes);
    return *this;
  }
  [[nodiscard]] ReplayResult replay(const ld::MemoryModel& model = ld::tso) const { return check::replay(program, model, trace); }
};

void fails_at(const ReplayResult& result, std::size_t step) {
  CHECK(result.place == Place::Step);
  CHECK(result.step == step);
  CHECK_FALSE(result.reason.empty());
}

const char* const two_writers = R"(
weak var X : bool
weak var Y : bool
array R[proc] : bool
init (z) { X = False && Y = False && R[z] = False }
unsafe (a b) { a @ X = True && b @ X = False }
transition write_x ([p]) { X := True }
transition unwrite_x ([p]) { X := False }
transition write_both ([p]) { X := True; Y := True }
transition see_x ([p]) requires { X = True } { R[p] := X }
transition miss_x ([p]) requires { X = False } { }
transition see_y ([p]) requires { Y = True } { }
transition drained ([p]) requires { fence() } { }
transition some_fence ([p]) requires { Y = True || fence() } { }
transition swap_in ([p]) requires { X = False } { X := True }
)";

}  // namespace

TEST_CASE("replay: init holds for every process, parameters coincide, cells jointly") {
  const char* text = R"(
var B : bool
array A[proc] : bool
init (x y) { (B = True && A[x] = True) || (B = False && A[y] = False) }
unsafe (a) { B = False }
)";
  CHECK(Story(text, 2).replay().ok());
  CHECK(Story(text, 2).starts("A", 1, 1).replay().place == Place::Initial);
  CHECK(Story(text, 2).starts("B", 1).replay().place == Place::Initial);
  CHECK(Story(text, 0).ends({}).replay().place == Place::Processes);
}

TEST_CASE("replay: forall in init ranges over distinct processes") {
  const char* text = R"(
array M[proc, proc] : bool
init { forall x <> y. M[x, y] = True }
unsafe (a b) { M[a, a] = False && M[b, b] = False }
)";
  CHECK(Story(text, 2).starts("M", 1, 1).starts("M", 1, 2).replay().ok());
  CHECK(Story(text, 2).starts("M", 1, 1).replay().place == Place::Initial);
}

TEST_CASE("replay: initial values are complete and of their type") {
  Story story(two_writers, 2);
  story.trace.initial[2].pop_back();
  CHECK(story.replay().place == Place::Initial);
  CHECK(Story(two_writers, 2).starts("X", 2).replay().place == Place::Initial);
  CHECK(Story("var N : int init { N < 1 } unsafe () { N = 0 }", 1).starts("N", Rational(1, 2)).replay().place == Place::Initial);
}

TEST_CASE("replay: parameters of a firing are existing, distinct processes, one each") {
  const char* text = R"(
array A[proc] : bool
init (z) { A[z] = False }
unsafe (a b) { A[a] = True && A[b] = True }
transition t (i j) { A[i] := True }
)";
  CHECK(Story(text, 2).fire("t", {0, 1}).fire("t", {1, 0}).replay().ok());
  fails_at(Story(text, 2).fire("t", {0, 1}).fire("t", {1, 1}).replay(), 1);
  fails_at(Story(text, 2).fire("t", {0}).replay(), 0);
  fails_at(Story(text, 2).fire("t", {0, 2}).replay(), 0);
  CHECK(Story(text, 2).fire("t", {0, 1}).fire("t", {1, 0}).ends({0, 0}).replay().place == Place::Unsafe);
  CHECK(Story(text, 2).fire("t", {0, 1}).replay().place == Place::Unsafe);
}

TEST_CASE("replay: number_procs bounds the processes, constants are distinct processes that exist") {
  const char* text = R"(
number_procs 3
array A[proc] : bool
init (z) { A[z] = False }
unsafe () { A[#1] = True && A[#3] = True }
transition t (i) requires { i = #1 || i = #3 } { A[i] := True }
)";
  Story good(text, 2);
  good.trace.constants = {{1, 1}, {3, 0}};
  good.fire("t", {0}).fire("t", {1});
  CHECK(good.replay().ok());
  Story same = good;
  same.trace.constants = {{1, 1}, {3, 1}};
  CHECK(same.replay().place == Place::Processes);
  Story missing = good;
  missing.trace.constants = {{1, 1}};
  CHECK(missing.replay().place == Place::Processes);
  CHECK(Story(text, 4).replay().place == Place::Processes);
}

TEST_CASE("replay: quantified guards range over exactly the processes of the trace") {
  const char* text = R"(
array A[proc] : bool
init (z) { A[z] = False || A[z] = True }
unsafe () { true }
transition other (i j) requires { forall_other k. A[k] = True } { }
transition all (i j) requires { forall k. A[k] = True } { }
transition some (i j) requires { exists k. A[k] = True } { }
transition some_other (i j) requires { exists_other k. A[k] = True } { }
transition two (i) requires { exists k <> l. A[k] = True && A[l] = True } { }
)";
  CHECK(Story(text, 2).fire("other", {0, 1}).replay().ok());
  CHECK(Story(text, 3).starts("A", 1, 2).fire("other", {0, 1}).replay().ok());
  fails_at(Story(text, 3).fire("other", {0, 1}).replay(), 0);
  fails_at(Story(text, 3).starts("A", 1, 2).fire("other", {2, 1}).replay(), 0);
  fails_at(Story(text, 3).starts("A", 1, 2).fire("all", {0, 1}).replay(), 0);
  CHECK(Story(text, 2).starts("A", 1, 0).starts("A", 1, 1).fire("all", {0, 1}).replay().ok());
  CHECK(Story(text, 2).starts("A", 1, 0).fire("some", {0, 1}).replay().ok());
  fails_at(Story(text, 2).starts("A", 1, 0).fire("some_other", {0, 1}).replay(), 0);
  CHECK(Story(text, 3).starts("A", 1, 2).fire("some_other", {0, 1}).replay().ok());
  fails_at(Story(text, 2).starts("A", 1, 0).fire("two", {0}).replay(), 0);
}

TEST_CASE("replay: a weak write is seen by its process at once, by others after its commit") {
  CHECK(Story(two_writers, 2).fire("write_x", {0}).replay().ok());
  CHECK(Story(two_writers, 2).fire("write_x", {0}).fire("see_x", {0}).fire("miss_x", {1}).replay().ok());
  fails_at(Story(two_writers, 2).fire("write_x", {0}).fire("see_x", {1}).replay(), 1);
  const Story committed = Story(two_writers, 2).fire("write_x", {0}).commit(0).fire("see_x", {1});
  CHECK(committed.replay().place == Place::Unsafe);
  fails_at(Story(two_writers, 2).fire("write_x", {0}).commit(1).replay(), 1);
  fails_at(Story(two_writers, 2).fire("write_x", {0}).commit(0).commit(0).replay(), 2);
}

TEST_CASE("replay: the newest own entry is read, the oldest is committed, each as one group") {
  fails_at(Story(two_writers, 2).fire("write_x", {0}).fire("unwrite_x", {0}).fire("see_x", {0}).replay(), 2);
  const Story fifo = Story(two_writers, 2).fire("write_x", {0}).fire("unwrite_x", {0}).commit(0).fire("see_x", {1}).fire("miss_x", {0});
  CHECK(fifo.replay().place == Place::Unsafe);
  CHECK(Story(fifo).ends({1, 0}).replay().ok());
  const Story group = Story(two_writers, 2).fire("write_both", {0}).commit(0).fire("see_x", {1}).fire("see_y", {1}).fire("drained", {0});
  CHECK(group.replay().place == Place::Unsafe);
  CHECK(group.replay().account.steps.size() == 5);
}

TEST_CASE("replay: a fence needs its process's buffer empty, where it is what makes the guard true") {
  fails_at(Story(two_writers, 2).fire("write_x", {0}).fire("drained", {0}).replay(), 1);
  CHECK(Story(two_writers, 2).fire("write_x", {0}).fire("drained", {1}).replay().ok());
  fails_at(Story(two_writers, 2).fire("write_x", {0}).fire("some_fence", {0}).replay(), 1);
  CHECK(Story(two_writers, 2).fire("write_both", {0}).fire("some_fence", {0}).replay().ok());
}

TEST_CASE("replay: a fence in the body of a universal guard counts, with or without other processes") {
  const char* text = R"(
weak var X : bool
weak array F[proc] : bool
init (z) { X = False && F[z] = False }
unsafe () { true }
transition w ([p]) { X := True }
transition enter ([p]) requires { forall_other q. F[q] = False && fence() } { }
transition lazy ([p]) requires { forall_other q. F[q] = True || fence() } { }
)";
  for (const std::uint32_t processes : {1U, 2U}) {
    fails_at(Story(text, processes).fire("w", {0}).fire("enter", {0}).replay(), 1);
    CHECK(Story(text, processes).fire("w", {0}).commit(0).fire("enter", {0}).replay().ok());
  }
  CHECK(Story(text, 1).fire("w", {0}).fire("lazy", {0}).replay().ok());
  fails_at(Story(text, 2).fire("w", {0}).fire("lazy", {0}).replay(), 1);
}

TEST_CASE("replay: a read-modify-write needs an empty buffer and is in memory at once") {
  const Story atomic = Story(two_writers, 2).fire("swap_in", {0}).fire("see_x", {1});
  CHECK(atomic.replay().place == Place::Unsafe);
  fails_at(Story(two_writers, 2).fire("unwrite_x", {0}).fire("swap_in", {0}).replay(), 1);
  CHECK_FALSE(atomic.replay().account.steps[0].buffered);
}

TEST_CASE("replay: reads and writes of a transition are those of its text") {
  const char* text = R"(
weak var X : bool
weak var Y : bool
weak array A[proc] : bool
array R[proc] : bool
init (z) { X = False && Y = False && A[z] = False && R[z] = False }
unsafe (a b) { b @ A[b] = False && a @ A[a] = True }
transition w ([p]) { Y := True }
transition dead ([p]) requires { X = True || X = False } { Y := True }
transition dead_load ([p]) { R[p] := X; Y := True }
transition in_case ([p]) { A[j] := case | j = p && X = False : True | _ : A[j] }
transition keep ([p]) { A[j] := case | j = p : True | _ : A[j] }
transition copy ([p] q) { A[j] := case | j = p : A[q] | _ : A[j] }
transition nothing ([p]) requires { X = False } { Y := case | _ : Y }
)";
  for (const char* name : {"dead", "dead_load", "in_case"}) {
    fails_at(Story(text, 2).fire("w", {0}).fire(name, {0}).replay(), 1);
    CHECK(Story(text, 2).fire("w", {0}).commit(0).fire(name, {0}).replay().place != Place::Step);
  }
  CHECK(Story(text, 2).fire("w", {0}).fire("keep", {0}).replay().ok());
  CHECK(Story(text, 2).fire("w", {0}).fire("keep", {0}).replay().account.steps[1].buffered);
  fails_at(Story(text, 2).fire("w", {0}).fire("copy", {0, 1}).replay(), 1);
  CHECK(Story(text, 2).fire("w", {0}).fire("nothing", {0}).replay().place != Place::Step);
}

TEST_CASE("replay: the first matching branch counts; without one a cell is not written") {
  const char* text = R"(
type t = T0 | T1 | T2
weak var X : t
var V : t
array A[proc] : t
init (z) { X = T0 && V = T0 && A[z] = T0 }
unsafe (a b) { A[a] = T1 && A[b] = T0 && V = T2 && a @ X = T1 }
transition first ([p]) { A[j] := case | j = p : T1 | A[j] = T1 : T2; V := case | A[p] = T0 : T2 | _ : T1 }
transition maybe ([p]) { X := case | A[p] = T1 : T2 }
transition w ([p]) { X := T1 }
)";
  CHECK(Story(text, 2).fire("first", {0}).fire("w", {1}).fire("maybe", {1}).commit(1).replay().ok());
  fails_at(Story(text, 2).fire("maybe", {0}).commit(0).replay(), 1);
  CHECK(Story(text, 2).fire("w", {1}).fire("first", {0}).commit(1).fire("maybe", {0}).replay().place == Place::Unsafe);
  CHECK(Story(text, 2).fire("first", {1}).fire("first", {0}).fire("w", {0}).replay().place == Place::Unsafe);
}

TEST_CASE("replay: assignments are simultaneous and numbers exact") {
  const char* text = R"(
var M : int
var N : int
var R : real
init { M = 0 && N = 100000000000000000000 && R = 0.1 }
unsafe () { M = 100000000000000000001 && N = 0 && R = 0.4 }
transition t () { M := N + 1; N := M; R := 3 * R + 0.1 }
)";
  Story story(text, 1);
  story.starts("N", *Rational::parse("100000000000000000000")).starts("R", Rational(1, 10));
  CHECK(story.replay().place == Place::Unsafe);
  CHECK(story.fire("t", {}).replay().ok());
}

TEST_CASE("replay: arbitrary values come from the step") {
  const char* text = R"(
type t = T0 | T1
weak var X : t
var P : proc
init (z) { X = T0 && P = z }
unsafe (a) { P <> a && a @ X = T1 }
transition any ([p]) { X := ?; P := ? }
)";
  Story story(text, 1);
  const Value one{*story.program.signature.find_sort("t"), Rational(1)};
  const Value two{one.sort, Rational(2)};
  const Value nobody{Signature::proc, Rational(1, 2)};
  CHECK(Story(story).fire("any", {0}, {one, nobody}).replay().ok());
  CHECK(Story(story).fire("any", {0}, {one, {Signature::proc, Rational(0)}}).replay().place == Place::Unsafe);
  fails_at(Story(story).fire("any", {0}, {one}).replay(), 0);
  fails_at(Story(story).fire("any", {0}, {two, nobody}).replay(), 0);
  fails_at(Story(story).fire("any", {0}, {nobody, one}).replay(), 0);
  fails_at(Story(story).fire("any", {0}, {one, nobody, nobody}).replay(), 0);
}

TEST_CASE("replay: nobody equals no process; the order of processes is that of their numbers, of constructors that of declaration") {
  const char* text = R"(
type t = T0 | T1 | T2
var Home : proc
var V : t
init (z) { Home <> z && V = T1 }
unsafe (a b) { a < Home && Home < b && T0 < V && V < T2 }
)";
  CHECK(Story(text, 2).starts("Home", Rational(1, 2)).starts("V", 1).replay().ok());
  CHECK(Story(text, 2).starts("Home", Rational(1, 2)).starts("V", 1).ends({1, 0}).replay().place == Place::Unsafe);
  CHECK(Story(text, 2).starts("Home", 1).starts("V", 1).replay().place == Place::Initial);
}

TEST_CASE("replay: under SC weak locations are plain, fences are free, nothing commits") {
  CHECK(Story(two_writers, 2).fire("write_x", {0}).fire("see_x", {1}).fire("drained", {0}).replay(ld::sc).place == Place::Unsafe);
  fails_at(Story(two_writers, 2).fire("write_x", {0}).commit(0).replay(ld::sc), 1);
}

TEST_CASE("replay: weak locations need an acting process under TSO") {
  Story story(two_writers, 2);
  story.fire("write_x", {0});
  story.program.transitions[0].actor.reset();
  fails_at(story.replay(), 0);
  CHECK(story.replay(ld::sc).place == Place::Unsafe);
}

TEST_CASE("replay: a refusal says which part of a guard is false") {
  CHECK(Story(two_writers, 2).fire("see_x", {0}).replay().reason == "its guard does not hold: `X = True` is false");
  CHECK(Story(two_writers, 2).fire("write_x", {0}).fire("drained", {0}).replay().reason ==
        "its guard does not hold: the store buffer of its process is not empty");
  CHECK(Story(two_writers, 2).replay().reason == "the unsafe formula does not hold at the end: `a @ X = True` is false");
}

TEST_CASE("replay: the account says what was read, from where, and what changed") {
  const ReplayResult result = Story(two_writers, 2)
                                  .fire("write_x", {0})
                                  .fire("see_x", {0})
                                  .fire("miss_x", {1})
                                  .commit(0)
                                  .fire("see_x", {1})
                                  .fire("unwrite_x", {1})
                                  .replay();
  REQUIRE(result.ok());
  const auto& steps = result.account.steps;
  CHECK(steps[0].buffered);
  CHECK(steps[0].writes.size() == 1);
  REQUIRE(steps[1].reads.size() == 1);
  CHECK(steps[1].reads[0].source == ReadAccount::Source::Buffer);
  CHECK(steps[1].reads[0].step == 0);
  REQUIRE(steps[1].plain.size() == 1);
  CHECK(steps[1].plain[0].before.number == Rational(0));
  CHECK(steps[1].plain[0].after.number == Rational(1));
  CHECK(steps[2].reads[0].source == ReadAccount::Source::Memory);
  CHECK_FALSE(steps[2].reads[0].step.has_value());
  CHECK(steps[3].entry == 0);
  CHECK(steps[4].reads[0].source == ReadAccount::Source::Memory);
  CHECK(steps[4].reads[0].step == 0);
  REQUIRE(result.account.unsafe.size() == 2);
  CHECK(result.account.unsafe[1].source == ReadAccount::Source::Buffer);
  CHECK(result.account.unsafe[1].step == 5);
}

TEST_CASE("replay: names of processes, values and cells in accounts") {
  Story story("number_procs 3 array M[proc, proc] : bool var P : proc init (z) { P <> z } unsafe () { M[#2, #2] = True }", 3);
  const Signature& signature = story.program.signature;
  CHECK(to_string(Location{*signature.find_symbol("M"), 5}, signature, story.trace) == "M[#2,p3]");
  CHECK(to_string(Value{Signature::boolean, Rational(1)}, signature, story.trace) == "True");
  CHECK(to_string(Value{Signature::proc, Rational(0)}, signature, story.trace) == "p1");
  CHECK(to_string(Value{Signature::proc, Rational(7)}, signature, story.trace) == "nobody(7)");
}

TEST_CASE("replay: with a buffer per location a commit names its location") {
  const auto writes = [] { return Story(two_writers, 2).fire("write_both", {0}); };
  const ReplayResult apart = writes().commit(0, "Y").fire("see_y", {1}).fire("miss_x", {1}).replay(ld::pso);
  CHECK_MESSAGE(apart.ok(), apart.reason);
  CHECK(apart.account.steps[1].writes.size() == 1);
  CHECK(apart.account.steps[2].reads.at(0).step == std::optional<std::size_t>(0));
  fails_at(writes().commit(0).replay(ld::pso), 1);
  fails_at(writes().commit(0, "Y").replay(ld::tso), 1);
  fails_at(writes().commit(0, "Y").commit(0, "Y").replay(ld::pso), 2);
  fails_at(writes().commit(1, "Y").replay(ld::pso), 1);
  fails_at(writes().commit(0, "Y").fire("drained", {0}).replay(ld::pso), 2);
  CHECK(writes().commit(0, "Y").commit(0, "X").fire("drained", {0}).ends({0, 1}).replay(ld::pso).place == Place::Unsafe);
}

TEST_CASE("replay: a store-store fence orders commits and is in the account") {
  const std::string text = R"(
weak var X : bool
weak var Y : bool
init { X = False && Y = False }
unsafe (a b) { a @ Y = True && b @ X = False }
transition write_x ([p]) { X := True }
transition then_y ([p]) requires { wfence() } { Y := True }
transition write_y ([p]) { Y := True }
)";
  const auto ordered = [&] { return Story(text, 2).fire("write_x", {0}).fire("then_y", {0}); };
  fails_at(ordered().commit(0, "Y").replay(ld::pso), 2);
  const ReplayResult result = ordered().commit(0, "X").commit(0, "Y").replay(ld::pso);
  CHECK(result.account.steps.at(1).wfence);
  CHECK_FALSE(result.account.steps.at(0).wfence);
  CHECK(result.account.steps.at(3).entry == std::optional<std::size_t>(1));
  CHECK(Story(text, 2).fire("write_x", {0}).fire("write_y", {0}).commit(0, "Y").ends({1, 1}).replay(ld::pso).place == Place::Unsafe);
  CHECK(Story(text, 2).fire("write_x", {0}).fire("write_y", {0}).commit(0, "Y").ends({0, 1}).replay(ld::pso).ok());
  CHECK_FALSE(Story(text, 2).fire("write_x", {0}).fire("then_y", {0}).commit(0).replay(ld::tso).account.steps.at(1).wfence);
}
