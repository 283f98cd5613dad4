// The axioms of events: which pairs of events of one process the memory model keeps in ghb, what fences and atomic steps restore, and how
// reads, writes and their order determine each other. Everything about program order is read off the memory model's value and the table of
// what restores the pairs that it does not keep (ld/ghb.h, with the other relations that are in ghb).
#include <array>

#include "ld/ghb.h"
#include "notation/builder.h"

namespace parapet::notation {
namespace {

using le::EventKind;

// Collects axioms over a scope of their own.
class Axioms {
 public:
  Axioms(const le::System& system, TermArena& arena, std::vector<Axiom>& all) : builder_(system, arena), all_(all) {}

  [[nodiscard]] TermId event(std::string_view wanted) { return builder_.new_event(wanted); }
  [[nodiscard]] TermId process(std::string_view wanted) { return builder_.new_process(wanted); }
  // `forall variables. conditions => conclusion`.
  void rule(std::string caption, std::vector<TermId> variables, std::vector<Formula> conditions, Formula conclusion) {
    add(std::move(caption), forall(std::move(variables), {}, implies(both(std::move(conditions)), std::move(conclusion))));
  }
  void add(std::string caption, Formula formula) { all_.push_back({std::move(caption), builder_.scope(), {std::move(formula)}}); }
  void words(std::string caption) { all_.push_back({std::move(caption), {}, {}}); }

 private:
  Builder builder_;
  std::vector<Axiom>& all_;
};

constexpr std::array kinds{EventKind::Execution, EventKind::Write};

std::string word_for(EventKind kind) { return kind == EventKind::Execution ? "execution" : "write"; }
Word predicate_of(EventKind kind) { return kind == EventKind::Execution ? Word::Exec : Word::Write; }
Word access_of(EventKind kind) { return kind == EventKind::Execution ? Word::Rd : Word::Wr; }

std::string pair_caption(EventKind first, EventKind second) { return word_for(first) + " before " + word_for(second); }

class Order {
 public:
  Order(const le::System& system, TermArena& arena) : system_(system), arena_(arena) {}

  // The pairs in program order, then what restores those that are not kept.
  void program_order(std::vector<Axiom>& all) const {
    const le::MemoryModel& model = system_.model;
    for (const EventKind first : kinds) {
      for (const EventKind second : kinds) {
        Axioms axioms(system_, arena_, all);
        if (!model.keeps(first, second)) {
          axioms.words(pair_caption(first, second) +
                       (model.keeps_at_location(first, second) ? ": kept only on one location, see below" : ": not kept"));
          continue;
        }
        const TermId i = axioms.process("i");
        const TermId a = axioms.event("a");
        const TermId b = axioms.event("b");
        axioms.rule(pair_caption(first, second) + ": kept", {i, a, b},
                    {apply(predicate_of(first), {a, i}), apply(predicate_of(second), {b, i}), apply(Word::Po, {a, b})},
                    apply(Word::Ghb, {a, b}));
      }
    }
    if (model.delays_writes()) {
      restored(all);
    } else {
      Axioms(system_, arena_, all).words("every pair is kept: there is nothing for fences and atomic steps to restore");
    }
  }

  void restored(std::vector<Axiom>& all) const {
    Axioms axioms(system_, arena_, all);
    const TermId i = axioms.process("i");
    const TermId w = axioms.event("w");
    const TermId x = axioms.event("x");
    const TermId own = axioms.event("u");
    for (const ld::Restored& pair : ld::restored_pairs) {
      if (system_.model.keeps(pair.first, pair.second)) continue;
      const std::string caption = pair_caption(pair.first, pair.second) + ", restored by ";
      const Formula first = apply(predicate_of(pair.first), {w, i}), before = apply(Word::Po, {w, x});
      switch (pair.by) {
        case ld::Restorer::Fence:
          axioms.rule(caption + "a fence of the later step", {i, w, x}, {first, apply(Word::Fence, {x, i}), before},
                      apply(Word::Ghb, {w, x}));
          break;
        case ld::Restorer::Atomic:
          axioms.rule(caption + "an atomic step", {i, w, x, own},
                      {first, apply(predicate_of(pair.second), {x, i}), apply(Word::At, {own, x}), before}, apply(Word::Ghb, {w, x}));
          break;
        case ld::Restorer::StoreFence:  // a write of the process that is not of a firing before x is of the firing of x or of a later one
          axioms.rule(
              caption + "a store-store fence between them or of the later step", {i, w, x, own},
              {first, apply(Word::WFence, {x, i}), before, apply(predicate_of(pair.second), {own, i}), negated(apply(Word::Po, {own, x}))},
              apply(Word::Ghb, {w, own}));
      }
    }
  }

  void strict_order(std::vector<Axiom>& all) const {
    Axioms axioms(system_, arena_, all);
    const TermId a = axioms.event("a");
    const TermId b = axioms.event("b");
    const TermId c = axioms.event("c");
    axioms.add("ghb has no cycle", forall({a}, {}, negated(apply(Word::Ghb, {a, a}))));
    axioms.rule("ghb is transitive", {a, b, c}, {apply(Word::Ghb, {a, b}), apply(Word::Ghb, {b, c})}, apply(Word::Ghb, {a, c}));
    const auto same = [&](std::vector<TermId> first, std::vector<TermId> second) {
      return made(Formula::Kind::Iff, {}, apply(Word::Ghb, std::move(first)), apply(Word::Ghb, std::move(second)));
    };
    axioms.rule("at(a, b): ghb does not separate the two events", {a, b, c}, {apply(Word::At, {a, b})},
                both({same({c, a}, {c, b}), same({a, c}, {b, c})}));
  }

