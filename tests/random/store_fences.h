// Models with store-store fences, from models without.
#pragma once

#include <cstdint>

#include "random/model.h"

namespace parapet::test {

// Some fence() of the model become wfence(), and some guards of acting processes get one: as a conjunct, in one disjunct, or in a
// universal quantifier that demands it.
[[nodiscard]] Model with_store_fences(Model model, std::uint64_t seed);

// Every guard of an acting process has wfence() as a conjunct.
[[nodiscard]] Model with_every_store_fence(Model model);

}  // namespace parapet::test
