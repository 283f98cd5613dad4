// The pre-image on the rows of NOTE(events), by a firing of t by p with execution x and a write w' for each weak location l that it writes (one
// for all of them where the memory model keeps write -> write). `+` is union.
//
//   1. Decide which of the weak and shared plain cells that t may write it does write: one alternative of each `case` (Firing::fix).
//   2. Place the writes, and decide which pending reads take them: see below.
//   3. The execution reaches
//        S(x) = A(p) + S(w') for each write + the writes of each l read + Gw(c) for each c read + Gr(c) + Gw(c) for each c written.
//   4. A new edge a -> b closes a cycle if a is in the row of b: this choice does not exist. Otherwise every row with a gets the row of b.
//   5. reach(x) = S(x) + x.  A(p), Gr(c) for each c read, Gw(c) for each c written, Gr(l) for each l that x reads from memory += S(x) + x.
//      B(p) += S(x) + x if x waits for earlier writes (`ordered`), += S(w') if w' does.
// An atomic firing has one event, and one row for all of it: S(w') is S(x) + x.
//
// Where the order of firings is co (firing.cpp):
//   2a. An item of p on a written cell takes the value, without an edge. A pending read r with an item of another process on a written cell
//       reads from w', edge w' -> r (SAT), or does not, edge r -> w' (NS); the same for all such items of r, since they were read at one
//       instant.
//   2b. S(w') = B(p) + L(l) + Gr(l) for each l written + reach(r) for r in SAT. Where the memory model keeps write -> execution, all later
//       events of p wait for its writes: A(p) stands for B(p). A read of NS in S(w') closes a cycle. (So with r, every read of step 2a that r
//       reaches is in SAT too.)
//   2c. L(l) += S(w'), for each l written.
//
// Where co is chosen (firing_chosen.cpp):
//   2a. For each l, with its chain w1 < .. < wm, a position j: after wj, before wj+1. Not after a write that p has seen, nor after a closed
//       one, nor just before a glued one. j = 0 if w' is in memory when x ends (fact 2).
//   2b. Each item (r,i) on l:
//         early         i = p: reads w', since it is the latest write of p before r; others: nothing
//         after wj+1    it is after w' too
//         older than wj it is older than w' too: impossible if i = p, whose reads are not older than its writes
//         between       one of
//           reads     the item takes the value; r -> s(w'), and w' -> r if i is not p. If r is the exchange of wj+1: no edge, wj+1 is glued
//           older     i is not p, and w' may be committed after x: r -> w'
//           after     w' -> r: the source is committed between w' and wj+1
//           early     m = 0, i is not p, i may have buffered a write of l when r executed (r is not in B(i)): becomes early, no edge
//   2c. S(w') = W(w') = s(w') + B(p) + Gr(l) + W(wj+1) + reach(r) for each edge w' -> r;  reach(s(w')) = s(w') + W(wj+1);  seen(w') = p + the
//       readers. Then the edges into w': r -> w', s(wj) -> w'.
//   2d. If nobody reads w', B(p) is empty, p has no item on l, and p has seen no write of the chain, none of which is closed, then the choice
//       that w' is the last write of l stands for all others: nothing is reached from it, so it adds no edge that matters, and every write can
//       be put before it.
//   3.  The writes of l read are W(w1) (fact 1). A read of l without fence, where p may have a buffered write of l after w1, may be early
//       instead, without W(w1).
//   5.  V(p) += all W(w'), then B(p) += V(p) if t has a wfence(). Then writes are closed.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "cube/literal_stack.h"
#include "memory/events/events.h"

namespace parapet::search {

[[nodiscard]] inline bool contains(std::span<const TermId> list, TermId term) {
  return std::find(list.begin(), list.end(), term) != list.end();
}

// One event for the execution and the writes of the firing.
[[nodiscard]] bool is_atomic(const Events& part, const TransitionInstance& instance);

// A set of rows, and what a firing adds to them.
class Rows {
 public:
  Rows(const Events& part, const TransitionInstance& instance, const Touched& touched)
      : part_(part), context_(part.context), arena_(context_.arena), instance_(instance), touched_(touched) {}

