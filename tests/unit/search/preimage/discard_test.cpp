// Steps that do not exist are told with the reason, and only to who wants them.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "memory/events/ghb.h"
#include "memory/queues/timeline.h"
#include "random/text_model.h"
#include "search/observers.h"
#include "search/search.h"

using namespace parapet;

namespace {

struct Record : search::SearchObserver {
  [[nodiscard]] bool wants_discarded() const override { return wants; }
  void discarded(const Discarded& one) override {
    lines.push_back(std::to_string(one.successor) + " " + one.step + " " + std::string(search::name(one.reason)) + ": " + one.why);
  }
  [[nodiscard]] bool has(const std::string& line) const { return std::find(lines.begin(), lines.end(), line) != lines.end(); }
  bool wants = true;
  std::vector<std::string> lines;
};

search::Outcome run(const std::string& text, search::SearchObserver* observer, bool events = false) {
  const ld::Program program = test::program_of(text);
  TermArena arena(program.signature);
  const le::System system = le::translate(program, events ? le::tso : le::sc, {}, arena);
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.observer = observer;
  input.options.max_nodes = 200;
  return events ? search::run_search(input, search::ghb_memory) : search::run_search(input, search::timeline_memory);
}

const std::string model = R"(
type place = A | B | C
array S[proc] : place
var Open : bool
init (p) { S[p] = A && Open = False }
unsafe (p q) { S[p] = C && S[q] = C && Open = True }
transition first (p) requires { S[p] = A } { S[p] := B }
transition second (p) requires { S[p] = B && Open = False } { S[p] := C }
transition third (p) requires { S[p] = B && forall_other q. S[q] <> C } { S[p] := C }
transition open () requires { Open = False } { Open := True }
)";

}  // namespace

TEST_CASE("discarded: a value that the cube does not need, two literals, a universal guard") {
  Record record;
  const search::Outcome outcome = run(model, &record);
  CHECK(record.has("1 first(z0) value: S[z0] would be B; the cube needs S[z0] = C"));
  CHECK(record.has("1 second(z0) contradiction: Open = False contradicts Open = True"));
  CHECK(record.has("1 third(z0) universal guard: S[z1] = C contradicts S[z1] <> C"));
  CHECK(run(model, nullptr).statistics.nodes == outcome.statistics.nodes);
}

TEST_CASE("discarded: nobody is told who does not want to be") {
  Record idle;
  idle.wants = false;
  Record record;
  search::Observers both;
  both.add(idle);
  CHECK_FALSE(both.wants_discarded());
  both.add(record);
  CHECK(both.wants_discarded());
  (void)run(model, &both);
  CHECK(idle.lines.empty());
  CHECK_FALSE(record.lines.empty());
  (void)run(model, &idle);
  CHECK(idle.lines.empty());
}

// The mutual exclusion of Conchon, Declerck and Zaidi (2018), section 5. Without the analysis of late reads every read stays an event.
TEST_CASE("discarded: a cycle of ghb is told as a chain of edges") {
  const ld::Program program = test::program_of(R"(
type place = Idle | Want | Crit
weak array X[proc] : bool
array PC[proc] : place
init (p) { PC[p] = Idle && X[p] = False }
unsafe (p q) { PC[p] = Crit && PC[q] = Crit }
transition t_req ([p]) requires { PC[p] = Idle } { PC[p] := Want; X[p] := True }
transition t_enter ([p]) requires { PC[p] = Want && fence() && forall_other q. X[q] = False } { PC[p] := Crit }
transition t_exit ([p]) requires { PC[p] = Crit } { PC[p] := Idle; X[p] := False }
)");
  TermArena arena(program.signature);
  le::TranslateOptions translate;
  translate.lateness = false;
  const le::System system = le::translate(program, le::tso, translate, arena);
  Record record;
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.observer = &record;
  const search::Outcome outcome = search::run_search(input, search::ghb_memory);
  CHECK(std::holds_alternative<search::Safe>(outcome.verdict));
  const std::string cycle =
      "t_req(z1) ghb cycle: write of t_req(z1) -fence-> t_enter(z1) -fr-> write of t_req(z0) -fence-> t_enter(z0) -fr-> write of t_req(z1)";
  CHECK(std::any_of(record.lines.begin(), record.lines.end(), [&](const std::string& line) { return line.ends_with(cycle); }));
  // To look on changes nothing.
  input.observer = nullptr;
  CHECK(search::run_search(input, search::ghb_memory).statistics.nodes == outcome.statistics.nodes);
}
