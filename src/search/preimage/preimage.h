// The pre-image of a cube: the cubes from which one step leads into it.
//
// A firing of t, with its parameters mapped to distinct processes (variables of the cube, constants of the model, new variables):
//   1. The weak part says in which ways the firing may go (`fire`). Each choice says which leaves of the literals become terms of the
//      present state and which take a value that t writes.
//   2. Every leaf that takes the value that t writes to a cell is replaced by that value, split on the branches of a `case` (the first
//      match wins). Where a branch keeps the cell, its leaves stay. Where nothing is replaced, the pre-image lies inside the cube:
//      skipped.
//   3. Guard, branch conditions and universal guards are conjoined, the latter for every process of the cube, constant and parameter
//      that they range over. (An over-approximation: processes outside the cube are not asked. A trace is therefore replayed before
//      it is believed.)
//   4. Havoc values are eliminated, unsatisfiable conjunctions are dropped, what no literal needs is dropped, processes are renumbered.
// A silent step is a choice of the weak part without steps 2 and 3.
// `number_procs N`: a step that needs more than N processes, named constants included, is skipped. They are counted before step 4 forgets
// idle processes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cube/context.h"
#include "cube/cube_terms.h"
#include "cube/literal_stack.h"
#include "cube/node.h"
#include "memory/part.h"
#include "search/search.h"

namespace parapet::search {

// Pre-images that are thrown away, for whoever wants to know why (SearchObserver::discarded). Nothing of this is computed otherwise.

using DiscardReason = SearchObserver::Discarded::Reason;
// The step, to the node of the pre-image that is being computed, does not exist.
using Discard = std::function<void(const Action& action, DiscardReason reason, const std::string& why)>;

// Questions for explanations only are not recorded as decisions.
inline constexpr smt::Query explaining{smt::Purpose::Feasible, 0, {}, nullptr, true};

[[nodiscard]] bool contradict(Context& context, TermId a, TermId b);

// Two literals that contradict each other, the second one at `from` or later: `A = 1 contradicts A = 2`; if there are none, all of them.
[[nodiscard]] std::string contradiction_text(Context& context, const std::vector<TermId>& literals, std::size_t from);

class Preimage {
 public:
  using Emit = std::function<void(Cube&&, Step&&)>;
  // Whether a step exists; asked last, when its literals are satisfiable. They are in the successor's names.
  using Admits = std::function<bool(const Action&, const Choice&, const std::vector<TermId>&)>;

  explicit Preimage(MemoryPart& memory);

  // `node` (of the search tree) is for the query log.
  void run(const Cube& cube, std::uint64_t node, const Emit& emit, const Admits& admits = {});

  // Told from now on of every step that does not exist, apart from those that `admits` refuses.
  void on_discarded(Discard discard) { discard_ = std::move(discard); }

 private:
  // A step in one of the ways it may go; the processes of a firing are processes_.
  struct Attempt {
    std::uint32_t transition = 0;
    TransitionInstance* instance = nullptr;  // null: silent
    const Silent* silent = nullptr;
    const Choice* choice = nullptr;
  };
  struct Rewritten {
    TermId cell;
    const std::vector<Alternative>* alternatives;
    const Alternative* chosen = nullptr;
  };
  // A firing whose branches of `case` are chosen cell by cell.
  struct Branches {
    const Attempt& attempt;
    const std::vector<TermId>& literals;
    std::vector<Rewritten>& cells;
    const std::vector<char>& written;            // by literal: the firing may write one of its cells
    std::optional<LiteralStack> stack;           // nothing: there are few ways to choose
    std::vector<std::vector<TermId>> decided{};  // by cell: literals in which no later cell takes a new value
  };
  // A firing whose universal guards hold by one disjunct each, chosen one by one.
  struct Universals {
    const Attempt& attempt;
    const std::vector<std::vector<le::Conjunction>>& all;
    std::vector<TermId>& literals;
    std::optional<LiteralStack> stack;  // nothing: there are few ways to choose
  };

