#include "search/guess/views/snapshot_machine.h"

#include <algorithm>
#include <map>

#include "base/narrow.h"
#include "machine/initial.h"
#include "machine/needs.h"

namespace parapet::search::views {
namespace {

constexpr std::size_t most_locations = 400;
constexpr std::uint64_t most_firings = 20'000;
constexpr Code nobody = -1;  // no owner

bool is_small(const ld::Program& program, std::uint32_t processes) {
  std::uint64_t firings = 0;
  for (const ld::Transition& transition : program.transitions) {
    std::uint64_t tuples = 1;
    for (std::uint32_t k = 0; k < transition.parameters && tuples <= most_firings; ++k) tuples *= processes > k ? processes - k : 0;
    firings += tuples;
    if (firings > most_firings) return false;
  }
  try {
    return machine::Layout(program.signature, processes).size() <= most_locations;
  } catch (const machine::TooLarge&) {
    return false;
  }
}

// Constants distinguish the roles of processes, so they are never open; with snapshots no weak cell is, since memory and a snapshot of it
// must hold the same value.
std::vector<Location> closed_cells(const machine::Instance& instance, bool snapshots, const std::vector<std::size_t>& snapshot_place) {
  const Signature& signature = instance.program().signature;
  std::vector<Location> cells;
  for (Location location = 0; location < instance.layout().size(); ++location) {
    const SymbolId symbol = instance.layout().symbol(location);
    if (signature[symbol].constant || (snapshots && snapshot_place[location] != 0)) cells.push_back(location);
  }
  return cells;
}

}  // namespace

std::unique_ptr<SnapshotMachine> SnapshotMachine::make(const le::System& system, const NameFacts& names, std::uint32_t variables,
                                                       Budget& budget) {
  const auto processes = narrow<std::uint32_t>(variables + system.constants.size());
  const auto roster = machine::roster_of(*system.program, processes);
  if (!roster || !is_small(*system.program, processes)) return nullptr;
  return std::unique_ptr<SnapshotMachine>(new SnapshotMachine(system, names, variables, *roster, budget));
}

SnapshotMachine::SnapshotMachine(const le::System& system, const NameFacts& names, std::uint32_t variables, const machine::Roster& roster,
                                 Budget& budget)
    : names_(names),
      variables_(variables),
      instance_(*system.program, ld::sc, roster, machine::Instance::Detail::Simplified, budget),
      domains_(instance_, {.numbers = 6, .labels = 2, .strangers = 1}),
      symmetry_(instance_),
      invariants_(machine::targets_of(instance_, system.program->invariants)) {
  const Signature& signature = system.program->signature;
  find_access(system);
  snapshot_place_.assign(cells(), 0);
  std::map<std::uint32_t, std::vector<Location>> groups;
  for (Location location = 0; location < cells(); ++location) {
    const SymbolId symbol = layout().symbol(location);
    if (snapshots_ && (signature[symbol].weak || system.shared[symbol.index()])) {
      snapshot_place_[location] = cells() + 2 + snapshot_cells_.size();
      snapshot_cells_.push_back(location);
    }
    if (signature[signature[symbol].sort].kind == SortKind::Int) groups[names.number_group[symbol.index()]].push_back(location);
  }
  for (auto& [group, locations] : groups) {
    number_cells_.push_back(std::move(locations));
    auto& codes = anchors_.emplace_back();
    for (const Rational& anchor : names.anchors[group]) {
      const Code code = instance_.numbers().code(anchor);
      if (machine::Numbers::is_small(code)) codes.push_back(code);
    }
  }
  for (std::size_t k = 0; k < symmetry_.renamings(); ++k) {
    const auto& moved = symmetry_.moved(k);
    auto& from = location_from_.emplace_back(moved.size());
    for (Location location = 0; location < moved.size(); ++location) from[moved[location]] = location;
  }
  const auto& transitions = system.program->transitions;
  for (std::uint32_t t = 0; t < transitions.size(); ++t) {
    machine::each_distinct_tuple(processes(), transitions[t].parameters, budget, [&](const std::vector<Process>& tuple) {
      machine::Firing firing = instance_.firing(t, tuple);
      if (firing.guard.kind != machine::GroundFormula::Kind::False) firings_.push_back(std::move(firing));
    });
  }
  takes_.assign(processes(), false);
  for (const machine::Firing& firing : firings_) {
    const Access& access = access_[firing.transition];
    const bool late = access.kind == le::FiringKind::Read || (access.kind == le::FiringKind::Write && access.reads_shared);
    if (const auto actor = actor_of(firing); actor && late) takes_[*actor] = true;
  }
}

void SnapshotMachine::find_access(const le::System& system) {
  access_.resize(system.program->transitions.size());
  std::vector<bool> seen(access_.size(), false);
  for (const le::Transition& transition : system.transitions) {
    Access& access = access_[transition.source];
    if (!seen[transition.source]) {
      access.kind = transition.kind;
      seen[transition.source] = true;
    } else if (transition.kind == le::FiringKind::Sync) {
      access.kind = le::FiringKind::Sync;
    }
    access.fence = access.fence || transition.fence;
    access.reads_shared = access.reads_shared || transition.shared_read.has_value();
    if (transition.actor && *transition.actor < system.program->transitions[transition.source].parameters) access.actor = transition.actor;
    snapshots_ = snapshots_ || transition.kind != le::FiringKind::Sync;
  }
}

std::optional<Process> SnapshotMachine::actor_of(const machine::Firing& firing) const {
  const Access& access = access_[firing.transition];
  return access.actor ? std::optional(firing.processes[*access.actor]) : std::nullopt;
}

std::optional<Process> SnapshotMachine::owner(const Words& words) const {
  if (!snapshots_ || words[cells()] == nobody) return std::nullopt;
  return narrow<Process>(words[cells()]);
}

SnapshotMachine::Words SnapshotMachine::blank() const {
  Words words(cells(), machine::open_value);
  if (snapshots_) {
    words.resize(cells() + 2 + snapshot_cells_.size(), 0);
    words[cells()] = nobody;
  }
  return words;
}

void SnapshotMachine::set_owner(Words& words, Process process) const {
  words[cells()] = narrow<Code>(process);
  words[cells() + 1] = 1;
}

std::vector<SnapshotMachine::Words> SnapshotMachine::initial_states(std::size_t most) {
  std::vector<Words> result;
  const auto closed = closed_cells(instance_, snapshots_, snapshot_place_);
  for (const machine::State& state : machine::initial_states(instance_, domains_, closed, most).states) {
    Words& words = result.emplace_back(blank());
    std::copy(state.cells.begin(), state.cells.end(), words.begin());
  }
  return result;
}

void SnapshotMachine::successors(const Words& words, const Visit& visit) {
  if (snapshots_ && words[cells()] == nobody) {
    for (Process process = 0; process < processes(); ++process) {
      if (!takes_[process]) continue;
      Words next = words;
      next[cells()] = narrow<Code>(process);
      next[cells() + 1] = 1;
      for (const Location cell : snapshot_cells_) next[snapshot_place_[cell]] = words[cell];
      visit(next);
    }
  }
  for (const machine::Firing& firing : firings_) attempt(firing, words, true, visit);
}

void SnapshotMachine::fire(std::uint32_t transition, const std::vector<Process>& processes, const Words& words, const Visit& visit) {
  for (const machine::Firing& firing : firings_) {
    if (firing.transition == transition && firing.processes == processes) attempt(firing, words, false, visit);
  }
}

// `guess`: an open cell that matters gets each value of its domain.
void SnapshotMachine::attempt(const machine::Firing& firing, const Words& words, bool guess, const Visit& visit) {
  const Access& access = access_[firing.transition];
  const auto actor = actor_of(firing);
  const bool owns = actor && owner(words) == actor;
  if (owns && access.kind == le::FiringKind::Sync) return;
  if (owns && access.kind == le::FiringKind::Write && access.fence && words[cells() + 1] == 0) return;
  const bool from_snapshot = owns && (access.kind == le::FiringKind::Read || access.reads_shared);
  const auto value = [&](Location cell) { return words[from_snapshot && snapshot_place_[cell] != 0 ? snapshot_place_[cell] : cell]; };
  if (firing.havocs.empty() && machine::fails_a_need(firing, value)) {
    ++attempts_;
    return;
  }
  machine::State seen;
  seen.cells.assign(words.begin(), words.begin() + narrow<std::ptrdiff_t>(cells()));
  seen.buffers.resize(processes());
  if (from_snapshot) {
    for (const Location cell : snapshot_cells_) seen.cells[cell] = words[snapshot_place_[cell]];
  }
  std::vector<Code> havoc;
  attempt_with(firing, seen, words, havoc, from_snapshot, guess, visit);
}

void SnapshotMachine::attempt_with(const machine::Firing& firing, machine::State& seen, const Words& words, std::vector<Code>& havoc,
                                   bool from_snapshot, bool guess, const Visit& visit) {
  if (havoc.size() < firing.havocs.size()) {
    for (const Code value : domains_.of(firing.havocs[havoc.size()])) {
      havoc.push_back(value);
      attempt_with(firing, seen, words, havoc, from_snapshot, guess, visit);
      havoc.pop_back();
    }
    return;
  }
  ++attempts_;
  instance_.attempt(firing, seen, havoc, nullptr, fired_);
  if (fired_.outcome == machine::Fired::Outcome::Done) return store(firing, words, from_snapshot, visit);
  if (fired_.outcome != machine::Fired::Outcome::Open || !guess) return;
  // A choice for an open cell is the cell's value everywhere: it was never written.
  const Location open = fired_.open;
  for (const Code value : domains_.of(layout().symbol(open))) {
    Words known = words;
    known[open] = value;
    if (snapshot_place_[open] != 0 && words[cells()] != nobody && words[snapshot_place_[open]] == machine::open_value)
      known[snapshot_place_[open]] = value;
    seen.cells[open] = value;
    attempt_with(firing, seen, known, havoc, from_snapshot, guess, visit);
  }
  seen.cells[open] = machine::open_value;
}

void SnapshotMachine::store(const machine::Firing& firing, const Words& words, bool from_snapshot, const Visit& visit) {
  Words next = words;
  const auto actor = actor_of(firing);
  const bool forwards = actor && owner(words) == actor && !from_snapshot;
  for (const machine::Write& write : fired_.writes) {
    next[write.location] = write.value;
    if (forwards && instance_.is_weak(write.location)) next[snapshot_place_[write.location]] = write.value;
  }
  if (forwards) next[cells() + 1] = 0;
  if (from_snapshot) {
    next[cells()] = nobody;
    std::fill(next.begin() + narrow<std::ptrdiff_t>(cells()) + 1, next.end(), 0);
  }
  visit(next);
}

bool SnapshotMachine::excluded(const Words& words) {
  if (invariants_.empty()) return false;
  machine::State state;
  state.cells.assign(words.begin(), words.begin() + narrow<std::ptrdiff_t>(cells()));
  state.buffers.resize(processes());
  return machine::certain(instance_, invariants_, state);
}

// The values of a group, sorted: from the greatest constant below it, or from the least constant if there is none below, each value keeps
// its order and at most distance 2 from its neighbour. Without constants the least value becomes 0.
void SnapshotMachine::compress_numbers(Words& words) const {
  const bool taken = owner(words).has_value();
  for (std::size_t group = 0; group < number_cells_.size(); ++group) {
    std::map<Code, Code> images;
    const auto each = [&](const auto& visit) {
      for (const Location cell : number_cells_[group]) {
        visit(words[cell]);
        if (taken && snapshot_place_[cell] != 0) visit(words[snapshot_place_[cell]]);
      }
    };
    each([&](Code code) {
      if (code != machine::open_value && machine::Numbers::is_small(code)) images[code] = code;
    });
    if (images.empty()) continue;
    const auto& anchors = anchors_[group];
    const auto is_anchor = [&](Code code) { return std::binary_search(anchors.begin(), anchors.end(), code); };
    Code previous = anchors.empty() ? images.begin()->first : anchors.front();
    Code image = anchors.empty() ? 0 : anchors.front();
    for (auto& [code, to] : images) {  // upwards
      if (!anchors.empty() && code < anchors.front()) continue;
      const auto below = std::upper_bound(anchors.begin(), anchors.end(), code);
      if (below != anchors.begin() && *std::prev(below) > previous) previous = image = *std::prev(below);
      image = is_anchor(code) ? code : image + std::min(code - previous, 2);
      previous = code;
      to = image;
    }
    if (!anchors.empty()) {
      previous = image = anchors.front();
      for (auto at = images.rbegin(); at != images.rend(); ++at) {  // downwards
        if (at->first >= anchors.front()) continue;
        image -= std::min(previous - at->first, 2);
        previous = at->first;
        at->second = image;
      }
    }
    each([&](Code& code) {
      if (code != machine::open_value && machine::Numbers::is_small(code)) code = images.at(code);
    });
  }
}

// Renamings are compared word by word, which usually ends after a few words.
SnapshotMachine::Words SnapshotMachine::canonical(const Words& words, bool compress) {
  Words start = words;
  if (compress) compress_numbers(start);
  const bool owned = owner(start).has_value();
  const auto word = [&](std::size_t renaming, std::size_t place) {
    const auto& process = symmetry_.renaming(renaming);
    const auto image = [&](Location cell, Code code) {
      const bool moves = code >= 0 && std::cmp_less(code, process.size()) && instance_.is_process_valued(cell);
      return moves ? narrow<Code>(process[narrow<std::size_t>(code)]) : code;
    };
    const std::vector<Location>& from = location_from_[renaming];
    if (place < cells()) return image(from[place], start[from[place]]);
    if (place == cells()) return owned ? narrow<Code>(process[narrow<std::size_t>(start[place])]) : start[place];
    if (place == cells() + 1) return start[place];
    const Location cell = from[snapshot_cells_[place - cells() - 2]];
    const Code value = start[snapshot_place_[cell]];
    return owned ? image(cell, value) : value;
  };
  std::size_t best = 0;  // the identity
  for (std::size_t k = 1; k < symmetry_.renamings(); ++k) {
    std::size_t place = 0;
    while (place < start.size() && word(k, place) == word(best, place)) ++place;
    if (place < start.size() && word(k, place) < word(best, place)) best = k;
  }
  if (best == 0) return start;
  Words result(start.size());
  for (std::size_t place = 0; place < start.size(); ++place) result[place] = word(best, place);
  return result;
}

}  // namespace parapet::search::views
