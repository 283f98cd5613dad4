// Firings where co is chosen: the places of their writes, then their execution, which depends on the literals (the table is in firing.h).
#include <iterator>

#include "base/narrow.h"
#include "memory/events/firing.h"

namespace parapet::search {
namespace {

using Write = PendingOrder::Write;
using Item = PendingOrder::Item;
using Chain = PendingOrder::Chain;

bool same_cell(const TermArena& arena, const Item& item, TermId cell) {
  const auto args = arena.args(cell);
  return item.symbol == arena.symbol(cell) && std::equal(args.begin(), args.end(), item.args.begin(), item.args.end());
}

Chain chain_of_cell(const TermArena& arena, const PendingOrder& order, TermId cell) {
  return order.chain(arena.symbol(cell), arena.args(cell));
}

// From the pending read or slot to an event with this row; false: there is a cycle.
bool add_edge(PendingOrder& order, std::uint32_t from, const ReadSet& row) {
  if (row.has(from)) return false;
  const ReadSet to = row;
  Rows::grow(order, ReadSet{from}, to);
  return true;
}

// `after` is after the writes of the firing, and the slots of these are its last open reads.
class ChosenChoice final : public EventChoice {
 public:
  const Events* part = nullptr;
  const Touched* touched = nullptr;
  ReadSet own;  // what the firing's execution reaches by its writes

  void complete(const std::vector<TermId>& literals, const Feasible& feasible, const Emit& emit) const override;
};

class PlacedFiring final : public Firing {
 public:
  PlacedFiring(const Events& part, const Weak& before, TransitionInstance& instance, const Touched& touched, std::uint32_t variables,
               const MemoryPart::EmitChoice& emit)
      : Firing(part, before, instance, touched, choice_, variables, emit) {
    choice_.part = &part_;
    choice_.touched = &touched_;
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
    Chain chain;
    std::vector<Between> items;
    bool last_stands_for_all = false;  // step 2d
  };

  [[nodiscard]] bool is_own(const Item& item) const { return actor().valid() && item.reader == actor(); }

  void decide_alone() override {
    for (const TermId cell : touched_.writes) {
      if (is_weak(cell)) choice_.record.placed.push_back({cell, 0});
    }
    choice_.after.order.reach.resize(1);
    emit_(choice_);
  }

  void decide() override {
    const std::vector<TermId>& all = choice_.record.written;
    written_.clear();
    std::copy_if(all.begin(), all.end(), std::back_inserter(written_), [&](TermId cell) { return is_weak(cell); });
    own_ = narrow<std::uint32_t>(items_.size() + written_.size());
    choice_.after.open.items = items_;
    choice_.after.open.items.resize(own_);
    if (atomic_) {
      placings_.clear();
      place_atomic(0);
    } else {
      PendingOrder after = before_;
      after.reach.resize(own_ + 1);
      place(0, after);
    }
  }

  [[nodiscard]] Placing placing_of(const PendingOrder& order, std::size_t k) const {
    return {written_[k], narrow<std::uint32_t>(items_.size() + k), 0, chain_of_cell(arena_, order, written_[k]), {}, false};
  }

  // The items of `order` on the cell.
  [[nodiscard]] std::vector<std::size_t> items_on(const PendingOrder& order, TermId cell) const {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < order.sought.size(); ++k) {
      if (same_cell(arena_, order.sought[k], cell)) found.push_back(k);
    }
    return found;
  }

  [[nodiscard]] TermId term_of(const Item& item) const { return arena_.read(item.read, item.reader, arena_.cell(item.symbol, item.args)); }

  // Step 2, for the k-th weak cell.
  void place(std::size_t k, const PendingOrder& order) {
    context_.spend();
    if (k == written_.size()) return finish(order);
    Placing placing = placing_of(order, k);
    const std::vector<std::size_t> on = items_on(order, placing.cell);
    const std::size_t allowed = highest_position(order, placing);
    const bool delayed = part_.may_delay(instance_, placing.cell);
    const bool own_item = std::any_of(on.begin(), on.end(), [&](std::size_t item) { return is_own(order.sought[item]); });
    const PendingOrder::ProcessRow* const row = order.find(actor());
    placing.last_stands_for_all = allowed == placing.chain.size() && !own_item && (row == nullptr || row->waits.empty());
    for (std::size_t position = 0; position <= (delayed ? allowed : 0); ++position) {
      if (position < placing.chain.size() && order.writes[placing.chain.first + position].glued) continue;
      placing.position = position;
      placing.items.clear();
      choose(order, on, 0, placing, [&](const Placing& decided) {
        const auto reads = [](const Between& one) { return one.way == Way::Reads; };
        if (decided.last_stands_for_all && std::none_of(decided.items.begin(), decided.items.end(), reads)) return;
        PendingOrder after = order;
        if (!insert(after, decided)) return;
        note(order, decided);
        place(k + 1, after);
        forget(decided);
      });
    }
    if (!placing.last_stands_for_all) return;
    choice_.record.placed.push_back({placing.cell, narrow<std::uint32_t>(placing.chain.size())});
    place(k + 1, order);
    choice_.record.placed.pop_back();
  }

