// Each phase of a run on an input that keeps it busy for hours: it ends when its work is done for, and says so.
#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <sstream>
#include <string>

#include "base/json_reader.h"
#include "check/replay.h"
#include "ld/program.h"
#include "lint/lint.h"
#include "memory/queues/queues.h"
#include "random/text_model.h"
#include "search/loop/run_search.h"
#include "search/search.h"
#include "unit/check/proof.h"

using namespace parapet;
using namespace parapet::test;

namespace {

Budget worth(std::uint64_t work) {
  Budget::Limits limits;
  limits.work = work;
  return Budget(limits);
}

template <class Part>
std::string joined(std::uint32_t count, const std::string& separator, const Part& part) {
  std::string text;
  for (std::uint32_t k = 0; k < count; ++k) text += (k == 0 ? "" : separator) + part(std::to_string(k));
  return text;
}

std::string repeated(std::uint32_t count, const std::string& separator, const std::string& text) {
  return joined(count, separator, [&](const std::string&) { return text; });
}

const std::string head = "type loc = L1 | L2\narray PC[proc] : loc\narray A[proc] : bool\n";
const std::string step = "transition t (p) requires { PC[p] = L1 } { PC[p] := L2 }\n";

// The reason that a search of the model ends with.
std::string searched(const std::string& text, std::uint64_t work, std::string_view engine = timeline_engine,
                     const search::SearchOptions& options = {}, const le::MemoryModel& model = le::tso) {
  const ld::Program program = program_of(text);
  Budget budget = worth(work);
  TermArena arena(program.signature, &budget);
  const le::System system = le::translate(program, model, {}, arena);
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.options = options;
  input.confirm = [&](const Trace& trace, Budget& own) { return check::replay(program, model, trace, own).reason; };
  const search::Outcome outcome = search::run_search(input, engine == event_engine);
  if (const auto* unknown = std::get_if<search::Unknown>(&outcome.verdict)) return unknown->reason;
  return std::holds_alternative<search::Safe>(outcome.verdict) ? "SAFE" : "UNSAFE";
}

const std::string reached = "work limit reached";

}  // namespace

