// A step of the machine whose pre-image the search computes, taken back: how a cube was reached from its successor.
//
// A step is the firing of a transition, or *silent*: a step of the weak part alone, such as the commit of a delayed write. What the weak
// part decided in it (which reads saw a write, what was committed) is a type of the weak part's own, `Weak::Record`, which nobody else
// reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "logic/term.h"

namespace parapet::search {

// Processes are in the successor's names; new ones are z(n), z(n+1), ... where the successor has n.
struct Fire {
  std::uint32_t transition = 0;   // index into le::System::transitions
  std::vector<TermId> processes;  // by parameter
};
struct Silent {
  std::string_view name;  // for people: "commit"; a constant of the weak part
  std::vector<TermId> processes;
};
using Action = std::variant<Fire, Silent>;

[[nodiscard]] inline const std::vector<TermId>& processes_of(const Action& action) {
  return std::visit([](const auto& any) -> const std::vector<TermId>& { return any.processes; }, action);
}

template <class Weak>
struct Step {
  Action action;
  std::vector<std::uint32_t> rename;    // by variable of successor and step: its number in this cube, or UINT32_MAX: gone
  std::vector<std::uint32_t> read_map;  // by open read of the successor, then the step's own: its number in this cube, or UINT32_MAX
  typename Weak::Record record;
};

// Calls visit(term) for every term in it, to be changed.
template <class Weak, class Visit>
void each_term(Step<Weak>& step, Visit&& visit) {
  std::visit([&](auto& any) { std::for_each(any.processes.begin(), any.processes.end(), visit); }, step.action);
  step.record.each_term(visit);
}

}  // namespace parapet::search
