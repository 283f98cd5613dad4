// The parsed command line, grouped by who uses it. option_table.h defines what can be written.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/budget.h"
#include "bench/table.h"
#include "report/search_tree.h"
#include "verify/verify.h"

namespace parapet::cli {

enum class Command : std::uint8_t { Check, Certify, Replay, Parse, Coverage, Simulate, Dump, Explain, Bench, Generate, Help };
enum class Information : std::uint8_t { None, Help, Version };
enum class Colour : std::uint8_t { Auto, Always, Never };
enum class Format : std::uint8_t { Text, Json, Sarif };
enum class BenchMode : std::uint8_t { Run, Compare, Merge };

// What `check` asks of the pipeline when the command line says nothing else.
[[nodiscard]] inline verify::Options default_verification() {
  verify::Options result;
  result.search.approximate = search::usual_instance;
  result.search.infer = search::Infer::Auto;
  result.certificate = false;
  return result;
}

// The limits of every command; 0 is no limit. Those of the search alone are in verify::Options.
struct LimitOptions {
  std::uint64_t memory_megabytes = 0;
  std::chrono::milliseconds time{0};
  Budget* budget = nullptr;  // time, memory and signals of this run, made by main; null: no limits
  [[nodiscard]] Budget& budget_or(Budget& unlimited) const { return budget != nullptr ? *budget : unlimited; }
};

struct ReportOptions {
  Colour colour = Colour::Auto;
  Format format = Format::Text;
  std::uint32_t verbosity = 0;
  bool quiet = false;
  bool statistics = false;
  std::string statistics_file;  // empty: none; "-": standard output; the same holds for every file
  bool show_invariant = false;
  bool show_spurious = false;
  std::string trace_file;
  std::string graph_file;
  std::string certificate_file;
  std::string invariant_folder;  // empty: none
  std::string tree_file;         // the search tree
  report::TreeDetail tree_detail = report::TreeDetail::Covered;
  std::string html_file;
  std::string query_folder;  // for the decisions as SMT-LIB 2, or a file if the name ends with .smt2; empty: none
  std::string query_choice;  // which of them: purposes, a node number, slow:MS, asked; empty: all
  std::vector<std::string> silenced_warnings;
};

enum class NotationFormat : std::uint8_t { Text, Smt2, Latex };

struct DumpOptions {
  bool ld = false;
  bool le = false;
  NotationFormat format = NotationFormat::Text;  // of `le`
  std::optional<std::uint64_t> node;
  std::optional<std::uint64_t> query;  // the number of a decision
};

struct BenchOptions {
  BenchMode mode = BenchMode::Run;
  bench::TableFormat table = bench::TableFormat::Text;
  std::uint32_t repeat = 1;
  std::string output_file = "-";
  std::string results_file;  // empty: none
  bool resume = false;
  std::uint32_t shard = 1;  // from 1
  std::uint32_t shards = 1;
};

// A file or folder that the command line asks to be written.
struct OutputOption {
  std::string_view option;  // without dashes
  std::string path;
  bool folder = false;
};

struct CertifyOptions {
  std::uint32_t machine = 0;        // execute the store-buffer machine with so many processes; 0: do not
  std::uint64_t states = 100'000;   // at most so many of its states
  std::string proof_folder;         // empty: none
  std::uint64_t proof_limit = 100;  // megabytes
  bool solver_proofs = false;       // let cvc5 write its proof of each file
};

struct CoverageOptions {
  std::uint32_t processes = 3;     // of the largest instance
  std::uint64_t states = 100'000;  // most states to explore, of all instances together
  std::string show;                // the transition whose execution is printed, or "stuck"; empty: none
  std::vector<std::string> stuck;  // formulas that describe states in which no process is expected to move
};

struct SimulateOptions {
  std::uint32_t processes = 0;  // 0: 2, or 1 to 3 for `find`
  std::uint64_t seed = 1;
  std::uint64_t steps = 20;
  bool random = false;  // '--seed' or '--steps' is given
  bool interactive = false;
  std::string find;  // a formula; empty: none
  std::uint64_t states = 100'000;
};

struct Options {
  Command command = Command::Check;
  Information information = Information::None;      // asked for instead of running the command
  bool command_named = false;                       // false: `parapet FILE`
  std::string evidence;                             // of `certify` and `replay`: the file to check; of `explain`: the node
  std::string operand;                              // FILE, "-" for standard input; of `generate`: what to generate
  std::vector<std::string> operands;                // all of them, if a command takes several; `operand` is the first
  verify::Options verify = default_verification();  // pipeline.h completes it
  bool all_models = false;                          // `check` under each memory model
  std::string model_file;                           // describes the memory model; empty: verify.model is it
  bool infer_given = false;                         // on the command line
  LimitOptions limits;
  ReportOptions report;
  DumpOptions dump;
  BenchOptions bench;
  CertifyOptions certify;
  CoverageOptions coverage;
  SimulateOptions simulate;
  bool no_unsafe = false;             // `check` accepts a model without unsafe formulas
  std::vector<OutputOption> outputs;  // all of them, in the order of the command line
};

// An error in the command line; `what` is the message, with a suggestion if there is one.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The arguments after the name of the program. Throws UsageError.
[[nodiscard]] Options parse_arguments(std::span<const std::string> arguments);

}  // namespace parapet::cli
