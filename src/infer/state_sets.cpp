#include "infer/state_sets.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {
namespace {

constexpr std::uint16_t not_remembered = UINT16_MAX;

template <class Holds>
StateSet collect(const TermArena& arena, std::size_t count, const Holds& holds) {
  arena.spend(count / 8 + 1);
  StateSet result((count + 63) / 64, 0);
  for (std::size_t state = 0; state < count; ++state) result[state / 64] |= std::uint64_t{holds(state) ? 1u : 0u} << (state % 64);
  return result;
}

}  // namespace

const StateSet& StateSets::of(TermId literal) {
  const auto known = sets_.find(literal.value);
  if (known != sets_.end()) return known->second;
  StateSet& set = sets_.emplace(literal.value, compute(literal)).first->second;
  if (instance_.may_vanish()) keep_present(literal, set);
  return set;
}

// A process that has vanished satisfies no literal.
void StateSets::keep_present(TermId literal, StateSet& set) const {
  each_process(arena_, literal, [&](TermId process) {
    const auto which = instance_.process(arena_, process);
    if (!which) return;
    const StateSet present =
        collect(arena_, instance_.states(), [&](std::size_t state) { return !instance_.has_vanished(narrow<StateNumber>(state), *which); });
    for (std::size_t w = 0; w < set.size(); ++w) set[w] &= present[w];
  });
}

StateSet StateSets::everywhere() const {
  return collect(arena_, instance_.states(), [](std::size_t) { return true; });
}

// The states in which every entry of the literal is a delayed write.
StateSet StateSets::with_entries(TermId literal) const {
  std::vector<Location> slots;
  each_leaf(arena_, literal, [&](TermId leaf) {
    if (arena_.op(leaf) != Op::Read) return;
    if (const auto slot = instance_.location(arena_, leaf)) slots.push_back(*slot);
  });
  return collect(arena_, instance_.states(), [&](std::size_t state) {
    const auto row = instance_.row(narrow<StateNumber>(state));
    return std::all_of(slots.begin(), slots.end(), [&](Location slot) { return row[slot] != instance_.no_write(slot); });
  });
}

StateSet StateSets::compute_with_buffers(TermId literal) {
  StateSet entries = with_entries(literal);
  const std::uint32_t mark = buffer_mark(arena_, literal);
  if (mark == some_entry) return entries;
  StateSet result = everywhere();
  if (mark == no_entry) {
    for (std::size_t w = 0; w < result.size(); ++w) result[w] &= ~entries[w];
    return result;
  }
  if (const auto test = state_test(arena_, instance_, literal))
    result = collect(arena_, instance_.states(), [&](std::size_t state) { return test->holds(instance_.row(narrow<StateNumber>(state))); });
  for (std::size_t w = 0; w < result.size(); ++w) result[w] &= entries[w];
  return result;
}

StateSet StateSets::compute(TermId literal) {
  if (instance_.has_buffers()) return compute_with_buffers(literal);
  TermId read;
  std::size_t leaves = 0;
  each_leaf(arena_, literal, [&](TermId leaf) {
    ++leaves;
    if (arena_.op(leaf) == Op::Read) read = leaf;
  });
  const auto test = state_test(arena_, instance_, literal);
  if (!test) return everywhere();
  if (!read.valid())
    return collect(arena_, instance_.states(), [&](std::size_t state) { return test->holds(instance_.row(narrow<StateNumber>(state))); });
  // For a read without a reader it is unknown which process read it. Two leaves may have been read at different instants.
  if (leaves != 1 || !arena_.reader(read).valid() || test->kind != StateTest::Kind::Member) return everywhere();
  return test_old(read, *test);
}

StateSet StateSets::test_old(TermId read, const StateTest& test) {
  if (history_.empty()) compute_history();
  const auto reader = instance_.process(arena_, arena_.reader(read));
  const std::uint16_t at = position_[test.a];
  if (!reader || at == not_remembered) return everywhere();
  const std::size_t stride = instance_.processes() * remembered_.size();
  const std::size_t offset = *reader * remembered_.size() + at;
  return collect(arena_, instance_.states(),
                 [&](std::size_t state) { return (history_[state * stride + offset] & (test.set | open_bit)) != 0; });
}

// A set of values of a location that holds processes, renamed.
std::uint64_t StateSets::renamed(std::uint64_t values, Location location, const std::vector<machine::Process>& renaming) const {
  const auto first = narrow<std::uint32_t>(-instance_.least_value(location));  // the bit of process 0
  std::uint64_t moved = 0;
  std::uint64_t processes = 0;
  for (machine::Process process = 0; process < renaming.size(); ++process) {
    processes |= std::uint64_t{1} << (first + process);
    moved |= (values >> (first + process) & 1) << (first + renaming[process]);
  }
  return (values & ~processes) | moved;
}

void StateSets::pass_on(const GuessInstance::Edge& edge, bool& changed) {
  const std::size_t processes = instance_.processes();
  const std::size_t stride = processes * remembered_.size();
  const std::vector<machine::Process>& renaming = instance_.symmetry().renaming(edge.renaming);
  const std::vector<Location>& moved = instance_.symmetry().moved(edge.renaming);
  for (std::size_t p = 0; p < processes; ++p) {
    if (narrow<std::int32_t>(p) == edge.actor) continue;
    const std::uint64_t* from = &history_[edge.from * stride + p * remembered_.size()];
    std::uint64_t* to = &history_[edge.to * stride + renaming[p] * remembered_.size()];
    for (std::size_t k = 0; k < remembered_.size(); ++k) {
      const bool renames = edge.renaming != 0 && holds_processes_[k] != 0;
      const std::uint64_t values = renames ? renamed(from[k], remembered_[k], renaming) : from[k];
      std::uint64_t& known = to[position_[moved[remembered_[k]]]];
      changed = changed || (values & ~known) != 0;
      known |= values;
    }
  }
}

// The least solution of
//   old(p, s) contains the values in s;  old(p', s') contains old(p, s) renamed, for every edge s -> s' whose actor is not p.
void StateSets::compute_history() {
  position_.assign(instance_.locations(), not_remembered);
  for (Location at = 0; at < instance_.locations(); ++at) {
    if (!instance_.is_weak_or_shared(at)) continue;
    position_[at] = narrow<std::uint16_t>(remembered_.size());
    remembered_.push_back(at);
    holds_processes_.push_back(instance_.is_process_valued(at) ? 1 : 0);
  }
  const std::size_t processes = instance_.processes();
  const std::size_t stride = processes * remembered_.size();
  const std::size_t words = instance_.states() * stride;
  if (arena_.budget() != nullptr) arena_.budget()->expect_memory(words * sizeof(std::uint64_t));
  history_.assign(std::max<std::size_t>(1, words), 0);
  for (StateNumber state = 0; state < instance_.states(); ++state) {
    arena_.spend(processes);
    for (std::size_t p = 0; p < processes; ++p) {
      for (std::size_t k = 0; k < remembered_.size(); ++k)
        history_[state * stride + p * remembered_.size() + k] =
            bit_of(instance_.row(state)[remembered_[k]], instance_.least_value(remembered_[k]));
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const GuessInstance::Edge& edge : instance_.edges()) {
      arena_.spend(processes);
      pass_on(edge, changed);
    }
  }
}

}  // namespace parapet::search
