// The pre-image of a cube with queues (queues.h) by a firing of t by p, for one disjunct of t's guard. In this order; steps marked B only with
// buffers:
//   1. Closing. To *close* a snapshot read is to decide that its snapshot is taken right after this firing and its fused commits.
//        must close   all of open(p), when the firing is sync or prompt (Q(p) is empty before it, so those snapshots are taken after it) or p is
//                     clean (its snapshots are new after the firing, so they are taken after it)
//        may close    for a reason: a read with an item of another reader (or of none) on a cell that t may write: the snapshot is taken just
//                     after the firing and sees the write (rf), or before the firing (fr). For reads without such an item both give the
//                     same states: they are left open. With buffers the reason is an item (i,l) with D(i,l) empty of which M[l] changes
//                     here, by t (i not p) or by a fused commit (of a process other than i)
//        cut          snapshots of one process are taken in program order, so a closed read closes the rest of its list: a choice is one cut
//                     point per list. u is last in several lists, so one bit decides it for all of them
//      Its items become what they read: memory, or with buffers the outcomes of reading now.
// B 2. Fused commits. For some of the weak cells l that t reads or writes and that have a memory literal, one commit of l by a process q other
//      than p is taken back: M[l] gets its value from an entry, the new first one of D(q,l); E(q,l) stays. M[l] is free now, so E(r,l) is
//      dropped wherever D(r,l) is empty: r's own old writes may have been committed, unseen, just before. A snapshot read with an item
//      (i,l), i not q, D(i,l) empty, is closed: it was made after the commit. (If it was made before, the commit is a silent step.)
// B 3. Targets: each weak cell l that t writes, and that has a memory literal, or has D(p,l) not empty, or is an item (p,l) of a read still
//      open. For each, independently, a branch of the `case`, and if it writes
//        on time   if D(p,l) is empty           M[l] := v, E(p,l) is cleared (M[l] is free now)
//        last      if D(p,l) is not empty       last entry := v; it is removed, and E(p,l) is cleared: nothing is known of the new end
//        unseen    if E(p,l) is not set         nothing: the newest of B(p,l) is matched by no entry. With D(p,l) empty and no memory
//                                               literal this says the same as on time: left out
//      A read-modify-write needs D(p,l) empty for all l; all its writes are on time.
// B 4. fence(), wfence(), read-modify-write: D(p,l) is empty for all l now.
//   5. Forward: items (p,l) of reads still open take the value that t writes to l. The reads of a late firing become a new snapshot read, the
//      first of open(p), and clean(p) is set iff t is a fenced write. Those of others are of memory, or with buffers made on the buffers as they
//      are now (Choice::complete).
// B 6. fence(), wfence(), read-modify-write: E(p,l) for every l with a memory literal: p's buffers are empty before the firing.
// B 7. A fused commit of l counts only if t writes l, or has read l from memory: otherwise it could be moved before t.
// A firing that substitutes nothing and makes no entry has its pre-image inside the cube, whatever is committed after it.
// Closing, commits and silent steps are in closing.cpp.
#include <algorithm>
#include <iterator>

#include "base/narrow.h"
#include "cube/context.h"
#include "memory/queues/choices.h"
#include "memory/queues/queues.h"

namespace parapet::search {
namespace {

class Firing {
 public:
  using Way = QueueChoice::Way;

  // `memory`: with buffers the weak cells that the literals of the successor speak of, sorted.
  Firing(const Weak& successor, const std::vector<TermId>& memory, Context& context, TransitionInstance& instance, std::uint32_t variables,
         const MemoryPart::EmitChoice& emit)
      : successor_(successor),
        successor_memory_(memory),
        context_(context),
        arena_(context_.arena),
        instance_(instance),
        t_(*instance.transition),
        number_(narrow<std::uint32_t>(&t_ - context_.system.transitions.data())),
        delays_(context.memory.writes_apart),
        emit_(emit),
        choice_(context) {
    choice_.instance = &instance;
    choice_.variables = variables;
    choice_.open_reads = successor.reads();
    choice_.record.closed.assign(successor.open.items.size(), false);
    if (!instance.actor.valid()) return;
    const bool prompt =
        delays_ ? t_.fence || t_.read_modify_write() || !context_.system.delays.may_be_late(number_) : t_.kind == le::FiringKind::Sync;
    choice_.drains = delays_ && (t_.fence || t_.wfence || t_.read_modify_write());
    choice_.late = !prompt;
    const OpenReads::List* const own = successor.open.find(instance.actor);
    if (prompt || (own != nullptr && own->clean)) must_close_ = instance.actor;
  }

