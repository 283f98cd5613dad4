// Breadth-first search over the ground model (ground.h), from all initial states at once.
//
// A state is the values of all cells and, per process, a queue of entries (sets of cell and value). Steps: any ground action whose guard
// holds in its actor's view, for every choice of its havoc values; any commit of an oldest entry. No reduction of any kind.
//
// What is infinite is cut, and cutting is remembered as `bounded`: numbers outside the window, full buffers, too many states. Values with
// no structure (abstract ones, and proc values that are no process) are a few labels; a comparison between two labels may come out
// differently with more of them, so unless there is one label for each place that can hold one it counts as a cut, and so does the order
// of a label. `#n` are distinct processes; which ones matters only for the order of processes, then all choices are tried.
#include "random/enumerator.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <unordered_map>

#include "random/ground.h"

namespace parapet::test {
namespace {

using Entry = std::vector<std::pair<Small, Small>>;  // cell, value

struct State {
  std::vector<Small> cells;
  std::vector<std::deque<Entry>> buffers;
};

using Packed = std::vector<Small>;

struct PackedHash {
  std::size_t operator()(const Packed& packed) const noexcept {
    std::size_t hash = 1469598103934665603ULL;
    for (const Small value : packed) hash = (hash ^ static_cast<std::size_t>(value + 40000)) * 1099511628211ULL;
    return hash ^ (hash >> 29);
  }
};

Packed pack(const State& state) {
  Packed packed = state.cells;
  for (const auto& buffer : state.buffers) {
    packed.push_back(static_cast<Small>(buffer.size()));
    for (const Entry& entry : buffer) {
      packed.push_back(static_cast<Small>(entry.size()));
      for (const auto& [cell, value] : entry) {
        packed.push_back(cell);
        packed.push_back(value);
      }
    }
  }
  return packed;
}

State unpack(const Packed& packed, std::size_t cells, std::size_t processes) {
  State state;
  std::size_t at = cells;
  state.cells.assign(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(cells));
  state.buffers.resize(processes);
  for (auto& buffer : state.buffers) {
    buffer.resize(static_cast<std::size_t>(packed[at++]));
    for (Entry& entry : buffer) {
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
      : program_(program), model_(model), memory_(memory), limits_(limits), fired_(program.transitions.size()) {}

  EnumResult run() {
    if (model_.inexact) {
      EnumResult unknown;
      unknown.verdict = EnumResult::Verdict::Bounded;
      unknown.complete = false;
      unknown.fired = fired_;
      return unknown;
    }
    count_labels();
    std::vector<Small> cells;
    initial(cells);
    for (std::size_t at = 0; at < visited_.size() && !stop(); ++at) expand(at);
    EnumResult result;
    result.states = visited_.size();
    result.fired = fired_;
    result.complete = !bounded_;
    result.trace = std::move(found_);
    if (result.trace)
      result.verdict = EnumResult::Verdict::Unsafe;
    else if (bounded_)
      result.verdict = EnumResult::Verdict::Bounded;
    return result;
  }

 private:
  [[nodiscard]] bool stop() const { return found_ && !limits_.whole; }

  // One label per place is enough for places that are only copied and compared; a buffer has no bound on its places.
  void count_labels() {
    for (const GroundCell& cell : model_.cells) places_[cell.sort.index()] += cell.weak && memory_ == Memory::Tso ? 1000 : 1;
  }

  [[nodiscard]] bool label(SortKind kind, std::int64_t value) const {
    return kind == SortKind::Abstract || (kind == SortKind::Proc && value >= static_cast<std::int64_t>(model_.processes));
  }

  [[nodiscard]] std::vector<Small> domain(const GroundCell& cell) {
    std::size_t labels = std::min<std::size_t>(limits_.labels, places_[cell.sort.index()]);
    int lowest = 0;
    int count = 0;
    switch (cell.kind) {
      case SortKind::Enum:
        count = static_cast<int>(program_.signature[cell.sort].constructors.size());
        break;
      case SortKind::Proc:
        count = static_cast<int>(model_.processes + labels);
        break;
      case SortKind::Abstract:
        count = static_cast<int>(labels);
        break;
      case SortKind::Int:
      case SortKind::Real:
      case SortKind::Formula:
      case SortKind::Event:
        lowest = limits_.lowest;
        count = limits_.highest - limits_.lowest + 1;
        bounded_ = true;
        break;
    }
    std::vector<Small> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), static_cast<Small>(lowest));
    return values;
  }

  // Gives values to the cells one by one; a conjunct of init is tested as soon as all its cells have one.
  void initial(std::vector<Small>& cells) {
    if (stop()) return;
    if (visited_.size() >= limits_.states) {
      bounded_ = true;
      return;
    }
    const State state{cells, std::vector<std::deque<Entry>>(model_.processes)};
    for (const GroundFormula& conjunct : model_.init) {
      if (last_cell(conjunct) == static_cast<int>(cells.size()) - 1 && !holds(conjunct, state, -1)) return;
    }
    if (cells.size() == model_.cells.size()) {
      visit(state, SIZE_MAX, {});
      return;
    }
    std::vector<Small> values = fixed(static_cast<std::uint32_t>(cells.size()));
    if (values.empty()) values = domain(model_.cells[cells.size()]);
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
        if (term.parts.size() == 1 && term.parts[0].cell == cell && term.parts[0].coefficient == 1 && term.number == 0 &&
            other.parts.empty())
          return {static_cast<Small>(other.number)};
      }
    }
    return {};
  }

