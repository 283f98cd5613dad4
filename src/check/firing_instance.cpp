// `case`: the value is that of the first branch whose condition holds; if none holds, the cell is unchanged. A universal guard is
// instantiated with the processes at hand only: a cube says nothing about other processes, and omitting instances of the guard is an
// over-approximation of the predecessors.
#include "check/firing_instance.h"

#include <algorithm>
#include <array>

#include "base/contract.h"
#include "base/narrow.h"
#include "check/tuples.h"

namespace parapet::check {

using le::Branch;

std::vector<TermId> processes_at_hand(const le::System& system, TermArena& arena, std::uint32_t variables) {
  std::vector<TermId> result;
  for (std::uint32_t k = 0; k < variables; ++k) result.push_back(arena.process(k));
  for (const std::uint32_t n : system.constants) result.push_back(arena.process_const(n));
  return result;
}

std::vector<TermId> cells_of(TermArena& arena, SymbolId symbol, const std::vector<TermId>& range) {
  std::vector<TermId> result;
  const auto any = [](const std::vector<TermId>&, TermId) { return true; };
  each_tuple(range, arena.signature()[symbol].arity, any,
             [&](const std::vector<TermId>& indices) { result.push_back(arena.cell(symbol, indices)); });
  return result;
}

bool distinct_in_group(const std::vector<le::Universal::Bound>& bound, const std::vector<TermId>& values, TermId value) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (bound[k].group == bound[values.size()].group && values[k] == value) return false;
  }
  return true;
}

bool each_pattern(const le::System& system, TermArena& arena, std::uint32_t known, std::size_t size, Repeats repeats,
                  const VisitMapping& visit) {
  std::vector<TermId> processes;
  const auto choose = [&](const auto& self, std::uint32_t variables) -> bool {
    arena.spend();
    if (processes.size() == size) return visit(variables, processes);
    const auto with = [&](TermId process, std::uint32_t count) {
      processes.push_back(process);
      const bool more = self(self, count);
      processes.pop_back();
      return more;
    };
    for (const TermId process : processes_at_hand(system, arena, variables)) {
      const bool taken = repeats == Repeats::Forbidden && std::find(processes.begin(), processes.end(), process) != processes.end();
      if (!taken && !with(process, variables)) return false;
    }
    return with(arena.process(variables), variables + 1);
  };
  return choose(choose, known);
}

bool each_mapping(const le::System& system, TermArena& arena, std::uint32_t known, std::size_t parameters, const VisitMapping& visit) {
  const auto bound = system.program->number_procs;
  return each_pattern(system, arena, known, parameters, Repeats::Forbidden, [&](std::uint32_t variables, const auto& processes) {
    return (bound && variables + system.constants.size() > *bound) || visit(variables, processes);
  });
}

std::vector<TermId> literals_of(const le::UnsafeCube& unsafe, TermArena& arena, const std::vector<TermId>& processes) {
  std::vector<TermId> literals;
  for (const TermId literal : unsafe.literals) {
    literals.push_back(arena.rewrite(literal, [&](TermId leaf) {
      if (arena.op(leaf) != Op::Variable) return leaf;
      const auto at = std::find(unsafe.parameters.begin(), unsafe.parameters.end(), arena.variable_number(leaf));
      PARAPET_CHECK(at != unsafe.parameters.end(), "an unsafe formula speaks of its parameters");
      return processes[static_cast<std::size_t>(at - unsafe.parameters.begin())];
    }));
  }
  return literals;
}

std::vector<TermId> mentions_of(const le::UnsafeCube& unsafe, TermArena& arena, const std::vector<TermId>& processes) {
  std::vector<TermId> mentions = processes;
  const auto mention = [&](TermId process) {
    if (std::find(mentions.begin(), mentions.end(), process) == mentions.end()) mentions.push_back(process);
  };
  for (const TermId literal : unsafe.literals) {
    (void)arena.rewrite(literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::ProcessConst) mention(leaf);
      return leaf;
    });
  }
  std::for_each(unsafe.owners.begin(), unsafe.owners.end(), mention);
  return mentions;
}

