#include "evidence/trace_read.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "evidence/heading.h"
#include "evidence/json_access.h"
#include "evidence/term_json.h"
#include "result/account.h"

namespace parapet::evidence {
namespace {

constexpr std::uint32_t most_processes = 10'000;

class TraceReader {
 public:
  explicit TraceReader(const ld::Program& program) : program_(program), signature_(program.signature) {}

  ReadTrace read(const JsonValue& json) {
    result_.model = read_heading(json, trace_format).model;
    only_members(
        json, {"format", "format_version", "file", "digest", "model", "processes", "names", "constants", "initial", "steps", "violated"});
    trace_.processes = whole_of(member(json, "processes"), most_processes);
    only_members_of_each(member(json, "constants"), {"constant", "process"});
    for (const JsonValue& entry : items_of(member(json, "constants")))
      trace_.constants.emplace_back(whole_of(member(entry, "constant")), process(member(entry, "process")));
    initial(member(json, "initial"));
    for (const JsonValue& each : items_of(member(json, "steps"))) trace_.steps.push_back(step(each));
    const JsonValue& violated = member(json, "violated");
    if (violated.is_null()) {
      trace_.unsafe = Trace::no_formula;
      return std::move(result_);
    }
    only_members(violated, {"kind", "name", "index", "processes", "formula", "plain", "counts", "reads"});
    check_account(violated, {"symbol", "indices", "value"});
    const JsonValue& kind = member(violated, "kind");
    result_.invariant = text_of(kind) == "invariant";
    if (!result_.invariant && kind.text() != "unsafe") throw JsonError("a trace violates \"unsafe\" or \"invariant\"", kind);
    trace_.unsafe = whole_of(member(violated, "index"));
    trace_.unsafe_processes = processes(member(violated, "processes"));
    return std::move(result_);
  }

 private:
  static void only_members_of_each(const JsonValue& array, std::initializer_list<std::string_view> names) {
    for (const JsonValue& each : items_of(array)) only_members(each, names);
  }

  // What was read, written and changed is for people: it is found again by executing the steps.
  static void check_account(const JsonValue& json, std::initializer_list<std::string_view> of_plain) {
    if (const JsonValue* const reads = json.find("reads"))
      only_members_of_each(*reads, {"reader", "symbol", "indices", "value", "source", "step"});
    if (const JsonValue* const writes = json.find("writes")) only_members_of_each(*writes, {"symbol", "indices", "value"});
    if (const JsonValue* const plain = json.find("plain")) only_members_of_each(*plain, of_plain);
    if (const JsonValue* const counts = json.find("counts")) only_members_of_each(*counts, {"count", "value"});
  }

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
    if (signature_[sort].kind != SortKind::Enum) return {sort, read_number(json, signature_[sort])};
    const auto& constructors = signature_[sort].constructors;
    const auto at = std::find(constructors.begin(), constructors.end(), text_of(json));
    if (at == constructors.end()) throw JsonError("'" + json.text() + "' is no value of " + signature_[sort].name, json);
    return {sort, Rational(at - constructors.begin())};
  }

  void initial(const JsonValue& json) {
    only_members_of_each(json, {"symbol", "values"});
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
    check_account(json, {"symbol", "indices", "before", "after"});
    if (text_of(kind) == "commit") {
      only_members(json, {"kind", "process", "line", "location", "entry", "writes"});
      result.kind = TraceStep::Kind::Commit;
      result.processes = {process(member(json, "process"))};
      if (const JsonValue* given = json.find("location")) result.location = location(*given);
      return result;
    }
    if (kind.text() != "fire") throw JsonError("a step fires or commits", kind);
    only_members(
        json, {"kind", "process", "transition", "transition_index", "line", "processes", "havoc", "reads", "buffered", "plain", "writes"});
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

  Location location(const JsonValue& json) {
    only_members(json, {"symbol", "indices"});
    const SymbolId symbol = read_symbol(member(json, "symbol"), signature_);
    const std::vector<Process> indices = processes(member(json, "indices"));
    if (indices.size() != signature_[symbol].arity) throw JsonError(signature_[symbol].name + " has another number of indices", json);
    return {symbol, cell_number(indices, trace_.processes)};
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

}  // namespace parapet::evidence