  [[nodiscard]] static int last_cell(const GroundFormula& formula) {
    int last = -1;
    for (const GroundTerm& side : formula.sides) {
      for (const auto& part : side.parts) last = std::max(last, static_cast<int>(part.cell));
    }
    for (const GroundFormula& arg : formula.args) last = std::max(last, last_cell(arg));
    return last;
  }

  [[nodiscard]] static Small see(const State& state, int reader, std::uint32_t cell) {
    if (reader >= 0) {
      const auto& buffer = state.buffers[static_cast<std::size_t>(reader)];
      for (auto entry = buffer.rbegin(); entry != buffer.rend(); ++entry) {
        for (const auto& [written, value] : *entry) {
          if (static_cast<std::uint32_t>(written) == cell) return value;
        }
      }
    }
    return state.cells[cell];
  }

  [[nodiscard]] static std::int64_t value(const GroundTerm& term, const State& state) {
    std::int64_t sum = term.number;
    for (const auto& part : term.parts) sum += part.coefficient * see(state, part.reader, part.cell);
    return sum;
  }

  [[nodiscard]] bool compare(const GroundFormula& formula, const State& state) {
    const std::int64_t a = value(formula.sides[0], state);
    const std::int64_t b = value(formula.sides[1], state);
    const SortKind kind = formula.sides[0].kind;
    const bool equality = formula.comparison == ld::Comparison::Equal || formula.comparison == ld::Comparison::Different;
    const bool labels = equality ? label(kind, a) && label(kind, b) : label(kind, a) || label(kind, b);
    if (labels && (!equality || !enough_labels(kind))) bounded_ = true;
    switch (formula.comparison) {
      case ld::Comparison::Equal:
        return a == b;
      case ld::Comparison::Different:
        return a != b;
      case ld::Comparison::Less:
        return a < b;
      case ld::Comparison::LessEqual:
        return a <= b;
      case ld::Comparison::Greater:
        return a > b;
      case ld::Comparison::GreaterEqual:
        return a >= b;
    }
    return false;
  }

  [[nodiscard]] bool enough_labels(SortKind kind) const {
    return std::all_of(places_.begin(), places_.end(), [&](const auto& sort) {
      return program_.signature.sorts()[sort.first].kind != kind || sort.second <= limits_.labels;
    });
  }

  [[nodiscard]] bool holds(const GroundFormula& formula, const State& state, int actor) {
    const auto one = [&](const GroundFormula& arg) { return holds(arg, state, actor); };
    switch (formula.kind) {
      case GroundFormula::Kind::True:
        return true;
      case GroundFormula::Kind::False:
        return false;
      case GroundFormula::Kind::Compare:
        return compare(formula, state);
      case GroundFormula::Kind::Fence:
        return actor < 0 || state.buffers[static_cast<std::size_t>(actor)].empty();
      case GroundFormula::Kind::Not:
        return !one(formula.args[0]);
      case GroundFormula::Kind::And:
        return std::all_of(formula.args.begin(), formula.args.end(), one);
      case GroundFormula::Kind::Or:
        return std::any_of(formula.args.begin(), formula.args.end(), one);
    }
    return false;
  }

  void visit(const State& state, std::size_t parent, Step step) {
    const auto [at, fresh] = known_.try_emplace(pack(state), visited_.size());
    if (!fresh) return;
    if (visited_.size() >= limits_.states) {
      known_.erase(at);
      bounded_ = true;
      return;
    }
    visited_.push_back({&at->first, parent, std::move(step)});
    for (const GroundUnsafe& unsafe : model_.unsafes) {
      if (!found_ && holds(unsafe.formula, state, -1)) found_ = trace(visited_.size() - 1, unsafe);
    }
  }

  void expand(std::size_t at) {
    const State state = unpack(*visited_[at].state, model_.cells.size(), model_.processes);
    for (std::uint32_t p = 0; p < model_.processes; ++p) {
      if (state.buffers[p].empty()) continue;
      State next = state;
      for (const auto& [cell, value] : next.buffers[p].front()) next.cells[static_cast<std::size_t>(cell)] = value;
      next.buffers[p].pop_front();
      visit(next, at, {-1, p, {}});
    }
    for (std::size_t k = 0; k < model_.actions.size() && !stop(); ++k) {
      const GroundAction& action = model_.actions[k];
      if (!holds(action.guard, state, action.actor)) continue;
      const bool atomic = action.reads_weak && action.writes_weak;
      if (atomic && action.actor >= 0 && !state.buffers[static_cast<std::size_t>(action.actor)].empty()) continue;
      std::vector<std::pair<std::uint32_t, Small>> assigned;
      Step step{static_cast<int>(k), 0, {}};
      execute(at, state, action, 0, assigned, step);
    }
  }

