// Whether the visited cubes cover a cube. Cheap tests come first.
//
//   one cube  a visited cube covers it literal by literal: signature, then matching (cover.h)
//   a union   several visited cubes cover it together. Every instance (s, m) of a visited cube F in G, under which the literals of F are
//             l1 .. ln, says that states with l1 && ... && ln are known already. So G is covered if
//               G && AND over instances of (not l1 || ... || not ln)
//             is unsatisfiable.
//
// Literals that G implies are left out of the clause; instances with a literal that G contradicts say nothing. Leaving instances out can
// only make the test fail, so those with more than a few literals left, which hardly ever matter, are not used.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "search/cover/cover.h"
#include "search/cover/own_index.h"
#include "search/cover/signature.h"
#include "search/loop/node.h"
#include "smt/decisions.h"

namespace parapet::search {

// The visited nodes, and what the cover test looks at first in one block of memory.
template <class Weak>
class Visited {
 public:
  void add(Node<Weak>* node) {
    node->visited_at = nodes_.size();
    nodes_.push_back(node);
    rows_.push_back({node->indexed.needs, node->indexed.has, node->indexed.refuses, node->cube.processes});
    OwnRow& own = own_.emplace_back();
    std::copy_n(node->indexed.own.begin(), std::min(node->indexed.own.size(), own.size()), own.begin());
    index_.add(node->indexed.own);
  }
  void remove(std::size_t index) {
    nodes_[index]->deleted = true;
    rows_[index].processes = CoverRow::deleted;
    toggled_.push_back(narrow<std::uint32_t>(index));
  }
  void restore(std::size_t index) {
    nodes_[index]->deleted = false;
    rows_[index].processes = nodes_[index]->cube.processes;
    toggled_.push_back(narrow<std::uint32_t>(index));
    ++restorations_;
  }
  // How often a node was restored so far; and those removed or restored since the last call.
  [[nodiscard]] std::uint64_t restorations() const { return restorations_; }
  [[nodiscard]] std::vector<std::uint32_t> take_toggled() { return std::exchange(toggled_, {}); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] Node<Weak>& operator[](std::size_t index) const { return *nodes_[index]; }

  // Adds the positions, ascending, from `begin` on of nodes that may cover g, or have an instance with at most `most` literals that g does
  // not imply.
  void find_covering(std::size_t begin, const Indexed<Weak>& g, unsigned most, OwnIndex::Scratch& scratch,
                     std::vector<std::uint32_t>& found) const {
    if (nodes_.size() - begin > few) {
      find_by_index(begin, g, most, scratch, found);
    } else {
      find_by_scan(begin, g, most, found);
    }
  }
  // The same, one by one.
  void find_by_scan(std::size_t begin, const Indexed<Weak>& g, unsigned most, std::vector<std::uint32_t>& found) const {
    const std::size_t old = found.size();
    find_covering_rows({rows_.data() + begin, nodes_.size() - begin}, narrow<std::uint32_t>(begin), {g.has, g.holds, g.processes}, most,
                       found);
    keep_with_own_values(own_, g.own, most, old, found);
  }
  // The same, in groups. May find fewer: the index knows that two variables have different images.
  void find_by_index(std::size_t begin, const Indexed<Weak>& g, unsigned most, OwnIndex::Scratch& scratch,
                     std::vector<std::uint32_t>& found) const {
    const auto old = static_cast<std::ptrdiff_t>(found.size());
    const CoverGoal goal{g.has, g.holds, g.processes};
    index_.each_group(g.own, most, scratch, [&](std::span<const std::uint32_t> group) {
      const auto from = group.front() >= begin ? group.begin() : std::lower_bound(group.begin(), group.end(), begin);
      keep_covering_rows(rows_, group.subspan(static_cast<std::size_t>(from - group.begin())), goal, most, found);
    });
    std::sort(found.begin() + old, found.end());
  }
  // The positions, ascending, from `begin` on of nodes that f may cover.
  void find_covered(std::size_t begin, const Indexed<Weak>& f, std::vector<std::uint32_t>& found) const {
    for (std::size_t k = begin; k < rows_.size(); ++k) {
      const CoverRow& row = rows_[k];
      const std::uint64_t missing = (f.needs.low & ~row.has.low) | (f.needs.high & ~row.has.high);
      if (missing == 0 && f.processes <= row.processes && row.processes != CoverRow::deleted) found.push_back(narrow<std::uint32_t>(k));
    }
  }

