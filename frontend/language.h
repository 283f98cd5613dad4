// The input languages: what a front end provides, and the table of front ends by file name extension.
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

// A part of the text of a model with its kind, for syntax highlighting.
struct Mark {
  SourceRange range;
  std::string_view kind;  // "comment", "keyword", "name", "number", "process"
};

struct Language {
  std::string_view extension;  // ".cub"
  // The program, or located errors in `diagnostics`. Throws BudgetExhausted.
  std::optional<ld::Program> (*read)(std::string_view text, Diagnostics& diagnostics, Budget* budget);
  // In the order of the text, without overlaps.
  std::vector<Mark> (*highlight)(std::string_view text);
};

// To add a front end, add a folder beside cub/ and a row to this table.
[[nodiscard]] std::span<const Language> languages();
// The language with the extension of the name; the first language for any other name and for standard input.
[[nodiscard]] const Language& language_of(std::string_view name);

}  // namespace parapet::frontend
