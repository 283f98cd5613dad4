#include "result/cube.h"

#include "base/narrow.h"

namespace parapet {
namespace {

bool same_terms(std::span<const TermId> a, std::span<const TermId> b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

bool has_term(const std::vector<TermId>& list, TermId term) { return std::find(list.begin(), list.end(), term) != list.end(); }

const DelayedBuffer* find_in(const std::vector<DelayedBuffer>& list, TermId process, SymbolId symbol, std::span<const TermId> args) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const DelayedBuffer& buffer) {
    return buffer.process == process && buffer.symbol == symbol && same_terms(buffer.args, args);
  });
  return at == list.end() ? nullptr : &*at;
}

}  // namespace

const OpenReads::List* OpenReads::find(TermId process) const {
  const auto at = std::find_if(lists.begin(), lists.end(), [&](const List& list) { return list.process == process; });
  return at == lists.end() ? nullptr : &*at;
}

const PendingOrder::ProcessRow* PendingOrder::find(TermId process) const {
  const auto at = std::find_if(processes.begin(), processes.end(), [&](const ProcessRow& row) { return row.process == process; });
  return at == processes.end() ? nullptr : &*at;
}

const PendingOrder::CellRow* PendingOrder::find(SymbolId symbol, std::span<const TermId> args) const {
  const CellRow* others = nullptr;
  for (const CellRow& row : cells) {
    if (row.symbol != symbol) continue;
    if (row.others) {
      others = &row;
    } else if (same_terms(args, row.args)) {
      return &row;
    }
  }
  return others;
}

const PendingOrder::CellRow* PendingOrder::find_others(SymbolId symbol) const {
  const auto at = std::find_if(cells.begin(), cells.end(), [&](const CellRow& row) { return row.others && row.symbol == symbol; });
  return at == cells.end() ? nullptr : &*at;
}

PendingOrder::Chain PendingOrder::chain(SymbolId symbol, std::span<const TermId> args) const {
  const auto is_of = [&](const Write& write) { return write.symbol == symbol && same_terms(write.args, args); };
  const auto first = std::find_if(writes.begin(), writes.end(), is_of);
  const auto end = std::find_if_not(first, writes.end(), is_of);
  return {static_cast<std::size_t>(first - writes.begin()), static_cast<std::size_t>(end - writes.begin())};
}

bool PendingOrder::is_demand(const Item& item) const {
  if (item.early) return true;
  const Chain all = chain(item.symbol, item.args);
  return all.size() > 0 && is_after(item.read, writes[all.first]);
}

bool Weak::mentions(TermId process) const {
  return open.find(process) != nullptr || has_buffer(process) || order.find(process) != nullptr ||
         std::any_of(order.cells.begin(), order.cells.end(), [&](const auto& row) { return has_term(row.args, process); }) ||
         std::any_of(order.writes.begin(), order.writes.end(),
                     [&](const auto& write) { return has_term(write.args, process) || has_term(write.seen, process); });
}

bool Weak::may_be_initial() const {
  return std::all_of(buffers.begin(), buffers.end(), [](const DelayedBuffer& buffer) { return buffer.entries.empty(); }) &&
         std::none_of(order.sought.begin(), order.sought.end(), [&](const auto& item) { return order.is_demand(item); });
}

std::uint32_t Weak::reads() const {
  std::size_t others = 0;
  for (const DelayedBuffer& buffer : buffers) others += buffer.entries.size();
  for (const PendingOrder::Write& write : order.writes) others += write.slot != PendingOrder::none ? 1 : 0;
  return narrow<std::uint32_t>(open.items.size() - others);
}

const DelayedBuffer* Weak::find_buffer(TermId process, SymbolId symbol, std::span<const TermId> args) const {
  return find_in(buffers, process, symbol, args);
}

const DelayedBuffer* Weak::find_buffer(const TermArena& arena, TermId process, TermId cell) const {
  return find_in(buffers, process, arena.symbol(cell), arena.args(cell));
}

const DelayedBuffer* Weak::find_absent(TermId process, SymbolId symbol, std::span<const TermId> args) const {
  return find_in(absent, process, symbol, args);
}

DelayedBuffer& Weak::buffer_at(const TermArena& arena, TermId process, TermId cell) {
  const auto args = arena.args(cell);
  if (const DelayedBuffer* known = find_buffer(arena, process, cell)) return buffers[static_cast<std::size_t>(known - buffers.data())];
  return buffers.emplace_back(DelayedBuffer{process, arena.symbol(cell), {args.begin(), args.end()}, {}, false});
}

void Weak::drop_idle() {
  std::erase_if(buffers, [](const DelayedBuffer& buffer) { return buffer.entries.empty() && !buffer.exact; });
}

bool Weak::has_buffer(TermId process) const {
  return std::any_of(buffers.begin(), buffers.end(),
                     [&](const DelayedBuffer& buffer) { return buffer.process == process || has_term(buffer.args, process); });
}

}  // namespace parapet
