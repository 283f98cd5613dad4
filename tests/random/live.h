// Random models that move: most of their transitions can fire.
#pragma once

#include "random/generate.h"

namespace parapet::test {

// Like generate, but where most transitions could never fire another model is drawn, a few times; one in five stays as it came.
[[nodiscard]] Model generate_live(Profile profile, std::uint64_t seed);

// Whether the front end accepts the text of the model; it refuses guards with too many cases.
[[nodiscard]] bool loads(const Model& model);

// So many that models of the profile show what they can do, and few enough for their states to stay few.
[[nodiscard]] unsigned enough_processes(Profile profile);

}  // namespace parapet::test
