// Names of processes along a path of the search tree, from the unsafe cube to the initial one: variable k of the present cube is process
// names[k] of the path. A process that first occurs in a step becomes a new process of the path as long as `number_procs` allows it. After
// that it becomes a process that the present cube no longer mentions: the cube does not constrain that process, so it can be any.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "base/contract.h"
#include "base/narrow.h"
#include "cube/context.h"
#include "cube/node.h"

namespace parapet::search {

class PathNames {
 public:
  explicit PathNames(const Context& context) : arena_(context.arena) {
    if (const auto limit = context.system.program->number_procs) most_ = *limit - narrow<std::uint32_t>(context.system.constants.size());
  }

  // The processes of the unsafe cube.
  void start(std::uint32_t processes) {
    for (std::uint32_t k = 0; k < processes; ++k) names_.push_back(count_++);
  }

  // Names the processes of a step into the present cube, in the order of the list.
  void enter(const std::vector<TermId>& processes) {
    fresh_.clear();
    for (const TermId process : processes) (void)name(process);
  }
  // The name of a process of the present cube or of the step just entered.
  [[nodiscard]] TermId name(TermId process) {
    if (arena_.op(process) == Op::ProcessConst) return process;
    const auto k = arena_.process_number(process);
    if (k < names_.size()) return arena_.process(names_[k]);
    const auto [at, first] = fresh_.try_emplace(k, UINT32_MAX);
    if (first) at->second = count_ < most_ ? count_++ : forgotten();
    return arena_.process(at->second);
  }
  // Moves on to the predecessor by the step just entered; `rename` is Step::rename.
  void leave(const std::vector<std::uint32_t>& rename, std::uint32_t processes) {
    std::vector<std::uint32_t> renamed(processes);
    for (std::uint32_t k = 0; k < rename.size(); ++k) {
      if (rename[k] != UINT32_MAX) renamed[rename[k]] = narrow<std::uint32_t>(arena_.process_number(name(arena_.process(k))));
    }
    names_ = std::move(renamed);
    fresh_.clear();
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }
  // The number of process variables of the present cube.
  [[nodiscard]] std::uint32_t present() const { return narrow<std::uint32_t>(names_.size()); }

 private:
  [[nodiscard]] std::uint32_t forgotten() const {
    std::uint32_t name = 0;
    const auto taken = [&](const auto& entry) { return entry.second == name; };
    while (std::find(names_.begin(), names_.end(), name) != names_.end() || std::any_of(fresh_.begin(), fresh_.end(), taken)) ++name;
    PARAPET_CHECK(name < count_, "a firing needs no more processes than there are");
    return name;
  }

  TermArena& arena_;
  std::vector<std::uint32_t> names_;
  std::map<std::uint32_t, std::uint32_t> fresh_;
  std::uint32_t count_ = 0;
  std::uint32_t most_ = UINT32_MAX;
};

// The nodes of the path from the unsafe cube to this node.
inline std::vector<const Node*> chain_of(const Node& node) {
  std::vector<const Node*> chain;
  for (const Node* at = &node; at != nullptr; at = at->successor) chain.push_back(at);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

}  // namespace parapet::search
