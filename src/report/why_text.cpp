#include "report/why_text.h"

#include <ostream>

#include "report/trace_text.h"

namespace parapet::report {
namespace {

class Sentences {
 public:
  explicit Sentences(const evidence::Execution& execution) : execution_(execution), program_(execution.program), trace_(execution.trace) {}

  // "`enter` of p1 (line 22) read Flag[p2] before its own Flag[p1] := True (`want`, line 18) reached memory"
  [[nodiscard]] std::string overtaking(const OvertakenWrite& pair) const {
    std::string writes;
    for (const WriteAccount& write : pair.writes)
      writes += (writes.empty() ? "" : ", ") + to_string(write.location, program_.signature, trace_) +
                " := " + to_string(write.value, program_.signature, trace_);
    const std::string wrote = writes + " (`" + transition(pair.write).name + "`, line " + line(pair.write) + ")";
    const auto process = acting_process(program_, trace_.steps[pair.write]);
    const std::string who = process ? process_name(trace_, *process) : "nobody";
    if (!pair.execution) return "at the end " + who + "'s own " + wrote + " had not reached memory";
    std::string reads;
    for (const ReadAccount& read : pair.reads) reads += (reads.empty() ? "" : ", ") + to_string(read.location, program_.signature, trace_);
    const std::string did = reads.empty() ? " was executed" : " read " + reads;
    return "`" + transition(*pair.execution).name + "` of " + who + " (line " + line(*pair.execution) + ")" + did + " before " + who +
           "'s own " + wrote + " reached memory";
  }

  [[nodiscard]] std::string remedy(const OvertakenWrite& pair) const {
    if (!pair.execution) return "a fence of that process after `" + transition(pair.write).name + "` excludes this execution";
    if (*pair.execution == pair.write) return "an atomic `" + transition(pair.write).name + "` excludes this execution";
    return "a fence in `" + transition(*pair.execution).name + "` excludes this execution";
  }

 private:
  [[nodiscard]] const ld::Transition& transition(std::size_t step) const { return program_.transitions[trace_.steps[step].transition]; }
  [[nodiscard]] std::string line(std::size_t step) const { return std::to_string(transition(step).line); }

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
  for (const OvertakenWrite& pair : explanation.overtaken)
    out << "  " << sentences.overtaking(pair) << ";\n  " << sentences.remedy(pair) << '\n';
}

}  // namespace parapet::report
