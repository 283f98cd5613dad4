// The schedule of a path is known (path.h); what is missing are values: of the initial state, where init leaves them open, and of havoc
// assignments. The store-buffer machine is run forward symbolically along the schedule: the state maps each cell to a term over the initial
// cells and havoc values, every guard becomes a constraint (universal ones over all processes of the path), and one query asks for a model
// of
//   init && guards && unsafe.
// A value that depends on an undecided `case` condition is a new variable v with the constraint
//   (c1 && v = v1) || (not c1 && c2 && v = v2) || ...
// For a buffered write the machine must know whether the cell is in the buffer entry at all. There one branch that is consistent with the
// constraints so far is taken; if no trace is found, the run is repeated with the next branch. If not all branches are tried, a trace may
// be missed (the verdict is then UNKNOWN), but a wrong trace is never reported: every trace is replayed.
#include "search/path/concretize.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <span>
#include <utility>

#include "base/contract.h"
#include "base/narrow.h"
#include "cube/transition_instance.h"
#include "le/system.h"

namespace parapet::search {

TraceValues::TraceValues(Context& context, std::span<const TermId> constraints, std::vector<TermId> processes)
    : context_(context), order_(std::move(processes)) {
  TermArena& arena = context.arena;
  for (const TermId formula : constraints) each_leaf(arena, formula, [&](TermId leaf) { known_.insert(leaf); });
  for (const TermId process : order_) places_[process] = context.solver.value(process).number;
  if (std::any_of(constraints.begin(), constraints.end(), [&](TermId f) { return uses_order(f); }))
    std::sort(order_.begin(), order_.end(), [&](TermId a, TermId b) { return places_[a] < places_[b]; });
  for (const TermId leaf : known_) {
    if (arena.sort(leaf) == Signature::proc && !is_process(arena, leaf)) nobodies_.insert(context.solver.value(leaf).number);
  }
  for (const auto& [process, place] : places_) nobodies_.erase(place);
}

bool TraceValues::uses_order(TermId formula) const {
  const Op op = context_.arena.op(formula);
  if (op == Op::ProcLess || op == Op::ProcLessEqual) return true;
  if (op != Op::And && op != Op::Or) return false;
  return std::any_of(context_.arena.args(formula).begin(), context_.arena.args(formula).end(), [&](TermId arg) { return uses_order(arg); });
}

Process TraceValues::number(TermId process) const {
  const auto at = std::find(order_.begin(), order_.end(), process);
  PARAPET_CHECK(at != order_.end(), "every process of a path is one of its trace");
  return narrow<Process>(at - order_.begin());
}

Rational TraceValues::place_number(const Rational& place) const {
  for (const auto& [process, own] : places_) {
    if (own == place) return Rational(static_cast<std::int64_t>(number(process)));
  }
  std::int64_t below = 0;
  for (const TermId process : order_) below += places_.at(process) < place ? 1 : 0;
  std::int64_t rank = 1;
  std::int64_t all = 1;
  for (const Rational& other : nobodies_) {
    std::int64_t other_below = 0;
    for (const TermId process : order_) other_below += places_.at(process) < other ? 1 : 0;
    if (other_below != below) continue;
    ++all;
    rank += other < place ? 1 : 0;
  }
  return Rational(below - 1) + Rational(Integer(rank), Integer(all));
}

Value TraceValues::any(SortId sort) const {
  return {sort, sort == Signature::proc ? Rational(static_cast<std::int64_t>(order_.size()) + 1) : Rational(0)};
}

Value TraceValues::value(TermId term) const {
  const SortId sort = context_.arena.sort(term);
  if (known_.count(term) == 0) return any(sort);
  const Value found = context_.solver.value(term);
  return sort == Signature::proc ? Value{sort, place_number(found.number)} : found;
}

namespace {

struct Event {
  enum class Kind : std::uint8_t { Fire, Commit, CommitLocation };
  Instant when = 0;
  std::uint32_t index = 0;  // CommitLocation: into Path::commits; the others: into Path::firings
  Kind kind = Kind::Fire;
};

// What a run did.
struct Done {
  std::uint32_t firing = 0;  // Fire
  TermId process;            // Commit; invalid: Fire
  TermId cell;               // Commit from a buffer of one location
};

// The branches that a run takes. A run follows the given ones and appends its own.
struct Decisions {
  struct Taken {
    std::size_t branch = 0, count = 0;
  };
  std::vector<Taken> taken;

