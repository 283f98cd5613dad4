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
// Closing, commits and silent steps are in pso_closing.cpp.
#include <algorithm>
#include <iterator>

#include "base/narrow.h"
#include "search/cube/context.h"
#include "search/weak/pso/normal_form.h"
#include "search/weak/pso/pso.h"
#include "search/weak/pso/pso_closing.h"

namespace parapet::search {
namespace {

class Firing {
 public:
  using Choice = DelayedWrites::Choice;
  using Way = Choice::Way;

  Firing(const DelayedWrites& successor, DelayedWrites::Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
         const std::function<void(const Choice&)>& emit)
      : workspace_(workspace),
        context_(workspace.context),
        arena_(context_.arena),
        instance_(instance),
        t_(*instance.transition),
        number_(narrow<std::uint32_t>(&t_ - context_.system.transitions.data())),
        emit_(emit) {
    choice_.arena = &arena_;
    choice_.instance = &instance;
    choice_.variables = variables;
    choice_.after = successor;
    const bool prompt = t_.fence || t_.read_modify_write();
    choice_.drains = instance.actor.valid() && (prompt || t_.wfence);
    choice_.late = instance.actor.valid() && !prompt && context_.system.delays.may_be_late(number_);
    choice_.decided.closed.assign(successor.items.size(), false);
  }

