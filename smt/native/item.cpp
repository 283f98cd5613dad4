// From terms to items. A comparison with 0, whose coefficients the arena has made coprime integers, is one of +-x + k, x - y + k, or +-f + k
// with another sum f, whose first coefficient is positive. A single variable is compared with node 0 of its line, which stands for the
// number zero. A sum f gets a node of its own, so that bounds on f are difference bounds too; what f is the sum of is left to the linear
// constraints at the leaves of the search (arithmetic.cpp). Constants must be small enough that sums of them fit into a machine word.
#include "smt/native/item.h"

#include <algorithm>
#include <numeric>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::smt::native {
namespace {

constexpr std::int64_t largest = std::int64_t{1} << 60;

template <class T>
T& slot(std::vector<T>& table, TermId term) {
  if (term.index() >= table.size()) table.resize(term.index() + term.index() / 2 + 64);
  return table[term.index()];
}

}  // namespace

Items::Items(const TermArena& arena, Theories& theories) : arena_(arena), theories_(theories) {
  theories_[Line::Integers].add_node();
  theories_[Line::Reals].add_node();
}

Line Items::line(SortId sort) const {
  switch (arena_.signature()[sort].kind) {
    case SortKind::Int:
      return Line::Integers;
    case SortKind::Real:
      return Line::Reals;
    case SortKind::Proc:
      return Line::Processes;
    case SortKind::Event:
      return Line::Events;
    case SortKind::Formula:
    case SortKind::Enum:
    case SortKind::Abstract:
      break;
  }
  PARAPET_CHECK(false, "the sort is ordered");
  return Line::Integers;
}

std::uint32_t Items::variable(TermId term) {
  std::uint32_t& known = slot(variable_of_, term);
  if (known != 0) return known - 1;
  const Sort& sort = arena_.signature()[arena_.sort(term)];
  const Op op = arena_.op(term);
  EqualityTheory& equality = theories_.equality;
  std::uint32_t made = 0;
  if (sort.kind == SortKind::Enum && sort.constructors.size() <= 64) {
    made = equality.add_variable(op == Op::Constructor ? std::uint64_t{1} << arena_.position(term) : arena_.full_set(arena_.sort(term)));
  } else if (sort.kind == SortKind::Enum) {
    const auto size = narrow<std::uint32_t>(sort.constructors.size());
    made = equality.add_wide_variable(size, op == Op::Constructor ? arena_.position(term) + 1 : 0);
  } else {
    made = equality.add_wide_variable(0, op == Op::ProcessVar || op == Op::ProcessConst ? term.value + 1 : 0);
  }
  known = made + 1;
  return made;
}

std::uint32_t Items::node(TermId term) {
  std::uint32_t& known = slot(node_of_, term);
  if (known != 0) return known - 1;
  const Line on = line(arena_.sort(term));
  const std::uint32_t made = theories_[on].add_node();
  known = made + 1;
  term_of_[static_cast<std::size_t>(on)].resize(made + 1);
  term_of_[static_cast<std::size_t>(on)].back() = term;
  if (on == Line::Processes) process_variables_.push_back(variable(term));
  return made;
}

ItemId Items::keep(TermId formula, Item item) {
  items_.push_back(item);
  const auto id = narrow<ItemId>(items_.size() - 1);
  slot(item_of_, formula) = id + 1;
  if (item.kind == Item::Kind::Same || item.kind == Item::Kind::NotSame) {
    items_.push_back(bound(item.a, item.b, item.weight + 1, item.line));
    items_.push_back(bound(item.b, item.a, 1 - item.weight, item.line));
  }
  return id;
}

std::span<const TermId> Items::parts_in_order(TermId junction) const {
  const Item& item = items_[item_of_[junction.index()] - 1];
  return {child_terms_.data() + item.a, item.b};
}

// The order of TermArena::compare for formulas whose junctions have items, whose parts are in order already.
int Items::compare(TermId a, TermId b) const {
  if (a == b) return 0;
  const Op op = arena_.op(a);
  if (op != arena_.op(b) || (op != Op::And && op != Op::Or)) return arena_.compare(a, b);
  const auto left = parts_in_order(a);
  const auto right = parts_in_order(b);
  if (left.size() != right.size()) return left.size() < right.size() ? -1 : 1;
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (const int order = compare(left[k], right[k]); order != 0) return order;
  }
  return 0;
}

// The alternatives of a clause are tried in the structural order of their formulas. The arena has them in the order of their age, which is
// another one in the arena of another thread; and whether the search gives up depends on which alternative it tries first.
ItemId Items::make(TermId formula) {
  const Op op = arena_.op(formula);
  if (op != Op::And && op != Op::Or) return keep(formula, atom(formula));
  std::vector<TermId> terms(arena_.args(formula).begin(), arena_.args(formula).end());
  for (const TermId term : terms) static_cast<void>(of(term));
  std::sort(terms.begin(), terms.end(), [&](TermId x, TermId y) { return compare(x, y) < 0; });
  Item item;
  item.kind = op == Op::And ? Item::Kind::And : Item::Kind::Or;
  item.a = narrow<std::uint32_t>(children_.size());
  item.b = narrow<std::uint32_t>(terms.size());
  for (const TermId term : terms) children_.push_back(of(term));
  child_terms_.insert(child_terms_.end(), terms.begin(), terms.end());
  return keep(formula, item);
}

