// Whether a cube has an initial state.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cube/context.h"

namespace parapet::search {

class InitCheck {
 public:
  explicit InitCheck(Context& context) : context_(context) {}

  // `literals`: without open reads (settled); over z0 .. z(processes-1) and the constants of the model.
  [[nodiscard]] smt::Answer meets_init(const std::vector<TermId>& literals, std::uint32_t processes, std::uint64_t node);

  // Initially there is nothing that the weak part demands, and every open read is now.
  [[nodiscard]] smt::Answer meets_init(const Cube& cube, std::uint64_t node) {
    return cube.weak.may_be_initial() ? meets_init(settled(context_.arena, cube), cube.processes, node) : smt::Answer::Unsat;
  }

  // False: no system has an initial state. (Init is universal: what is contradictory for one process is so for more.)
  [[nodiscard]] bool has_states() { return meets_init({}, 0, 0) != smt::Answer::Unsat; }

  // Init on so many process variables (and the constants), all clauses instantiated.
  [[nodiscard]] const std::vector<TermId>& formulas(std::uint32_t processes) { return instances(processes).formulas; }

 private:
  struct Instances {
    std::vector<TermId> formulas;
    std::unordered_map<std::uint32_t, std::uint64_t> sets;  // cell -> values allowed, from the clauses that are one Member literal
  };
  // Unsat by literal sets, recorded.
  [[nodiscard]] smt::Answer refuted(const std::vector<TermId>& literals, const Instances& init, std::uint64_t node) const;
  const Instances& instances(std::uint32_t processes);
  void instantiate(const le::Clause& clause, const std::vector<TermId>& range, std::vector<TermId>& out);

  // By type (NOTE(counts)): some process can have it initially. An over-approximation: only clauses about that process alone are asked.
  const std::vector<bool>& initial_types();
  // Counting facts of an initial state.
  void add_counting_facts(const std::vector<TermId>& literals, const Instances& init, std::uint32_t processes, std::vector<TermId>& facts);

  Context& context_;
  std::map<std::uint32_t, Instances> cache_;
  std::optional<std::vector<bool>> initial_types_;
};

}  // namespace parapet::search
