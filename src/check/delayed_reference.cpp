// The machine has memory M and for each process p and weak location l a FIFO list B(p,l) of values. A cube stands for the states in which
// its processes are distinct processes, the entries D(p,l) that it knows are a subword of B(p,l), with E(p,l) the last of D(p,l) is the
// last of B(p,l) or both are empty, its snapshot reads are snapshots in the queues Q(p), in order, or *now*, and its literals hold. The steps
// are
//   take(p), take(u)  a snapshot of p's view, the last of B(p,l) or else M[l], goes to the end of Q(p); u: one for all that unsafe mentions
//   firing by p       prompt: needs Q(p) empty, reads p's view; late: takes the first of Q(p) and reads from it; plain updates; each weak
//                     write of v to l is
//                       on time, if B(p,l) is empty:  M[l] := v        delayed:  v to the end of B(p,l)
//                     and both put v in the place of l in all of Q(p)
//                     fence(), wfence() and read-modify-writes need all B(p,.) empty before; the writes of a read-modify-write are on time
//   commit by q of l  the first of B(q,l) goes to M[l]
// (On the machine a wfence() never waits; here a firing stands where its last wfence() ends, and its reads are late: queues.h has the argument.)
//
// What a certificate claims is not its union V but W, the states from which commits alone lead into V. W contains the unsafe states, and
// it contains an initial state only if V does, since buffers are empty then. It contains its predecessors if this holds for every cube C
// of V: the states from which a firing of t by p and then commits lead into C are in V, where the commits are of different locations, by
// processes other than p, and only of locations that t writes or reads from memory; and the states from which one commit leads into C that
// *concerns* a snapshot read in its queue are in V. (A commit of l by q concerns a read of l by i if i is not q and B(i,l) is empty: the
// view of i changes.) For let s lead by t to s', and s' by as few commits as possible into C.
//   - No commit concerns a snapshot read that is in its queue: the last such one of its location concerns it too, it can be made last of
//     all, and the state before it is in V. So all concerned reads are now, made after all commits.
//   - A commit of a location that t does not access in memory, or by p of an earlier write, can be made before t instead. A commit by p of
//     a write of t makes that write on time.
//   - Of several commits of one location with nothing between them only the last is seen. The others happen before it, to states in which
//     B(r,l) may hold more: so where a commit of l is taken back, E(r,l) without entries is forgotten for every r.
//   - Commits can always be made before a commit of another location.
// So s leads by commits to a state from which t and such a set of commits lead into C; that state is in V, and s in W. If s leads by a take
// to s', the snapshot can be taken after the commits, none of which concerns it: s is in W. It is enough that those states are in W, that is,
// that commits lead from them into V (after_commit, commit_chain.h). A location that t reads only for cells of which C says nothing is not
// accessed here: the commit can be made before t, which then reads another value to no effect.
// A location of which C says nothing needs no commit: before the commit the state is in C already. And if t changes nothing that the cube
// before the commits speaks of, the state before t is in that cube, too: commits alone lead from it into C, so it is in W.
//
// Backward. Commit by q of l: M[l] becomes a new entry at the front of D(q,l). Write of v to l by p:
//   on time     D(p,l) is empty; M[l] becomes v; before, E(p,l) holds without entries
//   matched     the last entry of D(p,l) becomes v and is taken off; before, nothing is known of the end of B(p,l)
//   unmatched   E(p,l) does not hold: the new entry is none of D(p,l)
// Read of l by p, in the state before the firing:
//   memory      D(p,l) is empty: the value is M[l], and E(p,l)
//   last        the last entry of D(p,l) is the value, and E(p,l)
//   new         E(p,l) does not hold: an entry that was not known is the value and the last, and E(p,l)
// A firing that needs empty buffers: D(p,.) is empty, and E(p,l) for every location over the processes at hand. The reads of a firing that
// may be late are a new snapshot read, the first in the list of p. Which snapshot reads are now after the firing is free, except that all
// of p's are before a prompt firing; they are made first of all (delayed_reads.cpp).
#include "check/delayed_reference.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::check {

using le::Branch;

struct DelayedReference::Written {
  TermId cell;
  std::vector<FiringInstance::Case> cases;
  std::size_t chosen = 0;
  TermId value;         // that it writes; invalid: this case keeps the cell
  TermId entry;         // a matched write: the entry that is the value
  bool memory = false;  // the value is in memory after the firing
};

