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
#include <optional>

#include "base/narrow.h"
#include "search/cube/context.h"
#include "search/cube/literal_stack.h"
#include "search/weak/coherence/coherence.h"

namespace parapet::search {
namespace {

bool contains(const std::vector<TermId>& list, TermId term) { return std::find(list.begin(), list.end(), term) != list.end(); }

// In memory when it ends, and in one event with its execution.
bool is_atomic(const TransitionInstance& instance) {
  const le::Transition& t = *instance.transition;
  return t.read_modify_write() || (t.writes_weak && !instance.actor.valid());
}

template <class Visit>
void each_row(Coherence& weak, const Visit& visit) {
  for (ReadSet& row : weak.reach) visit(row);
  for (Coherence::ProcessRow& row : weak.processes) {
    visit(row.any);
    visit(row.waits);
    visit(row.writes);
  }
  for (Coherence::CellRow& row : weak.cells) {
    visit(row.read);
    visit(row.written);
  }
  for (Coherence::Write& write : weak.writes) visit(write.after);
}

// From the pending read or slot to an event with this row; false: there is a cycle.
bool add_edge(Coherence& weak, std::uint32_t from, const ReadSet& row) {
  if (row.has(from)) return false;
  const ReadSet to = row;
  each_row(weak, [&](ReadSet& any) {
    if (any.has(from)) any |= to;
  });
  return true;
}

Coherence::ProcessRow& process_row(Coherence& weak, TermId process) {
  const auto at = std::find_if(weak.processes.begin(), weak.processes.end(), [&](const auto& row) { return row.process == process; });
  return at != weak.processes.end() ? *at : weak.processes.emplace_back(Coherence::ProcessRow{process, {}, {}, {}});
}

Coherence::CellRow& cell_row(const TermArena& arena, Coherence& weak, TermId cell) {
  const auto args = arena.args(cell);
  const Coherence::CellRow* const found = weak.find(arena.symbol(cell), args);
  if (found != nullptr) return weak.cells[static_cast<std::size_t>(found - weak.cells.data())];
  return weak.cells.emplace_back(Coherence::CellRow{arena.symbol(cell), {args.begin(), args.end()}, {}, {}});
}

// The shared plain cells that an execution is ordered by.
ReadSet shared_rows(const TermArena& arena, const Coherence& weak, const Touched& touched, const std::vector<TermId>& written) {
  ReadSet set;
  for (const TermId cell : touched.shared_reads) {
    if (const auto* row = weak.find(arena.symbol(cell), arena.args(cell))) set |= row->written;
  }
  for (const TermId cell : written) {
    if (arena.signature()[arena.symbol(cell)].weak) continue;
    if (const auto* row = weak.find(arena.symbol(cell), arena.args(cell))) {
      set |= row->written;
      set |= row->read;
    }
  }
  return set;
}

class CoherentFiring {
 public:
  using Choice = Coherence::Choice;

  CoherentFiring(const Coherence& before, Coherence::Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
                 const std::function<void(const Choice&)>& emit)
      : before_(before),
        workspace_(workspace),
        context_(workspace.context),
        arena_(context_.arena),
        instance_(instance),
        t_(*instance.transition),
        touched_(workspace.touched.find(instance, variables)),
        atomic_(is_atomic(instance)),
        emit_(emit) {
    choice_.arena = &arena_;
    choice_.instance = &instance;
    choice_.touched = &touched_;
    choice_.variables = variables;
  }

  void run() {
    // Without pending reads, before and after, no event reaches any: what a `case` writes need not be known, and is taken as written.
    if (before_.items.empty() && touched_.pending_reads.empty()) {
      choice_.decided.written = touched_.writes;
      for (const TermId cell : touched_.writes) {
        if (is_weak(cell)) choice_.decided.placed.push_back({cell, 0});
      }
      choice_.after.reach.resize(1);
      emit_(choice_);
      return;
    }
    const std::size_t ways =
        LiteralStack::ways(touched_.writes, [&](TermId cell) { return context_.instances.alternatives(instance_, cell).size(); });
    if (ways == 0) return;
    if (ways == LiteralStack::many) {
      stack_.emplace(arena_, context_.normalizer);
      if (!stack_->push_all(instance_.guard)) return;
    }
    fix(0);
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
    Coherence::Chain chain;
    std::vector<Between> items;
    bool last_stands_for_all = false;  // step 5
  };

