// The machine (design of the timeline: NOTE(timeline)) has a memory M and for each process p a queue Q(p) of snapshots of M. A cube stands
// for the states in which its processes are distinct processes, each open node is a snapshot in its queue, in order, or *now* (one taken in
// this state), those of a clean process are new (p did not fire since), and its literals hold.
//
// Let a firing of t by p lead from S to a state S' of the cube. A firing takes no snapshot, so each open node of S' is in its queue in S
// already (it stays open), or is now in S': then it reads what memory is after the firing (it is closed). Which nodes are closed is free,
// as far as the order of each list allows: what follows a closed node is closed. Except that
//   t sync: Q(p) is empty in S, so in S': all of open(p) is closed;      p clean in the cube: after p's firing no snapshot in Q(p) is new:
//   same.
// Literals of S' become formulas over S: a memory or plain cell that t writes is replaced by its new value, and so is p's view of the cell
// in a snapshot that stays open, since what p wrote and has still buffered is what p sees. The firing itself read memory, if sync, else the
// head of Q(p): a new node x before all others of p. It needs Q(p) to be new in S if it is a fenced write: p is clean in S; otherwise not.
// A universal guard is asked of the processes of the cube, the parameters and the constants: of those outside nothing is known.
//
// `case`: the first branch whose condition holds gives the value; one cube per choice, with the condition as it is. A havoc value is a new
// Fresh term: some value.
#include "check/reference.h"

#include <algorithm>
#include <array>

#include "base/contract.h"