struct DelayedReference::Firing {
  std::uint32_t transition = 0;
  FiringInstance& instance;
  const VisitCube& visit;
  Cube cube;           // what is taken back is taken out of it, bit by bit
  std::vector<Commit> committed;  // the commits after the firing
  bool late = false;              // its reads are those of a snapshot, the last one of cube.weak.open.items
  std::vector<Written> written;
};

namespace {

void add_first(OpenReads& open, TermId process, std::uint32_t read) {
  const auto at = std::find_if(open.lists.begin(), open.lists.end(), [&](const OpenReads::List& list) { return list.process == process; });
  if (at == open.lists.end()) {
    open.lists.push_back({process, {read}, false});
  } else {
    at->reads.insert(at->reads.begin(), read);
  }
}

}  // namespace

bool DelayedReference::writes(FiringInstance& instance, TermId cell) {
  const auto cases = instance.new_value(cell);
  return cases && std::any_of(cases->begin(), cases->end(), [](const auto& each) { return each.kind != Branch::Kind::Keep; });
}

void DelayedReference::before(const Cube& cube, std::uint32_t transition, const VisitCube& visit) {
  const le::Transition& t = system_.transitions[transition];
  each_mapping(system_, arena_, cube.processes, t.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
    FiringInstance instance(system_, arena_, t, variables, processes);
    instance.set_read([](TermId cell) { return cell; });
    actor_ = instance.actor;
    parameters_ = processes;
    const bool late = actor_.valid() && !t.fence && !t.read_modify_write() && system_.delays.may_be_late(transition);
    Cube after = cube;
    after.processes = variables;
    after.weak.open.items.emplace_back();  // the reads of the firing, if it is late
    number_entries(arena_, after);
    return each_closing(after, late ? TermId() : actor_, [&](const Cube& closed) {
      std::vector<TermId> accessed;
      if (actor_.valid()) {
        // A superset of the locations that the firing accesses in memory; what is not is left out when the reads are made.
        const std::vector<TermId> locations = locations_of(closed);
        std::copy_if(locations.begin(), locations.end(), std::back_inserter(accessed),
                     [&](TermId cell) { return (t.reads_weak && !late) || writes(instance, cell); });
      }
      std::vector<Commit> committed;
      return choose_commits(closed, accessed, 0, committed, [&](const Cube& before_commits) {
        // Universal guards range over the new processes, too.
        FiringInstance with_all(system_, arena_, t, before_commits.processes, processes);
        with_all.set_read([](TermId cell) { return cell; });
        commits_ = committed;
        Firing firing{transition, with_all, visit, before_commits, committed, late, {}};
        return fire(firing);
      });
    });
  });
}

// An item of a snapshot read of the acting process: its own writes are seen in it.
bool DelayedReference::is_own_item(const Cube& cube, TermId leaf) const {
  return arena_.op(leaf) == Op::Read && arena_.read_number(leaf) < cube.weak.open.items.size() && actor_.valid() &&
         arena_.reader(leaf) == actor_;
}

bool DelayedReference::fire(Firing& firing) {
  firing.written.clear();
  const auto add = [&](TermId cell) {
    if (std::any_of(firing.written.begin(), firing.written.end(), [&](const Written& w) { return w.cell == cell; })) return;
    if (auto cases = firing.instance.new_value(cell)) firing.written.push_back({cell, std::move(*cases), 0, {}, {}, false});
  };
  for (const TermId literal : firing.cube.literals) {
    each_leaf(arena_, literal, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::Cell) add(leaf);
      if (is_own_item(firing.cube, leaf)) add(arena_.location(leaf));
    });
  }
  for (const DelayedBuffer& buffer : firing.cube.weak.buffers) {
    if (buffer.process == firing.instance.actor) add(arena_.cell(buffer.symbol, buffer.args));
  }
  for (const Commit& commit : firing.committed) add(commit.cell);
  return choose_branch(firing, 0);
}

bool DelayedReference::choose_branch(Firing& firing, std::size_t next) {
  arena_.spend();
  if (next == firing.written.size()) return choose_way(firing, 0);
  Written& written = firing.written[next];
  for (written.chosen = 0; written.chosen < written.cases.size(); ++written.chosen) {
    if (!choose_branch(firing, next + 1)) return false;
  }
  return true;
}

