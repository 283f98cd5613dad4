// The loop of the search: pop a node; drop it if visited cubes cover it; visit and expand it; for each cube of its pre-image: drop it if
// one visited cube covers it, report if it meets init, push it. (Covering by a union, which is expensive, is tested once, when a cube is
// popped.)
//
// Invariant: the union of the visited and the queued cubes contains the unsafe states and, with each visited cube, all states from which
// one step leads into it. So an empty frontier without a cube that meets init proves that no initial state reaches unsafe. Covered cubes
// are dropped, and visited ones that a newer one covers are deleted: neither makes that union smaller. A candidate in the place of a node
// contains it. (Abdulla et al., 1996; Ghilardi and Ranise, 2010.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/guess/candidates.h"
#include "search/loop/counterexample.h"
#include "search/loop/covering.h"
#include "search/loop/tree.h"
#include "search/parallel/dispatch.h"
#include "search/preimage/preimage.h"
#include "search/preimage/start.h"

namespace parapet::search {

// A visited cube of a search that closed.
template <class Weak>
struct ProvedCube {
  Cube<Weak> cube;
  std::uint64_t node = 0;  // its id
};

template <SearchEngine Weak>
class Backward {
 public:
  struct Task {
    bool approximate = false;              // with candidates in place of nodes
    std::optional<std::uint32_t> formula;  // of the unsafe formulas this one only (le::UnsafeCube::source)
  };
  Backward(Run& run, const Task& task)
      : run_(run),
        task_(task),
        preimage_(run.context),
        oracle_(preimage_.workspace(), run.input.options),
        tree_(run, preimage_.workspace()),
        covering_(tree_),
        dispatch_(tree_, covering_.fixpoint(), preimage_),
        candidates_(tree_, task.approximate) {
    for (auto& trusted : trusted_cubes<Weak>(run_.context)) tree_.visit(tree_.add(std::move(trusted.cube), nullptr, {}));
    invariants_ = tree_.visited.size();
    if (tree_.observer() != nullptr && tree_.observer()->wants_discarded()) {
      preimage_.on_discarded([this](const Action& action, DiscardReason reason, const std::string& why) {
        tree_.observer()->discarded({expanded_, tree_.words.action(action), reason, why});
      });
      if constexpr (requires { oracle_.explain(); }) oracle_.explain();
    }
  }

  // The cubes count as visited from now on. Together with the user's invariants they contain their own pre-image, and none meets init.
  void add_proved(const std::vector<ProvedCube<Weak>>& proved) {
    for (const ProvedCube<Weak>& one : proved) tree_.visit(tree_.add_known(Cube<Weak>(one.cube), one.node));
  }
  // Candidates come from this instance from now on.
  void guess_from(const GuessInstance& instance) { candidates_.guess_from(instance); }
  // The search has had its first share. A counterexample, if one is found now.
  std::optional<Trace> go_on() { return candidates_.go_on(); }

  // After Safe: the visited cubes, without those of the user's invariants.
  [[nodiscard]] std::vector<ProvedCube<Weak>> proof() const {
    std::vector<ProvedCube<Weak>> result;
    for (std::size_t k = invariants_; k < tree_.visited.size(); ++k) {
      if (!tree_.visited[k].deleted) result.push_back({tree_.visited[k].cube, tree_.visited[k].id});
    }
    return result;
  }

  // So many threads look ahead from now on, this one included.
  void use_jobs(unsigned jobs) { dispatch_.use_jobs(jobs); }
  // Ends the other threads.
  void finish() { dispatch_.finish(); }

