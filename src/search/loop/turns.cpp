#include "search/loop/turns.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <variant>

namespace parapet::search {

std::uint64_t shares_before(const SearchOptions& options, std::size_t turn) { return share_of(options, turn) - options.exact_nodes; }

Verdict proved_by(Run& run, const std::vector<ProvedCube>& proof) {
  if (run.input.options.certificate) {
    for (const ProvedCube& one : proof) run.outcome.certificate.push_back(one.cube);
  }
  return Safe{};
}

Verdict with_proof(Run& run, const Backward& search, Verdict verdict) {
  return std::holds_alternative<Safe>(verdict) ? proved_by(run, search.proof()) : std::move(verdict);
}

CandidatesTurn candidates_turn(Run& run, Backward& search, std::size_t turn) {
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

std::optional<Verdict> last_word(Run& run, const Verdict& verdict, Inferring* inferring) {
  if (inferring == nullptr || !std::holds_alternative<Unknown>(verdict)) return std::nullopt;
  return inferring->advance(run.input.options.infer_work);
}

Verdict after_exact(Run& run, const Backward& exact, Verdict verdict, Inferring* inferring) {
  const auto* const unknown = std::get_if<Unknown>(&verdict);
  if (unknown != nullptr && unknown->kind == UnknownKind::Spurious && !run.restart) {
    if (auto proved = last_word(run, verdict, inferring)) return std::move(*proved);
  }
  return with_proof(run, exact, std::move(verdict));
}

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
