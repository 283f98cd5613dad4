// Alternatives of a cell under `case | c1 : v1 | c2 : v2`: c1 -> v1; c2 and not c1 -> v2; neither -> unchanged; each in disjunctive normal
// form.
#include "cube/transition_instance.h"

#include <algorithm>
#include <array>

#include "cube/cube_terms.h"
#include "le/formula.h"
#include "le/system.h"

namespace parapet::search {

using le::Branch;
using le::Conjunction;

InstanceTable::InstanceTable(const le::System& system, TermArena& arena, ReadRule read) : system_(system), arena_(arena), read_(read) {}

TransitionInstance& InstanceTable::find(std::uint32_t transition, std::span<const TermId> processes) {
  key_.assign(1, transition);
  for (const TermId process : processes) key_.push_back(process.value);
  const auto [at, fresh] = instances_.try_emplace(key_);
  TransitionInstance& instance = at->second;
  if (!fresh) return instance;
  const le::Transition& t = system_.transitions[transition];
  instance.transition = &t;
  instance.processes.assign(processes.begin(), processes.end());
  if (t.actor) instance.actor = processes[*t.actor];
  for (const TermId literal : t.guard) {
    const TermId atom = instantiate(instance, literal, {}, {});
    if (atom == arena_.truth(false)) instance.possible = false;
    if (atom != arena_.truth(true)) instance.guard.push_back(atom);
  }
  return instance;
}

TermId InstanceTable::instantiate(const TransitionInstance& instance, TermId term, std::span<const le::Variable> bound,
                                  std::span<const TermId> values) {
  const auto& parameters = instance.transition->parameters;
  return arena_.rewrite(term, [&](TermId leaf) {
    if (arena_.op(leaf) == Op::Cell) return read_(system_, arena_, instance, leaf);
    if (arena_.op(leaf) != Op::Variable) return leaf;
    if (const TermId value = le::value_of(arena_.variable_number(leaf), bound, values); value.valid()) return value;
    if (const TermId value = le::value_of(arena_.variable_number(leaf), parameters, instance.processes); value.valid()) return value;
    return leaf;
  });
}

// The disjuncts are in structural order. An arena has the parts of a conjunction or disjunction in the order of their age, which is another
// one in the arena of another thread; and predecessors come in the order of the disjuncts.
std::vector<Conjunction> InstanceTable::disjuncts(const TransitionInstance& instance, TermId formula) {
  const ld::Transition& source = system_.program->transitions[instance.transition->source];
  try {
    std::vector<Conjunction> all = le::to_dnf(arena_, formula);
    if (all.size() < 2) return all;
    const auto before = [&](TermId a, TermId b) { return arena_.compare(a, b) < 0; };
    for (Conjunction& one : all) std::sort(one.begin(), one.end(), before);
    std::sort(all.begin(), all.end(), [&](const Conjunction& a, const Conjunction& b) {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
    });
    return all;
  } catch (const le::TooLarge& error) {
    throw le::TooLarge(source.range, "a formula of transition `" + source.name + "` cannot be handled: " + error.what() +
                                         "; split the transition, or its `case`, into several");
  }
}

const std::vector<Alternative>& InstanceTable::alternatives(TransitionInstance& instance, TermId cell) {
  if (const auto known = instance.alternatives.find(cell.value); known != instance.alternatives.end()) return known->second;
  auto computed = compute_alternatives(instance, cell);  // of a count, after those of other cells
  return instance.alternatives.emplace(cell.value, std::move(computed)).first->second;
}

bool InstanceTable::find_out_writes(TransitionInstance& instance, TermId cell) {
  using Writes = TransitionInstance::Writes;
  const auto& all = alternatives(instance, cell);
  const bool any = std::any_of(all.begin(), all.end(), [](const Alternative& a) { return a.kind != Branch::Kind::Keep; });
  if (cell.index() >= cell_number_.size()) cell_number_.resize(std::max(arena_.size(), cell.index() + 1), no_number);
  std::uint32_t& number = cell_number_[cell.index()];
  if (number == no_number) number = cells_++;
  if (number >= instance.writes.size()) instance.writes.resize(cells_, Writes::Unknown);
  instance.writes[number] = any ? Writes::Yes : Writes::No;
  return any;
}

std::vector<Alternative> InstanceTable::compute_alternatives(TransitionInstance& instance, TermId cell) {
  const SymbolId symbol = arena_.symbol(cell);
  if (const auto type = system_.counts.type_of(symbol)) return count_alternatives(instance, *type);
  for (const le::Update& update : system_.updates[instance.transition->source]) {
    if (update.symbol != symbol) continue;
    ArgsCopy args(arena_.args(cell));
    std::vector<TermId> values(update.bound.size());
    bool matches = true;
    for (std::size_t k = 0; k < update.target.size() && matches; ++k) {
      const auto at =
          std::find_if(update.bound.begin(), update.bound.end(), [&](le::Variable v) { return arena_.variable(v) == update.target[k]; });
      if (at != update.bound.end()) {
        TermId& value = values[static_cast<std::size_t>(at - update.bound.begin())];
        matches = !value.valid() || value == args[k];
        value = args[k];
      } else {
        matches = instantiate(instance, update.target[k], {}, {}) == args[k];
      }
    }
    if (!matches) continue;
    std::vector<Alternative> all;
    TermId none_before = arena_.truth(true);
    const auto add = [&](TermId when, Branch::Kind kind, TermId value) {
      for (Conjunction& c : disjuncts(instance, when)) all.push_back({std::move(c), kind, value});
    };
    for (const Branch& branch : update.branches) {
      const TermId condition = instantiate(instance, branch.condition, update.bound, values);
      TermId value;
      if (branch.kind == Branch::Kind::Set) value = instantiate(instance, branch.value, update.bound, values);
      add(arena_.conjunction(std::array{none_before, condition}), branch.kind, value);
      none_before = arena_.conjunction(std::array{none_before, arena_.negate(condition)});
    }
    add(none_before, Branch::Kind::Keep, {});
    return all;
  }
  return {};
}

const std::vector<std::vector<Conjunction>>& InstanceTable::universals(TransitionInstance& instance, std::uint32_t variables) {
  const auto [at, fresh] = instance.universals.try_emplace(variables);
  if (fresh) {
    for (const le::Universal& universal : instance.transition->universals) {
      add_universal(instance, universal, variables, at->second);
      if (is_exact(instance.transition->source)) add_exact(instance, universal, at->second);
    }
  }
  return at->second;
}

std::vector<TermId> InstanceTable::processes(std::uint32_t variables) const {
  std::vector<TermId> all;
  for (std::uint32_t k = 0; k < variables; ++k) all.push_back(arena_.process(k));
  for (const std::uint32_t n : system_.constants) all.push_back(arena_.process_const(n));
  return all;
}

void InstanceTable::add_universal(TransitionInstance& instance, const le::Universal& universal, std::uint32_t variables,
                                  std::vector<std::vector<Conjunction>>& out) {
  const std::vector<TermId> range = processes(variables);
  const std::vector<le::Variable> bound = le::variables_of(universal.bound);
  const auto declared_end = instance.processes.begin() + instance.transition->declared;
  const auto everybody = [&](std::size_t) { return std::span(range); };
  const auto allowed = [&](const std::vector<TermId>& values, TermId process) {
    const bool parameter = std::find(instance.processes.begin(), declared_end, process) != declared_end;
    return !(parameter && universal.bound[values.size()].others) && distinct_in_group(universal.bound, values, process);
  };
  each_tuple(bound.size(), everybody, allowed, [&](const std::vector<TermId>& values) {
    std::vector<Conjunction> ways;
    for (const Conjunction& c : universal.disjuncts) {
      Conjunction atoms;
      for (const TermId literal : c) atoms.push_back(instantiate(instance, literal, bound, values));
      for (Conjunction& part : disjuncts(instance, arena_.conjunction(atoms))) ways.push_back(std::move(part));
    }
    const bool trivial = std::any_of(ways.begin(), ways.end(), [](const Conjunction& c) { return c.empty(); });
    if (!trivial) out.push_back(std::move(ways));
  });
}

}  // namespace parapet::search
