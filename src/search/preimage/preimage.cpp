#include "search/preimage/preimage.h"

#include <algorithm>
#include <functional>

#include "base/narrow.h"
#include "cube/normalize.h"
#include "smt/solver.h"

namespace parapet::search {

bool contradict(Context& context, TermId a, TermId b) {
  std::vector<TermId> both{a, b};
  return !context.normalizer.normalize(both, explaining);
}

std::string contradiction_text(Context& context, const std::vector<TermId>& literals, std::size_t from) {
  for (std::size_t b = from; b < literals.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (contradict(context, literals[a], literals[b]))
        return to_string(context.arena, literals[a]) + " contradicts " + to_string(context.arena, literals[b]);
    }
  }
  std::string text;
  for (const TermId literal : literals) text += (text.empty() ? "" : " && ") + to_string(context.arena, literal);
  return "no state satisfies " + text;
}

Preimage::Preimage(MemoryPart& memory) : memory_(memory), context_(memory.context), arena_(context_.arena), system_(context_.system) {
  for (const auto& updates : system_.updates) {
    std::uint64_t mask = 0;
    for (const le::Update& update : updates) {
      mask |= bit(update.symbol);
      // A count changes with the types of processes.
      if (std::find(system_.counts.arrays.begin(), system_.counts.arrays.end(), update.symbol) == system_.counts.arrays.end()) continue;
      for (const le::CountType& type : system_.counts.types) mask |= bit(type.symbol);
    }
    written_.push_back(mask);
  }
}

void Preimage::run(const Cube& cube, std::uint64_t node, const Emit& emit, const Admits& admits) {
  admits_ = &admits;
  cube_ = &cube;
  node_ = node;
  emit_ = &emit;
  context_.normalizer.forget();
  leaves_.clear();
  std::uint64_t symbols = 0;
  for (const TermId literal : cube.literals) each_leaf(arena_, literal, [&](TermId leaf) { leaves_.push_back(leaf); });
  std::sort(leaves_.begin(), leaves_.end());
  leaves_.erase(std::unique(leaves_.begin(), leaves_.end()), leaves_.end());
  settled_.clear();
  const auto add_settled = [&](TermId cell) {
    settled_.push_back({cell, bit(arena_.symbol(cell))});
    symbols |= settled_.back().symbol;
  };
  for (const TermId leaf : leaves_) {
    if (is_location(arena_, leaf)) add_settled(settle(arena_, leaf));
  }
  memory_.enter(cube);
  memory_.each_demand(cube.weak, add_settled);
  for (std::uint32_t t = 0; t < system_.transitions.size(); ++t) {
    if ((written_[system_.transitions[t].source] & symbols) == 0) continue;
    processes_.clear();
    choose_processes(t, cube.processes);
  }
  add_silent_steps();
}

void Preimage::choose_processes(std::uint32_t t, std::uint32_t variables) {
  context_.spend();
  if (!context_.fits(variables)) return;
  const le::Transition& transition = system_.transitions[t];
  if (processes_.size() == transition.parameters.size()) {
    fire(t, variables);
    return;
  }
  const auto choose = [&](TermId process, std::uint32_t count) {
    if (std::find(processes_.begin(), processes_.end(), process) != processes_.end()) return;
    processes_.push_back(process);
    choose_processes(t, count);
    processes_.pop_back();
  };
  for (std::uint32_t k = 0; k < cube_->processes; ++k) choose(arena_.process(k), variables);
  for (const std::uint32_t n : system_.constants) choose(arena_.process_const(n), variables);
  choose(arena_.process(variables), variables + 1);
}

void Preimage::fire(std::uint32_t t, std::uint32_t variables) {
  TransitionInstance& instance = context_.instances.find(t, processes_);
  if (!instance.possible) return;
  const std::uint64_t written = written_[system_.transitions[t].source];
  const bool relevant = std::any_of(settled_.begin(), settled_.end(), [&](const Settled& settled) {
    return (settled.symbol & written) != 0 && context_.instances.may_write(instance, settled.cell);
  });
  if (!relevant) return;
  const auto one_way = [&](const Choice& choice) {
    if (context_.fits(choice.variables)) apply({t, &instance, nullptr, &choice});
  };
  memory_.fire(cube_->weak, instance, variables, std::cref(one_way));  // a reference needs no memory of its own
}

