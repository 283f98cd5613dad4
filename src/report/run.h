// A finished run as reports show it: verdict, what it assumes, what was counted. Filled in by whoever ran the search.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "evidence/execution.h"
#include "report/execution_report.h"
#include "report/message.h"
#include "result/verdict.h"

namespace parapet::report {

// A number of the search and what it counts; `key` is the same in text and JSON.
struct Count {
  std::string_view key;
  std::uint64_t value = 0;
  std::string_view meaning;
};

struct SolverUse {
  std::string_view backend;
  std::string_view purpose;
  std::uint64_t calls = 0;
  double seconds = 0;
};

// A warning about the model.
struct Warning {
  std::string name;
  std::uint32_t line = 1, column = 1;
  std::string message;
  std::string hint;
};

// The verdict of one unsafe formula.
struct PropertyLine {
  std::string name;  // empty where the model gives none
  std::uint32_t line = 0;
  VerdictKind answer = VerdictKind::Unknown;
  std::uint64_t nodes = 0;
  std::uint64_t steps = 0;  // Unsafe: of its execution
  std::string reason;       // Unknown: why
};

struct Run {
  std::string version;
  std::string file;
  std::string model;
  std::string engine;
  VerdictKind answer = VerdictKind::Unknown;
  std::string reason;                        // Unknown: why; Unsafe: what else is violated, if it is no unsafe formula
  std::vector<CrossCheck> cross_checks;      // that were asked for; a verdict of which one was not completed is Unknown
  std::vector<std::string> assumptions;      // what a Safe holds under
  std::string proved_under;                  // Safe: the weaker memory model of the proof; empty: `model`
  std::vector<std::string> conditions;       // the same in few words, for the verdict line
  std::vector<Warning> warnings;             // about the model, without suppressed ones
  std::vector<Message> messages;             // errors, warnings and notes as a program reads them; for people they are printed
  std::vector<PropertyLine> properties;      // by unsafe formula
  std::vector<std::string> advice;           // Unknown: what may help
  std::optional<Explanation> why;            // Unsafe: why the counterexample exists
  std::vector<std::string> invariants;       // found and proved by the search; different variables are different processes
  std::vector<std::string> invariant_lines;  // the same, as lines of the model's language or comments
  std::vector<Count> counts;
  // The inference of invariants from views, if it ran.
  struct Inference {
    std::string rung;
    bool proved = false;  // the answer is its own
    std::uint64_t cubes = 0, cube_processes = 0;
    std::vector<Count> counts;
    std::string advice;                  // Unknown: which state no invariant excludes; may be empty
    std::vector<std::string> invariant;  // lines of the model's language
  };
  std::optional<Inference> inference;
  std::vector<SolverUse> solver;  // pairs that were used
  std::uint64_t nodes = 0;
  std::uint64_t processes = 0;    // most in a cube
  std::uint64_t peak_memory = 0;  // bytes
  double cpu_seconds = 0;
  double wall_seconds = 0;
};

// "0.0021 s", "1.234 s".
[[nodiscard]] std::string seconds_text(double seconds);
// "12 nodes", "1 node".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view what, std::string_view plural_ending = "s");

// What a Safe holds under: so many trusted invariants, a bound on the number of processes.
[[nodiscard]] std::vector<std::string> assumptions_of(std::uint64_t invariants, std::optional<std::uint32_t> number_procs);

// The same in few words: "assuming 1 invariant", "at most 2 processes".
[[nodiscard]] std::vector<std::string> conditions_of(std::uint64_t invariants, std::optional<std::uint32_t> number_procs);

// "invariant: forall z0 z1. not (...)", a line each.
void print_invariants(std::ostream& out, const Run& run);
// "5 nodes, 0.002 s, cubes of at most 2 processes, model tso, engine timeline", then a line per assumption.
void print_summary(std::ostream& out, const Run& run);
// What a Safe rests on, so that it is not lost where only the verdict is read: " (assuming 1 invariant; 2 warnings)", or nothing.
[[nodiscard]] std::string conditions_text(const Run& run);
// The last line: SAFE, SAFE (assuming 1 invariant; 2 warnings), UNSAFE, UNKNOWN: reason.
void print_verdict(std::ostream& out, const Run& run, bool colour);
void print_statistics(std::ostream& out, const Run& run);

// docs/stats-schema.json
[[nodiscard]] std::string statistics_json(const Run& run);
// docs/check-schema.json; `execution` may be null.
[[nodiscard]] std::string check_json(const Run& run, const evidence::Execution* execution);

// The result of `check` as SARIF 2.1.0, the format that code-scanning services read.
//
//   unsafe formula   a result of the rule `unsafe`: SAFE is of kind pass, UNKNOWN of kind open, UNSAFE a failure
//   counterexample   the code flow of its unsafe formula, a thread flow per process, with the number of each step
//   warning          a result of the rule of its name
//   error            a result of the rule `model-error` if it has a place in a file, else a notification of the invocation

struct SarifContent {
  std::string version;                             // of Parapet
  std::string file;                                // the model; empty: none was given
  const Run* run = nullptr;                        // null: an error ended the run before its verdict
  const evidence::Execution* execution = nullptr;  // the counterexample, if there is one
  const std::vector<Message>& messages;
  int exit_code = 0;
};

[[nodiscard]] std::string sarif(const SarifContent& content);

}  // namespace parapet::report
