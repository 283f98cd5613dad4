#include "machine/targets.h"

#include <algorithm>

namespace parapet::machine {

const Target* find_possible(Instance& instance, const Domains& domains, const std::vector<Target>& targets, const State& state,
                            std::vector<Write>& given, bool& all_tried) {
  for (const Target& target : targets) {
    const auto test = [&](const State& known, Location& open) {
      instance.budget().spend();
      View view = instance.view(known);
      const Truth truth = view.holds(target.formula);
      open = view.open_location();
      return truth;
    };
    if (possible(instance, domains, state, given, all_tried, test)) return &target;
  }
  return nullptr;
}

bool certain(Instance& instance, const std::vector<Target>& targets, const State& state) {
  return std::any_of(targets.begin(), targets.end(), [&](const Target& target) {
    instance.budget().spend();
    return instance.view(state).holds(target.formula) == Truth::True;
  });
}

}  // namespace parapet::machine
