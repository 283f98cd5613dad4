// Transitions: the events of a firing, what they read and write, and the plain names before and after it.
//
// A firing has an execution event x, with its weak reads and its fence, and, if it writes weak names, a write event w, or one for each
// assignment if the memory model commits writes one by one. A branch of a `case` is a condition and its effect; the condition denies those
// of the branches before it, and what no branch takes keeps its value.
#include <algorithm>

#include "ld/text.h"
#include "notation/builder.h"

namespace parapet::notation {
namespace {

using le::Branch;
using le::FiringKind;

class TransitionBuilder {
 public:
  TransitionBuilder(const le::System& system, TermArena& arena, const le::Transition& transition)
      : source_(system.program->transitions[transition.source]),
        transition_(transition),
        arena_(arena),
        builder_(system, arena, source_.variables) {}

  [[nodiscard]] Definition make() {
    definition_.name = source_.name;
    definition_.parameters = variable_terms(arena_, transition_.parameters);
    if (transition_.actor) {
      actor_ = definition_.parameters[*transition_.actor];
      execution_ = new_event("x");
      add(apply(Word::Exec, {execution_, actor_}));
    }
    for (Formula& each : builder_.distinct(definition_.parameters)) add(std::move(each));
    for (const TermId literal : transition_.guard) {
      add_reads({literal});
      add(builder_.formula(valued(literal)));
    }
    if (transition_.fence) add(apply(Word::Fence, {execution_, actor_}));
    if (transition_.wfence) add(apply(Word::WFence, {execution_, actor_}));
    for (const le::Universal& universal : transition_.universals) add_universal(universal);
    add_reads(builder_.system().lets[transition_.source]);
    for (const bool weak : {false, true}) {
      for (const le::Update& update : builder_.system().updates[transition_.source]) {
        if (builder_.name(update.symbol).weak == weak) add_update(update);
      }
    }
    find_unchanged();
    for (const TermId write : writes_) add(placed(write));
    remark();
    definition_.scope = builder_.scope();
    return std::move(definition_);
  }

 private:
  void add(Formula formula) {
    if (formula.kind != Formula::Kind::And) return definition_.conjuncts.push_back(std::move(formula));
    for (Formula& part : formula.parts) add(std::move(part));
  }

  [[nodiscard]] TermId new_event(std::string_view wanted) {
    definition_.events.push_back(builder_.new_event(wanted));
    return definition_.events.back();
  }

  [[nodiscard]] TermId valued(TermId term) { return execution_.valid() ? builder_.valued(term, execution_) : term; }

  // Rd for the weak cells of the terms that are not read yet: those with a variable of `bound` go to `inside` the quantifier.
  void add_reads(const std::vector<TermId>& terms, const std::vector<TermId>& bound = {}, std::vector<Formula>* inside = nullptr) {
    std::vector<TermId> here;
    for (const TermId cell : builder_.weak_cells(terms)) {
      const bool local = builder_.mentions(cell, bound);
      std::vector<TermId>& known = local ? here : read_;
      if (std::ranges::find(known, cell) != known.end()) continue;
      known.push_back(cell);
      Formula read = builder_.access(Word::Rd, execution_, actor_, cell);
      if (local) {
        inside->push_back(std::move(read));
      } else {
        add(std::move(read));
      }
    }
  }

  void add_universal(const le::Universal& universal) {
    std::vector<TermId> bound;
    for (const auto& each : universal.bound) bound.push_back(arena_.variable(each.variable));
    std::vector<TermId> literals;
    for (const le::Conjunction& conjunction : universal.disjuncts) literals.insert(literals.end(), conjunction.begin(), conjunction.end());
    std::vector<Formula> body;
    add_reads(literals, bound, &body);
    std::vector<TermId> disjuncts;
    for (const le::Conjunction& conjunction : universal.disjuncts) disjuncts.push_back(arena_.conjunction(conjunction));
    body.push_back(builder_.formula(valued(arena_.disjunction(disjuncts))));
    add(forall(std::move(bound), builder_.restrictions(universal.bound, transition_.declared), both(std::move(body))));
  }

  // The event in which a firing's write of this assignment is seen.
  [[nodiscard]] TermId write_event() {
    if (writes_.empty() || builder_.system().model.writes_apart()) writes_.push_back(new_event("w"));
    return writes_.back();
  }

  [[nodiscard]] Formula effect(const Branch& branch, TermId cell, TermId write) {
    const bool weak = write.valid();
    if (branch.kind == Branch::Kind::Keep) {
      if (!weak) return equation(builder_.next(cell), cell);
      return negated(builder_.access(Word::Wr, write, actor_, cell));
    }
    const TermId target = weak ? builder_.value_in(write, cell) : builder_.next(cell);
    const TermId any = branch.kind == Branch::Kind::Set ? TermId() : builder_.new_value(arena_.sort(cell));
    Formula value = any.valid() ? made(Formula::Kind::Exists, {any}, equation(target, any)) : equation(target, valued(branch.value));
    if (!weak) return value;
    return both({builder_.access(Word::Wr, write, actor_, cell), std::move(value)});
  }

