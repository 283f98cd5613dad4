// Warnings from the exploration of small instances: what the explored executions never do. They claim nothing about larger instances, and
// there is none where the bound on states ended the exploration of an instance.
//
// A transition that leads to an unsafe state by its own assignments is expected never to fire in a safe model (`Error := True` with the
// unsafe formula `Error = True`). It is recognised by its text: each conjunct of some unsafe formula is an equation with a value that an
// assignment of the transition, a different one for each conjunct, gives to that name.
#include <algorithm>

#include "base/narrow.h"
#include "ld/atomicity.h"
#include "ld/text.h"
#include "lint/lint.h"

namespace parapet::lint {
namespace {

bool assigns(const ld::Assignment& assignment, const ld::Formula& conjunct) {
  if (conjunct.kind != ld::Formula::Kind::Compare || conjunct.comparison != ld::Comparison::Equal) return false;
  if (assignment.kind != ld::Assignment::Kind::Set) return false;
  const auto gives = [&](const ld::Term& cell, const ld::Term& value) {
    return cell.kind == ld::Term::Kind::Access && cell.symbol() == assignment.symbol && ld::same(value, assignment.value);
  };
  return gives(conjunct.terms[0], conjunct.terms[1]) || gives(conjunct.terms[1], conjunct.terms[0]);
}

bool brings_about(const ld::Transition& transition, const ld::Unsafe& unsafe) {
  std::vector<const ld::Assignment*> left;
  for (const ld::Assignment& each : transition.assignments) left.push_back(&each);
  for (const ld::Formula* conjunct : coverage::conjuncts_of(unsafe.formula)) {
    const auto found = std::find_if(left.begin(), left.end(), [&](const ld::Assignment* each) { return assigns(*each, *conjunct); });
    if (found == left.end()) return false;
    left.erase(found);
  }
  return true;
}

// "1 to 3 processes", "1 process"
std::string sizes_text(const coverage::SmallInstances& small) {
  const std::uint32_t least = small.sizes.front().processes;
  const std::uint32_t most = small.sizes.back().processes;
  if (least == most) return std::to_string(most) + (most == 1 ? " process" : " processes");
  return std::to_string(least) + " to " + std::to_string(most) + " processes";
}

std::string bounds_text(const coverage::SmallInstances& small) {
  const bool complete = std::ranges::all_of(small.sizes, [](const auto& size) { return size.complete; });
  return complete ? "" : "; store buffers had at most 3 entries, and only some values of numbers and open cells were tried";
}

void find_unfired(const ld::Program& program, const coverage::SmallInstances& small, const std::vector<Diagnostic>& known,
                  std::vector<Diagnostic>& out) {
  const auto explained = [&](const ld::Transition& transition) {
    return std::ranges::any_of(known, [&](const Diagnostic& each) { return each.name == "never-fires" && each.range == transition.range; });
  };
  std::string names;
  const ld::Transition* first = nullptr;
  for (std::size_t k = 0; k < program.transitions.size(); ++k) {
    const ld::Transition& transition = program.transitions[k];
    if (small.coverage.transitions[k].fired() || explained(transition)) continue;
    if (transition.parameters > small.sizes.back().processes) continue;
    if (std::ranges::any_of(program.unsafes, [&](const ld::Unsafe& unsafe) { return brings_about(transition, unsafe); })) continue;
    if (first == nullptr) first = &transition;
    names += (names.empty() ? "`" : ", `") + transition.name + "`";
  }
  if (first == nullptr) return;
  out.push_back({Severity::Warning, first->range, "no execution with " + sizes_text(small) + " fires " + names,
                 "`parapet coverage FILE` shows what fires, and how" + bounds_text(small), "unfired"});
}

void find_unreached(const ld::Program& program, const coverage::SmallInstances& small, const std::vector<Diagnostic>& known,
                    std::vector<Diagnostic>& out) {
  for (std::size_t k = 0; k < program.unsafes.size(); ++k) {
    const auto& conjuncts = small.coverage.unsafes[k].conjuncts;
    if (conjuncts.size() < 2 || program.unsafes[k].parameters > small.sizes.back().processes) continue;
    const auto explained = [&](const Diagnostic& each) { return each.name == "empty-unsafe" && each.range == program.unsafes[k].range; };
    if (std::ranges::any_of(known, explained)) continue;
    const auto first = std::ranges::find_if(conjuncts, [](const coverage::Part& each) { return !each.seen; });
    if (first == conjuncts.end()) continue;
    out.push_back({Severity::Warning, first->range,
                   "no reachable state with " + sizes_text(small) + " satisfies `" + first->text + "`, a conjunct of this unsafe formula",
                   "if it should be reachable, SAFE says nothing here" + bounds_text(small), "unreached"});
  }
}

// `X = X`, `A[p] = A[p]`
std::string tautology(const Symbol& symbol) {
  std::string cell = symbol.name;
  for (std::uint32_t k = 0; k < symbol.arity; ++k) cell += (k == 0 ? "[" : ", ") + std::string(1, narrow<char>('p' + k));
  if (symbol.arity != 0) cell += "]";
  return cell + " = " + cell;
}

// A name that init does not mention is often a register, which is written before it is read. It is reported if a firing depends on its
// initial value.
void find_open_at_init(const ld::Program& program, const coverage::SmallInstances& small, std::vector<Diagnostic>& out) {
  const auto& symbols = program.signature.symbols();
  std::vector<bool> mentioned(symbols.size());
  ld::each_term(program.init.formula, [&](const ld::Term& term) {
    if (term.kind == ld::Term::Kind::Access) mentioned[term.symbol().index()] = true;
  });
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    if (symbols[k].constant || mentioned[k] || !small.coverage.read_open[k]) continue;
    out.push_back({Severity::Warning, symbols[k].range,
                   "init does not mention " + symbols[k].name + ", which is read before it is written: it begins with any value",
                   "add its value to init or, if any value is intended, a tautology such as `" + tautology(symbols[k]) + "`",
                   "open-at-init"});
  }
}

void find_stuck(const ld::Program& program, const coverage::SmallInstances& small, std::vector<Diagnostic>& out) {
  if (program.expected_stuck.empty()) return;
  const coverage::StuckStates& stuck = small.coverage.stuck;
  if (stuck.stopped + stuck.spinning == 0) return;
  const Trace& trace = stuck.stopped_at ? *stuck.stopped_at : *stuck.spinning_at;
  out.push_back({Severity::Warning, program.expected_stuck.front().range,
                 "a state that this does not describe is stuck: with " + std::to_string(trace.processes) +
                     (trace.processes == 1 ? " process" : " processes") + ", after " + std::to_string(trace.steps.size()) + " steps, " +
                     (stuck.stopped_at ? "no process can move" : "only steps that change nothing are possible"),
                 "`parapet coverage --show stuck FILE` prints the execution", "stuck"});
}

}  // namespace

