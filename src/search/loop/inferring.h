// The inference from views as a party of a run: it takes turns with the searches, and what it proves counts only after the certificate was
// checked by code that shares nothing with the search. It never says Unsafe: a view that no lemma excludes need not be reachable.
//
// Context, solvers and what they count are its own, so that what it does and counts does not depend on how far the searches have come.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/contract.h"
#include "search/guess/views/inference.h"
#include "search/loop/invariant_line.h"
#include "search/loop/tree.h"

namespace parapet::search {

// Units of work in each turn. A unit takes about 30 microseconds. The first turn is short: it comes after the first one of the search with
// candidates, and most models that candidates decide at all are decided by their second turn; yet it is enough for most locks with a queue
// of one process. From then on the inference has several times what a search takes for the nodes of its turn, since what is left are mostly
// queues and stacks, which only inference decides: the second turn is enough for the first budget of the small rungs, the third for that of
// all. Then the shares double, as those of the searches do.
inline constexpr std::array<std::uint64_t, 3> infer_shares{4000, 32'000, 128'000};
[[nodiscard]] inline std::uint64_t infer_share(std::size_t turn) {
  return turn < infer_shares.size() ? infer_shares[turn] : infer_shares.back() << (turn - infer_shares.size() + 1);
}

// Whether a run may infer invariants beside its searches, or alone. A search that cannot prove anything has nothing to gain.
template <SearchEngine Weak>
[[nodiscard]] bool may_infer(const SearchInput& input) {
  return input.options.infer != Infer::Off && input.certify && input.incomplete.empty() &&
         views::OpenViews<Weak>::why_not(*input.system).empty();
}

template <SearchEngine Weak>
class Inferring {
 public:
  explicit Inferring(Run& run) : run_(run), options_(run.input.solver) {
    options_.dump = nullptr;  // guesses are no decisions
  }
  Inferring(const Inferring&) = delete;
  Inferring& operator=(const Inferring&) = delete;
  ~Inferring() { run_.outcome.solver += solver_statistics_; }

  // All rungs ended without an invariant.
  [[nodiscard]] bool ended() const { return ended_; }

  // Its turn beside the searches. Nothing: no verdict.
  //
  // Where two processes have too many states to explore them all, and no numbers that would be compressed, views of the explored part miss
  // reachable ones, and most lemmas from them are wrong: then the searches have one more turn before the inference begins.
  std::optional<Verdict> take_turn(std::size_t turn) {
    const std::size_t late = run_.scouting()->is_cut_without_numbers() ? 1 : 0;
    return turn < late ? std::nullopt : advance(infer_share(turn - late));
  }
  // So many units of work. Nothing: no verdict.
  std::optional<Verdict> advance(std::uint64_t units) {
    if (stage_ == nullptr) begin();
    run_.outcome.infer.ran = true;
    using Result = typename views::Inference<Weak>::Result;
    for (const std::uint64_t end = work() + units; !ended_;) {
      const Result result = stage_->inference.advance(end > work() ? end - work() : 0);
      describe();
      if (result == Result::More) return std::nullopt;
      if (result == Result::Proved) {
        if (auto verdict = confirm()) return verdict;
        stage_->inference.reject();
        continue;
      }
      stage_->ended = result == Result::NoInvariant;
      change_stage();
    }
    return std::nullopt;
  }

 private:
  // The inference for the model, or for the model with ghosts.
  struct Stage {
    Stage(const le::System& system, TermArena& the_arena, const smt::SolverOptions& options, smt::SolverStatistics& statistics,
          const SearchOptions& search, std::span<const views::Rung> ladder, typename views::Inference<Weak>::Explored explored)
        : solver(smt::make_solver(the_arena, options, statistics)),
          obligations_solver(smt::make_solver(the_arena, options, statistics)),
          context(system, the_arena, *solver, &Weak::own_read),
          init(context),
          inference(context, *obligations_solver, init, ladder, search.infer_work, search.fixed_instance ? search.approximate : 0,
                    std::move(explored), search.infer == Infer::Only) {
      context.twins = search.twins;
    }
    std::unique_ptr<smt::Solver> solver, obligations_solver;
    Context context;
    InitCheck init;
    views::Inference<Weak> inference;
    bool ended = false;  // without an invariant
  };

  void begin() {
    const bool first = run_.input.options.ghosts_first;
    if (first && start_with_ghosts()) return;
    start(plain_, *run_.input.system, *run_.input.arena, std::span(views::rungs).last(first ? 1 : views::rungs.size()));
  }

