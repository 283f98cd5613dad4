// The machine with a store buffer per process and location (reference.cpp has its definition) as functions. The writes in a buffer
// have positions, integers that grow: a write is appended at the next position, and the oldest one is committed.
//
//   (|X.first| p j..)    the position of the last write of p to X[j..] that was committed
//   (|X.last| p j..)     the position of the newest write; the buffer is empty if that is first
//   (|X.entry| p j.. k)  the write at the position k, first < k <= last
//   (|X@| p j.. s)       p's view of X[j..] in the snapshot s; if s is now: the newest entry of its buffer, in memory if the buffer is empty
//
//   step                 when                                              effect
//   firing by p          prompt: no s is in Q(p). late: h as for a read    plain cells change. Each weak cell that it writes is
//                        of queue_text.cpp.                                  on time, if the buffer is empty: memory changes
//                        fence(), wfence(), read-modify-writes: all          delayed: the value is appended to the buffer
//                        buffers of p are empty                            and p's view of it in every s of Q(p) changes
//   commits after it     of cells that the firing writes, or reads from    memory gets the entry of the committing process at the position
//                        memory; for each cell one that is seen, by        first'. Any number of commits of the cell, by anybody, may have
//                        another process than p, and any number before it  happened before, unseen
// Which writes may be delayed, and which firings may be late, is what the analyses of the translated system say (le/delays.h).
//
// A certificate claims W, the states from which commits alone lead into its cubes (reference.cpp). So the state before a firing is
// outside the cubes, and so is every state into which commits lead from it. Two kinds of them have names:
//   ~              the commits after the firing are made before it. A commit that is unseen there stops at the newest entry that the buffer
//                  has before the firing
//   ~1, ~2, ...    certain commits that the checker found to lead into a cube (commit_chain.h), of any location. What is not in its buffer
//                  is not committed, so that these are states after commits whatever the names in a file stand for
// Which commits after the firing have to be looked at depends on the cube into which they lead: of a location that the firing reads only for
// cells of which the cube says nothing, the commit can be made before the firing; another value is read, and the cube does not say which.
#include <algorithm>

#include "check/access_text.h"
#include "check/firing_instance.h"
#include "check/queue_text.h"
#include "check/store_buffers.h"

namespace parapet::check {
namespace {

class DelayedText final : public QueueText {
 public:
  DelayedText(const le::System& system, TermArena& arena, StateText& states)
      : QueueText(states, system.delays.any_late()),
        system_(system),
        arena_(arena),
        access_(system, arena, states),
        table_(system, arena, states) {}

  [[nodiscard]] std::string declarations() const override {
    std::string text = "(declare-const now Int)\n";
    if (queues_) text += declare_queues();
    each_weak([&](SymbolId symbol) {
      const std::size_t arity = states_.indices(symbol).size();
      text += declare_function(own(symbol, "first"), arity + 1, 0, "Int") + declare_function(own(symbol, "last"), arity + 1, 0, "Int");
      text += declare_function(own(symbol, "entry"), arity + 1, 1, states_.sort_of(symbol));
      if (queues_) text += declare_function(own(symbol, "kept"), arity + 1, 1, states_.sort_of(symbol));
      text += define_seen(symbol, false, application(own(symbol, "kept"), with(seen_at(symbol), "s")));
    });
    if (const std::string local = table_.local(); local != "true") text += define_function("local", {"p"}, {}, "Bool", local);
    each_weak([&](SymbolId symbol) {
      text += "(define-fun " + own(symbol, "holds") + " (";
      for (const std::string& process : seen_at(symbol)) text += "(" + process + " proc) ";
      text += "(v " + states_.sort_of(symbol) + ")) Bool " + table_.holds(symbol) + ")\n";
    });
    return text;
  }

  // A read in no list is one that is made now.
  [[nodiscard]] Names order(const Cube& cube, const Scope& scope) const override {
    Names result = order_of_lists(cube, scope);
    for (std::uint32_t read = 0; cube.weak.open.lists.empty() && read < cube.weak.open.items.size(); ++read)
      result.push_back("(= " + scope.times[read] + " now)");
    for (const DelayedBuffer& buffer : cube.weak.buffers) {
      const Names at = cell_of(buffer, scope);
      const std::string newest = application(in(buffer.symbol, "last", scope.after), at);
      std::string before = application(in(buffer.symbol, "first", scope.after), at);
      for (const std::uint32_t entry : buffer.entries) {
        result.push_back("(< " + before + " " + scope.times[entry] + ")");
        before = scope.times[entry];
      }
      if (buffer.exact)
        result.push_back("(= " + before + " " + newest + ")");
      else if (!buffer.entries.empty())
        result.push_back("(<= " + before + " " + newest + ")");
    }
    return result;
  }

