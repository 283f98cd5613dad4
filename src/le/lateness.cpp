// A firing of t, which has no weak write, is late if a write of its process is still buffered. The last buffered write a0 and t are then
// joined by a chain
//   a0, a1, ..., t      of one process, where a1, ..., t have no weak write and no fence,
// since a fence or a read-modify-write needs an empty buffer. Consecutive members are *compatible*: for each enumerated cell c[p,...,p] of
// the process, of an owned or never written array (so nobody else changes it in between), the values the first may leave meet the values
// the second's guard allows. t is possibly late if such a chain of transitions exists: a graph search from every buffered write. Without a
// chain t is never late, and treating it as sync (its reads are of memory) is exact. Where the guard says `p = #1`, the own cell may be
// written c[#1,...,#1], and a transition of #1 and one of #2 are never in the same chain. A variable that only one fixed process accesses
// (System::owners) is an own cell too: every transition that constrains or changes it belongs to that process.
//
// The event engine explores firing orders that agree with co and with the order of accesses to shared plain cells. No such order may exist
// if a buffered write is overtaken by another process's write of the same location while its process accesses a shared plain cell. A write
// of a weak name each of whose cells is written by one process only is never overtaken. For the other names the same chains, with buffered
// writes allowed in them, tell whether such an access is possible.
//
// Places. In a run of the store buffers let place(f) be the latest of the execution of f and the commits of certain writes W of its process
// up to f, its own included. The order of places is an order of firings that the event engine explores:
//   program order         places of one process ascend;
//   rf                    the execution of the reader comes after the commit of the write, and that after everything place(write) is the
//                         latest of, since buffers are first in, first out;
//   co                    if the location is in W, the place of its writes is their commit; if not, one process makes all its writes;
//   shared plain cells    the place of a firing that touches one is its execution.
// The last two lines hold in two cases:
//   1. W is all weak names, where only sync firings touch shared plain cells: they execute with an empty buffer.
//   2. W is the contended ones, where no shared plain cell is touched while a contended write is buffered (find_shared_touch finds nothing).
// The place of a sync firing is its execution. It reads a location of W from memory, which holds the last commit before, so the last write
// placed before it; every write of the location that is committed later is placed later. So there is an order of firings, the same for
// all of them, in which sync firings read the locations of W as memory is at their place.

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "le/passes.h"

namespace parapet::le {
namespace {

using Sets = std::map<std::uint32_t, std::uint64_t>;  // symbol -> values of the process's own cell

struct Facts {
  Sets before;                 // what the guard allows
  Sets after;                  // what the firing may leave
  std::vector<TermId> actors;  // what the guard forces the acting process to be
};

class Lateness {
 public:
  Lateness(const System& system, TermArena& arena) : system_(system), arena_(arena) {
    find_stable();
    for (const Transition& t : system.transitions) facts_.push_back(facts(t));
  }

  // By transition: the transition of a buffered write that starts a chain to it, or nothing.
  [[nodiscard]] std::vector<std::optional<std::size_t>> chains() const {
    return chains([](const Transition& t) { return t.actor && t.writes_weak && !t.reads_weak; },
                  [](const Transition& t) { return t.actor && !t.writes_weak && !t.fence; });
  }

  // The same for chains that start with a transition that `starts` accepts and continue with transitions that `goes_on` accepts.
  template <class Starts, class GoesOn>
  [[nodiscard]] std::vector<std::optional<std::size_t>> chains(const Starts& starts, const GoesOn& goes_on) const {
    std::vector<std::optional<std::size_t>> start(system_.transitions.size());
    std::vector<std::size_t> work;
    const auto visit = [&](std::size_t from, std::size_t origin) {
      for (std::size_t next = 0; next < start.size(); ++next) {
        const Transition& t = system_.transitions[next];
        if (start[next] || !goes_on(t) || !compatible(from, next)) continue;
        start[next] = origin;
        work.push_back(next);
      }
    };
    for (std::size_t k = 0; k < start.size(); ++k) {
      if (starts(system_.transitions[k])) visit(k, k);
      while (!work.empty()) {
        const std::size_t from = work.back();
        work.pop_back();
        visit(from, *start[from]);
      }
    }
    return start;
  }