  // Visits so many more nodes; fewer if `few` are visited and the next one has at least `many` processes. Nothing: no verdict yet.
  struct Growth {
    std::uint64_t few = 0;
    std::uint32_t many = UINT32_MAX;
    std::uint32_t many_with_number = UINT32_MAX;  // at any time, if a literal of the next one has a number
  };
  std::optional<Verdict> advance(std::uint64_t nodes, const Growth& growth = {}) {
    if (!started_) {
      if (auto verdict = start()) return verdict;
    }
    for (const std::uint64_t end = visits_ + nodes; visits_ < end;) {
      Node<Weak>* node = tree_.frontier.pop();
      if (node == nullptr) return closed();
      const bool grown = visits_ >= growth.few && node->cube.processes >= growth.many;
      if (grown || (node->cube.processes >= growth.many_with_number && has_number(node->cube))) {
        tree_.frontier.put_back(node);
        break;
      }
      look_ = dispatch_.ahead_of(*node);
      tree_.adopt(*node, std::move(look_.prepared));
      if (Provenance<Weak>::is_blamed(*node)) continue;
      if (tree_.observer() != nullptr && tree_.observer()->satisfied()) return Unknown{"ended on request", UnknownKind::Interrupted};
      if (const auto reason = run_.limits.reached(tree_.statistics())) return limit(*reason);
      if (run_.solver->given_up_in_a_row() > most_given_up) return solver_gave_up();
      if (covering_.by_one(*node, look_.cover)) {
        tree_.frontier.keep_turn();
        continue;
      }
      dispatch_.send();
      if (covering_.by_union(*node, look_)) continue;
      Node<Weak>& place = candidates_.in_place_of(*node);
      LookAhead<Weak> none;
      if (auto verdict = expand(place, &place == node ? look_ : none)) return verdict;
    }
    tree_.statistics().frontier = tree_.frontier.size();
    return std::nullopt;
  }

 private:
  std::optional<Verdict> start() {
    started_ = true;
    run_.outcome.engine = Weak::engine;
    if (!run_.init.has_states()) return closed();
    const std::vector<le::UnsafeCube>& unsafes = run_.context.system.unsafes;
    for (auto& start : start_cubes<Weak>(run_.context, unsafes)) {
      if (task_.formula && unsafes[start.unsafe].source != *task_.formula) continue;
      Node<Weak>& node = tree_.add(std::move(start.cube), nullptr, {});
      node.unsafe = start.unsafe;
      node.start = std::move(start.processes);
      if (auto found = consider(node)) return found;
    }
    candidates_.begin();
    return std::nullopt;
  }

  Verdict limit(const std::string& reason) {
    tree_.statistics().frontier = tree_.frontier.size();
    return Unknown{reason, run_.limits.kind()};
  }

  [[nodiscard]] bool has_number(const Cube<Weak>& cube) const {
    return std::any_of(cube.literals.begin(), cube.literals.end(), [&](TermId literal) {
      const Op op = run_.context.arena.op(literal);
      return op >= Op::SumLessEqual && op <= Op::SumNonZero;
    });
  }

  // What the look-ahead has of the cubes before the node is used up.
  std::optional<Verdict> expand(Node<Weak>& node, LookAhead<Weak>& look) {
    visit(node, look);
    expanded_ = node.id;
    std::optional<Verdict> found;
    const auto over = [&] { return found || Provenance<Weak>::is_blamed(node); };
    const auto emit = [&](Cube<Weak>&& cube, Step<Weak>&& step, const CoverAhead& known, IndexedLiterals* outline) {
      if (!over()) found = consider(tree_.add(std::move(cube), &node, std::move(step), outline), known);
    };
    if (look.expanded) {
      run_.outcome.solver += look.expand_solver;
      for (auto& before : look.before) {
        if (over() || covering_.unseen(node, before)) continue;
        look.translate(before);
        emit(std::move(before.cube), std::move(before.step), before.cover, before.outline.flats.empty() ? nullptr : &before.outline);
      }
      return found;
    }
    preimage_.run(
        node.cube, node.id, [&](Cube<Weak>&& cube, Step<Weak>&& step) { emit(std::move(cube), std::move(step), {}, nullptr); },
        [&](const Action& action, const typename Weak::Choice& choice, const std::vector<TermId>& literals) {
          return admits(node, action, choice, literals);
        });
    return found;
  }