std::vector<Diagnostic> find_vacuous(const ld::Program& program, const coverage::SmallInstances& small,
                                     const std::vector<Diagnostic>& known) {
  std::vector<Diagnostic> out;
  if (small.sizes.empty()) return out;
  find_open_at_init(program, small, out);
  find_stuck(program, small, out);
  if (!small.skipped.empty() || std::ranges::any_of(small.sizes, [](const auto& size) { return size.cut; })) return out;
  if (std::ranges::any_of(known, [](const Diagnostic& each) { return each.name == "empty-init" || each.name == "init-for-few"; }))
    return out;
  find_unfired(program, small, known, out);
  find_unreached(program, small, known, out);
  return out;
}

std::vector<Diagnostic> find_warnings(const le::System& system, TermArena& arena) {
  std::vector<Diagnostic> all;
  find_empty(system, arena, all);
  find_odd_names(system, arena, all);
  if (system.model.delays_writes()) find_atomic_steps(*system.program, all);
  return all;
}

void find_atomic_steps(const ld::Program& by_elements, std::vector<Diagnostic>& out) {
  using Kind = ld::Atomicity::Kind;
  const ld::Program& program = by_elements.as_written();
  for (const ld::Transition& transition : program.transitions) {
    const auto found = ld::atomicity(program, transition);
    if (!found || transition.accepted_atomic) continue;
    out.push_back({Severity::Warning, transition.range,
                   "transition `" + transition.name + "` " + found->accesses +
                       (found->kind == Kind::Step ? " in one atomic step" : " at one instant") + ", which no single instruction does",
                   "split it into steps that access one location each, or accept it: (*@ atomic *) in front of the transition",
                   found->kind == Kind::Step ? "atomic-step" : "atomic-read"});
  }
}

}  // namespace parapet::lint