  // Moves on to the next sequence of branches, depth first; false: there is none.
  bool advance() {
    while (!taken.empty() && taken.back().branch + 1 >= taken.back().count) taken.pop_back();
    if (taken.empty()) return false;
    ++taken.back().branch;
    return true;
  }
};

class Machine {
 public:
  // `idle`: so many processes more than those of the path, which do nothing.
  Machine(Context& context, InitCheck& init, const Path& path, Decisions& decisions, std::uint32_t idle)
      : context_(context), arena_(context.arena), system_(context.system), path_(path), decisions_(decisions) {
    const std::uint32_t variables = path.processes + idle;
    for (std::uint32_t k = 0; k < variables; ++k) processes_.push_back(arena_.process(k));
    for (const std::uint32_t n : system_.constants) processes_.push_back(arena_.process_const(n));
    if (processes_.empty()) processes_.push_back(arena_.process(0));
    for (const TermId formula : init.formulas(std::max<std::uint32_t>(variables, system_.constants.empty() ? 1 : 0)))
      add(with_counts(formula));
    havoc_.resize(path.firings.size());
    buffered_.resize(path.firings.size());
  }

  std::optional<Trace> run() {
    for (const Event& event : events()) {
      if (!execute(event)) return std::nullopt;
    }
    for (const TermId literal : system_.unsafes[path_.unsafe].literals) add(unsafe_literal(literal));
    return solve();
  }

 private:
  using Memory = std::map<TermId, TermId>;

