// From a program and a memory model to a system that an engine can search.
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

namespace parapet::verify {

enum class Engine : std::uint8_t { Auto, Timeline, Ghb, Both };
[[nodiscard]] std::string_view name(Engine engine);

// The model cannot be searched as it was asked for; `what` says why, `range` where, `hint` what to do.
class Rejected : public std::runtime_error {
 public:
  Rejected(SourceRange where, const std::string& message, std::string advice = {})
      : std::runtime_error(message), range(where), hint(std::move(advice)) {}
  SourceRange range;
  std::string hint;
};

// TSO for a program that declares weak memory, else SC.
[[nodiscard]] ld::MemoryModel default_memory_model(const ld::Program& program);

// The same model with its invariants as what must not happen, nothing being assumed.
[[nodiscard]] ld::Program with_invariants_unsafe(ld::Program program);

// The event-explicit system of a program, and the terms that it is made of.
struct Translation {
  Translation(const Signature& signature, Budget* budget) : arena(signature, budget) {}
  TermArena arena;
  le::System system;
};

// `program` must outlive the result. Throws Rejected if a formula is too large to be expanded, and BudgetExhausted.
[[nodiscard]] std::unique_ptr<Translation> translate(const ld::Program& program, const ld::MemoryModel& model,
                                                     const le::TranslateOptions& how, Budget* budget);

// The engine that searches the system: for Auto the timeline where it is exact, else the event engine. Throws Rejected if the timeline was
// asked for, alone or beside the other, and is not exact.
[[nodiscard]] Engine accepted_engine(Engine asked, Translation& translation);

// Why the event engine, where it finds nothing, proves nothing; empty: it does.
[[nodiscard]] std::string why_inexact(Translation& translation);

}  // namespace parapet::verify
