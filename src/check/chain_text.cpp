// The machine with a store buffer per location for cubes of the event engine: every event has a time, an integer, and what a process sees at
// a time is a function of the writes so far. Firings execute one after the other; a write of a firing is committed at its own time, which may
// be later than the executions of firings that come after it. The order of the times of the writes of a location is co.
//
//   (|X@| p j.. s)        what p sees of X[j..] at time s: its own last write, if that has a later time, else the last write up to s
//   (|X.value| j.. t)     the value of the write of X[j..] with the time t; of 0: the initial value
//   (|X.before| j.. s)    the time of the last write of X[j..] up to s; 0: there is none
//   (|X.own| p j..)       the time of p's last write of X[j..]          (|X.previous| p j..)  that of the write right before it in co
//   (|X.latest| j..)      the latest time of a write of X[j..], by the process (|X.writer| j..)
//   clock                 the time of the last execution
//   (last-write p)        a time at which all writes of p are committed  (fenced p)  the same for those from before its last wfence()
//
// A firing by p executes at tx, its write of X[j..] has the time (|X.time| j..), and tl is a time at which all of p's writes are committed. It
// is possible if
//   clock < tx
//   last-write(p) <= tx                       if it has a fence or is one event (a read-modify-write, or without an actor)
//   tx <= time, or tx = time                  the latter if it is one event or the write is never delayed (le/delays.h)
//   own(p, c) < time, before(c, time) < time  for each weak cell c that it writes: co is a total order, and goes forward for p
//   fenced(p) <= time; last-write(p) <= time  the latter if it has a wfence()
//   last-write(p), time <= tl
// and its guard holds for what p sees at tx.
//
// A cube gives times s0, s1, ... to its pending reads, e0, e1, ... to the slots of its explored writes, then to these writes. They say
//   clock < s, w                       what is explored executes later
//   reach(r): m    r <= m              W(w): m   w <= m          B(q): m   last-write(q) <= m       V(q): m   fenced(q) <= m
//   w, its slot    before(c, slot) <= w, before(c, w) < w, slot < the next write
//   closed         latest(c) < w;      glued: no write between;       seen: own(q, c) < w;        an exchange is its write: r = w
//   early          own(i, c) is the source: 0 < own(i, c), before(c, s) <= own(i, c), s < w for each w after it
//   not early      where c has explored writes, the source, at the time before(c, s), or own(i, c) if that is later, is after the writes that
//                  the item is after; s and the source are before the others; no other write is between s and own(i, c)
// Executions that read or wrote a shared plain cell need no times: all come before what is explored.
#include <algorithm>

#include "base/narrow.h"
#include "check/access_text.h"
#include "check/firing_instance.h"
#include "check/weak_text.h"

namespace parapet::check {
namespace {

class ChainText final : public WeakText {
 public:
  ChainText(const le::System& system, TermArena& arena, StateText& states)
      : WeakText(states), system_(system), arena_(arena), table_(system, arena, states) {}

  [[nodiscard]] std::string declarations() const override {
    std::string text = "(declare-const nobody proc)\n(declare-const now Int)\n" + declare_function("clock", 0, 0, "Int");
    for (const char* each : {"last-write", "fenced"}) text += declare_function(each, 1, 0, "Int");
    each_weak([&](SymbolId symbol, const Names& at) {
      text += declare_function(states_.own(symbol, "value"), at.size(), 1, states_.sort_of(symbol));
      text += declare_function(states_.own(symbol, "before"), at.size(), 1, "Int");
      for (const char* each : {"own", "previous"}) text += declare_function(states_.own(symbol, each), at.size() + 1, 0, "Int");
      text += declare_function(states_.own(symbol, "latest"), at.size(), 0, "Int");
      text += declare_function(states_.own(symbol, "writer"), at.size(), 0, "proc");
      text += declare_function(time_of(symbol), at.size(), 0, "Int") + define_seen(symbol, false);
    });
    return text;
  }