  bool execute(const Event& event) {
    switch (event.kind) {
      case Event::Kind::Fire:
        return fire(event.index);
      case Event::Kind::Commit:
        return commit(event.index);
      case Event::Kind::CommitLocation: {
        const PathCommit& commit = path_.commits[event.index];
        if (commit.cell.valid()) {
          commit_location(commit.process, commit.cell, commit.until);
        } else {
          commit_locations(commit.process, commit.until);
        }
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<Event> events() const {
    std::vector<Event> all;
    Instant last = 0;  // later commits matter only if the unsafe formula reads memory
    for (const PathFiring& firing : path_.firings) last = std::max(last, firing.execution);
    for (std::uint32_t k = 0; k < path_.firings.size(); ++k) {
      const PathFiring& firing = path_.firings[k];
      if (path_.end == UINT32_MAX && firing.commit > last && !system_.model.writes_apart()) {
        all.push_back({firing.execution, k, Event::Kind::Fire});
        continue;
      }
      if (firing.execution <= path_.end) all.push_back({firing.execution, k, Event::Kind::Fire});
      if (firing.commit != 0 && firing.commit <= path_.end) all.push_back({firing.commit, k, Event::Kind::Commit});
    }
    for (std::uint32_t k = 0; k < path_.commits.size(); ++k) {
      if (path_.commits[k].when <= path_.end) all.push_back({path_.commits[k].when, k, Event::Kind::CommitLocation});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Event& a, const Event& b) { return std::tie(a.when, a.index) < std::tie(b.when, b.index); });
    return all;
  }

  void add(TermId formula) { constraints_.push_back(formula); }

  // `#procs` and counts as they are in the present state.
  [[nodiscard]] TermId derived(SymbolId symbol) {
    const auto count = narrow<std::int64_t>(processes_.size());
    if (symbol == system_.counts.processes) return arena_.number(Rational(count), Signature::integer);
    const le::CountType& type = system_.counts.types[*system_.counts.type_of(symbol)];
    std::vector<TermId> ones;
    for (const TermId process : processes_) {
      std::vector<TermId> of_type;
      for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k) {
        const TermId value = view({}, le::own_cell(arena_, system_.counts.arrays[k], process));
        of_type.push_back(arena_.member(value, std::uint64_t{1} << type.values[k]));
      }
      const TermId holds = arena_.conjunction(of_type);
      const TermId one = new_value(Signature::integer);
      const auto is = [&](int number) { return arena_.equal(one, arena_.number(Rational(number), Signature::integer)); };
      add(arena_.disjunction(
          std::array{arena_.conjunction(std::array{holds, is(1)}), arena_.conjunction(std::array{arena_.negate(holds), is(0)})}));
      ones.push_back(one);
    }
    return arena_.sum(std::vector<Rational>(ones.size(), Rational(1)), ones, Rational(0), Signature::integer);
  }
  [[nodiscard]] TermId with_counts(TermId formula) {
    return arena_.rewrite(
        formula, [&](TermId leaf) { return context_.normalizer.counting().is_derived(leaf) ? derived(arena_.symbol(leaf)) : leaf; });
  }

  // The value that `reader` sees; an invalid reader sees memory.
  [[nodiscard]] TermId view(TermId reader, TermId cell) const {
    if (reader.valid() && arena_.signature()[arena_.symbol(cell)].weak) {
      const auto apart = apart_.find({reader, cell});
      if (apart != apart_.end() && !apart->second.empty()) return apart->second.back().second;
      if (const auto buffer = buffers_.find(reader); buffer != buffers_.end()) {
        for (auto entry = buffer->second.rbegin(); entry != buffer->second.rend(); ++entry) {
          if (const auto at = entry->second.find(cell); at != entry->second.end()) return at->second;
        }
      }
    }
    const auto at = memory_.find(cell);
    return at == memory_.end() ? cell : at->second;
  }

  // A template with its variables replaced and its cells read by the acting process.
  TermId evaluate(TermId term, const PathFiring& firing, TermId actor, std::span<const le::Variable> bound,
                  std::span<const TermId> values) {
    const le::Transition& t = system_.transitions[firing.transition];
    return arena_.rewrite(term, [&](TermId leaf) {
      if (context_.normalizer.counting().is_derived(leaf)) return derived(arena_.symbol(leaf));
      if (arena_.op(leaf) == Op::Cell) return view(actor, leaf);
      if (arena_.op(leaf) != Op::Variable) return leaf;
      const TermId value = le::value_of(arena_.variable_number(leaf), bound, values);
      return value.valid() ? value : le::value_of(arena_.variable_number(leaf), t.parameters, firing.processes);
    });
  }

  TermId unsafe_literal(TermId literal) {
    const le::UnsafeCube& unsafe = system_.unsafes[path_.unsafe];
    return arena_.rewrite(literal, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::Read) return view(arena_.reader(leaf), arena_.location(leaf));
      if (context_.normalizer.counting().is_derived(leaf)) return derived(arena_.symbol(leaf));
      if (arena_.op(leaf) == Op::Cell) return view({}, leaf);
      if (arena_.op(leaf) != Op::Variable) return leaf;
      return le::value_of(arena_.variable_number(leaf), unsafe.parameters, path_.unsafe_processes);
    });
  }

  [[nodiscard]] auto everybody() const {
    return [this](std::size_t) { return std::span(processes_); };
  }

  TermId new_value(SortId sort) { return arena_.fresh(values_++, sort); }

  bool fire(std::uint32_t index) {
    const PathFiring& firing = path_.firings[index];
    const le::Transition& t = system_.transitions[firing.transition];
    const TermId actor = t.actor ? firing.processes[*t.actor] : TermId();
    const bool needs_empty = system_.model.delays_writes() && actor.valid() && (t.fence || t.read_modify_write());
    if (needs_empty && !buffers_[actor].empty()) return false;
    if (needs_empty) commit_locations(actor, PathCommit::everything);
    done_.push_back({index, {}, {}});
    for (const TermId literal : t.guard) add(evaluate(literal, firing, actor, {}, {}));
    for (const le::Universal& universal : t.universals) add_universal(universal, firing, actor);
    Memory plain;
    Memory entry;
    for (std::size_t k = 0; k < system_.updates[t.source].size(); ++k) {
      if (!update(system_.updates[t.source][k], index, actor, plain, entry)) return false;
    }
    for (const auto& [cell, value] : plain) memory_[cell] = value;
    // If every `case` update keeps its weak cell, the firing makes no buffer entry and there is no commit.
    if (system_.model.writes_apart()) {
      for (const auto& [cell, value] : entry) {
        apart_[{actor, cell}].emplace_back(index, value);
        const bool delayed = std::find(firing.delayed.begin(), firing.delayed.end(), cell) != firing.delayed.end();
        if (!delayed && firing.commit == 0) commit_location(actor, cell, index);
        if (!delayed && firing.commit != 0) at_place_[index].push_back(cell);
      }
    } else if (t.kind == le::FiringKind::Write && !entry.empty()) {
      buffers_[actor].emplace_back(index, std::move(entry));
      buffered_[index] = true;
    }
    return true;
  }

