// Whether a cube adds nothing to the visited ones.
//
// Tiers, cheap first: one visited cube covers it literal by literal (signature, then matching); several cover it together: every instance
// (s, m) of a visited cube F under which F's literals are l1 .. ln says that states with l1 && ... && ln are already known, so G is covered
// if
//   G && AND over instances of (not l1 || ... || not ln)
// is unsatisfiable. Literals that G implies are left out of the clause; instances with a literal that G contradicts say nothing. Leaving
// instances out can only make the test fail, so those with more than a few literals left, which hardly ever matter, are not used.
#pragma once

#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "search/cover.h"
#include "search/node.h"
#include "search/signature.h"
#include "search/workers.h"

namespace parapet::search {

// The visited nodes, and what the cover test looks at first in one block of memory.
template <class Weak>
class Visited {
 public:
  void add(Node<Weak>* node) {
    node->visited_at = nodes_.size();
    nodes_.push_back(node);
    rows_.push_back({node->indexed.needs, node->indexed.has, node->indexed.refuses, node->cube.processes});
  }
  void remove(std::size_t index) {
    nodes_[index]->deleted = true;
    rows_[index].processes = CoverRow::deleted;
  }
  void restore(std::size_t index) {
    nodes_[index]->deleted = false;
    rows_[index].processes = nodes_[index]->cube.processes;
  }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] Node<Weak>& operator[](std::size_t index) const { return *nodes_[index]; }

  // Nodes of [begin, end) that may cover g, or have an instance with at most `most` literals that g does not imply.
  void find_covering(std::size_t begin, std::size_t end, const Indexed<Weak>& g, unsigned most, std::vector<std::uint32_t>& found) const {
    find_covering_rows({rows_.data() + begin, end - begin}, static_cast<std::uint32_t>(begin), {g.has, g.holds, g.cube->processes}, most,
                       found);
  }
  [[nodiscard]] bool may_be_covered(std::size_t index, const Indexed<Weak>& f) const {
    const CoverRow& row = rows_[index];
    return row.processes != CoverRow::deleted && f.cube->processes <= row.processes && f.needs.within(row.has, 0);
  }

 private:
  std::vector<Node<Weak>*> nodes_;
  std::vector<CoverRow> rows_;
};

template <class Weak>
class Fixpoint {
 public:
  static constexpr std::size_t most_residual = 3;

  // worth_sharing: with fewer candidates one thread tests them alone.
  Fixpoint(Context& context, unsigned threads, std::size_t worth_sharing)
      : context_(context), matches_(threads), workers_(threads), worth_sharing_(worth_sharing) {
    for (unsigned k = 0; k < threads; ++k) tests_.emplace_back(context);
  }

  // The node of visited[from..] that covers g, if there is one; null: none.
  Node<Weak>* covered_by_one(const Indexed<Weak>& g, const Visited<Weak>& visited, std::size_t from) {
    candidates_.clear();
    visited.find_covering(from, visited.size(), g, 0, candidates_);
    for (const std::uint32_t k : candidates_) {
      if (tests_[0].covers(visited[k].indexed, g)) return &visited[k];
    }
    return nullptr;
  }

  [[nodiscard]] bool covered_by_union(const Indexed<Weak>& g, const Visited<Weak>& visited, std::uint64_t id) {
    collect(g, visited);
    drop_free_clauses(g);
    if (clauses_.empty()) return false;
    context_.solver.push();
    for (const TermId literal : g.cube->literals) context_.solver.add(literal);
    for (const TermId clause : clauses_) context_.solver.add(clause);
    const smt::Answer answer = context_.solver.check({smt::Purpose::Fixpoint, id, {}});
    context_.solver.pop();
    return answer == smt::Answer::Unsat;
  }

  // The roots of the cubes that the last union was made of.
  [[nodiscard]] const std::vector<Node<Weak>*>& union_roots() const { return roots_; }

