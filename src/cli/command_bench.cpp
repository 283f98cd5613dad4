// `parapet bench`: runs suites, compares and merges results.
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "base/file_output.h"
#include "bench/compare.h"
#include "bench/html.h"
#include "bench/runner.h"
#include "bench/table.h"
#include "cli/bench_progress.h"
#include "cli/commands.h"
#include "cli/outputs.h"
#include "cli/signals.h"
#include "cli/version.h"

namespace parapet::cli {
namespace {

namespace fs = std::filesystem;

std::string machine_name() {
  utsname system{};
  ::uname(&system);
  std::string processor = system.machine;
  std::ifstream information("/proc/cpuinfo");
  for (std::string line; std::getline(information, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) != 0 || colon == std::string::npos) continue;
    processor = line.substr(colon + 2);
    break;
  }
  return std::string(system.nodename) + " (" + processor + ", " + report::counted(std::thread::hardware_concurrency(), "core") + ", " +
         system.sysname + ")";
}

bench::Results results_in(const Options& options, const std::string& path) {
  return bench::read_results(frontend::read_text(path, options.limits.budget), path);
}

// Nothing for JSON and HTML, which are more than a grid.
std::optional<bench::Style> style_of(TableFormat format) {
  switch (format) {
    case TableFormat::Text:
      return bench::Style::Text;
    case TableFormat::Markdown:
      return bench::Style::Markdown;
    case TableFormat::Csv:
      return bench::Style::Csv;
    case TableFormat::Latex:
      return bench::Style::Latex;
    case TableFormat::Json:
    case TableFormat::Html:
      break;
  }
  return std::nullopt;
}

// The summary is part of the text; the other formats are read by programs, and it goes to who looks on.
void print(const Options& options, const std::string& table, const std::string& summary, Console& console) {
  const bool text = options.bench.table == TableFormat::Text && !options.report.quiet;
  const std::string result = text ? table + "\n" + summary : table;
  try {
    write_result(console, options.bench.output_file, result);
  } catch (const OutputError&) {
    console.out << result;  // rather here than nowhere
    throw;
  }
  if (!text && !options.report.quiet) console.err << summary;
}

// About Parapet only: that another tool is wrong is a result, not a failure.
Exit exit_of(const bench::Results& results) {
  const auto some = [&](bench::Judgement kind) {
    return std::ranges::any_of(results.rows, [kind](const bench::Row& row) { return row.tool == bench::own_name && judge(row) == kind; });
  };
  if (some(bench::Judgement::Wrong)) return Exit::Unsafe;
  if (some(bench::Judgement::Failed)) return Exit::Internal;
  return some(bench::Judgement::Undecided) || !results.complete ? Exit::Unknown : Exit::Success;
}

Exit print_results(const Options& options, const bench::Results& results, Console& console) {
  const auto style = style_of(options.bench.table);
  const std::string table = style                                      ? render(table_of(results), *style)
                            : options.bench.table == TableFormat::Html ? html_page(results)
                                                                       : to_json(results);
  print(options, table, summary_line(results), console);
  return exit_of(results);
}

class BenchRun {
 public:
  BenchRun(const Options& options, Console& console)
      : options_(options), console_(console), progress_(console.err, !options.report.quiet && ::isatty(STDERR_FILENO) == 1) {
    results_.version = version();
    results_.machine = machine_name();
  }

