// One unsafe formula at a time.
//
// Let P be cubes that contain their own pre-image, user invariants aside, and do not meet init: what a search that closed has visited. If a
// search for one unsafe formula U, in which the cubes of P count as visited from the start, closes with the visited cubes V, then P and V
// together are such cubes again, and contain U. So U is proved for every number of processes, its cubes help to cover those of the other
// formulas, and a certificate for all formulas is the union.
//
// A formula that closes fast is often a lemma for one that does not. Searched together, the cubes of the hard one take the turns of the
// easy ones. So each formula gets a small budget of its own, without and with candidates; a search that does not close is forgotten. That
// costs its nodes, and is done only for several formulas, when the exact search for all of them did not close.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "search/loop/backward.h"

namespace parapet::search {

inline constexpr std::size_t several_formulas = 3;

// The unsafe formulas (le::UnsafeCube::source), those with few processes and few literals first: they tend to close first.
[[nodiscard]] inline std::vector<std::uint32_t> simplest_first(const std::vector<le::UnsafeCube>& unsafes) {
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

template <SearchEngine Weak>
class FormulaByFormula {
 public:
  using Growth = typename Backward<Weak>::Growth;
  FormulaByFormula(Run& run, const Growth& growth) : run_(run), growth_(growth) {}

  // The verdict, if a formula is reached or all are proved.
  std::optional<Verdict> decide() {
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

  // The cubes of the formulas that were proved.
  [[nodiscard]] const std::vector<ProvedCube<Weak>>& proved() const { return proved_; }

 private:
  Verdict search(std::uint32_t formula) {
    Verdict verdict = search({false, formula});
    const bool again = std::holds_alternative<Unknown>(verdict) && !run_.restart && run_.instance() != nullptr;
    return again ? search({true, formula}) : verdict;
  }

  Verdict search(const typename Backward<Weak>::Task& task) {
    // The run keeps it while it runs: where a limit ends the run, all searches are freed together.
    auto search = std::make_shared<Backward<Weak>>(run_, task);
    run_.searches.push_back(search);
    search->add_proved(proved_);
    const auto verdict = search->advance(run_.input.options.exact_nodes, task.approximate ? Growth{} : growth_);
    if (verdict && std::holds_alternative<Safe>(*verdict)) proved_ = search->proof();
    search->finish();
    run_.searches.pop_back();
    return verdict ? *verdict : Verdict(Unknown{"the formula alone was not decided"});
  }

  Run& run_;
  Growth growth_;
  std::vector<ProvedCube<Weak>> proved_;
};

}  // namespace parapet::search
