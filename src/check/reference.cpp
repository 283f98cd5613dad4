// The machine with snapshots (sc, tso).
// The machine (NOTE(timeline)) has a memory M and for each process p a queue Q(p) of snapshots of M. A cube stands for the states in which
// its processes are distinct processes, each snapshot read is a snapshot in its queue, in order, or *now* (one taken in this state), those
// of a clean process are new (p did not fire since), and its literals hold.
//
// Let a firing of t by p lead from S to a state S' of the cube. A firing takes no snapshot, so each snapshot read of S' is in its queue in
// S already (it stays open), or is now in S': then it reads what memory is after the firing (it is closed). Which reads are closed is free,
// as far as the order of each list allows: what follows a closed read is closed. In two cases all of open(p) is closed:
//   t is sync               Q(p) is empty in S, so in S' too
//   p is clean in the cube  after p's firing no snapshot in Q(p) is new
// Literals of S' become formulas over S: a memory or plain cell that t writes is replaced by its new value, and so is p's view of the cell
// in a snapshot that stays open, since p sees its own buffered write. The firing itself read memory, if sync, else the
// head of Q(p): a new snapshot read x before all others of p. A fenced write needs every snapshot of Q(p) to be new in S: p is clean in S.
// Before any other firing p need not be clean. A `case` gives one cube per branch, with its condition as it is. A havoc value is a new
// Fresh term: some value.
//
// The machine with store buffers (pso).
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
// of p's are before a prompt firing; they are made first of all (queue_reads.cpp).
#include "check/reference.h"

#include <algorithm>

#include "base/narrow.h"
#include "check/tuples.h"

namespace parapet::check {

using le::Branch;

struct Reference::Written {
  TermId cell;
  std::vector<FiringInstance::Case> cases;
  std::size_t chosen = 0;
  TermId entry;         // a matched write: the entry that is the value
  bool memory = false;  // the value is in memory after the firing
};

struct Reference::Firing {
  std::uint32_t transition = 0;
  FiringInstance& instance;
  const VisitCube& visit;
  Cube cube;                      // what is taken back is taken out of it, bit by bit
  std::vector<Commit> committed;  // the commits after the firing
  bool late = false;              // its reads are those of a snapshot, the last one of cube.weak.open.items
  std::vector<Written> written;
};

namespace {

OpenReads::List& list_of(OpenReads& open, TermId process) {
  const auto at = std::find_if(open.lists.begin(), open.lists.end(), [&](const OpenReads::List& list) { return list.process == process; });
  return at != open.lists.end() ? *at : open.lists.emplace_back(OpenReads::List{process, {}, false});
}

}  // namespace

std::vector<TermId> init_formulas(const le::System& system, TermArena& arena, std::uint32_t variables) {
  std::vector<TermId> range = processes_at_hand(system, arena, variables);
  if (range.empty()) range.push_back(arena.process(0));
  std::vector<TermId> result;
  for (const le::Clause& clause : system.init) {
    const auto allowed = [&](const std::vector<TermId>& values, TermId process) {
      return distinct_in_group(clause.bound, values, process);
    };
    each_tuple(range, clause.bound.size(), allowed, [&](const std::vector<TermId>& values) {
      result.push_back(arena.rewrite(clause.formula, [&](TermId leaf) {
        for (std::size_t j = 0; j < values.size() && arena.op(leaf) == Op::Variable; ++j) {
          if (clause.bound[j].variable == arena.variable_number(leaf)) return values[j];
        }
        return leaf;
      }));
    });
  }
  return result;
}

void add_missing(const std::vector<TermId>& more, std::vector<TermId>& literals) {
  for (const TermId literal : more) {
    if (std::find(literals.begin(), literals.end(), literal) == literals.end()) literals.push_back(literal);
  }
}

void fill_items(const TermArena& arena, Cube& cube) {
  for (const TermId literal : cube.literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) != Op::Read || arena.read_number(leaf) >= cube.weak.open.items.size()) return;
      auto& items = cube.weak.open.items[arena.read_number(leaf)];
      if (std::find(items.begin(), items.end(), leaf) == items.end()) items.push_back(leaf);
    });
  }
}

std::uint32_t unused_fresh(const TermArena& arena, const std::vector<TermId>& literals) {
  std::uint32_t next = 0;
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Fresh) next = std::max(next, arena.fresh_number(leaf) + 1);
    });
  }
  return next;
}

