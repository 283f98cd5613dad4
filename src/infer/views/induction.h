// Inference of an inductive invariant from views: the loop (the method: docs/design.md, section on inference).
//
// Given the tables of known views, the roots (unsafe cubes) and no lemmas, it takes the open obligations of needed lemmas one after the
// other, breadth first from the roots, and for an obligation G asks the solver for a model of G and the lemma instances added so far:
//
//   no model                        met: the lemmas of a minimal core support G and become needed, their pre-images become obligations
//   a lemma is false in the model   that instance is added as a clause
//   a view of the model is unknown  it is generalised to a lemma (generalize.h)
//   the model leaves cells open     it is completed by known views; if none fits, some completion has an unknown view
//   else a counterexample to        G is kept as an exact cube if no view can speak about it. If G belongs to a root: no invariant over
//   induction (CTI)                 these views exists. Else the successor of the model counts as possible: its views, and those of what
//                                   follows it, become known, and every lemma that one of them satisfies is dropped
//                                   (first, where the rung does that: G is split by where a pointer points, split.cpp)
//
// When no obligation is open, every pre-image of every root and needed lemma lies in their union and none meets init: they are a
// certificate. Nothing else is claimed: what the views are, how lemmas are chosen and when the loop gives up affects only whether it
// succeeds, since the certificate is checked by code that shares nothing with this.
//
// The loop ends: views only grow, there are finitely many conjunctions, and a dropped one does not come back (a known view satisfies it, or
// it is forbidden).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "cube/init_check.h"
#include "infer/views/harvest.h"
#include "infer/views/lemma.h"
#include "infer/views/model_values.h"
#include "infer/views/view_machine.h"
#include "search/cover/cover.h"
#include "search/preimage/preimage.h"
#include "search/preimage/start.h"
#include "search/statistics.h"

namespace parapet::search::views {

// Units of work (inference.h): how many steps of each kind are one.
inline constexpr std::uint64_t tests_per_unit = 100;     // of a cube against a lemma, beyond the first
inline constexpr std::uint64_t cores_per_unit = 3;       // queries without some lemmas, for a smaller core: no model is taken from them
inline constexpr std::uint64_t attempts_per_unit = 500;  // to fire a transition of an instance
inline constexpr std::uint64_t values_per_unit = 8000;   // of terms, looked up for views of a state
inline constexpr std::uint64_t words_per_unit = 20'000;  // of sets of views, combined to generalise one

class Induction {
 public:
  struct Setting {
    std::uint32_t instance = 3;  // processes of the instance that the tables were filled from
    bool compress = false;       // its numbers were compressed
    bool counts = false;         // with count lemmas from samples, too
    bool weights = true;         // with count lemmas by weights
    // Names to split obligations on (pointers.h), none: no splits; and the process-valued constants of the model.
    std::vector<SymbolId> proper = {};
    std::vector<TermId> constants = {};
  };
  // `solver`: for the queries of obligations alone. The solver of the context is asked in between, when lemmas are normalised.
  Induction(MemoryPart& memory, smt::Solver& solver, InitCheck& init, const NameFacts& names, Tables& tables, const Setting& setting);

  enum class Result : std::uint8_t { More, Proved, NoInvariant };
  // Goes on until so much work was done in all.
  Result advance(std::uint64_t work);

  [[nodiscard]] const InferStatistics& counts() const { return counts_; }
  // After Proved: roots, and needed lemmas.
  [[nodiscard]] std::vector<Cube> proof() const;
  // How many roots there are; they come first in the proof.
  [[nodiscard]] std::size_t roots() const;
  // After NoInvariant: the literals of the counterexample at a root, for people.
  [[nodiscard]] const std::vector<TermId>& advice() const { return advice_; }

 private:
  using Kind = Lemma::Kind;
  // A clause of the current obligation's query and the lemma it is an instance of.
  struct Clause {
    TermId formula;
    LemmaNumber lemma;
  };