  bool commit(std::uint32_t index) {
    if (const auto at = at_place_.find(index); at != at_place_.end()) {
      const PathFiring& firing = path_.firings[index];
      for (const TermId cell : at->second) commit_location(firing.processes[*system_.transitions[firing.transition].actor], cell, index);
      return true;
    }
    if (!buffered_[index]) return true;
    const le::Transition& t = system_.transitions[path_.firings[index].transition];
    auto& buffer = buffers_[path_.firings[index].processes[*t.actor]];
    if (buffer.empty() || buffer.front().first != index) return false;
    for (const auto& [cell, value] : buffer.front().second) memory_[cell] = value;
    buffer.pop_front();
    done_.push_back({index, path_.firings[index].processes[*t.actor], {}});
    return true;
  }

  // The buffer of one location, up to and including the write of the firing `until`.
  void commit_location(TermId process, TermId cell, std::uint32_t until) {
    auto& buffer = apart_[{process, cell}];
    while (!buffer.empty() && (until == PathCommit::everything || buffer.front().first <= until)) {
      memory_[cell] = buffer.front().second;
      buffer.pop_front();
      done_.push_back({0, process, cell});
    }
  }
  void commit_locations(TermId process, std::uint32_t until) {
    for (const auto& [place, buffer] : apart_) {
      if (place.first == process && !buffer.empty()) commit_location(process, place.second, until);
    }
  }

  void add_universal(const le::Universal& universal, const PathFiring& firing, TermId actor) {
    const le::Transition& t = system_.transitions[firing.transition];
    const std::vector<le::Variable> bound = le::variables_of(universal.bound);
    const auto declared_end = firing.processes.begin() + t.declared;
    const auto allowed = [&](const std::vector<TermId>& values, TermId process) {
      const bool parameter = std::find(firing.processes.begin(), declared_end, process) != declared_end;
      return !(parameter && universal.bound[values.size()].others) && distinct_in_group(universal.bound, values, process);
    };
    each_tuple(bound.size(), everybody(), allowed, [&](const std::vector<TermId>& values) {
      std::vector<TermId> disjuncts;
      for (const le::Conjunction& c : universal.disjuncts) {
        std::vector<TermId> parts;
        for (const TermId literal : c) parts.push_back(evaluate(literal, firing, actor, bound, values));
        disjuncts.push_back(arena_.conjunction(parts));
      }
      add(arena_.disjunction(disjuncts));
    });
  }

  bool update(const le::Update& update, std::uint32_t index, TermId actor, Memory& plain, Memory& entry) {
    const PathFiring& firing = path_.firings[index];
    const bool buffered = arena_.signature()[update.symbol].weak && system_.transitions[firing.transition].kind == le::FiringKind::Write;
    bool fine = true;
    each_tuple(
        update.bound.size(), everybody(), [](const std::vector<TermId>&, TermId) { return true; },
        [&](const std::vector<TermId>& values) {
          std::vector<TermId> args;
          for (const TermId index_term : update.target) args.push_back(evaluate(index_term, firing, actor, update.bound, values));
          const TermId cell = arena_.cell(update.symbol, args);
          std::vector<TermId> cases;  // the condition of each branch, then the condition that none applies
          std::vector<TermId> results;
          TermId none_before = arena_.truth(true);
          for (const le::Branch& branch : update.branches) {
            const TermId condition = evaluate(branch.condition, firing, actor, update.bound, values);
            cases.push_back(arena_.conjunction(std::array{none_before, condition}));
            none_before = arena_.conjunction(std::array{none_before, arena_.negate(condition)});
            results.push_back(
                branch.kind == le::Branch::Kind::Keep ? TermId() : branch_value(branch, index, firing, actor, update.bound, values, cell));
          }
          cases.push_back(none_before);
          results.emplace_back();
          fine = fine && assign(cell, cases, results, buffered, buffered ? entry : plain);
        });
    return fine;
  }