 private:
  // Plain names of enumerations whose cells are changed only by their own process, or not at all.
  void find_stable() {
    const auto& signature = arena_.signature();
    for (std::size_t k = 0; k < signature.symbols().size(); ++k) {
      const Symbol& symbol = signature.symbols()[k];
      const Sort& sort = signature[symbol.sort];
      const bool small = sort.kind == SortKind::Enum && sort.constructors.size() <= 64;
      stable_.push_back(small && (symbol.arity > 0 || system_.owners[k].valid()) && !symbol.weak && !system_.shared[k]);
    }
  }

  [[nodiscard]] static bool own_indices(std::span<const TermId> indices, TermId actor, const Facts& f) {
    return std::all_of(indices.begin(), indices.end(), [&](TermId index) { return is_actor(index, actor, f.actors); });
  }

  [[nodiscard]] bool own_cell(TermId cell, TermId actor, const Facts& f) const {
    return arena_.op(cell) == Op::Cell && stable_[arena_.symbol(cell).index()] && own_indices(arena_.args(cell), actor, f);
  }

  Facts facts(const Transition& t) {
    Facts f;
    if (!t.actor) return f;
    const TermId actor = arena_.variable(t.parameters[*t.actor]);
    f.actors = forced_actors(system_, arena_, t);
    for (const TermId literal : t.guard) {
      if (arena_.op(literal) != Op::Member) continue;
      const TermId cell = arena_.args(literal)[0];
      if (!own_cell(cell, actor, f)) continue;
      const auto [at, fresh] = f.before.emplace(parapet::narrow<std::uint32_t>(arena_.symbol(cell).index()), arena_.set(literal));
      if (!fresh) at->second &= arena_.set(literal);
    }
    f.after = f.before;
    for (const Update& update : system_.updates[t.source]) {
      if (stable_[update.symbol.index()]) update_after(update, actor, f);
    }
    return f;
  }

  void update_after(const Update& update, TermId actor, Facts& f) const {
    const std::uint32_t symbol = update.symbol.value;
    const auto known = f.before.find(symbol);
    const std::uint64_t all = arena_.full_set(arena_.signature()[update.symbol].sort);
    const std::uint64_t old = known == f.before.end() ? all : known->second;
    std::uint64_t left = 0;
    bool always = false;
    for (const Branch& branch : update.branches) {
      if (branch.kind == Branch::Kind::Keep) {
        left |= old;
      } else if (branch.kind == Branch::Kind::Set && arena_.op(branch.value) == Op::Constructor) {
        left |= std::uint64_t{1} << arena_.position(branch.value);
      } else {
        left |= all;
      }
      always = always || branch.condition == arena_.truth(true);
    }
    // The own cell may keep its value if the update is of other cells, or if possibly no branch applies.
    if (!own_indices(update.target, actor, f) || !always) left |= old;
    f.after[symbol] = left;
  }

  // One transition is of #n and the other of #m, n and m different.
  [[nodiscard]] bool of_different_processes(const Facts& a, const Facts& b) const {
    const auto is_constant = [&](const Facts& f) { return !f.actors.empty() && arena_.op(f.actors.front()) == Op::ProcessConst; };
    return is_constant(a) && is_constant(b) && a.actors.front() != b.actors.front();
  }

  [[nodiscard]] bool compatible(std::size_t first, std::size_t second) const {
    if (of_different_processes(facts_[first], facts_[second])) return false;
    const Sets& left = facts_[first].after;
    for (const auto& [symbol, allowed] : facts_[second].before) {
      const auto at = left.find(symbol);
      if (at != left.end() && (at->second & allowed) == 0) return false;
    }
    return true;
  }

