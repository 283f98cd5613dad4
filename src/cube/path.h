// A path of the search tree as a schedule of the store-buffer machine: the firings, their processes, and when each executes and commits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "base/contract.h"
#include "base/narrow.h"
#include "cube/context.h"
#include "cube/node.h"
#include "logic/term.h"

namespace parapet::search {

// A point of the execution; larger is later. Under the timeline engine firing j (counted from 1) is at instant 2j, 2j + 1 is between it and
// the next firing, and 1 is the beginning.
using Instant = std::uint32_t;

struct PathFiring {
  std::uint32_t transition = 0;   // index into le::System::transitions
  std::vector<TermId> processes;  // by parameter; Process(k) is process k of the path
  Instant execution = 0;
  Instant commit = 0;  // 0: it writes no weak location, or its writes reach memory when it executes
  // With a buffer per location: the weak cells whose writes stay in their buffers. All others are committed at `commit`.
  std::vector<TermId> delayed{};
};

// With a buffer per location: that of `process` and `cell` (invalid: of each cell) is committed from its oldest write on.
struct PathCommit {
  static constexpr std::uint32_t everything = UINT32_MAX;
  TermId process, cell;
  std::uint32_t until = everything;  // the index of the firing whose write is the last one
  Instant when = 0;
};

struct Path {
  std::uint32_t processes = 0;           // process variables; the processes that constants name are not counted
  std::vector<PathFiring> firings;       // in the order of the search, last fired last
  std::vector<PathCommit> commits;       // with a buffer per location; in any order
  std::uint32_t unsafe = 0;              // index into le::System::unsafes
  std::vector<TermId> unsafe_processes;  // by parameter
  bool possible = true;                  // false: its events cannot be ordered
  Instant end = UINT32_MAX;              // when the unsafe formula holds; UINT32_MAX: after all firings and commits
};

// Names of processes along a path of the search tree, from the unsafe cube to the initial one: variable k of the present cube is process
// names[k] of the path. A process that first occurs in a step becomes a new process of the path as long as `number_procs` allows it. After
// that it becomes a process that the present cube no longer mentions: the cube does not constrain that process, so it can be any.

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
