// If a certificate is a proof, no reachable state lies in its cubes. The test knows nothing of timelines: states are met by firing and
// committing (successors.h), breadth first up to a bound and by random walks beyond it, and those with empty buffers are held against the
// cubes that speak of them (state_in_cube.h).
//
// Initial states are models of init that the solver gives, each the first that differs from the ones before in some enumerated cell.
#include "check/walk.h"

#include <algorithm>
#include <deque>
#include <random>
#include <unordered_set>

#include "check/reference.h"
#include "check/state_in_cube.h"
#include "check/successors.h"

namespace parapet::check {
namespace {

constexpr std::size_t most_initial = 8;
constexpr std::size_t walk_length = 200;

class Walker {
 public:
  Walker(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver, const WalkLimits& limits)
      : system_(system), program_(*system.program), arena_(arena), certificate_(certificate), solver_(solver), limits_(limits) {
    trace_.processes = limits.processes;
    for (const std::uint32_t n : system.constants) trace_.constants.emplace_back(n, static_cast<Process>(trace_.constants.size()));
    for (std::size_t k = 0; k < certificate.cubes.size(); ++k) {
      if (is_of_states(arena, certificate.cubes[k])) drained_cubes_.push_back(k);
    }
  }

  WalkResult run() {
    const bool too_many = program_.number_procs && limits_.processes > *program_.number_procs;
    if (too_many || limits_.processes < trace_.constants.size() || limits_.processes == 0) return result_;
    result_.exhaustive = has_all_successors(program_);
    for (Trace& initial : initial_states()) {
      trace_ = std::move(initial);
      const Setting setting{program_, machine(), trace_};
      explore(setting);
    }
    return result_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] Machine machine() const { return system_.model.delays_writes() ? Machine::Tso : Machine::Sc; }
  [[nodiscard]] bool stop() const { return !result_.defect.empty() || (limits_.time.count() > 0 && Clock::now() - start_ > limits_.time); }

  // The term of a process of the trace: constants come first.
  [[nodiscard]] TermId process_term(Process process) {
    const std::size_t named = trace_.constants.size();
    return process < named ? arena_.process_const(trace_.constants[process].first) : arena_.process(process - static_cast<Process>(named));
  }

  std::vector<Trace> initial_states() {
    std::vector<Trace> found;
    const auto formulas =
        init_formulas(system_, arena_, limits_.processes - static_cast<std::uint32_t>(trace_.constants.size()));
    std::vector<TermId> cells;
    for (const TermId formula : formulas) each_leaf(arena_, formula, [&](TermId leaf) { cells.push_back(leaf); });
    solver_.push();
    for (const TermId formula : formulas) solver_.add(formula);
    while (found.size() < most_initial && solver_.check({smt::Purpose::Certify, 0, {}}) == smt::Answer::Sat) {
      found.push_back(initial_state_of(cells));
      std::vector<TermId> other;
      for (const TermId cell : cells) {
        if (arena_.signature()[arena_.sort(cell)].kind != SortKind::Enum) continue;
        const auto position = solver_.value(cell).number.numerator().small();
        other.push_back(arena_.member(cell, ~(std::uint64_t{1} << static_cast<unsigned>(*position)) & arena_.full_set(arena_.sort(cell))));
      }
      solver_.add(arena_.disjunction(other));
    }
    solver_.pop();
    return found;
  }

  // The solver's model; cells that init does not speak of are 0, which it allows.
  Trace initial_state_of(const std::vector<TermId>& known) {
    Trace result = trace_;
    const auto& symbols = program_.signature.symbols();
    for (std::size_t s = 0; s < symbols.size(); ++s) {
      std::size_t count = 1;
      for (std::uint32_t k = 0; k < symbols[s].arity; ++k) count *= limits_.processes;
      auto& cells = result.initial.emplace_back();
      for (std::uint32_t c = 0; c < count; ++c) {
        std::vector<TermId> indices;
        for (const Process index : cell_indices(c, symbols[s].arity, limits_.processes)) indices.push_back(process_term(index));
        const TermId cell = arena_.cell(SymbolId(s), indices);
        const bool asked = std::find(known.begin(), known.end(), cell) != known.end();
        cells.push_back(asked ? in_trace(solver_.value(cell)) : Value{symbols[s].sort, Rational(0)});
      }
    }
    return result;
  }