  const System& system_;
  TermArena& arena_;
  std::vector<bool> stable_;
  std::vector<Facts> facts_;
};

// By symbol: it is weak, and more than one process may write one of its cells: no index position holds the acting process in every write,
// and not all writes are of one fixed process.
std::vector<bool> find_contended(const System& system, TermArena& arena) {
  struct Writers {
    std::vector<bool> positions;                   // positions that hold the acting process in every write so far
    std::optional<std::vector<TermId>> processes;  // the fixed processes that make all writes so far; nothing: there is no write yet
  };
  const auto& symbols = arena.signature().symbols();
  std::vector<Writers> all;
  for (const Symbol& symbol : symbols) all.push_back({std::vector<bool>(symbol.arity, true), std::nullopt});
  for (const Transition& t : system.transitions) {
    const TermId actor = t.actor ? arena.variable(t.parameters[*t.actor]) : TermId();
    const std::vector<TermId> forced = forced_actors(system, arena, t);
    for (const Update& update : system.updates[t.source]) {
      Writers& writers = all[update.symbol.index()];
      for (std::size_t k = 0; k < writers.positions.size(); ++k)
        writers.positions[k] = writers.positions[k] && is_actor(update.target[k], actor, forced);
      writers.processes = writers.processes ? in_both(std::move(*writers.processes), forced) : forced;
    }
  }
  std::vector<bool> contended;
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    const bool by_position = std::find(all[k].positions.begin(), all[k].positions.end(), true) != all[k].positions.end();
    const bool by_one = system.program->number_procs == 1U || !all[k].processes || !all[k].processes->empty();
    contended.push_back(symbols[k].weak && !by_position && !by_one);
  }
  return contended;
}

// A shared plain name that the transition touches, if there is one.
std::optional<SymbolId> shared_name_of(const System& system, const Transition& t) {
  std::optional<SymbolId> found = t.shared_read;
  for (const Update& update : system.updates[t.source]) {
    if (!found && system.shared[update.symbol.index()]) found = update.symbol;
  }
  return found;
}

}  // namespace

void find_late(System& system, TermArena& arena) {
  const auto chains = Lateness(system, arena).chains();
  for (std::size_t k = 0; k < chains.size(); ++k) system.transitions[k].late = chains[k].has_value();
}

std::optional<SharedWrite> find_shared_write(const System& system, TermArena& arena) {
  if (!system.model.delays_writes()) return std::nullopt;
  std::vector<std::optional<std::size_t>> chains;
  for (std::size_t k = 0; k < system.transitions.size(); ++k) {
    const Transition& t = system.transitions[k];
    if (t.kind == FiringKind::Sync) continue;
    for (const Update& update : system.updates[t.source]) {
      if (!system.shared[update.symbol.index()]) continue;
      if (chains.empty()) chains = Lateness(system, arena).chains();
      const std::size_t buffered = t.kind == FiringKind::Write || !chains[k] ? k : *chains[k];
      return SharedWrite{update.symbol, t.source, system.transitions[buffered].source};
    }
  }
  return std::nullopt;
}

std::optional<SharedTouch> find_shared_touch(const System& system, TermArena& arena) {
  if (!system.model.delays_writes()) return std::nullopt;
  const std::vector<bool> contended = find_contended(system, arena);
  const auto contended_write = [&](const Transition& t) {
    std::optional<SymbolId> found;
    for (const Update& update : system.updates[t.source]) {
      if (!found && contended[update.symbol.index()]) found = update.symbol;
    }
    return found;
  };
  const auto starts = [&](const Transition& t) { return t.actor && t.writes_weak && !t.reads_weak && contended_write(t); };
  const auto goes_on = [](const Transition& t) { return t.actor && !t.fence && !t.read_modify_write(); };
  const auto chains = Lateness(system, arena).chains(starts, goes_on);
  for (std::size_t k = 0; k < system.transitions.size(); ++k) {
    const Transition& t = system.transitions[k];
    const auto symbol = shared_name_of(system, t);
    if (!symbol || (!starts(t) && !chains[k])) continue;
    const Transition& buffered = starts(t) ? t : system.transitions[*chains[k]];
    return SharedTouch{*symbol, t.source, *contended_write(buffered), buffered.source};
  }
  return std::nullopt;
}

void find_ordered_by_commit(System& system, TermArena& arena) {
  const bool all = std::none_of(system.transitions.begin(), system.transitions.end(),
                                [&](const Transition& t) { return t.kind != FiringKind::Sync && shared_name_of(system, t); });
  const auto& symbols = arena.signature().symbols();
  system.ordered_by_commit.assign(symbols.size(), false);
  if (!all && find_shared_touch(system, arena)) return;
  if (!all) {
    system.ordered_by_commit = find_contended(system, arena);
    return;
  }
  for (std::size_t k = 0; k < symbols.size(); ++k) system.ordered_by_commit[k] = symbols[k].weak;
}

}  // namespace parapet::le