  // The values of the assignments from `next` on, each evaluated in `state`; then the step itself.
  void execute(std::size_t at, const State& state, const GroundAction& action, std::size_t next,
               std::vector<std::pair<std::uint32_t, Small>>& assigned, Step& step) {
    if (next == action.assignments.size()) {
      finish(at, state, action, assigned, step);
      return;
    }
    const GroundAssignment& assignment = action.assignments[next];
    if (assignment.havoc) {
      for (const Small value : domain(model_.cells[assignment.cell])) {
        assigned.emplace_back(assignment.cell, value);
        step.havoc.push_back(value);
        execute(at, state, action, next + 1, assigned, step);
        step.havoc.pop_back();
        assigned.pop_back();
      }
      return;
    }
    const auto branch = std::find_if(assignment.branches.begin(), assignment.branches.end(),
                                     [&](const auto& one) { return holds(one.condition, state, action.actor); });
    const bool writes = branch != assignment.branches.end() && branch->value.has_value();
    if (writes) {
      const std::int64_t result = value(*branch->value, state);
      const SortKind kind = model_.cells[assignment.cell].kind;
      if ((kind == SortKind::Int || kind == SortKind::Real) && (result < limits_.lowest || result > limits_.highest)) {
        bounded_ = true;
        return;
      }
      assigned.emplace_back(assignment.cell, static_cast<Small>(result));
    }
    execute(at, state, action, next + 1, assigned, step);
    if (writes) assigned.pop_back();
  }

  void finish(std::size_t at, const State& state, const GroundAction& action, const std::vector<std::pair<std::uint32_t, Small>>& assigned,
              const Step& step) {
    State next = state;
    Entry entry;
    const bool atomic = action.reads_weak && action.writes_weak;
    for (const auto& [cell, value] : assigned) {
      if (model_.cells[cell].weak && memory_ == Memory::Tso && !atomic && action.actor >= 0)
        entry.emplace_back(static_cast<Small>(cell), value);
      else
        next.cells[cell] = value;
    }
    if (!entry.empty()) {
      auto& buffer = next.buffers[static_cast<std::size_t>(action.actor)];
      if (buffer.size() == limits_.buffer) {
        bounded_ = true;
        return;
      }
      std::sort(entry.begin(), entry.end());
      buffer.push_back(std::move(entry));
    }
    fired_[action.transition] = true;
    visit(next, at, step);
  }

  [[nodiscard]] Value value_of(std::uint32_t cell, Small value) const { return {model_.cells[cell].sort, Rational(value)}; }

  [[nodiscard]] Trace trace(std::size_t last, const GroundUnsafe& unsafe) const {
    Trace result;
    result.processes = model_.processes;
    result.constants.assign(model_.constants.begin(), model_.constants.end());
    result.unsafe = unsafe.unsafe;
    result.unsafe_processes = unsafe.processes;
    for (; visited_[last].parent != SIZE_MAX; last = visited_[last].parent) result.steps.push_back(trace_step(visited_[last].step));
    std::reverse(result.steps.begin(), result.steps.end());
    result.initial.resize(program_.signature.symbols().size());
    for (std::uint32_t cell = 0; cell < model_.cells.size(); ++cell)
      result.initial[model_.cells[cell].symbol.index()].push_back(value_of(cell, (*visited_[last].state)[cell]));
    return result;
  }

  [[nodiscard]] TraceStep trace_step(const Step& step) const {
    if (step.action < 0) return {TraceStep::Kind::Commit, 0, {step.process}, {}};
    const GroundAction& action = model_.actions[static_cast<std::size_t>(step.action)];
    TraceStep result{TraceStep::Kind::Fire, action.transition, action.processes, {}};
    auto value = step.havoc.begin();
    for (const GroundAssignment& assignment : action.assignments) {
      if (assignment.havoc) result.havoc.push_back(value_of(assignment.cell, *value++));
    }
    return result;
  }

  const ld::Program& program_;
  const Ground& model_;
  const Memory memory_;
  const EnumLimits& limits_;
  bool bounded_ = false;
  std::vector<bool> fired_;
  std::map<std::size_t, std::size_t> places_;  // by sort: cells that can hold a label
  std::unordered_map<Packed, std::size_t, PackedHash> known_;
  std::vector<Visited> visited_;
  std::optional<Trace> found_;
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
  for (std::size_t k = 0; k < one.fired.size(); ++k) all.fired[k] = all.fired[k] || one.fired[k];
  if (one.verdict == EnumResult::Verdict::Safe || all.verdict == EnumResult::Verdict::Unsafe) return;
  all.verdict = one.verdict;
  all.trace = std::move(one.trace);
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

}  // namespace parapet::test
