// A model written as text, in the notations of LE.
#pragma once

#include <sstream>
#include <string>

#include "notation/theory.h"
#include "unit/le/translated.h"

namespace parapet::test {

using Render = void (*)(std::ostream&, const notation::Theory&, const TermArena&);

[[nodiscard]] inline std::string rendered(Translated& model, Render render) {
  const notation::Theory theory = notation::make_theory(model.system, model.arena);
  std::ostringstream out;
  render(out, theory, model.arena);
  return out.str();
}

[[nodiscard]] inline std::string rendered(const std::string& text, Render render, const le::MemoryModel& memory = le::tso) {
  Translated model(text, memory);
  return rendered(model, render);
}

}  // namespace parapet::test
