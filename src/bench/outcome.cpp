// The verdict of a row from what the child printed and how it ended. A verdict that is printed after the time limit does not count.
#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

#include "base/json_reader.h"
#include "bench/runner.h"

namespace parapet::bench {
namespace {

struct Outcome {
  VerdictKind verdict = VerdictKind::Unknown;
  std::string reason;
  bool failed = false;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Why there is no verdict.
Outcome without_verdict(const Task& task, const ChildResult& result) {
  const auto says = [&](const char* words) { return result.err.find(words) != std::string::npos; };
  if (result.ending == Ending::TimeLimit) return {VerdictKind::Unknown, "time limit"};
  if (task.row.limits.memory_megabytes > 0 && (says("out of memory") || says("bad_alloc") || says("Out of memory"))) {
    return {VerdictKind::Unknown, "memory limit"};
  }
  if (result.ending == Ending::Signalled) return {VerdictKind::Unknown, "ended by signal " + std::to_string(result.code), true};
  if (result.code == 127 && result.err.empty()) return {VerdictKind::Unknown, "cannot be started", true};
  const std::string message = first_line(result.err);
  return {VerdictKind::Unknown, "no verdict, exit code " + std::to_string(result.code) + (message.empty() ? "" : ": " + message), true};
}

// How the verdict was confirmed independently of the search. `check` replays a trace before it reports UNSAFE, and `check --paranoid`
// reports SAFE only if the certificate was confirmed.
std::string evidence(const Task& task, std::optional<VerdictKind> verdict, bool trace) {
  if (trace) return "replayed";
  const bool paranoid = std::ranges::find(task.row.options, "--paranoid") != task.row.options.end();
  return verdict == VerdictKind::Safe && paranoid ? "certified" : "";
}

// A batch system that ends or requeues a job sends SIGTERM to all of its processes, so that `check` may report the interruption before
// `bench` hears of its own. The row has failed then: an UNKNOWN would be final, since `--resume` keeps undecided rows.
bool was_interrupted(const std::string& reason) { return reason.find("interrupted (SIG") != std::string::npos; }

std::vector<PropertyResult> read_properties(const JsonValue& json) {
  std::vector<PropertyResult> result;
  const JsonValue* const all = json.find("properties");
  if (all == nullptr || all->items().size() < 2) return result;
  for (const JsonValue& each : all->items()) {
    const auto verdict = answer_named(each.at("verdict").text());
    result.push_back({each.at("name").text(), each.at("line").count(), verdict.value_or(VerdictKind::Unknown), each.at("nodes").count()});
  }
  return result;
}

// The JSON of `check --format json`.
Outcome read_check(const Task& task, const ChildResult& result, Row& row) {
  try {
    const JsonValue json = read_json(result.out);
    const JsonValue& statistics = json.at("statistics");
    row.nodes = statistics.at("nodes").count();
    row.depth = statistics.at("depth").count();
    std::uint64_t calls = 0;
    for (const JsonValue& use : statistics.at("solver").items()) calls += use.at("calls").count();
    row.solver_calls = calls;
    if (result.ending == Ending::TimeLimit) return without_verdict(task, result);
    row.properties = read_properties(json);
    const auto verdict = answer_named(json.at("verdict").text());
    row.evidence = evidence(task, verdict, verdict == VerdictKind::Unsafe && !json.at("trace").is_null());
    const std::string reason = json.at("reason").is_null() ? std::string() : json.at("reason").text();
    return {verdict.value_or(VerdictKind::Unknown), reason, verdict == VerdictKind::Unknown && was_interrupted(reason)};
  } catch (const JsonError&) {
    return without_verdict(task, result);  // killed, or an error: then there is no JSON
  }
}

bool some_line_matches(const std::string& text, const std::string& pattern) {
  constexpr std::size_t longest_line = 4096;  // std::regex recurses once per character
  const std::regex regex(pattern);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.size(), longest_line));
    if (std::regex_search(line, regex)) return true;
  }
  return false;
}

Outcome read_tool(const Task& task, const ChildResult& result) {
  const std::string text = result.out + "\n" + result.err;
  const bool safe = some_line_matches(text, task.by->safe);
  const bool unsafe = some_line_matches(text, task.by->unsafe);
  if (result.ending == Ending::TimeLimit || (!safe && !unsafe)) return without_verdict(task, result);
  if (safe && unsafe) return {VerdictKind::Unknown, "both patterns match", true};
  return {safe ? VerdictKind::Safe : VerdictKind::Unsafe, ""};
}

}  // namespace

std::vector<std::string> command_of(const Task& task, const std::string& program) {
  const Row& row = task.row;
  if (!task.by) {
    std::vector<std::string> command{program, "check", "--format", "json", "--model", row.model};
    command.insert(command.end(), row.options.begin(), row.options.end());
    command.insert(command.end(), {"--", row.file});
    return command;
  }
  constexpr std::string_view place = "{file}";
  std::vector<std::string> command = task.by->command;
  for (std::string& part : command) {
    for (std::size_t at = part.find(place); at != std::string::npos; at = part.find(place, at + row.file.size())) {
      part.replace(at, place.size(), row.file);
    }
  }
  return command;
}

void take_result(const Task& task, const ChildResult& result, Row& row) {
  Outcome outcome = task.by ? read_tool(task, result) : read_check(task, result, row);
  if (!row.runs.empty() && outcome.verdict != row.verdict && !outcome.failed) {
    outcome = {VerdictKind::Unknown, "two runs, two verdicts", outcome.verdict != VerdictKind::Unknown};
  }
  row.runs.push_back({result.cpu_seconds, result.wall_seconds, result.peak_memory});
  row.verdict = outcome.verdict;
  row.reason = outcome.reason;
  row.failed = outcome.failed;
}

}  // namespace parapet::bench
