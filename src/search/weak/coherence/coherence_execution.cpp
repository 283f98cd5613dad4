// Steps 6 and 7 of the pre-image of NOTE(coherence) (the table is in coherence_fire.cpp): the execution of a firing whose writes have their
// places, with the reads that the literals speak of; then which writes are closed.
#include <algorithm>

#include "base/narrow.h"
#include "search/cube/context.h"
#include "search/weak/coherence/coherence.h"
#include "search/weak/coherence/coherence_rows.h"

namespace parapet::search {
namespace {

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

void Coherence::Choice::complete(Workspace& workspace, const std::vector<TermId>& literals,
                                 const std::function<bool(std::vector<TermId>&)>& /*feasible*/,
                                 const std::function<void(const std::vector<TermId>&, const Coherence&, const Record&)>& emit) const {
  Execution(*this, workspace, literals).run([&](const Coherence& weak) { emit(literals, weak, decided); });
}

}  // namespace parapet::search
