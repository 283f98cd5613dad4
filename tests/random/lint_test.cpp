// What a warning calls impossible never happens: random models on the store-buffer enumerator.
#include "lint/lint.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "random/enumerator.h"
#include "random/generate.h"
#include "random/text_model.h"

using namespace parapet;
using test::EnumResult;
using test::Memory;
using test::Profile;

namespace {

struct Tally {
  std::size_t transitions = 0, unsafes = 0, inits = 0;
};

bool warned(const std::vector<Diagnostic>& warnings, const char* name, SourceRange range) {
  for (const Diagnostic& each : warnings) {
    if (each.name == name && each.range == range) return true;
  }
  return false;
}

void hold(const std::string& text, Memory memory, Tally& tally) {
  const ld::Program program = test::program_of(text);
  TermArena arena(program.signature);
  const le::System system = le::translate(program, memory == Memory::Tso ? le::tso : le::sc, {}, arena);
  const std::vector<Diagnostic> warnings = lint::find_warnings(system, arena);
  test::EnumLimits limits;
  limits.whole = true;
  limits.states = 3000;
  const EnumResult result = test::enumerate_up_to(program, 3, memory, limits);
  for (std::size_t k = 0; k < program.transitions.size(); ++k) {
    if (!warned(warnings, "never-fires", program.transitions[k].range)) continue;
    ++tally.transitions;
    CHECK_MESSAGE(!(k < result.fired.size() && result.fired[k]), program.transitions[k].name << "\n" << text);
  }
  bool all_empty = true;
  for (const ld::Unsafe& unsafe : program.unsafes) all_empty = all_empty && warned(warnings, "empty-unsafe", unsafe.range);
  if (all_empty) {
    ++tally.unsafes;
    CHECK_MESSAGE(result.verdict != EnumResult::Verdict::Unsafe, text);
  }
  if (warned(warnings, "empty-init", program.init.range)) {
    ++tally.inits;
    CHECK_MESSAGE(result.states == 0, text);
  }
}

}  // namespace

TEST_CASE("random: what a warning calls impossible never happens") {
  const std::uint64_t models = std::getenv("PARAPET_SLOW") != nullptr ? 3000 : 150;
  Tally tally;
  for (const Profile profile : {Profile::Plain, Profile::Weak, Profile::Litmus, Profile::SharedPlain}) {
    for (std::uint64_t seed = 0; seed < models; ++seed) {
      CAPTURE(seed);
      hold(to_text(generate(profile, seed)), profile == Profile::Plain ? Memory::Sc : Memory::Tso, tally);
    }
  }
  MESSAGE(tally.transitions << " transitions, " << tally.unsafes << " models without unsafe states, " << tally.inits
                            << " without initial ones");
  CHECK(tally.transitions > 20);
}
