// The pre-image on the order summary (NOTE(order-summary)), by a firing of t by p with events x (its execution; also a pending read, if it
// reads weak locations) and w (its write, if it writes some); x = w if the firing is atomic. `+` is union.
//   1. Decide which of the weak and shared plain cells that t may write it does write (one alternative of each `case`).
//   2. An item of p on a written cell takes the value, without an edge. A pending read r with an item of another process on a written
//      cell reads from w, edge w -> r (SAT), or does not, edge r -> w (NS); the same for all such items of r, since they were read at
//      one instant.
//   3. What the new events reach:
//        S(w) = B(p) + L(l) + Gr(l) for each l written + reach(r) for r in SAT
//        S(x) = A(p) + L(l) for each l read + Gw(c) for each c read + Gr(c) + Gw(c) for each c written + S(w)
//      An atomic firing has one event: S(w) is S(x).
//   4. A read of NS in S(w) closes a cycle: this choice does not exist. (So with r, every read of step 2 that r reaches is in SAT too.)
//   5. add = S(w), with x itself if the firing is atomic. Every row with a read of NS gets add.
//   6. reach(x)        = S(x) + x
//      A(p)           += S(x) + x
//      B(p)           += add if t writes weak locations; S(x) + x if it has a fence or is atomic
//      L(l)           += add, for each l written
//      Gr(c), Gw(c)   += S(x) + x, for each c read, written; Gr(l) += S(x) + x, for each weak l that x reads from memory
// Where the memory model keeps write -> execution, all later events of p wait for its writes: A(p) stands for B(p) in S(w).
#include <algorithm>

#include "base/contract.h"
#include "base/narrow.h"
#include "memory/events/case_outcomes.h"
#include "memory/events/ghb.h"

namespace parapet::search {
namespace {

// What a firing does to the pending reads, in one of the ways it may go. Its own read is the last one of `after`.
class GhbChoice final : public EventChoice {
 public:
  [[nodiscard]] TermId written_cell(TermId leaf) const override {
    if (arena->op(leaf) == Op::Cell) return leaf;
    if (arena->op(leaf) != Op::Read) return {};
    const TermId location = arena->location(leaf);
    if (arena->reader(leaf) != actor() && !record.closed[arena->read_number(leaf)]) return {};
    return std::find(record.written.begin(), record.written.end(), location) != record.written.end() ? location : TermId();
  }
};

class GhbFiring {
 public:
  // `keep_cyclic`: choices that close a cycle are given out too, marked.
  GhbFiring(const Weak& before, Context& context, TransitionInstance& instance, const Touched& touched, bool keep_cyclic,
            std::uint32_t variables, const MemoryPart::EmitChoice& emit)
      : before_(before.order),
        items_(before.open.items),
        keep_cyclic_(keep_cyclic),
        context_(context),
        arena_(context_.arena),
        instance_(instance),
        t_(*instance.transition),
        model_(context_.system.model),
        touched_(touched),
        own_read_(narrow<std::uint32_t>(items_.size())),
        emit_(emit) {
    using enum le::EventKind;
    PARAPET_CHECK(model_.keeps(Execution, Execution) && model_.keeps(Execution, Write) && model_.keeps(Write, Write),
                  "firing order follows program order");
    atomic_ = t_.read_modify_write() || (t_.writes_weak && model_.keeps(Write, Execution));
    choice_.arena = &arena_;
    choice_.instance = &instance;
    choice_.variables = variables;
  }

  void run() {
    choice_.record.closed.assign(items_.size(), false);
    choice_.record.passed.assign(items_.size(), false);
    choice_.record.written_beyond = touched_.writes_beyond;
    // Without pending reads, before and after, no event reaches any: what a `case` writes need not be known, and is taken as written.
    if (items_.empty() && touched_.pending_reads.empty()) {
      choice_.record.written = touched_.writes;
      choice_.after.order.reach.emplace_back();
      emit_(choice_);
      return;
    }
    choice_.after.open.items = items_;
    const auto decide = [&] { this->decide(); };
    CaseOutcomes(context_, instance_, touched_, choice_, decide).run();
  }

 private:
  [[nodiscard]] bool is_weak(TermId cell) const { return arena_.signature()[arena_.symbol(cell)].weak; }

  [[nodiscard]] bool writes(TermId cell) const {
    return std::find(choice_.record.written.begin(), choice_.record.written.end(), cell) != choice_.record.written.end();
  }

  // Steps 2 to 4.
  void decide() {
    candidates_.clear();
    for (std::uint32_t read = 0; read < items_.size(); ++read) {
      const auto& items = items_[read];
      if (std::any_of(items.begin(), items.end(),
                      [&](TermId item) { return arena_.reader(item) != instance_.actor && writes(arena_.location(item)); }))
        candidates_.push_back(read);
    }
    ReadSet write = written_base();
    if (atomic_) write |= execution_base();
    split(0, write);
  }

  [[nodiscard]] ReadSet written_base() const {
    ReadSet set;
    if (!t_.writes_weak) return set;
    if (const PendingOrder::ProcessRow* row = own_row()) {
      set |= model_.keeps(le::EventKind::Write, le::EventKind::Execution) ? row->any : row->waits;
    }
    for (const TermId cell : choice_.record.written) {
      if (!is_weak(cell)) continue;
      if (const PendingOrder::CellRow* row = row_of(cell)) {
        set |= row->written;
        set |= row->read;
      }
    }
    return set;
  }

