// Steps 6 and 7 of the pre-image of NOTE(coherence) (the table is in coherence_fire.cpp): the execution of a firing whose writes have their
// places, with the reads that the literals speak of; then which writes are closed.
#include <algorithm>

#include "base/narrow.h"
#include "memory/events/coherence_rows.h"

namespace parapet::search {
namespace {

PendingOrder::ProcessRow& process_row(PendingOrder& order, TermId process) {
  const auto at = std::find_if(order.processes.begin(), order.processes.end(), [&](const auto& row) { return row.process == process; });
  return at != order.processes.end() ? *at : order.processes.emplace_back(PendingOrder::ProcessRow{process, {}});
}

PendingOrder::CellRow& cell_row(const TermArena& arena, PendingOrder& order, TermId cell) {
  const auto args = arena.args(cell);
  const PendingOrder::CellRow* const found = order.find(arena.symbol(cell), args);
  if (found != nullptr) return order.cells[static_cast<std::size_t>(found - order.cells.data())];
  return order.cells.emplace_back(PendingOrder::CellRow{arena.symbol(cell), {args.begin(), args.end()}});
}

class Execution {
 public:
  Execution(const CoherentChoice& choice, const std::vector<TermId>& literals)
      : choice_(choice),
        part_(*choice.part),
        context_(part_.context),
        arena_(context_.arena),
        t_(*choice.instance->transition),
        own_(narrow<std::uint32_t>(choice.after.open.items.size())),
        order_(choice.after.order) {
    find_items(literals);
  }

  template <class Emit>
  void run(const Emit& emit) {
    if (order_.sought.empty()) return emit(PendingOrder(order_));
    if (is_atomic(*choice_.instance)) {
      finish(ReadSet(order_.reach[own_]), emit);
    } else {
      ReadSet row = shared_rows(arena_, order_, *choice_.touched, choice_.record.written);
      row |= choice_.own;
      if (const PendingOrder::ProcessRow* const own = own_row()) row |= own->any;
      read(0, row, emit);
    }
  }

 private:
  [[nodiscard]] TermId actor() const { return choice_.instance->actor; }
  [[nodiscard]] const PendingOrder::ProcessRow* own_row() const { return actor().valid() ? order_.find(actor()) : nullptr; }

  // `sought` has the items of the literals and the demands; an exchange has its item.
  void find_items(const std::vector<TermId>& literals) {
    std::vector<PendingOrder::Item> found;
    for (const TermId literal : literals) {
      each_leaf(arena_, literal, [&](TermId leaf) {
        if (arena_.op(leaf) != Op::Read) return;
        const bool own = arena_.read_number(leaf) == new_read;
        const auto read = own ? own_ : narrow<std::uint32_t>(arena_.read_number(leaf));
        const TermId cell = arena_.location(leaf);
        const auto args = arena_.args(cell);
        const auto is_this = [&](const PendingOrder::Item& item) {
          return item.read == read && item.reader == arena_.reader(leaf) && item.symbol == arena_.symbol(cell) &&
                 std::equal(args.begin(), args.end(), item.args.begin(), item.args.end());
        };
        if (std::any_of(found.begin(), found.end(), is_this)) return;
        const auto known = std::find_if(order_.sought.begin(), order_.sought.end(), is_this);
        found.push_back(
            {read, arena_.reader(leaf), arena_.symbol(cell), {args.begin(), args.end()}, known != order_.sought.end() && known->early});
      });
    }
    for (PendingOrder::Item& item : order_.sought) {
      const auto is_this = [&](const PendingOrder::Item& other) {
        return item.read == other.read && item.reader == other.reader && item.symbol == other.symbol && item.args == other.args;
      };
      const bool taken = contains(choice_.record.taken, arena_.read(item.read, item.reader, arena_.cell(item.symbol, item.args)));
      if (!taken && order_.is_demand(item) && std::none_of(found.begin(), found.end(), is_this)) found.push_back(std::move(item));
    }
    order_.sought = std::move(found);
    for (PendingOrder::Write& write : order_.writes) {
      const bool has_item = std::any_of(order_.sought.begin(), order_.sought.end(), [&](const PendingOrder::Item& item) {
        return item.read == write.exchange && item.symbol == write.symbol && item.args == write.args;
      });
      if (!has_item) write.exchange = PendingOrder::none;
    }
  }

