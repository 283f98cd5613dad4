// Reads, under the timeline engine. A sync firing reads memory: its weak cells stay cells. Otherwise the guard and the values were read at
// the instant of the new snapshot read: a weak cell X becomes the item Read(new, actor, X), a shared plain cell c the item Read(new, c)
// without a reader (timeline.h).
//
// Under the event engine every weak read is an item: no cube speaks of memory.
//
// Alternatives of a cell under `case | c1 : v1 | c2 : v2`: c1 -> v1; c2 and not c1 -> v2; neither -> unchanged; each in disjunctive normal
// form.
#include "search/cube/transition_instance.h"

#include <algorithm>
#include <array>

#include "le/dnf.h"
#include "search/cube/cube.h"

namespace parapet::search {

using le::Branch;
using le::Conjunction;

std::size_t InstanceTable::KeyHash::operator()(const std::vector<std::uint32_t>& key) const {
  std::size_t hash = 0;
  for (const std::uint32_t part : key) hash = (hash ^ part) * 0x9E3779B97F4A7C15ull + (hash >> 29);
  return hash;
}

InstanceTable::InstanceTable(const le::System& system, TermArena& arena, ReadPolicy policy)
    : system_(system), arena_(arena), policy_(policy) {}

TransitionInstance& InstanceTable::find(std::uint32_t transition, std::span<const TermId> processes) {
  std::vector<std::uint32_t> key{transition};
  for (const TermId process : processes) key.push_back(process.value);
  const auto [at, fresh] = instances_.try_emplace(std::move(key));
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

TermId InstanceTable::as_read(const TransitionInstance& instance, TermId leaf) {
  if (arena_.op(leaf) != Op::Cell) return leaf;
  const SymbolId symbol = arena_.symbol(leaf);
  if (policy_ == ReadPolicy::Events) return arena_.signature()[symbol].weak ? arena_.read(new_node, instance.actor, leaf) : leaf;
  if (instance.transition->kind == le::FiringKind::Sync) return leaf;
  if (arena_.signature()[symbol].weak) return arena_.read(new_node, instance.actor, leaf);
  return system_.shared[symbol.index()] ? arena_.read(new_node, {}, leaf) : leaf;
}

TermId InstanceTable::instantiate(const TransitionInstance& instance, TermId term, std::span<const le::Variable> bound,
                                  std::span<const TermId> values) {
  const auto& parameters = instance.transition->parameters;
  return arena_.rewrite(term, [&](TermId leaf) {
    if (arena_.op(leaf) != Op::Fresh) return as_read(instance, leaf);
    const std::uint64_t variable = arena_.payload(leaf);
    for (std::size_t k = 0; k < bound.size(); ++k) {
      if (bound[k] == variable) return values[k];
    }
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      if (parameters[k] == variable) return instance.processes[k];
    }
    return leaf;
  });
}

std::vector<Conjunction> InstanceTable::disjuncts(const TransitionInstance& instance, TermId formula) {
  const ld::Transition& source = system_.program->transitions[instance.transition->source];
  try {
    return le::to_dnf(arena_, formula);
  } catch (const le::TooLarge& error) {
    throw le::TooLarge(source.range, "a formula of transition `" + source.name + "` cannot be handled: " + error.what());
  }
}

const std::vector<Alternative>& InstanceTable::alternatives(TransitionInstance& instance, TermId cell) {
  const auto [at, fresh] = instance.alternatives.try_emplace(cell.value);
  if (fresh) at->second = compute_alternatives(instance, cell);
  return at->second;
}

bool InstanceTable::may_write(TransitionInstance& instance, TermId cell) {
  const auto& all = alternatives(instance, cell);
  return std::any_of(all.begin(), all.end(), [](const Alternative& a) { return a.kind != Branch::Kind::Keep; });
}

std::vector<Alternative> InstanceTable::compute_alternatives(TransitionInstance& instance, TermId cell) {
  const SymbolId symbol = arena_.symbol(cell);
  for (const le::Update& update : system_.updates[instance.transition->source]) {
    if (update.symbol != symbol) continue;
    ArgsCopy args(arena_.args(cell));
    std::vector<TermId> values(update.bound.size());
    bool matches = true;
    for (std::size_t k = 0; k < update.target.size() && matches; ++k) {
      const auto at = std::find_if(update.bound.begin(), update.bound.end(),
                                   [&](le::Variable v) { return arena_.fresh(v, Signature::proc) == update.target[k]; });
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
    for (const le::Universal& universal : instance.transition->universals) add_universal(instance, universal, variables, at->second);
  }
  return at->second;
}

std::vector<TermId> InstanceTable::range(std::uint32_t variables) {
  std::vector<TermId> processes;
  for (std::uint32_t k = 0; k < variables; ++k) processes.push_back(arena_.process(k));
  for (const std::uint32_t n : system_.constants) processes.push_back(arena_.process_const(n));
  return processes;
}

void InstanceTable::add_universal(TransitionInstance& instance, const le::Universal& universal, std::uint32_t variables,
                                  std::vector<std::vector<Conjunction>>& out) {
  const std::vector<TermId> processes = range(variables);
  std::vector<le::Variable> bound;
  for (const auto& b : universal.bound) bound.push_back(b.variable);
  const auto declared_end = instance.processes.begin() + instance.transition->declared;
  std::vector<TermId> values;
  const auto choose = [&](auto&& self, std::size_t k) -> void {
    if (k == bound.size()) {
      std::vector<Conjunction> ways;
      for (const Conjunction& c : universal.disjuncts) {
        Conjunction atoms;
        for (const TermId literal : c) atoms.push_back(instantiate(instance, literal, bound, values));
        const TermId whole = arena_.conjunction(atoms);
        for (Conjunction& part : disjuncts(instance, whole)) ways.push_back(std::move(part));
      }
      const bool trivial = std::any_of(ways.begin(), ways.end(), [](const Conjunction& c) { return c.empty(); });
      if (!trivial) out.push_back(std::move(ways));
      return;
    }
    for (const TermId process : processes) {
      const auto& b = universal.bound[k];
      if (b.others && std::find(instance.processes.begin(), declared_end, process) != declared_end) continue;
      bool distinct = true;
      for (std::size_t j = 0; j < k; ++j) distinct = distinct && !(universal.bound[j].group == b.group && values[j] == process);
      if (!distinct) continue;
      values.push_back(process);
      self(self, k + 1);
      values.pop_back();
    }
  };
  choose(choose, 0);
}

const Touched& InstanceTable::touched(TransitionInstance& instance, std::uint32_t variables) {
  const auto at = instance.touched.find(variables);
  if (at != instance.touched.end()) return at->second;
  return instance.touched.emplace(variables, compute_touched(instance, variables)).first->second;
}

bool InstanceTable::writes_any(TransitionInstance& instance, const le::Update& update, std::uint32_t variables) {
  const auto writes = [](const Branch& branch) { return branch.kind != Branch::Kind::Keep; };
  if (std::all_of(update.branches.begin(), update.branches.end(), writes) && update.branches.back().condition == arena_.truth(true))
    return true;
  if (update.target.size() != 1) return false;
  const TermId outsider = arena_.process(variables);
  const auto& all = alternatives(instance, arena_.cell(update.symbol, std::span(&outsider, 1)));
  return all.size() == 1 && all[0].conditions.empty() && all[0].kind != Branch::Kind::Keep;
}

Touched InstanceTable::compute_touched(TransitionInstance& instance, std::uint32_t variables) {
  Touched result;
  const auto is_shared = [&](TermId cell) { return system_.shared[arena_.symbol(cell).index()]; };
  const auto note_reads = [&](TermId term) {
    each_leaf(arena_, term, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::Read) result.weak_reads.push_back(arena_.location(leaf));
      if (arena_.op(leaf) == Op::Cell && is_shared(leaf)) result.shared_reads.push_back(leaf);
    });
  };
  for (const TermId literal : instance.guard) note_reads(literal);
  for (const auto& disjuncts : universals(instance, variables)) {
    for (const Conjunction& conjunction : disjuncts) std::for_each(conjunction.begin(), conjunction.end(), note_reads);
  }
  for (const TermId value : system_.lets[instance.transition->source]) note_reads(instantiate(instance, value, {}, {}));
  const std::vector<TermId> processes = range(variables);
  const auto note_cell = [&](TermId cell) {
    const bool tracked = arena_.signature()[arena_.symbol(cell)].weak || is_shared(cell);
    if (!may_write(instance, cell)) return;
    if (tracked) result.writes.push_back(cell);
    for (const Alternative& alternative : alternatives(instance, cell)) {
      std::for_each(alternative.conditions.begin(), alternative.conditions.end(), note_reads);
      if (alternative.value.valid()) note_reads(alternative.value);
    }
  };
  for (const le::Update& update : system_.updates[instance.transition->source]) {
    const bool tracked = arena_.signature()[update.symbol].weak || system_.shared[update.symbol.index()];
    const bool whole = tracked && !update.bound.empty() && update.bound.size() == update.target.size();
    const bool beyond = whole && writes_any(instance, update, variables);
    if (beyond) result.writes_beyond.push_back(update.symbol);
    std::vector<TermId> args;
    const auto fill = [&](auto&& self, std::size_t k) -> void {
      if (k == update.target.size()) {
        const TermId cell = arena_.cell(update.symbol, args);
        if (beyond) result.at_hand.push_back(cell);
        return note_cell(cell);
      }
      const TermId target = instantiate(instance, update.target[k], {}, {});
      const bool fixed = is_process(arena_, target);
      for (const TermId process : fixed ? std::span(&target, 1) : std::span(processes)) {
        args.push_back(process);
        self(self, k + 1);
        args.pop_back();
      }
    };
    fill(fill, 0);
  }
  for (auto* list : {&result.weak_reads, &result.shared_reads, &result.writes}) {
    std::sort(list->begin(), list->end(), [&](TermId a, TermId b) { return arena_.compare(a, b) < 0; });
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return result;
}

}  // namespace parapet::search
