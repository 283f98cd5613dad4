// The translation from LD to LE. The passes, in this order, since each uses the results of those before it:
//   init to clauses (init.cpp); guards to disjunctive normal form, fences out of quantifiers (formula.cpp);
//   updates, where `A[j] := case | j = p : v | _ : A[j]` becomes A[p] := v;
//   acting processes of transitions that mark none, owned and shared plain names (ownership.cpp);
//   which firings can be late (lateness.cpp); kinds of firings; which writes wait in buffers of one location (delays.cpp).
#include <algorithm>
#include <array>

#include "base/narrow.h"
#include "ld/text.h"
#include "le/formula.h"
#include "le/passes.h"
#include "le/system.h"

namespace parapet::le {
namespace {

std::vector<UnsafeCube> translate_unsafe(const ld::Declaration& declaration, const ld::Formula& formula, std::size_t source, bool reads_at,
                                         TermArena& arena) {
  FormulaTranslator translator(arena, {reads_at});
  std::vector<UnsafeCube> all;
  for (Disjunct& d : translator.identify(translator.disjuncts(formula), declaration.parameters, formula.range)) {
    UnsafeCube unsafe;
    unsafe.source = parapet::narrow<std::uint32_t>(source);
    for (Variable v = 0; v < declaration.parameters; ++v) unsafe.parameters.push_back(v);
    for (const auto& bound : d.exists) unsafe.parameters.push_back(bound.variable);
    unsafe.literals = std::move(d.literals);
    all.push_back(std::move(unsafe));
  }
  return all;
}

// If every branch that writes equates a bound index with the same parameter or constant, only the cell with that index is updated.
void fix_forced_indices(TermArena& arena, Update& update) {
  for (std::size_t k = 0; k < update.bound.size();) {
    const TermId variable = arena.variable(update.bound[k]);
    TermId forced;
    bool same = true;
    for (const Branch& branch : update.branches) {
      if (branch.kind == Branch::Kind::Keep) continue;
      const TermId value = equated(arena, conjuncts_of(arena, branch.condition), variable, update.bound);
      same = same && value.valid() && (!forced.valid() || forced == value);
      forced = value;
    }
    if (!same || !forced.valid()) {
      ++k;
      continue;
    }
    const auto replace = [&](TermId leaf) { return leaf == variable ? forced : leaf; };
    for (TermId& index : update.target) index = replace(index);
    for (Branch& branch : update.branches) {
      branch.condition = arena.rewrite(branch.condition, replace);
      if (branch.kind == Branch::Kind::Set) branch.value = arena.rewrite(branch.value, replace);
    }
    update.bound.erase(update.bound.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

Update translate_update(const ld::Assignment& assignment, TermArena& arena) {
  FormulaTranslator translator(arena, {});
  Update update;
  update.symbol = assignment.symbol;
  for (const ld::Term& index : assignment.indices) update.target.push_back(translator.term(index));
  for (const Variable v : assignment.bound) update.target.push_back(translator.variable(v));
  update.bound = assignment.bound;
  const auto branch = [&](TermId condition, const ld::Term& value) {
    if (ld::keeps_cell(assignment, value)) return Branch{Branch::Kind::Keep, condition, {}};
    return Branch{Branch::Kind::Set, condition, translator.term(value)};
  };
  switch (assignment.kind) {
    case ld::Assignment::Kind::Set:
      update.branches = {branch(arena.truth(true), assignment.value)};
      break;
    case ld::Assignment::Kind::Havoc:
      update.branches = {{Branch::Kind::Havoc, arena.truth(true), {}}};
      break;
    case ld::Assignment::Kind::Case:
      for (const ld::Branch& b : assignment.branches) {
        update.branches.push_back(branch(b.condition ? translator.formula(*b.condition) : arena.truth(true), b.value));
      }
      break;
  }
  fix_forced_indices(arena, update);
  return update;
}

void translate_transition(const ld::Transition& source, std::uint32_t index, TermArena& arena, System& system) {
  FormulaTranslator translator(arena, {});
  const ld::TextFacts facts = ld::text_facts(source, arena.signature());
  std::vector<Update> updates;
  for (const ld::Assignment& assignment : source.assignments) updates.push_back(translate_update(assignment, arena));
  system.updates.push_back(std::move(updates));
  auto& lets = system.lets.emplace_back();
  for (const ld::Let& let : source.lets) lets.push_back(translator.term(let.value));
  ld::Formula guard = ld::with_demanded_fences(source.guard);
  // If the model keeps the order of writes, `wfence()` is true: its disjuncts would only repeat others.
  if (system.model.keeps(EventKind::Write, EventKind::Write))
    guard = ld::with_fences(std::move(guard), ld::Formula::Kind::WriteFence, true);
  for (Disjunct& d : translator.identify(translator.disjuncts(guard), source.parameters, source.guard.range)) {
    Transition t;
    t.source = index;
    for (Variable v = 0; v < source.parameters; ++v) t.parameters.push_back(v);
    for (const auto& bound : d.exists) t.parameters.push_back(bound.variable);
    t.declared = source.parameters;
    t.actor = source.actor;
    t.guard = std::move(d.literals);
    t.universals = std::move(d.universals);
    t.fence = d.fence;
    t.wfence = d.wfence;
    t.reads_weak = facts.reads_weak;
    t.writes_weak = facts.writes_weak;
    system.transitions.push_back(std::move(t));
  }
}

// In an unsafe formula with weak reads, shared plain cells are read at the same instant as the weak locations: they become items without a
// reader.
void read_shared_cells(const System& system, TermArena& arena, UnsafeCube& unsafe) {
  if (!has_read(arena, unsafe)) return;
  for (TermId& literal : unsafe.literals) {
    literal = arena.rewrite(literal, [&](TermId leaf) {
      return arena.op(leaf) == Op::Cell && system.shared[arena.symbol(leaf).index()] ? arena.read(0, {}, leaf) : leaf;
    });
  }
}

FiringKind firing_kind(const Transition& t, const MemoryModel& model) {
  if (!model.delays_writes() || !t.actor || t.read_modify_write()) return FiringKind::Sync;
  if (t.writes_weak) return FiringKind::Write;
  return t.fence || !t.late ? FiringKind::Sync : FiringKind::Read;
}

// A late firing reads and writes plain cells at its place, which is not when it executes. That makes no difference unless others access the
// cell in between.
bool late_firing_touches_shared(const System& system, const TermArena& arena) {
  for (std::uint32_t k = 0; k < system.transitions.size(); ++k) {
    if (!system.delays.may_be_late(k)) continue;
    const Transition& t = system.transitions[k];
    const auto& updates = system.updates[t.source];
    const auto shared = [&](const Update& update) { return system.shared[update.symbol.index()]; };
    if (t.shared_read || std::any_of(updates.begin(), updates.end(), shared)) return true;
  }
  const auto plain = [&](TermId term) { return arena.op(term) == Op::Read && !arena.reader(term).valid(); };
  return system.delays.any_late() && std::any_of(system.unsafes.begin(), system.unsafes.end(), [&](const UnsafeCube& unsafe) {
           return std::any_of(unsafe.literals.begin(), unsafe.literals.end(),
                              [&](TermId literal) { return any_subterm(arena, literal, plain); });
         });
}

// Which writes are delayed. Where late firings touch shared plain cells, every wfence() is ignored: that machine has more executions, so
// SAFE counts, and a counterexample counts if it can be replayed with the fences.
void find_delays(System& system, TermArena& arena, const DelayOptions& options) {
  system.delays = Delays(system, arena, options);
  if (!late_firing_touches_shared(system, arena)) return;
  for (Transition& t : system.transitions) t.wfence = false;
  system.delays = Delays(system, arena, options);
}

}  // namespace

bool has_read(const TermArena& arena, const UnsafeCube& unsafe) {
  const auto is_read = [&](TermId term) { return arena.op(term) == Op::Read; };
  return std::any_of(unsafe.literals.begin(), unsafe.literals.end(), [&](TermId literal) { return any_subterm(arena, literal, is_read); });
}

namespace {

// The intervals of `#procs` and of counts, which hold by their definition. (What init says of a count does not hold later.)
void confine_counts(System& system, const TermArena& arena) {
  const auto limit = system.program->number_procs;
  const std::optional<Rational> most = limit ? std::optional(Rational(std::int64_t{*limit})) : std::nullopt;
  for (std::size_t k = 0; k < system.intervals.size(); ++k) {
    const Symbol& symbol = arena.signature().symbols()[k];
    const auto least = std::max<std::int64_t>(1, parapet::narrow<std::int64_t>(system.constants.size()));
    if (symbol.derived()) system.intervals[k] = {Rational(symbol.role == SymbolRole::Processes ? least : 0), most};
  }
}

void find_tied_to_counts(System& system, const TermArena& arena) {
  system.tied_to_counts.assign(arena.signature().symbols().size(), false);
  if (!system.counts.mentioned) return;
  for (const Clause& clause : system.init) {
    std::vector<SymbolId> symbols;
    each_atom(arena, clause.formula, [&](TermId atom) {
      each_subterm(arena, atom, [&](TermId term) {
        if (arena.op(term) == Op::Cell) symbols.push_back(arena.symbol(term));
      });
    });
    if (std::none_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) { return system.counts.has(symbol); })) continue;
    for (const SymbolId symbol : symbols) system.tied_to_counts[symbol.index()] = true;
  }
}

}  // namespace

System translate(const ld::Program& program, const MemoryModel& model, const TranslateOptions& options, TermArena& arena) {
  System system;
  system.program = &program;
  system.model = model;
  system.constants = ld::process_constants(program);
  system.counts = counts_in(arena.signature());
  system.counts.mentioned = ld::counts_processes(program);
  translate_init(program.init, arena, system);
  for (std::size_t k = 0; k < program.unsafes.size(); ++k) {
    for (UnsafeCube& unsafe : translate_unsafe(program.unsafes[k], program.unsafes[k].formula, k, model.delays_writes(), arena))
      system.unsafes.push_back(std::move(unsafe));
  }
  // In an invariant `i @ X` is the value of X in memory (search/preimage/start.h says why that is right).
  for (std::size_t k = 0; k < program.invariants.size(); ++k) {
    for (UnsafeCube& unsafe : translate_unsafe(program.invariants[k], program.invariants[k].formula, k, false, arena))
      system.invariants.push_back(std::move(unsafe));
  }
  for (std::size_t k = 0; k < program.transitions.size(); ++k) {
    translate_transition(program.transitions[k], parapet::narrow<std::uint32_t>(k), arena, system);
  }
  find_owners(system, arena);
  if (model.delays_writes()) {
    for (UnsafeCube& unsafe : system.unsafes) read_shared_cells(system, arena, unsafe);
  }
  if (options.lateness) find_late(system, arena);
  for (Transition& t : system.transitions) t.kind = firing_kind(t, model);
  if (options.lateness) {
    find_ordered_by_commit(system, arena);
  } else {
    system.ordered_by_commit.assign(arena.signature().symbols().size(), false);
  }
  system.narrowed = narrow(system, arena, options.narrow);
  system.intervals = intervals(system, arena, options.intervals);
  if (model.writes_apart()) find_delays(system, arena, options.delays);
  confine_counts(system, arena);
  find_tied_to_counts(system, arena);
  return system;
}

std::optional<std::vector<bool>> countable_guard(const System& system, const TermArena& arena, const Transition& transition,
                                                 const Universal& universal) {
  if (system.counts.types.empty() || universal.bound.size() != 1 || transition.kind != FiringKind::Sync) return std::nullopt;
  std::vector<bool> holds(system.counts.types.size(), false);
  for (const Conjunction& conjunction : universal.disjuncts) {
    std::vector<bool> all(holds.size(), true);
    for (const TermId literal : conjunction) {
      if (arena.op(literal) != Op::Member || arena.op(arena.args(literal)[0]) != Op::Cell) return std::nullopt;
      const TermId cell = arena.args(literal)[0];
      const auto& arrays = system.counts.arrays;
      const auto at = std::find(arrays.begin(), arrays.end(), arena.symbol(cell));
      const auto own = [&](TermId index) {
        return arena.op(index) == Op::Variable && arena.variable_number(index) == universal.bound[0].variable;
      };
      if (at == arrays.end() || !std::all_of(arena.args(cell).begin(), arena.args(cell).end(), own)) return std::nullopt;
      const auto place = static_cast<std::size_t>(at - arrays.begin());
      for (std::size_t t = 0; t < all.size(); ++t) all[t] = all[t] && (arena.set(literal) >> system.counts.types[t].values[place] & 1) != 0;
    }
    for (std::size_t t = 0; t < all.size(); ++t) holds[t] = holds[t] || all[t];
  }
  return holds;
}

bool has_countable_guard(const System& system, const TermArena& arena, std::uint32_t source) {
  return std::any_of(system.transitions.begin(), system.transitions.end(), [&](const Transition& transition) {
    return transition.source == source &&
           std::any_of(transition.universals.begin(), transition.universals.end(),
                       [&](const auto& universal) { return countable_guard(system, arena, transition, universal).has_value(); });
  });
}

}  // namespace parapet::le
