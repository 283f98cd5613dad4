#include "infer/views/snapshot_machine.h"

#include <algorithm>
#include <numeric>

#include "base/narrow.h"

namespace parapet::search::views {
namespace {

constexpr Code no_owner = -1;

}  // namespace

std::unique_ptr<SnapshotMachine> SnapshotMachine::make(const le::System& system, const NameFacts& names, std::uint32_t variables,
                                                       Budget& budget) {
  const auto roster = roster_of(system, variables);
  return roster ? std::unique_ptr<SnapshotMachine>(new SnapshotMachine(system, names, variables, *roster, budget)) : nullptr;
}

SnapshotMachine::SnapshotMachine(const le::System& system, const NameFacts& names, std::uint32_t variables, const machine::Roster& roster,
                                 Budget& budget)
    : ViewMachine(system, ld::sc, names, variables, roster, budget) {
  const Signature& signature = system.program->signature;
  find_access(system);
  snapshot_place_.assign(cells(), 0);
  for (Location location = 0; location < cells(); ++location) {
    const SymbolId symbol = layout().symbol(location);
    if (!snapshots_ || !(signature[symbol].weak || system.shared[symbol.index()])) continue;
    snapshot_place_[location] = cells() + 2 + snapshot_cells_.size();
    snapshot_cells_.push_back(location);
  }
  find_renamings();
  takes_.assign(processes(), false);
  for (const machine::Firing& firing : firings_) {
    const Access& access = access_[firing.transition];
    const bool late = access.kind == le::FiringKind::Read || (access.kind == le::FiringKind::Write && access.reads_shared);
    if (const auto actor = actor_of(firing); actor && late) takes_[*actor] = true;
  }
}

// The owner is a process; the snapshot of a cell goes where the snapshot of the renamed cell is.
void SnapshotMachine::find_renamings() {
  std::vector<std::uint8_t> process_valued;
  for (Location cell = 0; cell < cells(); ++cell) process_valued.push_back(instance_.is_process_valued(cell) ? 1 : 0);
  if (snapshots_) {
    process_valued.push_back(1);
    process_valued.push_back(0);
    for (const Location cell : snapshot_cells_) process_valued.push_back(process_valued[cell]);
  }
  std::vector<machine::RowRenamings::Renaming> renamings;
  for (std::size_t k = 0; k < symmetry_.renamings(); ++k) {
    auto& renaming = renamings.emplace_back();
    renaming.process = symmetry_.renaming(k);
    renaming.from.resize(process_valued.size());
    std::iota(renaming.from.begin(), renaming.from.end(), 0U);
    for (Location cell = 0; cell < cells(); ++cell) {
      const Location moved = symmetry_.moved(k)[cell];
      renaming.from[moved] = cell;
      if (snapshot_place_[cell] != 0) renaming.from[snapshot_place_[moved]] = narrow<std::uint32_t>(snapshot_place_[cell]);
    }
  }
  rows_.emplace(std::move(renamings), process_valued);
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
  if (!snapshots_ || words[cells()] == no_owner) return std::nullopt;
  return narrow<Process>(words[cells()]);
}

SnapshotMachine::Words SnapshotMachine::blank() const {
  Words words(cells(), machine::open_value);
  if (snapshots_) {
    words.resize(cells() + 2 + snapshot_cells_.size(), 0);
    words[cells()] = no_owner;
  }
  return words;
}

void SnapshotMachine::set_owner(Words& words, Process process) const {
  words[cells()] = narrow<Code>(process);
  words[cells() + 1] = 1;
}

// With snapshots no weak cell is open, since memory and a snapshot of it must hold the same value.
std::vector<SnapshotMachine::Words> SnapshotMachine::initial_states(std::size_t most) {
  std::vector<Words> result;
  for (const machine::State& state : initial_cells(snapshot_cells_, most)) {
    Words& words = result.emplace_back(blank());
    std::copy(state.cells.begin(), state.cells.end(), words.begin());
  }
  return result;
}

void SnapshotMachine::successors(const Words& words, const Visit& visit) {
  if (snapshots_ && words[cells()] == no_owner) {
    for (Process process = 0; process < processes(); ++process) {
      if (!takes_[process]) continue;
      Words next = words;
      next[cells()] = narrow<Code>(process);
      next[cells() + 1] = 1;
      for (const Location cell : snapshot_cells_) next[snapshot_place_[cell]] = words[cell];
      visit(next);
    }
  }
  prepare(words);
  if (owner(words)) {
    const auto late = possible_->in([&](Location cell) { return late_.cells[cell]; });
    late_possible_.assign(late.begin(), late.end());
  }
  const auto possible = possible_->in([&](Location cell) { return memory_.cells[cell]; });
  for (std::size_t k = 0; k < firings_.size(); ++k) {
    const Manner manner = manner_of(firings_[k], words);
    if (manner == Manner::None) continue;
    if (machine::has_bit(manner == Manner::Late ? std::span<const std::uint64_t>(late_possible_) : possible, k)) {
      attempt(firings_[k], words, manner, true, visit);
    } else {
      ++attempts_;
    }
  }
}

// What firings see of a state: memory, and the snapshot in its place.
void SnapshotMachine::prepare(const Words& words) {
  memory_.cells.assign(words.begin(), words.begin() + narrow<std::ptrdiff_t>(cells()));
  memory_.buffers.resize(processes());
  if (!owner(words)) return;
  late_ = memory_;
  for (const Location cell : snapshot_cells_) late_.cells[cell] = words[snapshot_place_[cell]];
}

void SnapshotMachine::fire(std::uint32_t transition, const std::vector<Process>& processes, const Words& words, const Visit& visit) {
  prepare(words);
  for (const machine::Firing& firing : firings_) {
    if (firing.transition != transition || firing.processes != processes) continue;
    if (const Manner manner = manner_of(firing, words); manner != Manner::None) attempt(firing, words, manner, false, visit);
  }
}

SnapshotMachine::Manner SnapshotMachine::manner_of(const machine::Firing& firing, const Words& words) const {
  const Access& access = access_[firing.transition];
  const auto actor = actor_of(firing);
  if (!actor || owner(words) != actor) return Manner::InMemory;
  if (access.kind == le::FiringKind::Sync) return Manner::None;
  if (access.kind == le::FiringKind::Write && access.fence && words[cells() + 1] == 0) return Manner::None;
  return access.kind == le::FiringKind::Read || access.reads_shared ? Manner::Late : Manner::InMemory;
}

// `guess`: an open cell that matters gets each value of its domain.
void SnapshotMachine::attempt(const machine::Firing& firing, const Words& words, Manner manner, bool guess, const Visit& visit) {
  std::vector<Code> havoc;
  const bool from_snapshot = manner == Manner::Late;
  attempt_with(firing, from_snapshot ? late_ : memory_, words, havoc, from_snapshot, guess, visit);
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
    if (snapshot_place_[open] != 0 && words[cells()] != no_owner && words[snapshot_place_[open]] == machine::open_value)
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
    next[cells()] = no_owner;
    std::fill(next.begin() + narrow<std::ptrdiff_t>(cells()) + 1, next.end(), 0);
  }
  visit(next);
}