  // A value of sort Proc is a place on the solver's line; whose it is decides its number in the trace.
  Value in_trace(Value value) {
    if (value.sort != Signature::proc) return value;
    for (Process process = 0; process < limits_.processes; ++process) {
      if (solver_.value(process_term(process)) == value) return {value.sort, Rational(process)};
    }
    return {value.sort, Rational(limits_.processes)};
  }

  void explore(const Setting& setting) {
    const State initial = initial_state(setting);
    if (!accepts_init(setting, initial)) return;
    ++result_.initial;
    std::deque<State> queue;
    meet(initial, [&](const State& state) { queue.push_back(state); });
    while (!queue.empty() && result_.states < limits_.states && !stop()) {
      const State state = std::move(queue.front());
      queue.pop_front();
      each_successor(setting, state, [&](State&& next) { meet(next, [&](const State& fresh) { queue.push_back(fresh); }); });
    }
    result_.exhaustive = result_.exhaustive && queue.empty();
    if (queue.empty()) return;
    std::mt19937_64 random(limits_.processes);
    for (std::uint64_t step = 0; step < limits_.states && !stop(); step += walk_length) random_walk(setting, initial, random);
  }

  void random_walk(const Setting& setting, const State& initial, std::mt19937_64& random) {
    State state = initial;
    for (std::size_t k = 0; k < walk_length && !stop(); ++k) {
      std::vector<State> next;
      each_successor(setting, state, [&](State&& one) { next.push_back(std::move(one)); });
      if (next.empty()) return;
      state = std::move(next[random() % next.size()]);
      meet(state, [](const State&) {});
    }
  }

  bool accepts_init(const Setting& setting, const State& state) {
    std::vector<Process> parameters(program_.init.parameters, 0);
    while (true) {
      if (!Evaluator(setting, state, program_.init, parameters, std::nullopt).holds(program_.init.formula)) return false;
      std::size_t k = 0;
      while (k < parameters.size() && ++parameters[k] == limits_.processes) parameters[k++] = 0;
      if (k == parameters.size()) return true;
    }
  }

  template <class Fresh>
  void meet(const State& state, const Fresh& fresh) {
    if (!seen_.insert(key(state)).second) return;
    ++result_.states;
    fresh(state);
    if (!std::all_of(state.buffers.begin(), state.buffers.end(), [](const auto& buffer) { return buffer.empty(); })) return;
    ++result_.drained;
    for (const std::size_t k : drained_cubes_) {
      if (contains(arena_, certificate_.cubes[k], trace_, state))
        result_.defect = "a reachable state lies in cube " + std::to_string(k) + ": " + text(state);
    }
  }

  // Values of cells and buffers; who wrote them does not matter.
  static std::string key(const State& state) {
    std::string result;
    for (const auto& symbol : state.cells) {
      for (const MemoryCell& cell : symbol) result += cell.value.number.to_string() + ",";
    }
    for (const auto& buffer : state.buffers) {
      result += '|';
      for (const BufferEntry& entry : buffer) {
        for (const WriteAccount& w : entry.writes)
          result +=
              std::to_string(w.location.symbol.value) + "." + std::to_string(w.location.cell) + "=" + w.value.number.to_string() + ",";
        result += ';';
      }
    }
    return result;
  }

  [[nodiscard]] std::string text(const State& state) const {
    std::string result;
    for (std::size_t s = 0; s < state.cells.size(); ++s) {
      for (std::uint32_t c = 0; c < state.cells[s].size(); ++c) {
        result += (result.empty() ? "" : ", ") + to_string(Location{SymbolId(s), c}, program_.signature, trace_) + " = " +
                  to_string(state.cells[s][c].value, program_.signature, trace_);
      }
    }
    return result;
  }

  Clock::time_point start_ = Clock::now();
  const le::System& system_;
  const ld::Program& program_;
  TermArena& arena_;
  const Certificate& certificate_;
  smt::Solver& solver_;
  const WalkLimits& limits_;
  Trace trace_;
  std::vector<std::size_t> drained_cubes_;
  std::unordered_set<std::string> seen_;
  WalkResult result_;
};

}  // namespace

WalkResult walk(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver, const WalkLimits& limits) {
  return Walker(system, arena, certificate, solver, limits).run();
}

}  // namespace parapet::check
