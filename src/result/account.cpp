#include "result/account.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet {

std::optional<Process> acting_process(const ld::Program& program, const TraceStep& step) {
  if (step.kind == TraceStep::Kind::Fire) {
    if (const auto actor = program.transitions[step.transition].actor) return step.processes[*actor];
  }
  return step.processes.size() == 1 ? std::optional(step.processes[0]) : std::nullopt;
}

std::string process_name(const Trace& trace, Process process) {
  const auto at =
      std::find_if(trace.constants.begin(), trace.constants.end(), [&](const auto& constant) { return constant.second == process; });
  if (at != trace.constants.end()) return "#" + std::to_string(at->first);
  return "p" + std::to_string(process + 1);
}

std::string to_string(const Value& value, const Signature& signature, const Trace& trace) {
  const Sort& sort = signature[value.sort];
  const auto number = value.number.is_integer() ? value.number.numerator().small() : std::nullopt;
  switch (sort.kind) {
    case SortKind::Enum:
      if (number && *number >= 0 && static_cast<std::size_t>(*number) < sort.constructors.size())
        return sort.constructors[static_cast<std::size_t>(*number)];
      break;
    case SortKind::Proc:
      if (number && *number >= 0 && *number < static_cast<std::int64_t>(trace.processes))
        return process_name(trace, narrow<Process>(*number));
      return "nobody(" + value.number.to_string() + ")";
    case SortKind::Abstract:
      return sort.name + "(" + value.number.to_string() + ")";
    case SortKind::Int:
    case SortKind::Real:
    case SortKind::Formula:
    case SortKind::Event:
      break;
  }
  return value.number.to_string();
}

std::string to_string(const Location& location, const Signature& signature, const Trace& trace) {
  const Symbol& symbol = signature[location.symbol];
  std::vector<std::string> indices;
  for (const Process process : cell_indices(location.cell, symbol.arity, trace.processes)) indices.push_back(process_name(trace, process));
  return signature.cell_text(location.symbol, indices, ",");
}

std::vector<Process> cell_indices(std::uint32_t cell, std::uint32_t arity, std::uint32_t processes) {
  std::vector<Process> indices(arity);
  for (std::uint32_t k = arity; k-- > 0; cell /= processes) indices[k] = cell % processes;
  return indices;
}

std::uint32_t cell_number(const std::vector<Process>& indices, std::uint32_t processes) {
  std::uint32_t cell = 0;
  for (const Process index : indices) cell = cell * processes + index;
  return cell;
}

}  // namespace parapet
