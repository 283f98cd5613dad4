// From the parse tree to LD: names resolved, types checked.
#include <algorithm>
#include <utility>

#include "base/narrow.h"
#include "base/printable.h"
#include "frontend/cub/elaborator.h"

namespace parapet::cub {
namespace {

// The expansion of predicates can be exponential in the size of the file; this many nodes take about a gigabyte.
constexpr std::size_t most_nodes = 10'000'000;

// Half of what the parser accepts: the printed form of a formula may need a parenthesis and an operator for each level.
constexpr std::size_t deepest_formula = 490;

}  // namespace

std::optional<ld::Program> elaborate(const Syntax& syntax, Diagnostics& diagnostics, Budget* budget) {
  return Elaborator(syntax, diagnostics, budget).run();
}

std::optional<ld::Program> Elaborator::run() {
  // With declarations missing every use of their names would be one more error.
  if (!syntax_.names_complete) return std::nullopt;
  try {
    number_procs();
    types();
    symbols();
    predicates();
    properties();
    distinct_names();
    for (const TransitionSyntax& each : syntax_.transitions) transition(each);
  } catch (const Stop&) {
  }
  if (diagnostics_.has_errors()) return std::nullopt;
  return std::move(program_);
}

Elaborator::Deeper::Deeper(Elaborator& elaborator, SourceRange range) : elaborator_(elaborator) {
  elaborator_.spend(range);
  if (++elaborator_.depth_ <= deepest_formula) return;
  fits_ = false;
  elaborator_.error(range, "nested too deeply (more than " + std::to_string(deepest_formula) + " levels)");
}

void Elaborator::spend(SourceRange range) {
  if (budget_ != nullptr) budget_->spend();
  if (++spent_ <= most_nodes) return;
  error(range, "the model is too large: it has more than " + std::to_string(most_nodes / 1'000'000) + " million terms and formulas",
        "predicates are expanded wherever they are used; a predicate that uses another several times can double its size at each step");
  throw Stop{};
}

void Elaborator::error(SourceRange range, std::string message, std::string hint) {
  const bool full = diagnostics_.full();
  if (!diagnostics_.error(range, std::move(message), std::move(hint))) {
    if (full) throw Stop{};
    return;
  }
  constexpr std::size_t most_calls_shown = 3;
  std::size_t shown = 0;
  for (const SourceRange call : scope_.calls()) {
    if (++shown > most_calls_shown) break;
    diagnostics_.add({Severity::Note, call, "in the expansion of " + written(call), {}, {}});
  }
}

void Elaborator::warning(std::string name, SourceRange range, std::string message, std::string hint) {
  diagnostics_.add({Severity::Warning, range, std::move(message), std::move(hint), std::move(name)});
}

std::uint32_t Elaborator::line_of(std::uint32_t offset) {
  if (line_starts_.empty()) {
    line_starts_.push_back(0);
    for (std::size_t at = syntax_.text.find('\n'); at != std::string_view::npos; at = syntax_.text.find('\n', at + 1))
      line_starts_.push_back(narrow<std::uint32_t>(at + 1));
  }
  return narrow<std::uint32_t>(std::upper_bound(line_starts_.begin(), line_starts_.end(), offset) - line_starts_.begin());
}

std::string Elaborator::written(SourceRange range) const { return quote(syntax_.text_of(range)); }

}  // namespace parapet::cub
