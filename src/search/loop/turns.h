// The turns of the two searches of a run: first the one with candidates, then the exact one, and again with twice as many nodes.
#pragma once

#include <cstdint>
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

}  // namespace parapet::search