  // Of step 2a.
  [[nodiscard]] std::size_t highest_position(const PendingOrder& order, const Placing& placing) const {
    std::size_t position = 0;
    while (position < placing.chain.size()) {
      const Write& w = order.writes[placing.chain.first + position];
      if (w.closed || contains(w.seen, actor())) break;
      ++position;
    }
    return position;
  }

  // Step 2b: all ways for the items from `k` on.
  template <class Emit>
  void choose(const PendingOrder& order, const std::vector<std::size_t>& on, std::size_t k, Placing& placing, const Emit& emit) {
    context_.spend();
    if (k == on.size()) return emit(placing);
    const Item& item = order.sought[on[k]];
    const bool own = is_own(item);
    const auto take = [&](Way way) {
      placing.items.push_back({on[k], way});
      choose(order, on, k + 1, placing, emit);
      placing.items.pop_back();
    };
    if (item.early) return take(own ? Way::Reads : Way::Nothing);
    std::size_t gap = 0;
    while (gap < placing.chain.size() && PendingOrder::is_after(item.read, order.writes[placing.chain.first + gap])) ++gap;
    if (gap > placing.position) return take(Way::Nothing);
    if (gap < placing.position) {
      if (!own) take(Way::Nothing);
      return;
    }
    take(Way::Reads);
    if (!own && !atomic_ && part_.may_delay(instance_, placing.cell)) take(Way::Older);
    take(Way::After);
    if (!own && placing.chain.size() == 0 && may_be_early(order, item, placing.cell)) take(Way::Early);
  }

  [[nodiscard]] bool may_be_early(const PendingOrder& order, const Item& item, TermId cell) const {
    if (!item.reader.valid() || !part_.may_buffer(item.reader, cell)) return false;
    const PendingOrder::ProcessRow* const row = order.find(item.reader);
    return row == nullptr || !row->waits.has(item.read);
  }

  // Step 2c: what a write reaches by its location, and what its slot does.
  ReadSet reached(const PendingOrder& order, const Placing& placing, ReadSet& beyond) const {
    if (placing.position < placing.chain.size()) beyond = order.writes[placing.chain.first + placing.position].after;
    beyond.add(placing.slot);
    ReadSet row = beyond;
    row |= rows_.before_write(order, std::span(&placing.cell, 1));
    for (const Between& one : placing.items) {
      const Item& item = order.sought[one.item];
      if ((one.way == Way::Reads && !is_own(item)) || one.way == Way::After) row |= order.reach[item.read];
    }
    return row;
  }

  // The write in its chain, with this row.
  void put(PendingOrder& after, const Placing& placing, const ReadSet& row, const ReadSet& beyond) const {
    const auto args = arena_.args(placing.cell);
    Write made{arena_.symbol(placing.cell), {args.begin(), args.end()}, placing.slot, row, {}, PendingOrder::none, false, false};
    if (actor().valid()) made.seen.push_back(actor());
    for (const Between& one : placing.items) {
      const TermId reader = after.sought[one.item].reader;
      if (one.way == Way::Reads && reader.valid() && !contains(made.seen, reader)) made.seen.push_back(reader);
      if (one.way == Way::Early) after.sought[one.item].early = true;
    }
    if (atomic_ && contains(touched_.pending_reads, placing.cell)) made.exchange = own_;
    after.reach[placing.slot] = beyond;
    const Chain chain = after.chain(made.symbol, made.args);
    after.writes.insert(after.writes.begin() + narrow<std::ptrdiff_t>(chain.first + placing.position), std::move(made));
  }

  // The edges into the write and its slot.
  bool connect(PendingOrder& after, const Placing& placing) const {
    const std::size_t at = chain_of_cell(arena_, after, placing.cell).first + placing.position;
    Write* const next = placing.position < placing.chain.size() ? &after.writes[at + 1] : nullptr;
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
    const ReadSet row = reached(after, placing, beyond);
    put(after, placing, row, beyond);
    return connect(after, placing);
  }