  void run() {
    if (t_.read_modify_write() && !is_drained(successor_)) return;
    const auto may_see = [&](TermId item) {
      const TermId cell = arena_.location(item);
      return changes(cell, arena_.reader(item)) || (delays_ && accesses(cell));
    };
    each_cut(context_, successor_, must_close_, may_see, [&](const std::vector<bool>& closed) {
      if (delays_) return close_and_commit(closed);
      choice_.record.closed = closed;
      if (!closed_for_a_reason()) return;
      leave_open(successor_.open, closed, choice_.after.open);
      finish();
    });
  }

 private:
  [[nodiscard]] bool is_drained(const Weak& weak) const {
    return std::none_of(weak.buffers.begin(), weak.buffers.end(),
                        [&](const auto& buffer) { return buffer.process == instance_.actor && !buffer.entries.empty(); });
  }
  // The firing may change what this reader sees of the cell in memory.
  [[nodiscard]] bool changes(TermId cell, TermId reader) {
    return (!reader.valid() || reader != instance_.actor) && context_.instances.may_write(instance_, cell);
  }

  void close_and_commit(const std::vector<bool>& closed) {
    close(context_, successor_, closed, choice_, [&](const Outcomes& made) {
      memory_ = successor_memory_;
      memory_.insert(memory_.end(), made.from_memory.begin(), made.from_memory.end());
      std::sort(memory_.begin(), memory_.end());
      memory_.erase(std::unique(memory_.begin(), memory_.end()), memory_.end());
      accessed_.clear();
      std::copy_if(memory_.begin(), memory_.end(), std::back_inserter(accessed_), [&](TermId cell) { return accesses(cell); });
      commit(0);
    });
  }

  // The firing may read the cell.
  [[nodiscard]] bool reads(TermId cell) const {
    if (!t_.reads_weak) return false;
    bool found = false;
    for (const TermId literal : instance_.guard) {
      each_leaf(arena_, literal, [&](TermId leaf) { found = found || (arena_.op(leaf) == Op::Read && arena_.location(leaf) == cell); });
    }
    if (found) return true;
    // Elsewhere in the text: by name.
    const auto note = [&](TermId term) {
      each_leaf(arena_, term,
                [&](TermId leaf) { found = found || (arena_.op(leaf) == Op::Cell && arena_.symbol(leaf) == arena_.symbol(cell)); });
    };
    for (const le::Universal& universal : t_.universals) {
      for (const le::Conjunction& disjunct : universal.disjuncts) std::for_each(disjunct.begin(), disjunct.end(), note);
    }
    for (const le::Update& update : context_.system.updates[t_.source]) {
      for (const le::Branch& branch : update.branches) {
        note(branch.condition);
        if (branch.kind == le::Branch::Kind::Set) note(branch.value);
      }
    }
    return found;
  }

  [[nodiscard]] bool accesses(TermId cell) { return context_.instances.may_write(instance_, cell) || reads(cell); }

  // Step 2.
  void commit(std::size_t k) {
    context_.spend();
    if (k == accessed_.size()) {
      if (closed_for_a_reason()) find_targets();
      return;
    }
    commit(k + 1);
    if (!instance_.actor.valid()) return;
    const std::uint32_t variables = choice_.variables;
    const auto by = [&](TermId process) {
      if (process == instance_.actor || !context_.system.delays.may_wait(arena_, process, accessed_[k])) return;
      if (is_concerned(arena_, choice_.after, process, accessed_[k])) return;
      const QueueChoice before = choice_;
      take_back_commit(arena_, process, accessed_[k], choice_);
      commit(k + 1);
      choice_ = before;
    };
    for (const TermId process : context_.instances.processes(variables)) by(process);
    if (!context_.fits(variables + 1)) return;
    choice_.variables = variables + 1;
    by(arena_.process(variables));
    choice_.variables = variables;
  }

