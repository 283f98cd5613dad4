// A model written as text, translated to LE.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "ld/text.h"
#include "le/system.h"
#include "random/text_model.h"

namespace parapet::test {

struct Translated {
  explicit Translated(const std::string& text, const le::MemoryModel& model = le::tso, const le::TranslateOptions& how = {})
      : program(program_of(text)),
        signature(ld::counts_processes(program) ? le::with_counts(program) : program.signature),
        arena(signature),
        system(le::translate(program, model, how, arena)) {}

  [[nodiscard]] SymbolId symbol(const std::string& name) const {
    const auto found = program.signature.find_symbol(name);
    REQUIRE_MESSAGE(found, name);
    return *found;
  }
  // Its first disjunct.
  [[nodiscard]] const le::Transition& transition(const std::string& name) const {
    const auto at = std::ranges::find_if(system.transitions, [&](const le::Transition& t) { return system.name(t) == name; });
    REQUIRE_MESSAGE((at != system.transitions.end()), name);
    return *at;
  }
  [[nodiscard]] bool shared(const std::string& name) const { return system.shared[symbol(name).index()]; }

  ld::Program program;
  Signature signature;  // with symbols of counts, where the model counts processes
  TermArena arena;
  le::System system;
};

}  // namespace parapet::test