  [[nodiscard]] Names order(const Cube& cube, const Scope& scope) const override {
    const PendingOrder& order = cube.weak.order;
    Names result;
    const std::string clock = states_.in_state("clock", scope.after);
    for (std::size_t r = 0; r < cube.weak.open.items.size(); ++r) result.push_back(less(clock, scope.times[r]));
    const auto precedes = [&](const std::string& time, const ReadSet& row) {
      for (const std::uint32_t m : row.list()) {
        if (time != scope.times[m]) result.push_back(up_to(time, scope.times[m]));
      }
    };
    for (std::uint32_t r = 0; r < order.reach.size(); ++r) precedes(scope.times[r], order.reach[r]);
    for (const auto& row : order.processes) {
      const std::string process = states_.term(row.process, scope);
      precedes(application(states_.in_state("last-write", scope.after), {process}), row.waits);
      precedes(application(states_.in_state("fenced", scope.after), {process}), row.writes);
    }
    for (std::size_t k = 0; k < order.writes.size(); ++k) append(result, write(cube, k, scope));
    for (const auto& item : order.sought) append(result, sought(cube, item, scope));
    return result;
  }

  [[nodiscard]] std::vector<Others> others(const Cube&, const Scope&) const override { return {}; }

  [[nodiscard]] Names begin(FiringText& firing) const override {
    firing.scope.reader = firing.actor.empty() ? "nobody" : firing.actor;
    firing.scope.time = "tx";
    return {"tx", "tl"};
  }

  [[nodiscard]] std::string read_time(const le::Transition&) const override { return "tx"; }
  [[nodiscard]] std::string write_time(SymbolId symbol, const Names& at) const override { return application(time_of(symbol), at); }
  [[nodiscard]] bool positions_are_times() const override { return true; }

  [[nodiscard]] Names possible(const FiringText& firing, const Range& range, const std::vector<Cell>&) const override {
    const le::Transition& t = firing.transition;
    const std::string& p = firing.actor;
    Names result{less("clock", "tx")};
    if (!p.empty()) append(result, {"(distinct nobody " + p + ")", up_to("(last-write " + p + ")", "tl")});
    if (!p.empty() && (t.fence || is_one_event(t))) result.push_back(up_to("(last-write " + p + ")", "tx"));
    for (const SymbolId symbol : states_.changed()) {
      if (!states_.is_weak(symbol)) continue;
      append(result, range.for_processes(states_.indices(symbol).size(), [&](const Names& at) {
        const std::string time = write_time(symbol, at);
        Names parts{less(before(symbol, at, time, false), time)};
        const bool late = system_.delays.may_be_late(narrow<std::uint32_t>(&t - system_.transitions.data()));
        const std::string may = is_one_event(t) ? "false" : late ? "true" : table_.may_delay(t, symbol, p, at);
        parts.push_back(choice(may, up_to("tx", time), "(= tx " + time + ")"));
        if (!p.empty()) {
          append(parts, {less(own(symbol, p, at, false), time), up_to("(fenced " + p + ")", time), up_to(time, "tl")});
          if (t.wfence) parts.push_back(up_to("(last-write " + p + ")", time));
        }
        return implication({application(states_.write_test(symbol), at)}, conjunction(parts));
      }));
    }
    append(result, known(range));
    return result;
  }

  [[nodiscard]] std::string after(const FiringText& firing, const Range&) override {
    const le::Transition& t = firing.transition;
    const std::string& p = firing.actor;
    std::string text = define_function(next("clock"), {}, {}, "Int", "tx");
    const auto of_process = [&](const std::string& function, const std::string& time) {
      text += define_function(next(function), {"p"}, {}, "Int", choice("(= p " + p + ")", time, application(function, {"p"})));
    };
    if (!p.empty() && t.writes_weak) of_process("last-write", "tl");
    if (!p.empty() && t.wfence) of_process("fenced", "(last-write " + p + ")");
    for (const SymbolId symbol : states_.changed()) {
      if (states_.is_weak(symbol)) text += after(symbol, p);
    }
    return text;
  }

