// From events to a schedule: any order of the events that agrees with ghb is one of the store-buffer machine, executions being firings and
// writes commits. A read takes its process's own newest write if that is still buffered, else the last one committed: its source in either
// case, since every later write of the location is fr-after it.
#include "base/contract.h"
#include "cube/path.h"
#include "memory/events/ghb.h"

namespace parapet::search {

Path Ghb::path_of(const Node& node) {
  const Node* first = &node;
  while (first->successor != nullptr) first = first->successor;
  const History history(context, touched_, node);
  const PathGraph graph = history.graph();
  const auto order = sorted(graph);
  PARAPET_CHECK(order.has_value() || keep_cyclic_, "the events of a path that the rows allow can be ordered");
  Path path;
  path.possible = order.has_value();
  if (!path.possible) return path;  // a solver did not know
  std::vector<Instant> place(graph.events.size());
  for (std::uint32_t k = 0; k < order->size(); ++k) place[(*order)[k]] = k + 1;
  path.processes = history.processes();
  path.unsafe = first->unsafe;
  path.unsafe_processes = first->start;
  for (const PathGraph::Fired& fired : graph.firings) {
    PathFiring firing{fired.transition, fired.processes, place[fired.execution], 0};
    if (fired.write && *fired.write != fired.execution) firing.commit = place[*fired.write];
    path.firings.push_back(std::move(firing));
  }
  if (graph.last) path.end = place[*graph.last];
  return path;
}

}  // namespace parapet::search