void Preimage::add_silent_steps() {
  memory_.silent(*cube_, [&](const Silent& silent, const Choice& choice) {
    if (!context_.fits(choice.variables)) return;
    const std::vector<TermId>* const literals = after_closing(choice);
    if (literals == nullptr) {
      if (context_.states_decisions()) state_closed({0, nullptr, &silent, &choice});
      return;
    }
    conjunction_ = *literals;
    conjunction_.insert(conjunction_.end(), choice.conditions.begin(), choice.conditions.end());
    finish({0, nullptr, &silent, &choice}, conjunction_);
  });
}

const std::vector<TermId>* Preimage::after_closing(const Choice& choice) {
  if (std::all_of(leaves_.begin(), leaves_.end(), [&](TermId leaf) { return choice.after_closing(leaf) == leaf; })) return &cube_->literals;
  closed_.clear();
  for (const TermId literal : cube_->literals) {
    const TermId made = arena_.rewrite(literal, [&](TermId leaf) { return choice.after_closing(leaf); });
    if (made == arena_.truth(false)) return nullptr;
    if (made != arena_.truth(true)) closed_.push_back(made);
  }
  return &closed_;
}

void Preimage::apply(const Attempt& attempt) {
  const Choice& choice = *attempt.choice;
  universals_from_ = SIZE_MAX;
  const std::vector<TermId>* const closed = after_closing(choice);
  if (closed == nullptr) {
    if (context_.states_decisions()) state_closed(attempt);
    return;
  }
  const std::vector<TermId>& literals = *closed;
  std::vector<Rewritten>& cells = cells_;
  cells.clear();
  literal_written_.assign(literals.size(), 0);
  const std::uint64_t symbols = written_[system_.transitions[attempt.transition].source];
  for (std::size_t k = 0; k < literals.size(); ++k) {
    each_leaf(arena_, literals[k], [&](TermId leaf) {
      const TermId cell = is_location(arena_, leaf) ? choice.written_cell(leaf) : TermId();
      if (!cell.valid() || (bit(arena_.symbol(cell)) & symbols) == 0 || !context_.instances.may_write(*attempt.instance, cell)) return;
      literal_written_[k] = 1;
      if (std::any_of(cells.begin(), cells.end(), [&](const Rewritten& r) { return r.cell == cell; })) return;
      cells.push_back({cell, &choice.alternatives(context_.instances, *attempt.instance, cell)});
    });
  }
  if (cells.empty() && !choice.satisfies) return;
  Branches branches{attempt, literals, cells, literal_written_, std::nullopt, {}};
  const std::size_t ways = LiteralStack::ways(cells, [](const Rewritten& r) { return r.alternatives->size(); });
  if (ways == 0) return;
  if (ways == LiteralStack::many) {
    branches.stack.emplace(arena_, context_.normalizer);
    if (!branches.stack->push_all(attempt.instance->guard) || !branches.stack->push_all(choice.conditions)) {
      if (context_.states_decisions()) state_refused(branches, 0);
      if (discard_) discard_contradiction(attempt, attempt.instance->guard);
      return;
    }
    branches.decided.resize(cells.size());
    for (const TermId literal : literals) {
      if (const auto last = last_taken(choice, cells, literal)) branches.decided[*last].push_back(literal);
    }
  }
  choose_branches(branches, 0);
}

std::optional<std::size_t> Preimage::last_taken(const Choice& choice, const std::vector<Rewritten>& cells, TermId literal) const {
  std::optional<std::size_t> last;
  each_leaf(arena_, literal, [&](TermId leaf) {
    const TermId cell = is_location(arena_, leaf) ? choice.written_cell(leaf) : TermId();
    for (std::size_t k = 0; cell.valid() && k < cells.size(); ++k) {
      if (cells[k].cell == cell) last = std::max(last.value_or(0), k);
    }
  });
  return last;
}