  // The writers of cells are processes.
  [[nodiscard]] Names committers(const FiringText&, const Range& range) const override {
    Names result;
    each_weak([&](SymbolId symbol, const Names& at) {
      append(result, range.for_processes(at.size(), [&](const Names& cell) { return application(states_.own(symbol, "writer"), cell); }));
    });
    return result;
  }

  [[nodiscard]] Names about_now(const Range& range, const std::vector<Cell>&) const override {
    Names result;
    if (!range.quantified) append(result, range.for_times([](const auto& time) { return less(time, "now"); }));
    each_weak([&](SymbolId symbol, const Names& at) {
      append(result, range.for_processes(at.size(), [&](const Names& cell) {
        return up_to(before(symbol, cell, "now", false), application(states_.own(symbol, "latest"), cell));
      }));
    });
    return result;
  }

  // What the order of times says of every state.
  [[nodiscard]] Names known(const Range& range) const override {
    Names result{"(<= 0 clock)"};
    append(result, range.for_processes(1, [](const Names& p) { return up_to("(fenced " + p[0] + ")", "(last-write " + p[0] + ")"); }));
    each_weak([&](SymbolId symbol, const Names& at) {
      append(result, range.for_processes(at.size(), [&](const Names& cell) { return conjunction(known_of(symbol, cell, range)); }));
      append(result, range.for_processes(at.size() + 1, [&](const Names& all) {
        const Names cell{all.begin() + 1, all.end()};
        const std::string last = of(symbol, "own", all[0], cell, false);
        Names parts{up_to(last, "(last-write " + all[0] + ")"), up_to(last, application(states_.own(symbol, "latest"), cell)),
                    up_to(of(symbol, "previous", all[0], cell, false), last)};
        for (const std::string& time : times(symbol, cell, range))
          parts.push_back(implication({up_to(last, time)}, up_to(last, before(symbol, cell, time, false))));
        const std::string may = may_wait(symbol, all[0], cell);
        if (may != "true") parts.push_back(disjunction({may, up_to(last, "clock")}));
        return conjunction(parts);
      }));
    });
    return result;
  }

  // Nothing was written: everybody sees the initial values at all times.
  [[nodiscard]] Names initially(const Range& range) const override {
    Names result{"(= clock 0)"};
    for (const char* each : {"last-write", "fenced"})
      append(result, range.for_processes(1, [&](const Names& p) { return "(= " + application(each, p) + " 0)"; }));
    Range with_nobody = range;
    if (!range.quantified) with_nobody.processes.emplace_back("nobody");
    each_weak([&](SymbolId symbol, const Names& at) {
      append(result, with_nobody.for_processes(at.size() + 1, [&](const Names& all) {
        const Names cell{all.begin() + 1, all.end()};
        Names initial = cell;
        initial.emplace_back("0");
        Names parts{
            "(= " + of(symbol, "own", all[0], cell, false) + " 0)", "(= " + of(symbol, "previous", all[0], cell, false) + " 0)",
            "(= " + application(states_.own(symbol, "latest"), cell) + " 0)",
            "(= " + application(states_.own(symbol, "value"), initial) + " " + application(states_.cell(symbol, false), cell) + ")"};
        append(parts, range.for_times([&](const std::string& time) { return "(= " + before(symbol, cell, time, false) + " 0)"; }));
        return conjunction(parts);
      }));
    });
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
    return R"(The machine fires transitions in the order in which they execute. Each write has a time of its own, at which it is committed from the
store buffer of its process and location; commits of later times than the present are still to come. A process sees, at a time, its own
last write if that is not committed by then, else the last write that is.
    (|X@| p j s)        what p sees of X[j] at time s
    (|X.value| j t)     the value of the write of X[j] with the time t; of 0: the initial value
    (|X.before| j s)    the time of the last write of X[j] up to time s; 0: there is none
    (|X.own| p j)       the time of p's last write of X[j]; (|X.previous| p j): that of the write right before it
    (|X.latest| j)      the latest time of a write of X[j], by (|X.writer| j)
    clock               the time of the last execution
    (last-write p)      a time at which all writes of p are committed
    (fenced p)          the same for those from before its last wfence()
    tx, (|X.time| j)    the times of the execution of a firing and of its write of X[j]; tl: all writes of its process are committed
    now                 a time after all that are named
The files use what follows from the meaning of these times: previous(p) <= own(p) <= last-write(p); nothing is later than latest; up to a
later time the last write is the same or a later one; a write that is never delayed is committed when it executes, so not after clock; and
one that is committed after clock is the last one of its process.
A cube gives times s0, s1, ... to its pending reads, and e0, e1, ... to the ends of writes and to writes that are still to be executed.
)";
  }

