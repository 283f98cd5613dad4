// Breadth-first search over the ground model (ground.h) from all initial states at once, on the machine of ground_machine.h.
//
// Steps: any ground action whose guard holds in its actor's view, for every choice of its havoc values; any commit of an oldest entry. No
// reduction of any kind. A state that violates an invariant of the model is dropped when it is met, if invariants are trusted.
// `#n` are distinct processes; which ones matters only for the order of processes, then all choices are tried.
#include "random/enumerator.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "random/ground.h"
#include "random/ground_machine.h"

namespace parapet::test {
namespace {

using Packed = std::vector<Small>;

struct PackedHash {
  std::size_t operator()(const Packed& packed) const noexcept {
    std::size_t hash = 1469598103934665603ULL;
    for (const Small value : packed) hash = (hash ^ static_cast<std::size_t>(value + 40000)) * 1099511628211ULL;
    return hash ^ (hash >> 29);
  }
};

Packed pack(const GroundState& state) {
  Packed packed = state.cells;
  for (const auto& buffer : state.buffers) {
    packed.push_back(static_cast<Small>(buffer.size()));
    for (const GroundEntry& entry : buffer) {
      packed.push_back(static_cast<Small>(entry.size()));
      for (const auto& [cell, value] : entry) {
        packed.push_back(cell);
        packed.push_back(value);
      }
    }
  }
  return packed;
}

GroundState unpack(const Packed& packed, std::size_t cells, std::size_t processes) {
  GroundState state;
  std::size_t at = cells;
  state.cells.assign(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(cells));
  state.buffers.resize(processes);
  for (auto& buffer : state.buffers) {
    buffer.resize(static_cast<std::size_t>(packed[at++]));
    for (GroundEntry& entry : buffer) {
      entry.resize(static_cast<std::size_t>(packed[at++]));
      for (auto& [cell, value] : entry) {
        cell = packed[at++];
        value = packed[at++];
      }
    }
  }
  return state;
}

struct Step {
  int action = -1;  // -1: commit of `process`
  std::uint32_t process = 0;
  Small cell = 0;  // Pso: that is committed
  std::vector<Small> havoc;
};

struct Visited {
  const Packed* state = nullptr;
  std::size_t parent = SIZE_MAX;
  Step step;
};

class Enumeration {
 public:
  Enumeration(const ld::Program& program, const Ground& model, Memory memory, const EnumLimits& limits)
      : program_(program), model_(model), memory_(memory), limits_(limits), machine_(program, model, memory, limits) {
    result_.fired.resize(program.transitions.size());
  }

