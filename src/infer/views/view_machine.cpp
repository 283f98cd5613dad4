#include "infer/views/view_machine.h"

#include <algorithm>
#include <map>

#include "base/narrow.h"
#include "infer/guess_instance.h"
#include "machine/domain.h"

namespace parapet::search::views {
namespace {

constexpr std::uint64_t most_firings = 20'000;

bool is_small(const ld::Program& program, std::uint32_t processes) {
  std::uint64_t firings = 0;
  for (const ld::Transition& transition : program.transitions) {
    std::uint64_t tuples = 1;
    for (std::uint32_t k = 0; k < transition.parameters && tuples <= most_firings; ++k) tuples *= processes > k ? processes - k : 0;
    firings += tuples;
    if (firings > most_firings) return false;
  }
  try {
    return machine::Layout(program.signature, processes).size() <= most_locations;
  } catch (const machine::TooLarge&) {
    return false;
  }
}

}  // namespace

std::optional<machine::Roster> ViewMachine::roster_of(const le::System& system, std::uint32_t variables) {
  const auto processes = narrow<std::uint32_t>(variables + system.constants.size());
  const auto roster = machine::roster_of(*system.program, processes);
  return roster && is_small(*system.program, processes) ? roster : std::nullopt;
}

ViewMachine::ViewMachine(const le::System& system, const ld::MemoryModel& model, const NameFacts& names, std::uint32_t variables,
                         const machine::Roster& roster, Budget& budget)
    : variables_(variables),
      instance_(*system.program, model, roster, machine::Instance::Detail::Simplified, budget),
      domains_(instance_, {.numbers = 6, .labels = 2, .strangers = 1}),
      symmetry_(instance_),
      invariants_(machine::targets_of(instance_, system.program->invariants)) {
  const Signature& signature = system.program->signature;
  std::map<std::uint32_t, std::vector<Location>> groups;
  for (Location location = 0; location < cells(); ++location) {
    const SymbolId symbol = layout().symbol(location);
    if (signature[signature[symbol].sort].kind == SortKind::Int) groups[names.number_group[symbol.index()]].push_back(location);
  }
  for (auto& [group, locations] : groups) {
    number_cells_.push_back(std::move(locations));
    auto& codes = anchors_.emplace_back();
    for (const Rational& anchor : names.anchors[group]) {
      const Code code = instance_.numbers().code(anchor);
      if (machine::Numbers::is_small(code)) codes.push_back(code);
    }
  }
  const auto& transitions = system.program->transitions;
  for (std::uint32_t t = 0; t < transitions.size(); ++t) {
    machine::each_distinct_tuple(processes(), transitions[t].parameters, budget, [&](const std::vector<Process>& tuple) {
      machine::Firing firing = instance_.firing(t, tuple);
      if (firing.guard.kind != machine::GroundFormula::Kind::False) firings_.push_back(std::move(firing));
    });
  }
  possible_.emplace(firings_);
}

std::vector<machine::State> ViewMachine::initial_cells(std::vector<Location> closed, std::size_t most) {
  for (Location location = 0; location < cells(); ++location) {
    if (instance_.program().signature[layout().symbol(location)].constant) closed.push_back(location);
  }
  std::sort(closed.begin(), closed.end());
  closed.erase(std::unique(closed.begin(), closed.end()), closed.end());
  return machine::initial_states(instance_, domains_, closed, most).states;
}

bool ViewMachine::excluded(const Words& words) {
  if (invariants_.empty()) return false;
  machine::State state;
  state.cells.assign(words.begin(), words.begin() + narrow<std::ptrdiff_t>(cells()));
  state.buffers.resize(processes());
  return machine::certain(instance_, invariants_, state);
}

// The values of a group, sorted: from the greatest constant below it, or from the least constant if there is none below, each value keeps
// its order and at most distance 2 from its neighbour. Without constants the least value becomes 0.
void ViewMachine::compress(std::size_t group, const std::vector<Code*>& values) const {
  std::map<Code, Code> images;
  for (const Code* const code : values) {
    if (*code != machine::open_value && machine::Numbers::is_small(*code)) images[*code] = *code;
  }
  if (images.empty()) return;
  const auto& anchors = anchors_[group];
  const auto is_anchor = [&](Code code) { return std::binary_search(anchors.begin(), anchors.end(), code); };
  Code previous = anchors.empty() ? images.begin()->first : anchors.front();
  Code image = anchors.empty() ? 0 : anchors.front();
  for (auto& [code, to] : images) {  // upwards
    if (!anchors.empty() && code < anchors.front()) continue;
    const auto below = std::upper_bound(anchors.begin(), anchors.end(), code);
    if (below != anchors.begin() && *std::prev(below) > previous) previous = image = *std::prev(below);
    image = is_anchor(code) ? code : image + std::min(code - previous, 2);
    previous = code;
    to = image;
  }
  if (!anchors.empty()) {
    previous = image = anchors.front();
    for (auto at = images.rbegin(); at != images.rend(); ++at) {  // downwards
      if (at->first >= anchors.front()) continue;
      image -= std::min(previous - at->first, 2);
      previous = at->first;
      at->second = image;
    }
  }
  for (Code* const code : values) {
    if (const auto at = images.find(*code); at != images.end()) *code = at->second;
  }
}

}  // namespace parapet::search::views