void Reference::start(const std::vector<le::UnsafeCube>& all, const VisitCube& visit) {
  for (const le::UnsafeCube& unsafe : all) {
    const bool more = each_mapping(system_, arena_, 0, unsafe.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
      parameters_ = processes;
      actor_ = TermId();
      Cube cube;
      cube.processes = variables;
      cube.literals = literals_of(unsafe, arena_, processes);
      // With buffers a shared plain cell is no item without a reader; it is the cell.
      for (TermId& literal : cube.literals) {
        if (!delays_) break;
        literal = arena_.rewrite(literal, [&](TermId leaf) {
          return arena_.op(leaf) == Op::Read && !arena_.reader(leaf).valid() ? arena_.location(leaf) : leaf;
        });
      }
      cube.weak.open.items.resize(1);
      fill_items(arena_, cube);
      const std::vector<TermId> items = cube.weak.open.items[0];
      if (!items.empty() && (!delays_ || system_.delays.any_late())) {
        open_final(unsafe, processes, cube);
        return visit(cube);
      }
      cube.weak.open.items.clear();
      return make_reads(cube, items, [&](const Cube& made) {
        Cube one = made;
        number_entries(arena_, one);
        return (delays_ && !known_.possible(one)) || visit(one);
      });
    });
    if (!more) return;
  }
}

// The reads of the unsafe formula are those of u. (With buffers: only where a firing of a process that the formula mentions may be late.)
void Reference::open_final(const le::UnsafeCube& unsafe, const std::vector<TermId>& processes, Cube& cube) {
  OpenReads& open = cube.weak.open;
  open.last = 0;
  open.mentions = mentions_of(unsafe, arena_, processes);
  for (const TermId literal : cube.literals) {
    each_leaf(arena_, literal, [&](TermId leaf) {
      const bool count = arena_.op(leaf) == Op::Cell && arena_.signature()[arena_.symbol(leaf)].role == SymbolRole::Count;
      open.mentions_all = open.mentions_all || (count && !delays_);
    });
  }
  if (open.mentions_all) open.mentions = processes_at_hand(system_, arena_, cube.processes);
  for (const TermId process : open.mentions) open.lists.push_back({process, {0}, false});
}

// A formula that counts processes speaks of all of them at the instant of u: u is last in the list of every process at hand.
void Reference::tie_everybody(Cube& cube, std::uint32_t variables) {
  OpenReads& open = cube.weak.open;
  for (const TermId process : processes_at_hand(system_, arena_, variables)) {
    std::vector<std::uint32_t>& reads = list_of(open, process).reads;
    if (reads.empty() || reads.back() != open.last) reads.push_back(open.last);
    if (std::find(open.mentions.begin(), open.mentions.end(), process) == open.mentions.end()) open.mentions.push_back(process);
  }
}

bool Reference::is_late(std::uint32_t transition) const {
  const le::Transition& t = system_.transitions[transition];
  if (!delays_) return t.kind != le::FiringKind::Sync;
  return t.actor && !t.fence && !t.read_modify_write() && system_.delays.may_be_late(transition);
}

bool Reference::writes(FiringInstance& instance, TermId cell) {
  const auto cases = instance.new_value(cell);
  return cases && std::any_of(cases->begin(), cases->end(), [](const auto& each) { return each.kind != Branch::Kind::Keep; });
}

