// A model of the solver as the processes and values of a trace.
//
// The solver gives each process, and each value of sort proc that is no process, a place in their order. A trace has its processes numbered
// 0 .. n-1; a nobody gets a number between, before or after them, as its place is. Without order in the constraints any numbering will do.
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "logic/value.h"
#include "result/trace.h"
#include "search/cube/context.h"

namespace parapet::search {

class TraceValues {
 public:
  // Right after the solver of `context` called the constraints satisfiable; `processes` in the order that they have where nothing else
  // decides it.
  TraceValues(Context& context, std::span<const TermId> constraints, std::vector<TermId> processes);

  // Process k of the trace.
  [[nodiscard]] const std::vector<TermId>& order() const { return order_; }
  [[nodiscard]] Process number(TermId process) const;
  // The leaves that the constraints speak of.
  [[nodiscard]] const std::set<TermId>& known() const { return known_; }
  [[nodiscard]] Value value(TermId term) const;
  // Of what they do not speak of: any value; nobody, for sort proc.
  [[nodiscard]] Value any(SortId sort) const;

 private:
  [[nodiscard]] bool uses_order(TermId formula) const;
  [[nodiscard]] Rational place_number(const Rational& place) const;

  Context& context_;
  std::set<TermId> known_;
  std::vector<TermId> order_;
  std::map<TermId, Rational> places_;
  std::set<Rational> nobodies_;  // their places
};

}  // namespace parapet::search
