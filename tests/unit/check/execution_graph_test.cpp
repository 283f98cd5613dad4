// The graph of an execution: which events and edges it has, that its order is one, and that a wrong edge is found out.
#include "check/execution_graph.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "check/replay.h"
#include "random/enumerator.h"
#include "random/text_model.h"
#include "regress/judge.h"
#include "smt/wrappers/factory.h"

namespace {

using namespace parapet;
using EdgeKind = GraphEdge::Kind;
using EventKind = GraphEvent::Kind;

struct Drawn {
  Drawn(const std::string& text, const le::MemoryModel& model) : program(test::program_of(text)) {
    const test::Judgement judgement = test::judge("model", text, model, {});
    REQUIRE_MESSAGE(judgement.trace, "UNSAFE is expected: " << judgement.reason);
    draw(*judgement.trace, model);
  }
  // A shortest execution under PSO, from the enumerator.
  explicit Drawn(const std::string& text) : program(test::program_of(text)) {
    const test::EnumResult result = test::enumerate(program, 2, test::Memory::Pso);
    REQUIRE(result.trace);
    draw(*result.trace, ld::pso);
  }

  void draw(const Trace& trace, const ld::MemoryModel& model) {
    const check::ReplayResult replayed = check::replay(program, model, trace);
    REQUIRE(replayed.ok());
    graph = check::execution_graph(program, trace, replayed.account, model);
  }

  [[nodiscard]] check::OrderAnswer order(const std::string& solver = "auto") const {
    TermArena arena(program.signature);
    smt::SolverStatistics statistics;
    smt::SolverOptions options;
    options.solver = solver;
    return check::check_order(graph, arena, *smt::make_solver(arena, options, statistics));
  }

  [[nodiscard]] std::uint32_t event(const std::string& label) const {
    for (std::uint32_t k = 0; k < graph.events.size(); ++k) {
      if (graph.events[k].label == label) return k;
    }
    FAIL("no event " << label);
    return 0;
  }
  [[nodiscard]] const GraphEdge* edge(const std::string& from, EdgeKind kind, const std::string& to) const {
    for (const GraphEdge& each : graph.edges) {
      if (each.kind == kind && each.from == event(from) && each.to == event(to)) return &each;
    }
    return nullptr;
  }
  [[nodiscard]] std::size_t count(EdgeKind kind) const {
    return static_cast<std::size_t>(
        std::count_if(graph.edges.begin(), graph.edges.end(), [&](const GraphEdge& each) { return each.kind == kind; }));
  }

