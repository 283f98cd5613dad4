// A counterexample as a schedule that people read.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "report/execution_report.h"
#include "unit/report/execution_kit.h"

using namespace parapet;

namespace {

std::string text_of(const evidence::Execution& execution) {
  std::ostringstream out;
  report::print_trace(out, execution);
  return out.str();
}

}  // namespace

TEST_CASE("trace text: every step with what it read, wrote and changed, and what is left in buffers") {
  CHECK(text_of(test::Replayed().execution()) == R"(Counterexample with 2 processes (p1, p2) in 5 steps, model tso

  at the beginning
    PC[p1] = PC[p2] = A
    X = False
    Y = False

  step  process  transition  line
     1  p1       put_x(p1)   8     write X     := True  into its store buffer
                                   plain PC[p1] : A -> B
     2  p2       put_y(p2)   9     write Y     := True  into its store buffer
                                   plain PC[p2] : A -> B
     3  p1       see_y(p1)   10    read  Y      = False  from memory, the initial value
                                   plain PC[p1] : B -> C
     4  p2       see_x(p2)   11    read  X      = False  from memory, the initial value
                                   plain PC[p2] : B -> C
     5  p1       (commit)    8     memory X := True  written in step 1

  at the end
    still in the store buffer of p2: Y := True, written in step 2
    unsafe: PC[p1] = C && PC[p2] = C && p1 @ Y = False
      PC[p1] = C
      PC[p2] = C
      p1 @ Y = False  from memory, the initial value
)");
}

TEST_CASE("trace text: where a value that was read comes from; cells that keep their value are not shown") {
  test::Replayed replayed;
  const auto fire = [](std::uint32_t transition, Process process) { return TraceStep{TraceStep::Kind::Fire, transition, {process}, {}}; };
  const TraceStep commit{TraceStep::Kind::Commit, 0, {0}, {}};
  replayed.trace.steps = {fire(0, 0), fire(4, 0), commit, fire(1, 1), fire(4, 1)};
  // It ends in no unsafe state, but its steps can be executed.
  replayed.account = check::replay(replayed.program, ld::tso, replayed.trace).account;
  REQUIRE(replayed.account.steps.size() == 5);
  const std::string text = text_of(replayed.execution());
  CHECK(text.find("2  p1       got_x(p1)   12    read X = True  from its own store buffer, written in step 1\n     3") !=
        std::string::npos);
  CHECK(text.find("5  p2       got_x(p2)   12    read X = True  from memory, written by p1 in step 1\n") != std::string::npos);
}
