// From a path to a schedule (NOTE(delayed-writes)). Every firing executes at its place. A write of it is committed at once, or it stays in
// the buffer; then
//   commit of an entry   the buffer is committed up to and including the write that made the entry; older writes are unseen
//   flush                the whole buffer is committed (normal form 2): just before a firing, or just before a commit
//   fence()              concretize.cpp commits all buffers of the process before it
// Which write made an entry is known when the path, followed from the unsafe cube to the initial one, comes to that write.
#include <algorithm>
#include <vector>

#include "base/contract.h"
#include "base/narrow.h"
#include "search/path/path.h"
#include "search/path/path_names.h"
#include "search/weak/pso/pso.h"

namespace parapet::search {
namespace {

constexpr std::uint32_t no_commit = UINT32_MAX;

class Schedule {
 public:
  Schedule(const Context& context, const Node<DelayedWrites>& node) : arena_(context.arena), chain_(chain_of(node)), names_(context) {
    path_.unsafe = chain_[0]->unsafe;
    path_.unsafe_processes = chain_[0]->start;
    path_.firings.resize(chain_.size() - 1);
    names_.start(chain_[0]->cube.processes);
    commit_of_.assign(chain_[0]->cube.weak.items.size(), no_commit);
    for (const auto* at : chain_) width_ = std::max(width_, narrow<Instant>(4 + 2 * at->step.record.commits.size()));
  }

  Path run() {
    for (std::size_t step = 1; step < chain_.size(); ++step) add(*chain_[step], narrow<std::uint32_t>(chain_.size() - 1 - step));
    path_.processes = names_.count();
    return std::move(path_);
  }

 private:
  // Terms of the step in the names of the path.
  TermId renamed(TermId term) {
    return arena_.rewrite(term, [&](TermId leaf) { return is_process(arena_, leaf) ? names_.name(leaf) : leaf; });
  }
  void commit(const DelayedWrites::Place& place, Instant when) {
    path_.commits.push_back({renamed(place.process), renamed(place.cell), PathCommit::everything, when});
  }

  void add(const Node<DelayedWrites>& at, std::uint32_t index) {
    const Fire& fire = std::get<Fire>(at.step.action);
    const DelayedWrites::Record& record = at.step.record;
    const Instant before = index * width_ + 1;
    PathFiring& firing = path_.firings[index];
    firing.transition = fire.transition;
    firing.execution = before + 1;
    names_.enter(fire.processes);
    for (const TermId process : fire.processes) firing.processes.push_back(names_.name(process));
    for (const DelayedWrites::Place& place : record.flushed) commit(place, before);
    commit_of_.resize(at.step.read_map.size(), no_commit);  // those of the successor, of the commits, of the firing's own reads
    Instant when = firing.execution;
    for (const DelayedWrites::Record::Commit& one : record.commits) {
      for (const DelayedWrites::Place& place : one.flushed) commit(place, when + 1);
      commit_of_[one.entry] = narrow<std::uint32_t>(path_.commits.size());
      commit(one.place, when + 2);
      when += 2;
    }
    for (const DelayedWrites::Record::Write& write : record.delayed) {
      firing.delayed.push_back(renamed(write.cell));
      if (write.entry != DelayedWrites::none && commit_of_[write.entry] != no_commit)
        path_.commits[commit_of_[write.entry]].until = index;
    }
    std::vector<std::uint32_t> next(at.cube.weak.items.size(), no_commit);
    for (std::size_t entry = 0; entry < commit_of_.size(); ++entry) {
      if (at.step.read_map[entry] != UINT32_MAX) next[at.step.read_map[entry]] = commit_of_[entry];
    }
    names_.leave(at.step.rename, at.cube.processes);
    commit_of_ = std::move(next);
  }

  TermArena& arena_;
  const std::vector<const Node<DelayedWrites>*> chain_;
  PathNames names_;
  Path path_;
  Instant width_ = 0;                    // of one firing with the commits after it
  std::vector<std::uint32_t> commit_of_;  // by entry of the present cube: its commit, an index into Path::commits
};

}  // namespace

Path path_of(const DelayedWrites::Workspace& workspace, const Node<DelayedWrites>& node) {
  return Schedule(workspace.context, node).run();
}

}  // namespace parapet::search
