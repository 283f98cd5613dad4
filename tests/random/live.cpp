#include "random/live.h"

#include <algorithm>

#include "frontend/frontend.h"
#include "random/enumerator.h"
#include "random/text_model.h"

namespace parapet::test {

namespace {

EnumLimits few_states() {
  EnumLimits limits;
  limits.whole = true;
  limits.states = 3000;
  limits.buffer = 2;
  return limits;
}

// A random invariant is seldom true, and a false one makes SAFE cheap: most of those that two processes violate are taken out.
void drop_false_invariants(Model& model, std::uint64_t seed) {
  for (std::size_t k = model.invariants.size(); k-- > 0;) {
    Model alone = model;
    alone.invariants = {model.invariants[k]};
    if (enumerate_up_to(program_of(to_text(alone)), 2, Memory::Tso, few_states()).violated && seed % 4 != 0)
      model.invariants.erase(model.invariants.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

}  // namespace

bool loads(const Model& model) { return frontend::load_text("test.cub", to_text(model)).program.has_value(); }

unsigned enough_processes(Profile profile) { return profile == Profile::Litmus || profile == Profile::SharedPlain ? 4 : 3; }

Model generate_live(Profile profile, std::uint64_t seed) {
  constexpr std::uint64_t draws = 8;
  const EnumLimits limits = few_states();
  Model model;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    model = generate(profile, seed * draws + draw);
    if (!loads(model)) continue;  // more cases than a guard may have
    if (seed % 5 == 0) break;
    const ld::Program program = program_of(to_text(model));
    const unsigned processes = std::max(2U, std::min(program.number_procs.value_or(2), enough_processes(profile)));
    const EnumResult result = enumerate(program, processes, Memory::Tso, limits);
    const auto fired = static_cast<std::size_t>(std::count(result.fired.begin(), result.fired.end(), true));
    if (fired * 5 >= result.fired.size() * 4) break;
  }
  if (loads(model)) drop_false_invariants(model, seed);
  return model;
}

}  // namespace parapet::test
