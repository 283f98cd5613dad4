// A suite: which models are run, with which options, and the expected verdicts. docs/bench.md describes the format.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "report/run.h"

namespace parapet::bench {

// 0 is no limit.
struct Limits {
  std::chrono::milliseconds time{0};  // wall time and CPU time
  std::uint64_t memory_megabytes = 0;
  friend bool operator==(const Limits&, const Limits&) = default;
};

// Another tool that decides the same models.
struct Tool {
  std::string name;
  std::vector<std::string> command;  // `{file}` stands for the model
  std::string safe;                  // regular expressions (ECMAScript), searched in each line of what it prints
  std::string unsafe;
  std::string only;  // the memory model it decides; empty: every one
};

// A column of a suite, with what it says about one entry: a figure that a paper prints, for example.
struct Figure {
  std::string key;    // heading in CSV
  std::string title;  // heading in the other formats
  std::string text;   // empty: not known
  friend bool operator==(const Figure&, const Figure&) = default;
};

// A line that names a model, or a folder of them.
struct Entry {
  std::string path;
  std::string name;             // of the case study; empty: the path
  std::string table;            // the title of its table; empty: none
  std::vector<Figure> figures;  // one for each column of the table
  std::string model;            // empty: the memory models in the model's first comment, or the default of `check`; all: each of them
  std::optional<VerdictKind> expected;
  Limits limits;
  std::vector<std::string> options;
  SourceRange range;
};

struct Suite {
  std::vector<std::string> roots;  // paths are relative to the first root that exists; without roots, to the suite
  std::vector<Tool> tools;
  std::vector<Entry> entries;
};

[[nodiscard]] std::optional<VerdictKind> answer_named(std::string_view name);

[[nodiscard]] Suite parse_suite(const SourceFile& file, Diagnostics& diagnostics);

// A line `expect tso SAFE` in the first comment of a model; words after the verdict are ignored here.
struct Expectation {
  std::string model;
  VerdictKind answer = VerdictKind::Unknown;
};
[[nodiscard]] std::vector<Expectation> expectations_of(std::string_view model_text);

}  // namespace parapet::bench