  // Of each list that is cut, the first closed read has a reason (without buffers each_cut has seen to it); u is closed for its own sake, or
  // with an earlier read of one of its lists.
  [[nodiscard]] bool closed_for_a_reason() {
    const std::vector<bool>& closed = choice_.record.closed;
    const auto& lists = successor_.open.lists;
    const std::uint32_t last = successor_.open.last;
    const auto with_earlier = [&](const OpenReads::List& list) {
      if (list.reads.back() != last) return false;
      return list.process == must_close_ || (list.reads.size() > 1 && closed[list.reads[list.reads.size() - 2]]);
    };
    if (last != OpenReads::none && closed[last] && !has_reason(last) && std::none_of(lists.begin(), lists.end(), with_earlier))
      return false;
    return !delays_ || std::all_of(lists.begin(), lists.end(), [&](const OpenReads::List& list) {
      const auto first = std::find_if(list.reads.begin(), list.reads.end(), [&](std::uint32_t read) { return closed[read]; });
      return first == list.reads.end() || *first == last || list.process == must_close_ || has_reason(*first);
    });
  }
  [[nodiscard]] bool has_reason(std::uint32_t read) {
    const auto& items = successor_.open.items[read];
    return std::any_of(items.begin(), items.end(), [&](TermId item) {
      const TermId reader = arena_.reader(item), cell = arena_.location(item);
      const DelayedBuffer* const buffer = successor_.find_buffer(arena_, reader, cell);
      if (buffer != nullptr && !buffer->entries.empty()) return false;
      if (changes(cell, reader)) return true;
      const auto& commits = choice_.record.commits;
      return std::any_of(commits.begin(), commits.end(),
                         [&](const auto& commit) { return commit.place.cell == cell && commit.place.process != reader; });
    });
  }

  // Step 3.
  void find_targets() {
    targets_.clear();
    if (instance_.actor.valid() && !t_.read_modify_write()) {
      for (const TermId cell : memory_) {
        if (has_memory(cell) && context_.instances.may_write(instance_, cell)) targets_.push_back(cell);
      }
      for (const DelayedBuffer& buffer : choice_.after.buffers) {
        if (buffer.process != instance_.actor || buffer.entries.empty()) continue;
        const TermId cell = arena_.cell(buffer.symbol, buffer.args);
        if (!has_memory(cell) && context_.instances.may_write(instance_, cell)) targets_.push_back(cell);
      }
      for (const OpenReads::List& list : choice_.after.open.lists) {
        for (const std::uint32_t read : list.reads) {
          for (const TermId item : successor_.open.items[read]) {
            const TermId cell = arena_.location(item);
            const bool known = std::find(targets_.begin(), targets_.end(), cell) != targets_.end();
            if (arena_.reader(item) == instance_.actor && !known && context_.instances.may_write(instance_, cell)) targets_.push_back(cell);
          }
        }
      }
    }
    write(0);
  }

  // The successor's literals speak of the memory cell after the commits are taken back.
  [[nodiscard]] bool has_memory(TermId cell) const {
    return std::binary_search(memory_.begin(), memory_.end(), cell) &&
           std::none_of(choice_.record.commits.begin(), choice_.record.commits.end(),
                        [&](const auto& commit) { return commit.place.cell == cell; });
  }

  [[nodiscard]] bool may_delay(TermId cell) const { return context_.system.delays.may_delay(arena_, number_, instance_.actor, cell); }

  // Step 5: the snapshot read of a late firing is the first of its process.
  void finish() {
    if (!choice_.late) return emit_(choice_);
    auto& lists = choice_.after.open.lists;
    std::vector<OpenReads::List> before;
    if (delays_) before = lists;
    auto own = std::find_if(lists.begin(), lists.end(), [&](const auto& list) { return list.process == instance_.actor; });
    if (own == lists.end()) own = lists.insert(own, {instance_.actor, {}});
    own->reads.insert(own->reads.begin(), new_read);
    own->clean = t_.kind == le::FiringKind::Write && t_.fence;
    emit_(choice_);
    if (delays_) lists = std::move(before);
  }

