// The tree of a search, as it was told while it grew: from the unsafe cubes at the root to the cubes before them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parapet::report {

// A visited cube that covers a node, alone or with others.
struct TreeCovering {
  std::string by;                 // `node 7`, or `an invariant of the model`
  std::string renaming;           // of its processes and open reads to those of the covered node
  std::vector<std::string> rest;  // its literals, renamed, that no single literal of the covered node implies
  std::string cube;
};

// A decision about a node or step, as a file of `--dump-smt`.
struct TreeDecision {
  std::string file, status;
};

struct TreeNode {
  enum class State : std::uint8_t {
    Visited,    // expanded and kept
    Deleted,    // expanded; a later one covers it
    Covered,    // not expanded: visited ones cover it
    Replaced,   // not expanded: a candidate, which is more general, takes its place
    Blamed,     // a candidate that was wrong, since its search met init; what it had covered was taken up again
    Spurious,   // meets init, but its path could not be executed
    Initial,    // meets init: the counterexample begins here
    Discarded,  // no cube: the step does not exist
  };
  std::string name;  // `7`; of a cube that was covered at once `7.2`: the second such before node 7; of a discarded one `7.x2`
  std::optional<std::size_t> successor;  // index; none: an unsafe cube, or a candidate
  std::uint32_t depth = 0;
  State state = State::Visited;
  std::string transition;       // its name; of an unsafe cube `unsafe[1]`, of a candidate `candidate`
  std::string step;             // with its processes, and what open reads saw
  std::string cube;             // Discarded: why it does not exist
  std::vector<std::string> by;  // Covered, Deleted, Replaced: who covers it, a node or `an invariant of the model`; none: several together
  std::vector<TreeDecision> decisions;  // what it is there for, or not: feasible, order, cover, init, fixpoint, as they were made
  std::vector<TreeCovering> coverings;  // Covered, of the one node that the recorder was asked to explain
};

struct SearchTree {
  std::vector<TreeNode> nodes;  // in the order they came; a successor is before those that lead to it
  std::uint64_t left_out = 0;   // beyond the limit of who recorded it
  std::string query_folder{};   // where the files of its decisions are, for links; empty: nowhere
};

[[nodiscard]] std::string_view name(TreeNode::State state);

enum class TreeDetail : std::uint8_t {
  Visited,  // visited nodes and their transitions
  Covered,  // covered ones too, and by whom
  Cubes,    // and the cube of each
  All,      // and discarded ones, with the reason
};

// In the language of Graphviz.
[[nodiscard]] std::string tree_dot(const SearchTree& tree, TreeDetail detail);

// A node of the search tree in words, for `parapet explain`: what became of it, by which cubes it is covered, its predecessors, and the
// path from it to an unsafe cube.

// Null: the tree has no node of that name.
[[nodiscard]] const TreeNode* find_node(const SearchTree& tree, std::string_view name);

// `node` is one of the tree. Cubes are printed as they were recorded.
void print_node(std::ostream& out, const SearchTree& tree, const TreeNode& node);

}  // namespace parapet::report
