// The machine with snapshots (NOTE(timeline)) as functions; queue_text.h says what its queues are.
//
//   (is-new p s)       p has not fired since s was taken
//   (|X@| p j.. s)     p's view of the weak cell X[j..] in the snapshot s; in memory if s is now
//   (|c@| j.. s)       the shared plain cell c[j..] in the snapshot s
//
//   step               when                                                effect
//   take               always                                              `now` becomes a snapshot in the queues of some processes, new there;
//                                                                          a later time is now
//   sync by p          no s is in Q(p)                                     cells change
//   read by p          h is in Q(p), and no s before h is                  h leaves Q(p); nothing in Q(p) is new
//   write by p         fenced: every s in Q(p) is new. If it reads         cells change, and p's view of them in every s of Q(p); if there is
//                      shared plain cells: h as for a read                 an h, it leaves Q(p); nothing in Q(p) is new
// If every firing is sync and neither cubes nor unsafe formulas have open reads, queues have no influence and are left out.
#include "check/queue_text.h"

#include <algorithm>

#include "check/firing_instance.h"

namespace parapet::check {

std::string QueueText::declare_queues() {
  return declare_function("queued", 1, 1, "Bool") + define_function("in-queue", {"p"}, {"s"}, "Bool", "(and (< s now) (queued p s))") +
         define_function("readable", {"p"}, {"s"}, "Bool", "(or (= s now) (in-queue p s))");
}

Names QueueText::order_of_lists(const Cube& cube, const Scope& scope) const {
  Names result;
  const std::string in_reach = states_.in_state("readable", scope.after);
  for (const OpenReads::List& list : cube.weak.open.lists) {
    const std::string process = states_.term(list.process, scope);
    for (std::size_t k = 0; k < list.reads.size(); ++k) {
      const std::string& time = scope.times[list.reads[k]];
      result.push_back(application(in_reach, {process, time}));
      if (k > 0) result.push_back("(<= " + scope.times[list.reads[k - 1]] + " " + time + ")");
    }
  }
  return result;
}

std::vector<WeakText::Others> QueueText::others(const Cube& cube, const Scope& scope) const {
  if (!cube.weak.open.mentions_all || cube.weak.open.last == OpenReads::none) return {};
  return {{SymbolId(), application(states_.in_state("readable", scope.after), {"j0", scope.times[cube.weak.open.last]})}};
}

Names QueueText::is_first(const std::string& p, const Range& range) {
  Names result{in_queue(p, "h")};
  append(result, range.for_times([&](const auto& s) { return "(=> " + in_queue(p, s) + " (<= h " + s + "))"; }));
  return result;
}

Names QueueText::is_empty(const std::string& p, const Range& range) {
  return range.for_times([&](const auto& s) { return negation(in_queue(p, s)); });
}

std::string QueueText::without_first(const std::string& p) const {
  return define("in-queue", "(and (in-queue p s) (not (and (= p " + p + ") (= s h))))") +
         define("readable", "(or (= s now) (" + next("in-queue") + " p s))");
}

Names QueueText::initially(const Range& range) const {
  if (!queues_) return {};
  return range.for_processes(1, [&](const Names& p) { return conjunction(is_empty(p[0], range)); });
}

std::string QueueText::after_take() {
  std::string text = "(declare-const " + next("now") + " Int)\n" + declare_function("takes", 1, 0, "Bool");
  text += define("in-queue", "(or (in-queue p s) (and (= s now) (takes p)))");
  text += define("readable", "(or (= s " + next("now") + ") (" + next("in-queue") + " p s))");
  return text;
}

namespace {

using le::FiringKind;

bool has_queues(const le::System& system, bool open_reads) {
  const auto is_sync = [](const le::Transition& each) { return each.kind == FiringKind::Sync; };
  return open_reads || !std::all_of(system.transitions.begin(), system.transitions.end(), is_sync);
}

class TimelineText final : public QueueText {
 public:
  TimelineText(const le::System& system, TermArena& arena, StateText& states, bool open_reads)
      : QueueText(states, has_queues(system, open_reads)), system_(system), arena_(arena) {}

  [[nodiscard]] std::string declarations() const override {
    if (!queues_) return {};
    std::string text = "(declare-const now Int)\n(declare-const nobody proc)\n" + declare_queues();
    text += declare_function("is-new", 1, 1, "Bool");
    each_symbol([&](SymbolId symbol) {
      const Names at = seen_at(symbol);
      text += declare_function(kept(symbol), at.size(), 1, states_.sort_of(symbol));
      text += define_seen(symbol, false, application(kept(symbol), with(at, "s")));
    });
    return text;
  }

  [[nodiscard]] Names order(const Cube& cube, const Scope& scope) const override {
    Names result = order_of_lists(cube, scope);
    const std::string is_new = states_.in_state("is-new", scope.after), now = states_.in_state("now", scope.after);
    for (const OpenReads::List& list : cube.weak.open.lists) {
      for (std::size_t k = 0; list.clean && k < list.reads.size(); ++k) {
        const std::string& time = scope.times[list.reads[k]];
        result.push_back("(or (= " + time + " " + now + ") " + application(is_new, {states_.term(list.process, scope), time}) + ")");
      }
    }
    return result;
  }

