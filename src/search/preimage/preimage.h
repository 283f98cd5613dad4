// The pre-image of a cube: for every transition and every choice of its processes, the cubes from which one firing leads into it.
//
// A firing of t, with its parameters mapped to distinct processes (variables of the cube, constants of the model, new variables):
//   1. The weak part says what may happen to snapshot or pending reads (`fire`). Each choice says which leaves of the literals become
//      memory cells and which take a value that t writes.
//   2. Every leaf that takes the value that t writes to a cell is replaced by that value, split on the branches of a `case` (the first
//      match wins). Where a branch keeps the cell, its leaves stay. Where nothing is replaced, the pre-image lies inside the cube:
//      skipped.
//   3. Guard, branch conditions and universal guards are conjoined, the latter for every process of the cube, constant and parameter
//      that they range over. (An over-approximation: processes outside the cube are not asked. A trace is therefore replayed before
//      it is believed.)
//   4. Havoc values are eliminated, unsatisfiable conjunctions are dropped, what no literal needs is dropped, processes are renumbered.
// `number_procs N`: a firing that needs more than N processes, named constants included, is skipped. They are counted before step 4 forgets
// idle processes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "search/cube/context.h"
#include "search/cube/cube.h"
#include "search/cube/havoc.h"
#include "search/cube/literal_stack.h"
#include "search/preimage/firing.h"

namespace parapet::search {

template <class Weak>
class Preimage {
 public:
  using Emit = std::function<void(Cube<Weak>&&, Firing&&)>;
  // Whether a choice of this transition by these processes exists; asked last, when its literals are satisfiable.
  using Admits = std::function<bool(std::uint32_t, const std::vector<TermId>&, std::uint32_t, const typename Weak::Choice&)>;

  explicit Preimage(Context& context) : context_(context), arena_(context.arena), system_(context.system) {
    for (const auto& updates : system_.updates) {
      std::uint64_t mask = 0;
      for (const le::Update& update : updates) mask |= bit(update.symbol);
      written_.push_back(mask);
    }
  }

  // `node` (of the search tree) is for the query log.
  void run(const Cube<Weak>& cube, std::uint64_t node, const Emit& emit, const Admits& admits = {}) {
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
    for (const TermId leaf : leaves_) {
      if (arena_.op(leaf) != Op::Fresh) symbols |= bit(arena_.symbol(Weak::settle(arena_, leaf)));
    }
    for (std::uint32_t t = 0; t < system_.transitions.size(); ++t) {
      if ((written_[system_.transitions[t].source] & symbols) == 0) continue;
      processes_.clear();
      choose_processes(t, cube.processes);
    }
  }

 private:
  static std::uint64_t bit(SymbolId symbol) { return std::uint64_t{1} << (symbol.value & 63); }