  Exit run() {
    const bench::Limits most{options_.limits.time, options_.limits.memory_megabytes};
    std::vector<bench::Task> plan = make_plan(options_.operands, most, console_.err, options_.limits.budget);
    if (plan.empty()) {
      std::string operands;
      for (const std::string& operand : options_.operands) operands += (operands.empty() ? "'" : ", '") + operand + "'";
      throw frontend::InputError("there is no model to run in " + operands);
    }
    for (const bench::Task& task : plan) check_input(options_, task.row.file);
    results_.suite_rows = plan.size();
    plan = shard(std::move(plan), options_.bench.shard, options_.bench.shards);
    if (options_.bench.resume && fs::exists(options_.bench.results_file)) take_over(plan);
    results_.complete = run_plan(plan);
    std::ranges::sort(results_.rows, {}, &bench::Row::index);
    OutputFailures failures;
    failures.attempt([this] { save(); });
    Exit code = Exit::Success;
    failures.attempt([&] { code = print_results(options_, results_, console_); });
    console_.out.flush();
    failures.raise();
    return code;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Results of work that is in the plan, done under the same limits and as often, leave the plan.
  void take_over(std::vector<bench::Task>& plan) {
    const bench::Results before = results_in(options_, options_.bench.results_file);
    std::erase_if(plan, [&](const bench::Task& task) {
      const auto known = std::ranges::find_if(before.rows, [&](const bench::Row& row) { return is_result_of(row, task.row); });
      if (known == before.rows.end()) return false;
      bench::Row& row = results_.rows.emplace_back(*known);
      row.index = task.row.index;
      row.expected = task.row.expected;
      return true;
    });
  }

  [[nodiscard]] bool is_result_of(const bench::Row& row, const bench::Row& task) const {
    const bool often_enough = row.verdict == report::Answer::Unknown || row.runs.size() >= options_.bench.repeat;
    return same_work(row, task) && row.limits == task.limits && often_enough && !row.failed;
  }

  bool run_plan(const std::vector<bench::Task>& plan) {
    const bench::RunOptions run{fs::read_symlink("/proc/self/exe").string(), options_.search.jobs, options_.bench.repeat};
    bench::Watcher watcher;
    watcher.stop = [] { return stop_request().load() != 0; };
    watcher.ticked = [this](const bench::Progress& progress) {
      progress_.show(progress);
      save_if_due();
    };
    watcher.finished = [this](const bench::Row& row) {
      results_.rows.push_back(row);
      unsaved_ = true;
    };
    results_.complete = false;  // in what is saved on the way
    const bool all = bench::run_plan(plan, run, watcher);
    progress_.erase();
    return all;
  }

  // Called several times a second, and not only when a row is finished: the next row may take hours, and the machine may fail meanwhile.
  void save_if_due() {
    if (!unsaved_ || Clock::now() < next_save_) return;
    // What cannot be written now may be writable at the end, and is reported then.
    OutputFailures meanwhile;
    meanwhile.attempt([this] { save(); });
  }

  void save() {
    if (options_.bench.results_file.empty()) return;
    next_save_ = Clock::now() + std::chrono::seconds(1);
    write_file(options_.bench.results_file, to_json(results_));
    unsaved_ = false;
  }

  const Options& options_;
  Console& console_;
  BenchProgress progress_;
  bench::Results results_;
  bool unsaved_ = false;  // a row was finished since the last save
  Clock::time_point next_save_ = Clock::now();
};

Exit compare_results(const Options& options, Console& console) {
  if (options.bench.table == TableFormat::Json) throw UsageError("'--compare' has no JSON: its operands are that already");
  const auto style = style_of(options.bench.table);
  const bench::Results before = results_in(options, options.operands[0]), after = results_in(options, options.operands[1]);
  const bench::Comparison comparison = bench::compare(before, after);
  if (comparison.pairs.empty())
    throw frontend::InputError(options.operands[0] + " and " + options.operands[1] +
                               " have no row in common (the same model by its path, memory model and tool): there is nothing to compare");
  print(options, style ? render(table_of(comparison), *style) : html_page(before, after), summary_of(comparison), console);
  return std::ranges::any_of(comparison.pairs, bench::is_regression) ? Exit::Unsafe : Exit::Success;
}

std::string missing_rows_note(const bench::Results& whole) {
  if (!whole.suite_rows) {
    return "rows are missing: a part was interrupted, or the operands are parts of different suites (such as one with a tool that only "
           "some "
           "machines have)\n";
  }
  std::set<std::uint64_t> finished;
  for (const bench::Row& row : whole.rows) finished.insert(row.index);
  return std::to_string(*whole.suite_rows - finished.size()) + " of " + report::counted(*whole.suite_rows, "row") +
         " are missing: finish the interrupted parts with '--resume', and name every part\n";
}

Exit merge_results(const Options& options, Console& console) {
  std::vector<bench::Results> parts;
  for (const std::string& operand : options.operands) parts.push_back(results_in(options, operand));
  const bench::Results whole = bench::merge(parts);
  if (!whole.complete && !options.report.quiet) console.err << missing_rows_note(whole);
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
  return BenchRun(options, console).run();
}

}  // namespace parapet::cli
