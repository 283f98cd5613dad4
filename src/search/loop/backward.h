// The loop of the search: pop a node; drop it if visited cubes cover it; visit and expand it; for each cube of its pre-image: drop it if
// one visited cube covers it, report if it meets init, push it. (Covering by a union, which is expensive, is tested once, when a cube is
// popped.)
//
// Invariant: the union of the visited and the queued cubes contains the unsafe states and, with each visited cube, all states from which
// one firing leads into it. So an empty frontier without a cube that meets init proves that no initial state reaches unsafe. Covered cubes
// are dropped, and visited ones that a newer one covers are deleted: neither makes that union smaller. (Abdulla et al., 1996; Ghilardi and
// Ranise, 2010.)
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/narrow.h"
#include "search/cover/fixpoint.h"
#include "search/cube/init_check.h"
#include "search/guess/approximation.h"
#include "search/guess/guess_ladder.h"
#include "search/loop/frontier.h"
#include "search/loop/limits.h"
#include "search/loop/node_words.h"
#include "search/loop/provenance.h"
#include "search/parallel/workers.h"
#include "search/path/concretize.h"
#include "search/preimage/start.h"
#include "search/search.h"
#include "search/weak/events/order_query.h"

namespace parapet::search {

// What the searches of one run share.
struct Run {
  Run(const SearchInput& the_input, ReadPolicy policy)
      : input(the_input),
        solver(smt::make_solver(*input.arena, input.solver, outcome.solver)),
        context(*input.system, *input.arena, *solver, policy),
        init(context),
        limits(input.options, input.arena->budget()) {
    context.twins = input.options.twins;
  }
  const SearchInput& input;
  Outcome outcome;
  std::unique_ptr<smt::Solver> solver;
  Context context;
  InitCheck init;
  Limits limits;
  std::uint64_t ids = 0;  // of nodes
  bool hunted = false;    // SearchInput::hunt was asked
  std::vector<std::shared_ptr<void>> searches;

  // The instance that invariants are guessed from, explored when it is first asked for; null: there is none.
  const GuessInstance* instance();
  // A counterexample that the instance meets, replayed; the hits are tried once.
  std::optional<Trace> hit();

 private:
  std::optional<Guesses> guesses_;
  bool hits_tried_ = false;
};

template <class Weak>
class Backward {
 public:
  // approximate: with candidates in place of nodes.
  Backward(Run& run, bool approximate)
      : input_(run.input),
        run_(run),
        outcome_(run.outcome),
        context_(run.context),
        preimage_(context_),
        order_(context_, input_.options),
        fixpoint_(context_),
        init_(run.init),
        frontier_(input_.options.order, input_.options.postpone),
        limits_(run.limits) {
    if (approximate) approximation_.emplace(context_, init_, run.instance());
  }

  // Ends the other threads.
  void finish() { workers_.reset(); }

  // Visits so many more nodes. Nothing: there is no verdict yet.
  std::optional<Verdict> advance(std::uint64_t nodes) {
    if (!started_) {
      if (auto verdict = start()) return verdict;
    }
    for (const std::uint64_t end = visits_ + nodes; visits_ < end;) {
      Node<Weak>* node = frontier_.pop();
      if (node == nullptr) return finished();
      LookAhead<Weak> look = ahead_of(*node);
      if (Provenance<Weak>::is_blamed(*node)) continue;
      if (input_.observer != nullptr && input_.observer->satisfied()) return Unknown{"ended on request", UnknownKind::Interrupted};
      if (const auto reason = limits_.reached(outcome_.statistics)) return Unknown{*reason, limits_.kind()};
      if (covered_by_one(*node, look.cover)) {
        frontier_.keep_turn();
        continue;
      }
      send_workers();
      if (covered_by_union(*node, look)) continue;
      Node<Weak>* const place = replaced(*node);
      if (auto verdict = expand(*place, place == node ? std::move(look) : LookAhead<Weak>{})) return verdict;
    }
    outcome_.statistics.frontier = frontier_.size();
    return std::nullopt;
  }

 private:
  static constexpr std::size_t most_ahead = 6;  // per thread: fewer would stall the loop, more would waste look-ahead

  std::optional<Verdict> start() {
    started_ = true;
    outcome_.engine = Weak::engine;
    if (!init_.has_states()) return finished();
    add_invariants();
    for (auto& start : start_cubes<Weak>(context_, context_.system.unsafes)) {
      Node<Weak>& node = make_node(std::move(start.cube), nullptr, {});
      node.unsafe = start.unsafe;
      node.start = std::move(start.processes);
      if (auto found = consider(node)) return found;
    }
    return std::nullopt;
  }