 private:
  [[nodiscard]] static std::string less(const std::string& a, const std::string& b) { return "(< " + a + " " + b + ")"; }
  [[nodiscard]] static std::string up_to(const std::string& a, const std::string& b) { return "(<= " + a + " " + b + ")"; }
  [[nodiscard]] static bool is_one_event(const le::Transition& t) { return t.read_modify_write() || (t.writes_weak && !t.actor); }
  [[nodiscard]] std::string time_of(SymbolId symbol) const { return states_.own(symbol, "time"); }

  template <class Visit>
  void each_weak(const Visit& visit) const {
    for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
      if (states_.is_weak(SymbolId(s))) visit(SymbolId(s), states_.indices(SymbolId(s)));
    }
  }

  [[nodiscard]] std::string before(SymbolId symbol, Names at, const std::string& time, bool after) const {
    at.push_back(time);
    return application(states_.in_state(states_.own(symbol, "before"), after), at);
  }
  // `what`: own or previous.
  [[nodiscard]] std::string of(SymbolId symbol, const std::string& what, const std::string& process, Names at, bool after) const {
    at.insert(at.begin(), process);
    return application(states_.in_state(states_.own(symbol, what), after), at);
  }
  [[nodiscard]] std::string own(SymbolId symbol, const std::string& process, const Names& at, bool after) const {
    return of(symbol, "own", process, at, after);
  }

  // A process sees its own last write, until that is committed.
  [[nodiscard]] std::string define_seen(SymbolId symbol, bool after) const {
    const Names at = states_.indices(symbol);
    Names processes{"p"}, written = at;
    append(processes, at);
    const std::string mine = own(symbol, "p", at, after);
    written.push_back(choice(less("s", mine), mine, before(symbol, at, "s", after)));
    return define_function(states_.seen(symbol, after), processes, {"s"}, states_.sort_of(symbol),
                           application(states_.in_state(states_.own(symbol, "value"), after), written));
  }

  // The times at which a file asks for the last write of the cell.
  [[nodiscard]] Names times(SymbolId symbol, const Names& cell, const Range& range) const {
    if (range.quantified) return {};
    Names all = range.times;
    if (states_.changed().contains(symbol)) all.push_back(write_time(symbol, cell));
    return all;
  }

  // Of the writes of the cell up to two times.
  [[nodiscard]] Names known_of(SymbolId symbol, const Names& cell, const Range& range) const {
    Names result;
    const Names all = times(symbol, cell, range);
    const std::string latest = application(states_.own(symbol, "latest"), cell);
    for (const std::string& s : all) {
      const std::string up_to_s = before(symbol, cell, s, false);
      append(result, {up_to(up_to_s, s), up_to(up_to_s, latest), "(or (< " + s + " " + latest + ") (= " + up_to_s + " " + latest + "))"});
      for (const std::string& t : all) {
        if (s == t) continue;
        const std::string up_to_t = before(symbol, cell, t, false);
        result.push_back(
            implication({up_to(s, t)},
                        conjunction({up_to(up_to_s, up_to_t), implication({up_to(up_to_t, s)}, "(= " + up_to_s + " " + up_to_t + ")")})));
      }
    }
    // A write that is still to be committed is the last one of its process.
    const std::string writer = application(states_.own(symbol, "writer"), cell);
    result.push_back(disjunction({up_to(latest, "clock"), "(= " + latest + " " + own(symbol, writer, cell, false) + ")"}));
    if (others_may_buffer(symbol)) return result;
    Names ways{up_to(latest, "clock")};
    for (const Names* writers : {&states_.constants(), &cell}) {
      for (const std::string& each : *writers) ways.push_back("(= " + writer + " " + each + ")");
    }
    result.push_back(disjunction(ways));
    return result;
  }

