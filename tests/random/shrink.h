// Smaller models that still fail.
#pragma once

#include <functional>

#include "random/model.h"

namespace parapet::test {

// A model that still fails, from which no single piece can be taken away. `still_fails` may get one that is not legal: it must say no to
// one that does not load.
[[nodiscard]] Model shrink(Model model, const std::function<bool(const Model&)>& still_fails);

}  // namespace parapet::test
