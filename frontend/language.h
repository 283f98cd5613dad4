// The languages that models are written in: what a front end gives, and the table that the ending of a file's name is looked up in.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/diagnostics.h"
#include "base/source.h"
#include "ld/program.h"

namespace parapet::frontend {

// A part of a model's text, for colouring it.
struct Mark {
  SourceRange range;
  std::string_view kind;  // "comment", "keyword", "name", "number", "process"
};

struct Language {
  std::string_view extension;  // ".cub"
  // A program, or messages that say why there is none. Throws BudgetExhausted.
  std::optional<ld::Program> (*read)(std::string_view text, Diagnostics& diagnostics, Budget* budget);
  // In order of place, without overlaps.
  std::vector<Mark> (*highlight)(std::string_view text);
};

// Another front end is a folder beside cub/ and a row of this table.
[[nodiscard]] std::span<const Language> languages();
// By the ending of the name; the first one for every other name, and for standard input.
[[nodiscard]] const Language& language_of(std::string_view name);

}  // namespace parapet::frontend
