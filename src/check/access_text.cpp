#include "check/access_text.h"

#include <algorithm>
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

std::string AccessText::reads_for(const Cube& cube, const Scope& scope, SymbolId symbol, const Names& at,
                                  const FiringText& firing, const Range& range) const {
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

}  // namespace parapet::check