  [[nodiscard]] Names begin(FiringText& firing) const override {
    const bool late = access_.is_late(firing.transition);
    firing.scope.reader = firing.actor;
    firing.scope.time = firing.actor.empty() ? "" : late ? "h" : "now";
    return late ? Names{"h"} : Names{};
  }

  [[nodiscard]] std::string read_time(const le::Transition& t) const override { return access_.is_late(t) ? "h" : ""; }

  [[nodiscard]] Names possible(const FiringText& firing, const Range& range, const std::vector<Cell>&) const override {
    const std::string& p = firing.actor;
    Names result = known(range);
    if (p.empty()) return result;
    if (access_.is_late(firing.transition))
      append(result, is_first(p, range));
    else if (queues_)
      append(result, QueueText::is_empty(p, range));
    if (drains(firing.transition)) {
      each_weak([&](SymbolId symbol) {
        append(result, range.for_processes(states_.indices(symbol).size(), [&](const Names& at) { return is_empty(symbol, p, at); }));
      });
    }
    return result;
  }

  [[nodiscard]] std::string after(const FiringText& firing, const Range& range) override {
    std::string text;
    if (access_.is_late(firing.transition)) text += without_first(firing.actor);
    for (const SymbolId symbol : access_.accessed(firing)) text += after(symbol, firing, range);
    return text;
  }

  [[nodiscard]] Names initially(const Range& range) const override {
    Names result = QueueText::initially(range);
    each_weak([&](SymbolId symbol) {
      append(result, range.for_processes(states_.indices(symbol).size() + 1, [&](const Names& at) { return is_empty(symbol, at); }));
    });
    return result;
  }

  [[nodiscard]] std::string is_entry(const std::string& process, SymbolId symbol, const Names& at, const std::string& position,
                                     bool after) const override {
    const Names of = of_process(process, at);
    return "(and (< " + application(in(symbol, "first", after), of) + " " + position + ") (<= " + position + " " +
           application(in(symbol, "last", after), of) + "))";
  }

  [[nodiscard]] Names known(const Range& range) const override {
    Names result;
    if (table_.local() != "true") append(result, range.for_processes(1, [](const Names& p) { return application("local", p); }));
    each_weak([&](SymbolId symbol) {
      append(result, range.for_processes(states_.indices(symbol).size() + 1, [&](const Names& of) {
        const std::string first = application(own(symbol, "first"), of), last = application(own(symbol, "last"), of);
        if (!range.quantified)
          return conjunction({"(<= " + first + " " + last + ")", disjunction({is_empty(symbol, of), holds(symbol, of, last)})});
        return conjunction({"(<= " + first + " " + last + ")",
                            "(forall ((k Int)) (=> (and (< " + first + " k) (<= k " + last + ")) " + holds(symbol, of, "k") + "))"});
      }));
    });
    return result;
  }

  [[nodiscard]] Names known_of(const Cube& cube, const Scope& scope) const override {
    Names result;
    for (const DelayedBuffer& buffer : cube.weak.buffers) {
      const Names of = cell_of(buffer, scope);
      for (const std::uint32_t entry : buffer.entries) {
        result.push_back(implication({is_entry(of[0], buffer.symbol, {of.begin() + 1, of.end()}, scope.times[entry], false)},
                                     holds(buffer.symbol, of, scope.times[entry])));
      }
    }
    return result;
  }

  [[nodiscard]] bool commits(const FiringText& firing) const override { return !access_.accessed(firing).empty(); }
  [[nodiscard]] std::string committer(SymbolId symbol, const Names& at) const override { return application(step(symbol, "by"), at); }
  [[nodiscard]] Names committers(const FiringText& firing, const Range& range) const override {
    Names all;
    for (const SymbolId symbol : access_.accessed(firing))
      append(all, range.for_processes(states_.indices(symbol).size(), [&](const Names& at) { return committer(symbol, at); }));
    return all;
  }
  [[nodiscard]] std::string committed_entry(SymbolId symbol, const std::string& process, const Names& at) const override {
    return application(step(symbol, "first"), of_process(process, at));
  }
  [[nodiscard]] std::string newest_entry(SymbolId symbol, const std::string& process, const Names& at) const override {
    return application(own(symbol, "last"), of_process(process, at));
  }

