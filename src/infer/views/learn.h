// From a view that is not known to be possible to a conjunction that no known view satisfies (a lemma claims that no reachable state does).
//
// The view is a *point*: for each feature the set of values that it may have, one if the view determines it, several if it leaves it open.
//   conjunctions  all smallest ones, of 1, 2, then 3 conditions of the point, that no known view satisfies and that mention all processes
//                 of the table (else a smaller table has them); without any of size 3, greedy elimination from the whole point, which
//                 leaves out registers first that are dead where their process is (registers.h)
//   trust         a conjunction with pointers to processes outside is trusted if the instance had room for their targets: a claim that
//                 needs more processes than were explored holds for want of examples. Others are taken only if there is no trusted one
//   widen         each set is enlarged as far as no known view satisfies the conjunction, after elimination program locations only by those
//                 at which the registers of the conjunction are live. (To leave dead registers out of small conjunctions too made proofs
//                 longer: a CLH lock took three times the work, and no model was proved that is not proved otherwise.)
//   choice        large sets, few relations and nested terms, and many views that satisfy all but one of the conditions: a conjunction
//                 that few views come close to holds by accident
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "infer/views/registers.h"
#include "infer/views/view_table.h"

namespace parapet::search::views {

using Point = std::vector<ValueSet>;  // by feature

// Whether some known view agrees with the point.
[[nodiscard]] bool is_known(const ViewTable& table, const Point& point);
// At most `most` of the known views that agree with it, whole ones first.
[[nodiscard]] std::vector<std::size_t> agreeing(const ViewTable& table, const Point& point, std::size_t most);

struct Generalized {
  std::vector<Condition> conditions;
  std::uint64_t words = 0;  // of sets of rows that were combined to find it
};

// The best conjunction that holds of the point and that `allowed` does not refuse; empty conditions: there is none. `processes`: of the
// instance that the views are from.
[[nodiscard]] Generalized generalize(const ViewTable& table, const TermArena& arena, const Registers& registers, const Point& point,
                                     std::uint32_t processes, const std::function<bool(const std::vector<Condition>&)>& allowed);

}  // namespace parapet::search::views
