// The machine of src/machine, used forward, and the enumerator, written separately, reach the same states and the same verdicts.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "random/live.h"
#include "random/machine_run.h"
#include "random/store_fences.h"
#include "random/text_model.h"

using namespace parapet;
using test::Memory;
using test::Profile;

namespace {

void compare_many(Profile profile, std::uint64_t models) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  std::size_t spaces = 0;
  std::size_t verdicts = 0;
  for (std::uint64_t seed = 0; seed < models; ++seed) {
    const std::string text = to_text(test::with_store_fences(generate_live(profile, seed), seed));
    CAPTURE(text);
    const ld::Program program = test::program_of(text);
    for (const Memory memory : {Memory::Sc, Memory::Tso, Memory::Pso}) {
      const test::MachineCompared result = test::compare_machine(program, memory, 3);
      CHECK(result.defect == "");
      spaces += result.state_spaces;
      verdicts += result.verdicts ? 1 : 0;
    }
  }
  MESSAGE(std::string(to_string(profile)) << ": " << spaces << " state spaces and " << verdicts << " verdicts compared");
  CHECK(spaces > models / 2);
  CHECK(verdicts > models / 2);
}

}  // namespace

TEST_CASE("random: the machine and the enumerator reach the same states and verdicts") {
  for (const Profile profile : {Profile::Plain, Profile::Weak, Profile::Litmus, Profile::SharedPlain}) compare_many(profile, 30);
  for (const Profile profile : {Profile::LanguagePlain, Profile::LanguageWeak}) compare_many(profile, 60);
}