TEST_CASE("limits: parsing, elaboration, printing") {
  const std::string long_line =
      head + "init (x) { PC[x] = L1 && " + repeated(20'000, " && ", "A[x] = False") + " }\nunsafe (a) { PC[a] = L2 }\n" + step;
  Budget for_tokens = worth(50'000);
  CHECK_THROWS_WITH_AS((void)frontend::load_text("long", long_line, &for_tokens), reached.c_str(), BudgetExhausted);
  Budget for_comment = worth(1000);
  CHECK_THROWS_WITH_AS((void)frontend::load_text("comment", "(*" + std::string(1'000'000, ' ') + "*)" + head, &for_comment),
                       reached.c_str(), BudgetExhausted);
  std::string predicates = head + "predicate p0(x) { A[x] = True || PC[x] = L1 }\n";
  for (int k = 1; k < 20; ++k) {
    const std::string before = "p" + std::to_string(k - 1) + "(x)";
    predicates += "predicate p" + std::to_string(k) + "(x) { " + before + " && (A[x] = False || " + before + ") }\n";
  }
  predicates += "init (x) { PC[x] = L1 }\nunsafe (a) { PC[a] = L2 && p19(a) }\n" + step;
  Budget for_predicates = worth(50'000);
  CHECK_THROWS_WITH_AS((void)frontend::load_text("predicates", predicates, &for_predicates), reached.c_str(), BudgetExhausted);
  const ld::Program program = program_of(long_line);
  Budget for_text = worth(5000), for_json = worth(5000);
  std::ostringstream out;
  CHECK_THROWS_WITH_AS(ld::print(out, program, &for_text), reached.c_str(), BudgetExhausted);
  CHECK_THROWS_WITH_AS((void)ld::to_json(program, &for_json), reached.c_str(), BudgetExhausted);
}

TEST_CASE("limits: JSON, with a string or blanks of any length") {
  for (const std::string& text : {"[" + repeated(10'000, ", ", "1") + "]", "[\"" + std::string(1'000'000, 'x') + "\", 1]",
                                  "[1, " + std::string(1'000'000, ' ') + "1]"}) {
    Budget budget = worth(2000);
    CHECK_THROWS_WITH_AS((void)read_json(text, &budget), reached.c_str(), BudgetExhausted);
    CHECK_NOTHROW((void)read_json(text));
  }
}

TEST_CASE("limits: translation and lint") {
  const std::string arrays =
      joined(12, "\n", [](const std::string& k) { return "array X" + k + "[proc] : bool\narray Y" + k + "[proc] : bool"; });
  const std::string guard = joined(12, " && ", [](const std::string& k) { return "(X" + k + "[p] = True || Y" + k + "[p] = True)"; });
  const ld::Program program = program_of(head + arrays +
                                         "\narray Never[proc] : bool\ninit (x) { PC[x] = L1 && Never[x] = False }\nunsafe (a) { PC[a] = L2 "
                                         "}\ntransition t (p) requires { PC[p] = L1 && Never[p] = True && " +
                                         guard + " } { PC[p] := L2 }\n");
  Budget for_translation = worth(20'000);
  TermArena first(program.signature, &for_translation);
  CHECK_THROWS_WITH_AS((void)le::translate(program, le::sc, {}, first), reached.c_str(), BudgetExhausted);
  TermArena second(program.signature);
  const le::System system = le::translate(program, le::sc, {}, second);
  Budget for_lint = worth(1000);
  second.set_budget(&for_lint);
  CHECK_THROWS_WITH_AS((void)lint::find_warnings(system, second), reached.c_str(), BudgetExhausted);
}

TEST_CASE("limits: the choice of processes for unsafe and for transitions") {
  const std::string names = joined(12, " ", [](const std::string& k) { return "a" + k; });
  const std::string all_at_2 = joined(12, " && ", [](const std::string& k) { return "PC[a" + k + "] = L2"; });
  const std::string constants =
      joined(12, " && ", [](const std::string& k) { return "PC[#" + std::to_string(std::stoi(k) + 1) + "] = L1"; });
  CHECK(searched("number_procs 24\n" + head + "init (x) { PC[x] = L1 && " + constants + " }\nunsafe (" + names + ") { " + all_at_2 +
                     " }\n" + step,
                 1'000'000) == reached);
  const std::string parameters = joined(30, " ", [](const std::string& k) { return "q" + k; });
  const std::string guard = joined(30, " && ", [](const std::string& k) { return "PC[q" + k + "] = L2"; });
  CHECK(searched(head +
                     "var X : bool\ninit (x) { PC[x] = L1 && X = False }\nunsafe (a b c) { A[a] = True && A[b] = True && A[c] = True && X "
                     "= True }\n" +
                     step + "transition u (" + parameters + ") requires { " + guard + " } { X := True }\n",
                 1'000'000) == reached);
}

TEST_CASE("limits: products of universal guards and of case updates") {
  const std::string arrays =
      joined(30, "\n", [](const std::string& k) { return "array R" + k + "[proc] : bool\narray S" + k + "[proc] : bool"; });
  const std::string guards =
      joined(30, " && ", [](const std::string& k) { return "(forall_other q. (R" + k + "[q] = True || S" + k + "[q] = True))"; });
  const std::string never = "transition u (p) requires { PC[p] = L2 && A[p] = True } { A[p] := True }\n";
  CHECK(searched(head + arrays + "\ninit (x) { PC[x] = L1 && A[x] = False }\nunsafe (a b) { PC[a] = L2 && PC[b] = L2 && A[a] = True }\n" +
                     "transition t (p) requires { PC[p] = L1 && " + guards + " } { PC[p] := L2 }\n" + never,
                 1'000'000) == reached);
  const std::string names = joined(20, " ", [](const std::string& k) { return "a" + k; });
  const std::string cells = joined(20, " && ", [](const std::string& k) { return "B[a" + k + "] = True"; });
  CHECK(searched(
            head + "array B[proc] : bool\narray R[proc] : bool\narray S[proc] : bool\ninit (x) { PC[x] = L1 && B[x] = False }\nunsafe (" +
                names + ") { " + cells +
                " }\ntransition t (p) requires { PC[p] = L1 }\n{ B[j] := case | R[j] = True : S[j] | S[j] = True : R[j] | _ : True }\n",
            1'000'000) == reached);
}

TEST_CASE("limits: weak variables by the thousand, with either engine") {
  const auto name = [](const std::string& k) { return "X" + k; };
  const std::string text = "type loc = L1 | L2\narray PC[proc] : loc\n" +
                           joined(1000, "\n", [&](const std::string& k) { return "weak var " + name(k) + " : bool"; }) +
                           "\ninit (x) { PC[x] = L1 && " +
                           joined(1000, " && ", [&](const std::string& k) { return name(k) + " = False"; }) + " }\nunsafe (a) { " +
                           joined(1000, " && ", [&](const std::string& k) { return "a @ " + name(k) + " = True"; }) + " }\n" +
                           joined(1000, "\n", [&](const std::string& k) {
                             return "transition t" + k + " ([p]) requires { PC[p] = L1 && X" + std::to_string((std::stoi(k) + 1) % 1000) +
                                    " = True } { " + name(k) + " := True }";
                           });
  CHECK(searched(text, 2'000'000) == reached);
  CHECK(searched(text, 2'000'000, event_engine) == reached);
}

TEST_CASE("limits: the instance behind candidates") {
  search::SearchOptions candidates;
  candidates.approximate = 5;
  candidates.fixed_instance = true;
  candidates.exact_nodes = 0;
  const std::string names = joined(5, " ", [](const std::string& k) { return "p" + k; });
  CHECK(searched(head +
                     "array N[proc, proc] : bool\ninit (x y) { PC[x] = L1 && A[x] = False }\nunsafe (a) { PC[a] = L2 && A[a] = True }\n" +
                     step + "transition u (" + names +
                     ") requires { N[p0, p1] = True && N[p2, p3] = False } { N[p3, p4] := True; A[p0] := True }\n",
                 200'000, timeline_engine, candidates, le::sc) == reached);
}

TEST_CASE("limits: six named processes leave no other process for a smaller instance") {
  const std::string constants =
      joined(6, " && ", [](const std::string& k) { return "PC[#" + std::to_string(std::stoi(k) + 1) + "] = End"; });
  std::string text =
      "number_procs 6\ntype loc = L0 | L1 | L2 | L3 | L4 | L5 | L6 | L7 | End\narray PC[proc] : loc\nvar X : bool\ninit (x) { PC[x] = L0 "
      "&& X = False }\nunsafe () { " +
      constants + " && X = True }\n";
  const char* const places[] = {"L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7", "End"};
  for (int k = 0; k < 8; ++k)
    text += std::string("transition t") + std::to_string(k) + " (p) requires { PC[p] = " + places[k] + " } { PC[p] := " + places[k + 1] +
            " }\n";
  text += "transition u (p) requires { X = True } { X := True }\n";
  search::SearchOptions candidates;
  candidates.approximate = 3;
  candidates.exact_nodes = 1;
  CHECK(searched(text, 100'000'000, timeline_engine, candidates, le::sc) == "SAFE");
}

TEST_CASE("limits: the trace of an array with many indices, and its replay") {
  const std::string names = joined(8, " ", [](const std::string& k) { return "a" + k; });
  const std::string indices = joined(8, ", ", [](const std::string& k) { return "a" + k; });
  const std::string at_1 = joined(8, " && ", [](const std::string& k) { return "PC[a" + k + "] = L1"; });
  CHECK(searched(head + "array B[" + repeated(8, ", ", "proc") + "] : bool\ninit (x) { PC[x] = L1 }\nunsafe (" + names + ") { " + at_1 +
                     " && B[" + indices + "] = True }\n" + step,
                 3'000'000) == reached);
  const std::string others = joined(8, " ", [](const std::string& k) { return "x" + k; });
  CHECK(searched(head + "init (" + others + ") { PC[x0] = L1 && (" +
                     joined(7, " || ", [](const std::string& k) { return "PC[x" + k + "] = PC[x7]"; }) + ") }\nunsafe (" + names + ") { " +
                     at_1 + " && A[a0] = True }\n" + step,
                 3'000'000) == reached);
}

TEST_CASE("limits: an interruption ends a search with several threads") {
  std::atomic<int> stop{0};
  Budget::Limits limits;
  limits.stop = &stop;
  Budget budget(limits);
  const ld::Program program = program_of(R"(
type loc = L1 | L2
array PC[proc] : loc
var N : int
var M : int
init (x) { PC[x] = L1 && N = 0 && M = 0 }
unsafe (a) { PC[a] = L2 && N < M }
transition t (p) requires { PC[p] = L1 } { N := N + 1; M := M + N }
transition s (p) requires { PC[p] = L1 && N = 3 } { PC[p] := L2 }
transition r (p) requires { PC[p] = L2 } { M := M - 1; PC[p] := L1 }
)");
  struct StopAfter : search::SearchObserver {
    explicit StopAfter(std::atomic<int>& the_stop) : stop(the_stop) {}
    void visited(const Node&, const search::SearchStatistics& statistics) override {
      if (statistics.nodes == 40) stop = SIGINT;
    }
    std::atomic<int>& stop;
  } observer(stop);
  TermArena arena(program.signature, &budget);
  const le::System system = le::translate(program, le::sc, {}, arena);
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.options.jobs = 3;
  input.options.alone = 5;
  input.observer = &observer;
  const search::Outcome outcome = search::run_search(input, false);
  REQUIRE(std::holds_alternative<search::Unknown>(outcome.verdict));
  CHECK(std::get<search::Unknown>(outcome.verdict).reason == "interrupted (SIGINT)");
  CHECK(outcome.statistics.nodes >= 40);
}
