// Large models: solved, or UNKNOWN within their limits, and memory stays near its bound.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/json_reader.h"
#include "unit/cli/child.h"
#include "unit/sanitizer.h"

using namespace parapet::test;

namespace {

std::string number(std::size_t k) { return std::to_string(k); }

// Processes walk along `steps` counters; `data` weak flags and plain cells come with it, each touched by some steps. Mutual exclusion at
// the end by an atomic test and set.
std::string long_protocol(std::size_t steps, std::size_t data) {
  std::string text = "type pc = ";
  for (std::size_t k = 0; k <= steps; ++k) text += (k > 0 ? " | Q" : "Q") + number(k);
  text += "\narray PC[proc] : pc\nweak var Lock : bool\n";
  for (std::size_t k = 0; k < data; ++k)
    text += (k % 2 == 0 ? "weak var D" : "array D") + number(k) + (k % 2 == 0 ? "" : "[proc]") + " : bool\n";
  text += "init (z) { PC[z] = Q0 && Lock = False";
  for (std::size_t k = 0; k < data; ++k) text += " && D" + number(k) + (k % 2 == 0 ? "" : "[z]") + " = False";
  text += " }\nunsafe (a b) { PC[a] = Q" + number(steps) + " && PC[b] = Q" + number(steps) + " }\n";
  for (std::size_t k = 0; k < steps; ++k) {
    text += "transition t" + number(k) + " ([p]) requires { PC[p] = Q" + number(k) + (k + 1 == steps ? " && Lock = False" : "") +
            " } { PC[p] := Q" + number(k + 1);
    if (k + 1 == steps) text += "; Lock := True";
    if (k + 1 < steps && data > 0) text += "; D" + number(k % data) + (k % data % 2 == 0 ? "" : "[p]") + " := True";
    text += " }\n";
  }
  return text;
}

// Unsafe needs `count` processes, each in the critical section.
std::string crowd(std::size_t count) {
  std::string parameters, claim;
  for (std::size_t k = 0; k < count; ++k) {
    parameters += " a" + number(k);
    claim += (k > 0 ? " && PC[a" : "PC[a") + number(k) + "] = Crit";
  }
  return "type pc = Idle | Want | Crit\narray PC[proc] : pc\nweak array Flag[proc] : bool\n"
         "init (z) { PC[z] = Idle && Flag[z] = False }\nunsafe (" +
         parameters + ") { " + claim +
         " }\ntransition ask ([p]) requires { PC[p] = Idle } { PC[p] := Want; Flag[p] := True }\n"
         "transition enter ([p]) requires { PC[p] = Want && forall_other q. Flag[q] = False } { PC[p] := Crit }\n";
}

// A thread that writes and then asks `reads` times whether the other one has written: so many open reads.
std::string spin(std::size_t reads) {
  std::string text = "number_procs 2\ntype pc = Start";
  for (std::size_t k = 0; k <= reads; ++k) text += " | Q" + number(k);
  const std::string end = "Q" + number(reads);
  text += "\narray PC[proc] : pc\nweak array X[proc] : bool\ninit (z) { PC[z] = Start && X[z] = False }\nunsafe () { PC[#1] = " + end +
          " && PC[#2] = " + end + " }\n";
  const auto step = [&](const std::string& name, const std::string& who, const std::string& from, const std::string& to,
                        const std::string& guard, const std::string& action) {
    text += "transition " + name + " ([p]) requires { p = " + who + " && PC[p] = " + from + guard + " } { PC[p] := " + to + action + " }\n";
  };
  for (const std::string who : {"#1", "#2"}) step("write_" + who.substr(1), who, "Start", "Q0", "", "; X[" + who + "] := True");
  for (std::size_t k = 0; k < reads; ++k) step("spin" + number(k), "#1", "Q" + number(k), "Q" + number(k + 1), " && X[#2] = False", "");
  step("look", "#2", "Q0", end, " && X[#1] = False", "");
  return text;
}

// A relation of three processes that turns round, and a claim that it never holds in a circle.
std::string triples() {
  return "weak array R[proc, proc, proc] : bool\narray Done[proc] : bool\n"
         "init (x y z) { R[x, y, z] = False && Done[x] = False }\n"
         "unsafe (x y z) { x @ R[x, y, z] = True && x @ R[y, z, x] = True && x @ R[z, x, y] = True && Done[x] = True }\n"
         "transition add ([p] q r) requires { Done[p] = False } { R[p, q, r] := True; Done[p] := True }\n"
         "transition turn ([p] q r) requires { Done[p] = True && R[p, q, r] = True } { R[q, r, p] := True }\n";
}

struct Measured {
  int status = -1;
  std::string reason;
  double megabytes = 0, seconds = 0;
  std::uint64_t nodes = 0, open_reads = 0, processes = 0;
};

Measured measure(const std::string& name, const std::string& text, const std::vector<std::string>& options) {
  const TemporaryFolder folder;
  const std::string stats = folder.path() / "s.json";
  std::vector<std::string> line{"-k",           "1",  "600", PARAPET_BINARY_DIR "/parapet", "check", folder.file("m.cub", text),
                                "--stats-json", stats};
  line.insert(line.end(), options.begin(), options.end());
  Measured result;
  const Child child = run_program("timeout", line);
  result.status = child.status;
  CAPTURE(child.err);
  REQUIRE(result.status <= 3);
  REQUIRE(result.status != 2);
  const parapet::JsonValue json = parapet::read_json(read_text(stats));
  result.reason = json.at("reason").is_null() ? "" : json.at("reason").text();
  result.megabytes = static_cast<double>(json.at("peak_memory_bytes").count()) / 1e6;
  result.seconds = json.at("wall_seconds").number();
  result.nodes = json.at("nodes").count();
  result.open_reads = json.at("open_reads").count();
  result.processes = json.at("processes").count();
  MESSAGE(name << ": exit code " << result.status << " " << result.reason << ", " << result.nodes << " nodes, " << result.open_reads
               << " open reads, " << result.processes << " processes, " << result.megabytes << " MB, " << result.seconds << " s");
  return result;
}

const std::vector<std::string> limits{"--max-nodes", "3000", "--max-memory", sanitized ? "3000" : "300"};

// A verdict, or a limit that held.
void check_limits(const Measured& measured) {
  CHECK(measured.megabytes < (sanitized ? 4000 : 330));
  if (measured.status == 3) CHECK(contains(measured.reason, "reached"));
}

}  // namespace

