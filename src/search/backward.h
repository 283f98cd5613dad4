// The loop of the search: pop, covered?, expand, and for each cube before it: covered by one?, meets init?, push.
// (Covering by a union, which is dear, is tested once, when a cube's turn comes.)
//
// Invariant: every state that can reach unsafe in k firings, and is in no queued cube, is in a visited cube; so an empty frontier without a
// cube that meets init proves that no initial state reaches unsafe. Covered cubes are dropped, and visited ones that a newer one covers are
// deleted: neither changes the union of the visited and queued cubes. (Abdulla et al., 1996; Ghilardi and Ranise, 2010.)
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search/concretize.h"
#include "search/fixpoint.h"
#include "search/frontier.h"
#include "search/init_check.h"
#include "search/limits.h"
#include "search/node_formula.h"
#include "search/order_query.h"
#include "search/search.h"
#include "search/start.h"

namespace parapet::search {

template <class Weak>
class Backward {
 public:
  explicit Backward(const SearchInput& input)
      : input_(input),
        solver_(smt::make_solver(*input.arena, input.solver, outcome_.solver)),
        context_(*input.system, *input.arena, *solver_, Weak::read_policy),
        preimage_(context_),
        order_(context_, input.options),
        fixpoint_(context_, std::max(1u, input.options.jobs)),
        init_(context_),
        frontier_(input.options.order, input.options.postpone),
        limits_(input.options, input.interrupted) {}

  Outcome run() {
    outcome_.verdict = search();
    outcome_.statistics.frontier = frontier_.size();
    return std::move(outcome_);
  }

 private:
  Verdict search() {
    if (!init_.has_states()) return Safe{};
    add_invariants();
    for (auto& start : start_cubes<Weak>(context_, context_.system.unsafes)) {
      Node<Weak>& node = make_node(std::move(start.cube), nullptr, {});
      node.bad = start.bad;
      node.start = std::move(start.processes);
      if (auto found = consider(node)) return *found;
    }
    while (Node<Weak>* node = frontier_.pop()) {
      if (const auto reason = limits_.reached(outcome_.statistics)) return Unknown{*reason};
      if (covered_by_one(*node) || covered_by_union(*node)) continue;
      visit(*node);
      std::optional<Verdict> found;
      const auto emit = [&](Cube<Weak>&& cube, Firing&& firing) {
        if (!found) found = consider(make_node(std::move(cube), node, std::move(firing)));
      };
      preimage_.run(node->cube, node->id, emit,
                    [&](std::uint32_t transition, const std::vector<TermId>& processes, std::uint32_t variables,
                        const typename Weak::Choice& choice) { return order_.admits(*node, transition, processes, variables, choice); });
      if (found) return *found;
    }
    return finished();
  }

  Verdict finished() {
    if (!undecided_.empty()) return Unknown{undecided_};
    if (!input_.incomplete.empty()) return Unknown{input_.incomplete};
    if (input_.options.certificate) {
      for (std::size_t k = invariants_; k < visited_.size(); ++k) {
        if (!visited_[k].deleted) outcome_.certificate.push_back(certificate_cube(visited_[k].cube));
      }
    }
    return Safe{};
  }

  void add_invariants() {
    for (auto& start : start_cubes<Weak>(context_, context_.system.invariants)) {
      if (!start.cube.weak.empty()) continue;  // it speaks of memory, and the cubes of this engine do not
      Node<Weak>& node = make_node(std::move(start.cube), nullptr, {});
      visited_.add(&node);
    }
    invariants_ = visited_.size();
  }

  Node<Weak>& make_node(Cube<Weak>&& cube, Node<Weak>* successor, Firing&& firing) {
    ++outcome_.statistics.generated;
    Node<Weak>& node = nodes_.emplace_back();
    node.id = nodes_.size();
    node.successor = successor;
    node.depth = successor == nullptr ? 0 : successor->depth + 1;
    node.cube = std::move(cube);
    node.firing = std::move(firing);
    node.indexed = index_cube(context_, node.cube);
    return node;
  }

  // A new cube: a counterexample, known already, or one more in the frontier. The node is forgotten in the second case.
  std::optional<Verdict> consider(Node<Weak>& node) {
    const auto drop = [&] { nodes_.pop_back(); };
    auto& statistics = outcome_.statistics;
    if (const auto reason = limits_.reached(statistics)) return Verdict(Unknown{*reason});
    statistics.processes = std::max(statistics.processes, node.cube.processes);
    statistics.open_reads = std::max(statistics.open_reads, static_cast<std::uint32_t>(node.cube.weak.items.size()));
    if (const auto reason = limits_.beyond(node.depth, node.cube.processes)) {
      undecided_ = *reason;
      drop();
      return std::nullopt;
    }
    if (covered_by_one(node)) {
      drop();
      return std::nullopt;
    }
    if (auto unsafe = meets_init(node)) return unsafe;
    frontier_.push(&node);
    return std::nullopt;
  }