// What each write of a weak cell does to the buffer of the acting process.
bool DelayedReference::choose_way(Firing& firing, std::size_t next) {
  arena_.spend();
  if (next == firing.written.size()) return drain(firing);
  Written& written = firing.written[next];
  const bool keeps = written.cases[written.chosen].kind == Branch::Kind::Keep;
  const bool weak = arena_.signature()[arena_.symbol(written.cell)].weak;
  written.entry = TermId();
  written.memory = !keeps;
  const TermId actor = firing.instance.actor;
  if (keeps || !weak || firing.instance.transition.read_modify_write()) return choose_way(firing, next + 1);
  const Cube after = firing.cube;
  const DelayedBuffer* const known = find_buffer(arena_, after, actor, written.cell);
  const bool exact = known != nullptr && known->exact;
  const bool entries = known != nullptr && !known->entries.empty();
  const auto go_on = [&] {
    const bool more = choose_way(firing, next + 1);
    firing.cube = after;
    written.entry = TermId();
    written.memory = true;
    return more;
  };
  if (!entries) {  // on time
    buffer_of(arena_, firing.cube, actor, written.cell).exact = true;
    if (!go_on()) return false;
  }
  if (!known_.may_delay(firing.transition, actor, written.cell)) return true;
  written.memory = false;
  if (entries) {  // matched
    DelayedBuffer& buffer = buffer_of(arena_, firing.cube, actor, written.cell);
    written.entry = arena_.read(buffer.entries.back(), actor, written.cell);
    buffer.entries.pop_back();
    buffer.exact = false;
    if (!go_on()) return false;
    written.memory = false;
  }
  return exact || go_on();  // unmatched
}

// A firing that needs empty buffers. Every location over the processes at hand is one that a covering cube may speak of.
bool DelayedReference::drain(Firing& firing) {
  const le::Transition& t = firing.instance.transition;
  const TermId actor = firing.instance.actor;
  if (!actor.valid() || (!t.fence && !t.wfence && !t.read_modify_write())) return make_reads(firing);
  const Cube after = firing.cube;
  for (const DelayedBuffer& buffer : after.weak.buffers) {
    if (buffer.process == actor && !buffer.entries.empty()) return true;
  }
  const auto& symbols = arena_.signature().symbols();
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    if (!symbols[s].weak) continue;
    for (const TermId cell : cells_of(arena_, SymbolId(s), processes_at_hand(system_, arena_, after.processes)))
      buffer_of(arena_, firing.cube, actor, cell).exact = true;
  }
  const bool more = make_reads(firing);
  firing.cube = after;
  return more;
}

bool DelayedReference::make_reads(Firing& firing) {
  if (firing.late) return emit(firing, {});
  std::vector<std::pair<TermId, TermId>> reads;
  const TermId actor = firing.instance.actor;
  firing.instance.set_read([&](TermId cell) {
    const std::pair read(actor, cell);
    const bool weak = arena_.signature()[arena_.symbol(cell)].weak;
    if (weak && std::find(reads.begin(), reads.end(), read) == reads.end()) reads.push_back(read);
    return cell;
  });
  static_cast<void>(firing.instance.guard());
  for (const Written& written : firing.written) static_cast<void>(firing.instance.new_value(written.cell));
  if (counts_.mentions(firing.cube.literals)) {
    for (const TermId process : processes_at_hand(system_, arena_, firing.instance.variables)) {
      for (const SymbolId array : system_.counts.arrays) static_cast<void>(firing.instance.new_value(le::own_cell(arena_, array, process)));
    }
  }
  firing.instance.set_read([](TermId cell) { return cell; });  // the function above refers to `reads`
  const le::Transition& t = firing.instance.transition;
  Found found;
  return choose_source(firing.cube, reads, t.fence || t.wfence || t.read_modify_write(), found, [&] { return emit(firing, found); });
}

