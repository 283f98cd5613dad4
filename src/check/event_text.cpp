// The machine of the event engine as functions. ghb of an execution has no cycle iff its events can be given times, integers, such that
// every edge of ghb goes up. The machine below fires the transitions of an execution in an order in which program order, rf and co go
// forward, and gives each event its time when it is fired. What a process sees at a time is a function of the writes so far: the last
// write, in co, of its own or of an earlier time. So rf goes up, and so does fr, for a later write of the location has a later time than
// every execution that has read it.
//
//   (|X@| i j.. s)         what i sees of X[j..] at time s; `nobody`: what is seen by one who wrote nothing
//   |X.|                   what the last write of each weak location left there
//   (last-execution p)     the time of p's last execution          (last-write p)  of p's last write
//   (|X.written| j..)      the time of the last write of the weak location, or of the last execution that wrote the shared plain cell
//   (|X.read| j..)         the latest time of an execution that read it
//   now                    a time after all of these, at which everybody sees what the last writes left
//
// A firing by p has an execution at the time tx and, if its text writes weak locations, a write at the time tw; tw is tx if the firing is
// atomic. It is possible if
//   last-execution(p) < tx                              program order: execution -> execution
//   last-write(p) < tx                                  if it has a fence, is atomic and writes, or the memory model keeps write -> execution
//   tx < tw, last-write(p) < tw                         execution -> write, write -> write
//   written(c), read(c) < tw                            for each weak location c that it writes: co and fr
//   written(c) < tx                                     for each shared plain cell c that it reads or writes, and each weak location that
//                                                       it reads from memory: one of System::ordered_by_commit, if the firing is sync
//   read(c) < tx                                        for each shared plain cell c that it writes
// and its guard holds for what p sees at tx, or finds in memory: |X.|, the last write. Its writes are then seen by p, and by everybody else at times after tw.
//
// A cube gives times to its pending reads; a row says that they come after the events of its class (event_reference.cpp):
//   reach(r): r'     r <= r'; two reads may be made at one time
//   A(q): r          last-execution(q) < r; last-write(q) < r where the memory model keeps write -> execution
//   B(q): r          last-write(q) < r
//   L(c), Gw(c): r   written(c), read(c) < r
//   Gr(c): r         written(c) < r                      for weak locations, too
// The reads of a firing are those of its text. Those of cells with other indices than the processes that an obligation names are left out;
// this only adds executions.
#include <algorithm>

#include "check/firing_instance.h"
#include "check/weak_text.h"

namespace parapet::check {
namespace {

using enum le::EventKind;

class EventText final : public WeakText {
 public:
  EventText(const le::System& system, TermArena& arena, StateText& states) : WeakText(states), system_(system), arena_(arena) {}

  [[nodiscard]] std::string declarations() const override {
    std::string text = "(declare-const nobody proc)\n(declare-const now Int)\n";
    for (const char* each : {"last-execution", "last-write"}) text += declare_function(each, 1, 0, "Int");
    for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
      const SymbolId symbol(s);
      if (!is_tracked(symbol)) continue;
      const std::size_t arity = states_.indices(symbol).size();
      text += declare_function(written(symbol), arity, 0, "Int") + declare_function(read(symbol), arity, 0, "Int");
      if (states_.is_weak(symbol)) text += declare_function(states_.seen(symbol, false), arity + 1, 1, states_.sort_of(symbol));
    }
    return text;
  }

  [[nodiscard]] Names order(const Cube& cube, const Scope& scope) const override {
    Names result;
    const PendingOrder& order = cube.weak.order;
    for (std::uint32_t r = 0; r < order.reach.size(); ++r) {
      for (const std::uint32_t next : order.reach[r].list()) {
        if (next != r) result.push_back("(<= " + scope.times[r] + " " + scope.times[next] + ")");
      }
    }
    const auto before = [&](const std::string& function, const Names& arguments, const ReadSet& reads) {
      for (const std::uint32_t r : reads.list())
        result.push_back(less(application(states_.in_state(function, scope.after), arguments), scope.times[r]));
    };
    for (const auto& row : order.processes) {
      const Names process{states_.term(row.process, scope)};
      before("last-execution", process, row.any);
      if (keeps_all()) before("last-write", process, row.any);
      before("last-write", process, row.waits);
    }
    for (const auto& row : order.cells) {
      if (row.others) continue;
      Names at;
      for (const TermId index : row.args) at.push_back(states_.term(index, scope));
      append(result, cell_row(row, at, scope));
    }
    return result;
  }

