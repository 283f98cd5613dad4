#include "report/instance_report.h"

#include <algorithm>
#include <array>
#include <ostream>

#include "base/json.h"
#include "base/narrow.h"
#include "base/printable.h"
#include "evidence/trace_json.h"
#include "report/run.h"

namespace parapet::report {
namespace {

using coverage::Part;
using Size = coverage::SmallInstances::Size;

std::string label_of(const ld::Unsafe& unsafe) {
  return unsafe.name.empty() ? "unsafe (line " + std::to_string(unsafe.line) + ")" : "unsafe " + unsafe.name;
}

class TextReport {
 public:
  TextReport(std::ostream& out, const CoverageReport& report) : out_(out), report_(report), small_(report.small) {}

  void print() {
    transitions();
    sizes();
    findings();
  }

  void findings() {
    legend();
    unsafes();
    stuck();
    if (!small_.skipped.empty()) out_ << "\nnot explored further: " << small_.skipped << '\n';
  }

 private:
  void row(const std::string& name, const std::vector<std::string>& cells) {
    out_ << "  " << padded(name, name_width_);
    for (const std::string& cell : cells) out_ << padded(cell, cell_width, true);
    out_ << '\n';
  }

  void transitions() {
    out_ << "steps of a shortest execution that fires each transition, model " << report_.model << "\n\n";
    for (const ld::Transition& each : report_.program.transitions) name_width_ = std::max(name_width_, each.name.size());
    std::vector<std::string> head;
    for (const Size& size : small_.sizes) head.push_back(counted(size.processes, "process", "es"));
    row("transition", head);
    for (std::size_t k = 0; k < report_.program.transitions.size(); ++k) {
      const auto& covered = small_.coverage.transitions[k];
      std::vector<std::string> cells;
      for (std::size_t s = 0; s < small_.sizes.size(); ++s) cells.push_back(steps_text(small_, k, s));
      row(report_.program.transitions[k].name, cells);
      for (const Part& branch : covered.branches) {
        if (!branch.seen && covered.fired()) out_ << "    never with: " << branch.text << '\n';
      }
    }
    out_ << '\n';
  }

  void sizes() {
    std::vector<std::string> initial, states, explored;
    for (const Size& size : small_.sizes) {
      initial.push_back(std::to_string(size.initial));
      states.push_back(std::to_string(size.states));
      explored.emplace_back(extent(size));
    }
    row("initial states", initial);
    row("states", states);
    row("explored", explored);
  }

  void legend() {
    const auto any = [&](const auto& test) { return std::ranges::any_of(small_.sizes, test); };
    out_ << "\nStates that differ by a renaming of processes count once. -: it never fires";
    if (any([](const Size& size) { return size.cut; }))
      out_ << "; ?: it did not fire before the bound on states ended the exploration (cut)";
    if (any([](const Size& size) { return !size.complete && !size.cut; }))
      out_ << "\nbounded: store buffers had at most 3 entries, and only some values of numbers and of cells left open were tried";
    out_ << '\n';
    for (const Size& size : small_.sizes) {
      if (size.initial == 0) out_ << "init has no states with " << counted(size.processes, "process", "es") << '\n';
    }
  }

  void unsafes() {
    for (std::size_t k = 0; k < report_.program.unsafes.size(); ++k) {
      const coverage::UnsafeCoverage& unsafe = small_.coverage.unsafes[k];
      out_ << '\n' << label_of(report_.program.unsafes[k]) << ": ";
      if (unsafe.reached) {
        out_ << "reached\n";
        continue;
      }
      out_ << "not reached; a state satisfies " << unsafe.most << " of " << counted(unsafe.conjuncts.size(), "conjunct") << " at once\n";
      for (const Part& part : unsafe.conjuncts) out_ << "  " << (part.seen ? "some state" : "no state  ") << "  " << part.text << '\n';
    }
  }

  void stuck() {
    const coverage::StuckStates& stuck = small_.coverage.stuck;
    const std::string sizes = sizes_text();
    out_ << '\n';
    if (stuck.stopped + stuck.spinning == 0) {
      out_ << "stuck states: " << (stuck.expected == 0 ? "none" : "only expected ones (" + std::to_string(stuck.expected) + ")") << ", for "
           << sizes << '\n';
      return;
    }
    const auto line = [&](std::uint64_t count, const std::optional<Trace>& trace, std::string_view what) {
      if (count == 0) return;
      out_ << "stuck states: " << count << " in which " << what << ", for " << sizes << "; the first one with "
           << counted(trace->processes, "process", "es") << " after " << counted(trace->steps.size(), "step") << '\n';
    };
    line(stuck.stopped, stuck.stopped_at, "no process can move");
    line(stuck.spinning, stuck.spinning_at, "only steps that change nothing are possible");
    out_ << "  '--show stuck' prints the execution; '--expect-stuck FORMULA' describes states in which that is intended\n";
  }

  [[nodiscard]] std::string sizes_text() const {
    if (small_.sizes.empty()) return "no instance";
    const std::uint32_t least = small_.sizes.front().processes;
    const std::uint32_t most = small_.sizes.back().processes;
    return least == most ? counted(most, "process", "es") : std::to_string(least) + " to " + std::to_string(most) + " processes";
  }