  void choose_processes(std::uint32_t t, std::uint32_t variables) {
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

  void fire(std::uint32_t t, std::uint32_t variables) {
    TransitionInstance& instance = context_.instances.find(t, processes_);
    if (!instance.possible) return;
    const bool relevant = std::any_of(leaves_.begin(), leaves_.end(), [&](TermId leaf) {
      return arena_.op(leaf) != Op::Fresh && context_.instances.may_write(instance, Weak::settle(arena_, leaf));
    });
    if (!relevant) return;
    cube_->weak.fire(context_, instance, variables, [&](const typename Weak::Choice& choice) { apply(t, instance, variables, choice); });
  }

  struct Rewritten {
    TermId cell;
    const std::vector<Alternative>* alternatives;
    const Alternative* chosen = nullptr;
  };

  void apply(std::uint32_t t, TransitionInstance& instance, std::uint32_t variables, const typename Weak::Choice& choice) {
    std::vector<TermId> literals;
    for (const TermId literal : cube_->literals) {
      const TermId made = arena_.rewrite(literal, [&](TermId leaf) { return choice.leaf(leaf); });
      if (made == arena_.truth(false)) return;
      literals.push_back(made);
    }
    std::vector<Rewritten> cells;
    for (const TermId literal : literals) {
      each_leaf(arena_, literal, [&](TermId leaf) {
        const TermId cell = choice.takes(leaf);
        if (!cell.valid() || !context_.instances.may_write(instance, cell)) return;
        if (std::any_of(cells.begin(), cells.end(), [&](const Rewritten& r) { return r.cell == cell; })) return;
        cells.push_back({cell, &choice.alternatives(context_.instances, instance, cell)});
      });
    }
    if (cells.empty()) return;
    Branches branches{t, instance, variables, choice, literals, cells, std::nullopt, {}};
    const std::size_t ways = LiteralStack::ways(cells, [](const Rewritten& r) { return r.alternatives->size(); });
    if (ways == 0) return;
    if (ways == LiteralStack::many) {
      branches.stack.emplace(arena_, context_.normalizer);
      if (!branches.stack->push_all(instance.guard) || !branches.stack->push_all(choice.conditions)) return;
      branches.decided.resize(cells.size());
      for (const TermId literal : literals) {
        if (const auto last = last_taken(choice, cells, literal)) branches.decided[*last].push_back(literal);
      }
    }
    choose_branches(branches, 0);
  }

  // A firing whose branches of `case` are chosen cell by cell.
  struct Branches {
    std::uint32_t t;
    TransitionInstance& instance;
    std::uint32_t variables;
    const typename Weak::Choice& choice;
    const std::vector<TermId>& literals;
    std::vector<Rewritten>& cells;
    std::optional<LiteralStack> stack;           // nothing: there are few ways to choose
    std::vector<std::vector<TermId>> decided{};  // by cell: literals in which no later cell takes a new value
  };

  // The last of the cells whose new value the literal takes; nothing: it takes none.
  [[nodiscard]] std::optional<std::size_t> last_taken(const typename Weak::Choice& choice, const std::vector<Rewritten>& cells,
                                                      TermId literal) const {
    std::optional<std::size_t> last;
    each_leaf(arena_, literal, [&](TermId leaf) {
      const TermId cell = arena_.op(leaf) == Op::Fresh ? TermId() : choice.takes(leaf);
      for (std::size_t k = 0; cell.valid() && k < cells.size(); ++k) {
        if (cells[k].cell == cell) last = std::max(last.value_or(0), k);
      }
    });
    return last;
  }

  void choose_branches(Branches& branches, std::size_t k) {
    context_.spend();
    std::vector<Rewritten>& cells = branches.cells;
    if (k == cells.size()) {
      const bool all_kept =
          std::all_of(cells.begin(), cells.end(), [](const Rewritten& r) { return r.chosen->kind == le::Branch::Kind::Keep; });
      if (!all_kept) substitute(branches.t, branches.instance, branches.variables, branches.choice, branches.literals, cells);
      return;
    }
    for (const Alternative& alternative : *cells[k].alternatives) {
      cells[k].chosen = &alternative;
      const std::size_t size = branches.stack ? branches.stack->size() : 0;
      if (!branches.stack || conjoin_branch(branches, k)) choose_branches(branches, k + 1);
      if (branches.stack) branches.stack->shrink(size);
    }
  }

  // With the branch chosen for cell k: its conditions, and the literals that it decides. False: they contradict what was chosen before.
  bool conjoin_branch(Branches& branches, std::size_t k) {
    if (!branches.stack->push_all(branches.cells[k].chosen->conditions)) return false;
    const auto is_havoc = [](const Rewritten& r) { return r.chosen->kind == le::Branch::Kind::Havoc; };
    if (std::any_of(branches.cells.begin(), branches.cells.begin() + static_cast<std::ptrdiff_t>(k + 1), is_havoc)) return true;
    return std::all_of(branches.decided[k].begin(), branches.decided[k].end(), [&](TermId literal) {
      return branches.stack->push(substituted(branches.choice, branches.cells, k + 1, {}, literal));
    });
  }

  // The literal with the first `count` cells replaced by their new values; havoc[k]: that of cell k, where it is one.
  TermId substituted(const typename Weak::Choice& choice, const std::vector<Rewritten>& cells, std::size_t count,
                     const std::vector<TermId>& havoc, TermId literal) {
    return arena_.rewrite(literal, [&](TermId leaf) {
      const TermId cell = arena_.op(leaf) == Op::Fresh ? TermId() : choice.takes(leaf);
      if (!cell.valid()) return leaf;
      for (std::size_t k = 0; k < count; ++k) {
        if (cells[k].cell != cell) continue;
        if (cells[k].chosen->kind == le::Branch::Kind::Keep) return leaf;
        return cells[k].chosen->kind == le::Branch::Kind::Set ? cells[k].chosen->value : havoc[k];
      }
      return leaf;
    });
  }

  void substitute(std::uint32_t t, TransitionInstance& instance, std::uint32_t variables, const typename Weak::Choice& choice,
                  const std::vector<TermId>& literals, const std::vector<Rewritten>& cells) {
    std::vector<TermId> havoc;
    const std::uint32_t first_fresh = unused_fresh();
    std::vector<TermId> values(cells.size());
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (cells[k].chosen->kind != le::Branch::Kind::Havoc) continue;
      values[k] = arena_.fresh(first_fresh + narrow<std::uint32_t>(k), arena_.sort(cells[k].cell));
      havoc.push_back(values[k]);
    }
    std::vector<TermId> result = instance.guard;
    result.insert(result.end(), choice.conditions.begin(), choice.conditions.end());
    for (const Rewritten& r : cells) result.insert(result.end(), r.chosen->conditions.begin(), r.chosen->conditions.end());
    for (const TermId literal : literals) {
      const TermId made = substituted(choice, cells, cells.size(), values, literal);
      if (made == arena_.truth(false)) return;
      if (made != arena_.truth(true)) result.push_back(made);
    }
    eliminate_havoc(t, instance, variables, choice, std::move(result), havoc, 0);
  }

