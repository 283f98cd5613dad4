// From a node that meets init to a verdict: its path as an execution, confirmed by code that shares nothing with the search.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cube/path.h"
#include "search/loop/tree.h"
#include "search/path/concretize.h"

namespace parapet::search {

// A path that cannot be executed as it is may still be near one that can: with another process more, or with two of its processes one and
// the same. The cubes before it are not searched a second time, so the neighbours are looked for forward, in small instances.
[[nodiscard]] std::optional<Verdict> hunt(Run& run);

// A parameter of unsafe of which the start cube says nothing, or no longer does since its normal form forgets a process that has nothing but
// an empty store buffer, may be the process of a step, or one that takes none. The search tries one of both, since the cubes before are the
// same. This is the path with processes of their own for such parameters; nothing: there are none.
[[nodiscard]] std::optional<Path> with_idle_parameters(const Context& context, const Cube& start, Path path);

// `answer`: whether the node meets init, not Unsat. Nothing: no counterexample was found, and the tree is undecided.
[[nodiscard]] std::optional<Verdict> counterexample(Tree& tree, const Node& node, smt::Answer answer);

}  // namespace parapet::search
