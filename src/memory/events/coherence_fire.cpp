// The pre-image of NOTE(coherence) by a firing of t by p, with execution x and a write w' of each weak location l that it writes. `+` is union.
//   1. Decide which of the weak and shared plain cells that t may write it does write (one alternative of each `case`).
//   2. For each l, with its chain w1 < .. < wm, a position j: after wj, before wj+1. Not after a write that p has seen, nor after a closed
//      one, nor just before a glued one. j = 0 if w' is in memory when x ends (fact 2).
//   3. Each item (r,i) on l:
//        early         i = p: reads w', since it is the latest write of p before r; others: nothing
//        after wj+1    it is after w' too
//        older than wj it is older than w' too: impossible if i = p, whose reads are not older than its writes
//        between       one of
//          reads     the item takes the value; r -> s(w'), and w' -> r if i is not p. If r is the exchange of wj+1: no edge, wj+1 is glued
//          older     i is not p, and w' may be committed after x: r -> w'
//          after     w' -> r: the source is committed between w' and wj+1
//          early     m = 0, i is not p, i may have buffered a write of l when r executed (r is not in B(i)): becomes early, no edge
//   4. W(w') = s(w') + B(p) + W(wj+1) + reach(r) for each edge w' -> r;  reach(s(w')) = s(w') + W(wj+1);  seen(w') = p + the readers.
//      Then the edges into w': r -> w', s(wj) -> w'. An edge a -> b closes a cycle if a is in the row of b: no such choice. Otherwise every
//      row with a gets the row of b.
//      An atomic firing has one event: all of this and x + S(x) is one row, that of x and of all its writes.
//   5. If nobody reads w', B(p) is empty, p has no item on l, and p has seen no write of the chain, none of which is closed, then the choice
//      that w' is the last write of l stands for all others: nothing is reached from it, so it adds no edge that matters, and every write can
//      be put before it.
//   6. S(x) = A(p) + all W(w') + W(w1) for each l read (fact 1) + Gw(c) for each shared c read + Gr(c) + Gw(c) for each c written. A read of l
//      without fence, where p may have a buffered write of l after w1, may be early instead, without W(w1).
//   7. reach(x) = S(x) + x.  A(p) += S(x) + x.  B(p) += the same if t has a fence or is atomic.  V(p) += all W(w'), then B(p) += V(p) if t has
//      a wfence().  Gr(c), Gw(c) += S(x) + x.
#include <algorithm>
#include <iterator>

#include "base/narrow.h"
#include "memory/events/coherence_rows.h"

namespace parapet::search {
namespace {

template <class Visit>
void each_row(PendingOrder& weak, const Visit& visit) {
  for (ReadSet& row : weak.reach) visit(row);
  for (PendingOrder::ProcessRow& row : weak.processes) {
    visit(row.any);
    visit(row.waits);
    visit(row.writes);
  }
  for (PendingOrder::CellRow& row : weak.cells) {
    visit(row.read);
    visit(row.written);
  }
  for (PendingOrder::Write& write : weak.writes) visit(write.after);
}

// From the pending read or slot to an event with this row; false: there is a cycle.
bool add_edge(PendingOrder& weak, std::uint32_t from, const ReadSet& row) {
  if (row.has(from)) return false;
  const ReadSet to = row;
  each_row(weak, [&](ReadSet& any) {
    if (any.has(from)) any |= to;
  });
  return true;
}

class CoherentFiring {
 public:
  CoherentFiring(const Weak& before, const Coherence& part, TransitionInstance& instance, const Touched& touched, std::uint32_t variables,
                 const MemoryPart::EmitChoice& emit)
      : before_(before.order),
        items_(before.open.items),
        part_(part),
        context_(part.context),
        arena_(context_.arena),
        instance_(instance),
        t_(*instance.transition),
        touched_(touched),
        atomic_(is_atomic(instance)),
        emit_(emit) {
    choice_.part = &part_;
    choice_.arena = &arena_;
    choice_.instance = &instance;
    choice_.touched = &touched_;
    choice_.variables = variables;
  }

