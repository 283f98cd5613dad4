// Every number of a process, step, transition or formula is an index from 0. Values are texts, since they are exact and of any size: a
// constructor by its name, a process by its number, everything else as an integer or a fraction.
#include "evidence/trace_json.h"

#include "evidence/heading.h"
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
    json_.key("constants");
    json_.begin_array();
    for (const auto& [constant, process] : trace_.constants) {
      json_.begin_object();
      json_.member("constant", constant);
      json_.member("process", process);
      json_.end_object();
    }
    json_.end_array();
  }

  void initial() {
    json_.key("initial");
    json_.begin_array();
    for (std::size_t s = 0; s < trace_.initial.size(); ++s) {
      json_.begin_object();
      json_.member("symbol", program_.signature.symbols()[s].name);
      json_.key("values");
      json_.begin_row();
      for (const Value& cell : trace_.initial[s]) json_.value(text(cell));
      json_.end_array();
      json_.end_object();
    }
    json_.end_array();
  }

  void step(const TraceStep& step, const StepAccount& account) {
    json_.begin_object();
    const auto actor = acting_process(program_, step);
    json_.member("kind", step.kind == TraceStep::Kind::Fire ? "fire" : "commit");
    json_.key("process");
    actor ? json_.value(*actor) : json_.null();
    if (step.kind == TraceStep::Kind::Fire) {
      fire(step, account);
    } else {
      json_.member("line", program_.transitions[trace_.steps[*account.entry].transition].line);
      json_.member("entry", *account.entry);
    }
    if (step.location) {
      json_.key("location");
      json_.begin_object();
      location(*step.location);
      json_.end_object();
    }
    json_.key("writes");
    json_.begin_array();
    for (const WriteAccount& write : account.writes) {
      json_.begin_object();
      location(write.location);
      json_.member("value", text(write.value));
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
  }

  void fire(const TraceStep& step, const StepAccount& account) {
    json_.member("transition", program_.transitions[step.transition].name);
    json_.member("transition_index", step.transition);
    json_.member("line", program_.transitions[step.transition].line);
    processes(step.processes);
    json_.key("havoc");
    json_.begin_row();
    for (const Value& value : step.havoc) json_.value(text(value));
    json_.end_array();
    reads(account.reads);
    json_.member("buffered", account.buffered);
    json_.key("plain");
    json_.begin_array();
    for (const PlainAccount& plain : account.plain) {
      json_.begin_object();
      location(plain.location);
      json_.member("before", text(plain.before));
      json_.member("after", text(plain.after));
      json_.end_object();
    }
    json_.end_array();
  }

  void reads(const std::vector<ReadAccount>& reads) {
    json_.key("reads");
    json_.begin_array();
    for (const ReadAccount& read : reads) {
      json_.begin_object();
      json_.member("reader", read.reader);
      location(read.location);
      json_.member("value", text(read.value));
      json_.member("source", !read.step ? "initial" : read.source == ReadAccount::Source::Buffer ? "buffer" : "memory");
      json_.key("step");
      read.step ? json_.value(*read.step) : json_.null();
      json_.end_object();
    }
    json_.end_array();
  }

  void unsafe() {
    if (!trace_.violates()) {
      json_.key("violated");
      json_.null();
      return;
    }
    const ld::Unsafe& unsafe = program_.unsafes[trace_.unsafe];
    json_.key("violated");
    json_.begin_object();
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
    json_.key("counts");
    json_.begin_array();
    for (const CountAccount& count : account_.unsafe_counts) {
      json_.begin_object();
      json_.member("count", count_text(execution_, count));
      json_.member("value", count.value);
      json_.end_object();
    }
    json_.end_array();
    reads(account_.unsafe);
    json_.end_object();
  }

  void processes(const std::vector<Process>& processes) {
    json_.key("processes");
    json_.begin_row();
    for (const Process process : processes) json_.value(process);
    json_.end_array();
  }

  void location(const Location& location) {
    const Symbol& symbol = program_.signature[location.symbol];
    json_.member("symbol", symbol.name);
    json_.key("indices");
    json_.begin_row();
    for (const Process index : cell_indices(location.cell, symbol.arity, trace_.processes)) json_.value(index);
    json_.end_array();
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

}  // namespace parapet::evidence
