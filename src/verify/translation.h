// From a program and a memory model to a system of LE, and the choice of an engine that can search it.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/source.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "le/system.h"
#include "result/verdict.h"

namespace parapet::verify {

using parapet::Engine;

// The model cannot be searched as requested. `what` says why, `range` where in the file, `hint` what to do.
class Rejected : public std::runtime_error {
 public:
  Rejected(SourceRange where, const std::string& message, std::string advice = {})
      : std::runtime_error(message), range(where), hint(std::move(advice)) {}
  SourceRange range;
  std::string hint;
};

// TSO for a program that declares weak memory, else SC.
[[nodiscard]] ld::MemoryModel default_memory_model(const ld::Program& program);

// The same program with the user's invariants as its unsafe formulas and without trusted invariants.
[[nodiscard]] ld::Program with_invariants_unsafe(ld::Program program);

// The system of LE for a program, and the arena of its terms.
struct Translation {
  Translation(Signature with_counts, Budget* budget) : signature(std::move(with_counts)), arena(signature, budget) {}
  const Signature signature;  // of the program, and the symbols of counts (le/counts.h)
  TermArena arena;
  le::System system;
  // Of a model with ghosts (ld/ghost.h): its program, and the translation of the model without them, if that was searched before.
  std::unique_ptr<const ld::Program> with_ghosts;
  std::unique_ptr<Translation> without_ghosts;
};

// `program` must outlive the result. Throws Rejected if a formula is too large to be expanded, and BudgetExhausted.
[[nodiscard]] std::unique_ptr<Translation> translate(const ld::Program& program, const ld::MemoryModel& model,
                                                     const le::TranslateOptions& how, Budget* budget);

// The engine that searches the system. Auto becomes the timeline engine where it is exact, otherwise the event engine. Throws Rejected if
// `asked` is Timeline or Both and the timeline engine is not exact for this system.
[[nodiscard]] Engine accepted_engine(Engine asked, Translation& translation);

// Why an exhausted search of the event engine does not prove safety of this system; empty: it does.
[[nodiscard]] std::string why_inexact(Translation& translation);

// Why a path of the event engine to a count beside `@` may not be executable; empty: there is no such formula, or nothing is delayed. The
// count is over all processes at the instant of the reads. The event engine ties only the processes that the formula names to that instant:
// its paths are more than the executions, so a SAFE of it is right, and a path that can be replayed is one.
[[nodiscard]] std::string why_counts_are_spurious(const Translation& translation);

}  // namespace parapet::verify