  [[nodiscard]] std::vector<Others> others(const Cube& cube, const Scope& scope) const override {
    std::vector<Others> result;
    for (const auto& row : cube.weak.order.cells) {
      if (!row.others) continue;
      const Names at = states_.indices(row.symbol);
      Names own;
      for (const auto& each : cube.weak.order.cells) {
        if (each.others || each.symbol != row.symbol) continue;
        Names same;
        for (std::size_t k = 0; k < at.size(); ++k) same.push_back("(= " + at[k] + " " + states_.term(each.args[k], scope) + ")");
        own.push_back(conjunction(same));
      }
      const std::string holds = conjunction(cell_row(row, at, scope));
      if (holds != "true") result.push_back({row.symbol, own.empty() ? holds : disjunction({disjunction(own), holds})});
    }
    return result;
  }

  [[nodiscard]] Names begin(FiringText& firing) const override {
    firing.scope.reader = firing.actor.empty() ? "nobody" : firing.actor;
    firing.scope.time = "tx";
    if (firing.transition.kind == le::FiringKind::Sync) firing.scope.in_memory = &system_.ordered_by_commit;
    return apart(firing.transition) ? Names{"tx", "tw"} : Names{"tx"};
  }

  [[nodiscard]] std::string read_time(const le::Transition&) const override { return "tx"; }

  [[nodiscard]] Names possible(const FiringText& firing, const Range& range, const std::vector<Cell>& cells) const override {
    const le::Transition& t = firing.transition;
    const std::string& p = firing.actor;
    const std::string write = apart(t) ? "tw" : "tx";
    Names result;
    if (!p.empty()) {
      result = {"(distinct nobody " + p + ")", less("(last-execution " + p + ")", "tx")};
      if (t.fence || keeps_all() || (t.writes_weak && !apart(t))) result.push_back(less("(last-write " + p + ")", "tx"));
      if (apart(t)) append(result, {less("tx", "tw"), less("(last-write " + p + ")", "tw")});
    }
    for (const SymbolId symbol : states_.changed()) {
      if (!is_tracked(symbol)) continue;
      const std::string& time = states_.is_weak(symbol) ? write : "tx";
      const auto goes_up = [&](const Names& at) {
        return implication({application(states_.write_test(symbol), at)},
                           conjunction({less(application(written(symbol), at), time), less(application(read(symbol), at), time)}));
      };
      append(result, range.for_processes(states_.indices(symbol).size(), goes_up));
      for (const Cell& cell : cells) {
        if (cell.symbol == symbol) result.push_back(goes_up(cell.indices));
      }
    }
    each_read(firing, range, [&](SymbolId symbol, const Names& at, const Names& conditions, const Names& bound) {
      const bool from_memory = firing.scope.in_memory != nullptr && (*firing.scope.in_memory)[symbol.index()];
      if (states_.is_weak(symbol) && !from_memory) return;
      const std::string goes_up = implication(conditions, less(application(written(symbol), at), "tx"));
      result.push_back(bound.empty() ? goes_up : "(forall " + sorted_variables(bound, {}) + " " + goes_up + ")");
    });
    return result;
  }

