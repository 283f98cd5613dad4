#include "random/live.h"

#include <algorithm>

#include "random/enumerator.h"
#include "random/text_model.h"

namespace parapet::test {

unsigned enough_processes(Profile profile) { return profile == Profile::Plain || profile == Profile::Weak ? 3 : 4; }

Model generate_live(Profile profile, std::uint64_t seed) {
  constexpr std::uint64_t draws = 8;
  EnumLimits limits;
  limits.whole = true;
  limits.states = 3000;
  limits.buffer = 2;
  Model model;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    model = generate(profile, seed * draws + draw);
    if (seed % 5 == 0) break;
    const ld::Program program = program_of(to_text(model));
    const unsigned processes = std::max(2U, std::min(program.number_procs.value_or(2), enough_processes(profile)));
    const EnumResult result = enumerate(program, processes, Memory::Tso, limits);
    const auto fired = static_cast<std::size_t>(std::count(result.fired.begin(), result.fired.end(), true));
    if (fired * 5 >= result.fired.size() * 4) break;
  }
  return model;
}

}  // namespace parapet::test
