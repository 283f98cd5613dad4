// The schedule as a table: one row per step, and under it what the step read, wrote and changed, each on a line of its own.
#include "report/trace_text.h"

#include <algorithm>
#include <ostream>

#include "base/printable.h"

namespace parapet::report {
namespace {

struct Row {
  std::string step, process, transition, place;
  std::vector<std::string> lines;
};

// "name = value  note" with the names, the values and the notes under each other.
struct Fact {
  std::string word, name, relation, value, note;
};

std::vector<std::string> aligned(const std::vector<Fact>& facts) {
  std::size_t word = 0, left = 0, value = 0;
  for (const Fact& fact : facts) {
    word = std::max(word, fact.word.size());
    left = std::max(left, fact.name.size() + fact.relation.size());
    if (!fact.note.empty()) value = std::max(value, fact.value.size());
  }
  std::vector<std::string> lines;
  for (const Fact& fact : facts) {
    std::string line = word == 0 ? "" : padded(fact.word, word) + " ";
    line += fact.name + padded("", left - fact.name.size() - fact.relation.size()) + " " + fact.relation + " ";
    line += fact.note.empty() ? fact.value : padded(fact.value, value) + "  " + fact.note;
    lines.push_back(std::move(line));
  }
  return lines;
}

class TracePrinter {
 public:
  explicit TracePrinter(const evidence::Execution& execution)
      : program_(execution.program), trace_(execution.trace), account_(execution.account), execution_(execution) {}

  void print(std::ostream& out) const {
    header(out);
    initial(out);
    table(out);
    end(out);
  }

  [[nodiscard]] std::vector<StepText> steps() const {
    std::vector<StepText> result;
    for (std::size_t k = 0; k < trace_.steps.size(); ++k) {
      Row text = row(k);
      const TraceStep& step = trace_.steps[k];
      const TraceStep& source = step.kind == TraceStep::Kind::Fire ? step : trace_.steps[account_.steps[k].entry.value_or(k)];
      result.push_back({acting_process(program_, step), std::move(text.transition), program_.transitions[source.transition].line,
                        std::move(text.lines)});
    }
    return result;
  }

 private:
  [[nodiscard]] std::string name(Process process) const { return process_name(trace_, process); }
  [[nodiscard]] std::string name(const Location& location) const { return to_string(location, program_.signature, trace_); }
  [[nodiscard]] std::string text(const Value& value) const { return to_string(value, program_.signature, trace_); }

  void header(std::ostream& out) const {
    const std::size_t steps = trace_.steps.size();
    out << (trace_.violates() ? "Counterexample with " : "Execution with ") << trace_.processes
        << (trace_.processes == 1 ? " process (" : " processes (");
    for (Process process = 0; process < trace_.processes; ++process) out << (process == 0 ? "" : ", ") << name(process);
    out << ") in " << steps << (steps == 1 ? " step" : " steps") << ", model " << execution_.model << "\n\n";
  }

  // Cells of one name with the same value share a line: `PC[p1] = PC[p2] = Idle`.
  void initial(std::ostream& out) const {
    std::vector<std::pair<std::string, const Value*>> groups;
    SymbolId symbol;
    for (const Location& cell : evidence::concerned_cells(execution_)) {
      const Value& value = evidence::initial_value(trace_, cell);
      const bool joins = !groups.empty() && symbol == cell.symbol && *groups.back().second == value;
      if (joins)
        groups.back().first += " = " + name(cell);
      else
        groups.emplace_back(name(cell), &value);
      symbol = cell.symbol;
    }
    out << "  at the beginning\n";
    for (const auto& [cells, value] : groups) out << "    " << cells << " = " << text(*value) << '\n';
    out << '\n';
  }

  void table(std::ostream& out) const {
    std::vector<Row> rows{{"step", "process", "transition", "line", {}}};
    for (std::size_t k = 0; k < trace_.steps.size(); ++k) rows.push_back(row(k));
    std::size_t step = 0, process = 0, transition = 0, place = 0;
    for (const Row& each : rows) {
      step = std::max(step, each.step.size());
      process = std::max(process, each.process.size());
      transition = std::max(transition, each.transition.size());
      place = std::max(place, each.place.size());
    }
    for (const Row& each : rows) {
      const std::string head = "  " + padded(each.step, step, true) + "  " + padded(each.process, process) + "  ";
      const std::string what = padded(each.transition, transition) + "  ";
      if (each.lines.empty()) out << head << (each.place.empty() ? each.transition : what + each.place) << '\n';
      for (std::size_t k = 0; k < each.lines.size(); ++k) {
        const std::string left = k == 0 ? head + what + padded(each.place, place) : padded("", head.size() + what.size() + place);
        out << left << "  " << each.lines[k] << '\n';
      }
    }
    out << '\n';
  }

