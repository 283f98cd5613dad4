#include "frontend/language.h"

#include <algorithm>
#include <array>

#include "frontend/cub/elaborate.h"
#include "frontend/cub/highlight.h"
#include "frontend/cub/parser.h"

namespace parapet::frontend {
namespace {

std::optional<ld::Program> read_cub(std::string_view text, Diagnostics& diagnostics, Budget* budget) {
  const cub::Syntax syntax = cub::parse(text, diagnostics, budget);
  return cub::elaborate(syntax, diagnostics, budget);
}

constexpr std::array<Language, 1> table{{{".cub", read_cub, cub::highlight}}};

}  // namespace

std::span<const Language> languages() { return table; }

const Language& language_of(std::string_view name) {
  const auto* found = std::find_if(table.begin(), table.end(), [&](const Language& each) { return name.ends_with(each.extension); });
  return found == table.end() ? table.front() : *found;
}

}  // namespace parapet::frontend