  ld::Program program;
  ExecutionGraph graph;
};

const std::string store_buffering = R"(
number_procs 2
type t = A | B | C
weak var X : bool
weak var Y : bool
array PC[proc] : t
init (z) { X = False && Y = False && PC[z] = A }
unsafe () { PC[#1] = C && PC[#2] = C }
transition write_x ([p]) requires { p = #1 && PC[p] = A } { X := True; PC[p] := B }
transition read_y ([p]) requires { p = #1 && PC[p] = B && Y = False } { PC[p] := C }
transition write_y ([p]) requires { p = #2 && PC[p] = A } { Y := True; PC[p] := B }
transition read_x ([p]) requires { p = #2 && PC[p] = B && X = False } { PC[p] := C }
)";

// The writer is read by the other process; its own read is served by its buffer; a fenced read; a plain cell of both.
const std::string every_edge = R"(
number_procs 2
type t = A | B | C | D
weak var X : int
weak var Y : int
var S : bool
array PC[proc] : t
init (z) { X = 0 && Y = 0 && S = False && PC[z] = A }
unsafe () { PC[#1] = D && PC[#2] = B && #1 @ Y = 5 }
transition put ([p]) requires { p = #1 && PC[p] = A } { X := 1; PC[p] := B }
transition look ([p]) requires { p = #1 && PC[p] = B && X = 1 } { PC[p] := C }
transition wait ([p]) requires { p = #1 && PC[p] = C && fence() && S = True } { PC[p] := D }
transition add ([p]) requires { p = #2 && PC[p] = A && X = 1 } { Y := 4 + X; S := True; PC[p] := B }
)";

}  // namespace

TEST_CASE("execution graph: store buffering has two reads from the initial values, each before the other's write") {
  const Drawn drawn(store_buffering, le::tso);
  CHECK(drawn.edge("initial values", EdgeKind::Rf, "read_y(#1)"));
  CHECK(drawn.edge("initial values", EdgeKind::Rf, "read_x(#2)"));
  CHECK(drawn.edge("read_y(#1)", EdgeKind::Fr, "write of write_y(#2)"));
  CHECK(drawn.edge("read_x(#2)", EdgeKind::Fr, "write of write_x(#1)"));
  CHECK(drawn.edge("write_x(#1)", EdgeKind::Po, "read_y(#1)"));
  CHECK(drawn.edge("write_x(#1)", EdgeKind::Po, "write of write_x(#1)"));
  CHECK_FALSE(drawn.edge("write of write_x(#1)", EdgeKind::Po, "read_y(#1)"));
  CHECK(drawn.count(EdgeKind::Co) == 2);
  CHECK(drawn.count(EdgeKind::Fence) == 0);
  CHECK(drawn.graph.events.front().kind == EventKind::Initial);
  CHECK(drawn.graph.events.back().kind == EventKind::Final);
  CHECK(drawn.order().answer == smt::Answer::Sat);
}

TEST_CASE("execution graph: the same events under a model that keeps a write before a later read have a cycle") {
  Drawn drawn(store_buffering, le::tso);
  for (const auto& [write, read] : {std::pair("write of write_x(#1)", "read_y(#1)"), std::pair("write of write_y(#2)", "read_x(#2)")})
    drawn.graph.edges.push_back({drawn.event(write), drawn.event(read), EdgeKind::Po, true, ""});
  const check::OrderAnswer order = drawn.order();
  CHECK(order.answer == smt::Answer::Unsat);
  REQUIRE(order.cycle.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) CHECK(drawn.graph.edges[order.cycle[k]].to == drawn.graph.edges[order.cycle[(k + 1) % 4]].from);
  CHECK(check::describe_cycle(drawn.graph, order.cycle).find("-fr-> write of write_") != std::string::npos);
}

TEST_CASE("execution graph: own values from the buffer, those of others, fences, atomic events, plain cells") {
  const Drawn drawn(every_edge, le::tso);
  const GraphEdge* own = drawn.edge("write of put(#1)", EdgeKind::Rf, "look(#1)");
  REQUIRE(own);
  CHECK_FALSE(own->ghb);
  const GraphEdge* other = drawn.edge("write of put(#1)", EdgeKind::Rf, "add(#2)");
  REQUIRE(other);
  CHECK(other->ghb);
  CHECK(other->what == "X");
  CHECK(drawn.graph.events[drawn.event("add(#2)")].kind == EventKind::ReadModifyWrite);
  CHECK(drawn.graph.events[drawn.event("wait(#1)")].fence);
  CHECK_FALSE(drawn.graph.events[drawn.event("look(#1)")].fence);
  CHECK(drawn.edge("write of put(#1)", EdgeKind::Fence, "wait(#1)"));
  CHECK(drawn.edge("add(#2)", EdgeKind::Plain, "wait(#1)"));
  CHECK(drawn.edge("add(#2)", EdgeKind::Rf, "the end"));
  CHECK(drawn.order().answer == smt::Answer::Sat);
}

TEST_CASE("execution graph: a fence that was not needed is none") {
  const std::string text = R"(
type t = A | B
weak var X : bool
array PC[proc] : t
init (z) { X = False && PC[z] = A }
unsafe (p) { PC[p] = B }
transition go ([p]) requires { PC[p] = A && (X = False || fence()) } { PC[p] := B }
)";
  CHECK_FALSE(Drawn(text, le::tso).graph.events[1].fence);
}

TEST_CASE("execution graph: under SC every write is before what its process does next") {
  std::string text = store_buffering;
  text.replace(text.find("&& X = False }"), 14, "&& X = True } ");
  const Drawn drawn(text, le::sc);
  CHECK(drawn.edge("write of write_x(#1)", EdgeKind::Po, "read_y(#1)"));
  CHECK(drawn.order().answer == smt::Answer::Sat);
}

TEST_CASE("execution graph: every unsafe model here has an acyclic ghb, and a reversed fr is found out") {
  std::size_t graphs = 0, reversed = 0, refused = 0;
  for (const char* folder : {"examples", "tests/regress/unsafe"}) {
    for (const auto& path : test::models_below(std::filesystem::path(PARAPET_SOURCE_DIR) / folder)) {
      CAPTURE(path.string());
      const std::string text = test::contents_of(path);
      for (const le::MemoryModel& model : {le::tso, le::sc}) {
        test::JudgeOptions options;
        options.work = 20'000'000;
        const test::Judgement judgement = test::judge(path.string(), text, model, options);
        if (!judgement.trace) continue;
        Drawn drawn(text, model);
        ++graphs;
        for (const char* solver : {"native", "z3", "cvc5"}) CHECK(drawn.order(solver).answer == smt::Answer::Sat);
        for (std::size_t k = 0; k < drawn.graph.edges.size(); ++k) {
          if (drawn.graph.edges[k].kind != EdgeKind::Fr) continue;
          Drawn other = drawn;
          std::swap(other.graph.edges[k].from, other.graph.edges[k].to);
          ++reversed;
          // The read comes after the write that overwrote its value. Where nothing else orders the two that is another execution.
          if (other.order().answer == smt::Answer::Unsat) ++refused;
          other.graph.edges.push_back(drawn.graph.edges[k]);
          const check::OrderAnswer both = other.order();
          CHECK(both.answer == smt::Answer::Unsat);
          CHECK(both.cycle.size() >= 2);
        }
      }
    }
  }
  MESSAGE(graphs << " execution graphs, all acyclic; of " << reversed << " reversed fr edges " << refused << " make a cycle by themselves");
  CHECK(graphs > 10);
  CHECK(refused > 5);
}

namespace {

// Both writes of the first process are of one firing, or of two with a store-store fence; the second one finds the later one only.
const std::string passing = R"(
number_procs 2
type t = A | B | C | D
weak var X : int
weak var Y : int
array PC[proc] : t
init (z) { X = 0 && Y = 0 && PC[z] = A }
unsafe () { PC[#2] = D && PC[#1] = C }
transition first ([p]) requires { p = #1 && PC[p] = A } { X := 1; PC[p] := B }
transition second ([p]) requires { p = #1 && PC[p] = B } { Y := 1; PC[p] := C }
transition see ([p]) requires { p = #2 && PC[p] = A && Y = 1 } { PC[p] := B }
transition miss ([p]) requires { p = #2 && PC[p] = B && X = 0 } { PC[p] := D }
)";

}  // namespace

TEST_CASE("execution graph: under PSO writes of different locations are not ordered") {
  const Drawn drawn(passing);
  CHECK(drawn.edge("write of X by first(#1)", EdgeKind::Po, "write of Y by second(#1)") == nullptr);
  CHECK(drawn.edge("first(#1)", EdgeKind::Po, "write of X by first(#1)") != nullptr);
  CHECK(drawn.edge("write of Y by second(#1)", EdgeKind::Rf, "see(#2)") != nullptr);
  CHECK(drawn.edge("miss(#2)", EdgeKind::Fr, "write of X by first(#1)") != nullptr);
  CHECK(drawn.order().answer == smt::Answer::Sat);
}

TEST_CASE(
    "execution graph: under PSO writes of one firing are two events, those of one location are ordered, and so are those behind a "
    "store-store fence") {
  const std::string text = R"(
number_procs 2
type t = A | B | C | D | E
weak var X : int
weak var Y : int
array PC[proc] : t
init (z) { X = 0 && Y = 0 && PC[z] = A }
unsafe () { PC[#1] = D && PC[#2] = D }
transition both ([p]) requires { p = #1 && PC[p] = A } { X := 1; Y := 1; PC[p] := B }
transition again ([p]) requires { p = #1 && PC[p] = B } { X := 2; PC[p] := C }
transition later ([p]) requires { p = #1 && PC[p] = C && wfence() } { Y := 2; PC[p] := D }
transition see ([p]) requires { p = #2 && PC[p] = A && Y = 2 } { PC[p] := D }
)";
  const Drawn drawn(text);
  CHECK(drawn.edge("write of X by both(#1)", EdgeKind::Po, "write of X by again(#1)") != nullptr);
  CHECK(drawn.edge("write of X by both(#1)", EdgeKind::Po, "write of Y by both(#1)") == nullptr);
  CHECK(drawn.edge("write of Y by both(#1)", EdgeKind::Po, "write of X by again(#1)") == nullptr);
  CHECK(drawn.edge("write of X by again(#1)", EdgeKind::WFence, "write of Y by later(#1)") != nullptr);
  CHECK(drawn.edge("write of Y by both(#1)", EdgeKind::Po, "write of Y by later(#1)") != nullptr);
  CHECK(drawn.count(EdgeKind::WFence) == 1);  // that from the first write of X follows
  CHECK(drawn.order().answer == smt::Answer::Sat);
}