  void run() {
    // Without pending reads, before and after, no event reaches any: what a `case` writes need not be known, and is taken as written.
    if (items_.empty() && touched_.pending_reads.empty()) {
      choice_.record.written = touched_.writes;
      for (const TermId cell : touched_.writes) {
        if (is_weak(cell)) choice_.record.placed.push_back({cell, 0});
      }
      choice_.after.order.reach.resize(1);
      emit_(choice_);
      return;
    }
    const auto decide = [&] { this->decide(); };
    CaseOutcomes(context_, instance_, touched_, choice_, decide).run();
  }

 private:
  enum class Way : std::uint8_t { Nothing, Reads, Older, After, Early };
  struct Between {
    std::size_t item = 0;  // of `sought`
    Way way = Way::Nothing;
  };
  // A write that is being placed.
  struct Placing {
    TermId cell;
    std::uint32_t slot = 0;
    std::size_t position = 0;
    PendingOrder::Chain chain;
    std::vector<Between> items;
    bool last_stands_for_all = false;  // step 5
  };

  [[nodiscard]] bool is_weak(TermId cell) const { return arena_.signature()[arena_.symbol(cell)].weak; }
  [[nodiscard]] TermId actor() const { return instance_.actor; }
  [[nodiscard]] bool is_own(const PendingOrder::Item& item) const { return actor().valid() && item.reader == actor(); }

  void decide() {
    written_.clear();
    std::copy_if(choice_.record.written.begin(), choice_.record.written.end(), std::back_inserter(written_),
                 [&](TermId cell) { return is_weak(cell); });
    own_ = narrow<std::uint32_t>(items_.size() + written_.size());
    choice_.after.open.items = items_;
    choice_.after.open.items.resize(own_);
    PendingOrder after = before_;
    after.reach.resize(own_ + 1);
    if (atomic_) {
      placings_.clear();
      place_atomic(0);
    } else {
      place(0, after);
    }
  }

  // The items of `weak` on the cell.
  [[nodiscard]] std::vector<std::size_t> items_on(const PendingOrder& weak, TermId cell) const {
    std::vector<std::size_t> found;
    const auto args = arena_.args(cell);
    for (std::size_t k = 0; k < weak.sought.size(); ++k) {
      const PendingOrder::Item& item = weak.sought[k];
      if (item.symbol == arena_.symbol(cell) && std::equal(args.begin(), args.end(), item.args.begin(), item.args.end()))
        found.push_back(k);
    }
    return found;
  }

  [[nodiscard]] TermId term_of(const PendingOrder::Item& item) const {
    return arena_.read(item.read, item.reader, arena_.cell(item.symbol, item.args));
  }

  // Steps 2 to 5, for the k-th weak cell.
  void place(std::size_t k, const PendingOrder& weak) {
    context_.spend();
    if (k == written_.size()) return finish(weak);
    Placing placing;
    placing.cell = written_[k];
    placing.slot = narrow<std::uint32_t>(items_.size() + k);
    placing.chain = weak.chain(arena_.symbol(placing.cell), arena_.args(placing.cell));
    const std::vector<std::size_t> on = items_on(weak, placing.cell);
    const std::size_t allowed = highest_position(weak, placing);
    const bool delayed = part_.may_delay(instance_, placing.cell);
    const bool own_item = std::any_of(on.begin(), on.end(), [&](std::size_t item) { return is_own(weak.sought[item]); });
    const PendingOrder::ProcessRow* const row = weak.find(actor());
    placing.last_stands_for_all = allowed == placing.chain.size() && !own_item && (row == nullptr || row->waits.empty());
    for (std::size_t position = 0; position <= (delayed ? allowed : 0); ++position) {
      if (position < placing.chain.size() && weak.writes[placing.chain.first + position].glued) continue;
      placing.position = position;
      placing.items.clear();
      choose(weak, on, 0, placing, [&](const Placing& decided) {
        const auto reads = [](const Between& one) { return one.way == Way::Reads; };
        if (decided.last_stands_for_all && std::none_of(decided.items.begin(), decided.items.end(), reads)) return;
        PendingOrder after = weak;
        if (!insert(after, decided)) return;
        note(weak, decided);
        place(k + 1, after);
        forget(decided);
      });
    }
    if (!placing.last_stands_for_all) return;
    choice_.record.placed.push_back({placing.cell, narrow<std::uint32_t>(placing.chain.size())});
    place(k + 1, weak);
    choice_.record.placed.pop_back();
  }

