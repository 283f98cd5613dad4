#include "bench/result.h"

#include <algorithm>
#include <filesystem>

namespace parapet::bench {

Judgement judge(const Row& row) {
  if (row.failed) return Judgement::Failed;
  if (!row.expected) return Judgement::Unjudged;
  if (row.verdict == *row.expected) return Judgement::Right;
  if (row.verdict == Answer::Unknown) return Judgement::Undecided;
  return row.expected == Answer::Unknown ? Judgement::Unjudged : Judgement::Wrong;
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
  for (const Results& part : parts) {
    if (whole.version.empty()) whole.version = part.version;
    add_machine(whole.machine, part.machine);
    whole.complete = whole.complete && part.complete;
    for (const Row& row : part.rows) {
      const auto known = std::ranges::find_if(whole.rows, [&](const Row& each) { return same_work(each, row); });
      if (known == whole.rows.end()) {
        whole.rows.push_back(row);
      } else {
        *known = row;
      }
    }
  }
  std::ranges::stable_sort(whole.rows, {}, &Row::index);
  return whole;
}

}  // namespace parapet::bench
