// Results as JSON and back; docs/bench-schema.json describes them. `fields` is the table of the members of each struct, by which it is
// written and read.
#include <concepts>

#include "base/json.h"
#include "base/json_reader.h"
#include "bench/result.h"
#include "frontend/frontend.h"

namespace parapet::bench {
namespace {

constexpr std::string_view format_name = "parapet-bench";
constexpr std::uint64_t format_version = 1;

// `Of` or `const Of`.
template <class Each, class Of>
concept Either = std::same_as<std::remove_const_t<Each>, Of>;

void fields(auto& table, Either<Shape> auto& shape) {
  table("arrays", shape.arrays);
  table("weak_variables", shape.weak_variables);
  table("weak_arrays", shape.weak_arrays);
  table("transitions", shape.transitions);
}

void fields(auto& table, Either<Figure> auto& figure) {
  table("key", figure.key);
  table("title", figure.title);
  table.or_null("text", figure.text);
}

void fields(auto& table, Either<PropertyResult> auto& property) {
  table("name", property.name);
  table("line", property.line);
  table("verdict", property.verdict);
  table("nodes", property.nodes);
}

void fields(auto& table, Either<Measurement> auto& run) {
  table("cpu_seconds", run.cpu_seconds);
  table("wall_seconds", run.wall_seconds);
  table("peak_memory_bytes", run.peak_memory);
}

void fields(auto& table, Either<Row> auto& row) {
  table("index", row.index);
  table("name", row.name);
  table("file", row.file);
  table("tool", row.tool);
  table("model", row.model);
  table("options", row.options);
  table("time_limit_ms", row.limits.time);
  table("memory_limit_mb", row.limits.memory_megabytes);
  table("expected", row.expected);
  table("shape", row.shape);
  table.unless_empty("table", row.table);
  table.unless_empty("figures", row.figures);
  table("verdict", row.verdict);
  table.or_null("reason", row.reason);
  table("failed", row.failed);
  table.or_null("evidence", row.evidence);
  table("nodes", row.nodes);
  table.newer("depth", row.depth);  // version 0.1.0 has none
  table("solver_calls", row.solver_calls);
  table.unless_empty("properties", row.properties);
  table("runs", row.runs);
}

void fields(auto& table, Either<Results> auto& results) {
  table("parapet", results.version);
  table("machine", results.machine);
  table("complete", results.complete);
  table.newer("suite_rows", results.suite_rows);
  table("rows", results.rows);
}

class FieldWriter {
 public:
  void operator()(std::string_view key, const auto& value) {
    json.key(key);
    write(value);
  }
  void or_null(std::string_view key, const std::string& text) { json.text_or_null(key, text); }
  void unless_empty(std::string_view key, const auto& value) {
    if (!value.empty()) (*this)(key, value);
  }
  void newer(std::string_view key, const auto& value) { (*this)(key, value); }

  JsonWriter json;

 private:
  void write(const auto& value) requires requires { json.value(value); }
  { json.value(value); }
  void write(std::chrono::milliseconds time) { json.value(time.count()); }
  void write(VerdictKind verdict) { json.value(name(verdict)); }
  void write(const auto& object) requires requires { fields(*this, object); }
  {
    json.begin_object();
    fields(*this, object);
    json.end_object();
  }
  template <class Value>
  void write(const std::optional<Value>& value) {
    value ? write(*value) : json.null();
  }
  template <class Value>
  void write(const std::vector<Value>& all) {
    std::same_as<Value, std::string> ? json.begin_row() : json.begin_array();
    for (const Value& each : all) write(each);
    json.end_array();
  }
};

class FieldReader {
 public:
  explicit FieldReader(const JsonValue& object) : object_(object) {}

  void operator()(std::string_view key, auto& value) { read(object_.at(key), value); }
  void or_null(std::string_view key, std::string& text) {
    if (const JsonValue& value = object_.at(key); !value.is_null()) text = value.text();
  }
  void unless_empty(std::string_view key, auto& value) { newer(key, value); }
  void newer(std::string_view key, auto& value) {
    if (const JsonValue* const found = object_.find(key)) read(*found, value);
  }

 private:
  static void read(const JsonValue& json, std::string& text) { text = json.text(); }
  static void read(const JsonValue& json, bool& truth) { truth = json.truth(); }
  static void read(const JsonValue& json, double& number) { number = json.number(); }
  static void read(const JsonValue& json, std::uint64_t& number) { number = json.count(); }
  static void read(const JsonValue& json, std::chrono::milliseconds& time) { time = std::chrono::milliseconds(json.count()); }
  static void read(const JsonValue& json, VerdictKind& verdict) {
    const auto named = answer_named(json.text());
    if (!named) json.fail("expected SAFE, UNSAFE or UNKNOWN");
    verdict = *named;
  }
  static void read(const JsonValue& json, auto& object) requires requires(FieldReader& reader) { fields(reader, object); }
  {
    FieldReader reader(json);
    fields(reader, object);
  }
  template <class Value>
  static void read(const JsonValue& json, std::optional<Value>& value) {
    if (!json.is_null()) read(json, value.emplace());
  }
  template <class Value>
  static void read(const JsonValue& json, std::vector<Value>& all) {
    for (const JsonValue& each : json.items()) read(each, all.emplace_back());
  }

  const JsonValue& object_;
};

}  // namespace

std::string to_json(const Results& results) {
  FieldWriter writer;
  writer.json.begin_object();
  writer.json.member("format", format_name);
  writer.json.member("format_version", format_version);
  fields(writer, results);
  writer.json.end_object();
  return writer.json.take();
}

Results read_results(const std::string& text, const std::string& name) {
  try {
    const JsonValue json = read_json(text);
    if (json.at("format").text() != format_name) json.at("format").fail("not the results of 'parapet bench --table json'");
    if (json.at("format_version").count() != format_version) json.at("format_version").fail("of another version of Parapet");
    Results results;
    FieldReader reader(json);
    fields(reader, results);
    return results;
  } catch (const JsonError& error) {
    throw frontend::InputError(name, {error.place, offset_of(text, error.place)}, error.message);
  }
}

}  // namespace parapet::bench