  [[nodiscard]] std::string after_commits_only(const FiringText& firing) override {
    const std::vector<SymbolId> all = access_.accessed(firing);
    states_.keep(step_mark_.substr(0, step_mark_.size() - 1) + "~");
    std::string text;
    for (const SymbolId symbol : all) {
      const Names at = states_.indices(symbol), of = seen_at(symbol);
      const std::string by = committer(symbol, at), to = application(step(symbol, "first"), of);
      states_.change(symbol);
      const std::string newest = application(own(symbol, "last"), of);
      text += define_function(next(own(symbol, "first")), of, {}, "Int", choice("(<= " + to + " " + newest + ")", to, newest));
      text += define_function(states_.cell(symbol, true), at, {}, states_.sort_of(symbol),
                              choice(application(step(symbol, "commits"), at),
                                     application(own(symbol, "entry"), with(of_process(by, at), committed_entry(symbol, by, at))),
                                     application(states_.cell(symbol, false), at)));
      text += define_seen(symbol, true, application(own(symbol, "kept"), with(of, "s")));
    }
    return text;
  }

  // No commit changes what a read in a queue would see, and each is of a cell that the firing writes, or reads for its guard or for a cell of
  // which the cube says something.
  [[nodiscard]] Names seen_commits(const Cube& cube, const Scope& scope, const FiringText& firing, const Range& range) const override {
    Names result;
    each_item(cube, scope, [&](SymbolId symbol, const Names& of, const std::string& time) {
      const Names at(of.begin() + 1, of.end());
      if (states_.changed().contains(symbol))
        result.push_back("(=> " + application(step(symbol, "commits"), at) + " " +
                         negation(concerns(symbol, of, committer(symbol, at), time)) + ")");
    });
    for (const SymbolId symbol : access_.accessed(firing)) {
      append(result, range.for_processes(states_.indices(symbol).size(), [&](const Names& at) {
        const std::string seen =
            disjunction({access_.writes(symbol, at, firing), access_.reads_for(cube, scope, symbol, at, firing, range)});
        return seen == "true" ? seen : "(=> " + application(step(symbol, "commits"), at) + " " + seen + ")";
      }));
    }
    std::erase(result, "true");
    return result;
  }

  // The last commit of a cell counts; of several commits of one buffer only the last is in `chain`.
  [[nodiscard]] std::string after_chain(const std::string& mark, const std::vector<Commit>& chain) override {
    states_.keep(mark);
    std::string text;
    each_weak([&](SymbolId symbol) {
      const Names at = states_.indices(symbol), of = seen_at(symbol);
      std::string first = application(own(symbol, "first"), of), memory = application(states_.cell(symbol, false), at);
      bool any = false;
      for (const Commit& commit : chain) {
        if (commit.symbol != symbol) continue;
        any = true;
        Names here{is_entry(commit.process, symbol, commit.cell, commit.position, false)};
        for (std::size_t k = 0; k < at.size(); ++k) here.push_back("(= " + at[k] + " " + commit.cell[k] + ")");
        const Names buffer = of_process(commit.process, commit.cell);
        memory = choice(conjunction(here), application(own(symbol, "entry"), with(buffer, commit.position)), memory);
        here.push_back("(= p " + commit.process + ")");
        first = choice(conjunction(here), commit.position, first);
      }
      if (!any) return;
      states_.change(symbol);
      text += define_function(next(own(symbol, "first")), of, {}, "Int", first);
      text += define_function(states_.cell(symbol, true), at, {}, states_.sort_of(symbol), memory);
      text += define_seen(symbol, true, application(own(symbol, "kept"), with(of, "s")));
    });
    return text;
  }

  [[nodiscard]] bool commits_alone() const override { return queues_; }

