// A state is a row of codes. Of the renamings of a state, the least in the order of bytes stands for all of them.
#include "search/guess/explore.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/narrow.h"

namespace parapet::search {
namespace {

class Explorer {
 public:
  Explorer(Ground& ground, const ExploreLimits& limits) : ground_(ground), limits_(limits) {
    states_.width = (ground.cells().size() + 7) / 8 * 8;
    table_.assign(1024, 0);
    base_.resize(states_.width);
    next_.resize(states_.width);
    least_.resize(states_.width);
    renamed_.resize(states_.width);
  }

  States run() {
    for (const auto& initial : ground_.initial_states()) {
      std::fill(next_.begin(), next_.end(), Code{0});
      std::copy(initial.begin(), initial.end(), next_.begin());
      add(nullptr);
    }
    for (expanding_ = 0; expanding_ < states_.count && !states_.cut; ++expanding_) {
      for (const GroundFiring& firing : ground_.firings()) {
        ground_.spend();
        if (++tests_ > limits_.tests) states_.cut = true;
        const Code* row = states_.row(expanding_);
        if (ground_.hold(firing.guard, row) && admitted(firing, row)) fire(firing);
      }
    }
    return std::move(states_);
  }

 private:
  [[nodiscard]] bool admitted(const GroundFiring& firing, const Code* row) const {
    return std::all_of(firing.universals.begin(), firing.universals.end(), [&](const std::vector<GroundTests>& disjuncts) {
      return std::any_of(disjuncts.begin(), disjuncts.end(), [&](const GroundTests& tests) { return ground_.hold(tests, row); });
    });
  }

  void fire(const GroundFiring& firing) {
    std::memcpy(base_.data(), states_.row(expanding_), states_.width);
    // A guard that asks for one value of an open location fixes it.
    for (const GroundTest& test : firing.guard) {
      if (test.kind != GroundTest::Kind::Member || base_[test.a] != any_value) continue;
      const std::uint64_t set = test.set & ground_.domain(test.a);
      if (std::has_single_bit(set)) base_[test.a] = narrow<Code>(std::countr_zero(set));
    }
    next_ = base_;
    write(firing, 0);
  }

  void write(const GroundFiring& firing, std::size_t k) {
    ground_.spend();
    if (k == firing.writes.size()) {
      add(&firing);
      return;
    }
    const GroundWrite& each = firing.writes[k];
    const auto set = [&](Code value) {
      const Code before = next_[each.location];
      next_[each.location] = value;
      write(firing, k + 1);
      next_[each.location] = before;
    };
    for (const GroundAlternative& alternative : each.alternatives) {
      if (!ground_.hold(alternative.when, base_.data())) continue;
      switch (alternative.kind) {
        case GroundAlternative::Kind::Keep:
          write(firing, k + 1);
          break;
        case GroundAlternative::Kind::Constant:
          set(alternative.constant);
          break;
        case GroundAlternative::Kind::Copy:
          set(base_[alternative.source]);
          break;
        case GroundAlternative::Kind::Sum:
          if (const auto value = ground_.evaluate(alternative.linear, base_.data())) set(*value);
          break;
        case GroundAlternative::Kind::Havoc:
          havoc(ground_.domain(each.location), set);
          break;
      }
    }
  }

  template <class Set>
  static void havoc(std::uint64_t domain, const Set& set) {
    constexpr int few = 8;
    if (domain == 0 || std::popcount(domain) > few) {
      set(any_value);
      return;
    }
    for (Code value = 0; value < any_value; ++value) {
      if ((domain >> value & 1) != 0) set(value);
    }
  }

  // next_, renamed to its least form, as a state.
  void add(const GroundFiring* firing) {
    if (!ground_.admits(next_.data())) return;
    const auto& permutations = ground_.permutations();
    least_ = next_;
    std::size_t by = 0;
    const std::size_t locations = ground_.cells().size();
    for (std::size_t k = 1; k < permutations.size(); ++k) {
      ground_.spend();
      const Permutation& p = permutations[k];
      for (std::size_t at = 0; at < locations; ++at)
        renamed_[p.location[at]] = ground_.is_process_valued(at) ? p.value[next_[at]] : next_[at];
      if (std::memcmp(renamed_.data(), least_.data(), states_.width) >= 0) continue;
      std::swap(renamed_, least_);
      by = k;
    }
    const std::uint32_t to = intern();
    if (to == none || firing == nullptr) return;
    // A firing by a process changes what that process has seen: it keeps nobody's history but the others'.
    states_.edges.push_back({narrow<std::uint32_t>(expanding_), to, narrow<std::uint16_t>(by), narrow<std::int16_t>(firing->actor)});
  }

  [[nodiscard]] std::uint64_t hash(const Code* row) const {
    std::uint64_t result = 0;
    for (std::size_t at = 0; at < states_.width; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, row + at, 8);
      result = (result ^ word) * 0x9E3779B97F4A7C15ull;
      result ^= result >> 32;
    }
    return result;
  }

  std::uint32_t intern() {
    std::size_t slot = hash(least_.data()) & (table_.size() - 1);
    for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
      if (std::memcmp(states_.row(table_[slot] - 1), least_.data(), states_.width) == 0) return table_[slot] - 1;
    }
    if (states_.count >= limits_.states) {
      states_.cut = true;
      return none;
    }
    states_.rows.insert(states_.rows.end(), least_.begin(), least_.end());
    table_[slot] = narrow<std::uint32_t>(++states_.count);
    if (states_.count * 2 > table_.size()) grow();
    return narrow<std::uint32_t>(states_.count - 1);
  }

  void grow() {
    table_.assign(table_.size() * 4, 0);
    for (std::size_t state = 0; state < states_.count; ++state) {
      std::size_t slot = hash(states_.row(state)) & (table_.size() - 1);
      while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
      table_[slot] = narrow<std::uint32_t>(state + 1);
    }
  }

  static constexpr std::uint32_t none = UINT32_MAX;

  Ground& ground_;
  ExploreLimits limits_;
  States states_;
  std::vector<std::uint32_t> table_;  // state + 1, 0: free
  std::vector<Code> base_, next_, least_, renamed_;
  std::size_t expanding_ = 0;
  std::uint64_t tests_ = 0;
};

}  // namespace

States explore(Ground& ground, const ExploreLimits& limits) { return Explorer(ground, limits).run(); }

}  // namespace parapet::search