  bool admits(const Node<Weak>& node, const Action& action, const typename Weak::Choice& choice, const std::vector<TermId>& literals) {
    const bool admitted = oracle_.admits(node, action, choice, literals);
    if constexpr (requires { oracle_.why_not(node, action, choice); }) {
      if (!admitted && tree_.observer() != nullptr && tree_.observer()->wants_discarded())
        tree_.observer()->discarded({node.id, tree_.words.action(action), DiscardReason::Order, oracle_.why_not(node, action, choice)});
    }
    return admitted;
  }

  void visit(Node<Weak>& node, const LookAhead<Weak>& look) {
    SearchStatistics& statistics = tree_.statistics();
    ++visits_;
    ++statistics.nodes;
    if (candidates_.wanted()) ++statistics.approximation_nodes;
    statistics.depth = std::max<std::uint64_t>(statistics.depth, node.depth);
    statistics.frontier = tree_.frontier.size();
    tree_.prepare(node);
    if (run_.input.options.delete_covered) covering_.delete_covered_by(node, look);
    tree_.visit(node);
    candidates_.charge(node);
    if (tree_.observer() != nullptr) tree_.observer()->visited(tree_.words.describe(node), statistics);
  }

  // The node just added: a counterexample, known already, or one more in the frontier. It is forgotten in the second case, unless the cube
  // that covers it may be blamed.
  std::optional<Verdict> consider(Node<Weak>& node, const CoverAhead& known = {}) {
    if (const auto reason = run_.limits.reached(tree_.statistics())) return limit(*reason);
    tree_.count(node.cube);
    if (const auto reason = run_.limits.beyond(node.depth, node.cube.processes)) {
      tree_.undecided = Unknown{*reason, UnknownKind::Limit};
      tree_.drop();
      return std::nullopt;
    }
    if (covering_.by_one(node, known)) {
      if (node.covering_roots.empty()) tree_.drop();
      return std::nullopt;
    }
    const smt::Answer init = run_.init.meets_init(node.cube, node.id);
    if (init != smt::Answer::Unsat && node.root != nullptr) {
      auto trace = candidates_.blame(*node.root, node);
      tree_.drop();
      return trace ? std::optional<Verdict>(Unsafe{std::move(*trace)}) : std::nullopt;
    }
    if (init != smt::Answer::Unsat) {
      if (auto unsafe = counterexample(tree_, preimage_.workspace(), node, init)) return unsafe;
    }
    tree_.put_off(node);
    return std::nullopt;
  }

  // A solver that decides everything, and no longer decides anything, covers no cube: the search would not end.
  static constexpr std::uint64_t most_given_up = 200;
  Verdict solver_gave_up() {
    tree_.statistics().frontier = tree_.frontier.size();
    const std::string reason = run_.solver->reason();
    return Unknown{"solver " + std::string(run_.solver->name()) + " gave up on more than " + std::to_string(most_given_up) +
                       " questions one after the other" + (reason.empty() ? "" : ", on the last one since " + reason),
                   UnknownKind::Solver};
  }

  // The frontier is empty.
  Verdict closed() {
    tree_.statistics().frontier = 0;
    if (tree_.statistics().spurious != 0) {
      if (auto trace = run_.hit()) return Unsafe{std::move(*trace)};
      if (auto trace = run_.deep_hit()) return Unsafe{std::move(*trace)};
    }
    if (tree_.undecided) return *tree_.undecided;
    if (!run_.input.incomplete.empty()) return Unknown{run_.input.incomplete, UnknownKind::Inexact};
    candidates_.add_proved(run_.outcome);
    return Safe{};
  }

  Run& run_;
  Task task_;
  Preimage<Weak> preimage_;
  typename Weak::Oracle oracle_;
  Tree<Weak> tree_;
  Covering<Weak> covering_;
  Dispatch<Weak> dispatch_;
  Candidates<Weak> candidates_;
  LookAhead<Weak> look_;  // for the node that was popped last
  bool started_ = false;
  std::uint64_t visits_ = 0;
  std::uint64_t expanded_ = 0;  // the node whose pre-image is computed
  std::size_t invariants_ = 0;  // the first visited cubes are those of the user's invariants
};

}  // namespace parapet::search
