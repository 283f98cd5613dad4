// The result of a run as text: verdict, assumptions, statistics.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

#include "base/printable.h"
#include "report/run.h"

namespace parapet::report {
namespace {

void print_row(std::ostream& out, std::string_view key, std::string_view value, std::string_view meaning) {
  constexpr std::size_t key_width = 20;
  constexpr std::size_t value_width = 12;
  out << "  " << key << std::string(key_width - std::min(key_width, key.size()), ' ');
  out << std::string(value_width - std::min(value_width, value.size()), ' ') << value;
  if (!meaning.empty()) out << "  " << meaning;
  out << '\n';
}

std::string_view colour_of(VerdictKind answer) {
  switch (answer) {
    case VerdictKind::Safe:
      return "\033[1;32m";
    case VerdictKind::Unsafe:
      return "\033[1;31m";
    case VerdictKind::Unknown:
      return "\033[1;33m";
  }
  return "";
}

std::string megabytes(std::uint64_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f MB", static_cast<double>(bytes) / (1 << 20));
  return text.data();
}

void print_properties(std::ostream& out, const std::vector<PropertyLine>& properties) {
  for (const PropertyLine& each : properties) {
    out << "unsafe " << (each.name.empty() ? "" : each.name + " ") << "(line " << each.line << "): " << name(each.answer);
    if (each.answer == VerdictKind::Unknown) out << ": " << printable(each.reason);
    if (each.answer == VerdictKind::Unsafe) out << ", " << counted(each.steps, "step");
    out << (each.answer == VerdictKind::Unknown ? " (" : ", ") << counted(each.nodes, "node")
        << (each.answer == VerdictKind::Unknown ? ")" : "") << '\n';
  }
}

}  // namespace

std::string seconds_text(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), seconds < 0.01 ? "%.4f s" : "%.3f s", seconds);
  return text.data();
}

std::string counted(std::uint64_t number, std::string_view what, std::string_view plural_ending) {
  return std::to_string(number) + " " + std::string(what) + (number == 1 ? "" : std::string(plural_ending));
}

std::vector<std::string> assumptions_of(std::uint64_t invariants, std::optional<std::uint32_t> number_procs) {
  std::vector<std::string> result;
  if (invariants > 0) result.push_back("assuming " + counted(invariants, "user invariant"));
  if (number_procs) result.push_back("at most " + counted(*number_procs, "process", "es") + " (number_procs)");
  return result;
}

std::vector<std::string> conditions_of(std::uint64_t invariants, std::optional<std::uint32_t> number_procs) {
  std::vector<std::string> result;
  if (invariants > 0) result.push_back("assuming " + counted(invariants, "invariant"));
  if (number_procs) result.push_back("at most " + counted(*number_procs, "process", "es"));
  return result;
}

void print_invariants(std::ostream& out, const Run& run) {
  for (const std::string& line : run.invariant_lines) out << line << '\n';
  if (!run.inference) return;
  for (const std::string& line : run.inference->invariant) out << line << '\n';
}

void print_summary(std::ostream& out, const Run& run) {
  out << counted(run.nodes, "node") << ", " << seconds_text(run.wall_seconds) << ", cubes of at most "
      << counted(run.processes, "process", "es") << ", model " << run.model << ", engine " << run.engine << '\n';
  if (!run.proved_under.empty()) out << "proved under " << run.proved_under << ", hence under " << run.model << '\n';
  for (const std::string& assumption : run.assumptions) out << assumption << '\n';
  if (run.answer == VerdictKind::Unsafe && !run.reason.empty()) out << run.reason << '\n';
  if (run.properties.size() > 1) print_properties(out, run.properties);
  for (const std::string& line : run.advice) out << line << '\n';
  if (run.answer == VerdictKind::Unknown && run.inference && !run.inference->advice.empty()) out << run.inference->advice << '\n';
}

std::string conditions_text(const Run& run) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? " (" : "; ") + part; };
  for (const std::string& condition : run.conditions) add(condition);
  if (!run.warnings.empty()) add(counted(run.warnings.size(), "warning"));
  return text.empty() ? text : text + ")";
}

void print_verdict(std::ostream& out, const Run& run, bool colour) {
  if (colour) out << colour_of(run.answer);
  out << name(run.answer);
  if (colour) out << "\033[0m";
  if (run.answer == VerdictKind::Unknown) out << ": " << printable(run.reason);
  if (run.answer == VerdictKind::Safe) out << conditions_text(run);
  if (run.answer == VerdictKind::Safe && run.inference && run.inference->proved)
    out << ": inferred invariant of " << counted(run.inference->cubes, "cube") << " over at most "
        << counted(run.inference->cube_processes, "process", "es") << ", checked";
  out << '\n';
}

void print_statistics(std::ostream& out, const Run& run) {
  out << "statistics of " << printable(run.file) << " (parapet " << run.version << ", model " << run.model << ", engine " << run.engine
      << "): " << name(run.answer) << '\n';
  for (const Count& count : run.counts) print_row(out, count.key, std::to_string(count.value), count.meaning);
  if (run.inference) {
    print_row(out, "infer rung", run.inference->rung, "the last attempt to infer an invariant");
    for (const Count& count : run.inference->counts)
      print_row(out, "infer " + std::string(count.key), std::to_string(count.value), count.meaning);
  }
  for (const SolverUse& use : run.solver) {
    print_row(out, std::string(use.backend) + " " + std::string(use.purpose), std::to_string(use.calls),
              "solver calls, " + seconds_text(use.seconds));
  }
  print_row(out, "peak_memory", megabytes(run.peak_memory), "");
  print_row(out, "cpu_seconds", seconds_text(run.cpu_seconds), "");
  print_row(out, "wall_seconds", seconds_text(run.wall_seconds), "");
}

}  // namespace parapet::report