  [[nodiscard]] bool covers(const Indexed<Weak>& f, const Indexed<Weak>& g) { return tests_[0].covers(f, g); }

 private:
  void collect(const Indexed<Weak>& g, const Visited<Weak>& visited) {
    clauses_.clear();
    seen_.clear();
    candidates_.clear();
    visited.find_covering(0, visited.size(), g, static_cast<unsigned>(most_residual), candidates_);
    // The search for matches is most of the work and shared by all threads: candidate k is thread k mod n's, so that what comes out, and in
    // which order, does not depend on how many there are.
    const bool share = candidates_.size() >= worth_sharing_;
    const std::size_t threads = share ? workers_.count() : 1;
    const std::function<void(unsigned)> find = [&](unsigned thread) {
      matches_[thread].data.clear();
      matches_[thread].next = 0;
      tests_[thread].prepare(g);
      for (std::size_t k = thread; k < candidates_.size(); k += threads) {
        const Indexed<Weak>& f = visited[candidates_[k]].indexed;
        if (CoverTest<Weak>::matchable(f)) tests_[thread].find_matches(f, g, most_residual, matches_[thread]);
      }
    };
    if (share) {
      workers_.run(find);
    } else {
      find(0);
    }
    const auto add = [&](std::span<const TermId> residual) { add_clause(residual); };
    roots_.clear();
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      const std::size_t before = clauses_.size();
      const Indexed<Weak>& f = visited[candidates_[k]].indexed;
      if (CoverTest<Weak>::matchable(f)) {
        tests_[0].read_matches(f, matches_[k % threads], add);
      } else {
        tests_[0].instances(f, g, most_residual, add);
      }
      Node<Weak>* root = visited[candidates_[k]].root;
      if (clauses_.size() != before && root != nullptr && std::find(roots_.begin(), roots_.end(), root) == roots_.end())
        roots_.push_back(root);
    }
  }

  void add_clause(std::span<const TermId> residual) {
    negated_.clear();
    for (const TermId literal : residual) negated_.push_back(context_.normalizer.negate(literal));
    const TermId clause = context_.arena.disjunction(negated_);
    if (seen_.insert(clause.value).second) clauses_.push_back(clause);
  }

  // A clause with a literal that can be made true without touching anything else says nothing: it goes, until none does. Such is a literal
  // with a cell that occurs in no other literal, of G or of a clause: its value is free, and every literal here is satisfiable on its own.
  void drop_free_clauses(const Indexed<Weak>& g) {
    uses_.clear();
    const auto count = [&](TermId formula, int by) { each_leaf(context_.arena, formula, [&](TermId leaf) { uses_[leaf.value] += by; }); };
    for (const TermId literal : g.cube->literals) count(literal, 1);
    for (const TermId clause : clauses_) count(clause, 1);
    const auto is_free = [&](TermId literal) {
      bool free = false;
      each_leaf(context_.arena, literal, [&](TermId leaf) { free = free || uses_[leaf.value] == 1; });
      return free;
    };
    for (bool changed = true; changed;) {
      changed = std::erase_if(clauses_, [&](TermId clause) {
                  const bool single = context_.arena.op(clause) != Op::Or;
                  const auto literals = single ? std::span<const TermId>(&clause, 1) : context_.arena.args(clause);
                  if (!std::any_of(literals.begin(), literals.end(), is_free)) return false;
                  count(clause, -1);
                  return true;
                }) != 0;
    }
  }

  Context& context_;
  std::vector<CoverTest<Weak>> tests_;  // by thread
  std::vector<typename CoverTest<Weak>::Matches> matches_;
  Workers workers_;
  std::size_t worth_sharing_;
  std::vector<std::uint32_t> candidates_;
  std::vector<Node<Weak>*> roots_;
  std::vector<TermId> clauses_, negated_;
  std::unordered_set<std::uint32_t> seen_;
  std::unordered_map<std::uint32_t, int> uses_;
};

}  // namespace parapet::search