  // A process that no constant names, and that is no index of the cell, may have a buffered write of it.
  [[nodiscard]] bool others_may_buffer(SymbolId symbol) const {
    const auto bound = system_.program->number_procs;
    if (bound && *bound <= system_.constants.size()) return false;
    const TermId cell = arena_.cell(symbol, std::vector<TermId>(states_.indices(symbol).size(), arena_.process(1)));
    for (std::size_t k = 0; k < system_.transitions.size(); ++k) {
      const le::Transition& t = system_.transitions[k];
      if (!may_write_late(t, symbol)) continue;
      const auto number = narrow<std::uint32_t>(k);
      if (system_.delays.may_be_late(number) || system_.delays.may_delay(arena_, number, arena_.process(0), cell)) return true;
    }
    return false;
  }
  [[nodiscard]] bool may_write_late(const le::Transition& t, SymbolId symbol) const {
    const auto& updates = system_.updates[t.source];
    return t.actor && !is_one_event(t) &&
           std::any_of(updates.begin(), updates.end(), [&](const le::Update& update) { return update.symbol == symbol; });
  }
  [[nodiscard]] std::string next(const std::string& name) const {
    states_.define_after(name);
    return states_.in_state(name, true);
  }

  // That some write of the process to the cell may be delayed.
  [[nodiscard]] std::string may_wait(SymbolId symbol, const std::string& process, const Names& at) const {
    Names ways;
    for (std::size_t k = 0; k < system_.transitions.size(); ++k) {
      const le::Transition& t = system_.transitions[k];
      if (!may_write_late(t, symbol)) continue;
      ways.push_back(system_.delays.may_be_late(narrow<std::uint32_t>(k)) ? "true" : table_.may_delay(t, symbol, process, at));
    }
    const bool certain = std::find(ways.begin(), ways.end(), "true") != ways.end();
    std::erase(ways, "false");
    return certain ? "true" : ways.empty() ? "false" : disjunction(ways);
  }

  [[nodiscard]] static std::string time(const Cube& cube, std::size_t write, const Scope& scope) {
    return scope.times[cube.weak.order.reach.size() + write];
  }
  [[nodiscard]] Names terms(const std::vector<TermId>& all, const Scope& scope) const {
    Names result;
    for (const TermId term : all) result.push_back(states_.term(term, scope));
    return result;
  }

  [[nodiscard]] Names write(const Cube& cube, std::size_t k, const Scope& scope) const {
    const PendingOrder& order = cube.weak.order;
    const PendingOrder::Write& write = order.writes[k];
    const PendingOrder::Chain chain = order.chain(write.symbol, write.args);
    const std::string at = time(cube, k, scope);
    const Names cell = terms(write.args, scope);
    Names result{less(states_.in_state("clock", scope.after), at), less(before(write.symbol, cell, at, scope.after), at)};
    for (const std::uint32_t m : write.after.list()) result.push_back(up_to(at, scope.times[m]));
    for (const std::string& process : terms(write.seen, scope)) result.push_back(less(own(write.symbol, process, cell, scope.after), at));
    if (k + 1 < chain.end) result.push_back(less(write.closed ? at : scope.times[write.slot], time(cube, k + 1, scope)));
    if (write.glued) result.push_back(up_to(before(write.symbol, cell, at, scope.after), time(cube, k - 1, scope)));
    if (write.exchange != PendingOrder::none) result.push_back("(= " + scope.times[write.exchange] + " " + at + ")");
    if (write.closed)
      result.push_back(less(application(states_.in_state(states_.own(write.symbol, "latest"), scope.after), cell), at));
    else
      result.push_back(up_to(before(write.symbol, cell, scope.times[write.slot], scope.after), at));
    return result;
  }

