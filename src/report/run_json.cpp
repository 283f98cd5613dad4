#include "evidence/trace_json.h"
#include "report/run.h"

namespace parapet::report {
namespace {

void write_heading(JsonWriter& json, const Run& run, std::string_view format, unsigned format_version) {
  json.member("format", format);
  json.member("format_version", format_version);
  json.member("parapet", run.version);
  json.member("file", run.file);
  const auto known = [&](std::string_view key, const std::string& value) {
    json.key(key);
    value.empty() ? json.null() : json.value(value);
  };
  known("model", run.model);
  known("engine", run.engine);
  json.member("verdict", name(run.answer));
  json.key("reason");
  run.reason.empty() ? json.null() : json.value(run.reason);
}

void write_cross_checks(JsonWriter& json, const Run& run) {
  json.key("cross_checks");
  json.begin_array();
  for (const CrossCheck& check : run.cross_checks) {
    json.begin_object();
    json.member("name", check.name);
    json.member("completed", check.completed);
    json.key("reason");
    check.completed ? json.null() : json.value(check.reason);
    json.end_object();
  }
  json.end_array();
}

void write_why(JsonWriter& json, const Run& run) {
  if (!run.why) return json.null();
  json.begin_object();
  json.member("under_sc", run.why->also_under_sc);
  json.key("overtaken");
  json.begin_array();
  for (const OvertakenWrite& pair : run.why->overtaken) {
    json.begin_object();
    json.member("write", pair.write);
    json.key("execution");
    pair.execution ? json.value(*pair.execution) : json.null();
    json.member("by_write", !pair.overtaking.empty());
    json.member("happened", pair.happened);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_numbers(JsonWriter& json, const Run& run) {
  for (const Count& count : run.counts) json.member(count.key, count.value);
  json.key("infer");
  if (run.inference) {
    json.begin_object();
    json.member("rung", run.inference->rung);
    json.member("proved", run.inference->proved);
    for (const Count& count : run.inference->counts) json.member(count.key, count.value);
    json.key("advice");
    run.inference->advice.empty() ? json.null() : json.value(run.inference->advice);
    json.end_object();
  } else {
    json.null();
  }
  json.key("solver");
  json.begin_array();
  for (const SolverUse& use : run.solver) {
    json.begin_object();
    json.member("backend", use.backend);
    json.member("purpose", use.purpose);
    json.member("calls", use.calls);
    json.member("seconds", use.seconds);
    json.end_object();
  }
  json.end_array();
  json.member("peak_memory_bytes", run.peak_memory);
  json.member("cpu_seconds", run.cpu_seconds);
  json.member("wall_seconds", run.wall_seconds);
}

}  // namespace

std::string statistics_json(const Run& run) {
  JsonWriter json;
  json.begin_object();
  write_heading(json, run, "parapet-statistics", 1);
  write_numbers(json, run);
  json.end_object();
  return json.take();
}

std::string check_json(const Run& run, const evidence::Execution* execution) {
  JsonWriter json;
  json.begin_object();
  write_heading(json, run, "parapet-check", 2);
  write_cross_checks(json, run);
  json.key("assumptions");
  json.begin_array();
  for (const std::string& assumption : run.assumptions) json.value(assumption);
  json.end_array();
  if (!run.proved_under.empty()) {
    json.key("proved_under");
    json.value(run.proved_under);
  }
  json.key("properties");
  json.begin_array();
  for (const PropertyLine& each : run.properties) {
    json.begin_object();
    json.member("name", each.name);
    json.member("line", each.line);
    json.member("verdict", name(each.answer));
    json.key("reason");
    each.reason.empty() ? json.null() : json.value(each.reason);
    json.member("nodes", each.nodes);
    json.end_object();
  }
  json.end_array();
  json.key("why");
  write_why(json, run);
  json.key("advice");
  json.begin_array();
  for (const std::string& line : run.advice) json.value(line);
  json.end_array();
  json.key("warnings");
  json.begin_array();
  for (const Warning& warning : run.warnings) {
    json.begin_object();
    json.member("name", warning.name);
    json.member("line", warning.line);
    json.member("column", warning.column);
    json.member("message", warning.message);
    json.key("hint");
    warning.hint.empty() ? json.null() : json.value(warning.hint);
    json.end_object();
  }
  json.end_array();
  json.key("invariants");
  json.begin_array();
  for (const std::string& invariant : run.invariants) json.value(invariant);
  if (run.inference) {
    for (const std::string& line : run.inference->invariant) json.value(line);
  }
  json.end_array();
  json.key("statistics");
  json.begin_object();
  write_numbers(json, run);
  json.end_object();
  json.key("trace");
  if (execution != nullptr)
    evidence::write_trace(json, *execution, run.file);
  else
    json.null();
  json.end_object();
  return json.take();
}

}  // namespace parapet::report