  // The look-ahead of a node, as far as it is still true.
  LookAhead<Weak> ahead_of(const Node<Weak>& node) {
    if (!workers_) return {};
    LookAhead<Weak> look = workers_->take(node, [this](const Node<Weak>& other) {
      return AheadMaker<Weak>{context_, visited_, fixpoint_, preimage_, outcome_.solver}.look(other);
    });
    if (look.restorations != visited_.restorations()) look.forget_visited();
    return look;
  }

  void send_workers() {
    if (!workers_) {
      if (input_.options.jobs < 2 || visited_.size() < input_.options.alone || !workers_allowed(input_)) return;
      workers_.emplace(context_, input_.solver, input_.options.jobs - 1);
    }
    workers_->send(visited_, frontier_.upcoming(most_ahead * input_.options.jobs));
    if (input_.options.lockstep) workers_->wait();
  }

  // Files of queries are numbered as they are asked; cvc5 is not for several threads; a solver that decides the order asks about the path
  // of a node.
  static bool workers_allowed(const SearchInput& input) {
    const bool own_solvers = input.solver.dump == nullptr && !input.solver.cross_check && input.solver.solver != "cvc5";
    return own_solvers && input.options.event_order == EventOrder::Rows && !input.options.compare_orders;
  }

  [[nodiscard]] bool stopped() { return limits_.reached(outcome_.statistics).has_value(); }

  std::optional<Verdict> expand(Node<Weak>& node, LookAhead<Weak> look) {
    visit(node, look);
    std::optional<Verdict> found;
    const auto over = [&] { return found || Provenance<Weak>::is_blamed(node); };
    const auto emit = [&](Cube<Weak>&& cube, Firing&& firing, const CoverAhead& known) {
      if (!over()) found = consider(make_node(std::move(cube), &node, std::move(firing)), known);
    };
    if (look.expanded) {
      outcome_.solver += look.expand_solver;
      for (auto& before : look.before) {
        if (over() || covered_unseen(node, before)) continue;
        look.translate(before);
        emit(std::move(before.cube), std::move(before.firing), before.cover);
      }
      return found;
    }
    preimage_.run(
        node.cube, node.id, [&](Cube<Weak>&& cube, Firing&& firing) { emit(std::move(cube), std::move(firing), {}); },
        [&](std::uint32_t transition, const std::vector<TermId>& processes, std::uint32_t variables, const typename Weak::Choice& choice) {
          return order_.admits(node, transition, processes, variables, choice);
        });
    return found;
  }

  // The candidate that takes the node's place, or the node.
  Node<Weak>* replaced(Node<Weak>& node) {
    if (!approximation_ || node.root == &node) return &node;
    auto cube = approximation_->candidate(node);
    for (Cube<Weak>& relation : approximation_->relations(node)) frontier_.push(&make_candidate(std::move(relation)));
    if (!cube) return &node;
    Node<Weak>& candidate = make_candidate(std::move(*cube));
    Node<Weak>* const root = &candidate;
    provenance_.remember(node, {&root, 1});
    if (input_.observer != nullptr) input_.observer->replaced(describe(node), describe(candidate));
    return &candidate;
  }

  Node<Weak>& make_candidate(Cube<Weak>&& cube) {
    ++outcome_.statistics.approximation.candidates;
    Node<Weak>& candidate = make_node(std::move(cube), nullptr, {});
    candidate.root = &candidate;
    candidates_.push_back(&candidate);
    return candidate;
  }

  Verdict finished() {
    outcome_.statistics.frontier = 0;
    if (outcome_.statistics.spurious != 0) {
      if (auto trace = run_.hit()) return Unsafe{std::move(*trace)};
    }
    if (!undecided_.empty()) return Unknown{undecided_, undecided_kind_};
    if (!input_.incomplete.empty()) return Unknown{input_.incomplete, UnknownKind::Inexact};
    for (const Node<Weak>* candidate : candidates_) {
      if (candidate->blamed || candidate->visited_at == Node<Weak>::not_visited) continue;
      ++outcome_.statistics.approximation.kept;
      if (!candidate->deleted) outcome_.invariants.push_back(words_.invariant(*candidate));
    }
    if (input_.options.certificate) {
      for (std::size_t k = invariants_; k < visited_.size(); ++k) {
        if (!visited_[k].deleted) outcome_.certificate.push_back(certificate_cube(visited_[k].cube));
      }
    }
    return Safe{};
  }

