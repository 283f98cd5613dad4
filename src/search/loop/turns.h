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
[[nodiscard]] inline std::uint64_t shares_before(const SearchOptions& options, std::size_t turn) {
  return share_of(options, turn) - options.exact_nodes;
}

// What a search counted.
struct Counted {
  SearchStatistics statistics;
  smt::SolverStatistics solver;
};

// What a search that closed has visited, as evidence.
template <SearchEngine Weak>
Verdict proved_by(Run& run, const std::vector<ProvedCube<Weak>>& proof) {
  if (run.input.options.certificate) {
    for (const ProvedCube<Weak>& one : proof) run.outcome.certificate.push_back(certificate_cube(one.cube));
  }
  return Safe{};
}

// The verdict of a search, with its evidence.
template <SearchEngine Weak>
Verdict with_proof(Run& run, const Backward<Weak>& search, Verdict verdict) {
  return std::holds_alternative<Safe>(verdict) ? proved_by<Weak>(run, search.proof()) : std::move(verdict);
}

// One turn of the search with candidates.
struct CandidatesTurn {
  std::optional<Verdict> verdict;  // that ends the run
  bool last = false;               // the search has nothing more to say
};

template <SearchEngine Weak>
CandidatesTurn candidates_turn(Run& run, Backward<Weak>& search, std::size_t turn) {
  CandidatesTurn result;
  if (auto verdict = search.advance(share_of(run.input.options, turn))) {
    result.last = true;
    // Without candidates more may be decided.
    if (!std::holds_alternative<Unknown>(*verdict)) result.verdict = std::move(verdict);
  }
  // Two turns are the share of the first lemmas: to refute the wrong ones among them takes longer than one.
  if (turn == 1 && !result.last) {
    if (auto trace = search.go_on()) result = {Unsafe{std::move(*trace)}, true};
  }
  // After the first turn, since most models are decided by then and need not pay for it.
  if (result.verdict || turn != 0) return result;
  if (std::string reason = run.why_never_safe(); !reason.empty()) {
    result.verdict = hunt(run);
    // What is reached if processes may vanish says nothing of guards that are exact.
    std::vector<std::uint32_t> sources(run.context.system.program->transitions.size());
    std::iota(sources.begin(), sources.end(), 0U);
    if (!result.verdict && run.make_exact(sources)) return result;
    if (!result.verdict) result.verdict = Unknown{std::move(reason), UnknownKind::Spurious};
    result.last = true;
  } else if (const GuessInstance* instance = run.vanishing_instance()) {
    search.guess_from(*instance);
  }
  return result;
}

// A search that ends because it can never answer SAFE does not end the inference, which has one budget of work before that counts. Its
// verdict, if there is one.
template <SearchEngine Weak>
[[nodiscard]] std::optional<Verdict> last_word(Run& run, const Verdict& verdict, Inferring<Weak>* inferring) {
  if (inferring == nullptr || !std::holds_alternative<Unknown>(verdict)) return std::nullopt;
  return inferring->advance(run.input.options.infer_work);
}

// The same of an exact search that ends with paths that cannot be executed. A search that is to begin again, with exact guards, does not end.
template <SearchEngine Weak>
[[nodiscard]] Verdict after_exact(Run& run, const Backward<Weak>& exact, Verdict verdict, Inferring<Weak>* inferring) {
  const auto* const unknown = std::get_if<Unknown>(&verdict);
  if (unknown != nullptr && unknown->kind == UnknownKind::Spurious && !run.restart) {
    if (auto proved = last_word(run, verdict, inferring)) return std::move(*proved);
  }
  return with_proof(run, exact, std::move(verdict));
}

}  // namespace parapet::search