 private:
  static constexpr std::size_t few = 64;  // to scan them takes no longer than to begin with the index

  std::vector<Node<Weak>*> nodes_;
  std::vector<CoverRow> rows_;
  std::vector<OwnRow> own_;
  OwnIndex index_;
  std::vector<std::uint32_t> toggled_;
  std::uint64_t restorations_ = 0;
};

template <class Weak>
class Fixpoint {
 public:
  static constexpr std::size_t most_residual = 3;

  explicit Fixpoint(Context& context) : context_(context), test_(context) {}

  // The position of the node of visited[begin..] that covers g, if there is one. g may be an outline, and is completed if it must be.
  std::optional<std::uint32_t> covered_by_one(Indexed<Weak>& g, const Visited<Weak>& visited, std::size_t begin) {
    candidates_.clear();
    find_covering(begin, g, visited, 0);
    if (!candidates_.empty()) complete_index(context_, g);
    for (const std::uint32_t k : candidates_) {
      if (test_.covers(visited[k].indexed, g)) return k;
    }
    return std::nullopt;
  }

  // f covers g; both may be outlines.
  [[nodiscard]] bool covers(Indexed<Weak>& f, Indexed<Weak>& g) {
    if (f.processes > g.processes || (f.refuses & g.holds) != 0 || !f.needs.within(g.has, 0)) return false;
    complete_index(context_, f);
    complete_index(context_, g);
    return test_.covers(f, g);
  }

  // Those of visited[begin..].
  void add_instances(const Indexed<Weak>& g, const Visited<Weak>& visited, std::size_t begin, UnionInstances& all) {
    candidates_.clear();
    find_covering(begin, g, visited, narrow<unsigned>(most_residual));
    test_.prepare(g);
    for (const std::uint32_t k : candidates_) test_.add_instances(k, visited[k].indexed, g, most_residual, all);
  }

  // Whether one of them is of a cube that was deleted since.
  [[nodiscard]] static bool has_deleted(const Visited<Weak>& visited, const UnionInstances& all) {
    bool found = false;
    each(visited, all, [&](const Node<Weak>& f, const EncodedInstance&) { found = found || f.deleted; });
    return found;
  }

  [[nodiscard]] bool covered_by_union(const Indexed<Weak>& g, const Visited<Weak>& visited, const UnionInstances& all, std::uint64_t id) {
    collect(g, visited, all);
    if (context_.states_decisions()) return state_and_decide_union(g, id);
    drop_free_clauses(g);
    return !clauses_.empty() && contradictory(g, {smt::Purpose::Fixpoint, id, {}}) == smt::Answer::Unsat;
  }

  // After a success of `each_covered` or `covered_by_one`, for the record. (What a solver was asked is recorded already.)
  void record_cover(const Indexed<Weak>& g) {
    if (context_.asks_all) return;
    const auto question = test_.question();
    context_.decisions->record({{smt::Purpose::Cover, g.node, {}}, smt::Answer::Unsat, smt::by_literal_sets}, question.formulas,
                               question.comments);
  }

  // The positions of the visited cubes that the last union was made of.
  [[nodiscard]] const std::vector<std::uint32_t>& union_of() const { return union_of_; }

  // Calls covered(k) for the positions, ascending, from `begin` on of visited nodes that f covers.
  template <class Covered>
  void each_covered(const Indexed<Weak>& f, const Visited<Weak>& visited, std::size_t begin, Covered&& covered) {
    context_.spend(visited.size() - begin);
    candidates_.clear();
    visited.find_covered(begin, f, candidates_);
    for (const std::uint32_t k : candidates_) {
      if (test_.covers(f, visited[k].indexed)) covered(k);
    }
  }

