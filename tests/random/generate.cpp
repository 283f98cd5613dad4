// Every generator walks its processes along program counters `Q0`, `Q1`, ..., so that reaching the unsafe formula, which asks for late
// counters, takes several steps in the right order; the rest is drawn at random around that.
#include "random/generate.h"

#include "random/author.h"
#include "random/language_author.h"

namespace parapet::test {

Model generate(Profile profile, std::uint64_t seed) {
  switch (profile) {
    case Profile::Plain:
      return generate_plain(seed);
    case Profile::Weak:
      return generate_weak(seed);
    case Profile::Litmus:
      return generate_threads(seed, false);
    case Profile::SharedPlain:
      return generate_threads(seed, true);
    case Profile::LanguagePlain:
      return generate_language(seed, false);
    case Profile::LanguageWeak:
      return generate_language(seed, true);
    case Profile::Counting:
      return generate_counting(seed);
  }
  return {};
}

const char* to_string(Profile profile) {
  switch (profile) {
    case Profile::Plain:
      return "plain";
    case Profile::Weak:
      return "weak";
    case Profile::Litmus:
      return "litmus";
    case Profile::SharedPlain:
      return "shared-plain";
    case Profile::LanguagePlain:
      return "language-plain";
    case Profile::LanguageWeak:
      return "language-weak";
    case Profile::Counting:
      return "counting";
  }
  return "";
}

}  // namespace parapet::test
