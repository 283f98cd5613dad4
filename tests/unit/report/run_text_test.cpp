// A finished run as text.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "unit/report/run_kit.h"

using namespace parapet;
using test::full_run;

namespace {

template <class Print>
std::string printed(const Print& print) {
  std::ostringstream out;
  print(out);
  return out.str();
}

std::string verdict(VerdictKind answer, const std::string& reason, bool colour = false) {
  report::Run run;
  run.answer = answer;
  run.reason = reason;
  return printed([&](std::ostream& out) { report::print_verdict(out, run, colour); });
}

}  // namespace

TEST_CASE("run text: times and counts") {
  CHECK(report::seconds_text(0.0021) == "0.0021 s");
  CHECK(report::seconds_text(1.2344) == "1.234 s");
  CHECK(report::counted(0, "node") == "0 nodes");
  CHECK(report::counted(1, "process", "es") == "1 process");
  CHECK(report::counted(2, "process", "es") == "2 processes");
}

TEST_CASE("run text: what a SAFE holds under") {
  using Texts = std::vector<std::string>;
  CHECK(report::assumptions_of(0, std::nullopt).empty());
  CHECK(report::assumptions_of(1, 3) == Texts{"assuming 1 user invariant", "at most 3 processes (number_procs)"});
}

TEST_CASE("run text: the verdict is the last line; its reason is printable") {
  CHECK(verdict(VerdictKind::Safe, "") == "SAFE\n");
  CHECK(verdict(VerdictKind::Unsafe, "invariant 1 does not hold") == "UNSAFE\n");
  CHECK(verdict(VerdictKind::Unknown, "limit of 3 nodes reached") == "UNKNOWN: limit of 3 nodes reached\n");
  CHECK(verdict(VerdictKind::Unknown, "\x1b[2J").find('\x1b') == std::string::npos);
  CHECK(verdict(VerdictKind::Unsafe, "", true) == "\033[1;31mUNSAFE\033[0m\n");
}

TEST_CASE("run text: the summary has assumptions, and the violated invariant of an UNSAFE") {
  report::Run run = full_run();
  const auto summary = [&] { return printed([&](std::ostream& out) { report::print_summary(out, run); }); };
  CHECK(summary() == "5 nodes, 0.0021 s, cubes of at most 2 processes, model tso, engine timeline\nassuming 1 user invariant\n");
  run.answer = VerdictKind::Unsafe;
  run.assumptions.clear();
  run.reason = "invariant 1 does not hold";
  CHECK(summary() == "5 nodes, 0.0021 s, cubes of at most 2 processes, model tso, engine timeline\ninvariant 1 does not hold\n");
}

TEST_CASE("run text: invariants and statistics, a line each") {
  const report::Run run = full_run();
  CHECK(printed([&](std::ostream& out) { report::print_invariants(out, run); }) == "invariant (z0) { PC[z0] = C }\n");
  CHECK(printed([&](std::ostream& out) { report::print_statistics(out, run); }) ==
        "statistics of lock.cub (parapet 1.2, model tso, engine timeline): SAFE\n"
        "  nodes                          5  cubes visited\n"
        "  native fixpoint                7  solver calls, 0.250 s\n"
        "  peak_memory               3.0 MB\n"
        "  cpu_seconds              1.500 s\n"
        "  wall_seconds            0.0021 s\n");
}