  void kinds_of_events(std::vector<Axiom>& all) const {
    Axioms axioms(system_, arena_, all);
    const TermId i = axioms.process("i");
    const TermId x = axioms.event("x");
    const TermId e = axioms.event("e");
    axioms.rule("a fence is at an execution", {i, x}, {apply(Word::Fence, {x, i})}, apply(Word::Exec, {x, i}));
    if (!system_.model.keeps(EventKind::Write, EventKind::Write))
      axioms.rule("a store-store fence is at an execution", {i, x}, {apply(Word::WFence, {x, i})}, apply(Word::Exec, {x, i}));
    axioms.rule("the event of an unsafe formula is after every execution of the processes it mentions", {i, x, e},
                {apply(Word::Exec, {x, i}), apply(Word::Final, {e, i})}, either({apply(Word::Ghb, {x, e}), apply(Word::Final, {x, i})}));
  }

  // For one weak name, or for any, written X with the index j.
  void memory(std::vector<Axiom>& all, SymbolId symbol) const {
    const std::string name = symbol.valid() ? arena_.signature()[symbol].name : "X";
    Axioms axioms(system_, arena_, all);
    std::vector<TermId> location;
    const std::uint32_t arity = symbol.valid() ? arena_.signature()[symbol].arity : 1;
    const TermId i = axioms.process("i");
    const TermId k = axioms.process("k");
    for (std::uint32_t n = 0; n < arity; ++n) location.push_back(axioms.process("j"));
    const TermId v = axioms.event("v");
    const TermId w = axioms.event("w");
    const TermId r = axioms.event("r");
    const auto of = [&](Word word, std::vector<TermId> args) {
      args.insert(args.end(), location.begin(), location.end());
      return apply(word, std::move(args), symbol);
    };
    const auto over = [&](std::vector<TermId> variables) {
      variables.insert(variables.end(), location.begin(), location.end());
      return variables;
    };
    const std::string in = " (" + name + ")";
    axioms.rule("a write event writes" + in, over({w, i}), {of(Word::Wr, {w, i})}, apply(Word::Write, {w, i}));
    axioms.rule("an execution reads" + in, over({r, i}), {of(Word::Rd, {r, i})}, apply(Word::Exec, {r, i}));
    axioms.rule("rf: a read returns the value of its source" + in, over({w, r}), {of(Word::Rf, {w, r})},
                made(Formula::Kind::Equal, {}, of(Word::Val, {r}), of(Word::Val, {w})));
    const auto in_ghb = [&](ld::Relation relation, Word word, TermId from, TermId to) {
      const ld::RelationFacts& facts = ld::facts(relation);
      std::vector<TermId> variables{from, to};
      std::vector<Formula> conditions{of(word, {from, to})};
      if (facts.between_processes) {
        variables.insert(variables.end(), {i, k});
        conditions.insert(conditions.end(), {of(access_of(facts.from), {from, i}), of(access_of(facts.to), {to, k}), different(i, k)});
      }
      axioms.rule(std::string(facts.name) + (facts.between_processes ? " between processes" : "") + " is in ghb" + in,
                  over(std::move(variables)), std::move(conditions), apply(Word::Ghb, {from, to}));
    };
    in_ghb(ld::Relation::ReadsFrom, Word::Rf, w, r);
    axioms.rule("rf within a process comes from an earlier write, perhaps still in the store buffer" + in, over({w, r, i}),
                {of(Word::Rf, {w, r}), of(Word::Wr, {w, i}), of(Word::Rd, {r, i})}, apply(Word::Po, {w, r}));
    axioms.rule("co orders the writes of one location" + in, over({v, w, i, k}),
                {of(Word::Wr, {v, i}), of(Word::Wr, {w, k}), different(v, w)}, either({of(Word::Co, {v, w}), of(Word::Co, {w, v})}));
    in_ghb(ld::Relation::Coherence, Word::Co, v, w);
    axioms.rule("fr: from a read to the writes after its source" + in, over({v, r, w}), {of(Word::Rf, {v, r}), of(Word::Co, {v, w})},
                of(Word::Fr, {r, w}));
    axioms.rule("fr: from a read of the initial value to every write" + in, over({r, w, i, k}),
                {of(Word::Rd, {r, i}), of(Word::Wr, {w, k}), forall({v}, {}, negated(of(Word::Rf, {v, r})))}, of(Word::Fr, {r, w}));
    in_ghb(ld::Relation::FromRead, Word::Fr, r, w);
    axioms.rule("a process sees its own earlier writes" + in, over({r, w, i}),
                {of(Word::Fr, {r, w}), of(Word::Rd, {r, i}), of(Word::Wr, {w, i})}, negated(apply(Word::Po, {w, r})));
    for (const EventKind first : kinds) {
      for (const EventKind second : kinds) {
        if (system_.model.keeps(first, second) || !system_.model.keeps_at_location(first, second)) continue;
        axioms.rule(pair_caption(first, second) + ", on one location: kept" + in, over({i, v, w}),
                    {of(access_of(first), {v, i}), of(access_of(second), {w, i}), apply(Word::Po, {v, w})}, apply(Word::Ghb, {v, w}));
      }
    }
  }

 private:
  const le::System& system_;
  TermArena& arena_;
};

}  // namespace

void add_order(const le::System& system, TermArena& arena, Theory& theory) {
  const Order order(system, arena);
  order.program_order(theory.order);
  order.strict_order(theory.order);
  order.kinds_of_events(theory.order);
  bool weak = false;
  const std::size_t symbols = arena.signature().symbols().size();
  for (std::uint32_t k = 0; k < symbols; ++k) {
    if (!arena.signature()[SymbolId(k)].weak) continue;
    weak = true;
    order.memory(theory.instances, SymbolId(k));
  }
  if (weak) order.memory(theory.memory, {});
}

}  // namespace parapet::notation