namespace parapet::check {

using le::Branch;

struct Reference::Firing {
  const CertificateCube& cube;
  const le::Transition& transition;
  const Visit& visit;
  std::uint32_t variables = 0;    // of the cube, then the new ones
  std::vector<TermId> processes;  // by parameter
  TermId actor;                   // invalid: none
  std::uint32_t own_node = 0;     // number of x
  std::vector<bool> closed;       // by node
  std::vector<TermId> literals;   // after closing
  std::vector<Written> written;
};

bool Reference::fits(std::uint32_t variables) const {
  const auto bound = system_.program->number_procs;
  return !bound || variables + system_.constants.size() <= *bound;
}

std::vector<TermId> Reference::init(std::uint32_t variables) {
  std::vector<TermId> range;
  for (std::uint32_t k = 0; k < variables; ++k) range.push_back(arena_.process(k));
  for (const std::uint32_t n : system_.constants) range.push_back(arena_.process_const(n));
  if (range.empty()) range.push_back(arena_.process(0));
  std::vector<TermId> result;
  for (const le::InitClause& clause : system_.init) {
    std::vector<TermId> values;
    const auto choose = [&](const auto& self) -> void {
      const std::size_t k = values.size();
      if (k == clause.bound.size()) {
        result.push_back(arena_.rewrite(clause.formula, [&](TermId leaf) {
          for (std::size_t j = 0; j < k && arena_.op(leaf) == Op::Fresh; ++j) {
            if (clause.bound[j].variable == arena_.payload(leaf)) return values[j];
          }
          return leaf;
        }));
        return;
      }
      for (const TermId process : range) {
        bool distinct = true;
        for (std::size_t j = 0; j < k; ++j) distinct = distinct && (clause.bound[j].group != clause.bound[k].group || values[j] != process);
        if (!distinct) continue;
        values.push_back(process);
        self(self);
        values.pop_back();
      }
    };
    choose(choose);
  }
  return result;
}

void Reference::fill_items(CertificateCube& cube) const {
  for (const TermId literal : cube.literals) {
    each_leaf(arena_, literal, [&](TermId leaf) {
      if (arena_.op(leaf) != Op::Read) return;
      auto& items = cube.open.items[arena_.payload(leaf)];
      if (std::find(items.begin(), items.end(), leaf) == items.end()) items.push_back(leaf);
    });
  }
}

void Reference::start(const std::vector<le::Bad>& all, const Visit& visit) {
  for (const le::Bad& bad : all) {
    std::vector<TermId> processes;
    const auto add_mention = [&](std::vector<TermId>& mentions, TermId process) {
      if (std::find(mentions.begin(), mentions.end(), process) == mentions.end()) mentions.push_back(process);
    };
    const auto make = [&](std::uint32_t variables) {
      CertificateCube cube;
      cube.processes = variables;
      std::vector<TermId> mentions = processes;
      for (const TermId literal : bad.literals) {
        cube.literals.push_back(arena_.rewrite(literal, [&](TermId leaf) {
          if (arena_.op(leaf) == Op::ProcessConst) add_mention(mentions, leaf);
          if (arena_.op(leaf) != Op::Fresh) return leaf;
          const auto at = std::find(bad.parameters.begin(), bad.parameters.end(), arena_.payload(leaf));
          PARAPET_CHECK(at != bad.parameters.end(), "an unsafe formula speaks of its parameters");
          return processes[static_cast<std::size_t>(at - bad.parameters.begin())];
        }));
      }
      cube.open.items.resize(1);
      fill_items(cube);
      if (cube.open.items[0].empty()) {
        cube.open.items.clear();
      } else {
        cube.open.last = 0;
        for (const TermId process : mentions) cube.open.lists.push_back({process, {0}, false});
        cube.open.mentions = mentions;
      }
      return visit(cube);
    };
    const auto choose = [&](const auto& self, std::uint32_t variables) -> bool {
      if (processes.size() == bad.parameters.size()) return !fits(variables) || make(variables);
      bool more = true;
      const auto with = [&](TermId process, std::uint32_t count) {
        if (!more || std::find(processes.begin(), processes.end(), process) != processes.end()) return;
        processes.push_back(process);
        more = self(self, count);
        processes.pop_back();
      };
      for (const std::uint32_t n : system_.constants) with(arena_.process_const(n), variables);
      with(arena_.process(variables), variables + 1);
      return more;
    };
    if (!choose(choose, 0)) return;
  }
}

void Reference::before(const CertificateCube& cube, std::uint32_t transition, const Visit& visit) {
  Firing firing{
      cube, system_.transitions[transition], visit, cube.processes, {}, {}, static_cast<std::uint32_t>(cube.open.items.size()), {}, {}, {}};
  choose_processes(firing);
}

bool Reference::choose_processes(Firing& firing) {
  const le::Transition& t = firing.transition;
  if (firing.processes.size() == t.parameters.size()) {
    if (!fits(firing.variables)) return true;
    firing.actor = t.actor ? firing.processes[*t.actor] : TermId();
    firing.closed.assign(firing.cube.open.items.size(), false);
    if (!choose_closed(firing, 0)) return false;
    if (firing.cube.open.last == OpenReads::none) return true;
    firing.closed.assign(firing.cube.open.items.size(), false);
    firing.closed[firing.cube.open.last] = true;
    return choose_closed(firing, 0);
  }
  const auto with = [&](TermId process) {
    if (std::find(firing.processes.begin(), firing.processes.end(), process) != firing.processes.end()) return true;
    firing.processes.push_back(process);
    const bool more = choose_processes(firing);
    firing.processes.pop_back();
    return more;
  };
  for (std::uint32_t k = 0; k < firing.cube.processes; ++k) {
    if (!with(arena_.process(k))) return false;
  }
  for (const std::uint32_t n : system_.constants) {
    if (!with(arena_.process_const(n))) return false;
  }
  const std::uint32_t fresh = firing.variables++;
  const bool more = with(arena_.process(fresh));
  --firing.variables;
  return more;
}

// Whether u is closed has been decided; the rest of each list is cut at every place.
bool Reference::choose_closed(Firing& firing, std::size_t list) {
  const OpenReads& open = firing.cube.open;
  if (list == open.lists.size()) return fire(firing);
  const OpenReads::List& each = open.lists[list];
  std::vector<std::uint32_t> nodes = each.nodes;
  const bool has_last = std::erase(nodes, open.last) != 0;
  const bool must = firing.actor.valid() && each.process == firing.actor && (firing.transition.kind == le::FiringKind::Sync || each.clean);
  for (std::size_t cut = 0; cut <= nodes.size(); ++cut) {
    const bool closes_some = cut < nodes.size();
    if (must && cut > 0) break;
    if (has_last && !firing.closed[open.last] && (closes_some || must)) continue;
    for (std::size_t k = 0; k < nodes.size(); ++k) firing.closed[nodes[k]] = k >= cut;
    if (!choose_closed(firing, list + 1)) return false;
  }
  return true;
}

TermId Reference::close(const Firing& firing, TermId literal) {
  return arena_.rewrite(literal, [&](TermId leaf) {
    return arena_.op(leaf) == Op::Read && firing.closed[arena_.payload(leaf)] ? arena_.location(leaf) : leaf;
  });
}

// The cell whose new value a leaf takes; invalid: none.
TermId Reference::taken_cell(const Firing& firing, TermId leaf) const {
  if (arena_.op(leaf) == Op::Cell) return leaf;
  const bool own = arena_.op(leaf) == Op::Read && firing.actor.valid() && arena_.reader(leaf) == firing.actor;
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
      if (std::any_of(firing.written.begin(), firing.written.end(), [&](const Written& w) { return w.cell == cell; })) return;
      if (auto cases = new_value(firing, cell)) firing.written.push_back({cell, std::move(*cases), 0});
    });
  }
  return choose_branches(firing, 0);
}

