// Any bytes: the front end answers, and what it accepts survives the round trip.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "unit/frontend/models.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto loaded = parapet::frontend::load_text("fuzz", std::string(data, data + size));
  if (loaded.program.has_value() == loaded.diagnostics.has_errors()) std::abort();
  static_cast<void>(parapet::testing::messages(loaded));
  if (!loaded.program) return 0;
  const std::string failure = parapet::testing::round_trip_failure(*loaded.program);
  if (!failure.empty()) {
    std::cerr << failure;
    std::abort();
  }
  return 0;
}