  [[nodiscard]] std::string after_commit(SymbolId symbol, const Range& range) override {
    step_mark_ = "'";
    states_.keep(step_mark_);
    states_.change(symbol);
    const Names at = states_.indices(symbol), of = seen_at(symbol), here = numbered("c", at.size());
    Names same{"(= p y)"};
    for (std::size_t k = 0; k < at.size(); ++k) same.push_back("(= " + at[k] + " " + here[k] + ")");
    const Names same_cell(same.begin() + 1, same.end());
    const std::string first = application(own(symbol, "first"), of);
    std::string text = define_function(next(own(symbol, "first")), of, {}, "Int", choice(conjunction(same), "(+ " + first + " 1)", first));
    const std::string committed = application(own(symbol, "entry"), with(of_process("y", here), committed_entry(symbol, "y", here)));
    text += define_function(states_.cell(symbol, true), at, {}, states_.sort_of(symbol),
                            choice(conjunction(same_cell), committed, application(states_.cell(symbol, false), at)));
    text += define_seen(symbol, true, application(own(symbol, "kept"), with(of, "s")));
    text += "(assert (< " + application(own(symbol, "first"), of_process("y", here)) + " " +
            application(own(symbol, "last"), of_process("y", here)) + "))\n";
    text += "(assert " + holds(symbol, of_process("y", here), committed_entry(symbol, "y", here)) + ")\n";
    for (const std::string& each : known(range)) text += "(assert " + each + ")\n";
    return text;
  }

  [[nodiscard]] std::string concerned(const Cube& cube, SymbolId symbol, const Scope& scope) const override {
    Names ways;
    each_item(cube, scope, [&](SymbolId read, const Names& of, const std::string& time) {
      if (read != symbol) return;
      Names here{concerns(symbol, of, "y", time)};
      for (std::size_t k = 1; k < of.size(); ++k) here.push_back("(= " + of[k] + " c" + std::to_string(k - 1) + ")");
      ways.push_back(conjunction(here));
    });
    return disjunction(ways);
  }

  [[nodiscard]] Names seen_values(SymbolId symbol, const std::string& predicate, bool after) const override {
    if (!states_.is_weak(symbol)) return {};
    const Names of = seen_at(symbol), at = states_.indices(symbol);
    const auto all = [&](const std::string& time, const std::string& premise, const std::string& value) {
      return "(forall " + sorted_variables(of, {time}) + " " + implication({premise}, application(predicate, {value})) + ")";
    };
    Names result{all("k", is_entry("p", symbol, at, "k", after), application(in(symbol, "entry", after), with(of, "k")))};
    if (queues_)
      result.push_back(
          all("s", application(states_.in_state("in-queue", after), {"p", "s"}), application(states_.seen(symbol, after), with(of, "s"))));
    return result;
  }