  static std::uint64_t bit(SymbolId symbol) { return std::uint64_t{1} << (symbol.value & 63); }

  void choose_processes(std::uint32_t t, std::uint32_t variables);
  void fire(std::uint32_t t, std::uint32_t variables);
  void add_silent_steps();
  // The cube's literals after the choice, until the next call; null: one is false.
  [[nodiscard]] const std::vector<TermId>* after_closing(const Choice& choice);
  void apply(const Attempt& attempt);
  // The last of the cells whose new value the literal takes; nothing: it takes none.
  [[nodiscard]] std::optional<std::size_t> last_taken(const Choice& choice, const std::vector<Rewritten>& cells, TermId literal) const;
  void choose_branches(Branches& branches, std::size_t k);
  // With the branch chosen for cell k: its conditions, and the literals that it decides. False: they contradict what was chosen before.
  [[nodiscard]] bool conjoin_branch(Branches& branches, std::size_t k);
  // The literal with the first `count` cells replaced by their new values; havoc[k]: that of cell k, where it is one.
  [[nodiscard]] TermId substituted(const Choice& choice, const std::vector<Rewritten>& cells, std::size_t count,
                                   const std::vector<TermId>& havoc, TermId literal);
  void substitute(const Branches& branches);
  [[nodiscard]] std::uint32_t unused_fresh() const;
  void eliminate_havoc(const Attempt& attempt, std::vector<TermId>& literals, std::size_t k);
  void choose_disjuncts(Universals& universals, std::size_t k);
  void finish(const Attempt& attempt, const std::vector<TermId>& conjunction);
  void conclude(const Attempt& attempt, const std::vector<TermId>& literals, const Weak& after, const Record& record);
  [[nodiscard]] Action action_of(const Attempt& attempt) const;
  // The literal of the successor becomes false by what the firing writes.
  void discard_value(const Branches& branches, TermId literal) const;
  void discard_contradiction(const Attempt& attempt, const std::vector<TermId>& literals);
  [[nodiscard]] smt::Query query_of(const Attempt& attempt) const;
  // Steps that do not exist, as decisions (Context::states_decisions): literals that contradict each other, with the first `count` branches chosen;
  // a literal that is false for the values that the firing writes, or for those that reads have which are made now.
  void state_refused(const Attempt& attempt, std::vector<TermId> literals);
  void state_refused(const Branches& branches, std::size_t count);
  void state_value(const Branches& branches, TermId literal);
  void state_closed(const Attempt& attempt);
  void state_after(const Attempt& attempt, TermId literal, const std::function<TermId(TermId)>& value);

  MemoryPart& memory_;
  Context& context_;
  TermArena& arena_;
  const le::System& system_;
  std::vector<std::uint64_t> written_;  // by LD transition: a signature of the symbols it writes
  const Cube* cube_ = nullptr;
  const Emit* emit_ = nullptr;
  const Admits* admits_ = nullptr;
  std::uint64_t node_ = 0;
  Discard discard_;                  // empty: nobody wants to know
  std::size_t universals_from_ = 0;  // where the literals of universal guards begin in a conjunction
  // A cell of the cube, or the location of one of its reads, and the signature of its symbol.
  struct Settled {
    TermId cell;
    std::uint64_t symbol;
  };
  std::vector<TermId> leaves_, processes_;
  std::vector<Settled> settled_;
  // Of one attempt, kept for their memory: most attempts end with literals that contradict each other, and would allocate all of these.
  std::vector<Rewritten> cells_;
  std::vector<char> literal_written_;                    // Branches::written
  std::vector<TermId> closed_, conjunction_, finished_;  // the literals after closing, with all conditions, in normal form
  std::vector<TermId> havoc_, values_;                   // fresh values, in order and by cell
};

}  // namespace parapet::search
