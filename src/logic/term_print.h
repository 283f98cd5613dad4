// Printing with names, and in other notations; without them: to_string of logic/term.h.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "logic/term.h"

namespace parapet {

// `variables`: names of the variables of a template, by their number.
[[nodiscard]] std::string to_string(const TermArena& arena, TermId id, std::span<const std::string> variables);

// How terms are written. The operators are those of to_string.
struct TermStyle {
  std::function<std::string(TermId)> leaf;                     // processes, variables, cells, reads, values, events
  std::function<std::string(const std::string&)> constructor;  // of an enumeration, by its name
  std::string_view different = "<>", less_equal = "<=", greater_equal = ">=", times = "*";
  std::string_view conjunction = " && ", disjunction = " || ";
  std::string_view member = " in {", member_end = "}";
  bool decimals = false;  // real numbers as decimal fractions, which they must be
};
[[nodiscard]] std::string to_string(const TermArena& arena, TermId id, const TermStyle& style);

}  // namespace parapet
