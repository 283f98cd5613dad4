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

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "search/cover/cover.h"
#include "search/cover/visited.h"
#include "smt/solver.h"

namespace parapet::search {

class Fixpoint {
 public:
  static constexpr std::size_t most_residual = 3;

  explicit Fixpoint(const MemoryPart& memory) : context_(memory.context), test_(memory) {}

  // The position of the node of visited[begin..] that covers g, if there is one. g may be an outline, and is completed if it must be.
  std::optional<std::uint32_t> covered_by_one(Indexed& g, const Visited& visited, std::size_t begin);

  // f covers g; both may be outlines.
  [[nodiscard]] bool covers(Indexed& f, Indexed& g);

  // Those of visited[begin..].
  void add_instances(const Indexed& g, const Visited& visited, std::size_t begin, UnionInstances& all);

  // Whether one of them is of a cube that was deleted since.
  [[nodiscard]] static bool has_deleted(const Visited& visited, const UnionInstances& all);

  [[nodiscard]] bool covered_by_union(const Indexed& g, const Visited& visited, const UnionInstances& all, std::uint64_t id);

  // After a success of `each_covered` or `covered_by_one`, for the record. (What a solver was asked is recorded already.)
  void record_cover(const Indexed& g);

  // The positions of the visited cubes that the last union was made of.
  [[nodiscard]] const std::vector<std::uint32_t>& union_of() const { return union_of_; }

  // Calls covered(k) for the positions, ascending, from `begin` on of visited nodes that f covers.
  template <class Covered>
  void each_covered(const Indexed& f, const Visited& visited, std::size_t begin, Covered&& covered) {
    context_.spend(visited.size() - begin);
    candidates_.clear();
    visited.find_covered(begin, f, candidates_);
    for (const std::uint32_t k : candidates_) {
      if (test_.covers(f, visited[k].indexed)) covered(k);
    }
  }

 private:
  // A step of the index takes about an eighth of the time of a cover test's.
  void find_covering(std::size_t begin, const Indexed& g, const Visited& visited, unsigned most);

  // Whether g and the clauses are satisfiable together.
  [[nodiscard]] smt::Answer contradictory(const Indexed& g, const smt::Query& query);
  void collect_known(const Indexed& g);

  // The question has all clauses, those too that are dropped before a solver is asked, and the order of events where the weak part has one.
  [[nodiscard]] bool state_and_decide_union(const Indexed& g, std::uint64_t id);

  template <class Visit>
  static void each(const Visited& visited, const UnionInstances& all, Visit&& visit);

  // The clauses, each once; those of cubes deleted meanwhile are not there.
  void collect(const Indexed& g, const Visited& visited, const UnionInstances& all);

  // Fills `literals_` with the literals of F that are left, renamed and negated. Few different ones come up again and again, so those that
  // two images of processes determine are remembered.
  void read_negated(const Indexed& f, const Indexed& g, const EncodedInstance& instance);

  // The clause just collected, for the question: also that the order of events is not as the instance needs it.
  void state_clause(std::uint64_t node);

  // A clause with a literal that can be made true without touching anything else says nothing: it goes, until none does. Such is a literal
  // with a cell that occurs in no other literal, of G or of a clause: its value is free, and every literal here is satisfiable on its own.
  // The value of a number with an interval is not free.
  void drop_free_clauses(const Indexed& g);

  Context& context_;
  CoverTest test_;
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
