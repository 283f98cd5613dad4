// The result of a run as JSON (docs/check-schema.json).
#include "evidence/trace_json.h"
#include "report/run.h"

namespace parapet::report {
namespace {

void write_heading(JsonWriter& json, const Run& run, std::string_view format, unsigned format_version) {
  json.member("format", format);
  json.member("format_version", format_version);
  json.member("parapet", run.version);
  json.member("file", run.file);
  json.text_or_null("model", run.model);
  json.text_or_null("engine", run.engine);
  json.member("verdict", name(run.answer));
  json.text_or_null("reason", run.reason);
}

void write_cross_checks(JsonWriter& json, const Run& run) {
  json.objects("cross_checks", run.cross_checks, [&](const CrossCheck& check) {
    json.member("name", check.name);
    json.member("completed", check.completed);
    json.key("reason");
    check.completed ? json.null() : json.value(check.reason);
  });
}

void write_why(JsonWriter& json, const Run& run) {
  if (!run.why) return json.null();
  json.begin_object();
  json.member("under_sc", run.why->also_under_sc);
  json.objects("overtaken", run.why->overtaken, [&](const OvertakenWrite& pair) {
    json.member("write", pair.write);
    json.member("execution", pair.execution);
    json.member("by_write", !pair.overtaking.empty());
    json.member("happened", pair.happened);
  });
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
    json.text_or_null("advice", run.inference->advice);
    json.end_object();
  } else {
    json.null();
  }
  json.objects("solver", run.solver, [&](const SolverUse& use) {
    json.member("backend", use.backend);
    json.member("purpose", use.purpose);
    json.member("calls", use.calls);
    json.member("seconds", use.seconds);
  });
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
  json.values("assumptions", run.assumptions);
  if (!run.proved_under.empty()) json.member("proved_under", run.proved_under);
  json.objects("properties", run.properties, [&](const PropertyLine& each) {
    json.member("name", each.name);
    json.member("line", each.line);
    json.member("verdict", name(each.answer));
    json.text_or_null("reason", each.reason);
    json.member("nodes", each.nodes);
  });
  json.key("why");
  write_why(json, run);
  json.values("advice", run.advice);
  json.objects("warnings", run.warnings, [&](const Warning& warning) {
    json.member("name", warning.name);
    json.member("line", warning.line);
    json.member("column", warning.column);
    json.member("message", warning.message);
    json.text_or_null("hint", warning.hint);
  });
  write_messages(json, run.messages);
  json.key("invariants");
  json.begin_array();
  for (const std::string& invariant : run.invariants) json.value(invariant);
  if (run.inference) {
    for (const std::string& line : run.inference->invariant) json.value(line);
  }
  json.end_array();
  json.object("statistics", [&] { write_numbers(json, run); });
  json.key("trace");
  if (execution != nullptr)
    evidence::write_trace(json, *execution, run.file);
  else
    json.null();
  json.end_object();
  return json.take();
}

}  // namespace parapet::report
