// Exchangeable processes: of n! maps one is tried, and none that matters is left out.
#include <doctest/doctest.h>

#include <memory>

#include "memory/queues/timeline.h"
#include "random/text_model.h"
#include "search/cover/cover.h"
#include "search/preimage/start.h"
#include "smt/factory.h"

namespace {

using namespace parapet;

// The first unsafe formula of the text covers the second.
bool covers(const char* text) {
  const ld::Program program = test::program_of(text);
  TermArena arena(program.signature);
  const le::System system = le::translate(program, le::sc, {}, arena);
  smt::SolverStatistics statistics;
  const auto solver = smt::make_solver(arena, {}, statistics);
  search::Context context(system, arena, *solver, search::timeline_memory);
  const auto memory = search::timeline_memory.make(context, nullptr);
  const auto cubes = search::start_cubes(*memory, system.unsafes);
  REQUIRE(cubes.size() == 2);
  search::CoverTest test(*memory);
  return test.covers(index_cube(context, cubes[0].cube), index_cube(context, cubes[1].cube));
}

#define MODEL(first, second)                                                                      \
  "array PC[proc] : bool\narray M[proc, proc] : bool\nvar W : proc\ninit (z) { PC[z] = False }\n" \
  "unsafe " first "\nunsafe " second "\ntransition t (p) { PC[p] := True }\n"

#define THREE "PC[a] = True && PC[b] = True && PC[c] = True"
#define MANY "(a b c d e f g h i j k l m n)"
#define FOURTEEN                                                                                                                 \
  THREE                                                                                                                          \
  " && PC[d] = True && PC[e] = True && PC[f] = True && PC[g] = True && PC[h] = True && PC[i] = True && PC[j] = True && PC[k] = " \
  "True && PC[l] = True && PC[m] = True && PC[n] = True"

}  // namespace

TEST_CASE("twins: processes that another literal ties together are none") {
  CHECK(covers(MODEL("(a b c) { " THREE " && M[b,a] = True }", "(a b c) { " THREE " && M[a,b] = True }")));
}

TEST_CASE("twins: a process that a variable names is no twin of the others") {
  CHECK(covers(MODEL("(a b c) { " THREE " && W = a }", "(a b c) { " THREE " && W = c }")));
}

TEST_CASE("twins: fourteen of them are not fourteen factorial maps") {
  CHECK(covers(MODEL(MANY " { " FOURTEEN " }", MANY " { " FOURTEEN " && W = n }")));
  CHECK_FALSE(covers(MODEL(MANY " { " FOURTEEN " && M[a,a] = True }", MANY " { " FOURTEEN " && M[a,b] = True }")));
}
