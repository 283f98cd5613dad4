// Models off the generators' beaten track: a generated one with a few of its pieces moved, dropped or doubled.
#pragma once

#include <cstdint>

#include "random/model.h"

namespace parapet::test {

// The same for the same seed. The result need not be a legal model.
[[nodiscard]] Model vary(Model model, std::uint64_t seed);

}  // namespace parapet::test
