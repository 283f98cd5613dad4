// Reading now, and the normal form of a cube with buffers (both NOTE(delayed-writes)).
#include <algorithm>

#include "base/narrow.h"
#include "cube/context.h"
#include "memory/queues/choices.h"

namespace parapet::search {
namespace {

class Reading {
 public:
  Reading(Context& context, std::vector<TermId> reads, bool drained, const std::function<void(const Outcomes&)>& emit)
      : arena_(context.arena), context_(context), reads_(std::move(reads)), drained_(drained), emit_(emit) {
    std::sort(reads_.begin(), reads_.end(), [&](TermId a, TermId b) { return arena_.compare(a, b) < 0; });
    reads_.erase(std::unique(reads_.begin(), reads_.end()), reads_.end());
  }

  void run(Outcomes made, std::size_t k) {
    context_.spend();
    if (k == reads_.size()) return emit_(made);
    const TermId read = reads_[k];
    const TermId reader = arena_.reader(read);
    const TermId cell = arena_.location(read);
    const DelayedBuffer* known = made.after.find_buffer(arena_, reader, cell);
    const bool exact = known != nullptr && known->exact;
    Outcomes next = made;
    DelayedBuffer& buffer = next.after.buffer_at(arena_, reader, cell);
    buffer.exact = true;
    if (buffer.entries.empty()) {
      next.values.emplace_back(read, cell);
      next.from_memory.push_back(cell);
    } else {
      next.values.emplace_back(read, arena_.read(buffer.entries.back(), reader, cell));
    }
    run(std::move(next), k + 1);
    if (exact || drained_ || !context_.system.delays.may_wait(arena_, reader, cell)) return;
    next = std::move(made);
    const auto entry = narrow<std::uint32_t>(next.after.open.items.size());
    next.after.open.items.emplace_back();
    DelayedBuffer& grown = next.after.buffer_at(arena_, reader, cell);
    grown.entries.push_back(entry);
    grown.exact = true;
    next.values.emplace_back(read, arena_.read(entry, reader, cell));
    run(std::move(next), k + 1);
  }

 private:
  TermArena& arena_;
  Context& context_;
  std::vector<TermId> reads_;
  const bool drained_;
  const std::function<void(const Outcomes&)>& emit_;
};

// What a cube says of its processes: the values of memory and of entries, as sets of constructors.
class CubeFacts {
 public:
  CubeFacts(Context& context, const std::vector<TermId>& literals, const Weak& weak)
      : context_(context), arena_(context.arena), weak_(weak) {
    for (const TermId literal : literals) {
      each_leaf(arena_, literal, [&](TermId leaf) { leaves_.push_back(leaf); });
      if (arena_.op(literal) == Op::Member) sets_.emplace_back(arena_.args(literal)[0], arena_.set(literal));
      each_process(arena_, literal, [&](TermId process) { use(process); });
    }
    std::sort(leaves_.begin(), leaves_.end());
    for (const DelayedBuffer& buffer : weak.buffers) {
      if (buffer.entries.empty()) continue;
      use(buffer.process);
      std::for_each(buffer.args.begin(), buffer.args.end(), [&](TermId arg) { use(arg); });
    }
  }

  [[nodiscard]] bool mentions(TermId leaf) const { return std::binary_search(leaves_.begin(), leaves_.end(), leaf); }
  // The weak cells of literals.
  [[nodiscard]] std::vector<TermId> memory() const {
    std::vector<TermId> cells;
    for (const TermId leaf : leaves_) {
      const bool weak = arena_.op(leaf) == Op::Cell && arena_.signature()[arena_.symbol(leaf)].weak;
      if (weak && (cells.empty() || cells.back() != leaf)) cells.push_back(leaf);
    }
    return cells;
  }
  // Processes of literals and entries.
  [[nodiscard]] const std::vector<TermId>& used() const { return used_; }

  [[nodiscard]] std::uint64_t values(TermId leaf) const {
    std::uint64_t set = ~std::uint64_t{0};
    for (const auto& [term, values] : sets_) {
      if (term == leaf) set &= values;
    }
    return set;
  }

