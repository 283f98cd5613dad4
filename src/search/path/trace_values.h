// From a model of the solver to the processes and values of a trace.
//
// The solver gives each process, and each value of sort proc that denotes no process, a place in the process order. A trace numbers its
// processes 0 .. n-1 in that order; a value that denotes no process gets a number between, before or after them according to its place. If
// the constraints do not compare processes, any numbering is right.
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "logic/value.h"
#include "ld/trace.h"
#include "cube/context.h"

namespace parapet::search {

class TraceValues {
 public:
  // To be called right after the solver of `context` found the constraints satisfiable. `processes` are numbered in this order unless the
  // model orders them.
  TraceValues(Context& context, std::span<const TermId> constraints, std::vector<TermId> processes);

  // Process k of the trace.
  [[nodiscard]] const std::vector<TermId>& order() const { return order_; }
  [[nodiscard]] Process number(TermId process) const;
  // The leaves that occur in the constraints.
  [[nodiscard]] const std::set<TermId>& known() const { return known_; }
  [[nodiscard]] Value value(TermId term) const;
  // A value for a leaf that does not occur in them; for sort proc one that denotes no process.
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