  bool covered_by_one(Node<Weak>& node) {
    ++outcome_.statistics.cover_tests;
    const std::uint64_t by = fixpoint_.covered_by_one(node.indexed, visited_, node.tested);
    node.tested = visited_.size();
    if (by == 0) return false;
    ++outcome_.statistics.covered_by_one;
    if (input_.observer != nullptr) input_.observer->covered(describe(node), by);
    return true;
  }

  bool covered_by_union(Node<Weak>& node) {
    if (!fixpoint_.covered_by_union(node.indexed, visited_, node.id)) return false;
    ++outcome_.statistics.covered_by_union;
    if (input_.observer != nullptr) input_.observer->covered(describe(node), 0);
    return true;
  }

  std::optional<Verdict> meets_init(const Node<Weak>& node) {
    std::vector<TermId> settled;
    for (const TermId literal : node.cube.literals) {
      settled.push_back(node.cube.weak.empty() ? literal : context_.arena.rewrite(literal, [&](TermId leaf) {
        return Weak::settle(context_.arena, leaf);
      }));
    }
    const smt::Answer answer = init_.meets_init(settled, node.cube.processes, node.id);
    if (answer == smt::Answer::Unsat) return std::nullopt;
    if (answer != smt::Answer::Sat) {
      undecided_ = "the solver could not decide whether a cube meets init";
      return std::nullopt;
    }
    auto trace = concretize(context_, init_, path_of(context_, node));
    std::string why = trace ? (input_.confirm ? input_.confirm(*trace) : "") : "it needs processes that a universal guard forbids";
    if (trace && why.empty()) return Verdict(Unsafe{std::move(*trace)});
    ++outcome_.statistics.spurious;
    undecided_ = "only spurious traces: a path to unsafe exists, but not with exactly its processes";
    if (input_.observer != nullptr) input_.observer->spurious(describe(node), why);
    return std::nullopt;
  }

  void visit(Node<Weak>& node) {
    ++outcome_.statistics.nodes;
    outcome_.statistics.depth = std::max(outcome_.statistics.depth, node.depth);
    outcome_.statistics.frontier = frontier_.size();
    if (input_.options.delete_covered) delete_covered(node);
    visited_.add(&node);
    if (input_.observer != nullptr) input_.observer->visited(describe(node), outcome_.statistics);
  }

  void delete_covered(Node<Weak>& node) {
    const auto deleted = [&](const Node<Weak>& other) {
      ++outcome_.statistics.deleted;
      if (input_.observer != nullptr) input_.observer->deleted(other.id, node.id);
    };
    for (std::size_t k = 0; k < visited_.size(); ++k) {
      if (!visited_.may_be_covered(k, node.indexed) || !fixpoint_.covers(node.indexed, visited_[k].indexed)) continue;
      visited_.remove(k);
      deleted(visited_[k]);
    }
    frontier_.each_candidate(node.indexed, [&](Node<Weak>* other) {
      if (other->deleted || !fixpoint_.covers(node.indexed, other->indexed)) return;
      other->deleted = true;
      deleted(*other);
    });
  }

  SearchObserver::Node describe(const Node<Weak>& node) {
    SearchObserver::Node seen;
    seen.id = node.id;
    seen.successor = node.successor == nullptr ? 0 : node.successor->id;
    seen.depth = node.depth;
    if (node.successor != nullptr) seen.transition = context_.system.name(context_.system.transitions[node.firing.transition]);
    seen.step = [this, &node] { return print_step(node); };
    seen.cube = [this, &node] { return print_cube(node); };
    seen.formula = [this, &node] { return le_formula(context_, node); };
    return seen;
  }

  std::string print_step(const Node<Weak>& node) {
    if (node.successor == nullptr) return "unsafe[" + std::to_string(node.bad + 1) + "]";
    std::string text = context_.system.name(context_.system.transitions[node.firing.transition]) + "(";
    for (std::size_t k = 0; k < node.firing.processes.size(); ++k)
      text += (k == 0 ? "" : ", ") + to_string(context_.arena, node.firing.processes[k]);
    Instance& instance = context_.instances.find(node.firing.transition, node.firing.processes);
    return text + ")" + node.successor->cube.weak.describe_firing(context_, instance, node.firing);
  }

  std::string print_cube(const Node<Weak>& node) {
    std::string text;
    for (const TermId literal : node.cube.literals) text += (text.empty() ? "" : " && ") + to_string(context_.arena, literal);
    return text + node.cube.weak.describe(context_.arena);
  }

  const SearchInput& input_;
  Outcome outcome_;
  std::unique_ptr<smt::Solver> solver_;
  Context context_;
  Preimage<Weak> preimage_;
  OrderOracle<Weak> order_;
  Fixpoint<Weak> fixpoint_;
  InitCheck init_;
  Frontier<Weak> frontier_;
  Limits limits_;
  std::deque<Node<Weak>> nodes_;
  Visited<Weak> visited_;
  std::size_t invariants_ = 0;  // the first visited cubes are those of the user's invariants
  std::string undecided_;       // why the search can no longer answer Safe
};

}  // namespace parapet::search
