#include "search/loop/backward.h"

#include <algorithm>
#include <utility>

#include "search/preimage/start.h"

namespace parapet::search {

Backward::Backward(Run& run, const Task& task)
    : run_(run),
      task_(task),
      preimage_(*run.memory),
      tree_(run),
      covering_(tree_),
      dispatch_(tree_, covering_.fixpoint(), preimage_),
      candidates_(tree_, task.approximate) {
  for (auto& trusted : trusted_cubes(*run_.memory)) tree_.visit(tree_.add(std::move(trusted.cube), nullptr, {}));
  invariants_ = tree_.visited.size();
  if (tree_.observer() != nullptr && tree_.observer()->wants_discarded()) {
    preimage_.on_discarded([this](const Action& action, DiscardReason reason, const std::string& why) {
      tree_.observer()->discarded({expanded_, tree_.words.action(action), reason, why});
    });
    run_.memory->explain();
  }
}

void Backward::add_proved(const std::vector<ProvedCube>& proved) {
  for (const ProvedCube& one : proved) tree_.visit(tree_.add_known(Cube(one.cube), one.node));
}

std::vector<ProvedCube> Backward::proof() const {
  std::vector<ProvedCube> result;
  for (std::size_t k = invariants_; k < tree_.visited.size(); ++k) {
    if (!tree_.visited[k].deleted) result.push_back({tree_.visited[k].cube, tree_.visited[k].id});
  }
  return result;
}

std::optional<Verdict> Backward::advance(std::uint64_t nodes, const Growth& growth) {
  if (!started_) {
    if (auto verdict = push_unsafe()) return verdict;
  }
  for (const std::uint64_t end = visits_ + nodes; visits_ < end;) {
    Node* const node = tree_.frontier.pop();
    if (node == nullptr) return closed();
    if (has_grown(*node, growth)) {
      tree_.frontier.put_back(node);
      break;
    }
    look_ahead_of(*node);
    if (Provenance::is_blamed(*node)) continue;
    if (auto verdict = must_stop()) return verdict;
    if (is_covered(*node)) continue;
    Node& expanded = approximated(*node);
    visit(expanded);
    if (auto verdict = push_preimage(expanded)) return verdict;
  }
  tree_.statistics().frontier = tree_.frontier.size();
  return std::nullopt;
}

std::optional<Verdict> Backward::push(Node& node, const CoverAhead& known) {
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
    if (auto unsafe = counterexample(tree_, node, init)) return unsafe;
  }
  tree_.put_off(node);
  return std::nullopt;
}

std::optional<Verdict> Backward::push_unsafe() {
  started_ = true;
  run_.outcome.engine = run_.context.memory.engine;
  if (!run_.init.has_states()) return closed();
  const std::vector<le::UnsafeCube>& unsafes = run_.context.system.unsafes;
  for (auto& start : start_cubes(*run_.memory, unsafes)) {
    if (task_.formula && unsafes[start.unsafe].source != *task_.formula) continue;
    Node& node = tree_.add(std::move(start.cube), nullptr, {});
    node.unsafe = start.unsafe;
    node.start = std::move(start.processes);
    if (auto found = push(node)) return found;
  }
  candidates_.begin();
  return std::nullopt;
}

Verdict Backward::limit(const std::string& reason) {
  tree_.statistics().frontier = tree_.frontier.size();
  return Unknown{reason, run_.limits.kind()};
}

std::optional<Verdict> Backward::must_stop() {
  if (tree_.observer() != nullptr && tree_.observer()->satisfied()) return Unknown{"ended on request", UnknownKind::Interrupted};
  if (const auto reason = run_.limits.reached(tree_.statistics())) return limit(*reason);
  if (run_.solver->given_up_in_a_row() > most_given_up) return solver_gave_up();
  return std::nullopt;
}

void Backward::look_ahead_of(Node& node) {
  look_ = dispatch_.ahead_of(node);
  tree_.adopt(node, std::move(look_.prepared));
}

bool Backward::is_covered(Node& node) {
  if (covering_.by_one(node, look_.cover)) {
    tree_.frontier.keep_turn();
    return true;
  }
  dispatch_.send();
  return covering_.by_union(node, look_);
}

Node& Backward::approximated(Node& node) {
  Node& place = candidates_.in_place_of(node);
  if (&place != &node) look_ = LookAhead();
  return place;
}

bool Backward::has_grown(const Node& node, const Growth& growth) const {
  const bool large = visits_ >= growth.few && node.cube.processes >= growth.many;
  return large || (node.cube.processes >= growth.many_with_number && has_number(node.cube));
}

bool Backward::has_number(const Cube& cube) const {
  return std::any_of(cube.literals.begin(), cube.literals.end(), [&](TermId literal) {
    const Op op = run_.context.arena.op(literal);
    return op >= Op::SumLessEqual && op <= Op::SumNonZero;
  });
}

std::optional<Verdict> Backward::push_preimage(Node& node) {
  expanded_ = node.id;
  std::optional<Verdict> found;
  const auto over = [&] { return found || Provenance::is_blamed(node); };
  const auto emit = [&](Cube&& cube, Step&& step, const CoverAhead& known, IndexedLiterals* outline) {
    if (!over()) found = push(tree_.add(std::move(cube), &node, std::move(step), outline), known);
  };
  if (look_.expanded) {
    run_.outcome.solver += look_.expand_solver;
    for (auto& before : look_.before) {
      if (over() || covering_.unseen(node, before)) continue;
      look_.translate(before);
      emit(std::move(before.cube), std::move(before.step), before.cover, before.outline.flats.empty() ? nullptr : &before.outline);
    }
    return found;
  }
  preimage_.run(
      node.cube, node.id, [&](Cube&& cube, Step&& step) { emit(std::move(cube), std::move(step), {}, nullptr); },
      [&](const Action& action, const Choice& choice, const std::vector<TermId>& literals) {
        return admits(node, action, choice, literals);
      });
  return found;
}

bool Backward::admits(const Node& node, const Action& action, const Choice& choice, const std::vector<TermId>& literals) {
  const bool admitted = run_.memory->admits(node, action, choice, literals);
  if (!admitted && tree_.observer() != nullptr && tree_.observer()->wants_discarded())
    tree_.observer()->discarded({node.id, tree_.words.action(action), DiscardReason::Order, run_.memory->why_not(node, action, choice)});
  return admitted;
}

void Backward::visit(Node& node) {
  SearchStatistics& statistics = tree_.statistics();
  ++visits_;
  ++statistics.nodes;
  if (candidates_.wanted()) ++statistics.approximation_nodes;
  statistics.depth = std::max<std::uint64_t>(statistics.depth, node.depth);
  statistics.frontier = tree_.frontier.size();
  tree_.prepare(node);
  if (run_.input.options.delete_covered) covering_.delete_covered_by(node, look_);
  tree_.visit(node);
  candidates_.charge(node);
  if (tree_.observer() != nullptr) tree_.observer()->visited(tree_.words.describe(node), statistics);
}

Verdict Backward::solver_gave_up() {
  tree_.statistics().frontier = tree_.frontier.size();
  const std::string reason = run_.solver->reason();
  return Unknown{"solver " + std::string(run_.solver->name()) + " gave up on more than " + std::to_string(most_given_up) +
                     " questions one after the other" + (reason.empty() ? "" : ", on the last one since " + reason),
                 UnknownKind::Solver};
}

Verdict Backward::closed() {
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

}  // namespace parapet::search
