// Firings where the order of firings is co, and what all firings share (the table is in firing.h).
#include "memory/events/firing.h"

#include "base/contract.h"
#include "base/narrow.h"
#include "ld/ghb.h"

namespace parapet::search {
namespace {

using le::EventKind;

PendingOrder::ProcessRow& process_row(PendingOrder& order, TermId process) {
  const auto at = std::find_if(order.processes.begin(), order.processes.end(), [&](const auto& row) { return row.process == process; });
  return at != order.processes.end() ? *at : order.processes.emplace_back(PendingOrder::ProcessRow{process, {}});
}

// The own read of the firing is the last pending read of `after`.
class FiringInOrder final : public Firing {
 public:
  FiringInOrder(const Events& part, const Weak& before, TransitionInstance& instance, const Touched& touched, std::uint32_t variables,
                const MemoryPart::EmitChoice& emit)
      : Firing(part, before, instance, touched, choice_, variables, emit), keep_cyclic_(part.keeps_cyclic()) {
    choice_.record.closed.assign(items_.size(), false);
    choice_.record.passed.assign(items_.size(), false);
    choice_.record.written_beyond = touched_.writes_beyond;
    choice_.after.open.items = items_;
  }

 private:
  void decide_alone() override {
    choice_.after.order.reach.emplace_back();
    emit_(choice_);
  }

  void decide() override {
    const std::vector<TermId>& written = choice_.record.written;
    candidates_.clear();
    taken_.assign(items_.size(), {});
    choice_.record.taken.clear();
    for (std::uint32_t read = 0; read < items_.size(); ++read) {
      for (const TermId item : items_[read]) {
        if (contains(written, arena_.location(item)))
          (arena_.reader(item) == actor() ? choice_.record.taken : taken_[read]).push_back(item);
      }
      if (!taken_[read].empty()) candidates_.push_back(read);
    }
    ReadSet write;
    if (instance_.transition->writes_weak) write = rows_.before_write(before_, written);
    if (atomic_) write |= rows_.before_execution(before_, written);
    split(0, write);
  }

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
    std::vector<TermId>& taken = choice_.record.taken;
    taken.insert(taken.end(), taken_[read].begin(), taken_[read].end());
    ReadSet with = write;
    with |= before_.reach[read];
    split(k + 1, with);
    taken.resize(taken.size() - taken_[read].size());
    choice_.record.closed[read] = false;
  }

  void finish(const ReadSet& write) {
    ReadSet passed;
    for (const std::uint32_t read : candidates_) {
      if (choice_.record.passed[read]) passed.add(read);
    }
    choice_.cyclic = passed.meets(write);
    if (choice_.cyclic && !keep_cyclic_) return;
    ReadSet execution = rows_.before_execution(before_, choice_.record.written);
    execution |= write;
    execution.add(narrow<std::uint32_t>(items_.size()));
    const ReadSet& writes = atomic_ ? execution : write;
    PendingOrder after = before_;
    if (!passed.empty()) Rows::grow(after, passed, writes);
    after.reach.push_back(execution);
    rows_.note_execution(after, choice_.record.written, execution, writes);
    choice_.after.order = std::move(after);
    emit_(choice_);
  }

  const bool keep_cyclic_;
  std::vector<std::uint32_t> candidates_;
  std::vector<std::vector<TermId>> taken_;  // by pending read: the items of others that take the value, if it reads from the firing
  EventChoice choice_;
};

}  // namespace

bool is_atomic(const Events& part, const TransitionInstance& instance) {
  const le::Transition& t = *instance.transition;
  if (t.read_modify_write()) return true;
  return t.writes_weak &&
         (part.context.system.model.keeps(EventKind::Write, EventKind::Execution) || (part.chooses_co() && !instance.actor.valid()));
}

ReadSet Rows::before_execution(const PendingOrder& order, const std::vector<TermId>& written) const {
  ReadSet set;
  if (instance_.actor.valid()) {
    if (const PendingOrder::ProcessRow* const own = order.find(instance_.actor)) set |= own->any;
  }
  for (const auto* list : {&touched_.pending_reads, &touched_.memory_reads, &touched_.shared_reads}) {
    for (const TermId cell : *list) {
      if (const PendingOrder::CellRow* const row = row_of(order, cell)) set |= row->written;
    }
  }
  for (const TermId cell : written) {
    if (is_weak(cell)) continue;
    if (const PendingOrder::CellRow* const row = row_of(order, cell)) {
      set |= row->written;
      set |= row->read;
    }
  }
  return set;
}

ReadSet Rows::before_write(const PendingOrder& order, std::span<const TermId> cells) const {
  ReadSet set;
  if (instance_.actor.valid()) {
    if (const PendingOrder::ProcessRow* const own = order.find(instance_.actor))
      set |= context_.system.model.keeps(EventKind::Write, EventKind::Execution) ? own->any : own->waits;
  }
  for (const TermId cell : cells) {
    if (!is_weak(cell)) continue;
    if (const PendingOrder::CellRow* const row = row_of(order, cell)) {
      set |= row->written;
      set |= row->read;
    }
  }
  return set;
}

