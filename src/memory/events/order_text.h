// A firing in one of the ways it may go, with everything that happens after it, as one formula of LE in SMT-LIB 2: the record of an order
// decision.
//
//   events    e0, e1, ...: an execution; w0, w1, ...: the write of an execution (of the same rank where the two are one event)
//   values    Rd_X(e, i, j): process i reads X[j] in e; Wr_X(w, i, j): i writes it in w; Val_X(e, i, j): the value, of X's own sort
//   edges     po, fence, rf, co, fr, and those of shared plain cells (plain), of reads from memory (memory) and of the unsafe formula
//             (unsafe); ghb is their union; rf(w, r) => Val(w) = Val(r)
//   order     ghb(a, b) => rank(a) < rank(b), for the pairs with an edge: satisfiable iff ghb has no cycle
#pragma once

#include <utility>
#include <vector>

#include "memory/events/path_graph.h"
#include "smt/solver.h"

namespace parapet::search {

// What is known of the firing that is tried, in the names of the path. Reads of literals and values are numbered as in PathGraph::reads,
// new_read being the firing's own.
struct NewestFiring {
  std::vector<TermId> literals;                     // of the predecessor
  std::vector<TermId> satisfied;                    // of the successor, about reads that take their value from the firing
  std::vector<std::pair<TermId, TermId>> values{};  // location, value that it writes there
};

[[nodiscard]] smt::QueryText order_text(Context& context, const PathGraph& graph, const NewestFiring& newest);

}  // namespace parapet::search
