// The pre-image of delayed writes (NOTE(delayed-writes)) by a firing of t by p, for one disjunct of t's guard. In this order:
//   1. Closing. A snapshot read that is closed is made right after the firing and its fused commits, by the outcomes of reading now. A
//      prompt firing closes all of open(p). Others may be closed for a reason: an item (i,l) with D(i,l) empty of which M[l] changes here,
//      by t (i not p) or by a fused commit (of a process other than i). With a read the rest of its list is closed, u too.
//   2. Fused commits. For some of the weak cells l that t reads or writes and that have a memory literal, one commit of l by a process q other
//      than p is taken back: M[l] gets its value from an entry, the new first one of D(q,l); E(q,l) stays. M[l] is free now, so E(r,l) is
//      dropped wherever D(r,l) is empty: r's own old writes may have been committed, unseen, just before. A snapshot read with an item
//      (i,l), i not q, D(i,l) empty, is closed: it was made after the commit. (If it was made before, the commit is a silent step.)
//   3. Targets: each weak cell l that t writes, and that has a memory literal, or has D(p,l) not empty, or is an item (p,l) of a read still
//      open. For each, independently, a branch of the `case`, and if it writes
//        on time   if D(p,l) is empty           M[l] := v, E(p,l) is cleared (M[l] is free now)
//        last      if D(p,l) is not empty       last entry := v; it is removed, and E(p,l) is cleared: nothing is known of the new end
//        unseen    if E(p,l) is not set         nothing: the newest of B(p,l) is matched by no entry. With D(p,l) empty and no memory
//                                               literal this says the same as on time: left out
//      In all three, p's open items on l := v. A read-modify-write needs D(p,l) empty for all l; all its writes are on time.
//   4. fence(), wfence(), read-modify-write: D(p,l) is empty for all l now.
//   5. The weak reads of t are made on the buffers as they are now (Choice::complete); those of a late firing are a new snapshot read, the
//      first of open(p).
//   6. fence(), wfence(), read-modify-write: E(p,l) for every l with a memory literal: p's buffers are empty before the firing.
//   7. A fused commit of l counts only if t writes l, or has read l from memory: otherwise it could be moved before t.
// A firing that substitutes nothing and makes no entry has its pre-image inside the cube, whatever is committed after it.
// Closing, commits and silent steps are in delayed_closing.cpp.
#include <algorithm>
#include <iterator>

#include "base/narrow.h"
#include "cube/context.h"
#include "memory/queues/delayed.h"
#include "memory/queues/delayed_closing.h"
#include "memory/queues/normal_form.h"

namespace parapet::search {
namespace {

class Firing {
 public:
  using Way = DelayedChoice::Way;

  // `memory`: the weak cells that the literals of the successor speak of, sorted.
  Firing(const Weak& successor, const std::vector<TermId>& memory, Context& context, TransitionInstance& instance, std::uint32_t variables,
         const MemoryPart::EmitChoice& emit)
      : successor_(successor),
        successor_memory_(memory),
        context_(context),
        arena_(context_.arena),
        instance_(instance),
        t_(*instance.transition),
        number_(narrow<std::uint32_t>(&t_ - context_.system.transitions.data())),
        emit_(emit),
        choice_(context) {
    choice_.instance = &instance;
    choice_.variables = variables;
    choice_.after = successor;
    const bool prompt = t_.fence || t_.read_modify_write();
    choice_.drains = instance.actor.valid() && (prompt || t_.wfence);
    choice_.late = instance.actor.valid() && !prompt && context_.system.delays.may_be_late(number_);
    choice_.record.closed.assign(successor.open.items.size(), false);
  }

  void run() {
    if (t_.read_modify_write() && !is_drained()) return;
    const auto may_see = [&](TermId item) {
      const TermId cell = arena_.location(item);
      const bool written = arena_.reader(item) != instance_.actor && context_.instances.may_write(instance_, cell);
      return written || accesses(cell);
    };
    each_cut(context_, successor_, choice_.late ? TermId() : instance_.actor, may_see, [&](const std::vector<bool>& closed) {
      close(context_, successor_, closed, choice_, [&](const Outcomes& made) {
        memory_ = successor_memory_;
        memory_.insert(memory_.end(), made.from_memory.begin(), made.from_memory.end());
        std::sort(memory_.begin(), memory_.end());
        memory_.erase(std::unique(memory_.begin(), memory_.end()), memory_.end());
        accessed_.clear();
        std::copy_if(memory_.begin(), memory_.end(), std::back_inserter(accessed_), [&](TermId cell) { return accesses(cell); });
        commit(0);
      });
    });
  }