  [[nodiscard]] Row row(std::size_t number) const {
    const TraceStep& step = trace_.steps[number];
    const StepAccount& account = account_.steps[number];
    const auto actor = acting_process(program_, step);
    Row result{std::to_string(number + 1), actor ? name(*actor) : "-", "(commit)", "", {}};
    if (step.kind == TraceStep::Kind::Commit) {
      if (step.location) result.transition = "(commit " + name(*step.location) + ")";
      result.place = place_of(execution_, program_.transitions[trace_.steps[*account.entry].transition].line);
      result.lines = commit_lines(account);
      return result;
    }
    result.transition = program_.transitions[step.transition].name + "(";
    for (std::size_t k = 0; k < step.processes.size(); ++k) result.transition += (k == 0 ? "" : ", ") + name(step.processes[k]);
    result.transition += ")";
    result.place = place_of(execution_, program_.transitions[step.transition].line);
    result.lines = fire_lines(account, actor);
    return result;
  }

  [[nodiscard]] std::vector<std::string> commit_lines(const StepAccount& account) const {
    std::vector<Fact> facts;
    for (const WriteAccount& write : account.writes)
      facts.push_back({"memory", name(write.location), ":=", text(write.value), "written in step " + std::to_string(*account.entry + 1)});
    return aligned(facts);
  }

  [[nodiscard]] std::vector<std::string> fire_lines(const StepAccount& account, std::optional<Process> actor) const {
    std::vector<Fact> facts;
    for (const ReadAccount& read : account.reads) facts.push_back(read_fact(read, actor));
    for (const WriteAccount& write : account.writes)
      facts.push_back(
          {"write", name(write.location), ":=", text(write.value), account.buffered ? "into its store buffer" : "in memory at once"});
    for (const PlainAccount& plain : account.plain) {
      if (plain.before != plain.after)
        facts.push_back({"plain", name(plain.location), ":", text(plain.before) + " -> " + text(plain.after), ""});
    }
    std::vector<std::string> lines = aligned(facts);
    if (account.wfence) lines.insert(lines.begin(), "wfence: its earlier writes reach memory before its later ones");
    return lines;
  }

  [[nodiscard]] Fact read_fact(const ReadAccount& read, std::optional<Process> actor) const {
    const std::string reader = actor == read.reader ? "" : name(read.reader) + " @ ";
    return {"read", reader + name(read.location), "=", text(read.value), source(read)};
  }

  [[nodiscard]] std::string source(const ReadAccount& read) const {
    if (!read.step) return "from memory, the initial value";
    const std::string step = "step " + std::to_string(*read.step + 1);
    if (read.source == ReadAccount::Source::Buffer) return "from its own store buffer, written in " + step;
    const auto writer = acting_process(program_, trace_.steps[*read.step]);
    return "from memory, written" + (writer ? " by " + name(*writer) : "") + " in " + step;
  }

  void end(std::ostream& out) const {
    out << "  at the end\n";
    for (const auto& [step, write] : evidence::uncommitted(account_)) {
      const auto owner = acting_process(program_, trace_.steps[step]);
      out << "    still in the store buffer" << (owner ? " of " + name(*owner) : "") << ": " << name(write.location)
          << " := " << text(write.value) << ", written in step " << step + 1 << '\n';
    }
    if (!trace_.violates()) return final_state(out);
    const ld::Unsafe& unsafe = program_.unsafes[trace_.unsafe];
    const std::string label = !unsafe.name.empty()          ? " " + unsafe.name
                              : program_.unsafes.size() > 1 ? " " + std::to_string(trace_.unsafe + 1)
                                                            : "";
    out << "    " << execution_.target << label << ": "
        << ld::to_string(unsafe.formula, evidence::named_scope(trace_, unsafe, trace_.unsafe_processes), program_.signature) << '\n';
    std::vector<Fact> facts;
    for (const CountAccount& count : account_.unsafe_counts)
      facts.push_back({"", evidence::count_text(execution_, count), "=", std::to_string(count.value), ""});
    for (const Location& cell : evidence::cells_of(execution_, unsafe.formula, unsafe, trace_.unsafe_processes)) {
      if (!program_.signature[cell.symbol].weak) facts.push_back({"", name(cell), "=", text(evidence::final_value(execution_, cell)), ""});
    }
    for (const ReadAccount& read : account_.unsafe) facts.push_back(read_fact(read, std::nullopt));
    for (Fact& fact : facts) fact.word.clear();
    for (const std::string& line : aligned(facts)) out << "      " << line << '\n';
  }

  // The last state, in the cells that the execution depends on or changes.
  void final_state(std::ostream& out) const {
    std::vector<Fact> facts;
    for (const Location& cell : evidence::concerned_cells(execution_))
      facts.push_back({"", name(cell), "=", text(evidence::final_value(execution_, cell)), ""});
    for (const std::string& line : aligned(facts)) out << "    " << line << '\n';
  }

  const ld::Program& program_;
  const Trace& trace_;
  const Account& account_;
  const evidence::Execution& execution_;
};

}  // namespace

std::string place_of(const evidence::Execution& execution, std::uint32_t line) {
  if (line == 0) return "";
  const std::string_view file = execution.file.substr(execution.file.rfind('/') + 1);
  return file.empty() ? std::to_string(line) : printable(file) + ":" + std::to_string(line);
}

std::vector<StepText> step_texts(const evidence::Execution& execution) { return TracePrinter(execution).steps(); }

void print_trace(std::ostream& out, const evidence::Execution& execution) { TracePrinter(execution).print(out); }

}  // namespace parapet::report