bool Reference::choose_branches(Firing& firing, std::size_t k) {
  if (k == firing.written.size()) return firing.visit(predecessor(firing));
  for (std::size_t chosen = 0; chosen < firing.written[k].cases.size(); ++chosen) {
    firing.written[k].chosen = chosen;
    if (!choose_branches(firing, k + 1)) return false;
  }
  return true;
}

TermId Reference::instantiate(const Firing& firing, TermId term, const std::vector<le::Variable>& bound,
                              const std::vector<TermId>& values) {
  const auto& parameters = firing.transition.parameters;
  return arena_.rewrite(term, [&](TermId leaf) {
    if (arena_.op(leaf) == Op::Fresh) {
      const auto variable = static_cast<le::Variable>(arena_.payload(leaf));
      if (const auto at = std::find(bound.begin(), bound.end(), variable); at != bound.end())
        return values[static_cast<std::size_t>(at - bound.begin())];
      const auto at = std::find(parameters.begin(), parameters.end(), variable);
      return at == parameters.end() ? leaf : firing.processes[static_cast<std::size_t>(at - parameters.begin())];
    }
    if (arena_.op(leaf) != Op::Cell || firing.transition.kind == le::FiringKind::Sync) return leaf;
    const SymbolId symbol = arena_.symbol(leaf);
    if (arena_.signature()[symbol].weak) return arena_.read(firing.own_node, firing.actor, leaf);
    return system_.shared[symbol.index()] ? arena_.read(firing.own_node, {}, leaf) : leaf;
  });
}

// The cases of the new value of a cell; nothing if the transition has no assignment to it.
std::optional<std::vector<Reference::Case>> Reference::new_value(const Firing& firing, TermId cell) {
  for (const le::Update& update : system_.updates[firing.transition.source]) {
    if (update.symbol != arena_.symbol(cell)) continue;
    const std::vector<TermId> indices(arena_.args(cell).begin(), arena_.args(cell).end());
    std::vector<TermId> values(update.bound.size());
    bool matches = true;
    for (std::size_t k = 0; k < indices.size(); ++k) {
      const TermId target = update.target[k];
      const auto at = std::find_if(update.bound.begin(), update.bound.end(),
                                   [&](le::Variable v) { return arena_.fresh(v, Signature::proc) == target; });
      if (at == update.bound.end()) {
        matches = matches && instantiate(firing, target, {}, {}) == indices[k];
        continue;
      }
      TermId& value = values[static_cast<std::size_t>(at - update.bound.begin())];
      matches = matches && (!value.valid() || value == indices[k]);
      value = indices[k];
    }
    if (!matches) continue;
    std::vector<Case> cases;
    TermId none_before = arena_.truth(true);
    for (const Branch& branch : update.branches) {
      const TermId condition = instantiate(firing, branch.condition, update.bound, values);
      const TermId value = branch.kind == Branch::Kind::Set ? instantiate(firing, branch.value, update.bound, values) : TermId();
      cases.push_back({arena_.conjunction(std::array{none_before, condition}), branch.kind, value});
      none_before = arena_.conjunction(std::array{none_before, arena_.negate(condition)});
    }
    cases.push_back({none_before, Branch::Kind::Keep, {}});
    return cases;
  }
  return std::nullopt;
}