bool DelayedReference::emit(Firing& firing, const Found& found) {
  // Commits count only of locations that the firing writes in these branches, or reads from memory.
  for (const Commit& commit : firing.committed) {
    const TermId cell = commit.cell;
    const auto at = std::find_if(firing.written.begin(), firing.written.end(), [&](const Written& w) { return w.cell == cell; });
    const bool written = at != firing.written.end() && at->cases[at->chosen].kind != Branch::Kind::Keep;
    const bool read = std::any_of(found.begin(), found.end(), [&](const auto& each) { return each.first == cell && each.second == cell; });
    if (!written && !read) return true;
  }
  const auto own_read = narrow<std::uint32_t>(firing.cube.weak.open.items.size() - 1);
  const auto source = [&](TermId cell) {
    if (firing.late && arena_.signature()[arena_.symbol(cell)].weak) return arena_.read(own_read, actor_, cell);
    const auto at = std::find_if(found.begin(), found.end(), [&](const auto& each) { return each.first == cell; });
    return at == found.end() ? cell : at->second;
  };
  firing.instance.set_read(source);
  Cube before = firing.cube;
  std::uint32_t next_fresh = unused_fresh(arena_, before.literals);
  std::vector<std::pair<TermId, TermId>> replaced;  // what a literal says after the firing, in terms of the state before
  std::vector<TermId> added;
  for (const Written& written : firing.written) {
    const FiringInstance::Case chosen = firing.instance.new_value(written.cell)->at(written.chosen);
    added.push_back(chosen.condition);
    if (chosen.kind == Branch::Kind::Keep) continue;
    const TermId value = chosen.kind == Branch::Kind::Havoc ? arena_.fresh(next_fresh++, arena_.sort(written.cell)) : chosen.value;
    if (written.entry.valid()) replaced.emplace_back(written.entry, value);
    if (written.memory) replaced.emplace_back(written.cell, value);
    for (const TermId literal : before.literals) {
      each_leaf(arena_, literal, [&](TermId leaf) {
        if (is_own_item(before, leaf) && arena_.location(leaf) == written.cell) replaced.emplace_back(leaf, value);
      });
    }
  }
  std::vector<TermId> moved;  // that a count is another one after the firing
  bool changes = std::any_of(firing.written.begin(), firing.written.end(), [](const Written& written) { return written.entry.valid(); });
  for (TermId& literal : before.literals) {
    literal = arena_.rewrite(literal, [&](TermId leaf) {
      if (counts_.is_count(leaf)) {
        const TermId count = counts_.after(firing.instance, arena_.symbol(leaf), next_fresh, added);
        if (count != leaf) moved.push_back(arena_.different(count, leaf));
        return count;
      }
      const auto at = std::find_if(replaced.begin(), replaced.end(), [&](const auto& each) { return each.first == leaf; });
      changes = changes || at != replaced.end();
      return at == replaced.end() ? leaf : at->second;
    });
  }
  for (const le::Universal& universal : firing.instance.transition.universals) {
    if (exact_guards_) counts_.add_guard(firing.instance, universal, next_fresh, added);
  }
  const std::vector<TermId> guard = firing.instance.guard();
  firing.instance.set_read([](TermId cell) { return cell; });  // `source` refers to `found`
  // If the firing may change counts alone, only states in which it does matter.
  if (!changes && moved.empty()) return true;
  if (!changes) before.literals.push_back(arena_.disjunction(moved));
  before.literals.insert(before.literals.end(), added.begin(), added.end());
  before.literals.insert(before.literals.end(), guard.begin(), guard.end());
  if (firing.late) add_first(before.weak.open, actor_, own_read);
  number_entries(arena_, before);
  find_items(arena_, before);
  if (!known_.possible(before)) return true;
  fired_ = &firing;
  const bool more = firing.visit(before);
  fired_ = nullptr;
  return more;
}

Cube DelayedReference::with_new_process(Cube before) {
  const FiringInstance& fired = fired_->instance;
  const bool reads_memory = actor_.valid() && (fired.transition.fence || fired.transition.read_modify_write());
  FiringInstance more(system_, arena_, fired.transition, ++before.processes, fired.processes);
  more.set_read([](TermId cell) { return cell; });
  for (const TermId literal : more.guard()) {
    bool weak = false;
    each_leaf(arena_, literal,
              [&](TermId leaf) { weak = weak || arena_.op(leaf) != Op::Cell || arena_.signature()[arena_.symbol(leaf)].weak; });
    const bool known = std::find(before.literals.begin(), before.literals.end(), literal) != before.literals.end();
    if ((reads_memory || !weak) && !known) before.literals.push_back(literal);
  }
  return before;
}

}  // namespace parapet::check