  // The values that the process may see in its own cell of the name. Memory tells what it sees only if nothing can be buffered.
  [[nodiscard]] std::uint64_t own_values(TermId process, SymbolId name) const {
    const Symbol& symbol = arena_.signature()[name];
    const TermId cell = arena_.cell(name, symbol.arity == 0 ? std::span<const TermId>() : std::span<const TermId>(&process, 1));
    if (!symbol.weak) return values(cell);
    const DelayedBuffer* const buffer = weak_.find_buffer(arena_, process, cell);
    if (buffer != nullptr && buffer->exact)
      return values(buffer->entries.empty() ? cell : arena_.read(buffer->entries.back(), process, cell));
    return context_.system.delays.may_wait(arena_, process, cell) ? ~std::uint64_t{0} : values(cell);
  }

  // The entries of a process as demands on where it is.
  [[nodiscard]] std::vector<le::Delays::Demand> demands(TermId process) const {
    std::vector<le::Delays::Demand> all;
    for (const DelayedBuffer& buffer : weak_.buffers) {
      if (buffer.process != process) continue;
      const TermId cell = arena_.cell(buffer.symbol, buffer.args);
      for (const std::uint32_t entry : buffer.entries) all.push_back({cell, values(arena_.read(entry, process, cell))});
    }
    return all;
  }

  [[nodiscard]] bool may_hold(TermId process, const std::vector<le::Delays::Demand>& demands) const {
    return context_.system.delays.may_hold(arena_, process, demands, [&](SymbolId name) { return own_values(process, name); });
  }

 private:
  void use(TermId process) {
    if (std::find(used_.begin(), used_.end(), process) == used_.end()) used_.push_back(process);
  }

  Context& context_;
  TermArena& arena_;
  const Weak& weak_;
  std::vector<TermId> leaves_, used_;
  std::vector<std::pair<TermId, std::uint64_t>> sets_;
};

}  // namespace

void each_outcome(Context& context, Weak before, std::vector<TermId> reads, bool drained,
                  const std::function<void(const Outcomes&)>& emit) {
  Reading(context, std::move(reads), drained, emit).run({{}, std::move(before), {}}, 0);
}

bool bring_into_normal_form(Context& context, const std::vector<TermId>& literals, Weak& weak, Record& record) {
  TermArena& arena = context.arena;
  const CubeFacts facts(context, literals, weak);
  for (const TermId process : facts.used()) {
    const auto demands = facts.demands(process);
    if (!facts.may_hold(process, demands)) return false;  // 4
  }
  const bool counted = context.system.program->number_procs.has_value() || context.system.init_counts_processes;
  for (DelayedBuffer& buffer : weak.buffers) {
    if (!buffer.exact || !buffer.entries.empty()) continue;
    const TermId cell = arena.cell(buffer.symbol, buffer.args);
    if (!context.system.delays.may_wait(arena, buffer.process, cell)) {  // 3
      buffer.exact = false;
    } else if (!facts.mentions(cell)) {  // 2
      buffer.exact = false;
      record.flushed.push_back({buffer.process, cell});
    } else if (!counted && arena.op(buffer.process) == Op::ProcessVar) {  // 5
      const auto& used = facts.used();
      buffer.exact = std::find(used.begin(), used.end(), buffer.process) != used.end();
    }
  }
  weak.drop_idle();
  weak.absent.clear();
  for (const TermId process : facts.used()) {
    const auto demands = facts.demands(process);
    for (const TermId cell : facts.memory()) {
      const DelayedBuffer* const buffer = weak.find_buffer(arena, process, cell);
      if (buffer != nullptr) continue;
      auto with = demands;
      with.push_back({cell});
      const bool waits = context.system.delays.may_wait(arena, process, cell);
      if (waits ? facts.may_hold(process, with) : !context.system.delays.any_late()) continue;
      const auto args = arena.args(cell);
      weak.absent.push_back({process, arena.symbol(cell), {args.begin(), args.end()}, {}, true});
    }
  }
  return true;
}

}  // namespace parapet::search
