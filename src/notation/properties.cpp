// Init, unsafe formulas and trusted invariants.
//
// Init. A read whose source is no write of a transition takes the initial value: every clause about weak cells holds for the values of such
// reads, of different events where it has several cells, since init speaks of one memory. Where init leaves the value of a location open,
// all these reads agree on it.
//
// Unsafe. All `i @ X` are read at one instant: one event for each reader, which ghb does not separate. It comes after every execution of
// the processes that the formula mentions.
#include <algorithm>

#include "le/formula.h"
#include "le/passes.h"
#include "notation/builder.h"

namespace parapet::notation {
namespace {

// Whether init gives every cell of the weak name one and the same value.
bool fixed_by_init(const le::System& system, const TermArena& arena, SymbolId symbol) {
  return std::ranges::any_of(system.init, [&](const le::Clause& clause) {
    const Op op = arena.op(clause.formula);
    if (op != Op::Member && op != Op::SumZero) return false;
    TermId cell = arena.args(clause.formula)[0];
    if (op == Op::SumZero && arena.op(cell) == Op::Sum) {
      if (arena.args(cell).size() != 1) return false;
      cell = arena.args(cell)[0];
    }
    const bool one_value = op != Op::Member || (arena.set(clause.formula) & (arena.set(clause.formula) - 1)) == 0;
    return one_value && arena.op(cell) == Op::Cell && arena.symbol(cell) == symbol && le::says_all_cells(arena, clause, cell);
  });
}

Formula init_clause(Builder& builder, const le::Clause& clause) {
  TermArena& arena = builder.arena();
  std::vector<TermId> variables, reads;
  std::vector<Formula> conditions;
  TermId body = clause.formula;
  std::vector<TermId> bound;
  for (const le::Universal::Bound& each : clause.bound) bound.push_back(arena.variable(each.variable));
  for (const TermId cell : builder.weak_cells({body})) {
    const TermId event = builder.new_event("e");
    const TermId reader = builder.new_process("i");
    variables.insert(variables.end(), {event, reader});
    conditions.push_back(builder.access(Word::Rd, event, reader, cell));
    body = arena.rewrite(body, [&](TermId leaf) { return leaf == cell ? builder.value_in(event, cell) : leaf; });
  }
  variables.insert(variables.end(), bound.begin(), bound.end());
  Formula formula = builder.formula(body);
  if (!conditions.empty()) formula = implies(both(std::move(conditions)), std::move(formula));
  return forall(std::move(variables), builder.restrictions(clause.bound, 0), std::move(formula));
}

// All reads of the initial value of one location agree.
Formula one_initial_value(Builder& builder, SymbolId symbol) {
  TermArena& arena = builder.arena();
  const TermId first = builder.new_event("e");
  const TermId second = builder.new_event("e");
  const TermId i = builder.new_process("i");
  const TermId k = builder.new_process("k");
  const std::vector<TermId> indices = builder.new_indices(symbol);
  const TermId cell = arena.cell(symbol, indices);
  std::vector<TermId> variables{first, second, i, k};
  variables.insert(variables.end(), indices.begin(), indices.end());
  return forall(std::move(variables), {},
                implies(both({builder.access(Word::Rd, first, i, cell), builder.access(Word::Rd, second, k, cell)}),
                        equation(builder.value_in(first, cell), builder.value_in(second, cell))));
}

// The reads in the literals: an event for each reader.
class ReadEvents {
 public:
  ReadEvents(Builder& builder, std::string_view wanted) : builder_(builder), wanted_(wanted) {}

  // Adds Rd for the items of the literal that were not read before, then the literal with their values.
  void add(TermId literal, std::vector<Formula>& conjuncts) {
    TermArena& arena = builder_.arena();
    const TermId valued = arena.rewrite(literal, [&](TermId leaf) {
      if (arena.op(leaf) != Op::Read) return leaf;
      const TermId event = event_of(arena.reader(leaf));
      const TermId cell = arena.location(leaf);
      if (std::ranges::find(read_, leaf) == read_.end()) {
        read_.push_back(leaf);
        conjuncts.push_back(builder_.access(Word::Rd, event, arena.reader(leaf), cell));
      }
      return builder_.value_in(event, cell);
    });
    conjuncts.push_back(builder_.formula(valued));
  }
  [[nodiscard]] const std::vector<TermId>& events() const { return events_; }

 private:
  TermId event_of(TermId reader) {
    const auto at = std::ranges::find(readers_, reader);
    if (at != readers_.end()) return events_[static_cast<std::size_t>(at - readers_.begin())];
    readers_.push_back(reader);
    events_.push_back(builder_.new_event(wanted_));
    return events_.back();
  }

