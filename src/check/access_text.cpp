#include "check/access_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/narrow.h"
#include "check/firing_instance.h"

namespace parapet::check {
namespace {

// That the indices are the same processes.
std::string same(const Names& one, const Names& other) {
  Names parts;
  for (std::size_t k = 0; k < one.size(); ++k) {
    if (one[k] != other[k]) parts.push_back("(= " + one[k] + " " + other[k] + ")");
  }
  return conjunction(parts);
}

}  // namespace

bool AccessText::is_late(const le::Transition& transition) const {
  return transition.actor && !transition.fence && !transition.read_modify_write() &&
         system_.delays.may_be_late(narrow<std::uint32_t>(&transition - system_.transitions.data()));
}

// The value of a `let` counts where it is used.
template <class Visit>
void AccessText::each_read_cell(const FiringText& firing, const Range& range, const Visit& visit) const {
  if (is_late(firing.transition)) return;
  each_read_term(system_, firing, range, [&](const ReadTerm& read) {
    if (read.part == ReadTerm::Part::Let) return;
    each_leaf(arena_, read.term, [&](TermId leaf) {
      if (arena_.op(leaf) != Op::Cell || !states_.is_weak(arena_.symbol(leaf))) return;
      Names at;
      for (const TermId index : arena_.args(leaf)) at.push_back(states_.term(index, read.scope));
      visit(arena_.symbol(leaf), at, read);
    });
  });
}

std::vector<SymbolId> AccessText::accessed(const FiringText& firing) const {
  std::set<SymbolId> all;
  for (const le::Update& update : system_.updates[firing.transition.source]) {
    if (states_.is_weak(update.symbol)) all.insert(update.symbol);
  }
  const Range one_process{false, {"p"}, {}};
  each_read_cell(firing, one_process, [&](SymbolId symbol, const Names&, const ReadTerm&) { all.insert(symbol); });
  return {all.begin(), all.end()};
}

std::string AccessText::writes(SymbolId symbol, const Names& at, const FiringText& firing) const {
  const auto& updates = system_.updates[firing.transition.source];
  const bool written = std::any_of(updates.begin(), updates.end(), [&](const le::Update& update) { return update.symbol == symbol; });
  return written ? application(states_.write_test(symbol), at) : "false";
}

// The cell is read in a place of the text for which purpose(place) holds.
template <class Purpose>
std::string AccessText::read_ways(SymbolId symbol, const Names& at, const FiringText& firing, const Range& range,
                                  const Purpose& purpose) const {
  Names ways;
  each_read_cell(firing, range, [&](SymbolId read, const Names& where, const ReadTerm& place) {
    if (read != symbol) return;
    Names parts = place.in_range;
    parts.push_back(same(at, where));
    parts.push_back(purpose(place));
    std::string way = conjunction(parts);
    if (range.quantified && !place.bound.empty()) way = "(exists " + sorted_variables(place.bound, {}) + " " + way + ")";
    if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
  });
  return disjunction(ways);
}

std::string AccessText::reads(SymbolId symbol, const Names& at, const FiringText& firing, const Range& range) const {
  return read_ways(symbol, at, firing, range, [](const ReadTerm&) { return "true"; });
}

std::string AccessText::reads_for(const Cube& cube, const Scope& scope, SymbolId symbol, const Names& at, const FiringText& firing,
                                  const Range& range) const {
  return read_ways(symbol, at, firing, range, [&](const ReadTerm& place) -> std::string {
    if (place.assignment == nullptr) return "true";
    Names cell;
    for (const TermId index : place.assignment->target) cell.push_back(states_.term(index, place.scope));
    return says(cube, scope, place.assignment->symbol, cell);
  });
}

// That the cube says something of the cell: in memory, in a buffer, in a snapshot, or by a count.
std::string AccessText::says(const Cube& cube, const Scope& scope, SymbolId symbol, const Names& at) const {
  Names ways;
  const auto mention = [&](SymbolId other, std::span<const TermId> indices) {
    if (other != symbol) return;
    Names cell;
    for (const TermId index : indices) cell.push_back(states_.term(index, scope));
    ways.push_back(same(cell, at));
  };
  const auto& counted = system_.counts.arrays;
  const bool is_counted = std::find(counted.begin(), counted.end(), symbol) != counted.end();
  for (const TermId literal : cube.literals) {
    each_leaf(arena_, literal, [&](TermId leaf) {
      if (arena_.op(leaf) != Op::Cell && arena_.op(leaf) != Op::Read) return;
      const TermId location = arena_.op(leaf) == Op::Read ? arena_.location(leaf) : leaf;
      if (is_counted && arena_.signature()[arena_.symbol(location)].role == SymbolRole::Count) ways.emplace_back("true");
      mention(arena_.symbol(location), arena_.args(location));
    });
  }
  for (const DelayedBuffer& buffer : cube.weak.buffers) mention(buffer.symbol, buffer.args);
  return disjunction(ways);
}

// ---- tables ----
//
// The tables do not tell the processes that no constant names apart, nor their cells but for those whose indices are all the process itself.
// So z0 stands for such a process and z1 for another index.

// of(process) for a process of each class: those that constants name, and the others.
template <class Of>
std::string DelayTableText::by_class(const std::string& process, const Of& of) const {
  std::string text = of(arena_.process(0));
  for (std::size_t k = system_.constants.size(); k-- > 0;)
    text = choice("(= " + process + " " + states_.constants()[k] + ")", of(arena_.process_const(system_.constants[k])), text);
  return text;
}

// of(process, cell) for the cell with these indices.
template <class Of>
std::string DelayTableText::by_cell(SymbolId symbol, const std::string& process, const Names& at, const Of& of) const {
  return by_class(process, [&](TermId one) {
    const auto with = [&](TermId index) { return of(one, arena_.cell(symbol, std::vector<TermId>(at.size(), index))); };
    if (at.empty()) return with(one);
    Names same;
    for (const std::string& index : at) same.push_back("(= " + index + " " + process + ")");
    return choice(conjunction(same), with(one), with(arena_.process(1)));
  });
}

std::string DelayTableText::may_delay(const le::Transition& transition, SymbolId symbol, const std::string& actor, const Names& at) const {
  const auto number = narrow<std::uint32_t>(&transition - system_.transitions.data());
  return by_cell(symbol, actor, at, [&](TermId process, TermId cell) -> std::string {
    return system_.delays.may_delay(arena_, number, process, cell) ? "true" : "false";
  });
}

// What p sees in its own cell of the name.
std::string DelayTableText::own_view(SymbolId name) const {
  const Names at(arena_.signature()[name].arity, "p");
  if (!states_.is_weak(name)) return application(states_.cell(name, false), at);
  Names arguments = at;
  arguments.insert(arguments.begin(), "p");
  arguments.emplace_back("now");
  return application(states_.seen(name, false), arguments);
}

// By the own cells one after the other: values of a cell with which the rest is the same are taken together.
std::string DelayTableText::local_states(TermId process, Demands demands) const {
  std::map<std::uint32_t, std::uint64_t> sets;  // by name: the values of the local states that are looked at
  const auto allowed = [&](SymbolId name) {
    const auto at = sets.find(name.value);
    return at == sets.end() ? ~std::uint64_t{0} : at->second;
  };
  const auto ranges = system_.delays.while_held(arena_, process, demands, allowed);
  const auto member = [&](const std::string& term, SortId sort, std::uint64_t set) {
    Scope scope;
    scope.fresh = term;
    return states_.formula(arena_.member(arena_.fresh(0, sort), set), scope);
  };
  const auto values = [&]() -> std::string {
    if (demands.empty()) return "true";
    const SortId sort = arena_.sort(demands[0].cell);
    if (arena_.signature()[sort].kind != SortKind::Enum || arena_.signature()[sort].constructors.size() > 64) return "true";
    std::uint64_t set = 0;
    for (std::uint64_t rest = arena_.full_set(sort); rest != 0; rest &= rest - 1) {
      demands[0].values = rest & (~rest + 1);
      if (system_.delays.may_hold(arena_, process, demands, allowed)) set |= demands[0].values;
    }
    demands[0].values = ~std::uint64_t{0};
    return member("v", sort, set);
  };
  const auto from = [&](const auto& self, std::size_t k) -> std::string {
    arena_.spend();
    if (!system_.delays.may_hold(arena_, process, demands, allowed)) return "false";
    if (k == ranges.size()) return values();
    const auto& [name, range] = ranges[k];
    std::map<std::string, std::uint64_t> rests;
    for (std::uint64_t rest = range; rest != 0; rest &= rest - 1) {
      sets[name.value] = rest & (~rest + 1);
      rests[self(self, k + 1)] |= sets[name.value];
    }
    sets.erase(name.value);
    Names ways;
    for (const auto& [text, set] : rests) ways.push_back(conjunction({member(own_view(name), arena_.signature()[name].sort, set), text}));
    return disjunction(ways);
  };
  return from(from, 0);
}

std::string DelayTableText::local() const {
  return by_class("p", [&](TermId process) { return local_states(process, {}); });
}

std::string DelayTableText::holds(SymbolId symbol) const {
  return by_cell(symbol, "p", states_.indices(symbol), [&](TermId process, TermId cell) {
    return system_.delays.may_wait(arena_, process, cell) ? local_states(process, {{cell}}) : "false";
  });
}

}  // namespace parapet::check