  [[nodiscard]] bool is_weak(TermId cell) const { return arena_.signature()[arena_.symbol(cell)].weak; }
  [[nodiscard]] TermId actor() const { return instance_.actor; }
  [[nodiscard]] bool is_own(const Coherence::Item& item) const { return actor().valid() && item.reader == actor(); }

  // Step 1.
  void fix(std::size_t k) {
    context_.spend();
    if (k == touched_.writes.size()) return decide();
    const TermId cell = touched_.writes[k];
    for (const Alternative& alternative : context_.instances.alternatives(instance_, cell)) {
      const std::size_t facts = stack_ ? stack_->size() : 0;
      if (stack_ && !stack_->push_all(alternative.conditions)) {
        stack_->shrink(facts);
        continue;
      }
      const std::size_t conditions = choice_.conditions.size();
      choice_.fixed[cell] = {alternative};
      choice_.conditions.insert(choice_.conditions.end(), alternative.conditions.begin(), alternative.conditions.end());
      const bool writes = alternative.kind != le::Branch::Kind::Keep;
      if (writes) choice_.decided.written.push_back(cell);
      fix(k + 1);
      if (writes) choice_.decided.written.pop_back();
      choice_.conditions.resize(conditions);
      if (stack_) stack_->shrink(facts);
    }
    choice_.fixed.erase(cell);
  }

  void decide() {
    written_.clear();
    std::copy_if(choice_.decided.written.begin(), choice_.decided.written.end(), std::back_inserter(written_),
                 [&](TermId cell) { return is_weak(cell); });
    own_ = narrow<std::uint32_t>(before_.items.size() + written_.size());
    Coherence after = before_;
    after.items.resize(own_);
    after.reach.resize(own_ + 1);
    if (atomic_) {
      placings_.clear();
      place_atomic(0);
    } else {
      place(0, after);
    }
  }

  // The items of `weak` on the cell.
  [[nodiscard]] std::vector<std::size_t> items_on(const Coherence& weak, TermId cell) const {
    std::vector<std::size_t> found;
    const auto args = arena_.args(cell);
    for (std::size_t k = 0; k < weak.sought.size(); ++k) {
      const Coherence::Item& item = weak.sought[k];
      if (item.symbol == arena_.symbol(cell) && std::equal(args.begin(), args.end(), item.args.begin(), item.args.end()))
        found.push_back(k);
    }
    return found;
  }

  [[nodiscard]] TermId term_of(const Coherence::Item& item) const {
    return arena_.read(item.read, item.reader, arena_.cell(item.symbol, item.args));
  }

  // Steps 2 to 5, for the k-th weak cell.
  void place(std::size_t k, const Coherence& weak) {
    context_.spend();
    if (k == written_.size()) return finish(weak);
    Placing placing;
    placing.cell = written_[k];
    placing.slot = narrow<std::uint32_t>(before_.items.size() + k);
    placing.chain = weak.chain(arena_.symbol(placing.cell), arena_.args(placing.cell));
    const std::vector<std::size_t> on = items_on(weak, placing.cell);
    const std::size_t allowed = highest_position(weak, placing);
    const bool delayed = workspace_.may_delay(instance_, placing.cell);
    const bool own_item = std::any_of(on.begin(), on.end(), [&](std::size_t item) { return is_own(weak.sought[item]); });
    const Coherence::ProcessRow* const row = weak.find(actor());
    placing.last_stands_for_all = allowed == placing.chain.size() && !own_item && (row == nullptr || row->waits.empty());
    for (std::size_t position = 0; position <= (delayed ? allowed : 0); ++position) {
      if (position < placing.chain.size() && weak.writes[placing.chain.first + position].glued) continue;
      placing.position = position;
      placing.items.clear();
      choose(weak, on, 0, placing, [&](const Placing& decided) {
        const auto reads = [](const Between& one) { return one.way == Way::Reads; };
        if (decided.last_stands_for_all && std::none_of(decided.items.begin(), decided.items.end(), reads)) return;
        Coherence after = weak;
        if (!insert(after, decided)) return;
        note(weak, decided);
        place(k + 1, after);
        forget(decided);
      });
    }
    if (!placing.last_stands_for_all) return;
    choice_.decided.placed.push_back({placing.cell, narrow<std::uint32_t>(placing.chain.size())});
    place(k + 1, weak);
    choice_.decided.placed.pop_back();
  }

