// A time counts as changed if it changed by more than a tenth, by more than 20 ms, and by more than the spread of either run; smaller
// differences are noise. In ratios every time is at least one millisecond, about the cost of starting a process.
//
// Rows that describe the same work are compared with each other. Remaining rows are paired by model file, memory model and tool if the
// pairing is unique; the two runs then differ in their options.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/printable.h"
#include "bench/table.h"

namespace parapet::bench {
namespace {

constexpr double shortest = 0.001;
constexpr double noticeable_ratio = 1.1;
constexpr double noticeable_seconds = 0.02;

double ratio(double before, double after, double least) { return std::max(after, least) / std::max(before, least); }

Change change_of(const Row& before, const Row& after) {
  if (before.verdict != after.verdict || before.failed != after.failed) return Change::Verdict;
  if (before.verdict == VerdictKind::Unknown) return Change::None;  // the time of an undecided row is that of the limit
  const Summary old_time = cpu_time(before), new_time = cpu_time(after);
  const double difference = std::abs(new_time.median - old_time.median);
  const double noise = std::max({noticeable_seconds, old_time.spread, new_time.spread});
  const double factor = ratio(old_time.median, new_time.median, shortest);
  if (difference <= noise || std::max(factor, 1 / factor) < noticeable_ratio) return Change::None;
  return factor > 1 ? Change::Slower : Change::Faster;
}

// Sums of logarithms.
struct Means {
  double time = 0, memory = 0, nodes = 0;
  std::size_t pairs = 0, with_nodes = 0;

  void add(const Pair& pair) {
    ++pairs;
    time += std::log(pair.time_ratio);
    memory += std::log(ratio(static_cast<double>(peak_memory(pair.before)), static_cast<double>(peak_memory(pair.after)), 1));
    if (!pair.before.nodes || !pair.after.nodes) return;
    ++with_nodes;
    nodes += std::log(ratio(static_cast<double>(*pair.before.nodes), static_cast<double>(*pair.after.nodes), 1));
  }
};

double mean(double sum, std::size_t number) { return number == 0 ? 1 : std::exp(sum / static_cast<double>(number)); }

std::string ratio_cell(double number) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.2f", number);
  return text.data();
}

std::string verdict_text(const Row& row) { return row.failed ? "error" : std::string(parapet::name(row.verdict)); }

std::string change_cell(const Pair& pair) {
  switch (pair.change) {
    case Change::None:
      return "";
    case Change::Faster:
      return "faster";
    case Change::Slower:
      return "SLOWER";
    case Change::Verdict:
      break;
  }
  return is_regression(pair) ? "VERDICT LOST" : "verdict";
}

std::string nodes_cell(const Row& row) { return row.nodes ? std::to_string(*row.nodes) : ""; }

std::string full_name(const Row& row) {
  std::string result = row.name + " " + row.model;
  for (const std::string& each : row.options) result += " " + each;
  return row.tool == own_name ? result : result + " (" + row.tool + ")";
}

std::string list(const char* heading, const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  std::string result;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) result += std::string(heading) + printable(names[k]) + "\n";
  if (names.size() > most) result += std::string(heading) + std::to_string(names.size() - most) + " more\n";
  return result;
}

bool same_but_options(const Row& a, const Row& b) { return same_file(a, b) && a.tool == b.tool && a.model == b.model; }

// By row of `before`: its partner in `after`, or null.
std::vector<const Row*> partners_of(const Results& before, const Results& after) {
  std::vector<const Row*> partners;
  for (const Row& row : before.rows) {
    const auto same = std::ranges::find_if(after.rows, [&](const Row& each) { return same_work(each, row); });
    partners.push_back(same == after.rows.end() ? nullptr : &*same);
  }
  const std::vector<const Row*> exact = partners;
  for (std::size_t k = 0; k < before.rows.size(); ++k) {
    if (exact[k] != nullptr) continue;
    const Row& row = before.rows[k];
    std::size_t rivals = 0;
    for (std::size_t other = 0; other < before.rows.size(); ++other) {
      if (exact[other] == nullptr && same_but_options(before.rows[other], row)) ++rivals;
    }
    std::vector<const Row*> candidates;
    for (const Row& each : after.rows) {
      if (same_but_options(each, row) && std::ranges::find(exact, &each) == exact.end()) candidates.push_back(&each);
    }
    if (rivals == 1 && candidates.size() == 1) partners[k] = candidates[0];
  }
  return partners;
}

}  // namespace

bool is_regression(const Pair& pair) {
  if (pair.change == Change::Slower) return true;
  if (pair.change != Change::Verdict) return false;
  return pair.after.verdict == VerdictKind::Unknown || judge(pair.after) == Judgement::Wrong || pair.before.verdict != VerdictKind::Unknown;
}

Comparison compare(const Results& before, const Results& after) {
  Comparison result;
  Means means;
  const std::vector<const Row*> partners = partners_of(before, after);
  for (std::size_t k = 0; k < before.rows.size(); ++k) {
    const Row& row = before.rows[k];
    const Row* other = partners[k];
    if (other == nullptr) {
      result.only_before.push_back(full_name(row));
      continue;
    }
    Pair& pair = result.pairs.emplace_back(Pair{row, *other});
    pair.time_ratio = ratio(cpu_time(row).median, cpu_time(*other).median, shortest);
    pair.change = change_of(row, *other);
    if (pair.change != Change::Verdict && row.verdict != VerdictKind::Unknown) means.add(pair);
  }
  for (const Row& row : after.rows) {
    if (std::ranges::find(partners, &row) == partners.end()) result.only_after.push_back(full_name(row));
  }
  result.time_mean = mean(means.time, means.pairs);
  result.memory_mean = mean(means.memory, means.pairs);
  result.node_mean = mean(means.nodes, means.with_nodes);
  result.decided = means.pairs;
  return result;
}

Grid table_of(const Comparison& comparison) {
  Grid grid;
  grid.columns = {{"case_study", "case study"},      {"verdict_before", "before"},      {"verdict_after", "after"},
                  {"time_before", "time (s)", true}, {"time_after", "after (s)", true}, {"time_ratio", "ratio", true},
                  {"nodes_before", "nodes", true},   {"nodes_after", "after", true},    {"change", "change"}};
  for (const Pair& pair : comparison.pairs) {
    grid.rows.push_back({full_name(pair.before), verdict_text(pair.before), verdict_text(pair.after),
                         seconds_cell(cpu_time(pair.before).median), seconds_cell(cpu_time(pair.after).median), ratio_cell(pair.time_ratio),
                         nodes_cell(pair.before), nodes_cell(pair.after), change_cell(pair)});
  }
  return grid;
}

std::string summary_of(const Comparison& comparison) {
  const auto number = [&](Change change) { return std::to_string(std::ranges::count(comparison.pairs, change, &Pair::change)); };
  std::string result = report::counted(comparison.decided, "row") + " with the same verdict; geometric means after/before: time " +
                       ratio_cell(comparison.time_mean) + ", memory " + ratio_cell(comparison.memory_mean) + ", nodes " +
                       ratio_cell(comparison.node_mean) + "\n";
  result +=
      number(Change::Slower) + " slower, " + number(Change::Faster) + " faster, " + number(Change::Verdict) + " with another verdict\n";
  return result + list("only before: ", comparison.only_before) + list("only after: ", comparison.only_after);
}

}  // namespace parapet::bench
