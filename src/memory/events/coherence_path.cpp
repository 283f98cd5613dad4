// From events to a schedule: any order of the events that agrees with ghb (NOTE(coherence)) is one of the machine with a store buffer per
// location, executions being firings and writes commits. A read takes its process's own newest write if that is still buffered, else the
// last one committed: its source in either case, since the next write in co is fr-after it.
//
// co is known when the path is: each firing says how many of the explored writes of a location come before its own. Writes that were
// forgotten are the last ones of their location, so these are the first ones of all. A read whose source was not found reads the initial value.
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/narrow.h"
#include "cube/path.h"
#include "memory/events/coherence.h"

namespace parapet::search {
namespace {

constexpr std::uint32_t final_owner = UINT32_MAX;

struct CoherentFired {
  std::uint32_t transition = 0;
  std::vector<TermId> processes, shared_reads, shared_written;
  TermId actor;
  bool atomic = false;
  std::map<TermId, std::uint32_t> writes;  // by weak cell: its event
  std::uint32_t execution = 0;             // event
};

class CoherentGraph {
 public:
  CoherentGraph(Context& context, TouchedTable& touched, const Node& node)
      : touched_(touched), context_(context), arena_(context_.arena), chain_(chain_of(node)), names_(context_) {
    const Cube& start = chain_[0]->cube;
    names_.start(start.processes);
    firings_.resize(chain_.size() - 1);
    if (!start.weak.empty()) {
      last_ = events_++;
      owner_.push_back(final_owner);
      for (const auto& row : start.weak.order.processes) final_processes_.push_back(row.process);
      for (const auto& row : start.weak.order.cells) final_cells_.push_back(arena_.cell(row.symbol, row.args));
    }
    for (std::size_t step = 1; step < chain_.size(); ++step) enter(*chain_[step], narrow<std::uint32_t>(chain_.size() - 1 - step));
    for (const TermId item : chain_.back()->cube.weak.open.items.empty() ? std::vector<TermId>() : all_items(chain_.back()->cube.weak)) {
      sources_.push_back({event_of(owner_[arena_.read_number(item)]), named(arena_.reader(item)), named(arena_.location(item)), none_});
    }
    add_program_order();
    add_communication();
    add_shared();
    add_final();
  }

  Path schedule() {
    Path path;
    const auto order = sorted();
    path.possible = order.has_value();
    if (!path.possible) return path;  // what a `case` wrote outside the cubes does not fit
    std::vector<Instant> place(events_);
    for (std::uint32_t k = 0; k < order->size(); ++k) place[(*order)[k]] = k + 1;
    path.processes = names_.count();
    path.unsafe = chain_[0]->unsafe;
    path.unsafe_processes = chain_[0]->start;
    for (std::uint32_t k = 0; k < firings_.size(); ++k) {
      const CoherentFired& fired = firings_[k];
      PathFiring firing{fired.transition, fired.processes, place[fired.execution], 0, {}};
      for (const auto& [cell, event] : fired.writes) {
        if (fired.atomic) continue;
        firing.delayed.push_back(cell);
        path.commits.push_back({fired.actor, cell, k, place[event]});
      }
      path.firings.push_back(std::move(firing));
    }
    if (last_) path.end = place[*last_];
    return path;
  }

 private:
  static constexpr std::uint32_t none_ = UINT32_MAX;
  struct Source {
    std::uint32_t event = 0;  // of the read
    TermId reader, cell;
    std::uint32_t write = none_;  // event; none: the initial value
  };

  static std::vector<TermId> all_items(const Weak& weak) {
    std::vector<TermId> all;
    for (const auto& read : weak.open.items) all.insert(all.end(), read.begin(), read.end());
    return all;
  }

  TermId named(TermId term) {
    if (!term.valid()) return term;
    return arena_.rewrite(term, [&](TermId leaf) { return is_process(arena_, leaf) ? names_.name(leaf) : leaf; });
  }
  [[nodiscard]] std::uint32_t event_of(std::uint32_t owner) const { return owner == final_owner ? *last_ : firings_[owner].execution; }

  void enter(const Node& at, std::uint32_t index) {
    const Fire& fire = std::get<Fire>(at.step.action);
    const Record& record = at.step.record;
    names_.enter(fire.processes);
    TransitionInstance& instance = context_.instances.find(fire.transition, fire.processes);
    const Touched& touched = touched_.find(instance, narrow<std::uint32_t>(at.step.rename.size()));
    const le::Transition& t = *instance.transition;
    CoherentFired& fired = firings_[index];
    fired.transition = fire.transition;
    fired.atomic = t.read_modify_write() || (t.writes_weak && !instance.actor.valid());
    fired.execution = events_++;
    for (const TermId process : fire.processes) fired.processes.push_back(names_.name(process));
    if (instance.actor.valid()) fired.actor = names_.name(instance.actor);
    for (const TermId cell : touched.shared_reads) fired.shared_reads.push_back(named(cell));
    for (const TermId cell : record.written) {
      if (!arena_.signature()[arena_.symbol(cell)].weak) fired.shared_written.push_back(named(cell));
    }
    for (const Record::Placed& one : record.placed) {
      const std::uint32_t event = fired.atomic ? fired.execution : events_++;
      const TermId cell = named(one.cell);
      fired.writes.emplace(cell, event);
      auto& order = co_[cell];
      order.insert(order.begin() + std::min<std::ptrdiff_t>(one.position, narrow<std::ptrdiff_t>(order.size())), event);
      writer_[event] = fired.actor;
    }
    for (const TermId item : record.taken) {
      const TermId cell = named(arena_.location(item));
      sources_.push_back({event_of(owner_[arena_.read_number(item)]), named(arena_.reader(item)), cell, fired.writes.at(cell)});
    }
    std::vector<std::uint32_t> next(at.cube.weak.open.items.size(), final_owner);
    owner_.resize(at.step.read_map.size() - 1, final_owner);
    for (std::size_t k = 0; k < owner_.size(); ++k) {
      if (at.step.read_map[k] != UINT32_MAX) next[at.step.read_map[k]] = owner_[k];
    }
    if (at.step.read_map.back() != UINT32_MAX) next[at.step.read_map.back()] = index;
    owner_ = std::move(next);
    names_.leave(at.step.rename, at.cube.processes);
  }

