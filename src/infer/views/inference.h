// The ladder of the inference: attempts (rungs) with more processes in a view, larger instances, nested terms. Every rung gets a budget of
// work (the first one three quarters of it, the one with ghosts, which is alone with its model, twice as much), then each one four times as
// much, and so on. A rung without an invariant is closed for good.
//
//   rung  processes of a view   processes of the instance, states   nested terms   splits on pointers
//   A     2                     3, 30,000                           no             no
//   C     2                     4, 30,000                           no             no
//   D     2                     4, 30,000                           yes            no
//   B     2                     3, 30,000                           yes            no
//   E     3                     4, 10,000                           no             no
//   N     2                     3, 30,000                           no             no; with count lemmas from samples (infer/count_lemmas.h)
//   F     2                     3, 30,000                           no             yes
//   G     2                     4, 30,000                           no             yes; of the model with ghosts (infer/ghosts.h)
//
// Instances of four processes refute more wrong lemmas than those of three, so that C and D need fewer counterexamples to induction than A
// and B: where A does not end soon, they are the faster ones. A comes first because most models need no more, and its instance is small.
//
// Count lemmas by weights (infer/count_weights.h), which need no sample, belong to every rung. Beside the search with candidates, which has
// count lemmas of its own and decides such models sooner, there are neither.
//
// Work is counted in units that do not depend on the computer: one for a solver query, one for the test whether lemmas cover a cube and
// one more for each hundred cubes tested, one for so many attempts to fire a transition of an instance, values looked up for views, or words
// of sets of views that were combined as take about the time of a query (induction.h). So a run ends at the same place everywhere. What the
// views of an instance will cost is known before: a rung saves its shares up for them, so that a run which others end before pays nothing.
//
// Numbers are explored exactly first. An instance that does not end within a few thousand states is explored again with compressed ones.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "infer/views/induction.h"

namespace parapet::search::views {

struct Rung {
  char name = 'A';
  std::uint32_t processes = 2;  // of a view
  std::uint32_t instance = 3;
  std::size_t states = 30'000;
  bool nested = false;
  bool splits = false;  // on pointers (split.cpp)
  bool ghosts = false;  // of the model with ghosts
  bool counts = false;  // count lemmas from samples
  // The part of a budget that the rung gets.
  [[nodiscard]] std::uint64_t of(std::uint64_t budget) const {
    if (ghosts) return 2 * budget;
    return name == 'A' ? budget - budget / 4 : budget;
  }
};
inline constexpr std::array rungs{Rung{'A', 2, 3, 30'000, false},      Rung{'C', 2, 4, 30'000, false},
                                  Rung{'D', 2, 4, 30'000, true},       Rung{'B', 2, 3, 30'000, true},
                                  Rung{'E', 3, 4, 10'000, false},      Rung{'N', 2, 3, 30'000, false, false, false, true},
                                  Rung{'F', 2, 3, 30'000, false, true}};
inline constexpr std::array ghost_rungs{Rung{'G', 2, 4, 30'000, false, true, true}};

// What is told of an inference.
struct InferReport {
  char rung = ' ';  // the one that succeeded, or the last one tried
  std::uint32_t processes = 0, instance = 0;
  InferStatistics counts;      // of that rung
  std::uint64_t work = 0;      // of all
  std::vector<TermId> advice;  // a counterexample at a root, of the first rung that ended without an invariant
  std::uint32_t advice_processes = 0;
};

class Inference {
 public:
  // `first`: the work of each rung in the first round; `only`: an instance of exactly so many processes, 0: those of the ladder.
  // `count_lemmas`: false where another search has them.
  // `explored`: an instance with so many interchangeable processes that others have explored, or null.
  using Explored = std::function<const GuessInstance*(std::uint32_t)>;
  Inference(MemoryPart& memory, smt::Solver& solver, InitCheck& init, std::span<const Rung> ladder, std::uint64_t first,
            std::uint32_t only_instance = 0, Explored explored = {}, bool count_lemmas = true);

  enum class Result : std::uint8_t { More, RoundOver, Proved, NoInvariant };
  // So many more units of work, but not beyond the end of a round.
  Result advance(std::uint64_t units);
  // After Proved.
  [[nodiscard]] const std::vector<Cube>& proof() const { return proof_; }
  // The proper names that the proof rests on.
  [[nodiscard]] const std::vector<SymbolId>& proper() const { return proof_proper_; }
  // Its lemmas, without the unsafe cubes.
  [[nodiscard]] std::span<const Cube> lemmas() const { return std::span(proof_).subspan(roots_); }
  [[nodiscard]] const InferReport& report() const { return report_; }
  // After Proved, if the proof was not confirmed: go on without that rung.
  void reject();

 private:
  // An instance, explored once, breadth first, as far as the rungs that use it ask: one with a smaller limit takes the first states of what
  // another one has explored.
  struct Instance {
    std::unique_ptr<ViewMachine> machine;
    std::unique_ptr<Tables> tables;  // none: the rungs have them
    std::unique_ptr<Harvest> harvest;
    bool compress = false;
    bool complete = false;  // no state is left whose successors are unknown
    std::uint64_t attempts = 0;
  };
  struct Attempt {
    const Rung* rung = nullptr;
    std::uint32_t processes = 0;  // of a view: not more than the instance has
    std::unique_ptr<Tables> tables;
    std::unique_ptr<Harvest> views;  // that fill the tables
    std::uint64_t owed = 0;          // units of work that these will take, less those that the rung has saved up
    std::unique_ptr<Induction> induction;
    std::uint64_t work = 0;
    bool closed = false;
    std::size_t states = 0;
    bool cut = false;
  };

  void work_on(Attempt& attempt, std::uint64_t end);
  [[nodiscard]] bool explore(Attempt& attempt, std::uint64_t end);
  [[nodiscard]] bool save_up(Attempt& attempt, Instance& instance, std::uint64_t end);
  [[nodiscard]] Instance* instance_of(const Rung& rung);
  void start(Instance& instance, const Rung& rung, bool compress);
  [[nodiscard]] std::uint32_t variables(const Rung& rung) const;
  void describe(const Attempt& attempt);

  MemoryPart& memory_;
  Context& context_;
  smt::Solver& solver_;
  TermArena& arena_;
  InitCheck& init_;
  NameFacts names_;
  std::vector<SymbolId> proper_;  // names to split on
  std::uint64_t budget_;
  std::uint32_t only_instance_;
  Explored explored_;
  const bool count_lemmas_;
  OpenKind open_ = OpenKind::None;
  Budget unlimited_;
  std::vector<Attempt> attempts_;
  std::map<std::uint32_t, Instance> instances_;  // by processes
  std::size_t current_ = 0;
  std::optional<std::size_t> proved_;
  std::vector<Cube> proof_;
  std::vector<SymbolId> proof_proper_;
  std::size_t roots_ = 0;  // unsafe cubes, the first of proof_
  InferReport report_;
};

}  // namespace parapet::search::views