  TermId branch_value(const le::Branch& branch, std::uint32_t index, const PathFiring& firing, TermId actor,
                      std::span<const le::Variable> bound, std::span<const TermId> values, TermId cell) {
    if (branch.kind == le::Branch::Kind::Set) return evaluate(branch.value, firing, actor, bound, values);
    havoc_[index].push_back(new_value(arena_.sort(cell)));
    return havoc_[index].back();
  }

  bool assign(TermId cell, const std::vector<TermId>& cases, const std::vector<TermId>& results, bool buffered, Memory& out) {
    for (std::size_t k = 0; k < cases.size(); ++k) {
      if (cases[k] == arena_.truth(true)) {
        if (results[k].valid()) out[cell] = results[k];
        return true;
      }
    }
    if (buffered) {
      if (decided_ == decisions_.taken.size()) decisions_.taken.push_back({0, cases.size()});
      const std::size_t k = decisions_.taken[decided_++].branch;
      add(cases[k]);
      if (cases[k] == arena_.truth(false) || check() != smt::Answer::Sat) return false;
      if (results[k].valid()) out[cell] = results[k];
      return true;
    }
    const TermId value = new_value(arena_.sort(cell));
    std::vector<TermId> either;
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const TermId equal = arena_.equal(value, results[k].valid() ? results[k] : view({}, cell));
      either.push_back(arena_.conjunction(std::array{cases[k], equal}));
    }
    add(arena_.disjunction(either));
    out[cell] = value;
    return true;
  }

  smt::Answer check() {
    context_.solver.push();
    for (const TermId formula : constraints_) context_.solver.add(formula);
    const smt::Answer answer = context_.solver.check({smt::Purpose::Replay, 0, {}});
    context_.solver.pop();
    return answer;
  }

  std::optional<Trace> solve() {
    // The solver's model has values only for terms in the constraints: a disequality puts every process among them.
    const TermId nobody = new_value(Signature::proc);
    for (const TermId process : processes_) add(arena_.different(nobody, process));
    context_.solver.push();
    for (const TermId formula : constraints_) context_.solver.add(formula);
    std::optional<Trace> trace;
    if (has_few_cells() && context_.solver.check({smt::Purpose::Replay, 0, {}}) == smt::Answer::Sat) trace = build();
    context_.solver.pop();
    return trace;
  }

  // A trace has a value for every cell; with more cells than this it could not be replayed.
  static constexpr std::size_t most_cells = 20'000'000;
  [[nodiscard]] bool has_few_cells() const {
    std::size_t total = 0;
    for (const Symbol& symbol : system_.program->signature.symbols()) {
      std::size_t cells = 1;
      for (std::uint32_t k = 0; k < symbol.arity && cells <= most_cells; ++k) cells *= processes_.size();
      total += cells;
      if (total > most_cells) return false;
    }
    return true;
  }

