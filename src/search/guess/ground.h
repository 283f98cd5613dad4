// A ground instance of the system: a fixed number of processes, sequential consistency, every cell a location of one byte, every firing
// compiled to tests and writes on locations. It is what the forward part of the approximation runs (explore.h).
//
// It guides the search and decides nothing, so it may leave out states (numbers live in a window) and add some (a location that init leaves
// open holds `any_value`, which passes every test): a poor choice costs candidates, never a verdict.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/cube/context.h"
#include "search/cube/init_check.h"

namespace parapet::search {

// A value as a small number: an enumeration's constructor; a process by its position in Ground::processes, or the one value that is no
// process; a number from lowest_number up. Sets of values are words.
using Code = std::uint8_t;
inline constexpr Code any_value = 63;
inline constexpr std::int64_t lowest_number = -4;
inline constexpr std::int64_t highest_number = 16;

struct GroundTest {
  enum class Kind : std::uint8_t { Member, Equal, Different, Less, LessEqual, Linear };
  Kind kind = Kind::Member;
  std::uint16_t a = 0;
  std::uint16_t b = 0;    // comparisons: of a and b
  std::uint64_t set = 0;  // Member; any_value is in it
  std::uint32_t linear = 0;
};
using GroundTests = std::vector<GroundTest>;

// coefficients * codes + constant
struct Linear {
  std::vector<std::pair<std::uint16_t, std::int64_t>> parts;
  std::int64_t constant = 0;
  Op op = Op::SumLessEqual;  // as a test: compared with 0
};

struct GroundAlternative {
  enum class Kind : std::uint8_t { Keep, Constant, Copy, Sum, Havoc };
  GroundTests when;
  Kind kind = Kind::Keep;
  Code constant = 0;
  std::uint16_t source = 0;  // Copy
  std::uint32_t linear = 0;  // Sum
};

struct GroundWrite {
  std::uint16_t location = 0;
  std::vector<GroundAlternative> alternatives;
};

struct GroundFiring {
  GroundTests guard;
  std::vector<std::vector<GroundTests>> universals;  // of each, one conjunction holds
  std::vector<GroundWrite> writes;
  std::int32_t actor = -1;  // position in Ground::processes
};

// A renaming of the interchangeable processes.
struct Permutation {
  std::vector<std::uint16_t> location;  // where the value of a location goes
  std::vector<Code> value;              // of a process-valued location
};

class Ground {
 public:
  // `variables` interchangeable processes, and those that the model names.
  Ground(Context& context, InitCheck& init, std::uint32_t variables);

  // False: the instance is beyond what this can run (values that need more than 63 codes, too many locations or choices of processes).
  [[nodiscard]] bool possible() const { return possible_; }

  [[nodiscard]] const std::vector<TermId>& cells() const { return cells_; }  // by location
  [[nodiscard]] std::uint32_t variables() const { return variables_; }
  [[nodiscard]] std::size_t processes() const { return processes_.size(); }
  [[nodiscard]] std::optional<std::uint16_t> location(TermId cell) const;
  [[nodiscard]] std::int32_t position(TermId process) const;  // -1: not in the instance
  [[nodiscard]] bool is_process_valued(std::size_t location) const { return process_valued_[location]; }
  [[nodiscard]] bool is_weak_or_shared(std::size_t location) const;
  [[nodiscard]] const std::vector<GroundFiring>& firings() const { return firings_; }
  [[nodiscard]] const std::vector<Permutation>& permutations() const { return permutations_; }  // the first is the identity
  [[nodiscard]] std::uint64_t domain(std::size_t location) const { return domains_[location]; }

  // False: a user invariant says that there is no such state.
  [[nodiscard]] bool admits(const Code* state) const {
    for (const GroundTests& unsafe : forbidden_) {
      if (hold(unsafe, state)) return false;
    }
    return true;
  }

  void spend(std::uint64_t units = 1) const { arena_.spend(units); }

  // The states of init, as rows of codes.
  [[nodiscard]] std::vector<std::vector<Code>> initial_states();

  // An atom over ground cells as a test; nothing: it cannot be one.
  [[nodiscard]] std::optional<GroundTest> compile(TermId atom);

  [[nodiscard]] bool holds(const GroundTest& test, const Code* state) const;
  [[nodiscard]] bool hold(const GroundTests& tests, const Code* state) const {
    for (const GroundTest& test : tests) {
      if (!holds(test, state)) return false;
    }
    return true;
  }
  // The code of a sum; nothing: beyond the window. any_value where a part is.
  [[nodiscard]] std::optional<Code> evaluate(std::uint32_t linear, const Code* state) const;

 private:
  template <class Visit>
  void each_choice(std::size_t count, const Visit& visit);
  void add_locations();
  void add_permutations();
  void add_firings();
  void add_forbidden();
  void add_firing(std::uint32_t transition, const std::vector<TermId>& processes);
  bool add_writes(TransitionInstance& instance, GroundFiring& firing);
  [[nodiscard]] bool compile_all(const le::Conjunction& atoms, GroundTests& out);
  [[nodiscard]] std::optional<GroundAlternative> compile(const Alternative& alternative);
  [[nodiscard]] std::optional<std::uint32_t> compile_sum(TermId sum);
  [[nodiscard]] std::optional<GroundTest> compile_comparison(TermId atom);
  [[nodiscard]] std::optional<GroundTest> compile_linear(TermId atom);
  [[nodiscard]] TermId settled(TermId term);
  [[nodiscard]] std::optional<Code> code(TermId value) const;

  Context& context_;
  InitCheck& init_;
  TermArena& arena_;
  std::uint32_t variables_;
  bool possible_ = true;
  std::size_t choices_ = 0;  // of processes, tried so far
  bool ordered_ = false;     // the model compares processes by their order: they are not interchangeable
  std::vector<TermId> processes_;
  std::vector<TermId> cells_;
  std::vector<bool> process_valued_;
  std::vector<std::uint64_t> domains_;
  std::unordered_map<std::uint32_t, std::uint16_t> location_of_;
  std::vector<Linear> linears_;
  std::vector<GroundFiring> firings_;
  std::vector<GroundTests> forbidden_;
  std::vector<Permutation> permutations_;
};

inline bool Ground::holds(const GroundTest& test, const Code* state) const {
  const Code a = state[test.a];
  switch (test.kind) {
    case GroundTest::Kind::Member:
      return (test.set >> a & 1) != 0;
    case GroundTest::Kind::Linear:
      break;
    default: {
      const Code b = state[test.b];
      if (a == any_value || b == any_value) return true;
      if (test.kind == GroundTest::Kind::Equal) return a == b;
      if (test.kind == GroundTest::Kind::Different) return a != b;
      return test.kind == GroundTest::Kind::Less ? a < b : a <= b;
    }
  }
  const Linear& linear = linears_[test.linear];
  std::int64_t sum = linear.constant;
  for (const auto& [location, coefficient] : linear.parts) {
    if (state[location] == any_value) return true;
    sum += coefficient * state[location];
  }
  switch (linear.op) {
    case Op::SumLessEqual:
      return sum <= 0;
    case Op::SumLess:
      return sum < 0;
    case Op::SumZero:
      return sum == 0;
    default:
      return sum != 0;
  }
}

}  // namespace parapet::search