  void start(std::unique_ptr<Stage>& stage, const le::System& system, TermArena& arena, std::span<const views::Rung> ladder) {
    typename views::Inference<Weak>::Explored explored;  // others explore the model without ghosts
    if (&stage == &plain_) explored = [this](std::uint32_t variables) { return run_.explored(variables); };
    stage = std::make_unique<Stage>(system, arena, options_, solver_statistics_, run_.input.options, ladder, std::move(explored));
    stage_ = stage.get();
  }

  bool start_with_ghosts() {
    ghosts_ = run_.input.with_ghosts ? run_.input.with_ghosts() : nullptr;
    if (ghosts_ == nullptr) return false;
    start(with_ghosts_, *ghosts_->system, *ghosts_->arena, views::ghost_rungs);
    return true;
  }

  // After a round of the ladder of the model comes one of the model with ghosts, and so on: a rung that neither succeeds nor ends must not
  // keep the others from their turn.
  void change_stage() {
    if (plain_ && !asked_for_ghosts_) {
      asked_for_ghosts_ = true;
      if (start_with_ghosts()) return;
    }
    Stage* const other = stage_ == plain_.get() ? with_ghosts_.get() : plain_.get();
    if (other != nullptr && !other->ended) {
      stage_ = other;
    } else {
      ended_ = stage_->ended;
    }
  }

  [[nodiscard]] bool is_with_ghosts() const { return stage_ == with_ghosts_.get(); }

  [[nodiscard]] std::uint64_t work() const {
    const auto of = [](const std::unique_ptr<Stage>& stage) { return stage ? stage->inference.report().work : 0; };
    return of(plain_) + of(with_ghosts_);
  }

  std::optional<Verdict> confirm() {
    InferOutcome& infer = run_.outcome.infer;
    std::vector<CertificateCube> cubes;
    for (const Cube<Weak>& cube : stage_->inference.proof()) cubes.push_back(certificate_cube(cube));
    const auto& certify = is_with_ghosts() ? ghosts_->certify : run_.input.certify;
    const SearchInput::Certified certified = certify(cubes, stage_->inference.proper());
    if (const Budget* const budget = run_.input.arena->budget(); budget != nullptr && !certified.reason.empty()) budget->check();
    if (certified.rejected) {
      if (run_.input.options.infer == Infer::Only) throw InternalError("the inferred invariant was rejected: " + certified.reason);
      infer.warnings.push_back("the check of certificates rejected an inferred invariant, a defect of Parapet: " + certified.reason);
    }
    if (!certified.reason.empty()) return std::nullopt;
    infer.proved = true;
    infer.advice.clear();
    infer.cubes = cubes.size();
    if (is_with_ghosts()) {
      for (const std::string& ghost : ghosts_->ghosts) infer.invariant.push_back("(* ghost " + ghost + " *)");
    }
    const auto& proof = stage_->inference.proof();
    for (const Cube<Weak>& cube : proof) infer.cube_processes = std::max<std::uint64_t>(infer.cube_processes, cube.processes);
    // Not the unsafe cubes: in the model they would be assumed instead of proved.
    const Signature& model = run_.input.system->program->signature;
    for (const Cube<Weak>& cube : stage_->inference.lemmas()) add_invariant_lines(stage_->context, model, cube, infer.invariant);
    run_.outcome.engine = Weak::engine;
    run_.outcome.with_ghosts = is_with_ghosts();
    if (run_.input.options.certificate) {
      run_.outcome.certificate = std::move(cubes);
      run_.outcome.proper = stage_->inference.proper();
    }
    return Safe{};
  }

  void describe() {
    const views::InferReport& report = stage_->inference.report();
    InferOutcome& infer = run_.outcome.infer;
    infer.rung = report.rung;
    infer.processes = report.processes;
    infer.instance = report.instance;
    infer.statistics = report.counts;
    infer.statistics.work = work();
    if (report.advice.empty() || !infer.advice.empty() || is_with_ghosts()) return;  // the author does not know the ghosts
    std::string literals;
    for (const TermId literal : report.advice) literals += (literals.empty() ? "" : ", ") + to_string(stage_->context.arena, literal);
    infer.advice = "no invariant over " + std::to_string(report.advice_processes) + " processes found; not excluded: " + literals;
  }

  Run& run_;
  smt::SolverOptions options_;
  smt::SolverStatistics solver_statistics_;
  std::unique_ptr<Stage> plain_, with_ghosts_;  // of the model; of the model with ghosts
  Stage* stage_ = nullptr;                      // whose turn it is; null: none has begun
  const SearchInput::WithGhosts* ghosts_ = nullptr;
  bool asked_for_ghosts_ = false;
  bool ended_ = false;
};

}  // namespace parapet::search
