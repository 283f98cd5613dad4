#include "report/why_text.h"

#include <algorithm>
#include <ostream>

#include "report/trace_text.h"

namespace parapet::report {
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
