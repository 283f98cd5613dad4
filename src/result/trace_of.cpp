#include "result/trace_of.h"

namespace parapet {

machine::Roster roster_of(const Trace& trace) { return {trace.processes, trace.constants}; }

Trace trace_of(machine::Instance& instance, const machine::Execution& execution) {
  const Signature& signature = instance.program().signature;
  const auto value = [&](SymbolId symbol, machine::Code code) { return Value{signature[symbol].sort, instance.numbers().number(code)}; };
  Trace trace;
  trace.processes = instance.roster().processes;
  trace.constants = instance.roster().constants;
  trace.initial.resize(signature.symbols().size());
  for (machine::Location location = 0; location < instance.layout().size(); ++location) {
    const SymbolId symbol = instance.layout().symbol(location);
    trace.initial[symbol.index()].push_back(value(symbol, execution.initial[location]));
  }
  for (const machine::Execution::Step& each : execution.steps) {
    TraceStep& step = trace.steps.emplace_back();
    step.kind = each.kind == machine::Step::Kind::Fire ? TraceStep::Kind::Fire : TraceStep::Kind::Commit;
    step.transition = each.transition;
    step.processes = each.processes;
    if (step.kind == TraceStep::Kind::Commit && instance.writes_apart())
      step.location = {instance.layout().symbol(each.location), instance.layout().cell(each.location)};
    std::size_t next = 0;
    for (const machine::Code code : each.havoc) {
      const auto& assignments = instance.program().transitions[each.transition].assignments;
      while (assignments[next].kind != ld::Assignment::Kind::Havoc) ++next;
      step.havoc.push_back(value(assignments[next++].symbol, code));
    }
  }
  return trace;
}

}  // namespace parapet
