// Models in tests are written as text.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

#include "frontend/frontend.h"
#include "ld/program.h"

namespace parapet::test {

// Throws, with the messages, if the text is no model.
[[nodiscard]] inline ld::Program program_of(const std::string& text) {
  frontend::Loaded loaded = frontend::load_text("test.cub", text);
  if (!loaded.program) {
    std::ostringstream message;
    loaded.diagnostics.print(message, loaded.file, false);
    throw std::runtime_error(message.str() + text);
  }
  return std::move(*loaded.program);
}

}  // namespace parapet::test