  void add_invariants() {
    for (auto& start : start_cubes<Weak>(context_, context_.system.invariants)) {
      if (!start.cube.weak.empty()) continue;  // it speaks of memory as it is now: reads of this engine are of another time
      Node<Weak>& node = make_node(std::move(start.cube), nullptr, {});
      visited_.add(&node);
    }
    invariants_ = visited_.size();
  }

  Node<Weak>& make_node(Cube<Weak>&& cube, Node<Weak>* successor, Firing&& firing) {
    ++outcome_.statistics.generated;
    Node<Weak>& node = nodes_.emplace_back();
    node.id = ++run_.ids;
    node.successor = successor;
    if (successor != nullptr) node.root = successor->root;
    node.depth = successor == nullptr ? 0 : successor->depth + 1;
    node.cube = std::move(cube);
    node.firing = std::move(firing);
    node.indexed = index_cube(context_, node.cube);
    return node;
  }

  // A new cube: a counterexample, known already, or one more in the frontier. The node is forgotten in the second case, unless the cube
  // that covers it may be blamed.
  std::optional<Verdict> consider(Node<Weak>& node, const CoverAhead& known = {}) {
    const auto drop = [&] {
      nodes_.pop_back();
      --run_.ids;
    };
    if (const auto reason = limits_.reached(outcome_.statistics)) return Verdict(Unknown{*reason, limits_.kind()});
    count(node.cube);
    if (const auto reason = limits_.beyond(node.depth, node.cube.processes)) {
      undecided_ = *reason;
      undecided_kind_ = UnknownKind::Limit;
      drop();
      return std::nullopt;
    }
    if (covered_by_one(node, known)) {
      if (node.covering_roots.empty()) drop();
      return std::nullopt;
    }
    const smt::Answer init = init_.meets_init(settled(context_.arena, node.cube), node.cube.processes, node.id);
    if (init != smt::Answer::Unsat && node.root != nullptr) {
      blame(*node.root, node);
      drop();
      return std::nullopt;
    }
    if (init != smt::Answer::Unsat) {
      if (auto unsafe = met_init(node, init)) return unsafe;
    }
    frontier_.push(&node);
    return std::nullopt;
  }

  // A covered cube of a look-ahead that needs no node: only update the counters.
  bool covered_unseen(const Node<Weak>& successor, const typename LookAhead<Weak>::Before& before) {
    if (!before.cover.covered || input_.observer != nullptr || stopped()) return false;
    const Node<Weak>& by = visited_[*before.cover.covered];
    if (by.deleted || (by.root != nullptr && by.root != successor.root) || limits_.beyond(successor.depth + 1, before.cube.processes))
      return false;
    ++outcome_.statistics.generated;
    count(before.cube);
    ++outcome_.statistics.cover_tests;
    ++outcome_.statistics.covered_by_one;
    return true;
  }

  void count(const Cube<Weak>& cube) {
    auto& statistics = outcome_.statistics;
    statistics.processes = std::max(statistics.processes, cube.processes);
    statistics.open_reads = std::max(statistics.open_reads, narrow<std::uint32_t>(cube.weak.items.size()));
  }

  void blame(Node<Weak>& candidate, const Node<Weak>& met) {
    ++outcome_.statistics.approximation.blamed;
    if (input_.observer != nullptr) input_.observer->blamed(describe(candidate), describe(met));
    provenance_.blame(candidate, visited_, frontier_);
    approximation_->blame(candidate);
  }

  bool covered_by_one(Node<Weak>& node, const CoverAhead& known) {
    ++outcome_.statistics.cover_tests;
    std::optional<std::uint32_t> at = known.covered;
    if (!at || visited_[*at].deleted) at = fixpoint_.covered_by_one(node.indexed, visited_, std::max(node.tested, known.tested));
    node.tested = visited_.size();
    if (!at) return false;
    Node<Weak>& by = visited_[*at];
    provenance_.remember(node, {&by.root, 1});
    ++outcome_.statistics.covered_by_one;
    if (input_.observer != nullptr) input_.observer->covered(describe(node), by.id);
    return true;
  }