  // Of step 2.
  [[nodiscard]] std::size_t highest_position(const Coherence& weak, const Placing& placing) const {
    std::size_t position = 0;
    while (position < placing.chain.size()) {
      const Coherence::Write& w = weak.writes[placing.chain.first + position];
      if (w.closed || contains(w.seen, actor())) break;
      ++position;
    }
    return position;
  }

  // Step 3: all ways for the items from `k` on.
  template <class Emit>
  void choose(const Coherence& weak, const std::vector<std::size_t>& on, std::size_t k, Placing& placing, const Emit& emit) {
    context_.spend();
    if (k == on.size()) return emit(placing);
    const Coherence::Item& item = weak.sought[on[k]];
    const bool own = is_own(item);
    const auto take = [&](Way way) {
      placing.items.push_back({on[k], way});
      choose(weak, on, k + 1, placing, emit);
      placing.items.pop_back();
    };
    if (item.early) return take(own ? Way::Reads : Way::Nothing);
    std::size_t gap = 0;
    while (gap < placing.chain.size() && Coherence::is_after(item.read, weak.writes[placing.chain.first + gap])) ++gap;
    if (gap > placing.position) return take(Way::Nothing);
    if (gap < placing.position) {
      if (!own) take(Way::Nothing);
      return;
    }
    take(Way::Reads);
    if (!own && !atomic_ && workspace_.may_delay(instance_, placing.cell)) take(Way::Older);
    take(Way::After);
    if (!own && placing.chain.size() == 0 && may_be_early(weak, item, placing.cell)) take(Way::Early);
  }

  [[nodiscard]] bool may_be_early(const Coherence& weak, const Coherence::Item& item, TermId cell) const {
    if (!item.reader.valid() || !workspace_.may_buffer(item.reader, cell)) return false;
    const Coherence::ProcessRow* const row = weak.find(item.reader);
    return row == nullptr || !row->waits.has(item.read);
  }

  // Step 4: what a write reaches by its location, and what its slot does.
  ReadSet reached(const Coherence& weak, const Placing& placing, ReadSet& beyond) const {
    if (placing.position < placing.chain.size()) beyond = weak.writes[placing.chain.first + placing.position].after;
    beyond.add(placing.slot);
    ReadSet row = beyond;
    for (const Between& one : placing.items) {
      const Coherence::Item& item = weak.sought[one.item];
      if ((one.way == Way::Reads && !is_own(item)) || one.way == Way::After) row |= weak.reach[item.read];
    }
    return row;
  }

  // The write in its chain, with this row.
  void put(Coherence& after, const Placing& placing, const ReadSet& row, const ReadSet& beyond) const {
    const auto args = arena_.args(placing.cell);
    Coherence::Write made{arena_.symbol(placing.cell), {args.begin(), args.end()}, placing.slot, row, {}, Coherence::none, false, false};
    if (actor().valid()) made.seen.push_back(actor());
    for (const Between& one : placing.items) {
      const TermId reader = after.sought[one.item].reader;
      if (one.way == Way::Reads && reader.valid() && !contains(made.seen, reader)) made.seen.push_back(reader);
      if (one.way == Way::Early) after.sought[one.item].early = true;
    }
    if (atomic_ && contains(touched_.pending_reads, placing.cell)) made.exchange = own_;
    after.reach[placing.slot] = beyond;
    const Coherence::Chain chain = after.chain(made.symbol, made.args);
    after.writes.insert(after.writes.begin() + narrow<std::ptrdiff_t>(chain.first + placing.position), std::move(made));
  }