void Reference::before(const Cube& cube, std::uint32_t transition, const VisitCube& visit) {
  const le::Transition& t = system_.transitions[transition];
  const bool late = is_late(transition);
  each_mapping(system_, arena_, cube.processes, t.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
    FiringInstance instance(system_, arena_, t, variables, processes);
    instance.set_read([](TermId cell) { return cell; });
    actor_ = instance.actor;
    parameters_ = processes;
    Cube after = cube;
    after.processes = variables;
    if (after.weak.open.mentions_all && after.weak.open.last != OpenReads::none) tie_everybody(after, variables);
    after.weak.open.items.emplace_back();  // the reads of the firing, if it is late
    number_entries(arena_, after);
    const OpenReads::List* const own = after.weak.open.find(actor_);
    const bool closes_own = !late || (own != nullptr && own->clean);
    return each_closing(after, closes_own ? actor_ : TermId(), [&](const Cube& closed) {
      std::vector<TermId> accessed;
      if (delays_ && actor_.valid()) {
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
bool Reference::is_own_item(const Cube& cube, TermId leaf) const {
  return arena_.op(leaf) == Op::Read && arena_.read_number(leaf) < cube.weak.open.items.size() && actor_.valid() &&
         arena_.reader(leaf) == actor_;
}

bool Reference::fire(Firing& firing) {
  firing.written.clear();
  const auto add = [&](TermId cell) {
    if (std::any_of(firing.written.begin(), firing.written.end(), [&](const Written& w) { return w.cell == cell; })) return;
    if (auto cases = firing.instance.new_value(cell)) firing.written.push_back({cell, std::move(*cases), 0, {}, false});
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

bool Reference::choose_branch(Firing& firing, std::size_t next) {
  arena_.spend();
  if (next == firing.written.size()) return choose_way(firing, 0);
  Written& written = firing.written[next];
  for (written.chosen = 0; written.chosen < written.cases.size(); ++written.chosen) {
    if (!choose_branch(firing, next + 1)) return false;
  }
  return true;
}

// What each write of a weak cell does to the buffer of the acting process.
bool Reference::choose_way(Firing& firing, std::size_t next) {
  arena_.spend();
  if (next == firing.written.size()) return drain(firing);
  Written& written = firing.written[next];
  const bool keeps = written.cases[written.chosen].kind == Branch::Kind::Keep;
  const bool weak = arena_.signature()[arena_.symbol(written.cell)].weak;
  written.entry = TermId();
  written.memory = !keeps;
  const TermId actor = firing.instance.actor;
  if (!delays_ || keeps || !weak || firing.instance.transition.read_modify_write()) return choose_way(firing, next + 1);
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
bool Reference::drain(Firing& firing) {
  const le::Transition& t = firing.instance.transition;
  const TermId actor = firing.instance.actor;
  if (!delays_ || !actor.valid() || (!t.fence && !t.wfence && !t.read_modify_write())) return read_and_emit(firing);
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
  const bool more = read_and_emit(firing);
  firing.cube = after;
  return more;
}

bool Reference::read_and_emit(Firing& firing) {
  if (!delays_ || firing.late) return emit(firing, {});
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

// What a late firing reads, as an item of its snapshot read. With buffers it reads plain cells at its place.
TermId Reference::own_item(std::uint32_t own_read, TermId cell) {
  const SymbolId symbol = arena_.symbol(cell);
  if (arena_.signature()[symbol].weak) return arena_.read(own_read, actor_, cell);
  return !delays_ && system_.shared[symbol.index()] ? arena_.read(own_read, {}, cell) : cell;
}

bool Reference::emit(Firing& firing, const Found& found) {
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
    if (firing.late) return own_item(own_read, cell);
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
  if (delays_ && !changes && moved.empty()) return true;
  if (delays_ && !changes) before.literals.push_back(arena_.disjunction(moved));
  before.literals.insert(before.literals.end(), added.begin(), added.end());
  before.literals.insert(before.literals.end(), guard.begin(), guard.end());
  if (firing.late) {
    OpenReads::List& own = list_of(before.weak.open, actor_);
    own.reads.insert(own.reads.begin(), own_read);
    own.clean = firing.instance.transition.kind == le::FiringKind::Write && firing.instance.transition.fence;
  }
  number_entries(arena_, before);
  for (auto& items : before.weak.open.items) items.clear();
  fill_items(arena_, before);
  if (delays_ && !known_.possible(before)) return true;
  fired_ = &firing;
  const bool more = firing.visit(before);
  fired_ = nullptr;
  return more;
}

Cube Reference::with_new_process(Cube before) {
  const FiringInstance& fired = fired_->instance;
  const le::Transition& t = fired.transition;
  const auto own_read = narrow<std::uint32_t>(before.weak.open.items.size() - 1);
  const bool all = !delays_ || (actor_.valid() && (t.fence || t.read_modify_write()));
  FiringInstance more(system_, arena_, t, ++before.processes, fired.processes);
  more.set_read([&](TermId cell) { return !delays_ && fired_->late ? own_item(own_read, cell) : cell; });
  std::vector<TermId> guard = more.guard();
  std::erase_if(guard, [&](TermId literal) {
    bool weak = false;
    each_leaf(arena_, literal,
              [&](TermId leaf) { weak = weak || arena_.op(leaf) != Op::Cell || arena_.signature()[arena_.symbol(leaf)].weak; });
    return weak && !all;
  });
  add_missing(guard, before.literals);
  fill_items(arena_, before);
  return before;
}

}  // namespace parapet::check
