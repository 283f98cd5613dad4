// Random models, as text, the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <string>

#include "random/model.h"

namespace parapet::test {

enum class Profile : std::uint8_t {
  Plain,          // no weak locations: types, arrays, quantifiers, updates, arithmetic, process order
  Weak,           // program counters, loops, weak variables and arrays; any number of processes, or `#n`
  Litmus,         // two to four straight-line threads
  SharedPlain,    // threads that also read and write plain cells of each other
  LanguagePlain,  // everything that the language has (constructs.h), without weak memory
  LanguageWeak,   // the same with weak memory
  Counting,       // `#procs` and counts, guards that counts make exact; with weak memory or without
};

[[nodiscard]] Model generate(Profile profile, std::uint64_t seed);
[[nodiscard]] const char* to_string(Profile profile);

}  // namespace parapet::test
