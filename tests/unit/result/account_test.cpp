// Names and numbers of processes, values and cells in a trace.
#include "result/account.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "random/text_model.h"

using namespace parapet;

namespace {

const std::string model =
    "type loc = A | B\ntype data\nvar L : loc\nvar N : real\nvar D : data\nvar P : proc\narray M[proc, proc] : loc\ninit { L = A }\n"
    "transition marked (p [q]) { L := B }\ntransition alone (p) { L := B }\ntransition several (p q) { L := B }\n";

Trace trace_of_three() {
  Trace trace;
  trace.processes = 3;
  trace.constants = {{7, 1}};
  return trace;
}

}  // namespace

TEST_CASE("account: who acts is the marked parameter, or the only one") {
  const ld::Program program = test::program_of(model);
  const auto actor = [&](TraceStep::Kind kind, std::uint32_t transition, std::vector<Process> processes) {
    return acting_process(program, {kind, transition, std::move(processes), {}});
  };
  CHECK(actor(TraceStep::Kind::Fire, 0, {4, 2}) == std::optional<Process>(2));
  CHECK(actor(TraceStep::Kind::Fire, 1, {4}) == std::optional<Process>(4));
  CHECK_FALSE(actor(TraceStep::Kind::Fire, 2, {4, 2}));
  // The transition of a commit means nothing.
  CHECK(actor(TraceStep::Kind::Commit, 0, {5}) == std::optional<Process>(5));
}

TEST_CASE("account: processes are named by constants, or by their place") {
  const Trace trace = trace_of_three();
  CHECK(process_name(trace, 0) == "p1");
  CHECK(process_name(trace, 1) == "#7");
  CHECK(process_name(trace, 2) == "p3");
}

TEST_CASE("account: values of every sort") {
  const ld::Program program = test::program_of(model);
  const Trace trace = trace_of_three();
  const auto text = [&](const char* symbol, std::int64_t number) {
    return to_string(Value{program.signature[*program.signature.find_symbol(symbol)].sort, Rational(number)}, program.signature, trace);
  };
  CHECK(text("L", 1) == "B");
  CHECK(text("L", 2) == "2");  // no constructor
  CHECK(text("N", -3) == "-3");
  CHECK(text("D", 4) == "data(4)");
  CHECK(text("P", 1) == "#7");
  CHECK(text("P", 3) == "nobody(3)");
  CHECK(text("P", -1) == "nobody(-1)");
}

TEST_CASE("account: cells are numbered row by row, and back") {
  CHECK(cell_number({1, 2}, 3) == 5);
  CHECK(cell_indices(5, 2, 3) == std::vector<Process>{1, 2});
  CHECK(cell_number({}, 3) == 0);
  CHECK(cell_indices(0, 0, 3).empty());
  for (std::uint32_t cell = 0; cell < 27; ++cell) CHECK(cell_number(cell_indices(cell, 3, 3), 3) == cell);
  const ld::Program program = test::program_of(model);
  const Location location{*program.signature.find_symbol("M"), 5};
  CHECK(to_string(location, program.signature, trace_of_three()) == "M[#7,p3]");
  CHECK(to_string(Location{*program.signature.find_symbol("L"), 0}, program.signature, trace_of_three()) == "L");
}
