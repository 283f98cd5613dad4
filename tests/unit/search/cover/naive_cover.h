// The cover test by its definition: every injection of processes, every map of nodes, implication by the solver.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "unit/search/cubes.h"

namespace parapet::test {

class NaiveCover {
 public:
  explicit NaiveCover(Workshop& workshop) : workshop_(workshop), arena_(workshop.arena) {}

  // F's literals under every injection and node map that the definition allows.
  [[nodiscard]] std::vector<std::vector<TermId>> instances(const Cube& f, const Cube& g) {
    f_ = &f;
    g_ = &g;
    found_.clear();
    image_.clear();
    each_injection();
    return found_;
  }

  [[nodiscard]] bool covers(const Cube& f, const Cube& g) {
    const auto all = instances(f, g);
    return std::any_of(all.begin(), all.end(), [&](const auto& literals) {
      return std::all_of(literals.begin(), literals.end(), [&](TermId literal) { return implied(g, {literal}); });
    });
  }

  // By all of them together.
  template <class Cubes>
  [[nodiscard]] bool covered(const Cube& g, const Cubes& visited) {
    std::vector<std::vector<TermId>> all;
    for (const Cube* f : visited) {
      auto more = instances(*f, g);
      all.insert(all.end(), more.begin(), more.end());
    }
    smt::Solver& solver = *workshop_.solver;
    solver.push();
    for (const TermId literal : g.literals) add(literal);
    for (const auto& literals : all) {
      std::vector<TermId> negated;
      for (const TermId literal : literals) {
        bound(literal);
        negated.push_back(arena_.negate(literal));
      }
      solver.add(arena_.disjunction(negated));
    }
    const bool unsat = solver.check({}) == smt::Answer::Unsat;
    solver.pop();
    return unsat;
  }

 private:
  static constexpr std::uint32_t now = search::made_now;

  // Enumerated terms hold only what narrowing allows them.
  void bound(TermId literal) {
    search::each_leaf(arena_, literal, [&](TermId leaf) {
      const TermId cell = search::settle(arena_, leaf);
      if (arena_.op(cell) != Op::Cell || arena_.signature()[arena_.sort(cell)].kind != SortKind::Enum) return;
      const std::uint64_t set = workshop_.system.narrowed[arena_.symbol(cell).index()] & arena_.full_set(arena_.sort(cell));
      workshop_.solver->add(arena_.member(leaf, set));
    });
  }
  void add(TermId literal) {
    bound(literal);
    workshop_.solver->add(literal);
  }

  [[nodiscard]] bool implied(const Cube& g, const std::vector<TermId>& literals) {
    smt::Solver& solver = *workshop_.solver;
    solver.push();
    for (const TermId literal : g.literals) add(literal);
    std::vector<TermId> negated;
    for (const TermId literal : literals) {
      bound(literal);
      negated.push_back(arena_.negate(literal));
    }
    solver.add(arena_.disjunction(negated));
    const bool unsat = solver.check({}) == smt::Answer::Unsat;
    solver.pop();
    return unsat;
  }

  void each_injection() {
    if (image_.size() == f_->processes) {
      nodes_.clear();
      each_read_map();
      return;
    }
    for (std::uint32_t to = 0; to < g_->processes; ++to) {
      if (std::find(image_.begin(), image_.end(), to) != image_.end()) continue;
      image_.push_back(to);
      each_injection();
      image_.pop_back();
    }
  }

  void each_read_map() {
    if (nodes_.size() == f_->weak.open.items.size()) {
      if (allowed()) {
        std::vector<TermId> literals;
        for (const TermId literal : f_->literals) literals.push_back(renamed(literal));
        found_.push_back(std::move(literals));
      }
      return;
    }
    for (std::uint32_t to = 0; to <= g_->weak.open.items.size(); ++to) {
      nodes_.push_back(to == g_->weak.open.items.size() ? now : to);
      each_read_map();
      nodes_.pop_back();
    }
  }

  [[nodiscard]] TermId renamed(TermId term) {
    return arena_.rewrite(term, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::ProcessVar) return arena_.process(image_[arena_.process_number(leaf)]);
      if (arena_.op(leaf) != Op::Read) return leaf;
      const std::uint32_t to = nodes_[arena_.read_number(leaf)];
      return to == now ? arena_.location(leaf) : arena_.read(to, arena_.reader(leaf), arena_.location(leaf));
    });
  }

  [[nodiscard]] bool allowed() {
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node] == now) continue;
      const auto& there = g_->weak.open.items[nodes_[node]];
      for (const TermId item : f_->weak.open.items[node]) {
        if (std::find(there.begin(), there.end(), renamed(item)) == there.end()) return false;
      }
    }
    return allowed_for_everybody() &&
           std::all_of(f_->weak.open.lists.begin(), f_->weak.open.lists.end(), [&](const auto& list) { return allowed(list); });
  }

  // A final read that mentions everybody is last in the list of every process, in the cube or not. So must its image be.
  [[nodiscard]] bool allowed_for_everybody() const {
    const OpenReads &f = f_->weak.open, &g = g_->weak.open;
    if (!f.mentions_all || f.last == OpenReads::none || nodes_[f.last] == now) return true;
    return g.mentions_all && nodes_[f.last] == g.last;
  }

  [[nodiscard]] bool allowed(const OpenReads::List& list) {
    const OpenReads::List* target = nullptr;
    for (const auto& other : g_->weak.open.lists) {
      if (other.process == renamed(list.process)) target = &other;
    }
    // Places in the target list; now comes after all of them.
    std::vector<std::size_t> places;
    for (const std::uint32_t node : list.reads) {
      if (nodes_[node] == now) {
        places.push_back(SIZE_MAX);
        continue;
      }
      if (target == nullptr || (list.clean && !target->clean)) return false;
      const auto at = std::find(target->reads.begin(), target->reads.end(), nodes_[node]);
      if (at == target->reads.end()) return false;
      places.push_back(static_cast<std::size_t>(at - target->reads.begin()));
    }
    return std::is_sorted(places.begin(), places.end());
  }

  Workshop& workshop_;
  TermArena& arena_;
  const Cube* f_ = nullptr;
  const Cube* g_ = nullptr;
  std::vector<std::uint32_t> image_, nodes_;
  std::vector<std::vector<TermId>> found_;
};

}  // namespace parapet::test
