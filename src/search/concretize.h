// placeholder
#pragma once
#include <optional>
#include "search/init_check.h"
#include "search/node.h"
#include "result/trace.h"
namespace parapet::search {
template <class Weak>
std::optional<Trace> concretize(Context&, InitCheck&, const Node<Weak>&) { return Trace{}; }
}
