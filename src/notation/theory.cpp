#include "notation/theory.h"

#include <string>

#include "notation/builder.h"

namespace parapet::notation {
namespace {

std::string joined(const std::vector<std::string>& parts, std::string_view none = "") {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return parts.empty() ? std::string(none) : text;
}

std::vector<std::string> heading_of(const le::System& system) {
  std::vector<std::string> lines{
      "The event-explicit logic LE of the model, under the memory model " + std::string(system.model.name) + ".",
      "exec(x, i): x is an execution of process i. write(w, i): w is the arrival of writes of i in memory.",
      "Rd_X(x, i, j), Wr_X(w, i, j): process i reads or writes X[j] in the event; Val_X(e, j): the value of X[j] in it.",
      "fence(x, i): the store buffer of i is empty at x. po(a, b): a and b are of one process, a of an earlier firing.",
      "An event reads and writes what its formula says and nothing else. PC' is PC after the firing.",
      "Where this differs from the paper: the write event of a firing comes after its execution, ghb(x, w), and is not ghb-equal to it.",
      "Only the write event of an atomic step is directly at its execution, at(w, x).",
  };
  if (system.model.writes_apart()) lines.emplace_back("Each write of a firing is an event of its own.");
  if (!system.model.keeps(le::EventKind::Write, le::EventKind::Write))
    lines.emplace_back("wfence(x, i): writes of i before x come before those of the firing of x and later ones.");
  return lines;
}

// Shared plain names, names of enumerations of which some values cannot occur, and intervals of numbers.
std::vector<std::string> remarks_of(const le::System& system, const TermArena& arena) {
  std::vector<std::string> lines, shared;
  const auto& symbols = arena.signature().symbols();
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    if (k < system.shared.size() && system.shared[k]) shared.push_back(symbols[k].name);
  }
  lines.push_back("shared plain names: " + joined(shared, "none"));
  if (!shared.empty())
    lines.emplace_back(
        "executions that access a common shared plain cell, of which one writes it, are in ghb in the order of their firings");
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    const Sort& sort = arena.signature()[symbols[k].sort];
    if (sort.kind != SortKind::Enum || sort.constructors.size() > 64) continue;
    std::vector<std::string> possible;
    for (std::size_t c = 0; c < sort.constructors.size(); ++c) {
      if ((system.narrowed[k] >> c & 1U) != 0) possible.push_back(sort.constructors[c]);
    }
    if (possible.size() != sort.constructors.size()) lines.push_back("narrowed: " + symbols[k].name + " in {" + joined(possible) + "}");
  }
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    if (system.intervals[k].bounded() && !symbols[k].derived())
      lines.push_back("interval: " + symbols[k].name + " in " + to_string(system.intervals[k]));
  }
  return lines;
}

// `#n` are different processes (NOTE(processes)); `number_procs N` allows at most N.
std::vector<Axiom> processes_of(const le::System& system, TermArena& arena) {
  std::vector<Axiom> all;
  Builder builder(system, arena);
  if (const auto most = system.program->number_procs; most && *most > 32) {
    all.push_back({"number_procs: at most " + std::to_string(*most) + " processes", {}, {}});
  } else if (most) {
    std::vector<TermId> named;
    for (std::uint32_t k = 0; k < *most; ++k) named.push_back(builder.new_process("p"));
    const TermId any = builder.new_process("q");
    std::vector<Formula> cases;
    for (const TermId each : named) cases.push_back(equation(any, each));
    Formula some = made(Formula::Kind::Exists, named, forall({any}, {}, either(std::move(cases))));
    all.push_back({"number_procs: at most " + std::to_string(named.size()) + " processes", builder.scope(), {std::move(some)}});
  }
  return all;
}

}  // namespace

Theory make_theory(const le::System& system, TermArena& arena) {
  Theory theory;
  theory.system = &system;
  theory.heading = heading_of(system);
  theory.remarks = remarks_of(system, arena);
  theory.processes = processes_of(system, arena);
  add_order(system, arena, theory);
  theory.init = make_init(system, arena);
  theory.invariants = make_invariants(system, arena);
  theory.unsafes = make_unsafes(system, arena);
  theory.transitions = make_transitions(system, arena);
  return theory;
}

}  // namespace parapet::notation