  void note(const PendingOrder& order, const Placing& placing) {
    choice_.record.placed.push_back({placing.cell, narrow<std::uint32_t>(placing.position)});
    for (const Between& one : placing.items) {
      if (one.way == Way::Reads) choice_.record.taken.push_back(term_of(order.sought[one.item]));
    }
  }
  void forget(const Placing& placing) {
    choice_.record.placed.pop_back();
    for (const Between& one : placing.items) {
      if (one.way == Way::Reads) choice_.record.taken.pop_back();
    }
  }
  // An item without a literal reads from it.
  [[nodiscard]] bool satisfies() const {
    return std::any_of(choice_.record.taken.begin(), choice_.record.taken.end(),
                       [&](TermId item) { return !contains(items_[arena_.read_number(item)], item); });
  }

  // The same for an atomic firing: all writes are first in their chains, and one event.
  void place_atomic(std::size_t k) {
    context_.spend();
    if (k == written_.size()) return insert_atomic();
    Placing placing = placing_of(before_, k);
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
    ReadSet event = rows_.before_execution(before_, choice_.record.written);
    event.add(own_);
    for (const TermId cell : touched_.pending_reads) {
      const Chain chain = chain_of_cell(arena_, before_, cell);
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
    for (const Write& write : after.writes) {
      if (write.slot != PendingOrder::none && write.slot >= items_.size()) choice_.own |= write.after;
    }
    choice_.after.order = after;
    choice_.satisfies = satisfies();
    emit_(choice_);
  }

  std::uint32_t own_ = 0;
  std::vector<TermId> written_;  // weak
  std::vector<Placing> placings_;
  ChosenChoice choice_;
};

// Steps 3 to 5 of a firing whose writes have their places.
class Execution {
 public:
  Execution(const ChosenChoice& choice, const std::vector<TermId>& literals)
      : choice_(choice),
        part_(*choice.part),
        context_(part_.context),
        arena_(context_.arena),
        rows_(part_, *choice.instance, *choice.touched),
        own_(narrow<std::uint32_t>(choice.after.open.items.size())),
        order_(choice.after.order) {
    find_items(literals);
  }

  template <class Emit>
  void run(const Emit& emit) {
    if (order_.sought.empty()) return emit(PendingOrder(order_));
    if (is_atomic(part_, *choice_.instance)) {
      finish(ReadSet(order_.reach[own_]), emit);
    } else {
      ReadSet row = rows_.before_execution(order_, choice_.record.written);
      row |= choice_.own;
      row.add(own_);
      read(0, row, emit);
    }
  }

 private:
  [[nodiscard]] TermId actor() const { return choice_.instance->actor; }

  // `sought` has the items of the literals and the demands; an exchange has its item.
  void find_items(const std::vector<TermId>& literals) {
    const auto same = [](const Item& a) {
      return [&a](const Item& b) { return a.read == b.read && a.reader == b.reader && a.symbol == b.symbol && a.args == b.args; };
    };
    std::vector<Item> found;
    for (const TermId literal : literals) {
      each_leaf(arena_, literal, [&](TermId leaf) {
        if (arena_.op(leaf) != Op::Read) return;
        const bool own = arena_.read_number(leaf) == new_read;
        const TermId cell = arena_.location(leaf);
        const auto args = arena_.args(cell);
        Item item{own ? own_ : narrow<std::uint32_t>(arena_.read_number(leaf)),
                  arena_.reader(leaf),
                  arena_.symbol(cell),
                  {args.begin(), args.end()}};
        if (std::any_of(found.begin(), found.end(), same(item))) return;
        const auto known = std::find_if(order_.sought.begin(), order_.sought.end(), same(item));
        item.early = known != order_.sought.end() && known->early;
        found.push_back(std::move(item));
      });
    }
    for (Item& item : order_.sought) {
      const bool taken = contains(choice_.record.taken, arena_.read(item.read, item.reader, arena_.cell(item.symbol, item.args)));
      if (!taken && order_.is_demand(item) && std::none_of(found.begin(), found.end(), same(item))) found.push_back(std::move(item));
    }
    order_.sought = std::move(found);
    for (Write& write : order_.writes) {
      const bool has_item = std::any_of(order_.sought.begin(), order_.sought.end(), [&](const Item& item) {
        return item.read == write.exchange && item.symbol == write.symbol && item.args == write.args;
      });
      if (!has_item) write.exchange = PendingOrder::none;
    }
  }

