// A node of the search tree in words, for `parapet explain`: what became of it, by which cubes it is covered, its predecessors, and the
// path from it to an unsafe cube.
#pragma once

#include <iosfwd>
#include <string_view>

#include "report/search_tree.h"

namespace parapet::report {

// Null: the tree has no node of that name.
[[nodiscard]] const TreeNode* find_node(const SearchTree& tree, std::string_view name);

// `node` is one of the tree. Cubes are printed as they were recorded.
void print_node(std::ostream& out, const SearchTree& tree, const TreeNode& node);

}  // namespace parapet::report