 private:
  // A step of the index takes about an eighth of the time of a cover test's.
  void find_covering(std::size_t begin, const Indexed<Weak>& g, const Visited<Weak>& visited, unsigned most) {
    visited.find_covering(begin, g, most, scratch_, candidates_);
    context_.spend(std::exchange(scratch_.steps, 0) / 8);
  }

  // Whether g and the clauses are satisfiable together.
  [[nodiscard]] smt::Answer contradictory(const Indexed<Weak>& g, const smt::Query& query) {
    context_.solver.push();
    for (const TermId literal : g.cube->literals) context_.solver.add(literal);
    for (const TermId clause : clauses_) context_.solver.add(clause);
    collect_known(g);
    for (const TermId known : literals_) context_.solver.add(known);
    const smt::Answer answer = context_.solver.check(query);
    if (context_.decisions != nullptr) decided_by_ = {std::string(context_.solver.answered_by()), context_.solver.reason()};
    context_.solver.pop();
    return answer;
  }
  void collect_known(const Indexed<Weak>& g) {
    literals_.clear();
    for (const TermId literal : g.cube->literals) context_.normalizer.add_known(literal, literals_);
    for (const TermId clause : clauses_) context_.normalizer.add_known(clause, literals_);
    context_.normalizer.counting().add_facts(g.cube->literals, clauses_, g.processes, literals_);
  }

  // The question has all clauses, those too that are dropped before a solver is asked, and the order of events where the weak part has one.
  [[nodiscard]] bool state_and_decide_union(const Indexed<Weak>& g, std::uint64_t id) {
    collect_known(g);
    std::vector<TermId> formulas = g.cube->literals;
    smt::DecisionLog::Comments comments;
    comments.above = {"unsatisfiable: every state of the cube is one of the visited nodes named below"};
    comments.above.insert(comments.above.end(), order_.events.begin(), order_.events.end());
    comments.by_formula.assign(formulas.size(), "");
    comments.by_formula.insert(comments.by_formula.end(), order_.given.size(), "the order of events");
    for (const std::uint64_t node : clause_of_) comments.by_formula.push_back("not node " + std::to_string(node));
    comments.by_formula.insert(comments.by_formula.end(), literals_.size(), "always holds");
    for (const auto* part : {&order_.given, &stated_, &literals_}) formulas.insert(formulas.end(), part->begin(), part->end());
    smt::Decision decision{{smt::Purpose::Fixpoint, id, {}}, smt::Answer::Sat, smt::by_literal_sets};
    if (context_.asks_all) {
      return !clauses_.empty() && smt::ask_and_record(context_.solver, decision.query, formulas, comments) == smt::Answer::Unsat;
    }
    drop_free_clauses(g);
    if (!clauses_.empty()) {
      smt::Query part = decision.query;
      part.part = true;
      const auto start = std::chrono::steady_clock::now();
      decision.answer = contradictory(g, part);
      decision.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
      decision.asked = true;
      decision.by = decided_by_.first;
      if (decision.answer != smt::Answer::Sat && decision.answer != smt::Answer::Unsat) decision.reason = decided_by_.second;
    }
    context_.decisions->record(decision, formulas, comments);
    return decision.answer == smt::Answer::Unsat;
  }

  template <class Visit>
  static void each(const Visited<Weak>& visited, const UnionInstances& all, Visit&& visit) {
    for (std::span<const std::uint32_t> rest = all; !rest.empty();) {
      const Node<Weak>& f = visited[rest[0]];
      visit(f, take_instance(rest, f.cube.processes, f.cube.weak.items.size()));
    }
  }

  // The clauses, each once; those of cubes deleted meanwhile are not there.
  void collect(const Indexed<Weak>& g, const Visited<Weak>& visited, const UnionInstances& all) {
    clauses_.clear();
    clause_of_.clear();
    stated_.clear();
    order_ = {};
    seen_.clear();
    union_of_.clear();
    each(visited, all, [&](const Node<Weak>& f, const EncodedInstance& instance) {
      if (f.deleted) return;
      read_negated(f.indexed, g, instance);
      const TermId clause = literals_.size() == 1 ? literals_[0] : context_.arena.disjunction(literals_);
      if (!seen_.insert(clause.value).second) return;
      clauses_.push_back(clause);
      if (context_.states_decisions()) state_clause(f.id);
      const auto position = narrow<std::uint32_t>(f.visited_at);
      if (union_of_.empty() || union_of_.back() != position) union_of_.push_back(position);
    });
  }