  EnumResult run() {
    if (model_.inexact) {
      machine_.remember_cut();
    } else {
      for (const GroundFormula& conjunct : model_.init) conjuncts_[last_cell(conjunct)].push_back(&conjunct);
      std::vector<Small> cells;
      initial(cells);
      for (std::size_t at = 0; at < visited_.size() && !stop(); ++at) expand(at);
    }
    result_.states = visited_.size();
    result_.complete = !machine_.was_cut();
    if (result_.trace)
      result_.verdict = EnumResult::Verdict::Unsafe;
    else if (!result_.complete)
      result_.verdict = EnumResult::Verdict::Bounded;
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool stop() const { return result_.trace && !limits_.whole; }

  // Gives values to the cells one by one; a conjunct of init is tested as soon as all its cells have one.
  void initial(std::vector<Small>& cells) {
    if (stop()) return;
    if (visited_.size() >= limits_.states || ++tried_ > 10 * limits_.states) {
      machine_.remember_cut();
      return;
    }
    const GroundState state{cells, std::vector<std::deque<GroundEntry>>(model_.processes)};
    if (const auto at = conjuncts_.find(static_cast<int>(cells.size()) - 1); at != conjuncts_.end()) {
      for (const GroundFormula* conjunct : at->second) {
        if (!machine_.holds(*conjunct, state)) return;
      }
    }
    if (cells.size() == model_.cells.size()) {
      visit(state, SIZE_MAX, {});
      return;
    }
    std::vector<Small> values = fixed(static_cast<std::uint32_t>(cells.size()));
    if (values.empty()) values = machine_.domain(model_.cells[cells.size()]);
    for (const Small value : values) {
      cells.push_back(value);
      initial(cells);
      cells.pop_back();
    }
  }

  // The value that a conjunct `cell = constant` of init gives, if there is one.
  [[nodiscard]] std::vector<Small> fixed(std::uint32_t cell) const {
    for (const GroundFormula& conjunct : model_.init) {
      if (conjunct.kind != GroundFormula::Kind::Compare || conjunct.comparison != ld::Comparison::Equal) continue;
      for (const std::size_t side : {0U, 1U}) {
        const GroundTerm& term = conjunct.sides[side];
        const GroundTerm& other = conjunct.sides[1 - side];
        if (term.parts.size() == 1 && term.parts[0].place.indices.empty() && term.parts[0].place.first == cell && term.values == 0 &&
            term.parts[0].coefficient == 1 && term.number == 0 && term.counted.empty() && !other.varies())
          return {static_cast<Small>(other.number)};
      }
    }
    return {};
  }

  [[nodiscard]] static int last_cell(const GroundTerm& term) {
    int last = -1;
    for (const auto& part : term.parts) {
      int highest = static_cast<int>(part.place.first);
      for (const GroundIndex& index : part.place.indices) {
        highest += static_cast<int>(index.stride * (index.values - 1));
        last = std::max(last, last_cell(index.value));
      }
      last = std::max(last, highest);
    }
    return last;
  }

  [[nodiscard]] static int last_cell(const GroundFormula& formula) {
    int last = -1;
    for (const GroundTerm& side : formula.sides) {
      last = std::max(last, last_cell(side));
      for (const auto& counted : side.counted) {
        for (const GroundFormula& one : counted.formulas) last = std::max(last, last_cell(one));
      }
    }
    for (const GroundFormula& arg : formula.args) last = std::max(last, last_cell(arg));
    return last;
  }

  void visit(const GroundState& state, std::size_t parent, Step step) {
    const auto [at, fresh] = known_.try_emplace(pack(state), visited_.size());
    if (!fresh) return;
    if (visited_.size() >= limits_.states) {
      known_.erase(at);
      machine_.remember_cut();
      return;
    }
    if (machine_.bad(model_.invariants, state) != nullptr) {
      result_.violated = true;
      if (limits_.trusting) return;
    }
    visited_.push_back({&at->first, parent, std::move(step)});
    if (result_.trace) return;
    if (const GroundBad* unsafe = machine_.bad(model_.unsafes, state)) result_.trace = trace(visited_.size() - 1, *unsafe);
  }

  void expand(std::size_t at) {
    const GroundState state = unpack(*visited_[at].state, model_.cells.size(), model_.processes);
    for (std::uint32_t p = 0; p < model_.processes; ++p) {
      for (const Small cell : machine_.commits(state, p)) {
        GroundState next = state;
        machine_.commit(next, p, cell);
        visit(next, at, {-1, p, cell, {}});
      }
    }
    for (std::size_t k = 0; k < model_.actions.size() && !stop(); ++k) {
      if (!machine_.enabled(state, model_.actions[k])) continue;
      Step step{static_cast<int>(k), 0, 0, {}};
      choose_havoc(at, state, model_.actions[k], 0, step);
    }
  }

  // Every choice of values for the havoc assignments from `next` on; then the step itself.
  void choose_havoc(std::size_t at, const GroundState& state, const GroundAction& action, std::size_t next, Step& step) {
    while (next < action.assignments.size() && !action.assignments[next].havoc) ++next;
    if (next == action.assignments.size()) {
      const auto after = machine_.fire(state, action, step.havoc);
      if (!after) return;
      result_.fired[action.transition] = true;
      visit(*after, at, step);
      return;
    }
    for (const Small value : machine_.domain(model_.cells[action.assignments[next].place.first])) {
      step.havoc.push_back(value);
      choose_havoc(at, state, action, next + 1, step);
      step.havoc.pop_back();
    }
  }

  [[nodiscard]] Value value_of(std::uint32_t cell, Small value) const {
    const bool real = model_.cells[cell].kind == SortKind::Real;
    return {model_.cells[cell].sort, real ? Rational(Integer(value), Integer(halves)) : Rational(value)};
  }

  [[nodiscard]] Trace trace(std::size_t last, const GroundBad& unsafe) const {
    Trace result;
    result.processes = model_.processes;
    result.constants.assign(model_.constants.begin(), model_.constants.end());
    result.unsafe = unsafe.source;
    result.unsafe_processes = unsafe.processes;
    for (; visited_[last].parent != SIZE_MAX; last = visited_[last].parent) result.steps.push_back(trace_step(visited_[last].step));
    std::reverse(result.steps.begin(), result.steps.end());
    result.initial.resize(program_.signature.symbols().size());
    for (std::uint32_t cell = 0; cell < model_.cells.size(); ++cell)
      result.initial[model_.cells[cell].symbol.index()].push_back(value_of(cell, (*visited_[last].state)[cell]));
    return result;
  }

  [[nodiscard]] TraceStep trace_step(const Step& step) const {
    if (step.action < 0) {
      TraceStep commit{TraceStep::Kind::Commit, 0, {step.process}, {}};
      const GroundCell& cell = model_.cells[static_cast<std::size_t>(step.cell)];
      if (memory_ == Memory::Pso) commit.location = Location{cell.symbol, cell.index};
      return commit;
    }
    const GroundAction& action = model_.actions[static_cast<std::size_t>(step.action)];
    TraceStep result{TraceStep::Kind::Fire, action.transition, action.processes, {}};
    auto value = step.havoc.begin();
    for (const GroundAssignment& assignment : action.assignments) {
      if (assignment.havoc) result.havoc.push_back(value_of(assignment.place.first, *value++));
    }
    return result;
  }

  const ld::Program& program_;
  const Ground& model_;
  const Memory memory_;
  const EnumLimits& limits_;
  GroundMachine machine_;
  EnumResult result_;
  std::map<int, std::vector<const GroundFormula*>> conjuncts_;  // of init, by the last cell they need
  std::size_t tried_ = 0;                                       // values, whole or in part, of all cells at the beginning
  std::unordered_map<Packed, std::size_t, PackedHash> known_;
  std::vector<Visited> visited_;
};

// Increasing constants first; all injections if order matters.
std::vector<std::vector<std::uint32_t>> constant_choices(std::size_t constants, unsigned processes, bool all) {
  std::vector<std::vector<std::uint32_t>> result;
  std::vector<std::uint32_t> chosen;
  const auto choose = [&](const auto& self) -> void {
    if (chosen.size() == constants) {
      result.push_back(chosen);
      return;
    }
    for (std::uint32_t p = 0; p < processes; ++p) {
      if (std::count(chosen.begin(), chosen.end(), p) > 0) continue;
      chosen.push_back(p);
      self(self);
      chosen.pop_back();
    }
  };
  choose(choose);
  if (!all && !result.empty()) result.resize(1);
  return result;
}

void merge(EnumResult& all, EnumResult one) {
  all.states += one.states;
  all.complete = all.complete && one.complete;
  all.violated = all.violated || one.violated;
  for (std::size_t k = 0; k < one.fired.size(); ++k) all.fired[k] = all.fired[k] || one.fired[k];
  if (one.verdict == EnumResult::Verdict::Safe || all.verdict == EnumResult::Verdict::Unsafe) return;
  all.verdict = one.verdict;
  all.trace = std::move(one.trace);
}

// A value of a trace as the enumerator has it; nothing: it has none.
std::optional<Small> small(const GroundCell& cell, const Value& value) {
  const Rational scaled = cell.kind == SortKind::Real ? value.number * Rational(halves) : value.number;
  const auto number = scaled.is_integer() ? scaled.numerator().small() : std::nullopt;
  if (!number || *number < INT16_MIN || *number > INT16_MAX) return std::nullopt;
  return static_cast<Small>(*number);
}

std::optional<GroundState> initial_state(const Ground& model, const Trace& trace) {
  GroundState state{{}, std::vector<std::deque<GroundEntry>>(model.processes)};
  for (const GroundCell& cell : model.cells) {
    const auto value = small(cell, trace.initial[cell.symbol.index()][cell.index]);
    if (!value) return std::nullopt;
    state.cells.push_back(*value);
  }
  return state;
}

std::optional<std::vector<Small>> havoc_of(const Ground& model, const GroundAction& action, const TraceStep& step) {
  std::vector<Small> result;
  for (const GroundAssignment& assignment : action.assignments) {
    if (!assignment.havoc) continue;
    const auto value = small(model.cells[assignment.place.first], step.havoc[result.size()]);
    if (!value) return std::nullopt;
    result.push_back(*value);
  }
  return result;
}

// The cell that a commit names; the first one if it names none.
Small committed(const Ground& model, const TraceStep& step) {
  if (!step.location) return 0;
  const auto same = [&](const GroundCell& cell) { return cell.symbol == step.location->symbol && cell.index == step.location->cell; };
  return static_cast<Small>(std::find_if(model.cells.begin(), model.cells.end(), same) - model.cells.begin());
}

std::string refute(const Ground& model, GroundMachine& machine, const Trace& trace) {
  auto state = initial_state(model, trace);
  if (!state || model.inexact) return "";
  const auto initially = [&](const GroundFormula& conjunct) { return machine.holds(conjunct, *state); };
  if (!std::all_of(model.init.begin(), model.init.end(), initially)) return "the state at its beginning is not initial";
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const TraceStep& step = trace.steps[k];
    const std::string name = "step " + std::to_string(k + 1);
    if (step.kind == TraceStep::Kind::Commit) {
      const auto possible = machine.commits(*state, step.processes[0]);
      const Small cell = committed(model, step);
      if (std::find(possible.begin(), possible.end(), cell) == possible.end()) return name + " commits what cannot be committed";
      machine.commit(*state, step.processes[0], cell);
      continue;
    }
    const auto action = std::find_if(model.actions.begin(), model.actions.end(), [&](const GroundAction& one) {
      return one.transition == step.transition && one.processes == step.processes;
    });
    if (action == model.actions.end() || !machine.enabled(*state, *action)) return name + " is not enabled";
    const auto havoc = havoc_of(model, *action, step);
    state = havoc ? machine.fire(*state, *action, *havoc) : std::nullopt;
    if (!state) return "";
  }
  const bool unsafe = std::any_of(model.unsafes.begin(), model.unsafes.end(), [&](const GroundBad& one) {
    return one.source == trace.unsafe && one.processes == trace.unsafe_processes && machine.holds(one.formula, *state);
  });
  return unsafe ? "" : "the state at its end is not unsafe";
}

}  // namespace

EnumResult enumerate(const ld::Program& program, unsigned processes, Memory memory, const EnumLimits& limits) {
  EnumResult result;
  result.fired.resize(program.transitions.size());
  if (program.number_procs && processes > *program.number_procs) return result;
  for (const auto& constants : constant_choices(named_constants(program).size(), processes, orders_processes(program))) {
    const Ground model = ground(program, processes, constants);
    merge(result, Enumeration(program, model, memory, limits).run());
    if (result.verdict == EnumResult::Verdict::Unsafe && !limits.whole) break;
  }
  return result;
}

EnumResult enumerate_up_to(const ld::Program& program, unsigned processes, Memory memory, const EnumLimits& limits) {
  EnumResult result;
  result.fired.resize(program.transitions.size());
  for (unsigned count = 1; count <= processes; ++count) {
    merge(result, enumerate(program, count, memory, limits));
    if (result.verdict == EnumResult::Verdict::Unsafe && !limits.whole) break;
  }
  return result;
}

std::string refute(const ld::Program& program, Memory memory, const Trace& trace) {
  std::vector<std::uint32_t> constants;
  for (const std::uint32_t name : named_constants(program)) {
    const auto at = std::find_if(trace.constants.begin(), trace.constants.end(), [&](const auto& one) { return one.first == name; });
    if (at == trace.constants.end() || at->second >= trace.processes) return "a process that the model names is missing";
    if (std::count(constants.begin(), constants.end(), at->second) > 0) return "two process constants are one process";
    constants.push_back(at->second);
  }
  if (trace.processes == 0 || (program.number_procs && trace.processes > *program.number_procs)) return "a wrong number of processes";
  EnumLimits limits;
  limits.buffer = 1000;
  limits.lowest = -10000;
  limits.highest = 10000;
  const Ground model = ground(program, trace.processes, constants);
  GroundMachine machine(program, model, memory, limits);
  return refute(model, machine, trace);
}

}  // namespace parapet::test