  void run() {
    if (t_.read_modify_write() && !is_drained()) return;
    const DelayedWrites successor = choice_.after;
    const auto may_see = [&](TermId item) {
      const TermId cell = arena_.location(item);
      const bool written = arena_.reader(item) != instance_.actor && context_.instances.may_write(instance_, cell);
      return written || accesses(cell);
    };
    each_cut(context_, successor, choice_.late ? TermId() : instance_.actor, may_see, [&](const std::vector<bool>& closed) {
      close(context_, successor, closed, choice_, [&](const Outcomes& made) {
        memory_ = workspace_.memory;
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

  [[nodiscard]] bool accesses(TermId cell) { return context_.instances.may_write(instance_, cell) || workspace_.reads(instance_, cell); }

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
      const Choice before = choice_;
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
    const DelayedWrites& successor = workspace_.cube->weak;
    const std::vector<bool>& closed = choice_.decided.closed;
    return std::all_of(successor.lists.begin(), successor.lists.end(), [&](const DelayedWrites::List& list) {
      const auto first = std::find_if(list.reads.begin(), list.reads.end(), [&](std::uint32_t read) { return closed[read]; });
      if (first == list.reads.end() || (list.process == instance_.actor && !choice_.late)) return true;
      if (*first == successor.last) return closed_for_another();
      return has_reason(*first);
    });
  }
  // u is closed for its own sake, or with an earlier read of one of its lists, or by a prompt firing.
  [[nodiscard]] bool closed_for_another() {
    const DelayedWrites& successor = workspace_.cube->weak;
    const std::vector<bool>& closed = choice_.decided.closed;
    return has_reason(successor.last) || std::any_of(successor.lists.begin(), successor.lists.end(), [&](const DelayedWrites::List& list) {
             if (list.reads.back() != successor.last) return false;
             if (list.process == instance_.actor && !choice_.late) return true;
             return list.reads.size() > 1 && closed[list.reads[list.reads.size() - 2]];
           });
  }
  [[nodiscard]] bool has_reason(std::uint32_t read) {
    const auto& items = workspace_.cube->weak.items[read];
    return std::any_of(items.begin(), items.end(), [&](TermId item) {
      const TermId reader = arena_.reader(item), cell = arena_.location(item);
      const DelayedWrites::Buffer* const buffer = workspace_.cube->weak.find(arena_, reader, cell);
      if (buffer != nullptr && !buffer->entries.empty()) return false;
      if (reader != instance_.actor && context_.instances.may_write(instance_, cell)) return true;
      const auto& commits = choice_.decided.commits;
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
      for (const DelayedWrites::Buffer& buffer : choice_.after.buffers) {
        if (buffer.process != instance_.actor || buffer.entries.empty()) continue;
        const TermId cell = arena_.cell(buffer.symbol, buffer.args);
        if (!has_memory(cell) && context_.instances.may_write(instance_, cell)) targets_.push_back(cell);
      }
      for (const DelayedWrites::List& list : choice_.after.lists) {
        for (const std::uint32_t read : list.reads) {
          for (const TermId item : workspace_.cube->weak.items[read]) {
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
           std::none_of(choice_.decided.commits.begin(), choice_.decided.commits.end(),
                        [&](const auto& commit) { return commit.place.cell == cell; });
  }

  [[nodiscard]] bool may_delay(TermId cell) const { return context_.system.delays.may_delay(arena_, number_, instance_.actor, cell); }

  // The snapshot read of a late firing is the first of its process.
  void finish() {
    if (!choice_.late) return emit_(choice_);
    const std::vector<DelayedWrites::List> before = choice_.after.lists;
    auto& lists = choice_.after.lists;
    const auto own = std::find_if(lists.begin(), lists.end(), [&](const auto& list) { return list.process == instance_.actor; });
    if (own == lists.end()) {
      lists.push_back({instance_.actor, {new_read}});
    } else {
      own->reads.insert(own->reads.begin(), new_read);
    }
    emit_(choice_);
    choice_.after.lists = before;
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
        choice_.targets.push_back({cell, Way::Kept, DelayedWrites::none, {}});
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
    const DelayedWrites::Buffer* const known = choice_.after.find(arena_, instance_.actor, cell);
    const bool has_entries = known != nullptr && !known->entries.empty();
    const bool exact = known != nullptr && known->exact;
    if (way == Way::OnTime ? has_entries : !may_delay(cell)) return;
    if (way == Way::Last && !has_entries) return;
    if (way == Way::Unseen && (exact || (!has_entries && !has_memory(cell)))) return;
    const DelayedWrites before = choice_.after;
    const bool satisfies = choice_.satisfies;
    const std::uint32_t entry = way == Way::Last ? known->entries.back() : DelayedWrites::none;
    if (way != Way::Unseen && known != nullptr) {
      DelayedWrites::Buffer& buffer = choice_.after.at(arena_, instance_.actor, cell);
      if (way == Way::Last) buffer.entries.pop_back();
      buffer.exact = false;
    }
    choice_.targets.push_back({cell, way, entry, {{{}, alternative.kind, alternative.value}}});
    choice_.satisfies = satisfies || way == Way::Last;
    if (way != Way::OnTime) choice_.decided.delayed.push_back({cell, entry});
    write(k + 1);
    if (way != Way::OnTime) choice_.decided.delayed.pop_back();
    choice_.satisfies = satisfies;
    choice_.targets.pop_back();
    choice_.after = before;
  }

  DelayedWrites::Workspace& workspace_;
  Context& context_;
  TermArena& arena_;
  TransitionInstance& instance_;
  const le::Transition& t_;
  const std::uint32_t number_;
  const std::function<void(const Choice&)>& emit_;
  Choice choice_;
  std::vector<TermId> memory_;  // the weak cells of literals after the closings
  std::vector<TermId> accessed_, targets_;
};

}  // namespace

void DelayedWrites::Workspace::enter(const Cube<DelayedWrites>& the_cube) {
  const TermArena& arena = context.arena;
  cube = &the_cube;
  memory.clear();
  for (const TermId literal : cube->literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak) memory.push_back(leaf);
    });
  }
  std::sort(memory.begin(), memory.end());
  memory.erase(std::unique(memory.begin(), memory.end()), memory.end());
}

bool DelayedWrites::Workspace::reads(const TransitionInstance& instance, TermId cell) {
  const TermArena& arena = context.arena;
  const le::Transition& t = *instance.transition;
  if (!t.reads_weak) return false;
  bool found = false;
  for (const TermId literal : instance.guard) {
    each_leaf(arena, literal, [&](TermId leaf) { found = found || (arena.op(leaf) == Op::Read && arena.location(leaf) == cell); });
  }
  if (found) return true;
  // Elsewhere in the text: by name.
  const auto note = [&](TermId term) {
    each_leaf(arena, term, [&](TermId leaf) { found = found || (arena.op(leaf) == Op::Cell && arena.symbol(leaf) == arena.symbol(cell)); });
  };
  for (const le::Universal& universal : t.universals) {
    for (const le::Conjunction& disjunct : universal.disjuncts) std::for_each(disjunct.begin(), disjunct.end(), note);
  }
  for (const le::Update& update : context.system.updates[t.source]) {
    for (const le::Branch& branch : update.branches) {
      note(branch.condition);
      if (branch.kind == le::Branch::Kind::Set) note(branch.value);
    }
  }
  return found;
}

TermId DelayedWrites::Choice::after_closing(TermId leaf) const {
  for (const auto& [item, value] : made) {
    if (item == leaf) leaf = value;
  }
  for (const Record::Commit& commit : decided.commits) {
    if (commit.place.cell == leaf) return arena->read(commit.entry, commit.place.process, leaf);
  }
  return leaf;
}

const DelayedWrites::Choice::Target* DelayedWrites::Choice::find(TermId cell) const {
  const auto at = std::find_if(targets.begin(), targets.end(), [&](const Target& target) { return target.cell == cell; });
  return at == targets.end() ? nullptr : &*at;
}

bool DelayedWrites::Choice::is_open(std::uint32_t number) const {
  return std::any_of(after.lists.begin(), after.lists.end(),
                     [&](const List& list) { return std::find(list.reads.begin(), list.reads.end(), number) != list.reads.end(); });
}

TermId DelayedWrites::Choice::written_cell(TermId leaf) const {
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

const std::vector<Alternative>& DelayedWrites::Choice::alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const {
  const Target* const target = find(cell);
  return target == nullptr ? table.alternatives(of, cell) : target->written;
}

void DelayedWrites::Choice::complete(
    Workspace& workspace, const std::vector<TermId>& literals, const std::function<bool(std::vector<TermId>&)>& feasible,
    const std::function<void(const std::vector<TermId>&, const DelayedWrites&, const Record&)>& emit) const {
  Context& context = workspace.context;
  std::vector<TermId> reads;
  for (const TermId literal : literals) {
    each_leaf(*arena, literal, [&](TermId leaf) {
      if (!late && arena->op(leaf) == Op::Read && arena->read_number(leaf) == new_read) reads.push_back(leaf);
    });
  }
  each_outcome(context, after, reads, drains, [&](const Outcomes& read) {
    const bool counts = std::all_of(decided.commits.begin(), decided.commits.end(), [&](const Record::Commit& commit) {
      const TermId cell = commit.place.cell;
      return instance == nullptr || context.instances.may_write(*instance, cell) ||
             std::find(read.from_memory.begin(), read.from_memory.end(), cell) != read.from_memory.end();
    });
    if (!counts) return;
    std::vector<TermId> conjunction = literals;
    if (!reads.empty()) {
      for (TermId& literal : conjunction) literal = arena->rewrite(literal, [&](TermId leaf) { return read.value(leaf); });
      if (!feasible(conjunction)) return;
    }
    DelayedWrites weak = read.after;
    if (drains) {
      for (const TermId literal : conjunction) {
        each_leaf(*arena, literal, [&](TermId leaf) {
          const bool memory = arena->op(leaf) == Op::Cell && arena->signature()[arena->symbol(leaf)].weak;
          if (memory) weak.at(*arena, actor(), leaf).exact = true;
        });
      }
    }
    Record record = decided;
    if (bring_into_normal_form(context, conjunction, weak, record)) emit(conjunction, weak, record);
  });
}

void DelayedWrites::fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
                         const std::function<void(const Choice&)>& emit) const {
  Firing(*this, workspace, instance, variables, emit).run();
}

}  // namespace parapet::search