  [[nodiscard]] std::string description() const override {
    std::string text =
        R"(The machine is that of docs/design.md (NOTE(delayed-writes) in the source), which reaches an unsafe state if and only if PSO does.
A state gives a value to every cell, and to each process and weak location a store buffer, a list of writes. A write has a position, an
integer: a new write gets the next one, and the oldest is committed first.
    (|X.first| p j)     the position of the last write of p to X[j] that was committed
    (|X.last| p j)      the position of the newest write of p to X[j]; the buffer is empty if that is (|X.first| p j)
    (|X.entry| p j k)   the write at the position k
    (|X@| p j s)        what p sees of X[j], if s is now: the newest write in its buffer, or memory
    (|X.delayed'| j)    the firing leaves its write of X[j] in the buffer; otherwise the buffer is empty, and the write goes to memory
    (|X.commits'| j)    after the firing a write of the process (|X.by'| j), up to the position (|X.first'| (|X.by'| j) j), is committed
    local, |X.holds|    which values the own cells of a process can have together, and which writes its buffers can hold then
fence(), wfence() and steps that read and write weak names need all buffers of their process to be empty. (Where a wfence() waits, it and
what comes after it stand where it ends.)
)";
    if (queues_)
      text +=
          R"(Firings that wfence() lets pass read from a snapshot that was taken earlier: what the process saw at that time. Each process has a queue of
snapshots, named by their times; `now` is the one that would be taken in the present state.
    (in-queue p s)      the snapshot s is in the queue of p             (readable p s)   s is in the queue of p, or is now
    (|X@| p j s)        what p sees of X[j] in the snapshot s; its own later writes are seen in it
    take                any time: the present state is appended to the queues of some processes
    h                   the first snapshot in the queue of a process: it is removed by a firing that may be late, which reads from it
Every other firing of a process needs its queue to be empty. `unsafe` reads in a snapshot of all processes that it mentions, or now.
)";
    return text + R"(
What is proved to be unreachable is not the union of the cubes but W: the states from which commits alone lead into a cube. W contains the
cubes. If it contains an initial state, so do the cubes, since all buffers are empty then. It is enough to look at commits that follow a
firing at once, of locations that the firing writes or reads from memory, one for each that is seen, by other processes than the acting
one; for let s lead to s' by a firing of t by p, and s' into a cube by as few commits as possible:
  - a commit of a location that t does not access in memory, or by p of an earlier write, can be made before t; a commit by p of a write of
    t makes that write on time
  - so can a commit of a location that t does not write and reads only for the new values of cells of which the cube says nothing (a `let`
    that is not used counts as nothing)
  - of several commits of one location with nothing between them only the last is seen
So s leads by commits to a state from which t and such commits lead into the cube. The files show that this state is in W: it is in a cube,
or commits lead from it into one: the same commits, made before t (the functions of that state have the mark ~), or others (~1, ~2, ...).
)" +
           (queues_
                ? R"(A commit that changes what a snapshot in a queue would see, if it were taken after it, is a step of its own (files `commit-...`); by the
choice of the commits above, the state before it is not in a cube. A snapshot that is taken can be taken after the commits instead.
)"
                : "");
  }

 private:
  [[nodiscard]] std::string own(SymbolId symbol, const std::string& what) const { return states_.own(symbol, what); }
  [[nodiscard]] std::string in(SymbolId symbol, const std::string& what, bool after) const {
    return states_.in_state(own(symbol, what), after);
  }
  // A function of the step.
  [[nodiscard]] std::string step(SymbolId symbol, const std::string& what) const { return own(symbol, what + step_mark_); }
  [[nodiscard]] static Names of_process(const std::string& process, const Names& at) {
    Names of{process};
    append(of, at);
    return of;
  }
  [[nodiscard]] Names seen_at(SymbolId symbol) const { return of_process("p", states_.indices(symbol)); }
  [[nodiscard]] Names cell_of(const DelayedBuffer& buffer, const Scope& scope) const {
    Names of{states_.term(buffer.process, scope)};
    for (const TermId index : buffer.args) of.push_back(states_.term(index, scope));
    return of;
  }
  [[nodiscard]] std::string is_empty(SymbolId symbol, const Names& of, bool after = false) const {
    return "(= " + application(in(symbol, "first", after), of) + " " + application(in(symbol, "last", after), of) + ")";
  }
  [[nodiscard]] std::string is_empty(SymbolId symbol, const std::string& p, const Names& at) const {
    return is_empty(symbol, of_process(p, at));
  }
  [[nodiscard]] std::string holds(SymbolId symbol, const Names& of, const std::string& position) const {
    return application(own(symbol, "holds"), with(of, application(own(symbol, "entry"), with(of, position))));
  }
  // A commit by the process changes what the read at the time, in a queue, would see now.
  [[nodiscard]] std::string concerns(SymbolId symbol, const Names& of, const std::string& process, const std::string& time) const {
    return "(and (< " + time + " now) (distinct " + of[0] + " " + process + ") " + is_empty(symbol, of, true) + ")";
  }

  template <class Visit>
  void each_weak(const Visit& visit) const {
    for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
      if (states_.is_weak(SymbolId(s))) visit(SymbolId(s));
    }
  }
  template <class Visit>
  void each_item(const Cube& cube, const Scope& scope, const Visit& visit) const {
    for (std::size_t read = 0; read < cube.weak.open.items.size(); ++read) {
      for (const TermId item : cube.weak.open.items[read]) {
        const TermId location = arena_.location(item);
        Names of{states_.term(arena_.reader(item), scope)};
        for (const TermId index : arena_.args(location)) of.push_back(states_.term(index, scope));
        visit(arena_.symbol(location), of, scope.times[read]);
      }
    }
  }

  [[nodiscard]] static bool drains(const le::Transition& t) { return t.fence || t.wfence || t.read_modify_write(); }

  // That the firing writes the cell with the indices j0, j1, ..., or reads it from memory.
  [[nodiscard]] std::string define_accessed(SymbolId symbol, const FiringText& firing, const Range& range) const {
    const Names at = states_.indices(symbol);
    const std::string from_memory = conjunction({access_.reads(symbol, at, firing, range), is_empty(symbol, firing.actor, at)});
    return define_function(step(symbol, "accessed"), at, {}, "Bool", disjunction({access_.writes(symbol, at, firing), from_memory}));
  }

  [[nodiscard]] std::string after(SymbolId symbol, const FiringText& firing, const Range& range) {
    step_mark_ = states_.mark();
    const bool written = states_.changed().contains(symbol);
    const std::string& p = firing.actor;
    const Names at = states_.indices(symbol), of = seen_at(symbol);
    const std::string sort = states_.sort_of(symbol);
    const std::string does_write = access_.writes(symbol, at, firing);
    const std::string value = written ? application(states_.write_value(symbol), at) : "";
    states_.change(symbol);
    // What stays in the buffer.
    std::string text;
    const std::string may =
        firing.transition.read_modify_write() || !written ? "false" : table_.may_delay(firing.transition, symbol, p, at);
    const std::string last = application(own(symbol, "last"), of);
    std::string delayed = "false";
    if (may != "false") {
      text += declare_function(step(symbol, "waits"), at.size(), 0, "Bool");
      text +=
          define_function(step(symbol, "delayed"), at, {}, "Bool", conjunction({does_write, application(step(symbol, "waits"), at), may}));
      delayed = application(step(symbol, "delayed"), at);
      const std::string appended = conjunction({"(= p " + p + ")", delayed}), position = "(+ " + last + " 1)";
      text += define_function(next(own(symbol, "last")), of, {}, "Int", choice(appended, position, last));
      text += define_function(
          next(own(symbol, "entry")), of, {"k"}, sort,
          choice(conjunction({appended, "(= k " + position + ")"}), value, application(own(symbol, "entry"), with(of, "k"))));
    }
    // The commits after it.
    text += define_accessed(symbol, firing, range);
    text += declare_function(step(symbol, "commits"), at.size(), 0, "Bool") + declare_function(step(symbol, "by"), at.size(), 0, "proc");
    text += declare_function(next(own(symbol, "first")), of.size(), 0, "Int");
    const std::string commits = application(step(symbol, "commits"), at), by = committer(symbol, at);
    const std::string before = application(states_.cell(symbol, false), at);
    const std::string on_time = delayed == "false" ? does_write : conjunction({does_write, negation(delayed)});
    text += define_function(states_.cell(symbol, true), at, {}, sort,
                            choice(commits, application(own(symbol, "entry"), with(of_process(by, at), committed_entry(symbol, by, at))),
                                   choice(on_time, value, before)));
    std::string kept = application(own(symbol, "kept"), with(of, "s"));
    if (written && queues_) kept = choice(conjunction({"(= p " + p + ")", "(in-queue p s)", does_write}), value, kept);
    text += define_seen(symbol, true, kept);
    // When they are possible.
    const auto say = [&](const Names& all) {
      for (const std::string& each : all) text += "(assert " + each + ")\n";
    };
    say(range.for_processes(at.size(), [&](const Names& cell) {
      Names parts;
      if (written)
        parts.push_back(
            disjunction({negation(application(states_.write_test(symbol), cell)),
                         delayed == "false" ? "false" : application(step(symbol, "delayed"), cell), is_empty(symbol, p, cell)}));
      const std::string who = committer(symbol, cell), position = committed_entry(symbol, who, cell);
      Names commit{"(distinct " + who + " " + p + ")", application(step(symbol, "accessed"), cell),
                   is_entry(who, symbol, cell, position, false), holds(symbol, of_process(who, cell), position)};
      if (range.quantified) commit.push_back("(is-process " + who + ")");
      parts.push_back("(=> " + application(step(symbol, "commits"), cell) + " " + conjunction(commit) + ")");
      return conjunction(parts);
    }));
    say(range.for_processes(of.size(), [&](const Names& each) {
      const std::string first = application(own(symbol, "first"), each), to = application(step(symbol, "first"), each);
      return conjunction(
          {"(<= " + first + " " + to + " " + application(in(symbol, "last", true), each) + ")",
           disjunction({application(step(symbol, "commits"), {each.begin() + 1, each.end()}), "(= " + to + " " + first + ")"})});
    }));
    return text;
  }

  [[nodiscard]] std::string define_seen(SymbolId symbol, bool after, const std::string& in_snapshot) const {
    const Names of = seen_at(symbol);
    const std::string present = choice(is_empty(symbol, of, after), application(states_.cell(symbol, after), states_.indices(symbol)),
                                       application(in(symbol, "entry", after), with(of, application(in(symbol, "last", after), of))));
    return define_function(states_.seen(symbol, after), of, {"s"}, states_.sort_of(symbol),
                           queues_ ? choice("(< s now)", in_snapshot, present) : present);
  }

  const le::System& system_;
  TermArena& arena_;
  AccessText access_;
  DelayTableText table_;
  std::string step_mark_ = "'";  // of the functions of the step that is being written
};

}  // namespace

std::unique_ptr<WeakText> delayed_text(const le::System& system, TermArena& arena, StateText& states) {
  return std::make_unique<DelayedText>(system, arena, states);
}

}  // namespace parapet::check
