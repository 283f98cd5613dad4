#include "search/guess/state_sets.h"

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
  return sets_.emplace(literal.value, compute(literal)).first->second;
}

StateSet StateSets::everywhere() const {
  return collect(arena_, states_.count, [](std::size_t) { return true; });
}

StateSet StateSets::compute(TermId literal) {
  TermId read;
  std::size_t leaves = 0;
  each_leaf(arena_, literal, [&](TermId leaf) {
    ++leaves;
    if (arena_.op(leaf) == Op::Read) read = leaf;
  });
  const auto compiled = ground_.compile(literal);
  if (!compiled) return everywhere();
  if (!read.valid()) return test(*compiled);
  // A read without a reader is some process's: not remembered whose. Two leaves: their values belong to different instants.
  if (leaves != 1 || !arena_.reader(read).valid() || compiled->kind != GroundTest::Kind::Member) return everywhere();
  return test_old(read, *compiled);
}

StateSet StateSets::test(const GroundTest& test) const {
  return collect(arena_, states_.count, [&](std::size_t state) { return ground_.holds(test, states_.row(state)); });
}

StateSet StateSets::test_old(TermId read, const GroundTest& test) {
  if (history_.empty()) compute_history();
  const std::int32_t reader = ground_.position(arena_.reader(read));
  const std::uint16_t at = position_[test.a];
  if (reader < 0 || at == not_remembered) return everywhere();
  const std::size_t stride = ground_.processes() * remembered_.size();
  const std::size_t offset = static_cast<std::size_t>(reader) * remembered_.size() + at;
  return collect(arena_, states_.count, [&](std::size_t state) { return (history_[state * stride + offset] & test.set) != 0; });
}

std::uint64_t StateSets::renamed(std::uint64_t values, std::size_t location, const Permutation& permutation) const {
  if (!ground_.is_process_valued(location)) return values;
  std::uint64_t result = 0;
  for (; values != 0; values &= values - 1)
    result |= std::uint64_t{1} << permutation.value[static_cast<std::size_t>(__builtin_ctzll(values))];
  return result;
}

// The least solution of
//   old(p, s) contains the values in s;  old(p', s') contains old(p, s) renamed, for every edge s -> s' whose actor is not p.
void StateSets::compute_history() {
  const auto& cells = ground_.cells();
  position_.assign(cells.size(), not_remembered);
  for (std::size_t at = 0; at < cells.size(); ++at) {
    if (!ground_.is_weak_or_shared(at)) continue;
    position_[at] = narrow<std::uint16_t>(remembered_.size());
    remembered_.push_back(narrow<std::uint16_t>(at));
  }
  const std::size_t processes = ground_.processes();
  const std::size_t stride = processes * remembered_.size();
  if (arena_.budget() != nullptr) arena_.budget()->expect_memory(states_.count * stride * sizeof(std::uint64_t));
  history_.assign(std::max<std::size_t>(1, states_.count * stride), 0);
  for (std::size_t state = 0; state < states_.count; ++state) {
    arena_.spend(processes);
    for (std::size_t p = 0; p < processes; ++p) {
      for (std::size_t k = 0; k < remembered_.size(); ++k)
        history_[state * stride + p * remembered_.size() + k] = std::uint64_t{1} << states_.row(state)[remembered_[k]];
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const States::Edge& edge : states_.edges) {
      arena_.spend(processes);
      const Permutation& permutation = ground_.permutations()[edge.permutation];
      for (std::size_t p = 0; p < processes; ++p) {
        if (narrow<std::int32_t>(p) == edge.actor) continue;
        const std::uint64_t* from = &history_[edge.from * stride + p * remembered_.size()];
        std::uint64_t* to = &history_[edge.to * stride + permutation.value[p] * remembered_.size()];
        for (std::size_t k = 0; k < remembered_.size(); ++k) {
          const std::uint64_t values = renamed(from[k], remembered_[k], permutation);
          std::uint64_t& known = to[position_[permutation.location[remembered_[k]]]];
          changed = changed || (values & ~known) != 0;
          known |= values;
        }
      }
    }
  }
}

}  // namespace parapet::search
