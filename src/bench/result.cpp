#include "bench/result.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace parapet::bench {

Judgement judge(const Row& row) {
  if (row.failed) return Judgement::Failed;
  if (!row.expected) return Judgement::Unjudged;
  if (row.verdict == *row.expected) return Judgement::Right;
  if (row.verdict == VerdictKind::Unknown) return Judgement::Undecided;
  return row.expected == VerdictKind::Unknown ? Judgement::Unjudged : Judgement::Wrong;
}

bool same_file(const Row& a, const Row& b) {
  if (a.name != b.name) return false;
  const std::filesystem::path first(a.file), second(b.file);
  auto x = first.end(), y = second.end();
  while (x != first.begin() && y != second.begin()) {
    if (*--x != *--y) return false;
  }
  return true;
}

bool same_work(const Row& a, const Row& b) { return same_file(a, b) && a.tool == b.tool && a.model == b.model && a.options == b.options; }

Summary summary(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {median, values.back() - values.front()};
}

namespace {

Summary summary_of(const Row& row, double Measurement::*member) {
  std::vector<double> values;
  for (const Measurement& run : row.runs) values.push_back(run.*member);
  return summary(std::move(values));
}

void add_machine(std::string& list, const std::string& machine) {
  if (("; " + list + "; ").find("; " + machine + "; ") != std::string::npos) return;
  if (!list.empty()) list += "; ";
  list += machine;
}

struct MergedRow {
  Row row;
  std::optional<std::uint64_t> suite_rows;  // of the suite that it is from
};

bool replaces(const MergedRow& later, const MergedRow& earlier) {
  const bool same_suite = later.suite_rows && later.suite_rows == earlier.suite_rows;
  return same_work(later.row, earlier.row) && (!same_suite || later.row.index == earlier.row.index);
}

// The key is the number of rows of the suite, none where a part does not tell.
using IndexesBySuite = std::map<std::optional<std::uint64_t>, std::set<std::uint64_t>>;

IndexesBySuite finished_indexes(const std::vector<Results>& parts) {
  IndexesBySuite result;
  for (const Results& part : parts) {
    std::set<std::uint64_t>& indexes = result[part.suite_rows];
    for (const Row& row : part.rows) indexes.insert(row.index);
  }
  return result;
}

// Only finished rows are in results, so that a suite is complete exactly if it has a row for every index: `Results::complete` of the parts
// would not tell of a part that is missing, nor that a later part has what an interrupted one lacks.
bool is_complete(const std::vector<Results>& parts, const IndexesBySuite& finished) {
  if (finished.contains(std::nullopt)) return std::ranges::all_of(parts, &Results::complete);
  return std::ranges::all_of(finished, [](const auto& suite) { return suite.second.size() == *suite.first; });
}

}  // namespace

Summary cpu_time(const Row& row) { return summary_of(row, &Measurement::cpu_seconds); }
Summary wall_time(const Row& row) { return summary_of(row, &Measurement::wall_seconds); }

std::uint64_t peak_memory(const Row& row) {
  std::uint64_t result = 0;
  for (const Measurement& run : row.runs) result = std::max(result, run.peak_memory);
  return result;
}

Results merge(const std::vector<Results>& parts) {
  Results whole;
  std::vector<MergedRow> rows;
  for (const Results& part : parts) {
    if (whole.version.empty()) whole.version = part.version;
    add_machine(whole.machine, part.machine);
    for (const Row& row : part.rows) {
      const MergedRow merged{row, part.suite_rows};
      const auto known = std::ranges::find_if(rows, [&](const MergedRow& each) { return replaces(merged, each); });
      if (known == rows.end()) {
        rows.push_back(merged);
      } else {
        *known = merged;
      }
    }
  }
  std::ranges::stable_sort(rows, {}, [](const MergedRow& each) { return each.row.index; });
  for (MergedRow& each : rows) whole.rows.push_back(std::move(each.row));
  const IndexesBySuite finished = finished_indexes(parts);
  whole.complete = is_complete(parts, finished);
  if (finished.size() == 1) whole.suite_rows = finished.begin()->first;
  return whole;
}

}  // namespace parapet::bench
