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
[[nodiscard]] std::vector<std::uint32_t> simplest_first(const std::vector<le::UnsafeCube>& unsafes);

class FormulaByFormula {
 public:
  FormulaByFormula(Run& run, const Growth& growth) : run_(run), growth_(growth) {}

  // The verdict, if a formula is reached or all are proved.
  std::optional<Verdict> decide();

  // The cubes of the formulas that were proved.
  [[nodiscard]] const std::vector<ProvedCube>& proved() const { return proved_; }

 private:
  Verdict search(std::uint32_t formula);

  Verdict search(const Backward::Task& task);

  Run& run_;
  Growth growth_;
  std::vector<ProvedCube> proved_;
};

}  // namespace parapet::search