  // Fills `literals_` with the literals of F that are left, renamed and negated. Few different ones come up again and again, so those that
  // two images of processes determine are remembered.
  void read_negated(const Indexed<Weak>& f, const Indexed<Weak>& g, const EncodedInstance& instance) {
    literals_.clear();
    const bool short_keys = !context_.states_decisions() && std::all_of(instance.left.begin(), instance.left.end(), [&](std::uint32_t k) {
      return !f.flats[k].slow && f.flats[k].count <= 2;
    });
    const auto key = [&](std::uint32_t k) {
      const Flat& flat = f.flats[k];
      std::uint64_t images = 0;
      for (std::size_t arg = 0; arg < flat.count; ++arg) {
        const ProcessCode code = flat.args[arg];
        images = images << 16 | ((code & constant_code) != 0 ? code : instance.processes[code]);
      }
      return std::uint64_t{flat.term.value} << 32 | images;
    };
    if (short_keys) {
      for (const std::uint32_t k : instance.left) {
        const auto known = negated_.find(key(k));
        if (known == negated_.end()) break;
        literals_.push_back(known->second);
      }
      if (literals_.size() == instance.left.size()) return;
      literals_.clear();
    }
    test_.read_instance(f, g, instance, literals_);
    for (TermId& literal : literals_) literal = context_.normalizer.negate(literal);
    if (!short_keys) return;
    for (std::size_t k = 0; k < literals_.size(); ++k) negated_.emplace(key(instance.left[k]), literals_[k]);
  }

  // The clause just collected, for the question: also that the order of events is not as the instance needs it.
  void state_clause(std::uint64_t node) {
    order_ = test_.order();
    for (const TermId needed : order_.needed) literals_.push_back(context_.arena.negate(needed));
    stated_.push_back(context_.arena.disjunction(literals_));
    clause_of_.push_back(node);
  }

  // A clause with a literal that can be made true without touching anything else says nothing: it goes, until none does. Such is a literal
  // with a cell that occurs in no other literal, of G or of a clause: its value is free, and every literal here is satisfiable on its own.
  // The value of a number with an interval is not free.
  void drop_free_clauses(const Indexed<Weak>& g) {
    if (clauses_.empty()) return;
    if (uses_.size() < context_.arena.size()) uses_.resize(context_.arena.size(), 0);
    const auto count = [&](TermId formula, int by) { each_leaf(context_.arena, formula, [&](TermId leaf) { uses_[leaf.index()] += by; }); };
    for (const TermId literal : g.cube->literals) count(literal, 1);
    for (const TermId clause : clauses_) count(clause, 1);
    const auto is_free = [&](TermId literal) {
      context_.spend();
      bool free = false;
      each_leaf(context_.arena, literal,
                [&](TermId leaf) { free = free || (uses_[leaf.index()] == 1 && !context_.normalizer.is_confined(leaf)); });
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
    for (const TermId literal : g.cube->literals) count(literal, -1);
    for (const TermId clause : clauses_) count(clause, -1);
  }

  Context& context_;
  CoverTest<Weak> test_;
  OwnIndex::Scratch scratch_;
  std::vector<std::uint32_t> candidates_;
  std::vector<std::uint32_t> union_of_;
  std::vector<TermId> clauses_, literals_;
  // Of the question as it is stated.
  std::vector<TermId> stated_;                      // the clauses
  std::vector<std::uint64_t> clause_of_;            // by clause: its node
  OrderQuestion order_;                             // of the last clause; `given` and `events` are those of all
  std::pair<std::string, std::string> decided_by_;  // the solver, and its reason, for the record
  std::unordered_set<std::uint32_t> seen_;
  std::vector<int> uses_;                              // by leaf; all 0 between two unions
  std::unordered_map<std::uint64_t, TermId> negated_;  // by literal and images of its processes
};

}  // namespace parapet::search
