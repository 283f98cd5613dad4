// Sums at the leaves of the search. A sum that is no difference of two terms has a node of its own on its line (item.cpp), and the search
// assumes bounds on that node as on any other. At a leaf the assumed bounds and disequalities, together with the definitions of the sums
// that occur in them, are a conjunction of linear constraints (linear.cpp): if it has no solution, the leaf is a conflict.
//
// Only constraints that are connected with a sum through common nodes are collected; node 0 is a constant and connects nothing. The other
// nodes keep the values that the difference graph gives them, which satisfy every constraint among them. The two parts have no node in
// common, so their values together satisfy all constraints. No other theory knows about terms of sort Int and Real, so any values will do.
#include <algorithm>
#include <numeric>

#include "base/narrow.h"
#include "smt/native/engine.h"

namespace parapet::smt::native {
namespace {

using Kind = Item::Kind;
using Relation = LinearSystem::Relation;

constexpr std::uint32_t linear_conflict_limit = 128;

// The classes of nodes that are connected.
class Components {
 public:
  explicit Components(std::size_t nodes) : parent_(nodes) { std::iota(parent_.begin(), parent_.end(), 0U); }
  [[nodiscard]] std::uint32_t of(std::uint32_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }
  void connect(std::uint32_t a, std::uint32_t b) {
    if (a != 0 && b != 0) parent_[of(a)] = of(b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

Truth Engine::solve_numbers() {
  for (const Line line : {Line::Integers, Line::Reals}) {
    linear_variable_[static_cast<std::size_t>(line)].clear();
    if (!items_.has_forms(line)) continue;
    const Truth truth = solve_line(line);
    // No clause is learnt from such a conflict, so many of them mean that the search goes through all combinations.
    if (truth == Truth::False && ++linear_conflicts_ > linear_conflict_limit) return Truth::Open;
    if (truth != Truth::True) return truth;
  }
  return Truth::True;
}

Truth Engine::solve_line(Line line) {
  const std::vector<std::uint32_t> nodes = linear_nodes(line);
  if (nodes.empty()) return Truth::True;
  std::vector<std::uint32_t>& variable = linear_variable_[static_cast<std::size_t>(line)];
  variable.assign(theories_[line].node_count(), 0);
  for (std::uint32_t k = 0; k < nodes.size(); ++k) variable[nodes[k]] = k + 1;
  linear_.reset(nodes.size(), line == Line::Integers);
  add_definitions(line, nodes);
  add_bounds(line);
  const Truth truth = linear_.solve();
  if (truth != Truth::True) return truth;
  std::vector<Rational>& values = linear_values_[static_cast<std::size_t>(line)];
  values.clear();
  for (std::uint32_t k = 0; k < nodes.size(); ++k) values.push_back(linear_.value(k));
  return truth;
}

// The nodes connected with a sum about which something is assumed: sums first, then terms in their structural order. Nodes are numbered by
// age; the order here is what the answer may depend on, so that it is the same whatever was asked before. (Sums come first so that each is
// eliminated by its own definition; then neither their order nor their sign matters.)
std::vector<std::uint32_t> Engine::linear_nodes(Line line) const {
  const DifferenceGraph& graph = theories_.lines[static_cast<std::size_t>(line)];
  Components components(graph.node_count());
  std::vector<std::uint32_t> nodes;
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    arena_.spend();
    components.connect(a, b);
    nodes.push_back(a);
    nodes.push_back(b);
  };
  for (const auto& edge : graph.edges()) meet(edge.from, edge.to);
  for (const ItemId id : not_same_) {
    if (items_[id].line == line) meet(items_[id].a, items_[id].b);
  }
  std::vector<std::uint32_t> sums;
  const std::size_t met = nodes.size();
  for (std::size_t k = 0; k < met; ++k) {
    const Items::Form* form = items_.form(line, nodes[k]);
    if (form == nullptr) continue;
    sums.push_back(nodes[k]);
    for (const auto& [node, coefficient] : *form) meet(nodes[k], node);
  }
  std::vector<bool> linear(graph.node_count(), false);
  for (const std::uint32_t sum : sums) linear[components.of(sum)] = true;
  std::erase_if(nodes, [&](std::uint32_t node) { return node == 0 || !linear[components.of(node)]; });
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  const auto terms =
      std::stable_partition(nodes.begin(), nodes.end(), [&](std::uint32_t node) { return items_.form(line, node) != nullptr; });
  std::sort(terms, nodes.end(),
            [&](std::uint32_t a, std::uint32_t b) { return arena_.compare(items_.term(line, a), items_.term(line, b)) < 0; });
  return nodes;
}

void Engine::add_definitions(Line line, const std::vector<std::uint32_t>& nodes) {
  const std::vector<std::uint32_t>& variable = linear_variable_[static_cast<std::size_t>(line)];
  for (const std::uint32_t sum : nodes) {
    const Items::Form* form = items_.form(line, sum);
    if (form == nullptr) continue;
    LinearSystem::Row row;
    row.relation = Relation::Zero;
    row.terms.push_back({variable[sum] - 1, Rational(-1)});
    for (const auto& [node, coefficient] : *form) row.terms.push_back({variable[node] - 1, coefficient});
    linear_.add(std::move(row));
  }
}

// The level of a row is the number of decisions that were made before it was assumed.
void Engine::add_bounds(Line line) {
  const std::vector<std::uint32_t>& variable = linear_variable_[static_cast<std::size_t>(line)];
  const auto is_linear = [&](std::uint32_t a, std::uint32_t b) { return variable[a] != 0 || variable[b] != 0; };
  const auto& edges = theories_[line].edges();
  std::uint32_t level = 0;
  for (std::uint32_t k = 0; k < edges.size(); ++k) {
    while (level < decisions_.size() && decisions_[level].mark.edges[static_cast<std::size_t>(line)] <= k) ++level;
    if (!is_linear(edges[k].from, edges[k].to)) continue;
    LinearSystem::Row row = difference_row(line, edges[k].from, edges[k].to, edges[k].weight);
    row.level = level;
    linear_.add(std::move(row));
  }
  level = 0;
  for (std::uint32_t k = 0; k < not_same_.size(); ++k) {
    while (level < decisions_.size() && decisions_[level].mark.not_same <= k) ++level;
    const Item& item = items_[not_same_[k]];
    if (item.line != line || !is_linear(item.a, item.b)) continue;
    LinearSystem::Row row = difference_row(line, item.a, item.b, item.weight);
    row.relation = Relation::NonZero;
    row.level = level;
    linear_.add(std::move(row));
  }
}

// to >= from + weight as from - to + weight <= 0.
LinearSystem::Row Engine::difference_row(Line line, std::uint32_t from, std::uint32_t to, std::int64_t weight) const {
  const std::vector<std::uint32_t>& variable = linear_variable_[static_cast<std::size_t>(line)];
  LinearSystem::Row row;
  if (from != 0) row.terms.push_back({variable[from] - 1, Rational(1)});
  if (to != 0) row.terms.push_back({variable[to] - 1, Rational(-1)});
  const std::int64_t strict = line == Line::Reals ? weight & (Items::strictness - 1) : 0;
  if (strict != 0) row.relation = Relation::BelowZero;
  row.constant = Rational(Integer(weight - strict), Integer(items_.unit(line)));
  return row;
}

// Whether b = a + weight in the values chosen.
bool Engine::same_value(const Item& item) const {
  const auto at = static_cast<std::size_t>(item.line);
  const std::vector<std::uint32_t>& variable = linear_variable_[at];
  const auto is_linear = [&](std::uint32_t node) { return node < variable.size() && variable[node] != 0; };
  if (!is_linear(item.a) && !is_linear(item.b)) {
    const DifferenceGraph& graph = theories_.lines[at];
    return graph.potential(item.b) == graph.potential(item.a) + item.weight;
  }
  return node_value(item.line, item.b) == node_value(item.line, item.a) + difference_row(item.line, 0, 0, item.weight).constant;
}

Rational Engine::node_value(Line line, std::uint32_t node) const {
  const auto at = static_cast<std::size_t>(line);
  const std::vector<std::uint32_t>& variable = linear_variable_[at];
  if (node < variable.size() && variable[node] != 0) return linear_values_[at][variable[node] - 1];
  const DifferenceGraph& graph = theories_.lines[at];
  const Integer zero(line == Line::Events ? 0 : graph.potential(0));
  return {Integer(graph.potential(node)) - zero, Integer(items_.unit(line))};
}

}  // namespace parapet::smt::native