  // Of step 2.
  [[nodiscard]] std::size_t highest_position(const PendingOrder& weak, const Placing& placing) const {
    std::size_t position = 0;
    while (position < placing.chain.size()) {
      const PendingOrder::Write& w = weak.writes[placing.chain.first + position];
      if (w.closed || contains(w.seen, actor())) break;
      ++position;
    }
    return position;
  }

  // Step 3: all ways for the items from `k` on.
  template <class Emit>
  void choose(const PendingOrder& weak, const std::vector<std::size_t>& on, std::size_t k, Placing& placing, const Emit& emit) {
    context_.spend();
    if (k == on.size()) return emit(placing);
    const PendingOrder::Item& item = weak.sought[on[k]];
    const bool own = is_own(item);
    const auto take = [&](Way way) {
      placing.items.push_back({on[k], way});
      choose(weak, on, k + 1, placing, emit);
      placing.items.pop_back();
    };
    if (item.early) return take(own ? Way::Reads : Way::Nothing);
    std::size_t gap = 0;
    while (gap < placing.chain.size() && PendingOrder::is_after(item.read, weak.writes[placing.chain.first + gap])) ++gap;
    if (gap > placing.position) return take(Way::Nothing);
    if (gap < placing.position) {
      if (!own) take(Way::Nothing);
      return;
    }
    take(Way::Reads);
    if (!own && !atomic_ && part_.may_delay(instance_, placing.cell)) take(Way::Older);
    take(Way::After);
    if (!own && placing.chain.size() == 0 && may_be_early(weak, item, placing.cell)) take(Way::Early);
  }

  [[nodiscard]] bool may_be_early(const PendingOrder& weak, const PendingOrder::Item& item, TermId cell) const {
    if (!item.reader.valid() || !part_.may_buffer(item.reader, cell)) return false;
    const PendingOrder::ProcessRow* const row = weak.find(item.reader);
    return row == nullptr || !row->waits.has(item.read);
  }

  // Step 4: what a write reaches by its location, and what its slot does.
  ReadSet reached(const PendingOrder& weak, const Placing& placing, ReadSet& beyond) const {
    if (placing.position < placing.chain.size()) beyond = weak.writes[placing.chain.first + placing.position].after;
    beyond.add(placing.slot);
    ReadSet row = beyond;
    for (const Between& one : placing.items) {
      const PendingOrder::Item& item = weak.sought[one.item];
      if ((one.way == Way::Reads && !is_own(item)) || one.way == Way::After) row |= weak.reach[item.read];
    }
    return row;
  }

  // The write in its chain, with this row.
  void put(PendingOrder& after, const Placing& placing, const ReadSet& row, const ReadSet& beyond) const {
    const auto args = arena_.args(placing.cell);
    PendingOrder::Write made{
        arena_.symbol(placing.cell), {args.begin(), args.end()}, placing.slot, row, {}, PendingOrder::none, false, false};
    if (actor().valid()) made.seen.push_back(actor());
    for (const Between& one : placing.items) {
      const TermId reader = after.sought[one.item].reader;
      if (one.way == Way::Reads && reader.valid() && !contains(made.seen, reader)) made.seen.push_back(reader);
      if (one.way == Way::Early) after.sought[one.item].early = true;
    }
    if (atomic_ && contains(touched_.pending_reads, placing.cell)) made.exchange = own_;
    after.reach[placing.slot] = beyond;
    const PendingOrder::Chain chain = after.chain(made.symbol, made.args);
    after.writes.insert(after.writes.begin() + narrow<std::ptrdiff_t>(chain.first + placing.position), std::move(made));
  }

  // The edges into the write and its slot.
  bool connect(PendingOrder& after, const Placing& placing) const {
    const std::size_t at = after.chain(arena_.symbol(placing.cell), arena_.args(placing.cell)).first + placing.position;
    PendingOrder::Write* const next = placing.position < placing.chain.size() ? &after.writes[at + 1] : nullptr;
    for (const Between& one : placing.items) {
      const std::uint32_t read = after.sought[one.item].read;
      if (one.way == Way::Older && !add_edge(after, read, after.writes[at].after)) return false;
      if (one.way != Way::Reads) continue;
      if (next != nullptr && next->exchange == read) {
        next->exchange = PendingOrder::none;
        next->glued = true;
      } else if (!add_edge(after, read, after.reach[placing.slot])) {
        return false;
      }
    }
    return placing.position == 0 || add_edge(after, after.writes[at - 1].slot, after.writes[at].after);
  }

