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
#include "check/reference.h"

#include <algorithm>

#include "base/narrow.h"
#include "check/tuples.h"

namespace parapet::check {

using le::Branch;

struct Reference::Firing {
  struct Written {
    TermId cell;
    std::vector<FiringInstance::Case> cases;
    std::size_t chosen = 0;
  };
  const Cube& cube;
  FiringInstance& instance;
  const Visit& visit;
  std::uint32_t own_read = 0;    // number of x
  std::vector<bool> closed;      // by snapshot read
  std::vector<TermId> literals;  // after closing
  std::vector<Written> written;
};

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
      if (arena.op(leaf) != Op::Read) return;
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

void Reference::start(const std::vector<le::UnsafeCube>& all, const Visit& visit) {
  for (const le::UnsafeCube& unsafe : all) {
    const bool more = each_mapping(system_, arena_, 0, unsafe.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
      parameters_ = processes;
      Cube cube;
      cube.processes = variables;
      cube.literals = literals_of(unsafe, arena_, processes);
      cube.weak.open.items.resize(1);
      fill_items(arena_, cube);
      if (cube.weak.open.items[0].empty()) {
        cube.weak.open.items.clear();
      } else {
        cube.weak.open.last = 0;
        cube.weak.open.mentions = mentions_of(unsafe, arena_, processes);
        for (const TermId literal : cube.literals) {
          each_leaf(arena_, literal, [&](TermId leaf) {
            const bool count = arena_.op(leaf) == Op::Cell && arena_.signature()[arena_.symbol(leaf)].role == SymbolRole::Count;
            cube.weak.open.mentions_all = cube.weak.open.mentions_all || count;
          });
        }
        if (cube.weak.open.mentions_all) cube.weak.open.mentions = processes_at_hand(system_, arena_, variables);
        for (const TermId process : cube.weak.open.mentions) cube.weak.open.lists.push_back({process, {0}, false});
      }
      return visit(cube);
    });
    if (!more) return;
  }
}

// A formula that counts processes speaks of all of them at the instant of u: u is last in the list of every process at hand.
void Reference::tie_everybody(Cube& cube, std::uint32_t variables) {
  for (const TermId process : processes_at_hand(system_, arena_, variables)) {
    const auto at = std::find_if(cube.weak.open.lists.begin(), cube.weak.open.lists.end(),
                                 [&](const OpenReads::List& list) { return list.process == process; });
    if (at == cube.weak.open.lists.end()) {
      cube.weak.open.lists.push_back({process, {cube.weak.open.last}, false});
    } else if (at->reads.empty() || at->reads.back() != cube.weak.open.last) {
      at->reads.push_back(cube.weak.open.last);
    }
    if (std::find(cube.weak.open.mentions.begin(), cube.weak.open.mentions.end(), process) == cube.weak.open.mentions.end())
      cube.weak.open.mentions.push_back(process);
  }
}

void Reference::before(const Cube& given, std::uint32_t transition, const Visit& visit) {
  Cube cube = given;
  const le::Transition& t = system_.transitions[transition];
  const auto own_read = narrow<std::uint32_t>(cube.weak.open.items.size());
  each_mapping(system_, arena_, cube.processes, t.parameters.size(), [&](std::uint32_t variables, const auto& processes) {
    parameters_ = processes;
    if (given.weak.open.mentions_all && given.weak.open.last != OpenReads::none) {
      cube = given;
      tie_everybody(cube, variables);
    }
    FiringInstance instance(system_, arena_, t, variables, processes);
    instance.set_read([&](TermId cell) { return as_read(instance, own_read, cell); });
    Firing firing{cube, instance, visit, own_read, std::vector<bool>(own_read, false), {}, {}};
    if (!choose_closed(firing, 0)) return false;
    if (cube.weak.open.last == OpenReads::none) return true;
    firing.closed.assign(own_read, false);
    firing.closed[cube.weak.open.last] = true;
    return choose_closed(firing, 0);
  });
}

TermId Reference::as_read(const FiringInstance& instance, std::uint32_t own_read, TermId cell) {
  if (instance.transition.kind == le::FiringKind::Sync) return cell;
  const SymbolId symbol = arena_.symbol(cell);
  if (arena_.signature()[symbol].weak) return arena_.read(own_read, instance.actor, cell);
  return system_.shared[symbol.index()] ? arena_.read(own_read, {}, cell) : cell;
}

// Whether u is closed has been decided. Each list is cut at every place: what follows the cut is closed.
bool Reference::choose_closed(Firing& firing, std::size_t list) {
  const OpenReads& open = firing.cube.weak.open;
  if (list == open.lists.size()) return fire(firing);
  const OpenReads::List& each = open.lists[list];
  std::vector<std::uint32_t> reads = each.reads;
  const bool has_last = std::erase(reads, open.last) != 0;
  const TermId actor = firing.instance.actor;
  const bool must = actor.valid() && each.process == actor && (firing.instance.transition.kind == le::FiringKind::Sync || each.clean);
  for (std::size_t cut = 0; cut <= reads.size(); ++cut) {
    const bool closes_some = cut < reads.size();
    if (must && cut > 0) break;
    if (has_last && !firing.closed[open.last] && (closes_some || must)) continue;
    for (std::size_t k = 0; k < reads.size(); ++k) firing.closed[reads[k]] = k >= cut;
    if (!choose_closed(firing, list + 1)) return false;
  }
  return true;
}