void Preimage::choose_branches(Branches& branches, std::size_t k) {
  context_.spend();
  std::vector<Rewritten>& cells = branches.cells;
  if (k == cells.size()) {
    const bool all_kept =
        std::all_of(cells.begin(), cells.end(), [](const Rewritten& r) { return r.chosen->kind == le::Branch::Kind::Keep; });
    if (!all_kept || branches.attempt.choice->satisfies) substitute(branches);
    return;
  }
  for (const Alternative& alternative : *cells[k].alternatives) {
    cells[k].chosen = &alternative;
    const std::size_t size = branches.stack ? branches.stack->size() : 0;
    if (!branches.stack || conjoin_branch(branches, k)) {
      choose_branches(branches, k + 1);
    } else if (context_.states_decisions()) {
      state_refused(branches, k + 1);
    }
    if (branches.stack) branches.stack->shrink(size);
  }
}

bool Preimage::conjoin_branch(Branches& branches, std::size_t k) {
  if (!branches.stack->push_all(branches.cells[k].chosen->conditions)) return false;
  const auto is_havoc = [](const Rewritten& r) { return r.chosen->kind == le::Branch::Kind::Havoc; };
  if (std::any_of(branches.cells.begin(), branches.cells.begin() + static_cast<std::ptrdiff_t>(k + 1), is_havoc)) return true;
  return std::all_of(branches.decided[k].begin(), branches.decided[k].end(), [&](TermId literal) {
    return branches.stack->push(substituted(*branches.attempt.choice, branches.cells, k + 1, {}, literal));
  });
}

TermId Preimage::substituted(const Choice& choice, const std::vector<Rewritten>& cells, std::size_t count, const std::vector<TermId>& havoc,
                             TermId literal) {
  return arena_.rewrite(literal, [&](TermId leaf) {
    const TermId cell = is_location(arena_, leaf) ? choice.written_cell(leaf) : TermId();
    if (!cell.valid()) return leaf;
    for (std::size_t k = 0; k < count; ++k) {
      if (cells[k].cell != cell) continue;
      if (cells[k].chosen->kind == le::Branch::Kind::Keep) return leaf;
      return cells[k].chosen->kind == le::Branch::Kind::Set ? cells[k].chosen->value : havoc[k];
    }
    return leaf;
  });
}

void Preimage::substitute(const Branches& branches) {
  const Attempt& attempt = branches.attempt;
  const std::vector<Rewritten>& cells = branches.cells;
  havoc_.clear();
  values_.assign(cells.size(), TermId());
  for (std::size_t k = 0; k < cells.size(); ++k) {
    if (cells[k].chosen->kind != le::Branch::Kind::Havoc) continue;
    values_[k] = arena_.fresh(unused_fresh() + narrow<std::uint32_t>(k), arena_.sort(cells[k].cell));
    havoc_.push_back(values_[k]);
  }
  const le::Conjunction& conditions = attempt.choice->conditions;
  std::vector<TermId>& result = conjunction_;
  result = attempt.instance->guard;
  result.insert(result.end(), conditions.begin(), conditions.end());
  for (const Rewritten& r : cells) result.insert(result.end(), r.chosen->conditions.begin(), r.chosen->conditions.end());
  for (std::size_t k = 0; k < branches.literals.size(); ++k) {
    const TermId literal = branches.literals[k];
    if (branches.written[k] == 0) {
      result.push_back(literal);
      continue;
    }
    const TermId made = substituted(*attempt.choice, cells, cells.size(), values_, literal);
    if (made == arena_.truth(false)) {
      if (context_.states_decisions()) state_value(branches, literal);
      if (discard_) discard_value(branches, literal);
      return;
    }
    if (made != arena_.truth(true)) result.push_back(made);
  }
  eliminate_havoc(attempt, result, 0);
}

