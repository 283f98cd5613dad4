// Every number of a process, step, transition or formula is an index from 0. Values are texts, since they are exact and of any size: a
// constructor by its name, a process by its number, everything else as an integer or a fraction.
#include "evidence/trace_json.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "evidence/heading.h"
#include "evidence/term_json.h"
#include "result/account.h"
#include "result/certificate.h"

namespace parapet::evidence {
namespace {

class TraceWriter {
 public:
  TraceWriter(JsonWriter& json, const Execution& execution)
      : json_(json), program_(execution.program), trace_(execution.trace), account_(execution.account), execution_(execution) {}

  void write(std::string_view file) {
    json_.begin_object();
    json_.member("format", trace_format.name);
    json_.member("format_version", trace_format.version);
    json_.member("file", file);
    json_.member("digest", digest(program_));
    json_.member("model", execution_.model);
    json_.member("processes", trace_.processes);
    json_.key("names");
    json_.begin_row();
    for (Process process = 0; process < trace_.processes; ++process) json_.value(process_name(trace_, process));
    json_.end_array();
    constants();
    initial();
    json_.key("steps");
    json_.begin_array();
    for (std::size_t k = 0; k < trace_.steps.size(); ++k) step(trace_.steps[k], account_.steps[k]);
    json_.end_array();
    unsafe();
    json_.end_object();
  }

 private:
  void constants() {
    json_.objects("constants", trace_.constants, [&](const auto& each) {
      json_.member("constant", each.first);
      json_.member("process", each.second);
    });
  }

  void initial() {
    json_.key("initial");
    json_.begin_array();
    for (std::size_t s = 0; s < trace_.initial.size(); ++s) {
      json_.begin_object();
      json_.member("symbol", program_.signature.symbols()[s].name);
      json_.row("values", trace_.initial[s], [&](const Value& cell) { return text(cell); });
      json_.end_object();
    }
    json_.end_array();
  }

  void step(const TraceStep& step, const StepAccount& account) {
    json_.begin_object();
    const auto actor = acting_process(program_, step);
    json_.member("kind", step.kind == TraceStep::Kind::Fire ? "fire" : "commit");
    json_.member("process", actor);
    if (step.kind == TraceStep::Kind::Fire) {
      fire(step, account);
    } else {
      json_.member("line", program_.transitions[trace_.steps[*account.entry].transition].line);
      json_.member("entry", *account.entry);
    }
    if (step.location) {
      json_.object("location", [&] { location(*step.location); });
    }
    json_.objects("writes", account.writes, [&](const WriteAccount& write) {
      location(write.location);
      json_.member("value", text(write.value));
    });
    json_.end_object();
  }

  void fire(const TraceStep& step, const StepAccount& account) {
    json_.member("transition", program_.transitions[step.transition].name);
    json_.member("transition_index", step.transition);
    json_.member("line", program_.transitions[step.transition].line);
    processes(step.processes);
    json_.row("havoc", step.havoc, [&](const Value& value) { return text(value); });
    reads(account.reads);
    json_.member("buffered", account.buffered);
    json_.objects("plain", account.plain, [&](const PlainAccount& plain) {
      location(plain.location);
      json_.member("before", text(plain.before));
      json_.member("after", text(plain.after));
    });
  }

  void reads(const std::vector<ReadAccount>& reads) {
    json_.objects("reads", reads, [&](const ReadAccount& read) {
      json_.member("reader", read.reader);
      location(read.location);
      json_.member("value", text(read.value));
      json_.member("source", !read.step ? "initial" : read.source == ReadAccount::Source::Buffer ? "buffer" : "memory");
      json_.member("step", read.step);
    });
  }

  void unsafe() {
    if (!trace_.violates()) {
      json_.key("violated");
      json_.null();
      return;
    }
    const ld::Unsafe& unsafe = program_.unsafes[trace_.unsafe];
    json_.object("violated", [&] {
      json_.member("kind", execution_.target);
      json_.member("name", unsafe.name);
      json_.member("index", trace_.unsafe);
      processes(trace_.unsafe_processes);
      json_.member("formula", ld::to_string(unsafe.formula, named_scope(trace_, unsafe, trace_.unsafe_processes), program_.signature));
      json_.key("plain");
      json_.begin_array();
      for (const Location& cell : cells_of(execution_, unsafe.formula, unsafe, trace_.unsafe_processes)) {
        if (program_.signature[cell.symbol].weak) continue;
        json_.begin_object();
        location(cell);
        json_.member("value", text(final_value(execution_, cell)));
        json_.end_object();
      }
      json_.end_array();
      json_.objects("counts", account_.unsafe_counts, [&](const CountAccount& count) {
        json_.member("count", count_text(execution_, count));
        json_.member("value", count.value);
      });
      reads(account_.unsafe);
    });
  }

  void processes(const std::vector<Process>& processes) { json_.row("processes", processes); }

  void location(const Location& location) {
    const Symbol& symbol = program_.signature[location.symbol];
    json_.member("symbol", symbol.name);
    json_.row("indices", cell_indices(location.cell, symbol.arity, trace_.processes));
  }

  [[nodiscard]] std::string text(const Value& value) const {
    if (program_.signature[value.sort].kind == SortKind::Enum) return to_string(value, program_.signature, trace_);
    return value.number.to_string();
  }

  JsonWriter& json_;
  const ld::Program& program_;
  const Trace& trace_;
  const Account& account_;
  const Execution& execution_;
};

}  // namespace

void write_trace(JsonWriter& json, const Execution& execution, std::string_view file) { TraceWriter(json, execution).write(file); }

std::string trace_json(const Execution& execution, std::string_view file) {
  JsonWriter json;
  write_trace(json, execution, file);
  return json.take();
}

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
