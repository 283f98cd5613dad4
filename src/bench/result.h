// The results of a benchmark: one row for each model, memory model, set of options and tool.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/suite.h"

namespace parapet::bench {

// The size of a model, in the numbers that papers report.
struct Shape {
  std::uint64_t arrays = 0;  // plain arrays that can be assigned
  std::uint64_t weak_variables = 0;
  std::uint64_t weak_arrays = 0;
  std::uint64_t transitions = 0;
};

struct Measurement {
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t peak_memory = 0;  // bytes
};

inline constexpr const char* own_name = "parapet";

// The verdict of one unsafe formula of a model that has several.
struct PropertyResult {
  std::string name;  // empty where the model gives none
  std::uint64_t line = 0;
  VerdictKind verdict = VerdictKind::Unknown;
  std::uint64_t nodes = 0;
};

struct Row {
  // The work.
  std::uint64_t index = 0;  // position in the whole suite, even if only a part of it is run
  std::string name;         // the case study
  std::string file;
  std::string tool = own_name;
  std::string model;
  std::vector<std::string> options;
  Limits limits;
  std::optional<VerdictKind> expected;
  std::optional<Shape> shape;   // none: the model cannot be read
  std::string table;            // its title in the suite; empty: none
  std::vector<Figure> figures;  // the columns that the suite adds
  // The result.
  VerdictKind verdict = VerdictKind::Unknown;
  std::string reason;    // why the verdict is unknown
  bool failed = false;   // no verdict because of a crash, an error in the model, or verdicts that differ between runs
  std::string evidence;  // "replayed": the trace was replayed; empty: nothing but the search confirms the verdict
  std::optional<std::uint64_t> nodes, depth, solver_calls;
  std::vector<PropertyResult> properties;  // empty: the model has at most one, or another tool ran
  std::vector<Measurement> runs;
};

struct Results {
  std::string version;  // of Parapet
  std::string machine;
  bool complete = true;                     // every row of the suite, or of the shard, was run; merged: every row of the suites is there
  std::optional<std::uint64_t> suite_rows;  // of the whole suite, also where only a part of it was run; none: rows of several suites
  std::vector<Row> rows;
};

enum class Judgement : std::uint8_t {
  Right,
  Wrong,      // SAFE where UNSAFE is expected, or the other way round
  Undecided,  // UNKNOWN where a verdict is expected
  Failed,
  Unjudged,  // no verdict is expected
};
[[nodiscard]] Judgement judge(const Row& row);

// Whether the rows are about the same model, by its path: one path may be a suffix of the other, if the runs were started in different
// folders.
[[nodiscard]] bool same_file(const Row& a, const Row& b);

// Whether the rows describe the same work, so that results can be reused or compared.
[[nodiscard]] bool same_work(const Row& a, const Row& b);

struct Summary {
  double median = 0;
  double spread = 0;  // largest minus smallest
};
[[nodiscard]] Summary summary(std::vector<double> values);
[[nodiscard]] Summary cpu_time(const Row& row);
[[nodiscard]] Summary wall_time(const Row& row);
// The largest peak memory of all runs of the row.
[[nodiscard]] std::uint64_t peak_memory(const Row& row);

// docs/bench-schema.json
[[nodiscard]] std::string to_json(const Results& results);
// `name` is for messages. Throws frontend::InputError.
[[nodiscard]] Results read_results(const std::string& text, const std::string& name);

// Parts of one suite as a whole, in its order. Of two results of one row the later one counts: within a suite, which may list the same
// work twice, a row is known by its index; across suites by its work. Suites are told apart by the number of their rows. Times from
// different machines cannot be told apart afterwards, so `machine` names them all.
[[nodiscard]] Results merge(const std::vector<Results>& parts);

}  // namespace parapet::bench
