// The turns of the two searches of a run: first the one with candidates, then the exact one, and again with twice as many nodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "search/loop/backward.h"
#include "search/loop/inferring.h"

namespace parapet::search {

// How many nodes each search visits in a turn.
[[nodiscard]] inline std::uint64_t share_of(const SearchOptions& options, std::size_t turn) { return options.exact_nodes << turn; }

// How many nodes each search has visited before a turn, those before the first turn aside.
[[nodiscard]] std::uint64_t shares_before(const SearchOptions& options, std::size_t turn);

// What a search counted.
struct Counted {
  SearchStatistics statistics;
  smt::SolverStatistics solver;
};

// What a search that closed has visited, as evidence.
[[nodiscard]] Verdict proved_by(Run& run, const std::vector<ProvedCube>& proof);

// The verdict of a search, with its evidence.
[[nodiscard]] Verdict with_proof(Run& run, const Backward& search, Verdict verdict);

// One turn of the search with candidates.
struct CandidatesTurn {
  std::optional<Verdict> verdict;  // that ends the run
  bool last = false;               // the search has nothing more to say
};

[[nodiscard]] CandidatesTurn candidates_turn(Run& run, Backward& search, std::size_t turn);

// A search that ends because it can never answer SAFE does not end the inference, which has one budget of work before that counts. Its
// verdict, if there is one.
[[nodiscard]] std::optional<Verdict> last_word(Run& run, const Verdict& verdict, Inferring* inferring);

// The same of an exact search that ends with paths that cannot be executed. A search that is to begin again, with exact guards, does not end.
[[nodiscard]] Verdict after_exact(Run& run, const Backward& exact, Verdict verdict, Inferring* inferring);

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
