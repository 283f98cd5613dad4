// From a path of the search to a schedule of store buffers (queues.h, "To store buffers", "To the language").
//
// A firing that is not late executes at its place. A late one executes when its snapshot was taken. Going from the unsafe cube to the
// initial one, its snapshot read is open until a step closes it: its snapshot was taken right after that step; if it is still open at the
// initial cube, at the beginning; if it loses its items under way, no later than just before the step that took them. In all cases as late as
// the later reads of its process allow: snapshots of one process are taken in program order. A late firing without a snapshot read executes
// just before its place (with buffers: at its place), or before the oldest snapshot that is then in its process's queue.
//
// Without buffers per location the writes of a firing commit at its place. With them, a write is committed there, or it stays in the buffer;
// then
//   commit of an entry   the buffer is committed up to and including the write that made the entry; older writes are unseen
//   flush                all writes to the location that have their places before are committed (normal form 2): just before a firing, or
//                        just before a commit
//   wfence()             the same for all locations of its process
//   fence()              concretize.cpp commits all buffers of the process before it
// Which write made an entry is known when the path, followed from the unsafe cube to the initial one, comes to that write.
//
// Step k of the path, counted from the initial cube, has the instants k w + 1 (flushes), k w + 2 (its firing), k w + 3 to (k + 1) w - 1 (flushes
// and commits), (k + 1) w (snapshots that are closed there), where w is the *width* of all steps.
#include "cube/path.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/narrow.h"
#include "memory/queues/queues.h"

namespace parapet::search {
namespace {

constexpr std::uint32_t nothing = UINT32_MAX;
constexpr std::uint32_t final_read = UINT32_MAX - 1;

class Schedule {
 public:
  Schedule(const Context& context, const Node& node) : context_(context), arena_(context.arena), chain_(chain_of(node)), names_(context) {
    const OpenReads& unsafe = chain_[0]->cube.weak.open;
    path_.unsafe = chain_[0]->unsafe;
    path_.unsafe_processes = chain_[0]->start;
    names_.start(chain_[0]->cube.processes);
    owner_.assign(unsafe.items.size(), nothing);
    if (unsafe.last != OpenReads::none) owner_[unsafe.last] = final_read;
    std::size_t firings = 0;
    for (const auto* at : chain_) {
      width_ = std::max(width_, narrow<Instant>(5 + 2 * at->step.record.commits.size()));
      if (at != chain_[0] && std::holds_alternative<Fire>(at->step.action)) ++firings;
    }
    path_.firings.resize(firings);
    taken_.assign(firings, never);
    left_ = narrow<std::uint32_t>(firings);
  }

  Path run() {
    for (std::size_t step = 1; step < chain_.size(); ++step) add(*chain_[step], narrow<Instant>(chain_.size() - 1 - step));
    for (const std::uint32_t owner : owner_) settle(owner, 0);
    path_.processes = names_.count();
    path_.end = chain_[0]->cube.weak.open.last == OpenReads::none ? UINT32_MAX : final_taken_;
    place_late_firings();
    return std::move(path_);
  }

 private:
  static constexpr Instant never = UINT32_MAX;

  // Terms of the step in the names of the path.
  TermId renamed(TermId term) {
    return arena_.rewrite(term, [&](TermId leaf) { return is_process(arena_, leaf) ? names_.name(leaf) : leaf; });
  }
  // What has its place before firing `left_` is committed.
  void flush(TermId process, TermId cell, std::uint32_t count, Instant when) {
    if (count != 0) path_.commits.push_back({renamed(process), cell.valid() ? renamed(cell) : cell, count - 1, when});
  }
  void settle(std::uint32_t owner, Instant when) {
    if (owner == final_read) final_taken_ = when;
    if (owner < taken_.size()) taken_[owner] = when;
  }