  bool covered_by_union(Node<Weak>& node, LookAhead<Weak>& look) {
    instances_.clear();
    std::swap(instances_, look.instances);
    const std::size_t known = instances_.size();
    fixpoint_.add_instances(node.indexed, visited_, look.visited, instances_);
    const bool unchanged = look.visited != 0 && instances_.size() == known && !Fixpoint<Weak>::has_deleted(visited_, instances_);
    if (unchanged) outcome_.solver += look.union_solver;
    if (!(unchanged ? look.covered_by_union : fixpoint_.covered_by_union(node.indexed, visited_, instances_, node.id))) return false;
    std::vector<Node<Weak>*> roots;
    for (const std::uint32_t k : unchanged ? look.union_of : fixpoint_.union_of()) roots.push_back(visited_[k].root);
    provenance_.remember(node, roots);
    ++outcome_.statistics.covered_by_union;
    if (input_.observer != nullptr) input_.observer->covered(describe(node), 0);
    return true;
  }

  // A path from init to the model's own unsafe formula.
  std::optional<Verdict> met_init(const Node<Weak>& node, smt::Answer answer) {
    if (answer != smt::Answer::Sat) {
      undecided_ = "the solver could not decide whether a cube meets init";
      undecided_kind_ = UnknownKind::Solver;
      return std::nullopt;
    }
    auto trace = concretize(context_, init_, path_of(context_, node));
    std::string why = trace ? (input_.confirm ? input_.confirm(*trace) : "") : "it needs processes that a universal guard forbids";
    if (trace && why.empty()) {
      if (input_.observer != nullptr) input_.observer->reached(describe(node));
      return Verdict(Unsafe{std::move(*trace)});
    }
    ++outcome_.statistics.spurious;
    undecided_ = "only spurious traces: a path to unsafe exists, but not with exactly its processes";
    undecided_kind_ = UnknownKind::Spurious;
    if (input_.observer != nullptr) input_.observer->spurious(describe(node), why);
    return hunt();
  }

  // A path that cannot be executed as it is may still be near one that can: with another process more, or with two of its processes one
  // and the same. The cubes before it are not searched a second time, so the neighbours are looked for forward, in small instances.
  std::optional<Verdict> hunt() {
    if (run_.hunted || !input_.hunt) return std::nullopt;
    run_.hunted = true;
    auto trace = input_.hunt();
    if (!trace || (input_.confirm && !input_.confirm(*trace).empty())) return std::nullopt;
    return Verdict(Unsafe{std::move(*trace)});
  }

  void visit(Node<Weak>& node, const LookAhead<Weak>& look) {
    ++visits_;
    ++outcome_.statistics.nodes;
    if (approximation_) ++outcome_.statistics.approximation.nodes;
    outcome_.statistics.depth = std::max(outcome_.statistics.depth, node.depth);
    outcome_.statistics.frontier = frontier_.size();
    if (input_.options.delete_covered) delete_covered(node, look);
    visited_.add(&node);
    if (input_.observer != nullptr) input_.observer->visited(describe(node), outcome_.statistics);
  }

  void delete_covered(Node<Weak>& node, const LookAhead<Weak>& look) {
    const auto remove = [&](std::size_t k) {
      visited_.remove(k);
      provenance_.remember(visited_[k], {&node.root, 1});
      ++outcome_.statistics.deleted;
      if (input_.observer != nullptr) input_.observer->deleted(visited_[k].id, node.id);
    };
    for (const std::uint32_t k : look.covers) {
      if (!visited_[k].deleted) remove(k);
    }
    for (std::size_t k = look.expanded ? look.visited : 0; k < visited_.size(); ++k) {
      context_.spend();
      if (visited_.may_be_covered(k, node.indexed) && fixpoint_.covers(node.indexed, visited_[k].indexed)) remove(k);
    }
  }

  SearchObserver::Node describe(const Node<Weak>& node) { return words_.describe(node); }

  const SearchInput& input_;
  Run& run_;
  Outcome& outcome_;
  Context& context_;
  Preimage<Weak> preimage_;
  OrderOracle<Weak> order_;
  Fixpoint<Weak> fixpoint_;
  InitCheck& init_;
  Frontier<Weak> frontier_;
  Limits& limits_;
  std::optional<Approximation<Weak>> approximation_;
  Provenance<Weak> provenance_;
  std::vector<Node<Weak>*> candidates_;
  bool started_ = false;
  std::uint64_t visits_ = 0;
  std::deque<Node<Weak>> nodes_;
  Visited<Weak> visited_;
  NodeWords<Weak> words_{context_, visited_};
  UnionInstances instances_;    // scratch
  std::size_t invariants_ = 0;  // the first visited cubes are those of the user's invariants
  std::string undecided_;       // why the search can no longer answer Safe
  UnknownKind undecided_kind_ = UnknownKind::Limit;
  std::optional<Workers<Weak>> workers_;
};

}  // namespace parapet::search