  void edge(std::uint32_t from, std::uint32_t to) {
    if (from != to) edges_.emplace_back(from, to);
  }

  void add_program_order() {
    for (std::size_t b = 0; b < firings_.size(); ++b) {
      const CoherentFired& later = firings_[b];
      const le::Transition& t = context_.system.transitions[later.transition];
      for (const auto& [cell, event] : later.writes) edge(later.execution, event);
      for (std::size_t a = 0; a < b; ++a) {
        const CoherentFired& earlier = firings_[a];
        if (!later.actor.valid() || earlier.actor != later.actor) continue;
        edge(earlier.execution, later.execution);
        for (const auto& [cell, event] : earlier.writes) {
          if (t.fence || later.atomic) edge(event, later.execution);
          const bool ordered =
              t.wfence || std::any_of(firings_.begin() + narrow<std::ptrdiff_t>(a) + 1, firings_.begin() + narrow<std::ptrdiff_t>(b),
                                      [&](const CoherentFired& between) {
                                        return between.actor == later.actor && context_.system.transitions[between.transition].wfence;
                                      });
          for (const auto& [other, after] : later.writes) {
            if (ordered) edge(event, after);
          }
        }
      }
    }
  }

  void add_communication() {
    for (const auto& [cell, order] : co_) {
      for (std::size_t k = 1; k < order.size(); ++k) edge(order[k - 1], order[k]);
    }
    for (const Source& source : sources_) {
      const auto& order = co_[source.cell];
      auto next = order.begin();
      if (source.write != none_) {
        next = std::find(order.begin(), order.end(), source.write) + 1;
        if (!source.reader.valid() || writer_[source.write] != source.reader) edge(source.write, source.event);
      }
      if (next != order.end()) edge(source.event, *next);
    }
  }

  void add_shared() {
    const auto meet = [](const std::vector<TermId>& x, const std::vector<TermId>& y) {
      return std::any_of(x.begin(), x.end(), [&](TermId cell) { return std::find(y.begin(), y.end(), cell) != y.end(); });
    };
    for (std::size_t a = 0; a < firings_.size(); ++a) {
      for (std::size_t b = a + 1; b < firings_.size(); ++b) {
        const CoherentFired &x = firings_[a], &y = firings_[b];
        if (meet(x.shared_written, y.shared_written) || meet(x.shared_written, y.shared_reads) || meet(x.shared_reads, y.shared_written))
          edge(x.execution, y.execution);
      }
    }
  }

  void add_final() {
    if (!last_) return;
    for (const CoherentFired& fired : firings_) {
      const bool mentioned = std::find(final_processes_.begin(), final_processes_.end(), fired.actor) != final_processes_.end();
      const bool shared = std::any_of(fired.shared_written.begin(), fired.shared_written.end(), [&](TermId cell) {
        return std::find(final_cells_.begin(), final_cells_.end(), cell) != final_cells_.end();
      });
      if ((fired.actor.valid() && mentioned) || shared) edge(fired.execution, *last_);
    }
  }

  // u, event 0, as late as possible.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> sorted() const {
    std::vector<std::uint32_t> waits_for(events_, 0), order;
    for (const auto& [from, to] : edges_) ++waits_for[to];
    std::vector<bool> placed(events_, false);
    while (order.size() < events_) {
      std::uint32_t next = events_;
      while (next > 0 && (placed[next - 1] || waits_for[next - 1] != 0)) --next;
      if (next == 0) return std::nullopt;
      placed[next - 1] = true;
      order.push_back(next - 1);
      for (const auto& [from, to] : edges_) {
        if (from == next - 1) --waits_for[to];
      }
    }
    return order;
  }

  TouchedTable& touched_;
  Context& context_;
  TermArena& arena_;
  const std::vector<const Node*> chain_;
  PathNames names_;
  std::uint32_t events_ = 0;
  std::optional<std::uint32_t> last_;  // the event u
  std::vector<TermId> final_processes_, final_cells_;
  std::vector<CoherentFired> firings_;               // in the order they are fired
  std::vector<std::uint32_t> owner_;                 // by open read of the present cube: its firing, or final_owner
  std::map<TermId, std::vector<std::uint32_t>> co_;  // by weak cell: its writes, as events
  std::map<std::uint32_t, TermId> writer_;           // by write event: its process
  std::vector<Source> sources_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
};

}  // namespace

Path Coherence::path_of(const Node& node) { return CoherentGraph(context, touched_, node).schedule(); }

}  // namespace parapet::search