  void write(std::size_t k) {
    context_.spend();
    if (k == targets_.size()) {
      if (!choice_.drains || is_drained(choice_.after)) finish();  // step 4
      return;
    }
    const TermId cell = targets_[k];
    for (const Alternative& alternative : context_.instances.alternatives(instance_, cell)) {
      const std::size_t conditions = choice_.conditions.size();
      choice_.conditions.insert(choice_.conditions.end(), alternative.conditions.begin(), alternative.conditions.end());
      if (alternative.kind == le::Branch::Kind::Keep) {
        choice_.targets.push_back({cell, Way::Kept, Record::none, {}});
        write(k + 1);
        choice_.targets.pop_back();
      } else {
        for (const Way way : {Way::OnTime, Way::Last, Way::Unseen}) write(k, alternative, way);
      }
      choice_.conditions.resize(conditions);
    }
  }

  void write(std::size_t k, const Alternative& alternative, Way way) {
    const TermId cell = targets_[k];
    const DelayedBuffer* const known = choice_.after.find_buffer(arena_, instance_.actor, cell);
    const bool has_entries = known != nullptr && !known->entries.empty();
    const bool exact = known != nullptr && known->exact;
    if (way == Way::OnTime ? has_entries : !may_delay(cell)) return;
    if (way == Way::Last && !has_entries) return;
    if (way == Way::Unseen && (exact || (!has_entries && !has_memory(cell)))) return;
    const Weak before = choice_.after;
    const bool satisfies = choice_.satisfies;
    const std::uint32_t entry = way == Way::Last ? known->entries.back() : Record::none;
    if (way != Way::Unseen && known != nullptr) {
      DelayedBuffer& buffer = choice_.after.buffer_at(arena_, instance_.actor, cell);
      if (way == Way::Last) buffer.entries.pop_back();
      buffer.exact = false;
    }
    choice_.targets.push_back({cell, way, entry, {{{}, alternative.kind, alternative.value}}});
    choice_.satisfies = satisfies || way == Way::Last;
    if (way != Way::OnTime) choice_.record.delayed.push_back({cell, entry});
    write(k + 1);
    if (way != Way::OnTime) choice_.record.delayed.pop_back();
    choice_.satisfies = satisfies;
    choice_.targets.pop_back();
    choice_.after = before;
  }