  static constexpr std::size_t cell_width = 14;
  std::ostream& out_;
  const CoverageReport& report_;
  const coverage::SmallInstances& small_;
  std::size_t name_width_ = std::string_view("initial states").size();
};

void write_parts(JsonWriter& json, std::string_view key, const std::vector<Part>& parts) {
  json.objects(key, parts, [&](const Part& part) {
    json.member("formula", part.text);
    json.member("seen", part.seen);
  });
}

void write_stuck(JsonWriter& json, std::string_view key, std::uint64_t count, const std::optional<Trace>& trace) {
  json.object(key, [&] {
    json.member("states", count);
    json.key("processes");
    trace ? json.value(trace->processes) : json.null();
    json.key("steps");
    trace ? json.value(trace->steps.size()) : json.null();
  });
}

void write_transitions(JsonWriter& json, const CoverageReport& report) {
  json.key("transitions");
  json.begin_array();
  for (std::size_t k = 0; k < report.program.transitions.size(); ++k) {
    const coverage::TransitionCoverage& covered = report.small.coverage.transitions[k];
    json.begin_object();
    json.member("name", report.program.transitions[k].name);
    json.member("line", report.program.transitions[k].line);
    json.key("steps");
    json.begin_row();
    for (const auto& steps : covered.steps) steps ? json.value(*steps) : json.null();
    json.end_array();
    write_parts(json, "branches", covered.branches);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string_view extent(const Size& size) { return size.complete ? "all" : size.cut ? "cut" : "bounded"; }

std::string steps_text(const coverage::SmallInstances& small, std::size_t transition, std::size_t size) {
  const auto& steps = small.coverage.transitions[transition].steps[size];
  return steps ? std::to_string(*steps) : small.sizes[size].cut ? "?" : "-";
}

void print(std::ostream& out, const CoverageReport& report) { TextReport(out, report).print(); }
void print_findings(std::ostream& out, const CoverageReport& report) { TextReport(out, report).findings(); }

std::string to_json(const CoverageReport& report) {
  JsonWriter json;
  json.begin_object();
  json.member("format", "parapet-coverage");
  json.member("format_version", 1);
  json.member("parapet", report.version);
  json.member("file", report.file);
  json.member("model", report.model);
  write_messages(json, report.messages);
  json.objects("instances", report.small.sizes, [&](const Size& size) {
    json.member("processes", size.processes);
    json.member("initial", size.initial);
    json.member("states", size.states);
    json.member("explored", extent(size));
  });
  write_transitions(json, report);
  json.key("unsafe");
  json.begin_array();
  for (std::size_t k = 0; k < report.program.unsafes.size(); ++k) {
    const coverage::UnsafeCoverage& unsafe = report.small.coverage.unsafes[k];
    json.begin_object();
    json.member("name", report.program.unsafes[k].name);
    json.member("line", report.program.unsafes[k].line);
    json.member("reached", unsafe.reached);
    json.member("most_at_once", unsafe.most);
    write_parts(json, "conjuncts", unsafe.conjuncts);
    json.end_object();
  }
  json.end_array();
  json.object("stuck", [&] {
    const coverage::StuckStates& stuck = report.small.coverage.stuck;
    write_stuck(json, "stopped", stuck.stopped, stuck.stopped_at);
    write_stuck(json, "spinning", stuck.spinning, stuck.spinning_at);
    json.member("expected", stuck.expected);
  });
  json.key("execution");
  report.execution == nullptr ? json.null() : evidence::write_trace(json, *report.execution, report.file);
  json.end_object();
  return json.take();
}

namespace {

struct EndingWords {
  std::string_view key, text;
};
// By Ending.
constexpr std::array<EndingWords, 7> endings{{
    {"bound", "the bound on steps ended the execution ('--steps')"},
    {"stuck", "no process can move"},
    {"unsafe", "this state is unsafe"},
    {"found", "this state satisfies the formula"},
    {"not reachable", "no reachable state satisfies the formula"},
    {"not found", "no explored state satisfies the formula"},
    {"no initial state", "init has no states"},
}};
static_assert(number_of<std::size_t>(Ending::NoInitialState) + 1 == endings.size());

}  // namespace

std::string_view words(Ending ending) { return endings[number_of<std::size_t>(ending)].text; }

std::string to_json(const SimulationReport& report) {
  JsonWriter json;
  json.begin_object();
  json.member("format", "parapet-simulation");
  json.member("format_version", 1);
  json.member("parapet", report.version);
  json.member("file", report.file);
  json.member("model", report.model);
  write_messages(json, report.messages);
  json.member("end", endings[number_of<std::size_t>(report.ending)].key);
  json.objects("searched", report.searched, [&](const SearchedInstance& each) {
    json.member("processes", each.processes);
    json.member("states", each.states);
    json.member("complete", each.complete);
  });
  json.key("execution");
  report.execution == nullptr ? json.null() : evidence::write_trace(json, *report.execution, report.file);
  json.end_object();
  return json.take();
}

}  // namespace parapet::report
