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
#include "infer/views/inference.h"
#include "search/loop/tree.h"
#include "search/loop/words.h"
#include "smt/wrappers/factory.h"

namespace parapet::search {

// Units of work in each turn. A unit takes about 30 microseconds. The first turn is short: it comes after the first one of the search with
// candidates, and most models that candidates decide at all are decided by their second turn; yet it is enough for most locks with a queue
// of one process. From then on the inference has several times what a search takes for the nodes of its turn, since what is left are mostly
// queues and stacks, which only inference decides: the second turn is enough for the first budget of the small rungs, the third for that of
// all. Then the shares double, as those of the searches do.
inline constexpr std::array<std::uint64_t, 3> infer_shares{4000, 32'000, 128'000};
[[nodiscard]] std::uint64_t infer_share(std::size_t turn);

// Whether a run may infer invariants beside its searches, or alone. A search that cannot prove anything has nothing to gain.
[[nodiscard]] bool may_infer(const SearchInput& input, const MemoryTraits& kind);

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
  std::optional<Verdict> take_turn(std::size_t turn);
  // So many units of work. Nothing: no verdict.
  std::optional<Verdict> advance(std::uint64_t units);

 private:
  // The inference for the model, or for the model with ghosts.
  struct Stage {
    Stage(const MemoryTraits& kind, const le::System& system, TermArena& the_arena, const smt::SolverOptions& options,
          smt::SolverStatistics& statistics, const SearchOptions& search, std::span<const views::Rung> ladder,
          views::Inference::Explored explored)
        : solver(smt::make_solver(the_arena, options, statistics)),
          obligations_solver(smt::make_solver(the_arena, options, statistics)),
          context(system, the_arena, *solver, kind),
          memory(kind.make(context, nullptr)),
          init(context),
          inference(*memory, *obligations_solver, init, ladder, search.infer_work, search.fixed_instance ? search.approximate : 0,
                    std::move(explored), search.infer == Infer::Only) {
      context.twins = search.twins;
    }
    std::unique_ptr<smt::Solver> solver, obligations_solver;
    Context context;
    std::unique_ptr<MemoryPart> memory;
    InitCheck init;
    views::Inference inference;
    bool ended = false;  // without an invariant
  };

  void begin();

  void start(std::unique_ptr<Stage>& stage, const le::System& system, TermArena& arena, std::span<const views::Rung> ladder);

  bool start_with_ghosts();

  // After a round of the ladder of the model comes one of the model with ghosts, and so on: a rung that neither succeeds nor ends must not
  // keep the others from their turn.
  void change_stage();

  [[nodiscard]] bool is_with_ghosts() const { return stage_ == with_ghosts_.get(); }

  [[nodiscard]] std::uint64_t work() const;

  std::optional<Verdict> confirm();

  void describe();

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
