#include "search/weak/pso/normal_form.h"

#include <algorithm>

#include "base/narrow.h"

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
    const DelayedWrites::Buffer* known = made.after.find(arena_, reader, cell);
    const bool exact = known != nullptr && known->exact;
    Outcomes next = made;
    DelayedWrites::Buffer& buffer = next.after.at(arena_, reader, cell);
    buffer.exact = true;
    if (buffer.entries.empty()) {
      next.values.emplace_back(read, cell);
      next.from_memory.push_back(cell);
    } else {
      next.values.emplace_back(read, arena_.read(buffer.entries.back(), reader, cell));
    }
    run(std::move(next), k + 1);
    if (exact || drained_ || !may_buffer(context_, reader, cell)) return;
    next = std::move(made);
    const auto entry = narrow<std::uint32_t>(next.after.items.size());
    next.after.items.emplace_back();
    DelayedWrites::Buffer& grown = next.after.at(arena_, reader, cell);
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

// Whether the update may write the cell when the process acts.
bool may_match(const TermArena& arena, const le::Transition& t, const le::Update& update, TermId process, TermId cell) {
  const auto args = arena.args(cell);
  for (std::size_t k = 0; k < args.size(); ++k) {
    const TermId index = update.target[k];
    if (arena.op(index) == Op::ProcessConst && index != args[k]) return false;
    if (arena.op(index) != Op::Variable) continue;
    const auto parameter = std::find(t.parameters.begin(), t.parameters.end(), arena.variable_number(index));
    if (parameter == t.parameters.end()) continue;
    const bool actor = parameter - t.parameters.begin() == static_cast<std::ptrdiff_t>(*t.actor);
    if (actor != (args[k] == process)) return false;
  }
  return true;
}

bool has_memory_literal(const TermArena& arena, const std::vector<TermId>& literals, TermId cell) {
  return std::any_of(literals.begin(), literals.end(), [&](TermId literal) {
    bool found = false;
    each_leaf(arena, literal, [&](TermId leaf) { found = found || leaf == cell; });
    return found;
  });
}

}  // namespace

bool may_buffer(const Context& context, TermId process, TermId cell) {
  return std::any_of(context.system.transitions.begin(), context.system.transitions.end(), [&](const le::Transition& t) {
    if (!t.actor || !t.writes_weak || t.reads_weak) return false;
    const auto& updates = context.system.updates[t.source];
    return std::any_of(updates.begin(), updates.end(), [&](const le::Update& update) {
      return update.symbol == context.arena.symbol(cell) && may_match(context.arena, t, update, process, cell);
    });
  });
}

void each_outcome(Context& context, DelayedWrites before, std::vector<TermId> reads, bool drained,
                  const std::function<void(const Outcomes&)>& emit) {
  Reading(context, std::move(reads), drained, emit).run({{}, std::move(before), {}}, 0);
}

bool bring_into_normal_form(Context& context, const std::vector<TermId>& literals, DelayedWrites& weak, DelayedWrites::Record& record) {
  TermArena& arena = context.arena;
  std::vector<TermId> used;  // processes of literals and entries
  for (const TermId literal : literals) each_process(arena, literal, [&](TermId process) { used.push_back(process); });
  for (const DelayedWrites::Buffer& buffer : weak.buffers) {
    if (buffer.entries.empty()) continue;
    used.push_back(buffer.process);
    used.insert(used.end(), buffer.args.begin(), buffer.args.end());
  }
  const bool counted = context.system.program->number_procs.has_value() || context.system.init_counts_processes;
  for (DelayedWrites::Buffer& buffer : weak.buffers) {
    if (!buffer.exact || !buffer.entries.empty()) continue;
    const TermId cell = arena.cell(buffer.symbol, buffer.args);
    if (!has_memory_literal(arena, literals, cell)) {
      buffer.exact = false;
      record.flushed.push_back({buffer.process, cell});
      continue;
    }
    const bool idle = arena.op(buffer.process) == Op::ProcessVar && std::find(used.begin(), used.end(), buffer.process) == used.end();
    if (idle && !counted) buffer.exact = false;
  }
  weak.drop_idle();
  return true;
}

}  // namespace parapet::search