  [[nodiscard]] std::string after(const FiringText& firing, const Range& range) override {
    const le::Transition& t = firing.transition;
    const std::string& p = firing.actor;
    const std::string write = apart(t) ? "tw" : "tx";
    std::string text;
    const auto of_process = [&](const std::string& function, const std::string& time) {
      text += define_function(next(function), {"p"}, {}, "Int", choice("(= p " + p + ")", time, application(function, {"p"})));
    };
    if (!p.empty()) of_process("last-execution", "tx");
    if (!p.empty() && t.writes_weak) of_process("last-write", write);
    std::map<SymbolId, Names> reads;
    each_read(firing, range, [&](SymbolId symbol, const Names& at, const Names& conditions, const Names& bound) {
      Names parts = conditions;
      const Names cell = states_.indices(symbol);
      for (std::size_t k = 0; k < at.size(); ++k) parts.push_back("(= " + cell[k] + " " + at[k] + ")");
      const std::string some = bound.empty() ? "" : "(exists " + sorted_variables(bound, {}) + " ";
      const std::string match = some + conjunction(parts) + (bound.empty() ? "" : ")");
      Names& all = reads[symbol];
      if (std::find(all.begin(), all.end(), match) == all.end()) all.push_back(match);
    });
    for (const auto& [symbol, matches] : reads) {
      const Names at = states_.indices(symbol);
      const std::string old = application(read(symbol), at);
      text += define_function(next(read(symbol)), at, {}, "Int", choice(conjunction({disjunction(matches), less(old, "tx")}), "tx", old));
    }
    for (const SymbolId symbol : states_.changed()) {
      if (!is_tracked(symbol)) continue;
      const bool weak = states_.is_weak(symbol);
      const Names at = states_.indices(symbol);
      const std::string writes = application(states_.write_test(symbol), at);
      text += define_function(next(written(symbol)), at, {}, "Int", choice(writes, weak ? write : "tx", application(written(symbol), at)));
      if (!weak) continue;
      Names seen_at = at;
      seen_at.insert(seen_at.begin(), "p");
      Names arguments = seen_at;
      arguments.emplace_back("s");
      text += define_function(states_.seen(symbol, true), seen_at, {"s"}, states_.sort_of(symbol),
                              choice("(and " + writes + " (or (= p " + p + ") (< " + write + " s)))",
                                     application(states_.write_value(symbol), at), application(states_.seen(symbol, false), arguments)));
    }
    return text;
  }

  // `now` can be any time that is late enough, so it is after every time that the file names.
  [[nodiscard]] Names about_now(const Range& range, const std::vector<Cell>& cells) const override {
    Names result;
    if (!range.quantified) append(result, range.for_times([](const auto& time) { return less(time, "now"); }));
    for (const char* each : {"last-execution", "last-write"})
      append(result, range.for_processes(1, [&](const Names& p) { return less(application(each, p), "now"); }));
    Range with_nobody = range;
    if (!range.quantified) with_nobody.processes.emplace_back("nobody");
    for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
      const SymbolId symbol(s);
      if (!is_tracked(symbol)) continue;
      const auto past = [&](const Names& at) {
        return conjunction({less(application(written(symbol), at), "now"), less(application(read(symbol), at), "now")});
      };
      append(result, range.for_processes(states_.indices(symbol).size(), past));
      for (const Cell& cell : cells) {
        if (cell.symbol == symbol) result.push_back(past(cell.indices));
      }
      if (states_.is_weak(symbol))
        append(result, with_nobody.for_processes(states_.indices(symbol).size() + 1,
                                                 [&](const Names& at) { return sees_memory(symbol, at, "now"); }));
    }
    return result;
  }

