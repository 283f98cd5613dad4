#include "machine/successors.h"

#include <algorithm>
#include <bit>

#include "base/narrow.h"

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
  possible_.emplace(firings_);
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
  const auto possible = possible_->in([&](Location location) { return state.cells[location]; });
  std::size_t next = 0;
  for (std::size_t w = 0; w < possible.size(); ++w) {
    for (std::uint64_t bits = possible[w]; bits != 0; bits &= bits - 1) {
      const std::size_t k = w * 64 + narrow<std::size_t>(std::countr_zero(bits));
      if (!skip(k - next)) return;
      next = k + 1;
      step.firing = narrow<std::uint32_t>(k);
      if (!choose_havoc(state, step, visit)) return;
    }
  }
  skip(firings_.size() - next);
}

// Firings that fail a need count as attempts: each would be one that fails.
bool Successors::skip(std::size_t firings) {
  if (firings == 0) return true;
  const std::uint64_t counted = std::min<std::uint64_t>(firings, limits_.attempts);
  limits_.attempts -= counted;
  instance_.budget().spend(counted);
  if (counted == firings) return true;
  cut_ = true;
  complete_ = false;
  return false;
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