  void add(const Node& at, Instant position) {
    const Record& record = at.step.record;
    const Instant before = position * width_ + 1;
    const Instant closing = (position + 1) * width_;
    const Fire* const fire = std::get_if<Fire>(&at.step.action);
    names_.enter(processes_of(at.step.action));
    const std::uint32_t placed = left_;  // firings with a place up to this step
    if (fire != nullptr) {
      --left_;
      PathFiring& firing = path_.firings[left_];
      firing.transition = fire->transition;
      for (const TermId process : fire->processes) firing.processes.push_back(names_.name(process));
      firing.execution = before + 1;
      const le::Transition& t = context_.system.transitions[fire->transition];
      if (delays_ && t.wfence && t.actor) flush(fire->processes[*t.actor], {}, left_, before);
    }
    for (const Record::Place& place : record.flushed) flush(place.process, place.cell, left_, before);
    owner_.resize(at.step.read_map.size(), nothing);  // entries and reads of the successor, entries of commits and of own reads, own read
    Instant when = before + 1;
    for (const Record::Commit& one : record.commits) {
      for (const Record::Place& place : one.flushed) flush(place.process, place.cell, placed, when + 1);
      owner_[one.entry] = narrow<std::uint32_t>(path_.commits.size());
      path_.commits.push_back({renamed(one.place.process), renamed(one.place.cell), PathCommit::everything, when + 2});
      when += 2;
    }
    for (const Record::Delayed& write : record.delayed) {
      path_.firings[left_].delayed.push_back(renamed(write.cell));
      if (write.entry != Record::none && owner_[write.entry] != nothing) path_.commits[owner_[write.entry]].until = left_;
    }
    follow_reads(at, before, closing);
    names_.leave(at.step.rename, at.cube.processes);
  }

  // Who owns the entries and reads of the predecessor; when snapshots were taken.
  void follow_reads(const Node& at, Instant before, Instant closing) {
    const std::uint32_t reads = at.successor->cube.weak.reads();
    std::vector<std::uint32_t> next(at.cube.weak.open.items.size(), nothing);
    const std::size_t own = owner_.size() - 1;
    for (std::size_t k = 0; k < own; ++k) {
      const std::uint32_t to = at.step.read_map[k];
      if (k < reads && at.step.record.closed[k]) {
        settle(owner_[k], closing);
      } else if (k < reads && to == UINT32_MAX) {
        settle(owner_[k], before - 1);
      } else if (to != UINT32_MAX) {
        next[to] = owner_[k];
      }
    }
    if (at.step.read_map[own] != UINT32_MAX) next[at.step.read_map[own]] = left_;
    owner_ = std::move(next);
  }

  [[nodiscard]] bool is_late(std::uint32_t transition) const {
    const le::Transition& t = context_.system.transitions[transition];
    if (!delays_) return t.kind != le::FiringKind::Sync;
    return t.actor && !t.fence && !t.read_modify_write() && context_.system.delays.may_be_late(transition);
  }

  // Program order: later snapshots of a process bound the earlier ones.
  void place_late_firings() {
    std::map<TermId, Instant> latest;
    if (path_.end != UINT32_MAX) {
      const OpenReads& open = chain_[0]->cube.weak.open;
      for (const TermId process : path_.unsafe_processes) latest[process] = path_.end;
      for (const TermId process : open.mentions) latest.emplace(process, path_.end);
      if (open.mentions_all) {
        for (const TermId process : context_.instances.processes(path_.processes)) latest.emplace(process, path_.end);
      }
    }
    for (std::size_t index = path_.firings.size(); index-- > 0;) {
      PathFiring& firing = path_.firings[index];
      const le::Transition& t = context_.system.transitions[firing.transition];
      if (!is_late(firing.transition)) continue;
      Instant& bound = latest.try_emplace(firing.processes[*t.actor], never).first->second;
      if (t.writes_weak) firing.commit = firing.execution;
      // Without buffers it executes before its place, where the step before has its snapshots taken.
      if (!delays_) firing.execution -= 2;
      const bool reads = taken_[index] != never || (!delays_ && t.kind == le::FiringKind::Read);
      firing.execution = std::min(taken_[index] != never ? taken_[index] : firing.execution, bound);
      if (reads) bound = firing.execution;
    }
  }

  const Context& context_;
  TermArena& arena_;
  const std::vector<const Node*> chain_;
  PathNames names_;
  Path path_;
  const bool delays_ = context_.memory.writes_apart;
  Instant width_ = 0;       // of one step with the commits after it
  std::uint32_t left_ = 0;  // firings before the present step
  std::vector<std::uint32_t>
      owner_;                   // of the present cube; by entry: its commit, an index into Path::commits; by snapshot read: its firing
  std::vector<Instant> taken_;  // by firing: when its snapshot was taken; never: it has none
  Instant final_taken_ = 0;
};

}  // namespace

Path Queues::path_of(const Node& node) { return Schedule(context, node).run(); }

}  // namespace parapet::search
