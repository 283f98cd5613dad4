// The steps that a machine with so many processes can be asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ld/program.h"
#include "ld/trace.h"

namespace parapet::test {

// All steps there can be, possible or not; commits name their location if `writes_apart`. Nothing if a havoc has too many values to try.
[[nodiscard]] inline std::optional<std::vector<TraceStep>> all_steps(const ld::Program& program, std::uint32_t processes,
                                                                     bool writes_apart = false) {
  std::vector<TraceStep> steps;
  for (Process p = 0; p < processes; ++p) {
    if (!writes_apart) steps.push_back({TraceStep::Kind::Commit, 0, {p}, {}});
    for (std::size_t s = 0; writes_apart && s < program.signature.symbols().size(); ++s) {
      const Symbol& symbol = program.signature.symbols()[s];
      std::uint32_t cells = symbol.weak ? 1 : 0;
      for (std::uint32_t k = 0; k < symbol.arity; ++k) cells *= processes;
      for (std::uint32_t cell = 0; cell < cells; ++cell)
        steps.push_back({TraceStep::Kind::Commit, 0, {p}, {}, Location{SymbolId(s), cell}});
    }
  }
  for (std::uint32_t t = 0; t < program.transitions.size(); ++t) {
    std::vector<TraceStep> open{{TraceStep::Kind::Fire, t, {}, {}}};
    for (std::uint32_t k = 0; k < program.transitions[t].parameters; ++k) {
      std::vector<TraceStep> longer;
      for (const TraceStep& step : open) {
        for (Process p = 0; p < processes; ++p) {
          longer.push_back(step);
          longer.back().processes.push_back(p);
        }
      }
      open = std::move(longer);
    }
    for (const ld::Assignment& assignment : program.transitions[t].assignments) {
      if (assignment.kind != ld::Assignment::Kind::Havoc) continue;
      const SortId sort = program.signature[assignment.symbol].sort;
      if (program.signature[sort].kind != SortKind::Enum) return std::nullopt;
      std::vector<TraceStep> longer;
      for (const TraceStep& step : open) {
        for (std::size_t value = 0; value < program.signature[sort].constructors.size(); ++value) {
          longer.push_back(step);
          longer.back().havoc.push_back({sort, Rational(static_cast<std::int64_t>(value))});
        }
      }
      open = std::move(longer);
    }
    steps.insert(steps.end(), open.begin(), open.end());
  }
  return steps;
}

}  // namespace parapet::test
