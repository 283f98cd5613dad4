#include "search/loop/tree.h"

#include <algorithm>
#include <utility>

#include "memory/part.h"
#include "smt/wrappers/factory.h"

namespace parapet::search {

std::optional<std::string> Limits::reached(const SearchStatistics& statistics) const {
  if (options_.max_nodes != 0 && statistics.nodes + elsewhere_ >= options_.max_nodes)
    return "limit of " + std::to_string(options_.max_nodes) + " nodes reached";
  if (budget_ == nullptr) return std::nullopt;
  const auto reason = budget_->exhausted();
  return reason ? std::optional<std::string>(reason->what()) : std::nullopt;
}

UnknownKind Limits::kind() const {
  const auto reason = budget_ == nullptr ? std::nullopt : budget_->exhausted();
  return reason && reason->limit == Limit::Interrupted ? UnknownKind::Interrupted : UnknownKind::Limit;
}

std::optional<std::string> Limits::beyond(std::uint32_t depth, std::uint32_t processes) const {
  if (options_.max_depth != 0 && depth > options_.max_depth) return "limit of depth " + std::to_string(options_.max_depth) + " reached";
  if (options_.max_processes != 0 && processes > options_.max_processes) {
    return "limit of " + std::to_string(options_.max_processes) + " processes in a cube reached";
  }
  return std::nullopt;
}

bool Provenance::remember(Node& node, std::span<Node* const> roots) {
  node.covering_roots.clear();
  for (Node* root : roots) {
    if (root != nullptr && root != node.root &&
        std::find(node.covering_roots.begin(), node.covering_roots.end(), root) == node.covering_roots.end())
      node.covering_roots.push_back(root);
  }
  if (node.covering_roots.empty()) return false;
  gone_.push_back(&node);
  return true;
}

void Provenance::blame(Node& root, Visited& visited, Frontier& frontier) {
  root.blamed = true;
  for (std::size_t k = 0; k < visited.size(); ++k) {
    if (is_blamed(visited[k]) && !visited[k].deleted) visited.remove(k);
  }
  std::vector<Node*> back;
  std::erase_if(gone_, [&](Node* node) {
    if (std::find(node->covering_roots.begin(), node->covering_roots.end(), &root) == node->covering_roots.end()) return false;
    if (!is_blamed(*node)) back.push_back(node);
    return true;
  });
  for (Node* node : back) {
    node->tested = 0;
    if (node->visited_at != Node::not_visited) {
      visited.restore(node->visited_at);
    } else {
      if (!node->queued) frontier.push(node);
    }
  }
}

Run::Run(const SearchInput& the_input, const MemoryTraits& kind, std::shared_ptr<Scouting> scouting)
    : input(the_input),
      solver(smt::make_solver(*input.arena, input.solver, outcome.solver)),
      context(*input.system, *input.arena, *solver, kind),
      memory(kind.make(context, &input.options.orders)),
      init(context),
      limits(input.options, input.arena->budget()),
      scouting_(std::move(scouting)) {
  context.twins = input.options.twins;
}

Node& Tree::add(Cube&& cube, Node* successor, Step&& step, IndexedLiterals* outline) {
  ++statistics().generated;
  Node& node = add_known(std::move(cube), ++run.ids, outline);
  node.successor = successor;
  if (successor != nullptr) node.root = successor->root;
  node.depth = successor == nullptr ? 0 : successor->depth + 1;
  node.step = std::move(step);
  return node;
}

Node& Tree::add_known(Cube&& cube, std::uint64_t id, IndexedLiterals* outline) {
  Node& node = nodes_.emplace_back();
  node.id = id;
  node.cube = std::move(cube);
  node.indexed =
      outline != nullptr ? adopt_index(std::move(*outline), node.cube) : outline_cube(run.context, node.cube, std::exchange(spare_, {}));
  node.indexed.node = id;
  return node;
}

void Tree::put_off(Node& node) {
  spare_ = std::exchange(node.indexed, {});
  frontier.push(&node);
}

void Tree::outline(Node& node) {
  if (node.indexed.cube != nullptr) return;
  node.indexed = outline_cube(run.context, node.cube);
  node.indexed.node = node.id;
}

void Tree::adopt(Node& node, IndexedLiterals&& prepared) {
  if (node.indexed.complete || prepared.flats.empty()) return;
  node.indexed = adopt_index(std::move(prepared), node.cube);
  node.indexed.node = node.id;
}

void Tree::prepare(Node& node) {
  outline(node);
  complete_index(run.context, node.indexed);
}

void Tree::visit(Node& node) {
  prepare(node);
  visited.add(&node);
}

void Tree::drop() {
  spare_ = std::move(nodes_.back().indexed);
  nodes_.pop_back();
  --run.ids;
}

void Tree::count(const Cube& cube) {
  statistics().processes = std::max<std::uint64_t>(statistics().processes, cube.processes);
  statistics().open_reads = std::max<std::uint64_t>(statistics().open_reads, cube.weak.open.items.size());
}

}  // namespace parapet::search