  // Step 3, for the items of x from `k` on.
  template <class Emit>
  void read(std::size_t k, const ReadSet& row, const Emit& emit) {
    while (k < order_.sought.size() && order_.sought[k].read != own_) ++k;
    if (k == order_.sought.size()) return finish(row, emit);
    Item& item = order_.sought[k];
    const Chain chain = order_.chain(item.symbol, item.args);
    if (chain.size() == 0) return read(k + 1, row, emit);
    const Write& first = order_.writes[chain.first];
    ReadSet older = row;
    older |= first.after;
    read(k + 1, older, emit);
    if (!may_take_own(first)) return;
    item.early = true;
    read(k + 1, may_come_after(first) ? row : older, emit);
    order_.sought[k].early = false;
  }

  // x may take its value from p's store buffer, and that makes a difference: the earlier write of p can come after w, or a write of another
  // process can be committed after x and before both (then the read is in no order with it).
  [[nodiscard]] bool may_take_own(const Write& w) const {
    const TermId cell = arena_.cell(w.symbol, w.args);
    if (choice_.instance->transition->fence || !actor().valid() || !part_.may_buffer(actor(), cell)) return false;
    const std::vector<TermId> all = context_.instances.processes(choice_.variables);
    const bool other =
        std::any_of(all.begin(), all.end(), [&](TermId process) { return process != actor() && part_.may_buffer(process, cell); });
    const bool further = context_.fits(choice_.variables + 1) && part_.may_buffer(arena_.process(choice_.variables), cell);
    return other || further || may_come_after(w);
  }

  // An earlier write of p may be buffered and come after w.
  [[nodiscard]] bool may_come_after(const Write& w) const { return actor().valid() && !w.closed && !is_blocked(order_, actor(), w); }

  // No write of the process that is still to be found can come after w.
  [[nodiscard]] bool is_blocked(const PendingOrder& order, TermId process, const Write& w) const {
    if (!part_.may_buffer(process, arena_.cell(w.symbol, w.args)) || contains(w.seen, process)) return true;
    const PendingOrder::ProcessRow* const row = order.find(process);
    return row != nullptr && row->waits.has(w.slot);
  }

  template <class Emit>
  void finish(const ReadSet& with_own, const Emit& emit) {
    context_.spend(order_.reach.size());
    PendingOrder after = order_;
    after.reach[own_] = with_own;
    rows_.note_execution(after, choice_.record.written, with_own, choice_.own);
    close(after);
    if (!lacks_source(after)) emit(std::move(after));
  }

  void close(PendingOrder& after) const {
    for (Write& write : after.writes) write.closed = write.closed || is_closed(after, write);
    std::vector<Write> kept;
    for (Write& write : after.writes) {
      const bool behind = !kept.empty() && kept.back().closed && kept.back().symbol == write.symbol && kept.back().args == write.args;
      if (!behind) kept.push_back(std::move(write));
    }
    after.writes = std::move(kept);
  }

  [[nodiscard]] bool is_closed(const PendingOrder& after, const Write& write) const {
    const std::vector<TermId> all = context_.instances.processes(choice_.variables);
    if (!std::all_of(all.begin(), all.end(), [&](TermId process) { return is_blocked(after, process, write); })) return false;
    return !context_.fits(choice_.variables + 1) ||
           !part_.may_buffer(arena_.process(choice_.variables), arena_.cell(write.symbol, write.args));
  }

  const ChosenChoice& choice_;
  const Events& part_;
  Context& context_;
  TermArena& arena_;
  const Rows rows_;
  const std::uint32_t own_;
  PendingOrder order_;
};

void ChosenChoice::complete(const std::vector<TermId>& literals, const Feasible& /*feasible*/, const Emit& emit) const {
  Execution(*this, literals).run([&](PendingOrder&& order) {
    Weak weak;
    weak.open = after.open;
    weak.order = std::move(order);
    emit(literals, weak, record);
  });
}

}  // namespace

bool lacks_source(const PendingOrder& order) {
  return std::any_of(order.sought.begin(), order.sought.end(), [&](const Item& item) {
    if (item.early) return false;
    const Chain all = order.chain(item.symbol, item.args);
    for (std::size_t k = all.first; k < all.end && PendingOrder::is_after(item.read, order.writes[k]); ++k) {
      if (order.writes[k].closed) return true;
      if (k + 1 < all.end && order.writes[k + 1].glued && !PendingOrder::is_after(item.read, order.writes[k + 1])) return true;
    }
    return false;
  });
}

void fire_choosing_co(const Events& part, const Weak& before, TransitionInstance& instance, const Touched& touched, std::uint32_t variables,
                      const MemoryPart::EmitChoice& emit) {
  PlacedFiring(part, before, instance, touched, variables, emit).run();
}

}  // namespace parapet::search