  Builder& builder_;
  std::string_view wanted_;
  std::vector<TermId> read_, readers_, events_;
};

void add_processes(const TermArena& arena, TermId term, std::vector<TermId>& found) {
  each_subterm(arena, term, [&](TermId part) {
    if (arena.op(part) == Op::ProcessConst && std::ranges::find(found, part) == found.end()) found.push_back(part);
  });
}

struct Property {
  const ld::Declaration& declaration;
  const ld::Formula& formula;
  std::string name;
  bool unsafe = true;
};

void add_property(const le::System& system, TermArena& arena, const Property& property, std::vector<Definition>& all) {
  const ld::Declaration& declaration = property.declaration;
  le::FormulaTranslator translator(arena, {.reads_at = true});
  for (const le::Disjunct& disjunct :
       translator.identify(translator.disjuncts(property.formula), declaration.parameters, property.formula.range)) {
    Builder builder(system, arena, declaration.variables);
    Definition definition;
    definition.name = property.name;
    for (le::Variable v = 0; v < declaration.parameters; ++v) definition.parameters.push_back(arena.variable(v));
    for (const auto& bound : disjunct.exists) definition.parameters.push_back(arena.variable(bound.variable));
    definition.conjuncts = builder.distinct(definition.parameters);
    ReadEvents reads(builder, property.unsafe ? "e" : "m");
    std::vector<TermId> mentioned = definition.parameters;
    for (const TermId literal : disjunct.literals) {
      reads.add(literal, definition.conjuncts);
      add_processes(arena, literal, mentioned);
    }
    definition.events = reads.events();
    for (const TermId event : definition.events) {
      if (event != definition.events.front()) definition.conjuncts.push_back(apply(Word::At, {event, definition.events.front()}));
    }
    if (!definition.events.empty()) {
      const TermId event = definition.events.front();
      if (!property.unsafe) definition.conjuncts.push_back(apply(Word::Drained, {event}));
      if (property.unsafe && all.size() < system.unsafes.size()) {
        for (const TermId owner : system.unsafes[all.size()].owners) {
          if (std::ranges::find(mentioned, owner) == mentioned.end()) mentioned.push_back(owner);
        }
      }
      for (const TermId process : mentioned) {
        if (property.unsafe) definition.conjuncts.push_back(apply(Word::Final, {event, process}));
      }
    }
    definition.scope = builder.scope();
    all.push_back(std::move(definition));
  }
}

template <class Declarations>
std::vector<Definition> make_properties(const le::System& system, TermArena& arena, const Declarations& declarations,
                                        std::string_view word) {
  std::vector<Definition> all;
  for (std::size_t k = 0; k < declarations.size(); ++k) {
    const auto& each = declarations[k];
    const std::string name = std::string(word) + "_" + (each.name.empty() ? std::to_string(k + 1) : each.name);
    add_property(system, arena, {each, each.formula, name, word == "unsafe"}, all);
  }
  number_disjuncts(all);
  return all;
}

}  // namespace

Definition make_init(const le::System& system, TermArena& arena) {
  Definition init;
  init.name = "init";
  Builder builder(system, arena, system.program->init.variables);
  for (const le::Clause& clause : system.init) {
    const std::size_t mark = builder.mark();
    init.conjuncts.push_back(init_clause(builder, clause));
    builder.release(mark);
  }
  const std::size_t symbols = arena.signature().symbols().size();
  for (std::uint32_t k = 0; k < symbols; ++k) {
    const SymbolId symbol(k);
    if (!arena.signature()[symbol].weak || fixed_by_init(system, arena, symbol)) continue;
    const std::size_t mark = builder.mark();
    init.conjuncts.push_back(one_initial_value(builder, symbol));
    builder.release(mark);
  }
  init.scope = builder.scope();
  if (std::ranges::any_of(arena.signature().symbols(), &Symbol::weak))
    init.remarks.emplace_back("Rd: a read that is not satisfied, whose source is no write of a transition");
  return init;
}

std::vector<Definition> make_unsafes(const le::System& system, TermArena& arena) {
  return make_properties(system, arena, system.program->unsafes, "unsafe");
}

std::vector<Definition> make_invariants(const le::System& system, TermArena& arena) {
  std::vector<Definition> all = make_properties(system, arena, system.program->invariants, "invariant");
  for (Definition& each : all)
    each.remarks.emplace_back("trusted: no reachable state satisfies it; drained(m): at m every write has reached memory");
  return all;
}

}  // namespace parapet::notation