  // Nothing was written: everybody sees the initial values at all times.
  [[nodiscard]] Names initially(const Range& range) const override {
    Names result;
    for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
      const SymbolId symbol(s);
      if (!states_.is_weak(symbol)) continue;
      const std::size_t arity = states_.indices(symbol).size();
      Range with_nobody = range;
      if (!range.quantified) with_nobody.processes.emplace_back("nobody");
      append(result, with_nobody.for_processes(arity + 1, [&](const Names& at) {
        return conjunction(range.for_times([&](const auto& time) { return sees_memory(symbol, at, time); }));
      }));
    }
    return result;
  }

  [[nodiscard]] std::string can_read(const std::string&, const std::string&, bool) const override { return "true"; }

  [[nodiscard]] Names seen_values(SymbolId symbol, const std::string& predicate, bool after) const override {
    if (!states_.is_weak(symbol)) return {};
    Names at = states_.indices(symbol);
    at.insert(at.begin(), "p");
    Names arguments = at;
    arguments.emplace_back("s");
    return {"(forall " + sorted_variables(at, {"s"}) + " " + application(predicate, {application(states_.seen(symbol, after), arguments)}) +
            ")"};
  }

  [[nodiscard]] std::string description() const override {
    return R"(The machine fires transitions in an order in which program order, rf and co go forward, and gives each event a time when it is fired.
Every edge of ghb (program order as far as the memory model keeps it, rf, co, fr) leads to a later time: such times exist if and only
if ghb has no cycle. A process sees, at a time, the last write of the location that is its own or has an earlier time.
    (|X@| p j s)        what p sees of X[j] at time s
    |X.|                what the last write of each weak location left there
    (last-execution p)  the time of p's last execution
    (last-write p)      the time of p's last write
    (|X.written| j)     the time of the last write of X[j] (shared plain names: of the last execution that wrote it)
    (|X.read| j)        the latest time of an execution that read X[j]
    tx, tw              the times of the execution and of the write of a firing
    now                 a time after all events so far
Firings that read memory at one instant (atomic, fenced, never late) read |X.|, after all writes of the location.
`unsafe` reads weak names at a time after all executions of the processes of the formula.
A cube gives times s0, s1, ... to its pending reads.
)";
  }

 private:
  [[nodiscard]] static std::string less(const std::string& a, const std::string& b) { return "(< " + a + " " + b + ")"; }
  [[nodiscard]] bool is_tracked(SymbolId symbol) const { return states_.is_weak(symbol) || system_.shared[symbol.index()]; }
  [[nodiscard]] bool keeps_all() const { return system_.model.keeps(Write, Execution); }
  // The write of the firing is an event of its own.
  [[nodiscard]] bool apart(const le::Transition& t) const { return t.writes_weak && !t.read_modify_write() && !keeps_all(); }
  [[nodiscard]] std::string written(SymbolId symbol) const { return states_.own(symbol, "written"); }
  [[nodiscard]] std::string read(SymbolId symbol) const { return states_.own(symbol, "read"); }
  [[nodiscard]] std::string next(const std::string& name) const {
    states_.define_after(name);
    return states_.in_state(name, true);
  }

  // That the process at[0] sees the cell with the other indices at the time as the last write left it.
  [[nodiscard]] std::string sees_memory(SymbolId symbol, const Names& at, const std::string& time) const {
    Names seen = at;
    seen.push_back(time);
    return "(= " + application(states_.seen(symbol, false), seen) + " " +
           application(states_.cell(symbol, false), {at.begin() + 1, at.end()}) + ")";
  }

  [[nodiscard]] Names cell_row(const PendingOrder::CellRow& row, const Names& at, const Scope& scope) const {
    const std::string write = application(states_.in_state(written(row.symbol), scope.after), at);
    const std::string execution = application(states_.in_state(read(row.symbol), scope.after), at);
    Names result;
    for (const std::uint32_t r : row.written.list()) append(result, {less(write, scope.times[r]), less(execution, scope.times[r])});
    for (const std::uint32_t r : row.read.list()) result.push_back(less(write, scope.times[r]));
    return result;
  }

  // Calls visit(symbol, indices, conditions, bound) for the weak and shared plain cells that the text of the firing reads. The conditions
  // say that the processes are some over which a quantifier of the text ranges; `bound` are the variables to be quantified, if there are any.
  template <class Visit>
  void each_read(const FiringText& firing, const Range& range, const Visit& visit) const {
    each_read_term(system_, firing, range, [&](const ReadTerm& read) {
      const Names bound = range.quantified ? read.bound : Names{};
      Names conditions = read.in_range;
      for (const std::string& process : bound) conditions.push_back("(is-process " + process + ")");
      each_leaf(arena_, read.term, [&](TermId leaf) {
        if (arena_.op(leaf) != Op::Cell || !is_tracked(arena_.symbol(leaf))) return;
        Names at;
        for (const TermId index : arena_.args(leaf)) at.push_back(states_.term(index, read.scope));
        visit(arena_.symbol(leaf), at, conditions, bound);
      });
    });
  }

  const le::System& system_;
  TermArena& arena_;
};

}  // namespace

std::unique_ptr<WeakText> event_text(const le::System& system, TermArena& arena, StateText& states) {
  return std::make_unique<EventText>(system, arena, states);
}

}  // namespace parapet::check
