// The set of explored states that may satisfy a literal, as a bit vector: a conjunction is the bitwise AND.
//
// A literal on an open read of process p is not about the present memory: p read the location at some instant since its last firing. So the
// literal is tested on
//   old(p, s) = the values in s and in all earlier states from which s is reached without a firing of p.
//
// Where the states have store buffers, the reads of a literal are entries: a state satisfies it if each of them is a delayed write there. Two
// literals that no formula has speak of buffers alone: `buffer_literal` (cube/cube.h).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "cube/cube_terms.h"
#include "infer/state_test.h"

namespace parapet::search {

using StateSet = std::vector<std::uint64_t>;  // bit k: state k

class StateSets {
 public:
  StateSets(TermArena& arena, const GuessInstance& instance) : arena_(arena), instance_(instance) {}

  [[nodiscard]] std::size_t words() const { return (instance_.states() + 63) / 64; }

  // `literal` is over cells of the instance and reads of them. The set of all states if the literal cannot be tested.
  [[nodiscard]] const StateSet& of(TermId literal);

 private:
  [[nodiscard]] StateSet compute(TermId literal);
  [[nodiscard]] StateSet everywhere() const;
  void keep_present(TermId literal, StateSet& set) const;
  [[nodiscard]] StateSet with_entries(TermId literal) const;
  [[nodiscard]] StateSet compute_with_buffers(TermId literal);
  [[nodiscard]] StateSet test_old(TermId read, const StateTest& test);
  void compute_history();
  void pass_on(const GuessInstance::Edge& edge, bool& changed);
  [[nodiscard]] std::uint64_t renamed(std::uint64_t values, Location location, const std::vector<machine::Process>& renaming) const;

  TermArena& arena_;
  const GuessInstance& instance_;
  std::unordered_map<std::uint32_t, StateSet> sets_;
  // old(p, s), by state, process and position in remembered_: a set of values.
  std::vector<std::uint64_t> history_;
  std::vector<Location> remembered_;  // weak and shared locations
  std::vector<std::uint8_t> holds_processes_;
  std::vector<std::uint16_t> position_;  // by location, in remembered_
};

}  // namespace parapet::search