  const Weak& successor_;
  const std::vector<TermId>& successor_memory_;
  Context& context_;
  TermArena& arena_;
  TransitionInstance& instance_;
  const le::Transition& t_;
  const std::uint32_t number_;
  const bool delays_;
  const MemoryPart::EmitChoice& emit_;
  QueueChoice choice_;
  TermId must_close_;           // the process all of whose snapshot reads are closed; invalid: nobody
  std::vector<TermId> memory_;  // the weak cells of literals after the closings
  std::vector<TermId> accessed_, targets_;
};

}  // namespace

TermId QueueChoice::after_closing(TermId leaf) const {
  if (arena->op(leaf) == Op::Read) {
    const std::uint64_t number = arena->read_number(leaf);
    if (number >= record.closed.size() || !record.closed[number]) return leaf;
    const auto at = std::find_if(made.begin(), made.end(), [&](const auto& each) { return each.first == leaf; });
    leaf = at == made.end() ? arena->location(leaf) : at->second;
  }
  for (const Record::Commit& commit : record.commits) {
    if (commit.place.cell == leaf) return arena->read(commit.entry, commit.place.process, leaf);
  }
  return leaf;
}

const QueueChoice::Target* QueueChoice::find(TermId cell) const {
  const auto at = std::find_if(targets.begin(), targets.end(), [&](const Target& target) { return target.cell == cell; });
  return at == targets.end() ? nullptr : &*at;
}

TermId QueueChoice::written_cell(TermId leaf) const {
  const bool read = arena->op(leaf) == Op::Read;
  const bool own = read && actor().valid() && arena->reader(leaf) == actor();
  if (!delays()) return !read ? leaf : own ? arena->location(leaf) : TermId();
  const Target* const target = find(read ? arena->location(leaf) : leaf);
  if (target == nullptr) return read ? TermId() : leaf;
  bool takes = target->way == Way::OnTime;
  if (read && arena->read_number(leaf) < open_reads) {
    takes = target->way != Way::Kept && own;
  } else if (read) {
    takes = target->way == Way::Last && target->entry == arena->read_number(leaf);
  }
  return takes ? target->cell : TermId();
}

const std::vector<Alternative>& QueueChoice::alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const {
  const Target* const target = find(cell);
  return target == nullptr ? table.alternatives(of, cell) : target->written;
}

void QueueChoice::complete(const std::vector<TermId>& literals, const Feasible& feasible, const Emit& emit) const {
  if (!delays()) return emit(literals, after, record);
  std::vector<TermId> reads;
  for (const TermId literal : literals) {
    each_leaf(*arena, literal, [&](TermId leaf) {
      if (!late && arena->op(leaf) == Op::Read && arena->read_number(leaf) == new_read) reads.push_back(leaf);
    });
  }
  each_outcome(*context, after, reads, drains, [&](const Outcomes& read) {
    const bool counts = std::all_of(record.commits.begin(), record.commits.end(), [&](const Record::Commit& commit) {
      const TermId cell = commit.place.cell;
      return instance == nullptr || context->instances.may_write(*instance, cell) ||
             std::find(read.from_memory.begin(), read.from_memory.end(), cell) != read.from_memory.end();
    });
    if (!counts) return;
    std::vector<TermId> conjunction = literals;
    if (!reads.empty()) {
      for (TermId& literal : conjunction) literal = arena->rewrite(literal, [&](TermId leaf) { return read.value(leaf); });
      if (!feasible(conjunction)) return;
    }
    Weak weak = read.after;
    if (drains) {
      for (const TermId literal : conjunction) {
        each_leaf(*arena, literal, [&](TermId leaf) {
          const bool memory = arena->op(leaf) == Op::Cell && arena->signature()[arena->symbol(leaf)].weak;
          if (memory) weak.buffer_at(*arena, actor(), leaf).exact = true;
        });
      }
    }
    Record recorded = record;
    if (bring_into_normal_form(*context, conjunction, weak, recorded)) emit(conjunction, weak, recorded);
  });
}

void Queues::enter(const Cube& cube) {
  if (!delays()) return;
  const TermArena& arena = context.arena;
  memory_.clear();
  for (const TermId literal : cube.literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak) memory_.push_back(leaf);
    });
  }
  std::sort(memory_.begin(), memory_.end());
  memory_.erase(std::unique(memory_.begin(), memory_.end()), memory_.end());
}

void Queues::each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const {
  for (const DelayedBuffer& buffer : weak.buffers) {
    if (!buffer.entries.empty()) visit(context.arena.cell(buffer.symbol, buffer.args));
  }
}

Weak Queues::with_everybody(const Weak& weak, std::uint32_t variables) const {
  Weak result = weak;
  auto& lists = result.open.lists;
  const std::uint32_t last = weak.open.last;
  for (const TermId process : context.instances.processes(variables)) {
    const auto at = std::find_if(lists.begin(), lists.end(), [&](const OpenReads::List& list) { return list.process == process; });
    if (at == lists.end()) {
      lists.push_back({process, {last}});
    } else if (at->reads.back() != last) {
      at->reads.push_back(last);
    }
  }
  const TermArena& arena = context.arena;
  std::sort(lists.begin(), lists.end(), [&](const auto& a, const auto& b) { return arena.compare(a.process, b.process) < 0; });
  return result;
}

void Queues::fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) {
  if (weak.open.mentions_all && weak.open.last != OpenReads::none) {
    const std::vector<TermId> everybody = context.instances.processes(variables);
    const auto tied = [&](TermId process) {
      const OpenReads::List* const list = weak.open.find(process);
      return list != nullptr && list->reads.back() == weak.open.last;
    };
    if (!std::all_of(everybody.begin(), everybody.end(), tied)) return fire(with_everybody(weak, variables), instance, variables, emit);
  }
  Firing(weak, memory_, context, instance, variables, emit).run();
}

}  // namespace parapet::search
