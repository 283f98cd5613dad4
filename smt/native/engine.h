// The native decision procedure: unit propagation and case splits over clauses whose literals the theories evaluate. See engine.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "logic/signature.h"
#include "smt/native/item.h"
#include "smt/native/linear.h"
#include "smt/solver.h"

namespace parapet::smt::native {

class Engine {
 public:
  explicit Engine(const TermArena& arena);

  void push();
  void pop();
  void add(TermId formula);
  // Sat, Unsat or NotMine.
  [[nodiscard]] Answer check();
  // After Sat.
  [[nodiscard]] Value value(TermId term);
  [[nodiscard]] const std::vector<TermId>& formulas() const { return formulas_; }
  // After NotMine: why.
  [[nodiscard]] std::string_view why_not() const { return why_not_; }

 private:
  struct Mark {
    EqualityTheory::Mark equality;
    std::array<std::uint32_t, line_count> edges;
    std::uint32_t flagged, satisfied, slots, not_same, weak;
    bool foreign;
  };
  struct Level {
    Mark mark;
    std::uint32_t formulas;
    bool inconsistent;
  };
  struct Slot {                  // a clause
    std::uint32_t begin, count;  // the children of its item
    std::uint32_t watch[2];      // two alternatives that were open when the clause was last evaluated
    std::uint32_t weight = 0;    // conflicts it caused
    bool satisfied = false;
    std::uint64_t version = 0;  // version_ when the clause was last evaluated
  };
  struct Decision {
    Mark mark;
    ItemId item;
  };
  struct WeakPair {  // first <= second, as nodes of the line of processes
    std::uint32_t first, second;
  };

  [[nodiscard]] Mark mark() const;
  void undo(const Mark& mark);
  void leave_search();

  // Each returns false on a conflict.
  bool assume(ItemId id, bool positive);
  bool assume_all(const Item& item);
  bool assume_equal(const Item& item);
  bool assume_bound(Line line, std::uint32_t from, std::uint32_t to, std::int64_t weight);
  bool propagate();
  bool visit(std::uint32_t at);
  bool force_equalities();

  void flag(ItemId id, Truth truth);
  void satisfy(std::uint32_t slot);
  void add_clause(const Item& item);
  [[nodiscard]] Truth evaluate(ItemId id);
  [[nodiscard]] Truth evaluate_bound(Line line, std::uint32_t from, std::uint32_t to, std::int64_t weight);
  [[nodiscard]] Truth evaluate_same(const Item& item);
  [[nodiscard]] Truth evaluate_and(const Item& item);
  [[nodiscard]] ItemId child(const Slot& slot, std::uint32_t position) const;

  enum class Leaf : std::uint8_t { Model, Split, Again, Conflict };
  [[nodiscard]] Answer search();
  [[nodiscard]] std::optional<ItemId> choose(bool any);
  [[nodiscard]] Leaf complete(ItemId& split);
  [[nodiscard]] Leaf separate_numbers(ItemId& split);
  [[nodiscard]] bool decide(ItemId item);
  void leave_decisions(std::size_t count);
  [[nodiscard]] bool backtrack();
  void give_up(std::string_view why);

  // arithmetic.cpp
  [[nodiscard]] Truth solve_numbers();
  [[nodiscard]] Truth solve_line(Line line);
  [[nodiscard]] std::vector<std::uint32_t> linear_nodes(Line line) const;
  void add_definitions(Line line, const std::vector<std::uint32_t>& nodes);
  void add_bounds(Line line);
  [[nodiscard]] LinearSystem::Row difference_row(Line line, std::uint32_t from, std::uint32_t to, std::int64_t weight) const;
  [[nodiscard]] bool same_value(const Item& item) const;
  [[nodiscard]] Rational node_value(Line line, std::uint32_t node) const;

  void place_processes();
  [[nodiscard]] std::int64_t place(TermId term);
  [[nodiscard]] Rational number(TermId term);

  const TermArena& arena_;
  Theories theories_;
  Items items_;

  std::vector<TermId> formulas_;  // formulas added and not popped
  std::vector<Level> levels_;
  bool inconsistent_ = false;

  std::vector<Truth> flags_;  // by item: the truth value that was assumed
  std::vector<ItemId> flagged_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> satisfied_;
  std::vector<ItemId> not_same_;
  std::vector<WeakPair> weak_;
  bool foreign_ = false;       // an assumed atom is outside the fragment
  std::uint64_t version_ = 1;  // incremented whenever the state changes

  std::vector<Decision> decisions_;
  Mark search_mark_{};
  bool searching_ = false;  // the state still has the assumptions of the last check
  bool gave_up_ = false;
  std::string_view why_not_;

  LinearSystem linear_;
  // By line and node: the variable of linear_ plus one, 0 if the difference graph alone decides the node's value.
  std::array<std::vector<std::uint32_t>, line_count> linear_variable_;
  std::array<std::vector<Rational>, line_count> linear_values_;  // by variable of linear_
  std::uint32_t linear_conflicts_ = 0;

  std::vector<std::uint32_t> place_of_;  // root variable -> place + 1
  std::vector<std::uint32_t> placed_;
  bool places_known_ = false;
};

// The engine as a Solver, with unsat cores.
class NativeSolver final : public Solver {
 public:
  explicit NativeSolver(const TermArena& arena) : arena_(arena), engine_(arena) {}

  [[nodiscard]] std::string_view name() const override { return "native"; }
  [[nodiscard]] std::string reason() const override { return std::string(engine_.why_not()); }
  [[nodiscard]] const std::vector<TermId>& formulas() const { return engine_.formulas(); }

 private:
  void do_push() override { engine_.push(); }
  void do_pop() override { engine_.pop(); }
  void do_add(TermId formula) override { engine_.add(formula); }
  Answer do_check(const Query& /*query*/) override { return engine_.check(); }
  Value do_value(TermId term) override { return engine_.value(term); }
  std::vector<TermId> do_core() override;

  const TermArena& arena_;
  Engine engine_;
  std::unique_ptr<Engine> second_;  // checks subsets of the formulas while a core is computed
};

}  // namespace parapet::smt::native