  void add_count_lemmas();
  LemmaNumber add_lemma(Kind kind, std::deque<Cube> cubes);
  void need(LemmaNumber number);
  void expand(LemmaNumber number);
  void recompute_needed();
  void drop(LemmaNumber number);
  void drop_refuted();
  void enqueue(ObligationNumber number);
  void meet(ObligationNumber number, std::vector<LemmaNumber> support);

  void process(ObligationNumber number);
  struct Decision {
    bool met = false;                           // core_ has the lemmas
    std::optional<ModelValues> counterexample;  // not met; nothing: it could not be decided
  };
  // Whether lemmas, known or new ones, exclude all models of the cube.
  [[nodiscard]] Decision decide(const Obligation& obligation);
  [[nodiscard]] std::optional<LemmaNumber> covered_by_one(const Obligation& obligation);
  void add_fixed_instances(const Obligation& obligation);
  void add_counting_facts(std::uint32_t processes);
  void add_clause(TermId clause, LemmaNumber lemma);
  void add_to_query(TermId fact);
  // A model of G, all clauses and the assumptions that no lemma contradicts; nothing: there is none (core_ has the lemmas of a core, if
  // nothing was assumed), or the solver does not know (then undecided_).
  std::optional<ModelValues> solve(const std::vector<TermId>& assumptions);
  void find_core();
  [[nodiscard]] bool exclude(const std::vector<LemmaNumber>& lemmas);
  bool add_violated(const ModelValues& model);
  [[nodiscard]] bool is_violated(const Lemma& lemma, const Point& point) const;
  [[nodiscard]] TermId clause_of(const Lemma& lemma, const Image& image, const ModelValues& model);
  template <class Visit>
  void each_image(std::size_t table, bool ordered, bool with_now, const Visit& visit);
  [[nodiscard]] bool learn_from(const ModelValues& model);
  [[nodiscard]] bool learn(const Image& image, const Point& point);
  [[nodiscard]] bool meets_init(const std::deque<Cube>& cubes, std::size_t table, bool& undecided);
  // The model with a value for every cell of its processes; nothing: a lemma was learnt instead, or the attempt failed.
  std::optional<ModelValues> complete_view(const Image& image, const ModelValues& model, std::vector<TermId>& assumptions);
  std::optional<ModelValues> complete(const ModelValues& model, bool& learnt);
  [[nodiscard]] TermId mention(TermId term, TermId process);
  void fail(ObligationNumber number, const ModelValues* model);
  // The firing of the obligation that is split, and its processes as those of the cube: the variables of the step, then the processes that
  // splits added; UINT32_MAX: one that the cube does not name.
  struct Split {
    const Step& step;
    std::vector<std::uint32_t> names;
  };
  struct SplitCase {
    Cube cube;
    Split split;
  };
  // The counterexample of a case that lemmas do not cover: in it the pointers that were split on lead to processes of the cube.
  struct FailedCase {
    Cube cube;
    std::vector<std::uint32_t> names;  // as of Split
    ModelValues model;
  };
  [[nodiscard]] bool split(ObligationNumber number, const ModelValues& model);
  [[nodiscard]] bool meet_split(const Split& split, const Cube& cube, const ModelValues& model, unsigned more,
                                std::vector<LemmaNumber>& support);
  [[nodiscard]] bool meet_case(const Split& split, Cube cube, unsigned more, std::vector<LemmaNumber>& support);
  [[nodiscard]] std::vector<TermId> split_pointers(const Cube& cube, const ModelValues& model);
  void add_cases(const Split& split, std::uint32_t who, const Cube& cube, TermId pointer, std::vector<SplitCase>& out);
  [[nodiscard]] std::optional<Cube> case_of(const Cube& cube, std::vector<TermId> literals, std::uint32_t processes);
  [[nodiscard]] bool is_whole(const ModelValues& model);
  [[nodiscard]] bool keep_exact(ObligationNumber number, bool whole);
  void grow(ObligationNumber number, const ModelValues& model);
  void grow(const Fire& fired, const Cube& cube, const std::vector<std::uint32_t>& names, const ModelValues& model);
  [[nodiscard]] std::optional<machine::Words> state_of(const Cube& cube, const ModelValues& model, ViewMachine& machine);