  Trace build() {
    // Processes are numbered in the order of their first events.
    std::vector<TermId> by_age = processes_;
    std::stable_sort(by_age.begin(), by_age.end(), [&](TermId a, TermId b) { return first_event(a) < first_event(b); });
    const TraceValues values(context_, constraints_, std::move(by_age));
    Trace trace;
    trace.processes = narrow<std::uint32_t>(values.order().size());
    for (const std::uint32_t n : system_.constants) trace.constants.emplace_back(n, values.number(arena_.process_const(n)));
    for (const Symbol& symbol : system_.program->signature.symbols()) {
      std::size_t count = 1;
      for (std::uint32_t k = 0; k < symbol.arity; ++k) count *= trace.processes;
      if (arena_.budget() != nullptr) arena_.budget()->expect_memory(count * sizeof(Value));
      std::vector<Value>& cells = trace.initial.emplace_back();
      cells.reserve(count);
      for (const Value any = values.any(symbol.sort); cells.size() < count; context_.spend()) cells.push_back(any);
    }
    // Few of the cells occur in the constraints; all others keep the default.
    for (const TermId leaf : values.known()) {
      if (arena_.op(leaf) != Op::Cell || context_.normalizer.counting().is_derived(leaf)) continue;
      std::size_t place = 0;
      for (const TermId index : arena_.args(leaf)) place = place * trace.processes + values.number(index);
      trace.initial[arena_.symbol(leaf).index()][place] = values.value(leaf);
    }
    for (const Done& done : done_) trace.steps.push_back(step(done, values));
    const le::UnsafeCube& unsafe = system_.unsafes[path_.unsafe];
    trace.unsafe = unsafe.source;
    for (std::size_t k = 0; k < system_.program->unsafes[unsafe.source].parameters; ++k)
      trace.unsafe_processes.push_back(values.number(path_.unsafe_processes[k]));
    return trace;
  }

  TraceStep step(const Done& done, const TraceValues& values) {
    const PathFiring& firing = path_.firings[done.firing];
    const le::Transition& t = system_.transitions[firing.transition];
    TraceStep result;
    if (done.process.valid()) {
      result.kind = TraceStep::Kind::Commit;
      result.processes = {values.number(done.process)};
      if (!done.cell.valid()) {
        result.transition = t.source;
        return result;
      }
      std::uint32_t place = 0;
      for (const TermId index : arena_.args(done.cell)) place = narrow<std::uint32_t>(place * processes_.size()) + values.number(index);
      result.location = Location{arena_.symbol(done.cell), place};
      return result;
    }
    result.transition = t.source;
    for (std::size_t k = 0; k < t.declared; ++k) result.processes.push_back(values.number(firing.processes[k]));
    for (const TermId havoc : havoc_[done.firing]) result.havoc.push_back(values.value(havoc));
    return result;
  }

  [[nodiscard]] std::size_t first_event(TermId process) const {
    const auto at = std::find_if(done_.begin(), done_.end(), [&](const Done& done) {
      const auto& who = path_.firings[done.firing].processes;
      return !done.process.valid() && std::find(who.begin(), who.end(), process) != who.end();
    });
    return static_cast<std::size_t>(at - done_.begin());
  }

  Context& context_;
  TermArena& arena_;
  const le::System& system_;
  const Path& path_;
  Decisions& decisions_;
  std::size_t decided_ = 0;  // how many of them this run has used
  std::vector<TermId> processes_;
  std::vector<TermId> constraints_;
  Memory memory_;
  std::map<TermId, std::deque<std::pair<std::uint32_t, Memory>>> buffers_;
  std::map<std::pair<TermId, TermId>, std::deque<std::pair<std::uint32_t, TermId>>> apart_;  // by process and cell: firing and value
  std::map<std::uint32_t, std::vector<TermId>> at_place_;  // by firing: cells that are committed later, at its place
  std::vector<Done> done_;
  std::vector<std::vector<TermId>> havoc_;  // by firing
  std::vector<bool> buffered_;              // by firing: it made an entry in its process's buffer
  std::uint32_t values_ = 0;
};

}  // namespace

std::optional<Trace> concretize(Context& context, InitCheck& init, const Path& path) {
  if (!path.possible) return std::nullopt;
  constexpr unsigned most_runs = 200;
  // Where the model counts processes, a path may need more of them than it names; the fewest are tried first.
  const std::uint32_t most_idle = context.system.counts.mentioned ? 8 : 0;
  for (std::uint32_t idle = 0; idle <= most_idle && context.fits(path.processes + idle); ++idle) {
    Decisions decisions;
    for (unsigned k = 0; k < most_runs; ++k) {
      if (auto trace = Machine(context, init, path, decisions, idle).run()) return trace;
      if (!decisions.advance()) break;
    }
  }
  return std::nullopt;
}

}  // namespace parapet::search