TEST_CASE("load: 200 transitions") {
  const Measured measured = measure("200 transitions", long_protocol(200, 6), limits);
  check_limits(measured);
  CHECK(measured.status == 0);
}
TEST_CASE("load: 60 variables") {
  const Measured measured = measure("60 variables", long_protocol(70, 60), limits);
  check_limits(measured);
  CHECK(measured.status == 0);
}
TEST_CASE("load: unsafe with 8 processes") {
  const Measured measured = measure("8 processes", crowd(8), limits);
  check_limits(measured);
  CHECK(measured.status == 1);
}
TEST_CASE("load: hundreds of open reads") {
  const Measured measured = measure("120 reads in a row", spin(120), limits);
  check_limits(measured);
  CHECK(measured.open_reads > 100);
  if (std::getenv("PARAPET_SLOW") == nullptr) return;
  const Measured longer = measure("400 reads in a row", spin(400), {"--max-nodes", "20000", "--max-memory", "1000"});
  CHECK(longer.open_reads > 200);
  CHECK(longer.megabytes < 1300);
}
TEST_CASE("load: arrays of dimension 3") {
  const Measured measured = measure("dimension 3", triples(), limits);
  check_limits(measured);
  CHECK(measured.status == 1);
}

// The queue lock needs cubes with ever longer queues.
TEST_CASE("load: a search that does not end is stopped by its memory limit") {
  const std::string queue = read_text(PARAPET_SOURCE_DIR "/examples/locks/mcs.cub");
  for (const std::string threads : {"1", "2"}) {
    const Measured measured = measure("a queue lock, -j " + threads, queue, {"--max-memory", "16", "-j", threads});
    CHECK(measured.status == 3);
    CHECK(measured.reason == "memory limit reached");
    if (sanitized) continue;  // larger before it begins
    CHECK(measured.megabytes > 14);
    CHECK(measured.megabytes < 20);
  }
}