void SnapshotMachine::compress_numbers(Words& words) const {
  const bool taken = owner(words).has_value();
  std::vector<Code*> values;
  for (std::size_t group = 0; group < number_cells_.size(); ++group) {
    values.clear();
    for (const Location cell : number_cells_[group]) {
      values.push_back(&words[cell]);
      if (taken && snapshot_place_[cell] != 0) values.push_back(&words[snapshot_place_[cell]]);
    }
    compress(group, values);
  }
}

// Without an owner there is no snapshot, and its places have nothing to rename.
SnapshotMachine::Words SnapshotMachine::canonical(const Words& words, bool compress) {
  Words start = words;
  if (compress) compress_numbers(start);
  const std::size_t size = owner(start) ? start.size() : cells();
  Words least = start, renamed;
  for (std::size_t k = 1; k < rows_->count(); ++k) {
    if (rows_->compare(k, start, least, size) < 0) rows_->apply(k, start, size, least);
  }
  return least;
}

bool SnapshotMachine::add_open(TermArena& arena, const Weak& weak, const InState& in, Words& words) const {
  const OpenReads& open = weak.open;
  if (!snapshots_ || open.items.size() != 1) return true;
  const auto list = std::find_if(open.lists.begin(), open.lists.end(), [](const OpenReads::List& each) { return !each.reads.empty(); });
  if (list == open.lists.end() || arena.op(list->process) != Op::ProcessVar) return true;
  set_owner(words, in.process(list->process));
  for (Location location = 0; location < cells(); ++location) {
    if (snapshot_place_[location] == 0) continue;
    const TermId reader = arena.signature()[layout().symbol(location)].weak ? list->process : TermId();
    words[snapshot_place_[location]] = in.code(arena.read(list->reads[0], reader, in.cell(location)));
  }
  return true;
}

}  // namespace parapet::search::views