TermId Reference::close(const Firing& firing, TermId literal) {
  return arena_.rewrite(literal, [&](TermId leaf) {
    return arena_.op(leaf) == Op::Read && firing.closed[arena_.read_number(leaf)] ? arena_.location(leaf) : leaf;
  });
}

// The cell whose new value replaces the leaf, if the firing writes it; invalid: the leaf is never replaced.
TermId Reference::taken_cell(const Firing& firing, TermId leaf) const {
  if (arena_.op(leaf) == Op::Cell) return leaf;
  const bool own = arena_.op(leaf) == Op::Read && firing.instance.actor.valid() && arena_.reader(leaf) == firing.instance.actor;
  return own ? arena_.location(leaf) : TermId();
}

bool Reference::fire(Firing& firing) {
  firing.literals.clear();
  firing.written.clear();
  for (const TermId literal : firing.cube.literals) firing.literals.push_back(close(firing, literal));
  for (const TermId literal : firing.literals) {
    each_leaf(arena_, literal, [&](TermId leaf) {
      const TermId cell = taken_cell(firing, leaf);
      if (!cell.valid()) return;
      if (std::any_of(firing.written.begin(), firing.written.end(), [&](const auto& w) { return w.cell == cell; })) return;
      if (auto cases = firing.instance.new_value(cell)) firing.written.push_back({cell, std::move(*cases), 0});
    });
  }
  return choose_branches(firing, 0);
}

bool Reference::choose_branches(Firing& firing, std::size_t k) {
  arena_.spend();
  if (k == firing.written.size()) {
    fired_ = &firing;
    return firing.visit(predecessor(firing));
  }
  for (std::size_t chosen = 0; chosen < firing.written[k].cases.size(); ++chosen) {
    firing.written[k].chosen = chosen;
    if (!choose_branches(firing, k + 1)) return false;
  }
  return true;
}

Cube Reference::predecessor(Firing& firing) {
  Cube before;
  before.processes = firing.instance.variables;
  std::uint32_t next_fresh = unused_fresh(arena_, firing.literals);
  std::vector<TermId> values(firing.written.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    const FiringInstance::Case& chosen = firing.written[k].cases[firing.written[k].chosen];
    before.literals.push_back(chosen.condition);
    values[k] = chosen.kind == Branch::Kind::Havoc ? arena_.fresh(next_fresh++, arena_.sort(firing.written[k].cell)) : chosen.value;
  }
  std::vector<TermId> definitions;
  for (const TermId literal : firing.literals) {
    before.literals.push_back(arena_.rewrite(literal, [&](TermId leaf) {
      if (counts_.is_count(leaf)) return counts_.after(firing.instance, arena_.symbol(leaf), next_fresh, definitions);
      const TermId cell = taken_cell(firing, leaf);
      for (std::size_t k = 0; k < values.size() && cell.valid(); ++k) {
        if (firing.written[k].cell == cell) return values[k].valid() ? values[k] : leaf;
      }
      return leaf;
    }));
  }
  for (const le::Universal& universal : firing.instance.transition.universals) {
    if (exact_guards_) counts_.add_guard(firing.instance, universal, next_fresh, definitions);
  }
  before.literals.insert(before.literals.end(), definitions.begin(), definitions.end());
  const std::vector<TermId> guard = firing.instance.guard();
  before.literals.insert(before.literals.end(), guard.begin(), guard.end());
  before.weak.open = open_before(firing);
  fill_items(arena_, before);
  return before;
}

Cube Reference::with_new_process(Cube before) {
  const FiringInstance& fired = fired_->instance;
  FiringInstance more(system_, arena_, fired.transition, ++before.processes, fired.processes);
  more.set_read([&](TermId cell) { return as_read(more, fired_->own_read, cell); });
  add_missing(more.guard(), before.literals);
  fill_items(arena_, before);
  return before;
}

OpenReads Reference::open_before(const Firing& firing) const {
  const le::Transition& t = firing.instance.transition;
  const TermId actor = firing.instance.actor;
  OpenReads before;
  before.items.resize(firing.own_read + 1);
  const auto stay = [&](const std::vector<std::uint32_t>& reads, std::vector<std::uint32_t>& out) {
    for (const std::uint32_t read : reads) {
      if (!firing.closed[read]) out.push_back(read);
    }
  };
  const OpenReads& after = firing.cube.weak.open;
  if (actor.valid()) {
    OpenReads::List own{actor, {}, t.kind == le::FiringKind::Write && t.fence};
    if (t.kind != le::FiringKind::Sync) own.reads.push_back(firing.own_read);
    if (const OpenReads::List* old = after.find(actor)) stay(old->reads, own.reads);
    before.lists.push_back(std::move(own));
  }
  for (const OpenReads::List& list : after.lists) {
    if (list.process == actor) continue;
    before.lists.push_back({list.process, {}, list.clean});
    stay(list.reads, before.lists.back().reads);
  }
  if (after.last != OpenReads::none && !firing.closed[after.last]) {
    before.last = after.last;
    before.mentions = after.mentions;
    before.mentions_all = after.mentions_all;
  }
  return before;
}

}  // namespace parapet::check
