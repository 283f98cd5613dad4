// The two steps of the store-buffer machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "check/machine.h"

namespace parapet::check {

// Why a step is impossible, in a plain sentence; nothing if it was done. A refused step leaves the state as it was.
using Refusal = std::optional<std::string>;

// Executes transition `step.transition`; `number` is the position of the step in the trace.
[[nodiscard]] Refusal fire(const Setting& setting, State& state, const TraceStep& step, std::size_t number, StepAccount& account);

// The oldest buffered entry of a process reaches memory.
[[nodiscard]] Refusal commit(const Setting& setting, State& state, const TraceStep& step, StepAccount& account);

// The processes can stand for the parameters of a declaration: as many, existing, pairwise distinct.
[[nodiscard]] Refusal accept_parameters(const Trace& trace, const ld::Declaration& declaration, const std::vector<Process>& processes);

// Which part of a false formula is false, in words.
[[nodiscard]] std::string false_part(Evaluator& evaluator, const ld::Formula& formula, const ld::Declaration& scope,
                                     const Signature& signature);

// A value that a location of this symbol can hold.
[[nodiscard]] bool possible_value(const Signature& signature, SymbolId symbol, const Value& value);

}  // namespace parapet::check
