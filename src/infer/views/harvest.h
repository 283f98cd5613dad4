// Views of explored states: the tables of all shapes, filled from a small instance and, later, from states that follow a counterexample to
// induction.
//
// A state of n processes gives the views of all tuples of j distinct unnamed ones. A state with a snapshot gives an open view for each
// tuple that begins with its owner, and every state one in which the snapshot is memory as it is now: cover tests map snapshot reads to
// now (NOTE(weak-part), `embed`), so lemmas about a snapshot speak about those states too. A state with delayed writes gives an open view for
// each of them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_set>
#include <vector>

#include "infer/guess_instance.h"
#include "infer/views/view_machine.h"
#include "infer/views/view_table.h"

namespace parapet::search::views {

// The tables of views of at most k processes.
class Tables {
 public:
  Tables() = default;
  // `open`: which open views there are.
  Tables(const le::System& system, TermArena& arena, const NameFacts& names, std::uint32_t processes, bool nested, OpenKind open);

  [[nodiscard]] std::size_t size() const { return tables_.size(); }
  [[nodiscard]] ViewTable& operator[](std::size_t number) { return tables_[number]; }
  [[nodiscard]] const ViewTable& operator[](std::size_t number) const { return tables_[number]; }
  // The table of this shape; none: SIZE_MAX.
  [[nodiscard]] std::size_t find(Shape shape) const;

 private:
  std::deque<ViewTable> tables_;  // few processes first, closed views first
};

// A set of hashes of 64 bits. What is remembered by its hash alone may be forgotten when two hashes are equal: a view that is missing costs a
// lemma, which the loop drops when it meets that view.
class HashSet {
 public:
  // False: it was there.
  bool insert(std::uint64_t hash);

 private:
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(64, 0);  // 0: empty
  std::size_t size_ = 0;
};

// Breadth-first exploration whose states become views.
class Harvest {
 public:
  using Words = ViewMachine::Words;
  Harvest(ViewMachine& machine, TermArena& arena, Tables& tables, bool compress)
      : machine_(machine), arena_(arena), tables_(tables), compress_(compress) {}

  // The views of the first states of another exploration of the same machine: of those that it had found when it first knew so many. Gives
  // how many these are.
  std::size_t add_views_of(const Harvest& other, std::size_t states);
  // States to go on from.
  void begin(const std::vector<Words>& states);
  // After `begin`, with the initial states: another exploration has the same states in the same order, as far as it went. What it has
  // computed is neither computed nor stored again; attempts to fire count as if it were.
  void follow(const GuessInstance& explored);
  // Explores until `states` are known or all are. True: there are states left whose successors were not computed.
  bool explore(std::size_t states);

  [[nodiscard]] std::size_t states() const { return shared_ + states_.size(); }
  [[nodiscard]] bool added() const { return added_; }  // some view was new
  // How many values of terms were looked up for views so far; how many a state takes.
  [[nodiscard]] std::uint64_t values_found() const { return values_found_; }
  [[nodiscard]] std::uint64_t values_of_a_state();

 private:
  // A term of a view in one instance: a constant, or a place among the words of a state.
  struct GroundTerm {
    bool constant = false;
    Code value = 0;
    std::size_t memory = 0, read = 0;  // the latter 0: it is no open read
    SortKind kind = SortKind::Enum;
  };
  // A feature of a view in one instance, as numbers of its terms.
  struct GroundFeature {
    std::size_t a = 0, b = 0;
    std::size_t nested = 0;  // Nested: the number of its target
  };
  // Where a nested term leads: by process, the place of its cell.
  struct Target {
    std::size_t pointer = 0;  // number of a term
    std::vector<std::size_t> cells;
  };
  struct CodesHash {
    std::size_t operator()(const std::vector<Code>& codes) const;
  };
  // The views of one tuple of processes. A row is a function of the values of the view's terms, and many states have the same ones, so the
  // features are computed for values that were not met before.
  struct GroundView {
    std::size_t table = 0;
    std::vector<Process> tuple;
    Location delayed = 0;      // of a view with a delayed write: its location
    std::vector<Code> places;  // the values of Where but for the last one
    std::vector<GroundTerm> terms;
    std::vector<Target> targets;
    std::vector<GroundFeature> features;
    HashSet met;  // values of its terms and targets
  };
  void ground_views();
  [[nodiscard]] GroundView ground_view(std::size_t table, const std::vector<Process>& tuple);
  [[nodiscard]] GroundTerm ground(const std::vector<Process>& tuple, TermId term);
  [[nodiscard]] Process process_of(const std::vector<Process>& tuple, TermId process);
  // The state with this number. `scratch` may hold it.
  [[nodiscard]] const Words& state(std::size_t number, Words& scratch) const;
  void add(const Words& words);
  void copy_successors();
  void add_views(const Words& words);
  void find_codes(const GroundView& view, const Words& words, bool now);
  [[nodiscard]] std::uint8_t value(const GroundView& view, std::uint32_t number) const;

  ViewMachine& machine_;
  TermArena& arena_;
  Tables& tables_;
  bool compress_;
  bool added_ = false;
  std::vector<GroundView> views_;
  std::vector<Code> codes_;  // of the view that is being added
  std::unordered_set<Words, CodesHash> known_;
  std::size_t shared_ = 0;           // the first states are rows of `explored_`
  std::deque<const Words*> states_;  // the others, in known_
  std::size_t followed_ = 0;
  std::uint64_t values_found_ = 0;
  const GuessInstance* explored_ = nullptr;
  std::vector<std::size_t> known_before_;  // by followed state: how many were known when its successors were computed
};

}  // namespace parapet::search::views