  // Step 6, for the items of x from `k` on.
  template <class Emit>
  void read(std::size_t k, const ReadSet& row, const Emit& emit) {
    while (k < order_.sought.size() && order_.sought[k].read != own_) ++k;
    if (k == order_.sought.size()) {
      ReadSet with_own = row;
      with_own.add(own_);
      return finish(with_own, emit);
    }
    PendingOrder::Item& item = order_.sought[k];
    const PendingOrder::Chain chain = order_.chain(item.symbol, item.args);
    if (chain.size() == 0) return read(k + 1, row, emit);
    const PendingOrder::Write& first = order_.writes[chain.first];
    ReadSet older = row;
    older |= first.after;
    read(k + 1, older, emit);
    if (t_.fence || !may_come_after(first)) return;
    item.early = true;
    read(k + 1, row, emit);
    order_.sought[k].early = false;
  }

  // An earlier write of p may be buffered and come after w.
  [[nodiscard]] bool may_come_after(const PendingOrder::Write& w) const {
    if (!actor().valid() || w.closed || contains(w.seen, actor())) return false;
    if (!part_.may_buffer(actor(), arena_.cell(w.symbol, w.args))) return false;
    const PendingOrder::ProcessRow* const own = own_row();
    return own == nullptr || !own->waits.has(w.slot);
  }

  template <class Emit>
  void finish(const ReadSet& with_own, const Emit& emit) {
    context_.spend(order_.reach.size());
    PendingOrder after = order_;
    after.reach[own_] = with_own;
    if (actor().valid()) {
      PendingOrder::ProcessRow& row = process_row(after, actor());
      row.any |= with_own;
      if (t_.fence || is_atomic(*choice_.instance)) row.waits |= with_own;
      if (part_.store_fences()) row.writes |= choice_.own;
      if (t_.wfence) row.waits |= row.writes;
    }
    for (const TermId cell : choice_.touched->shared_reads) cell_row(arena_, after, cell).read |= with_own;
    for (const TermId cell : choice_.record.written) {
      if (!arena_.signature()[arena_.symbol(cell)].weak) cell_row(arena_, after, cell).written |= with_own;
    }
    close(after);
    if (!lacks_source(after)) emit(std::move(after));
  }

  void close(PendingOrder& after) const {
    for (PendingOrder::Write& write : after.writes) write.closed = write.closed || is_closed(after, write);
    std::vector<PendingOrder::Write> kept;
    for (PendingOrder::Write& write : after.writes) {
      const bool behind = !kept.empty() && kept.back().closed && kept.back().symbol == write.symbol && kept.back().args == write.args;
      if (!behind) kept.push_back(std::move(write));
    }
    after.writes = std::move(kept);
  }

  [[nodiscard]] bool is_closed(const PendingOrder& after, const PendingOrder::Write& write) const {
    const TermId cell = arena_.cell(write.symbol, write.args);
    const auto blocked = [&](TermId process) {
      if (!part_.may_buffer(process, cell) || contains(write.seen, process)) return true;
      const PendingOrder::ProcessRow* const row = after.find(process);
      return row != nullptr && row->waits.has(write.slot);
    };
    const std::vector<TermId> all = context_.instances.processes(choice_.variables);
    if (!std::all_of(all.begin(), all.end(), blocked)) return false;
    return !context_.fits(choice_.variables + 1) || !part_.may_buffer(arena_.process(choice_.variables), cell);
  }

  const CoherentChoice& choice_;
  const Coherence& part_;
  Context& context_;
  TermArena& arena_;
  const le::Transition& t_;
  const std::uint32_t own_;
  PendingOrder order_;
};

}  // namespace

void CoherentChoice::complete(const std::vector<TermId>& literals, const Feasible& /*feasible*/, const Emit& emit) const {
  Execution(*this, literals).run([&](PendingOrder&& order) {
    Weak weak;
    weak.open = after.open;
    weak.order = std::move(order);
    emit(literals, weak, record);
  });
}

}  // namespace parapet::search
