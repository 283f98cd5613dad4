#include "report/trace_read.h"

#include <algorithm>

#include "report/json_access.h"
#include "report/term_json.h"

namespace parapet::report {
namespace {

constexpr std::uint32_t most_processes = 10'000;

class TraceReader {
 public:
  explicit TraceReader(const ld::Program& program) : program_(program), signature_(program.signature) {}

  ReadTrace read(const JsonValue& json) {
    const JsonValue& format = member(json, "format");
    if (text_of(format) != "parapet-trace") throw JsonError("this is no trace", format);
    const JsonValue& version = member(json, "format_version");
    if (whole_of(version) != 1) throw JsonError("a trace of another version", version);
    result_.model = text_of(member(json, "model"));
    trace_.processes = whole_of(member(json, "processes"), most_processes);
    for (const JsonValue& entry : items_of(member(json, "constants")))
      trace_.constants.emplace_back(whole_of(member(entry, "constant")), process(member(entry, "process")));
    initial(member(json, "initial"));
    for (const JsonValue& each : items_of(member(json, "steps"))) trace_.steps.push_back(step(each));
    const JsonValue& violated = member(json, "violated");
    result_.invariant = text_of(member(violated, "kind")) == "invariant";
    trace_.unsafe = whole_of(member(violated, "index"));
    trace_.unsafe_processes = processes(member(violated, "processes"));
    return std::move(result_);
  }

 private:
  Process process(const JsonValue& json) {
    if (trace_.processes == 0) throw JsonError("there are no processes", json);
    return whole_of(json, trace_.processes - 1);
  }

  std::vector<Process> processes(const JsonValue& json) {
    std::vector<Process> result;
    for (const JsonValue& each : items_of(json)) result.push_back(process(each));
    return result;
  }

  Value value(const JsonValue& json, SortId sort) {
    if (signature_[sort].kind != SortKind::Enum) return {sort, read_rational(json)};
    const auto& constructors = signature_[sort].constructors;
    const auto at = std::find(constructors.begin(), constructors.end(), text_of(json));
    if (at == constructors.end()) throw JsonError("'" + json.text() + "' is no value of " + signature_[sort].name, json);
    return {sort, Rational(at - constructors.begin())};
  }

  void initial(const JsonValue& json) {
    trace_.initial.resize(signature_.symbols().size());
    for (const JsonValue& entry : items_of(json)) {
      const SymbolId symbol = read_symbol(member(entry, "symbol"), signature_);
      auto& cells = trace_.initial[symbol.index()];
      if (!cells.empty()) throw JsonError("a second entry for " + signature_[symbol].name, entry);
      for (const JsonValue& cell : items_of(member(entry, "values"))) cells.push_back(value(cell, signature_[symbol].sort));
    }
  }

  TraceStep step(const JsonValue& json) {
    TraceStep result;
    const JsonValue& kind = member(json, "kind");
    if (text_of(kind) == "commit") {
      result.kind = TraceStep::Kind::Commit;
      result.processes = {process(member(json, "process"))};
      return result;
    }
    if (kind.text() != "fire") throw JsonError("a step fires or commits", kind);
    const JsonValue& index = member(json, "transition_index");
    const JsonValue& name = member(json, "transition");
    result.transition = whole_of(index);
    const auto& transitions = program_.transitions;
    if (result.transition >= transitions.size() || transitions[result.transition].name != text_of(name))
      throw JsonError("transition number " + index.text() + " of the model is not `" + text_of(name) + "`", index);
    result.processes = processes(member(json, "processes"));
    havoc(member(json, "havoc"), transitions[result.transition], result);
    return result;
  }

  void havoc(const JsonValue& json, const ld::Transition& transition, TraceStep& step) {
    std::size_t next = 0;
    for (const ld::Assignment& assignment : transition.assignments) {
      if (assignment.kind != ld::Assignment::Kind::Havoc || next >= items_of(json).size()) continue;
      step.havoc.push_back(value(json.items()[next++], signature_[assignment.symbol].sort));
    }
    if (next != items_of(json).size()) throw JsonError("more values than the transition chooses", json);
  }

  const ld::Program& program_;
  const Signature& signature_;
  ReadTrace result_;
  Trace& trace_ = result_.trace;
};

}  // namespace

ReadTrace read_trace(const JsonValue& json, const ld::Program& program) { return TraceReader(program).read(json); }

}  // namespace parapet::report