  // The edges into the write and its slot.
  bool connect(Coherence& after, const Placing& placing) const {
    const std::size_t at = after.chain(arena_.symbol(placing.cell), arena_.args(placing.cell)).first + placing.position;
    Coherence::Write* const next = placing.position < placing.chain.size() ? &after.writes[at + 1] : nullptr;
    for (const Between& one : placing.items) {
      const std::uint32_t read = after.sought[one.item].read;
      if (one.way == Way::Older && !add_edge(after, read, after.writes[at].after)) return false;
      if (one.way != Way::Reads) continue;
      if (next != nullptr && next->exchange == read) {
        next->exchange = Coherence::none;
        next->glued = true;
      } else if (!add_edge(after, read, after.reach[placing.slot])) {
        return false;
      }
    }
    return placing.position == 0 || add_edge(after, after.writes[at - 1].slot, after.writes[at].after);
  }

  bool insert(Coherence& after, const Placing& placing) const {
    context_.spend(after.reach.size());
    ReadSet beyond;
    ReadSet row = reached(after, placing, beyond);
    if (const Coherence::ProcessRow* own = after.find(actor())) row |= own->waits;
    put(after, placing, row, beyond);
    return connect(after, placing);
  }

  void note(const Coherence& weak, const Placing& placing) {
    choice_.decided.placed.push_back({placing.cell, narrow<std::uint32_t>(placing.position)});
    for (const Between& one : placing.items) {
      if (one.way == Way::Reads) choice_.decided.taken.push_back(term_of(weak.sought[one.item]));
    }
  }
  // An item without a literal reads from it.
  [[nodiscard]] bool satisfies() const {
    return std::any_of(choice_.decided.taken.begin(), choice_.decided.taken.end(),
                       [&](TermId item) { return !contains(before_.items[arena_.read_number(item)], item); });
  }
  void forget(const Placing& placing) {
    choice_.decided.placed.pop_back();
    for (const Between& one : placing.items) {
      if (one.way == Way::Reads) choice_.decided.taken.pop_back();
    }
  }