Item Items::bound(std::uint32_t from, std::uint32_t to, std::int64_t weight, Line line) const {
  Item item;
  item.kind = Item::Kind::Bound;
  item.line = line;
  item.a = from;
  item.b = to;
  item.weight = weight;
  return item;
}

Item Items::pair(TermId formula, Item::Kind kind) {
  const auto args = arena_.args(formula);
  Item item;
  item.kind = kind;
  item.a = variable(args[0]);
  item.b = variable(args[1]);
  item.processes = arena_.signature()[arena_.sort(args[0])].kind == SortKind::Proc;
  if (item.processes) item.set = std::uint64_t{node(args[0])} << 32 | node(args[1]);
  return item;
}

Item Items::atom(TermId formula) {
  const auto args = arena_.args(formula);
  Item item;
  switch (arena_.op(formula)) {
    case Op::True:
      return item;
    case Op::False:
      item.kind = Item::Kind::False;
      return item;
    case Op::Member:
      item.kind = Item::Kind::Member;
      item.a = variable(args[0]);
      item.set = arena_.set(formula);
      return item;
    case Op::Equal:
      return pair(formula, Item::Kind::Equal);
    case Op::Different:
      return pair(formula, Item::Kind::Different);
    case Op::ProcLess:
      return bound(node(args[0]), node(args[1]), 1, Line::Processes);
    case Op::ProcLessEqual:
      return bound(node(args[0]), node(args[1]), 0, Line::Processes);
    case Op::Before:
      return bound(node(args[0]), node(args[1]), 1, Line::Events);
    case Op::NotBefore:
      return bound(node(args[1]), node(args[0]), 0, Line::Events);
    case Op::SumLessEqual:
    case Op::SumLess:
    case Op::SumZero:
    case Op::SumNonZero:
      return comparison(formula);
    default:
      PARAPET_CHECK(false, "only formulas are decided");
  }
  return item;
}

std::uint32_t Items::form_node(Form form, Line line) {
  const auto at = static_cast<std::size_t>(line);
  const auto [found, fresh] = form_nodes_[at].try_emplace(std::move(form), 0);
  if (!fresh) return found->second;
  found->second = theories_[line].add_node();
  form_of_[at].resize(found->second + 1, nullptr);
  form_of_[at].back() = &found->first;
  return found->second;
}

Item Items::comparison(TermId formula) {
  const Op op = arena_.op(formula);
  const TermId sum = arena_.args(formula)[0];
  const Line on = line(arena_.sort(sum));
  Form terms;
  Rational constant;
  if (arena_.op(sum) == Op::Sum) {
    for (std::size_t k = 0; k < arena_.args(sum).size(); ++k) terms.emplace_back(node(arena_.args(sum)[k]), arena_.coefficients(sum)[k]);
    constant = arena_.number(sum);
  } else {
    terms.emplace_back(node(sum), Rational(1));
  }
  // In the structural order of the terms, as the arena has them: nodes are numbered by age, and the sign of a sum decides which values the
  // difference graph gives to other nodes.
  const bool negative = terms.front().second.sign() < 0;
  for (auto& [node, coefficient] : terms) coefficient = negative ? -coefficient : coefficient;
  Item item;
  item.kind = Item::Kind::Foreign;
  std::int64_t weight = 0;
  if (!scaled(constant, on, weight)) return item;
  const bool difference = terms.size() == 2 && terms[0].second == Rational(1) && terms[1].second == Rational(-1);
  std::uint32_t plus = terms.size() == 1 || difference ? terms[0].first : 0;
  std::uint32_t minus = difference ? terms[1].first : 0;
  if (terms.size() > 1 && !difference) plus = form_node(std::move(terms), on);
  if (negative) std::swap(plus, minus);
  // plus - minus + constant <= 0 is minus >= plus + constant.
  item = bound(plus, minus, weight, on);
  if (op == Op::SumLess) ++item.weight;
  if (op == Op::SumZero) item.kind = Item::Kind::Same;
  if (op == Op::SumNonZero) item.kind = Item::Kind::NotSame;
  return item;
}

bool Items::scaled(const Rational& constant, Line line, std::int64_t& weight) {
  const auto numerator = constant.numerator().small();
  const auto denominator = constant.denominator().small();
  if (!numerator || !denominator) return false;
  if (line == Line::Reals && scale_ % *denominator != 0 && !rescale(*denominator)) return false;
  const std::int64_t factor = unit(line) / *denominator;
  return !__builtin_mul_overflow(*numerator, factor, &weight) && weight < largest && weight > -largest;
}

// Changes to a finer common denominator: all weights in the old units are multiplied.
bool Items::rescale(std::int64_t denominator) {
  constexpr std::int64_t limit = std::int64_t{1} << 20;
  PARAPET_CHECK(denominator > 0, "a denominator is positive");
  if (denominator > limit) return false;
  const std::int64_t factor = denominator / std::gcd(scale_, denominator);
  if (scale_ * factor > limit) return false;
  for (const Item& item : items_) {
    if (item.line == Line::Reals && (item.weight >= largest / factor || item.weight <= -largest / factor)) return false;
  }
  if (!theories_[Line::Reals].rescale(factor, strictness)) return false;
  for (Item& item : items_) {
    if (item.line != Line::Reals) continue;
    const std::int64_t strict = item.weight & (strictness - 1);
    item.weight = (item.weight - strict) * factor + strict;
  }
  scale_ *= factor;
  return true;
}

}  // namespace parapet::smt::native