void Reference::add_universal(const Firing& firing, const le::Universal& universal, std::vector<TermId>& out) {
  std::vector<TermId> range;
  for (std::uint32_t k = 0; k < firing.variables; ++k) range.push_back(arena_.process(k));
  for (const std::uint32_t n : system_.constants) range.push_back(arena_.process_const(n));
  const auto declared_end = firing.processes.begin() + firing.transition.declared;
  std::vector<le::Variable> bound;
  for (const auto& each : universal.bound) bound.push_back(each.variable);
  std::vector<TermId> values;
  const auto allowed = [&](TermId process) {
    const auto& self = universal.bound[values.size()];
    if (self.others && std::find(firing.processes.begin(), declared_end, process) != declared_end) return false;
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (universal.bound[j].group == self.group && values[j] == process) return false;
    }
    return true;
  };
  const auto choose = [&](const auto& self) -> void {
    if (values.size() == bound.size()) {
      std::vector<TermId> ways;
      for (const le::Conjunction& disjunct : universal.disjuncts) {
        std::vector<TermId> atoms;
        for (const TermId literal : disjunct) atoms.push_back(instantiate(firing, literal, bound, values));
        ways.push_back(arena_.conjunction(atoms));
      }
      out.push_back(arena_.disjunction(ways));
      return;
    }
    for (const TermId process : range) {
      if (!allowed(process)) continue;
      values.push_back(process);
      self(self);
      values.pop_back();
    }
  };
  choose(choose);
}

CertificateCube Reference::predecessor(const Firing& firing) {
  CertificateCube before;
  before.processes = firing.variables;
  std::uint32_t next_fresh = 0;
  for (const TermId literal : firing.literals) {
    each_leaf(arena_, literal, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::Fresh) next_fresh = std::max(next_fresh, static_cast<std::uint32_t>(arena_.payload(leaf)) + 1);
    });
  }
  std::vector<TermId> values(firing.written.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Case& chosen = firing.written[k].cases[firing.written[k].chosen];
    before.literals.push_back(chosen.condition);
    values[k] = chosen.kind == Branch::Kind::Havoc ? arena_.fresh(next_fresh++, arena_.sort(firing.written[k].cell)) : chosen.value;
  }
  for (const TermId literal : firing.literals) {
    before.literals.push_back(arena_.rewrite(literal, [&](TermId leaf) {
      const TermId cell = taken_cell(firing, leaf);
      for (std::size_t k = 0; k < values.size() && cell.valid(); ++k) {
        if (firing.written[k].cell == cell) return values[k].valid() ? values[k] : leaf;
      }
      return leaf;
    }));
  }
  for (const TermId literal : firing.transition.guard) before.literals.push_back(instantiate(firing, literal, {}, {}));
  for (const le::Universal& universal : firing.transition.universals) add_universal(firing, universal, before.literals);
  before.open = open_before(firing);
  fill_items(before);
  return before;
}

OpenReads Reference::open_before(const Firing& firing) const {
  const le::Transition& t = firing.transition;
  OpenReads before;
  before.items.resize(firing.own_node + 1);
  const auto stay = [&](const std::vector<std::uint32_t>& nodes, std::vector<std::uint32_t>& out) {
    for (const std::uint32_t node : nodes) {
      if (!firing.closed[node]) out.push_back(node);
    }
  };
  const OpenReads& after = firing.cube.open;
  if (firing.actor.valid()) {
    OpenReads::List own{firing.actor, {}, t.kind == le::FiringKind::Write && t.fence};
    if (t.kind != le::FiringKind::Sync) own.nodes.push_back(firing.own_node);
    if (const OpenReads::List* old = after.find(firing.actor)) stay(old->nodes, own.nodes);
    before.lists.push_back(std::move(own));
  }
  for (const OpenReads::List& list : after.lists) {
    if (list.process == firing.actor) continue;
    before.lists.push_back({list.process, {}, list.clean});
    stay(list.nodes, before.lists.back().nodes);
  }
  if (after.last != OpenReads::none && !firing.closed[after.last]) {
    before.last = after.last;
    before.mentions = after.mentions;
  }
  return before;
}

}  // namespace parapet::check