  // The same for an atomic firing: all writes are first in their chains, and one event.
  void place_atomic(std::size_t k) {
    context_.spend();
    if (k == written_.size()) return insert_atomic();
    Placing placing;
    placing.cell = written_[k];
    placing.slot = narrow<std::uint32_t>(before_.items.size() + k);
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
    Coherence after = before_;
    after.items.resize(own_);
    after.reach.resize(own_ + 1);
    ReadSet event = shared_rows(arena_, before_, touched_, choice_.decided.written);
    event.add(own_);
    if (actor().valid()) {
      if (const Coherence::ProcessRow* own = before_.find(actor())) event |= own->any;
    }
    for (const TermId cell : touched_.pending_reads) {
      const Coherence::Chain chain = before_.chain(arena_.symbol(cell), arena_.args(cell));
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

  void finish(const Coherence& after) {
    choice_.own = {};
    for (const Coherence::Write& write : after.writes) {
      if (write.slot != Coherence::none && write.slot >= before_.items.size()) choice_.own |= write.after;
    }
    choice_.after = after;
    choice_.satisfies = satisfies();
    emit_(choice_);
  }

  const Coherence& before_;
  Coherence::Workspace& workspace_;
  Context& context_;
  TermArena& arena_;
  TransitionInstance& instance_;
  const le::Transition& t_;
  const Touched& touched_;
  const bool atomic_;
  const std::function<void(const Choice&)>& emit_;
  std::uint32_t own_ = 0;
  std::vector<TermId> written_;  // weak
  std::vector<Placing> placings_;
  Choice choice_;
  std::optional<LiteralStack> stack_;  // of step 1; nothing: there are few ways to choose
};

// Steps 6 and 7, then what is closed.
class Execution {
 public:
  Execution(const Coherence::Choice& choice, Coherence::Workspace& workspace, const std::vector<TermId>& literals)
      : choice_(choice), workspace_(workspace), context_(workspace.context), arena_(context_.arena), t_(*choice.instance->transition) {
    weak_ = choice.after;
    own_ = narrow<std::uint32_t>(weak_.items.size());
    find_items(literals);
  }

  template <class Emit>
  void run(const Emit& emit) {
    if (weak_.sought.empty()) return emit(Coherence(weak_));
    if (is_atomic(*choice_.instance)) {
      finish(ReadSet(weak_.reach[own_]), emit);
    } else {
      ReadSet row = shared_rows(arena_, weak_, *choice_.touched, choice_.decided.written);
      row |= choice_.own;
      if (const Coherence::ProcessRow* const own = own_row()) row |= own->any;
      read(0, row, emit);
    }
  }

 private:
  [[nodiscard]] TermId actor() const { return choice_.instance->actor; }
  [[nodiscard]] const Coherence::ProcessRow* own_row() const { return actor().valid() ? weak_.find(actor()) : nullptr; }

  // `sought` has the items of the literals and the demands; an exchange has its item.
  void find_items(const std::vector<TermId>& literals) {
    std::vector<Coherence::Item> found;
    for (const TermId literal : literals) {
      each_leaf(arena_, literal, [&](TermId leaf) {
        if (arena_.op(leaf) != Op::Read) return;
        const bool own = arena_.read_number(leaf) == new_read;
        const auto read = own ? own_ : narrow<std::uint32_t>(arena_.read_number(leaf));
        const TermId cell = arena_.location(leaf);
        const auto args = arena_.args(cell);
        const auto is_this = [&](const Coherence::Item& item) {
          return item.read == read && item.reader == arena_.reader(leaf) && item.symbol == arena_.symbol(cell) &&
                 std::equal(args.begin(), args.end(), item.args.begin(), item.args.end());
        };
        if (std::any_of(found.begin(), found.end(), is_this)) return;
        const auto known = std::find_if(weak_.sought.begin(), weak_.sought.end(), is_this);
        found.push_back(
            {read, arena_.reader(leaf), arena_.symbol(cell), {args.begin(), args.end()}, known != weak_.sought.end() && known->early});
      });
    }
    for (Coherence::Item& item : weak_.sought) {
      const auto is_this = [&](const Coherence::Item& other) {
        return item.read == other.read && item.reader == other.reader && item.symbol == other.symbol && item.args == other.args;
      };
      const bool taken = contains(choice_.decided.taken, arena_.read(item.read, item.reader, arena_.cell(item.symbol, item.args)));
      if (!taken && weak_.is_demand(item) && std::none_of(found.begin(), found.end(), is_this)) found.push_back(std::move(item));
    }
    weak_.sought = std::move(found);
    for (Coherence::Write& write : weak_.writes) {
      const bool has_item = std::any_of(weak_.sought.begin(), weak_.sought.end(), [&](const Coherence::Item& item) {
        return item.read == write.exchange && item.symbol == write.symbol && item.args == write.args;
      });
      if (!has_item) write.exchange = Coherence::none;
    }
  }

  // Step 6, for the items of x from `k` on.
  template <class Emit>
  void read(std::size_t k, const ReadSet& row, const Emit& emit) {
    while (k < weak_.sought.size() && weak_.sought[k].read != own_) ++k;
    if (k == weak_.sought.size()) {
      ReadSet with_own = row;
      with_own.add(own_);
      return finish(with_own, emit);
    }
    Coherence::Item& item = weak_.sought[k];
    const Coherence::Chain chain = weak_.chain(item.symbol, item.args);
    if (chain.size() == 0) return read(k + 1, row, emit);
    const Coherence::Write& first = weak_.writes[chain.first];
    ReadSet older = row;
    older |= first.after;
    read(k + 1, older, emit);
    if (t_.fence || !may_come_after(first)) return;
    item.early = true;
    read(k + 1, row, emit);
    weak_.sought[k].early = false;
  }

  // An earlier write of p may be buffered and come after w.
  [[nodiscard]] bool may_come_after(const Coherence::Write& w) const {
    if (!actor().valid() || w.closed || contains(w.seen, actor())) return false;
    if (!workspace_.may_buffer(actor(), arena_.cell(w.symbol, w.args))) return false;
    const Coherence::ProcessRow* const own = own_row();
    return own == nullptr || !own->waits.has(w.slot);
  }

  template <class Emit>
  void finish(const ReadSet& with_own, const Emit& emit) {
    context_.spend(weak_.reach.size());
    Coherence after = weak_;
    after.reach[own_] = with_own;
    if (actor().valid()) {
      Coherence::ProcessRow& row = process_row(after, actor());
      row.any |= with_own;
      if (t_.fence || is_atomic(*choice_.instance)) row.waits |= with_own;
      if (workspace_.store_fences) row.writes |= choice_.own;
      if (t_.wfence) row.waits |= row.writes;
    }
    for (const TermId cell : choice_.touched->shared_reads) cell_row(arena_, after, cell).read |= with_own;
    for (const TermId cell : choice_.decided.written) {
      if (!arena_.signature()[arena_.symbol(cell)].weak) cell_row(arena_, after, cell).written |= with_own;
    }
    close(after);
    if (!after.lacks_source()) emit(after);
  }

  void close(Coherence& after) const {
    for (Coherence::Write& write : after.writes) write.closed = write.closed || is_closed(after, write);
    std::vector<Coherence::Write> kept;
    for (Coherence::Write& write : after.writes) {
      const bool behind = !kept.empty() && kept.back().closed && kept.back().symbol == write.symbol && kept.back().args == write.args;
      if (!behind) kept.push_back(std::move(write));
    }
    after.writes = std::move(kept);
  }

  [[nodiscard]] bool is_closed(const Coherence& after, const Coherence::Write& write) const {
    const TermId cell = arena_.cell(write.symbol, write.args);
    const auto blocked = [&](TermId process) {
      if (!workspace_.may_buffer(process, cell) || contains(write.seen, process)) return true;
      const Coherence::ProcessRow* const row = after.find(process);
      return row != nullptr && row->waits.has(write.slot);
    };
    const std::vector<TermId> all = context_.instances.processes(choice_.variables);
    if (!std::all_of(all.begin(), all.end(), blocked)) return false;
    return !context_.fits(choice_.variables + 1) || !workspace_.may_buffer(arena_.process(choice_.variables), cell);
  }

  const Coherence::Choice& choice_;
  Coherence::Workspace& workspace_;
  Context& context_;
  TermArena& arena_;
  const le::Transition& t_;
  Coherence weak_;
  std::uint32_t own_ = 0;
};

}  // namespace

Coherence::Workspace::Workspace(Context& the_context) : context(the_context), touched(the_context) {
  const le::System& system = context.system;
  for (std::uint32_t number = 0; number < system.transitions.size(); ++number) {
    const le::Transition& t = system.transitions[number];
    store_fences = store_fences || t.wfence;
    if (!t.actor || !t.writes_weak || t.reads_weak) continue;
    const TermId actor = context.arena.variable(t.parameters[*t.actor]);
    for (const le::Update& update : system.updates[t.source]) buffered_.push_back({number, actor, &update});
  }
}

bool Coherence::Workspace::may_buffer(TermId process, TermId cell) const {
  const TermArena& arena = context.arena;
  const auto args = arena.args(cell);
  return std::any_of(buffered_.begin(), buffered_.end(), [&](const Target& target) {
    if (target.update->symbol != arena.symbol(cell)) return false;
    for (std::size_t k = 0; k < args.size(); ++k) {
      const TermId index = target.update->target[k];
      if (index == target.actor && args[k] != process) return false;
      if (is_process(arena, index) && args[k] != index) return false;
    }
    return may_delay(target.transition, process, cell);
  });
}

bool Coherence::Workspace::may_delay(const TransitionInstance& instance, TermId cell) const {
  if (!instance.actor.valid() || instance.transition->read_modify_write()) return false;
  return may_delay(narrow<std::uint32_t>(instance.transition - context.system.transitions.data()), instance.actor, cell);
}

// A write that is never delayed is committed at the place of its firing, and that is where it executes, unless the firing can be late
// (NOTE(delayed-writes)).
bool Coherence::Workspace::may_delay(std::uint32_t transition, TermId process, TermId cell) const {
  const le::Delays& delays = context.system.delays;
  return delays.may_delay(context.arena, transition, process, cell) || delays.may_be_late(transition);
}

void Coherence::Choice::complete(Workspace& workspace, const std::vector<TermId>& literals,
                                 const std::function<bool(std::vector<TermId>&)>& /*feasible*/,
                                 const std::function<void(const std::vector<TermId>&, const Coherence&, const Record&)>& emit) const {
  Execution(*this, workspace, literals).run([&](const Coherence& weak) { emit(literals, weak, decided); });
}

void Coherence::fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
                     const std::function<void(const Choice&)>& choice) const {
  CoherentFiring(*this, workspace, instance, variables, choice).run();
}

}  // namespace parapet::search