std::uint32_t Preimage::unused_fresh() const {
  std::uint32_t next = 0;
  for (const TermId leaf : leaves_) {
    if (arena_.op(leaf) == Op::Fresh) next = std::max(next, arena_.fresh_number(leaf) + 1);
  }
  return next;
}

void Preimage::eliminate_havoc(const Attempt& attempt, std::vector<TermId>& literals, std::size_t k) {
  if (k < havoc_.size()) {
    for (auto& part : eliminate(arena_, literals, havoc_[k])) eliminate_havoc(attempt, part, k + 1);
    return;
  }
  Universals universals{attempt, context_.instances.universals(*attempt.instance, attempt.choice->variables), literals, std::nullopt};
  universals_from_ = literals.size();
  const std::size_t ways = LiteralStack::ways(universals.all, [](const auto& disjuncts) { return disjuncts.size(); });
  if (ways == 0) {
    if (discard_) discard_(action_of(attempt), DiscardReason::UniversalGuard, "it is false for a process at hand");
    return;
  }
  if (ways == LiteralStack::many) {
    universals.stack.emplace(arena_, context_.normalizer);
    if (!universals.stack->push_all(universals.literals)) {
      if (context_.states_decisions()) state_refused(attempt, universals.literals);
      if (discard_) discard_contradiction(attempt, universals.literals);
      return;
    }
  }
  choose_disjuncts(universals, 0);
}

void Preimage::choose_disjuncts(Universals& universals, std::size_t k) {
  context_.spend();
  if (k == universals.all.size()) {
    finish(universals.attempt, universals.literals);
    return;
  }
  const std::size_t size = universals.literals.size();
  const std::size_t facts = universals.stack ? universals.stack->size() : 0;
  for (const le::Conjunction& conjunction : universals.all[k]) {
    universals.literals.insert(universals.literals.end(), conjunction.begin(), conjunction.end());
    if (!universals.stack || universals.stack->push_all(conjunction)) {
      choose_disjuncts(universals, k + 1);
    } else {
      if (context_.states_decisions()) state_refused(universals.attempt, universals.literals);
      if (discard_) discard_contradiction(universals.attempt, universals.literals);
    }
    if (universals.stack) universals.stack->shrink(facts);
    universals.literals.resize(size);
  }
}

Action Preimage::action_of(const Attempt& attempt) const {
  if (attempt.silent != nullptr) return *attempt.silent;
  return Fire{attempt.transition, processes_};
}

void Preimage::discard_value(const Branches& branches, TermId literal) const {
  std::string why;
  each_leaf(arena_, literal, [&](TermId leaf) {
    const TermId cell = is_location(arena_, leaf) ? branches.attempt.choice->written_cell(leaf) : TermId();
    for (const Rewritten& r : branches.cells) {
      if (!cell.valid() || r.cell != cell || r.chosen->kind != le::Branch::Kind::Set) continue;
      why += (why.empty() ? "" : ", ") + to_string(arena_, leaf) + (arena_.op(leaf) == Op::Read ? " would read " : " would be ") +
             to_string(arena_, r.chosen->value);
    }
  });
  discard_(action_of(branches.attempt), DiscardReason::Value, why + "; the cube needs " + to_string(arena_, literal));
}

void Preimage::discard_contradiction(const Attempt& attempt, const std::vector<TermId>& literals) {
  std::vector<TermId> without(literals.begin(), literals.begin() + narrow<std::ptrdiff_t>(std::min(universals_from_, literals.size())));
  const bool universal = without.size() < literals.size() && context_.normalizer.normalize(without, explaining);
  discard_(action_of(attempt), universal ? DiscardReason::UniversalGuard : DiscardReason::Literals,
           contradiction_text(context_, literals, universal ? universals_from_ : 1));
}

