#include "search/path/trace_values.h"

#include <algorithm>
#include <utility>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::search {

TraceValues::TraceValues(Context& context, std::span<const TermId> constraints, std::vector<TermId> processes)
    : context_(context), order_(std::move(processes)) {
  TermArena& arena = context.arena;
  for (const TermId formula : constraints) each_leaf(arena, formula, [&](TermId leaf) { known_.insert(leaf); });
  for (const TermId process : order_) places_[process] = context.solver.value(process).number;
  if (std::any_of(constraints.begin(), constraints.end(), [&](TermId f) { return uses_order(f); }))
    std::sort(order_.begin(), order_.end(), [&](TermId a, TermId b) { return places_[a] < places_[b]; });
  for (const TermId leaf : known_) {
    if (arena.sort(leaf) == Signature::proc && !is_process(arena, leaf)) nobodies_.insert(context.solver.value(leaf).number);
  }
  for (const auto& [process, place] : places_) nobodies_.erase(place);
}

bool TraceValues::uses_order(TermId formula) const {
  const Op op = context_.arena.op(formula);
  if (op == Op::ProcLess || op == Op::ProcLessEqual) return true;
  if (op != Op::And && op != Op::Or) return false;
  return std::any_of(context_.arena.args(formula).begin(), context_.arena.args(formula).end(), [&](TermId arg) { return uses_order(arg); });
}

Process TraceValues::number(TermId process) const {
  const auto at = std::find(order_.begin(), order_.end(), process);
  PARAPET_CHECK(at != order_.end(), "every process of a path is one of its trace");
  return narrow<Process>(at - order_.begin());
}

Rational TraceValues::place_number(const Rational& place) const {
  for (const auto& [process, own] : places_) {
    if (own == place) return Rational(static_cast<std::int64_t>(number(process)));
  }
  std::int64_t below = 0;
  for (const TermId process : order_) below += places_.at(process) < place ? 1 : 0;
  std::int64_t rank = 1;
  std::int64_t all = 1;
  for (const Rational& other : nobodies_) {
    std::int64_t other_below = 0;
    for (const TermId process : order_) other_below += places_.at(process) < other ? 1 : 0;
    if (other_below != below) continue;
    ++all;
    rank += other < place ? 1 : 0;
  }
  return Rational(below - 1) + Rational(Integer(rank), Integer(all));
}

Value TraceValues::any(SortId sort) const {
  return {sort, sort == Signature::proc ? Rational(static_cast<std::int64_t>(order_.size()) + 1) : Rational(0)};
}

Value TraceValues::value(TermId term) const {
  const SortId sort = context_.arena.sort(term);
  if (known_.count(term) == 0) return any(sort);
  const Value found = context_.solver.value(term);
  return sort == Signature::proc ? Value{sort, place_number(found.number)} : found;
}

}  // namespace parapet::search
