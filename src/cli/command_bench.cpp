// `parapet bench`: runs suites, compares and merges results.
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/file_output.h"
#include "bench/runner.h"
#include "bench/table.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/outputs.h"
#include "cli/progress.h"

namespace parapet::cli {
namespace {

namespace fs = std::filesystem;

bench::Results results_in(const Options& options, const std::string& path) {
  return bench::read_results(frontend::read_text(path, options.limits.budget), path);
}

// The summary is part of a text; other formats are read by programs, so that it goes to standard error.
void print(const Options& options, const std::string& table, const std::string& summary, Console& console) {
  const bool text = options.bench.table == bench::TableFormat::Text && !options.report.quiet;
  const std::string result = text ? table + "\n" + summary : table;
  try {
    write_result(console, options.bench.output_file, result);
  } catch (const OutputError&) {
    console.out << result;  // hours of work are not lost because a file cannot be written
    throw;
  }
  if (!text && !options.report.quiet) console.err << summary;
}

// Judges Parapet only: that another tool is wrong is a result, not a failure.
Exit exit_of(const bench::Results& results) {
  const auto some = [&](bench::Judgement kind) {
    return std::ranges::any_of(results.rows, [kind](const bench::Row& row) { return row.tool == bench::own_name && judge(row) == kind; });
  };
  if (some(bench::Judgement::Wrong)) return Exit::Unsafe;
  if (some(bench::Judgement::Failed)) return Exit::Internal;
  return some(bench::Judgement::Undecided) || !results.complete ? Exit::Unknown : Exit::Success;
}

Exit print_results(const Options& options, const bench::Results& results, Console& console) {
  print(options, render(results, options.bench.table), summary_line(results), console);
  return exit_of(results);
}

std::vector<bench::Task> plan_of(const Options& options, Console& console) {
  std::vector<bench::Task> plan =
      bench::make_plan(options.operands, {options.limits.time, options.limits.memory_megabytes}, console.err, options.limits.budget);
  if (plan.empty()) {
    std::string operands;
    for (const std::string& operand : options.operands) operands += (operands.empty() ? "'" : ", '") + operand + "'";
    throw frontend::InputError("there is no model to run in " + operands);
  }
  for (const bench::Task& task : plan) check_input(options, task.row.file);
  return plan;
}

// `--results`: the file that keeps the results as they come, written at most once a second.
class ResultsFile {
 public:
  explicit ResultsFile(const std::string& path) : path_(path) {}

  void save(const bench::Results& results) {
    if (path_.empty()) return;
    next_ = Clock::now() + std::chrono::seconds(1);
    write_file(path_, to_json(results));
    saved_rows_ = results.rows.size();
  }
  // Called several times a second, and not only when a row is finished: the next row may take hours, and the machine may fail meanwhile.
  // Ignores failures: a file that cannot be written now may be writable at the end, where a failure is reported.
  void save_if_due(const bench::Results& results) {
    if (results.rows.size() != saved_rows_ && Clock::now() >= next_) OutputFailures().attempt([&] { save(results); });
  }

 private:
  using Clock = std::chrono::steady_clock;
  const std::string& path_;
  std::size_t saved_rows_ = 0;
  Clock::time_point next_ = Clock::now();
};

Exit run_suites(const Options& options, Console& console) {
  StatusLine status(console.err, options.report);
  bench::Results results{std::string(version()), bench::machine_name(), false, {}, {}};
  std::vector<bench::Task> plan = plan_of(options, console);
  results.suite_rows = plan.size();
  plan = shard(std::move(plan), options.bench.shard, options.bench.shards);
  const std::string& path = options.bench.results_file;
  if (options.bench.resume && fs::exists(path)) results.rows = take_known_results(plan, results_in(options, path), options.bench.repeat);
  ResultsFile file(path);
  bench::Watcher watcher;
  watcher.stop = [] { return stop_request().load() != 0; };
  watcher.ticked = [&](const bench::Progress& progress) {
    status.show(progress_line(progress, 79));
    file.save_if_due(results);
  };
  watcher.finished = [&](const bench::Row& row) { results.rows.push_back(row); };
  const std::string parapet = fs::read_symlink("/proc/self/exe").string();
  results.complete = run_plan(plan, {parapet, options.verify.search.jobs, options.bench.repeat}, watcher);
  status.erase();
  std::ranges::sort(results.rows, {}, &bench::Row::index);
  OutputFailures failures;
  failures.attempt([&] { file.save(results); });
  Exit code = Exit::Success;
  failures.attempt([&] { code = print_results(options, results, console); });
  console.out.flush();
  failures.raise();
  return code;
}

Exit compare_results(const Options& options, Console& console) {
  const bench::Results before = results_in(options, options.operands[0]), after = results_in(options, options.operands[1]);
  const bench::Comparison comparison = bench::compare(before, after);
  if (comparison.pairs.empty())
    throw frontend::InputError(options.operands[0] + " and " + options.operands[1] +
                               " have no row in common (the same model by its path, memory model and tool): there is nothing to compare");
  print(options, render(before, after, comparison, options.bench.table), summary_of(comparison), console);
  return std::ranges::any_of(comparison.pairs, bench::is_regression) ? Exit::Unsafe : Exit::Success;
}

Exit merge_results(const Options& options, Console& console) {
  std::vector<bench::Results> parts;
  for (const std::string& operand : options.operands) parts.push_back(results_in(options, operand));
  const bench::Results whole = bench::merge(parts);
  if (!whole.complete && !options.report.quiet) console.err << missing_rows_line(whole);
  return print_results(options, whole, console);
}

}  // namespace

Exit run_bench(const Options& options, Console& console) {
  switch (options.bench.mode) {
    case BenchMode::Compare:
      return compare_results(options, console);
    case BenchMode::Merge:
      return merge_results(options, console);
    case BenchMode::Run:
      break;
  }
  return run_suites(options, console);
}

}  // namespace parapet::cli