  bool insert(PendingOrder& after, const Placing& placing) const {
    context_.spend(after.reach.size());
    ReadSet beyond;
    ReadSet row = reached(after, placing, beyond);
    if (const PendingOrder::ProcessRow* own = after.find(actor())) row |= own->waits;
    put(after, placing, row, beyond);
    return connect(after, placing);
  }

  void note(const PendingOrder& weak, const Placing& placing) {
    choice_.record.placed.push_back({placing.cell, narrow<std::uint32_t>(placing.position)});
    for (const Between& one : placing.items) {
      if (one.way == Way::Reads) choice_.record.taken.push_back(term_of(weak.sought[one.item]));
    }
  }
  // An item without a literal reads from it.
  [[nodiscard]] bool satisfies() const {
    return std::any_of(choice_.record.taken.begin(), choice_.record.taken.end(),
                       [&](TermId item) { return !contains(items_[arena_.read_number(item)], item); });
  }
  void forget(const Placing& placing) {
    choice_.record.placed.pop_back();
    for (const Between& one : placing.items) {
      if (one.way == Way::Reads) choice_.record.taken.pop_back();
    }
  }

  // The same for an atomic firing: all writes are first in their chains, and one event.
  void place_atomic(std::size_t k) {
    context_.spend();
    if (k == written_.size()) return insert_atomic();
    Placing placing;
    placing.cell = written_[k];
    placing.slot = narrow<std::uint32_t>(items_.size() + k);
    placing.chain = before_.chain(arena_.symbol(placing.cell), arena_.args(placing.cell));
    choose(before_, items_on(before_, placing.cell), 0, placing, [&](const Placing& decided) {
      placings_.push_back(decided);
      note(before_, decided);
      place_atomic(k + 1);
      forget(decided);
      placings_.pop_back();
    });
  }

  void insert_atomic() {
    PendingOrder after = before_;
    after.reach.resize(own_ + 1);
    ReadSet event = shared_rows(arena_, before_, touched_, choice_.record.written);
    event.add(own_);
    if (actor().valid()) {
      if (const PendingOrder::ProcessRow* own = before_.find(actor())) event |= own->any;
    }
    for (const TermId cell : touched_.pending_reads) {
      const PendingOrder::Chain chain = before_.chain(arena_.symbol(cell), arena_.args(cell));
      if (chain.size() > 0) event |= before_.writes[chain.first].after;
    }
    std::vector<ReadSet> beyond(placings_.size());
    for (std::size_t k = 0; k < placings_.size(); ++k) event |= reached(before_, placings_[k], beyond[k]);
    for (std::size_t k = 0; k < placings_.size(); ++k) put(after, placings_[k], event, beyond[k]);
    after.reach[own_] = event;
    for (const Placing& placing : placings_) {
      if (!connect(after, placing)) return;
    }
    finish(after);
  }

  void finish(const PendingOrder& after) {
    choice_.own = {};
    for (const PendingOrder::Write& write : after.writes) {
      if (write.slot != PendingOrder::none && write.slot >= items_.size()) choice_.own |= write.after;
    }
    choice_.after.order = after;
    choice_.satisfies = satisfies();
    emit_(choice_);
  }

  const PendingOrder& before_;
  const std::vector<std::vector<TermId>>& items_;
  const Coherence& part_;
  Context& context_;
  TermArena& arena_;
  TransitionInstance& instance_;
  const le::Transition& t_;
  const Touched& touched_;
  const bool atomic_;
  const MemoryPart::EmitChoice& emit_;
  std::uint32_t own_ = 0;
  std::vector<TermId> written_;  // weak
  std::vector<Placing> placings_;
  CoherentChoice choice_;
};

}  // namespace

void Coherence::fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) {
  CoherentFiring(weak, *this, instance, touched_.find(instance, variables), variables, emit).run();
}

}  // namespace parapet::search
