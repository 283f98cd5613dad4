// Substitution of processes for the variables of a template (parameters and bound variables, which are terms Variable(v)).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "le/system.h"

namespace parapet::le {

// The value of a variable, where variables[k] has values[k]; invalid if it is not among them.
[[nodiscard]] inline TermId value_of(std::uint64_t variable, std::span<const Variable> variables, std::span<const TermId> values) {
  for (std::size_t k = 0; k < variables.size(); ++k) {
    if (variables[k] == variable) return values[k];
  }
  return {};
}

// The variables of a quantifier.
[[nodiscard]] inline std::vector<Variable> variables_of(const std::vector<Universal::Bound>& bound) {
  std::vector<Variable> all;
  for (const Universal::Bound& each : bound) all.push_back(each.variable);
  return all;
}

}  // namespace parapet::le
