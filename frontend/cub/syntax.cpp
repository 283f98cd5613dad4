#include "frontend/cub/syntax.h"

#include "base/narrow.h"

namespace parapet::cub {

NodeId Syntax::add(NodeKind kind, SourceRange range, std::span<const NodeId> parts) {
  Node node;
  node.kind = kind;
  node.range = range;
  node.first_child = narrow<std::uint32_t>(children.size());
  node.child_count = narrow<std::uint32_t>(parts.size());
  children.insert(children.end(), parts.begin(), parts.end());
  nodes.push_back(node);
  return NodeId(nodes.size() - 1);
}

}  // namespace parapet::cub