  [[nodiscard]] ReadSet execution_base() const {
    ReadSet set;
    if (const PendingOrder::ProcessRow* row = own_row()) set |= row->any;
    for (const auto* list : {&touched_.pending_reads, &touched_.memory_reads, &touched_.shared_reads}) {
      for (const TermId cell : *list) {
        if (const PendingOrder::CellRow* row = row_of(cell)) set |= row->written;
      }
    }
    for (const TermId cell : choice_.record.written) {
      if (is_weak(cell)) continue;
      if (const PendingOrder::CellRow* row = row_of(cell)) {
        set |= row->written;
        set |= row->read;
      }
    }
    return set;
  }

  [[nodiscard]] const PendingOrder::ProcessRow* own_row() const {
    return instance_.actor.valid() ? before_.find(instance_.actor) : nullptr;
  }
  [[nodiscard]] const PendingOrder::CellRow* row_of(TermId cell) const { return before_.find(arena_.symbol(cell), arena_.args(cell)); }

  void split(std::size_t k, const ReadSet& write) {
    context_.spend();
    if (k == candidates_.size()) {
      finish(write);
      return;
    }
    const std::uint32_t read = candidates_[k];
    if (!write.has(read) || keep_cyclic_) {
      choice_.record.passed[read] = true;
      split(k + 1, write);
      choice_.record.passed[read] = false;
    }
    choice_.record.closed[read] = true;
    ReadSet with = write;
    with |= before_.reach[read];
    split(k + 1, with);
    choice_.record.closed[read] = false;
  }

  // Steps 4 to 6.
  void finish(const ReadSet& write) {
    ReadSet passed;
    for (const std::uint32_t read : candidates_) {
      if (choice_.record.passed[read]) passed.add(read);
    }
    choice_.cyclic = passed.meets(write);
    if (choice_.cyclic && !keep_cyclic_) return;
    ReadSet execution = execution_base();
    execution |= write;
    ReadSet with_own = execution;
    with_own.add(own_read_);
    const ReadSet& add = atomic_ ? with_own : write;
    PendingOrder after = before_;
    pass(after, passed, add);
    after.reach.push_back(with_own);
    if (instance_.actor.valid()) {
      PendingOrder::ProcessRow& row = process_row(after, instance_.actor);
      row.any |= with_own;
      if (t_.writes_weak) row.waits |= add;
      if (t_.fence || atomic_) row.waits |= with_own;
    }
    for (const auto* list : {&touched_.memory_reads, &touched_.shared_reads}) {
      for (const TermId cell : *list) cell_row(after, cell).read |= with_own;
    }
    for (const TermId cell : choice_.record.written) cell_row(after, cell).written |= is_weak(cell) ? add : with_own;
    write_beyond(after, add, with_own);
    choice_.after.order = std::move(after);
    emit_(choice_);
  }

  static void pass(PendingOrder& after, const ReadSet& passed, const ReadSet& add) {
    if (passed.empty()) return;
    const auto grow = [&](ReadSet& row) {
      if (row.meets(passed)) row |= add;
    };
    for (ReadSet& row : after.reach) grow(row);
    for (PendingOrder::ProcessRow& row : after.processes) {
      grow(row.any);
      grow(row.waits);
    }
    for (PendingOrder::CellRow& row : after.cells) {
      grow(row.read);
      grow(row.written);
    }
  }

  static PendingOrder::ProcessRow& process_row(PendingOrder& after, TermId process) {
    const auto at = std::find_if(after.processes.begin(), after.processes.end(),
                                 [&](const PendingOrder::ProcessRow& row) { return row.process == process; });
    if (at != after.processes.end()) return *at;
    return after.processes.emplace_back(PendingOrder::ProcessRow{process, {}, {}});
  }

  PendingOrder::CellRow& cell_row(PendingOrder& after, TermId cell) {
    const SymbolId symbol = arena_.symbol(cell);
    const auto args = arena_.args(cell);
    const PendingOrder::CellRow* found = after.find(symbol, args);
    if (found != nullptr && !found->others) return after.cells[static_cast<std::size_t>(found - after.cells.data())];
    PendingOrder::CellRow made{symbol, {args.begin(), args.end()}, false, {}, {}};
    if (found != nullptr) {
      made.read = found->read;
      made.written = found->written;
    }
    return after.cells.emplace_back(std::move(made));
  }

  // Cells of processes that are not at hand; those that are get rows of their own first.
  void write_beyond(PendingOrder& after, const ReadSet& add, const ReadSet& with_own) {
    for (const TermId cell : touched_.at_hand) (void)cell_row(after, cell);
    for (const SymbolId symbol : touched_.writes_beyond) {
      const PendingOrder::CellRow* const others = after.find_others(symbol);
      PendingOrder::CellRow& row = others != nullptr ? after.cells[static_cast<std::size_t>(others - after.cells.data())]
                                                     : after.cells.emplace_back(PendingOrder::CellRow{symbol, {}, true, {}, {}});
      row.written |= arena_.signature()[symbol].weak ? add : with_own;
    }
  }

  const PendingOrder& before_;
  const std::vector<std::vector<TermId>>& items_;
  const bool keep_cyclic_;
  Context& context_;
  TermArena& arena_;
  TransitionInstance& instance_;
  const le::Transition& t_;
  const le::MemoryModel& model_;
  const Touched& touched_;
  const std::uint32_t own_read_;
  const MemoryPart::EmitChoice& emit_;
  bool atomic_ = false;
  std::vector<std::uint32_t> candidates_;
  GhbChoice choice_;
};

}  // namespace

void Ghb::fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) {
  GhbFiring(weak, context, instance, touched_.find(instance, variables), keep_cyclic_, variables, emit).run();
}

}  // namespace parapet::search