  [[nodiscard]] std::uint32_t unused_fresh() const {
    std::uint32_t next = 0;
    for (const TermId leaf : leaves_) {
      if (arena_.op(leaf) == Op::Fresh) next = std::max(next, narrow<std::uint32_t>(arena_.payload(leaf)) + 1);
    }
    return next;
  }

  void eliminate_havoc(std::uint32_t t, TransitionInstance& instance, std::uint32_t variables, const typename Weak::Choice& choice,
                       std::vector<TermId> literals, const std::vector<TermId>& havoc, std::size_t k) {
    if (k < havoc.size()) {
      for (auto& part : eliminate(arena_, literals, havoc[k]))
        eliminate_havoc(t, instance, variables, choice, std::move(part), havoc, k + 1);
      return;
    }
    Universals universals{t, choice, context_.instances.universals(instance, variables), variables, std::move(literals), std::nullopt};
    const std::size_t ways = LiteralStack::ways(universals.all, [](const auto& disjuncts) { return disjuncts.size(); });
    if (ways == 0) return;
    if (ways == LiteralStack::many) {
      universals.stack.emplace(arena_, context_.normalizer);
      if (!universals.stack->push_all(universals.literals)) return;
    }
    choose_disjuncts(universals, 0);
  }

  // A firing whose universal guards hold by one disjunct each, chosen one by one.
  struct Universals {
    std::uint32_t t;
    const typename Weak::Choice& choice;
    const std::vector<std::vector<le::Conjunction>>& all;
    std::uint32_t variables;
    std::vector<TermId> literals;
    std::optional<LiteralStack> stack;  // nothing: there are few ways to choose
  };

  void choose_disjuncts(Universals& universals, std::size_t k) {
    context_.spend();
    if (k == universals.all.size()) {
      finish(universals.t, universals.choice, universals.variables, universals.literals);
      return;
    }
    const std::size_t size = universals.literals.size();
    const std::size_t facts = universals.stack ? universals.stack->size() : 0;
    for (const le::Conjunction& conjunction : universals.all[k]) {
      universals.literals.insert(universals.literals.end(), conjunction.begin(), conjunction.end());
      if (!universals.stack || universals.stack->push_all(conjunction)) choose_disjuncts(universals, k + 1);
      if (universals.stack) universals.stack->shrink(facts);
      universals.literals.resize(size);
    }
  }

  void finish(std::uint32_t t, const typename Weak::Choice& choice, std::uint32_t variables, std::vector<TermId> literals) {
    const smt::Query query{smt::Purpose::Feasible, node_, system_.name(system_.transitions[t])};
    if (!context_.normalizer.normalize(literals, query)) return;
    if (*admits_ && !(*admits_)(t, processes_, variables, choice)) return;
    Firing firing;
    firing.transition = t;
    firing.processes = processes_;
    choice.record(firing);
    Cube<Weak> before = compact<Weak>(context_, choice.after, std::move(literals), variables, firing.rename, firing.node_map);
    (*emit_)(std::move(before), std::move(firing));
  }

  Context& context_;
  TermArena& arena_;
  const le::System& system_;
  std::vector<std::uint64_t> written_;  // by LD transition: a signature of the symbols it writes
  const Cube<Weak>* cube_ = nullptr;
  const Emit* emit_ = nullptr;
  const Admits* admits_ = nullptr;
  std::uint64_t node_ = 0;
  std::vector<TermId> leaves_, processes_;
};

}  // namespace parapet::search