FiringInstance::FiringInstance(const le::System& system, TermArena& arena, const le::Transition& the_transition,
                               std::uint32_t the_variables, std::vector<TermId> the_processes)
    : transition(the_transition),
      variables(the_variables),
      processes(std::move(the_processes)),
      actor(transition.actor ? processes[*transition.actor] : TermId()),
      system_(system),
      arena_(arena) {}

TermId FiringInstance::instantiate(TermId term, const std::vector<le::Variable>& bound, const std::vector<TermId>& values) {
  const auto& parameters = transition.parameters;
  return arena_.rewrite(term, [&](TermId leaf) {
    if (arena_.op(leaf) == Op::Variable) {
      const auto variable = arena_.variable_number(leaf);
      if (const auto at = std::find(bound.begin(), bound.end(), variable); at != bound.end())
        return values[static_cast<std::size_t>(at - bound.begin())];
      const auto at = std::find(parameters.begin(), parameters.end(), variable);
      return at == parameters.end() ? leaf : processes[static_cast<std::size_t>(at - parameters.begin())];
    }
    return arena_.op(leaf) == Op::Cell ? read_(leaf) : leaf;
  });
}

std::vector<TermId> FiringInstance::guard() {
  std::vector<TermId> result;
  for (const TermId literal : transition.guard) result.push_back(instantiate(literal, {}, {}));
  for (const le::Universal& universal : transition.universals) add_universal(universal, result);
  return result;
}

std::vector<TermId> FiringInstance::lets() {
  std::vector<TermId> result;
  for (const TermId value : system_.lets[transition.source]) result.push_back(instantiate(value, {}, {}));
  return result;
}

std::optional<std::vector<FiringInstance::Case>> FiringInstance::new_value(TermId cell) {
  for (const le::Update& update : system_.updates[transition.source]) {
    if (update.symbol != arena_.symbol(cell)) continue;
    const std::vector<TermId> indices(arena_.args(cell).begin(), arena_.args(cell).end());
    std::vector<TermId> values(update.bound.size());
    bool matches = true;
    for (std::size_t k = 0; k < indices.size(); ++k) {
      const TermId target = update.target[k];
      const auto at = std::find_if(update.bound.begin(), update.bound.end(), [&](le::Variable v) { return arena_.variable(v) == target; });
      if (at == update.bound.end()) {
        matches = matches && instantiate(target, {}, {}) == indices[k];
        continue;
      }
      TermId& value = values[static_cast<std::size_t>(at - update.bound.begin())];
      matches = matches && (!value.valid() || value == indices[k]);
      value = indices[k];
    }
    if (!matches) continue;
    std::vector<Case> cases;
    TermId none_before = arena_.truth(true);
    for (const Branch& branch : update.branches) {
      const TermId condition = instantiate(branch.condition, update.bound, values);
      const TermId value = branch.kind == Branch::Kind::Set ? instantiate(branch.value, update.bound, values) : TermId();
      cases.push_back({arena_.conjunction(std::array{none_before, condition}), branch.kind, value});
      none_before = arena_.conjunction(std::array{none_before, arena_.negate(condition)});
    }
    cases.push_back({none_before, Branch::Kind::Keep, {}});
    return cases;
  }
  return std::nullopt;
}

void FiringInstance::add_universal(const le::Universal& universal, std::vector<TermId>& out) {
  const std::vector<TermId> range = processes_at_hand(system_, arena_, variables);
  const auto declared_end = processes.begin() + transition.declared;
  std::vector<le::Variable> bound;
  for (const auto& each : universal.bound) bound.push_back(each.variable);
  const auto allowed = [&](const std::vector<TermId>& values, TermId process) {
    arena_.spend();
    const bool is_parameter = std::find(processes.begin(), declared_end, process) != declared_end;
    return !(universal.bound[values.size()].others && is_parameter) && distinct_in_group(universal.bound, values, process);
  };
  each_tuple(range, bound.size(), allowed, [&](const std::vector<TermId>& values) {
    std::vector<TermId> ways;
    for (const le::Conjunction& disjunct : universal.disjuncts) {
      std::vector<TermId> atoms;
      for (const TermId literal : disjunct) atoms.push_back(instantiate(literal, bound, values));
      ways.push_back(arena_.conjunction(atoms));
    }
    out.push_back(arena_.disjunction(ways));
  });
}

}  // namespace parapet::check
