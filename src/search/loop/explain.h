// Why a cube is covered, for people: by which visited cubes, under which renamings.
//
// One cube that covers it alone, if there is one. Otherwise the instances of visited cubes whose negations contradict it (fixpoint.h), of
// which those are left out, one after the other, that the contradiction does without: what remains is needed, though it need not be the
// fewest.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "search/cover/cover.h"
#include "search/cover/fixpoint.h"
#include "search/search.h"

namespace parapet::search {

[[nodiscard]] std::vector<SearchObserver::Covering> explain_cover(const MemoryPart& memory, const Node& node, const Visited& visited,
                                                                  const std::function<std::string(const Node&)>& print_cube);

}  // namespace parapet::search