 private:
  [[nodiscard]] bool is_drained() const {
    return std::none_of(choice_.after.buffers.begin(), choice_.after.buffers.end(),
                        [&](const auto& buffer) { return buffer.process == instance_.actor && !buffer.entries.empty(); });
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
      const DelayedChoice before = choice_;
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

  // Of each list that is cut, the first closed read has a reason; those of a prompt firing's own process have one.
  [[nodiscard]] bool closed_for_a_reason() {
    const std::vector<bool>& closed = choice_.record.closed;
    return std::all_of(successor_.open.lists.begin(), successor_.open.lists.end(), [&](const OpenReads::List& list) {
      const auto first = std::find_if(list.reads.begin(), list.reads.end(), [&](std::uint32_t read) { return closed[read]; });
      if (first == list.reads.end() || (list.process == instance_.actor && !choice_.late)) return true;
      if (*first == successor_.open.last) return closed_for_another();
      return has_reason(*first);
    });
  }
  // u is closed for its own sake, or with an earlier read of one of its lists, or by a prompt firing.
  [[nodiscard]] bool closed_for_another() {
    const std::vector<bool>& closed = choice_.record.closed;
    return has_reason(successor_.open.last) ||
           std::any_of(successor_.open.lists.begin(), successor_.open.lists.end(), [&](const OpenReads::List& list) {
             if (list.reads.back() != successor_.open.last) return false;
             if (list.process == instance_.actor && !choice_.late) return true;
             return list.reads.size() > 1 && closed[list.reads[list.reads.size() - 2]];
           });
  }
  [[nodiscard]] bool has_reason(std::uint32_t read) {
    const auto& items = successor_.open.items[read];
    return std::any_of(items.begin(), items.end(), [&](TermId item) {
      const TermId reader = arena_.reader(item), cell = arena_.location(item);
      const DelayedBuffer* const buffer = successor_.find_buffer(arena_, reader, cell);
      if (buffer != nullptr && !buffer->entries.empty()) return false;
      if (reader != instance_.actor && context_.instances.may_write(instance_, cell)) return true;
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

  // The snapshot read of a late firing is the first of its process.
  void finish() {
    if (!choice_.late) return emit_(choice_);
    const std::vector<OpenReads::List> before = choice_.after.open.lists;
    auto& lists = choice_.after.open.lists;
    const auto own = std::find_if(lists.begin(), lists.end(), [&](const auto& list) { return list.process == instance_.actor; });
    if (own == lists.end()) {
      lists.push_back({instance_.actor, {new_read}});
    } else {
      own->reads.insert(own->reads.begin(), new_read);
    }
    emit_(choice_);
    choice_.after.open.lists = before;
  }

  void write(std::size_t k) {
    context_.spend();
    if (k == targets_.size()) {
      if (!choice_.drains || is_drained()) finish();  // step 4
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
  const MemoryPart::EmitChoice& emit_;
  DelayedChoice choice_;
  std::vector<TermId> memory_;  // the weak cells of literals after the closings
  std::vector<TermId> accessed_, targets_;
};

}  // namespace

TermId DelayedChoice::after_closing(TermId leaf) const {
  for (const auto& [item, value] : made) {
    if (item == leaf) leaf = value;
  }
  for (const Record::Commit& commit : record.commits) {
    if (commit.place.cell == leaf) return arena->read(commit.entry, commit.place.process, leaf);
  }
  return leaf;
}

const DelayedChoice::Target* DelayedChoice::find(TermId cell) const {
  const auto at = std::find_if(targets.begin(), targets.end(), [&](const Target& target) { return target.cell == cell; });
  return at == targets.end() ? nullptr : &*at;
}

bool DelayedChoice::is_open(std::uint32_t number) const {
  return std::any_of(after.open.lists.begin(), after.open.lists.end(), [&](const OpenReads::List& list) {
    return std::find(list.reads.begin(), list.reads.end(), number) != list.reads.end();
  });
}

TermId DelayedChoice::written_cell(TermId leaf) const {
  const bool read = arena->op(leaf) == Op::Read;
  const Target* const target = find(read ? arena->location(leaf) : leaf);
  if (target == nullptr) return read ? TermId() : leaf;
  bool takes = target->way == Way::OnTime;
  if (read && is_open(arena->read_number(leaf))) {
    takes = target->way != Way::Kept && arena->reader(leaf) == actor();
  } else if (read) {
    takes = target->way == Way::Last && target->entry == arena->read_number(leaf);
  }
  return takes ? target->cell : TermId();
}

const std::vector<Alternative>& DelayedChoice::alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const {
  const Target* const target = find(cell);
  return target == nullptr ? table.alternatives(of, cell) : target->written;
}

void DelayedChoice::complete(const std::vector<TermId>& literals, const Feasible& feasible, const Emit& emit) const {
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

void DelayedWrites::enter(const Cube& cube) {
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

void DelayedWrites::fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) {
  Firing(weak, memory_, context, instance, variables, emit).run();
}

}  // namespace parapet::search