  void add_update(const le::Update& update) {
    const bool weak = builder_.name(update.symbol).weak;
    const TermId cell = arena_.cell(update.symbol, update.target);
    const std::vector<TermId> bound = variable_terms(arena_, update.bound);
    const bool event_per_cell = weak && !bound.empty() && builder_.system().model.writes_apart();
    TermId write = weak && !event_per_cell ? write_event() : TermId();
    const std::size_t mark = builder_.mark();
    if (event_per_cell) write = builder_.new_event("w");
    std::vector<TermId> evaluated;
    for (const Branch& branch : update.branches) {
      evaluated.push_back(branch.condition);
      if (branch.kind == Branch::Kind::Set) evaluated.push_back(branch.value);
    }
    std::vector<Formula> parts;
    add_reads(evaluated, bound, &parts);
    TermId open = arena_.truth(true);  // no branch so far was taken
    const auto add_branch = [&](const Branch& branch) {
      const TermId condition = valued(arena_.conjunction(std::vector{open, branch.condition}));
      if (arena_.op(condition) == Op::False) return;
      Formula result = effect(branch, cell, write);
      parts.push_back(arena_.op(condition) == Op::True ? std::move(result) : implies(builder_.formula(condition), std::move(result)));
      open = arena_.conjunction(std::vector{open, arena_.negate(branch.condition)});
    };
    for (const Branch& branch : update.branches) add_branch(branch);
    add_branch({Branch::Kind::Keep, arena_.truth(true), {}});
    for (Formula& part : parts) {
      if (bound.empty()) add(std::move(part));
    }
    if (event_per_cell) {
      parts.push_back(placed(write));
      add(forall(bound, {}, made(Formula::Kind::Exists, {write}, both(std::move(parts)))));
    } else if (!bound.empty()) {
      add(forall(bound, {}, both(std::move(parts))));
    }
    if (!weak) add_frame(update);
    builder_.release(mark);
  }

  // The cells of the array that the assignment does not match keep their values.
  void add_frame(const le::Update& update) {
    const std::vector<TermId> bound = variable_terms(arena_, update.bound);
    const std::size_t mark = builder_.mark();
    std::vector<TermId> indices;
    std::vector<Formula> others;
    for (const TermId target : update.target) {
      indices.push_back(builder_.new_process("k"));
      if (std::ranges::find(bound, target) == bound.end()) others.push_back(different(indices.back(), target));
    }
    if (!others.empty()) {
      const TermId cell = arena_.cell(update.symbol, indices);
      add(forall(indices, {either(std::move(others))}, equation(builder_.next(cell), cell)));
    }
    builder_.release(mark);
  }

  void find_unchanged() {
    const auto& updates = builder_.system().updates[transition_.source];
    const std::size_t symbols = arena_.signature().symbols().size();
    for (std::uint32_t k = 0; k < symbols; ++k) {
      const Symbol& symbol = builder_.name(SymbolId(k));
      const bool assigned = std::ranges::any_of(updates, [&](const le::Update& update) { return update.symbol == SymbolId(k); });
      if (!symbol.weak && !symbol.constant && !symbol.derived() && !assigned) definition_.unchanged.emplace_back(k);
    }
  }

  // The write event of an atomic step is at its execution, any other one after it.
  [[nodiscard]] Formula placed(TermId write) const {
    return transition_.read_modify_write() ? apply(Word::At, {write, execution_}) : apply(Word::Ghb, {execution_, write});
  }

  void remark() {
    const std::string& actor = transition_.actor ? builder_.scope().variables[transition_.parameters[*transition_.actor]] : none_;
    definition_.remarks.push_back("acting process: " + actor + (transition_.actor && !source_.actor ? ", inferred" : "") + "; " + kind());
    // Of the text that the author wrote: an array over an enumeration is several symbols here.
    const ld::Program& written = builder_.system().program->as_written();
    const auto own = std::ranges::find(written.transitions, source_.range, &ld::Transition::range);
    if (own == written.transitions.end()) return;
    if (const auto found = ld::atomicity(written, *own))
      definition_.remarks.push_back(std::string(name(found->kind)) + (own->accepted_atomic ? ", accepted: " : ": ") + found->accesses);
  }

  [[nodiscard]] std::string kind() const {
    std::string word;
    switch (transition_.kind) {
      case FiringKind::Sync:
        word = transition_.read_modify_write() ? "atomic" : "sync";
        break;
      case FiringKind::Write:
        word = transition_.fence ? "fenced write" : "write";
        break;
      case FiringKind::Read:
        word = "read";
        break;
    }
    const bool can_be_late = builder_.system().model.delays_writes() && transition_.actor && !transition_.writes_weak && !transition_.fence;
    return "kind: " + word + (!can_be_late ? "" : transition_.late ? ", possibly late" : ", never late");
  }

  const ld::Transition& source_;
  const le::Transition& transition_;
  TermArena& arena_;
  Builder builder_;
  Definition definition_;
  TermId actor_, execution_;
  std::vector<TermId> writes_, read_;
  const std::string none_ = "nobody";
};

}  // namespace

std::vector<Definition> make_transitions(const le::System& system, TermArena& arena) {
  std::vector<Definition> all;
  for (const le::Transition& transition : system.transitions) all.push_back(TransitionBuilder(system, arena, transition).make());
  number_disjuncts(all);
  return all;
}

}  // namespace parapet::notation