  [[nodiscard]] Names begin(FiringText& firing) const override {
    firing.scope.reader = firing.actor;
    firing.scope.time = read_time(firing.transition);
    return firing.scope.time.empty() ? Names{} : Names{firing.scope.time};
  }

  [[nodiscard]] std::string read_time(const le::Transition& t) const override {
    return t.kind == FiringKind::Read || (t.kind == FiringKind::Write && t.shared_read) ? "h" : "";
  }

  [[nodiscard]] Names possible(const FiringText& firing, const Range& range, const std::vector<Cell>&) const override {
    if (!queues_ || firing.actor.empty()) return {};
    const le::Transition& t = firing.transition;
    const std::string& p = firing.actor;
    Names result{"(distinct nobody " + p + ")"};
    if (t.kind == FiringKind::Sync) append(result, is_empty(p, range));
    if (!firing.scope.time.empty()) append(result, is_first(p, range));
    if (t.kind == FiringKind::Write && t.fence)
      append(result, range.for_times([&](const auto& s) { return "(=> " + in_queue(p, s) + " (is-new " + p + " " + s + "))"; }));
    return result;
  }

  [[nodiscard]] std::string after(const FiringText& firing, const Range&) override {
    if (!queues_) return {};
    const bool buffered = firing.transition.kind == FiringKind::Write;
    const std::string& p = firing.actor;
    std::string text;
    if (!firing.scope.time.empty()) text += without_first(p);
    if (!p.empty()) text += define("is-new", "(and (is-new p s) (distinct p " + p + "))");
    each_symbol([&](SymbolId symbol) {
      if (!states_.changed().contains(symbol)) return;
      const Names at = states_.indices(symbol);
      const std::string before = application(kept(symbol), with(seen_at(symbol), "s"));
      const std::string own = "(and (= p " + p + ") (in-queue p s) " + application(states_.write_test(symbol), at) + ")";
      text += define_seen(symbol, true,
                          buffered && states_.is_weak(symbol) ? choice(own, application(states_.write_value(symbol), at), before) : before);
    });
    return text;
  }

  [[nodiscard]] std::string after_take() override { return QueueText::after_take() + define("is-new", "(or (= s now) (is-new p s))"); }

  [[nodiscard]] Names seen_values(SymbolId symbol, const std::string& predicate, bool after) const override {
    if (!queues_ || !is_seen(symbol)) return {};
    const Names at = seen_at(symbol);
    Names processes = at;
    if (!states_.is_weak(symbol)) processes.insert(processes.begin(), "p");
    return {"(forall " + sorted_variables(processes, {"s"}) + " " +
            implication({application(states_.in_state("in-queue", after), {"p", "s"})},
                        application(predicate, {application(states_.seen(symbol, after), with(at, "s"))})) +
            ")"};
  }

  [[nodiscard]] std::string description() const override {
    if (!queues_)
      return "A state gives a value to every cell. A firing is atomic: it reads and writes memory at once. (No firing can be late, so the\n"
             "queues of snapshots of the timeline machine have no influence.)\n";
    return R"(The machine is the timeline machine of docs/design.md (NOTE(timeline) in the source), which reaches an unsafe state if and only if
the store buffers do. A state gives a value to every cell, and to each process p a queue of snapshots of memory, each for one later
firing of p. A snapshot is named by the time at which it was taken; `now` is the snapshot that would be taken in the present state.
    (in-queue p s)    the snapshot s is in the queue of p
    (is-new p s)      p has not fired since s was taken
    (readable p s)    s is in the queue of p, or is now
    (|X@| p j s)      what p sees of X[j] in the snapshot s
    take              any time: the present memory is appended to the queues of some processes
    read by p         removes the first snapshot h of p's queue and reads weak names from it
    sync by p         p's queue is empty; reads and writes memory
    write by p        writes memory and p's view in every snapshot of its queue; with a fence, all of these are new
                      (h again, if the transition reads shared plain names)
`unsafe` reads weak names in a snapshot that is in the queue of every process of the formula, or now.
)";
  }

 private:
  [[nodiscard]] bool is_seen(SymbolId symbol) const { return states_.is_weak(symbol) || system_.shared[symbol.index()]; }
  template <class Visit>
  void each_symbol(const Visit& visit) const {
    for (std::size_t s = 0; s < arena_.signature().symbols().size(); ++s) {
      if (is_seen(SymbolId(s))) visit(SymbolId(s));
    }
  }
  // The processes that a view depends on.
  [[nodiscard]] Names seen_at(SymbolId symbol) const {
    Names at = states_.indices(symbol);
    if (states_.is_weak(symbol)) at.insert(at.begin(), "p");
    return at;
  }
  [[nodiscard]] std::string kept(SymbolId symbol) const { return states_.own(symbol, "kept"); }
  [[nodiscard]] std::string define_seen(SymbolId symbol, bool after, const std::string& in_snapshot) const {
    return define_function(states_.seen(symbol, after), seen_at(symbol), {"s"}, states_.sort_of(symbol),
                           choice("(< s now)", in_snapshot, application(states_.cell(symbol, after), states_.indices(symbol))));
  }

  const le::System& system_;
  TermArena& arena_;
};

}  // namespace

std::unique_ptr<WeakText> timeline_text(const le::System& system, TermArena& arena, StateText& states, bool open_reads) {
  return std::make_unique<TimelineText>(system, arena, states, open_reads);
}

}  // namespace parapet::check
