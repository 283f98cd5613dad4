#include "report/simulation_report.h"

#include "base/json.h"
#include "evidence/trace_json.h"

namespace parapet::report {
namespace {

std::string_view key(Ending ending) {
  switch (ending) {
    case Ending::Bound:
      return "bound";
    case Ending::Stuck:
      return "stuck";
    case Ending::Unsafe:
      return "unsafe";
    case Ending::Found:
      return "found";
    case Ending::NotReachable:
      return "not reachable";
    case Ending::NotFound:
      return "not found";
    case Ending::NoInitialState:
      break;
  }
  return "no initial state";
}

}  // namespace

std::string_view words(Ending ending) {
  switch (ending) {
    case Ending::Bound:
      return "the bound on steps ended the execution ('--steps')";
    case Ending::Stuck:
      return "no process can move";
    case Ending::Unsafe:
      return "this state is unsafe";
    case Ending::Found:
      return "this state satisfies the formula";
    case Ending::NotReachable:
      return "no reachable state satisfies the formula";
    case Ending::NotFound:
      return "no explored state satisfies the formula";
    case Ending::NoInitialState:
      break;
  }
  return "init has no states";
}

std::string to_json(const SimulationReport& report) {
  JsonWriter json;
  json.begin_object();
  json.member("format", "parapet-simulation");
  json.member("format_version", 1);
  json.member("parapet", report.version);
  json.member("file", report.file);
  json.member("model", report.model);
  write_messages(json, report.messages);
  json.member("end", key(report.ending));
  json.key("searched");
  json.begin_array();
  for (const SearchedInstance& each : report.searched) {
    json.begin_object();
    json.member("processes", each.processes);
    json.member("states", each.states);
    json.member("complete", each.complete);
    json.end_object();
  }
  json.end_array();
  json.key("execution");
  report.execution == nullptr ? json.null() : evidence::write_trace(json, *report.execution, report.file);
  json.end_object();
  return json.take();
}

}  // namespace parapet::report
