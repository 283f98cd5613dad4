#include "search/loop/formulas.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <variant>

namespace parapet::search {

std::vector<std::uint32_t> simplest_first(const std::vector<le::UnsafeCube>& unsafes) {
  using Size = std::pair<std::size_t, std::size_t>;
  std::map<std::uint32_t, Size> sizes;
  for (const le::UnsafeCube& unsafe : unsafes) {
    Size& size = sizes[unsafe.source];
    size = std::max(size, Size{unsafe.parameters.size(), unsafe.literals.size()});
  }
  std::vector<std::uint32_t> result;
  for (const auto& [formula, size] : sizes) result.push_back(formula);
  std::stable_sort(result.begin(), result.end(), [&](std::uint32_t a, std::uint32_t b) { return sizes[a] < sizes[b]; });
  return result;
}

std::optional<Verdict> FormulaByFormula::decide() {
  const std::vector<std::uint32_t> formulas = simplest_first(run_.input.system->unsafes);
  if (formulas.size() < several_formulas || !run_.input.incomplete.empty()) return std::nullopt;
  std::size_t closed = 0;
  for (const std::uint32_t formula : formulas) {
    const Verdict verdict = search(formula);
    if (run_.restart) return verdict;
    if (std::holds_alternative<Unsafe>(verdict)) return verdict;
    if (std::holds_alternative<Safe>(verdict)) ++closed;
  }
  if (closed < formulas.size()) return std::nullopt;
  return Safe{};
}

Verdict FormulaByFormula::search(std::uint32_t formula) {
  Verdict verdict = search({false, formula});
  const bool again = std::holds_alternative<Unknown>(verdict) && !run_.restart && run_.instance() != nullptr;
  return again ? search({true, formula}) : verdict;
}

Verdict FormulaByFormula::search(const Backward::Task& task) {
  // The run keeps it while it runs: where a limit ends the run, all searches are freed together.
  auto search = std::make_shared<Backward>(run_, task);
  run_.searches.push_back(search);
  search->add_proved(proved_);
  const auto verdict = search->advance(run_.input.options.exact_nodes, task.approximate ? Growth{} : growth_);
  if (verdict && std::holds_alternative<Safe>(*verdict)) proved_ = search->proof();
  search->finish();
  run_.searches.pop_back();
  return verdict ? *verdict : Verdict(Unknown{"the formula alone was not decided"});
}

}  // namespace parapet::search