  // Of step 3, without the writes of p and of weak locations with chains.
  [[nodiscard]] ReadSet before_execution(const PendingOrder& order, const std::vector<TermId>& written) const;
  // Of step 2, for the locations written: B(p), L and Gr.
  [[nodiscard]] ReadSet before_write(const PendingOrder& order, std::span<const TermId> cells) const;
  // Step 5: `execution` is S(x) + x, `writes` what is reached from the writes.
  void note_execution(PendingOrder& after, const std::vector<TermId>& written, const ReadSet& execution, const ReadSet& writes) const;
  // Step 4: every row that has one of `from` gets `row`.
  static void grow(PendingOrder& order, const ReadSet& from, const ReadSet& row);

 private:
  [[nodiscard]] bool is_weak(TermId cell) const { return arena_.signature()[arena_.symbol(cell)].weak; }
  [[nodiscard]] const PendingOrder::CellRow* row_of(const PendingOrder& order, TermId cell) const {
    return order.find(arena_.symbol(cell), arena_.args(cell));
  }
  [[nodiscard]] PendingOrder::CellRow& cell_row(PendingOrder& after, TermId cell) const;
  // Cells of processes that are not at hand; those that are get rows of their own first.
  void write_beyond(PendingOrder& after, const ReadSet& execution, const ReadSet& writes) const;

  const Events& part_;
  Context& context_;
  TermArena& arena_;
  const TransitionInstance& instance_;
  const Touched& touched_;
};

// What a firing does to the pending reads, in one of the ways it may go.
class EventChoice : public Choice {
 public:
  std::map<TermId, std::vector<Alternative>> fixed;  // by cell of which it is decided what happens to it; their conditions are `conditions`

  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const override {
    const auto at = fixed.find(cell);
    return at == fixed.end() ? table.alternatives(of, cell) : at->second;
  }
  [[nodiscard]] TermId written_cell(TermId leaf) const override {
    if (arena->op(leaf) == Op::Cell) return leaf;
    return arena->op(leaf) == Op::Read && contains(record.taken, leaf) ? arena->location(leaf) : TermId();
  }
};

class Firing {
 public:
  Firing(const Events& part, const Weak& before, TransitionInstance& instance, const Touched& touched, EventChoice& choice,
         std::uint32_t variables, const MemoryPart::EmitChoice& emit);
  virtual ~Firing() = default;
  Firing(const Firing&) = delete;
  Firing& operator=(const Firing&) = delete;

  void run();

 protected:
  // What is written is decided: record.written.
  virtual void decide() = 0;
  // Nothing is pending, before or after.
  virtual void decide_alone() = 0;

  [[nodiscard]] bool is_weak(TermId cell) const { return arena_.signature()[arena_.symbol(cell)].weak; }
  [[nodiscard]] TermId actor() const { return instance_.actor; }

  const Events& part_;
  const PendingOrder& before_;
  const std::vector<std::vector<TermId>>& items_;
  Context& context_;
  TermArena& arena_;
  TransitionInstance& instance_;
  const Touched& touched_;
  const bool atomic_;
  const Rows rows_;
  const MemoryPart::EmitChoice& emit_;

 private:
  void fix(std::size_t k);

  EventChoice& choice_;  // of the derived class, which is made after this one
  const std::uint32_t variables_;
  std::optional<LiteralStack> stack_;  // of guard and conditions; nothing: there are few ways to choose
};

// Where co is chosen (firing_chosen.cpp).
void fire_choosing_co(const Events& part, const Weak& before, TransitionInstance& instance, const Touched& touched, std::uint32_t variables,
                      const MemoryPart::EmitChoice& emit);

}  // namespace parapet::search
