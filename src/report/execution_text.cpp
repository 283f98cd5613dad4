// The schedule as a table: one row per step, and under it what the step read, wrote and changed, each on a line of its own.
#include <algorithm>
#include <ostream>

#include "base/printable.h"
#include "report/execution_report.h"

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

namespace {

class Sentences {
 public:
  explicit Sentences(const evidence::Execution& execution) : execution_(execution), program_(execution.program), trace_(execution.trace) {}

  // "`enter` of p1 (line 22) read Flag[p2] before p1's own Flag[p1] := True (`want`, line 18) reached memory"
  // "p1's own Flag := True (`raise`, line 22) reached memory before its earlier Data := 1 (`put`, line 18)"
  [[nodiscard]] std::string overtaking(const OvertakenWrite& pair) const {
    const std::string wrote = text(pair.writes) + " " + place(pair.write);
    const auto process = acting_process(program_, trace_.steps[pair.write]);
    const std::string who = process ? process_name(trace_, *process) : "nobody";
    if (!pair.execution) return "at the end " + who + "'s own " + wrote + " had not reached memory";
    if (!pair.overtaking.empty())
      return who + "'s own " + text(pair.overtaking) + " " + place(*pair.execution) +
             (pair.happened ? " reached memory before its earlier " : " may reach memory before its earlier ") + wrote;
    std::string reads;
    for (const ReadAccount& read : pair.reads) reads += (reads.empty() ? "" : ", ") + to_string(read.location, program_.signature, trace_);
    const std::string verb =
        pair.happened ? (reads.empty() ? " was executed" : " read ") : (reads.empty() ? " may be executed" : " may read ");
    return "`" + transition(*pair.execution).name + "` of " + who + " (line " + line(*pair.execution) + ")" + verb + reads + " before " +
           who + "'s own " + wrote + (pair.happened ? " reached memory" : " reaches memory");
  }

  // "`fence()` in the guard of `enter` (line 22)": what can be written into the model to keep the order of the pair.
  [[nodiscard]] std::string remedy(const OvertakenWrite& pair) const {
    const std::string writer = named(pair.write);
    // A fence in any later firing of the process has the write in memory before that firing, and so before the end.
    const auto fenced = pair.execution ? pair.execution : next_firing(pair.write);
    if (!fenced) return "a step after " + writer + " with `fence()` in its guard, before the process may be in this state,";
    const bool one_step = *fenced == pair.write;
    if (!pair.overtaking.empty())
      return one_step ? "writing one location in each step instead of " + writer + ", with `wfence()` in the guard of the later one,"
                      : "`wfence()` in the guard of " + named(*fenced);
    return one_step ? "an atomic " + writer : "`fence()` in the guard of " + named(*fenced);
  }

 private:
  [[nodiscard]] const ld::Transition& transition(std::size_t step) const { return program_.transitions[trace_.steps[step].transition]; }
  // The first firing of the same process after a firing.
  [[nodiscard]] std::optional<std::size_t> next_firing(std::size_t step) const {
    const auto process = acting_process(program_, trace_.steps[step]);
    for (std::size_t k = step + 1; k < trace_.steps.size(); ++k) {
      if (trace_.steps[k].kind == TraceStep::Kind::Fire && acting_process(program_, trace_.steps[k]) == process) return k;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string named(std::size_t step) const { return "`" + transition(step).name + "` (line " + line(step) + ")"; }
  [[nodiscard]] std::string line(std::size_t step) const { return std::to_string(transition(step).line); }
  [[nodiscard]] std::string place(std::size_t step) const { return "(`" + transition(step).name + "`, line " + line(step) + ")"; }
  [[nodiscard]] std::string text(const std::vector<WriteAccount>& writes) const {
    std::string result;
    for (const WriteAccount& write : writes)
      result += (result.empty() ? "" : ", ") + to_string(write.location, program_.signature, trace_) +
                " := " + to_string(write.value, program_.signature, trace_);
    return result;
  }

  const evidence::Execution& execution_;
  const ld::Program& program_;
  const Trace& trace_;
};

}  // namespace

void print_why(std::ostream& out, const evidence::Execution& execution, const Explanation& explanation) {
  if (explanation.also_under_sc) {
    out << "why: the same execution exists under SC, so this is not the memory model's doing\n";
    return;
  }
  const Sentences sentences(execution);
  out << "why: this execution does not exist under SC\n";
  std::vector<std::string> remedies;
  for (const OvertakenWrite& pair : explanation.overtaken) {
    out << "  " << sentences.overtaking(pair) << ";\n";
    const std::string remedy = sentences.remedy(pair);
    if (std::ranges::find(remedies, remedy) == remedies.end()) remedies.push_back(remedy);
  }
  for (std::size_t k = 0; k < remedies.size(); ++k) out << (k == 0 ? "  " : k + 1 == remedies.size() ? " and " : ", ") << remedies[k];
  out << (remedies.size() == 1 ? " excludes" : " together exclude") << " this execution;\n"
      << "  check again afterwards: other executions may still be unsafe\n";
}

}  // namespace parapet::report