void Rows::note_execution(PendingOrder& after, const std::vector<TermId>& written, const ReadSet& execution, const ReadSet& writes) const {
  const le::Transition& t = *instance_.transition;
  if (instance_.actor.valid()) {
    PendingOrder::ProcessRow& row = process_row(after, instance_.actor);
    row.any |= execution;
    if (ld::restored({EventKind::Write, EventKind::Execution, t.fence, is_atomic(part_, instance_)})) row.waits |= execution;
    if (t.writes_weak && ld::ordered(context_.system.model, {EventKind::Write, EventKind::Write})) row.waits |= writes;
    if (part_.chooses_co() && part_.store_fences()) row.writes |= writes;
    if (part_.chooses_co() && t.wfence) row.waits |= row.writes;
  }
  for (const auto* list : {&touched_.memory_reads, &touched_.shared_reads}) {
    for (const TermId cell : *list) cell_row(after, cell).read |= execution;
  }
  for (const TermId cell : written) {
    if (!is_weak(cell)) {
      cell_row(after, cell).written |= execution;
    } else if (!part_.chooses_co()) {
      cell_row(after, cell).written |= writes;
    }
  }
  if (!part_.chooses_co()) write_beyond(after, execution, writes);
}

void Rows::grow(PendingOrder& order, const ReadSet& from, const ReadSet& row) {
  const auto visit = [&](ReadSet& any) {
    if (any.meets(from)) any |= row;
  };
  std::for_each(order.reach.begin(), order.reach.end(), visit);
  for (PendingOrder::ProcessRow& process : order.processes) {
    visit(process.any);
    visit(process.waits);
    visit(process.writes);
  }
  for (PendingOrder::CellRow& cell : order.cells) {
    visit(cell.read);
    visit(cell.written);
  }
  for (PendingOrder::Write& write : order.writes) visit(write.after);
}

PendingOrder::CellRow& Rows::cell_row(PendingOrder& after, TermId cell) const {
  const PendingOrder::CellRow* const found = row_of(after, cell);
  if (found != nullptr && !found->others) return after.cells[static_cast<std::size_t>(found - after.cells.data())];
  const auto args = arena_.args(cell);
  PendingOrder::CellRow made{arena_.symbol(cell), {args.begin(), args.end()}};
  if (found != nullptr) {
    made.read = found->read;
    made.written = found->written;
  }
  return after.cells.emplace_back(std::move(made));
}

void Rows::write_beyond(PendingOrder& after, const ReadSet& execution, const ReadSet& writes) const {
  for (const TermId cell : touched_.at_hand) (void)cell_row(after, cell);
  for (const SymbolId symbol : touched_.writes_beyond) {
    const PendingOrder::CellRow* const others = after.find_others(symbol);
    PendingOrder::CellRow& row = others != nullptr ? after.cells[static_cast<std::size_t>(others - after.cells.data())]
                                                   : after.cells.emplace_back(PendingOrder::CellRow{symbol, {}, true});
    row.written |= arena_.signature()[symbol].weak ? writes : execution;
  }
}

Firing::Firing(const Events& part, const Weak& before, TransitionInstance& instance, const Touched& touched, EventChoice& choice,
               std::uint32_t variables, const MemoryPart::EmitChoice& emit)
    : part_(part),
      before_(before.order),
      items_(before.open.items),
      context_(part.context),
      arena_(context_.arena),
      instance_(instance),
      touched_(touched),
      atomic_(is_atomic(part, instance)),
      rows_(part, instance, touched),
      emit_(emit),
      choice_(choice),
      variables_(variables) {
  PARAPET_CHECK(ld::ordered(context_.system.model, {EventKind::Execution, EventKind::Execution}) &&
                    ld::ordered(context_.system.model, {EventKind::Execution, EventKind::Write}),
                "firing order follows program order");
}

// Without pending reads, before and after, no event reaches any: what a `case` writes need not be known, and is taken as written.
void Firing::run() {
  choice_.arena = &arena_;
  choice_.instance = &instance_;
  choice_.variables = variables_;
  if (items_.empty() && touched_.pending_reads.empty()) {
    choice_.record.written = touched_.writes;
    return decide_alone();
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

void Firing::fix(std::size_t k) {
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
    if (writes) choice_.record.written.push_back(cell);
    fix(k + 1);
    if (writes) choice_.record.written.pop_back();
    choice_.conditions.resize(conditions);
    if (stack_) stack_->shrink(facts);
  }
  choice_.fixed.erase(cell);
}

void Events::fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) {
  const Touched& touched = touched_.find(instance, variables);
  if (chooses_co()) return fire_choosing_co(*this, weak, instance, touched, variables, emit);
  FiringInOrder(*this, weak, instance, touched, variables, emit).run();
}

}  // namespace parapet::search
