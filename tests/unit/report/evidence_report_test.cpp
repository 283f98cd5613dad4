// What `certify` and `replay` answer.
#include "report/evidence_report.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "base/json_reader.h"
#include "unit/cli/json_shape.h"
#include "unit/report/execution_kit.h"

using namespace parapet;
using report::EvidenceAnswer;
using test::fits_schema;

namespace {

template <class Report>
std::string printed(const Report& report, bool quiet = false) {
  std::ostringstream out;
  print(out, report, quiet);
  return out.str();
}

report::CertifyReport certified() {
  report::CertifyReport report;
  report.version = "1.2";
  report.evidence = "c.json";
  report.file = "lock.cub";
  report.model = "tso";
  report.engine = "ghb";
  report.assumptions = {"at most 3 processes (number_procs)"};
  report.cubes = 4;
  report.obligations = 12;
  report.queries = 3;
  return report;
}

}  // namespace

TEST_CASE("certify report: the numbers, the assumptions of a proof, and the answer last") {
  report::CertifyReport report = certified();
  CHECK(printed(report) ==
        "4 cubes, 12 obligations, 3 by the solver\nat most 3 processes (number_procs)\nCONFIRMED: model tso, engine ghb\n");
  CHECK(printed(report, true) == "CONFIRMED: model tso, engine ghb\n");
  report.walk = report::MachineWalk{2, 1, 30, 9, true};
  CHECK(printed(report).find("\nstore buffers, 2 processes: 30 states, all that can be reached from 1 initial, 9 with empty buffers\n") !=
        std::string::npos);
  report.answer = EvidenceAnswer::Rejected;
  report.reason = "cube 2 \x1b[2J";
  CHECK(printed(report, true).find("REJECTED: cube 2 ") == 0);
  CHECK(printed(report).find('\x1b') == std::string::npos);
  CHECK(printed(report).find("number_procs") == std::string::npos);
  report.answer = EvidenceAnswer::NotConfirmed;
  CHECK(printed(report, true).find("NOT CONFIRMED: ") == 0);
}

TEST_CASE("certify report: JSON fits its schema") {
  report::CertifyReport report = certified();
  CHECK(fits_schema(to_json(report), "certify-schema.json") == "");
  CHECK(read_json(to_json(report)).at("reason").is_null());
  CHECK(read_json(to_json(report)).at("machine").is_null());
  report.answer = EvidenceAnswer::Rejected;
  report.reason = "no proof";
  report.walk = report::MachineWalk{2, 1, 30, 9, false};
  CHECK(fits_schema(to_json(report), "certify-schema.json") == "");
  const std::string text = to_json(report);
  const JsonValue json = read_json(text);
  CHECK(json.at("result").text() == "REJECTED");
  CHECK(json.at("reason").text() == "no proof");
  CHECK(json.at("machine").at("states").count() == 30);
  CHECK(json.at("machine").at("drained").count() == 9);
}

TEST_CASE("replay report: the schedule of a confirmed trace, or where it fails") {
  const test::Replayed replayed;
  const evidence::Execution execution = replayed.execution();
  report::ReplayReport report;
  report.model = "tso";
  report.steps = 5;
  report.execution = &execution;
  CHECK(printed(report, true) == "CONFIRMED: 5 steps on the store-buffer machine (tso)\n");
  CHECK(printed(report).find("Counterexample with 2 processes") == 0);
  CHECK(fits_schema(to_json(report), "replay-schema.json") == "");
  report.execution = nullptr;
  report.answer = EvidenceAnswer::Rejected;
  report.reason = "at step 2 of 5: its guard does not hold";
  CHECK(printed(report) == "REJECTED at step 2 of 5: its guard does not hold\n");
  CHECK(read_json(to_json(report)).at("execution").is_null());
  report.answer = EvidenceAnswer::NotConfirmed;
  report.reason = "out of time";
  CHECK(printed(report) == "NOT CONFIRMED: out of time\n");
}