  void spend(std::uint64_t units) { counts_.work += units; }
  // Steps of which so many are a unit.
  void spend_part(std::uint64_t steps, std::uint64_t in_a_unit) {
    constexpr std::uint64_t fine = 1'000'000;
    parts_ += steps * (fine / in_a_unit);
    spend(parts_ / fine);
    parts_ %= fine;
  }

  MemoryPart& memory_;
  Context& context_;
  smt::Solver& solver_;
  TermArena& arena_;
  InitCheck& init_;
  const NameFacts& names_;
  Registers registers_;
  Tables& tables_;
  Setting setting_;
  Preimage preimage_;
  CoverTest cover_;
  Images images_;
  std::vector<Rational> anchors_;
  std::deque<Lemma> lemmas_;
  std::deque<Obligation> obligations_;
  std::deque<ObligationNumber> open_;
  std::set<std::pair<std::size_t, std::vector<std::pair<std::uint32_t, ValueSet>>>> forbidden_;
  std::vector<std::size_t> tested_rows_;               // by table: rows that lemmas were tested against
  std::vector<std::vector<LemmaNumber>> alive_views_;  // by table: its lemmas that no counterexample was found to, in their order
  // Of the obligation that is being processed.
  const Obligation* current_ = nullptr;
  std::vector<TermId> query_;  // its literals, and facts
  std::vector<Clause> clauses_;
  std::set<TermId> clause_formulas_;
  Leaves leaves_;  // of query and clauses
  std::vector<LemmaNumber> core_;
  bool undecided_ = false;
  std::optional<FailedCase> failed_case_;  // of the split that was tried last
  struct Growth {
    std::unique_ptr<ViewMachine> machine;
    std::unique_ptr<Harvest> harvest;
    std::uint64_t attempts = 0, values = 0;
  };
  std::map<std::uint32_t, Growth> growth_;  // by processes
  Budget unlimited_;
  std::vector<TermId> advice_;
  std::optional<Result> ended_;
  InferStatistics counts_;
  std::uint64_t parts_ = 0;  // of a unit, not yet counted
};

template <class Visit>
void Induction::each_image(std::size_t table, bool ordered, bool with_now, const Visit& visit) {
  const Shape& shape = tables_[table].vocabulary().shape;
  const std::uint32_t count = current_->cube.processes;
  if (shape.processes > count) return;
  Image image;
  image.table = table;
  const auto choose = [&](const auto& self) -> void {
    if (image.processes.size() < shape.processes) {
      // In an open view the first process is special, with a delayed write those of its cell too.
      const std::size_t free = shape.open ? 1 : 0;
      for (std::uint32_t z = 0; z < count; ++z) {
        if (std::find(image.processes.begin(), image.processes.end(), z) != image.processes.end()) continue;
        if (!ordered && !shape.delayed.valid() && image.processes.size() > free && image.processes.back() > z) continue;
        image.processes.push_back(z);
        self(self);
        image.processes.pop_back();
      }
      return;
    }
    if (!shape.open) return visit(image);
    const TermId delayed = shape.delayed.valid() ? images_.rename(image, shape.delayed) : TermId();
    for (const std::uint32_t read :
         reads_of(context_.memory.views, arena_, current_->cube.weak, arena_.process(image.processes[0]), delayed)) {
      image.read = read;
      visit(image);
    }
    image.read = made_now;
    if (with_now && may_read_now(context_.memory.views)) visit(image);
    image.read = 0;
  };
  choose(choose);
}

}  // namespace parapet::search::views
