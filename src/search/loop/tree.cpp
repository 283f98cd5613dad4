#include "search/loop/tree.h"

#include <utility>

#include "memory/part.h"
#include "smt/wrappers/factory.h"

namespace parapet::search {

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
