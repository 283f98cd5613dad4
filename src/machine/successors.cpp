#include "machine/successors.h"

#include "base/narrow.h"
#include "machine/needs.h"

namespace parapet::machine {

Successors::Successors(Instance& instance, const Domains& domains, const Limits& limits)
    : instance_(instance), domains_(domains), limits_(limits) {
  const auto& transitions = instance.program().transitions;
  for (std::uint32_t t = 0; t < transitions.size() && complete_; ++t) {
    each_distinct_tuple(instance.roster().processes, transitions[t].parameters, instance.budget(),
                        [&](const std::vector<Process>& processes) {
                          if (firings_.size() >= limits_.attempts) {
                            cut_ = true;
                            complete_ = false;
                          }
                          if (!complete_) return;
                          Firing firing = instance.firing(t, processes);
                          if (firing.guard.kind != GroundFormula::Kind::False) firings_.push_back(std::move(firing));
                        });
  }
}

void Successors::each(const State& state, const Visit& visit) {
  Step step;
  step.kind = Step::Kind::Commit;
  for (Process process = 0; process < state.buffers.size(); ++process) {
    for (const std::size_t place : instance_.committable(state, process)) {
      next_ = state;
      step.process = process;
      step.location = instance_.commit(next_, process, place)[0].location;
      if (!visit(step, next_)) return;
    }
  }
  step.kind = Step::Kind::Fire;
  const auto value = [&](Location location) { return state.cells[location]; };
  for (std::size_t k = 0; k < firings_.size(); ++k) {
    // It counts as an attempt, which would fail in the same way. (With havocs there is one for each choice of their values.)
    if (limits_.attempts != 0 && firings_[k].havocs.empty() && fails_a_need(firings_[k], value)) {
      --limits_.attempts;
      instance_.budget().spend();
      continue;
    }
    step.firing = narrow<std::uint32_t>(k);
    if (!choose_havoc(state, step, visit)) return;
  }
}

bool Successors::choose_havoc(const State& state, Step& step, const Visit& visit) {
  const Firing& firing = firings_[step.firing];
  if (step.havoc.size() == firing.havocs.size()) return fire(state, step, visit);
  const SymbolId symbol = firing.havocs[step.havoc.size()];
  complete_ = complete_ && domains_.complete(symbol);
  bool goes_on = true;
  for (const Code value : domains_.of(symbol)) {
    step.havoc.push_back(value);
    goes_on = choose_havoc(state, step, visit);
    step.havoc.pop_back();
    if (!goes_on) break;
  }
  return goes_on;
}

bool Successors::fire(const State& state, Step& step, const Visit& visit) {
  if (limits_.attempts == 0) {
    cut_ = true;
    complete_ = false;
    return false;
  }
  --limits_.attempts;
  instance_.attempt(firings_[step.firing], state, step.havoc, nullptr, fired_);
  if (fired_.outcome == Fired::Outcome::Open) {
    const Location open = fired_.open;
    const SymbolId symbol = instance_.layout().symbol(open);
    complete_ = complete_ && domains_.complete(symbol);
    State known = state;
    bool goes_on = true;
    for (const Code value : domains_.of(symbol)) {
      known.cells[open] = value;
      step.looked.push_back({open, value});
      goes_on = fire(known, step, visit);
      step.looked.pop_back();
      if (!goes_on) break;
    }
    return goes_on;
  }
  if (fired_.outcome != Fired::Outcome::Done) return true;
  next_.cells = state.cells;
  if (instance_.has_buffers() || next_.buffers.size() != state.buffers.size()) next_.buffers = state.buffers;
  if (instance_.store(next_, firings_[step.firing], fired_) &&
      instance_.longest_buffer(next_, *firings_[step.firing].actor) > limits_.entries) {
    complete_ = false;
    return true;
  }
  return visit(step, next_);
}

}  // namespace parapet::machine