smt::Query Preimage::query_of(const Attempt& attempt) const {
  if (attempt.silent != nullptr) return {smt::Purpose::Feasible, node_, attempt.silent->name, &attempt.silent->processes};
  return {smt::Purpose::Feasible, node_, system_.name(system_.transitions[attempt.transition]), &processes_};
}

// Whatever LiteralStack refuses, the normalizer refuses by literal sets.
void Preimage::state_refused(const Attempt& attempt, std::vector<TermId> literals) {
  (void)context_.normalizer.normalize(literals, query_of(attempt));
}

void Preimage::state_refused(const Branches& branches, std::size_t count) {
  const Attempt& attempt = branches.attempt;
  std::vector<TermId> literals = attempt.instance->guard;
  literals.insert(literals.end(), attempt.choice->conditions.begin(), attempt.choice->conditions.end());
  for (std::size_t k = 0; k < count; ++k) {
    const Alternative& chosen = *branches.cells[k].chosen;
    literals.insert(literals.end(), chosen.conditions.begin(), chosen.conditions.end());
    if (chosen.kind == le::Branch::Kind::Havoc) break;
    for (const TermId literal : branches.decided[k]) literals.push_back(substituted(*attempt.choice, branches.cells, k + 1, {}, literal));
  }
  state_refused(attempt, std::move(literals));
}

// The formulas speak of the state after the step: a literal of the cube, and what the step makes of its cells and reads. A literal that is
// false for those values contradicts them, whatever the state before is.
void Preimage::state_value(const Branches& branches, TermId literal) {
  state_after(branches.attempt, literal, [&](TermId leaf) {
    const TermId cell = is_location(arena_, leaf) ? branches.attempt.choice->written_cell(leaf) : TermId();
    for (const Rewritten& r : branches.cells) {
      if (cell.valid() && r.cell == cell && r.chosen->kind == le::Branch::Kind::Set) return r.chosen->value;
    }
    return leaf;
  });
}

void Preimage::state_closed(const Attempt& attempt) {
  const auto closed = [&](TermId leaf) { return attempt.choice->after_closing(leaf); };
  const auto literal = std::find_if(cube_->literals.begin(), cube_->literals.end(),
                                    [&](TermId each) { return arena_.rewrite(each, closed) == arena_.truth(false); });
  state_after(attempt, *literal, closed);
}

void Preimage::state_after(const Attempt& attempt, TermId literal, const std::function<TermId(TermId)>& value) {
  std::vector<TermId> formulas{literal};
  smt::DecisionLog::Comments comments{{"the state after the step"}, {"of the node's cube"}};
  each_leaf(arena_, literal, [&](TermId leaf) {
    const TermId becomes = value(leaf);
    if (becomes == leaf) return;
    formulas.push_back(arena_.equal(leaf, becomes));
    comments.by_formula.emplace_back("what the step makes of it");
  });
  context_.state_contradiction(query_of(attempt), formulas, comments);
}

void Preimage::finish(const Attempt& attempt, const std::vector<TermId>& conjunction) {
  const Choice& choice = *attempt.choice;
  std::vector<TermId>& literals = finished_;
  literals = conjunction;
  if (!context_.normalizer.normalize(literals, query_of(attempt), choice.variables)) {
    if (discard_) discard_contradiction(attempt, conjunction);
    return;
  }
  const auto feasible = [&](std::vector<TermId>& read) { return context_.normalizer.normalize(read, query_of(attempt)); };
  choice.complete(literals, feasible, [&](const std::vector<TermId>& read, const Weak& after, const Record& record) {
    conclude(attempt, read, after, record);
  });
}

void Preimage::conclude(const Attempt& attempt, const std::vector<TermId>& literals, const Weak& after, const Record& record) {
  Step step;
  step.action = action_of(attempt);
  if (*admits_ && !(*admits_)(step.action, *attempt.choice, literals)) return;
  step.record = record;
  Cube before = compact(memory_, after, literals, attempt.choice->variables, step.rename, step.read_map);
  (*emit_)(std::move(before), std::move(step));
}

}  // namespace parapet::search
