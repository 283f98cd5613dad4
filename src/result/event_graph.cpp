#include "result/event_graph.h"

#include "base/contract.h"

namespace parapet {

std::string_view name(GraphEvent::Kind kind) {
  switch (kind) {
    case GraphEvent::Kind::Initial:
      return "initial";
    case GraphEvent::Kind::Execution:
      return "execution";
    case GraphEvent::Kind::Write:
      return "write";
    case GraphEvent::Kind::ReadModifyWrite:
      return "read-modify-write";
    case GraphEvent::Kind::Final:
      return "final";
  }
  contract_failed("an event has one of the known kinds", __FILE__, __LINE__);
}

std::string_view name(GraphEdge::Kind kind) {
  switch (kind) {
    case GraphEdge::Kind::Po:
      return "po";
    case GraphEdge::Kind::Fence:
      return "fence";
    case GraphEdge::Kind::WFence:
      return "wfence";
    case GraphEdge::Kind::Rf:
      return "rf";
    case GraphEdge::Kind::Co:
      return "co";
    case GraphEdge::Kind::Fr:
      return "fr";
    case GraphEdge::Kind::Late:
      return "late";
    case GraphEdge::Kind::Plain:
      return "plain";
  }
  contract_failed("an edge has one of the known kinds", __FILE__, __LINE__);
}

}  // namespace parapet
