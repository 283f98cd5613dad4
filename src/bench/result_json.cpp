// Results as JSON and back; docs/bench-schema.json describes them.
#include "base/json.h"
#include "base/json_reader.h"
#include "bench/result.h"
#include "frontend/frontend.h"

namespace parapet::bench {
namespace {

constexpr std::string_view format_name = "parapet-bench";
constexpr std::uint64_t format_version = 1;

template <class Value>
void optional_member(JsonWriter& json, std::string_view key, const std::optional<Value>& value) {
  json.key(key);
  value ? json.value(*value) : json.null();
}

void text_or_null(JsonWriter& json, std::string_view key, const std::string& text) {
  json.key(key);
  text.empty() ? json.null() : json.value(text);
}

void write_shape(JsonWriter& json, const std::optional<Shape>& shape) {
  json.key("shape");
  if (!shape) return json.null();
  json.begin_object();
  json.member("arrays", shape->arrays);
  json.member("weak_variables", shape->weak_variables);
  json.member("weak_arrays", shape->weak_arrays);
  json.member("transitions", shape->transitions);
  json.end_object();
}

void write_task(JsonWriter& json, const Row& row) {
  json.member("index", row.index);
  json.member("name", row.name);
  json.member("file", row.file);
  json.member("tool", row.tool);
  json.member("model", row.model);
  json.key("options");
  json.begin_row();
  for (const std::string& each : row.options) json.value(each);
  json.end_array();
  json.member("time_limit_ms", row.limits.time.count());
  json.member("memory_limit_mb", row.limits.memory_megabytes);
  text_or_null(json, "expected", row.expected ? std::string(parapet::name(*row.expected)) : "");
  write_shape(json, row.shape);
  if (!row.table.empty()) json.member("table", row.table);
  if (row.figures.empty()) return;
  json.key("figures");
  json.begin_array();
  for (const Figure& figure : row.figures) {
    json.begin_object();
    json.member("key", figure.key);
    json.member("title", figure.title);
    text_or_null(json, "text", figure.text);
    json.end_object();
  }
  json.end_array();
}

void write_outcome(JsonWriter& json, const Row& row) {
  json.member("verdict", parapet::name(row.verdict));
  text_or_null(json, "reason", row.reason);
  json.member("failed", row.failed);
  text_or_null(json, "evidence", row.evidence);
  optional_member(json, "nodes", row.nodes);
  optional_member(json, "depth", row.depth);
  optional_member(json, "solver_calls", row.solver_calls);
  if (!row.properties.empty()) {
    json.key("properties");
    json.begin_array();
    for (const PropertyResult& each : row.properties) {
      json.begin_object();
      json.member("name", each.name);
      json.member("line", each.line);
      json.member("verdict", parapet::name(each.verdict));
      json.member("nodes", each.nodes);
      json.end_object();
    }
    json.end_array();
  }
  json.key("runs");
  json.begin_array();
  for (const Measurement& run : row.runs) {
    json.begin_object();
    json.member("cpu_seconds", run.cpu_seconds);
    json.member("wall_seconds", run.wall_seconds);
    json.member("peak_memory_bytes", run.peak_memory);
    json.end_object();
  }
  json.end_array();
}

std::string text_or_empty(const JsonValue& value) { return value.is_null() ? std::string() : value.text(); }

VerdictKind read_answer(const JsonValue& value) {
  const auto answer = answer_named(value.text());
  if (!answer) value.fail("expected SAFE, UNSAFE or UNKNOWN");
  return *answer;
}

std::optional<std::uint64_t> optional_count(const JsonValue& value) {
  return value.is_null() ? std::nullopt : std::optional(value.count());
}

Row read_row(const JsonValue& json) {
  Row row;
  row.index = json.at("index").count();
  row.name = json.at("name").text();
  row.file = json.at("file").text();
  row.tool = json.at("tool").text();
  row.model = json.at("model").text();
  for (const JsonValue& each : json.at("options").items()) row.options.push_back(each.text());
  row.limits.time = std::chrono::milliseconds(json.at("time_limit_ms").count());
  row.limits.memory_megabytes = json.at("memory_limit_mb").count();
  if (const JsonValue& expected = json.at("expected"); !expected.is_null()) row.expected = read_answer(expected);
  if (const JsonValue& shape = json.at("shape"); !shape.is_null()) {
    row.shape = Shape{shape.at("arrays").count(), shape.at("weak_variables").count(), shape.at("weak_arrays").count(),
                      shape.at("transitions").count()};
  }
  if (const JsonValue* table = json.find("table"); table != nullptr) row.table = table->text();
  if (const JsonValue* figures = json.find("figures"); figures != nullptr) {
    for (const JsonValue& each : figures->items())
      row.figures.push_back({each.at("key").text(), each.at("title").text(), text_or_empty(each.at("text"))});
  }
  row.verdict = read_answer(json.at("verdict"));
  row.reason = text_or_empty(json.at("reason"));
  row.failed = json.at("failed").truth();
  row.evidence = text_or_empty(json.at("evidence"));
  row.nodes = optional_count(json.at("nodes"));
  if (const JsonValue* depth = json.find("depth"); depth != nullptr) row.depth = optional_count(*depth);  // version 0.1.0 has none
  row.solver_calls = optional_count(json.at("solver_calls"));
  if (const JsonValue* properties = json.find("properties"); properties != nullptr) {
    for (const JsonValue& each : properties->items())
      row.properties.push_back(
          {each.at("name").text(), each.at("line").count(), read_answer(each.at("verdict")), each.at("nodes").count()});
  }
  for (const JsonValue& run : json.at("runs").items()) {
    row.runs.push_back({run.at("cpu_seconds").number(), run.at("wall_seconds").number(), run.at("peak_memory_bytes").count()});
  }
  return row;
}

}  // namespace

std::string to_json(const Results& results) {
  JsonWriter json;
  json.begin_object();
  json.member("format", format_name);
  json.member("format_version", format_version);
  json.member("parapet", results.version);
  json.member("machine", results.machine);
  json.member("complete", results.complete);
  optional_member(json, "suite_rows", results.suite_rows);
  json.key("rows");
  json.begin_array();
  for (const Row& row : results.rows) {
    json.begin_object();
    write_task(json, row);
    write_outcome(json, row);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

Results read_results(const std::string& text, const std::string& name) {
  try {
    const JsonValue json = read_json(text);
    if (json.at("format").text() != format_name) json.at("format").fail("not the results of 'parapet bench --table json'");
    if (json.at("format_version").count() != format_version) json.at("format_version").fail("of another version of Parapet");
    Results results;
    results.version = json.at("parapet").text();
    results.machine = json.at("machine").text();
    results.complete = json.at("complete").truth();
    if (const JsonValue* rows = json.find("suite_rows"); rows != nullptr) results.suite_rows = optional_count(*rows);
    for (const JsonValue& row : json.at("rows").items()) results.rows.push_back(read_row(row));
    return results;
  } catch (const JsonError& error) {
    throw frontend::InputError(name, {error.place, offset_of(text, error.place)}, error.message);
  }
}

}  // namespace parapet::bench