  [[nodiscard]] Names sought(const Cube& cube, const PendingOrder::Item& item, const Scope& scope) const {
    const PendingOrder& order = cube.weak.order;
    const PendingOrder::Chain chain = order.chain(item.symbol, item.args);
    const Names cell = terms(item.args, scope);
    const std::string& s = scope.times[item.read];
    const std::string last = before(item.symbol, cell, s, scope.after);
    const std::string mine = item.reader.valid() ? own(item.symbol, states_.term(item.reader, scope), cell, scope.after) : "0";
    Names result;
    if (item.early) {
      append(result, {less("0", mine), up_to(last, mine)});
      for (std::size_t k = chain.first; k < chain.end; ++k)
        result.push_back(implication({less(mine, time(cube, k, scope))}, less(s, time(cube, k, scope))));
      return result;
    }
    if (chain.size() > 0 && item.reader.valid()) {
      const std::string previous = of(item.symbol, "previous", states_.term(item.reader, scope), cell, scope.after);
      result.push_back(disjunction({up_to(mine, s), up_to(previous, s)}));
    }
    for (std::size_t k = chain.first; k < chain.end; ++k) {
      const std::string at = time(cube, k, scope);
      if (PendingOrder::is_after(item.read, order.writes[k]))
        result.push_back("(or (< " + at + " " + last + ") (< " + at + " " + mine + "))");
      else
        append(result, {order.writes[k].exchange == item.read ? "true" : less(s, at), less(mine, at), less(last, at)});
    }
    return result;
  }

  std::string after(SymbolId symbol, const std::string& p) {
    const Names at = states_.indices(symbol);
    Names actors{"p"};
    append(actors, at);
    const std::string writes = application(states_.write_test(symbol), at), time = write_time(symbol, at);
    const auto define = [&](const char* what, const Names& processes, const Names& numbers, const std::string& sort,
                            const std::string& body) {
      return define_function(next(states_.own(symbol, what)), processes, numbers, sort, body);
    };
    const std::string old = before(symbol, at, "s", false);
    const std::string latest = application(states_.own(symbol, "latest"), at);
    Names written = at;
    written.emplace_back("s");
    std::string text = define("before", at, {"s"}, "Int", choice(conjunction({writes, up_to(time, "s"), less(old, time)}), time, old));
    text += define("latest", at, {}, "Int", choice(conjunction({writes, less(latest, time)}), time, latest));
    text += define("value", at, {"s"}, states_.sort_of(symbol),
                   choice(conjunction({writes, "(= s " + time + ")"}), application(states_.write_value(symbol), at),
                          application(states_.own(symbol, "value"), written)));
    const std::string mine = own(symbol, "p", at, false), previous = of(symbol, "previous", "p", at, false);
    const std::string is_actor = p.empty() ? "false" : "(= p " + p + ")";
    const std::string between = conjunction({writes, less(previous, time), less(time, mine)});
    text += define("previous", actors, {}, "Int",
                   choice(conjunction({is_actor, writes}), before(symbol, at, time, false), choice(between, time, previous)));
    if (!p.empty()) text += define("own", actors, {}, "Int", choice(conjunction({is_actor, writes}), time, mine));
    return text + define_seen(symbol, true);
  }

  const le::System& system_;
  TermArena& arena_;
  DelayTableText table_;
};

}  // namespace

std::unique_ptr<WeakText> chain_text(const le::System& system, TermArena& arena, StateText& states) {
  return std::make_unique<ChainText>(system, arena, states);
}

}  // namespace parapet::check
