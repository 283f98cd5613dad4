// Indices, and what else is about the values of enumerations: ranges, `next`, `prev`, quantifiers over a type.
//
// A numeral is a value of a range where a term of that range is expected (the other side of a comparison, the assigned name, the array that
// is indexed), and a number everywhere else.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/narrow.h"
#include "base/printable.h"
#include "frontend/cub/elaborator.h"
#include "ld/text.h"

namespace parapet::cub {
namespace {

constexpr std::size_t most_cells = 64;  // of an array, for each process

// A term as a number of steps from another one: next(next(e)) is 2 steps from e.
struct Shifted {
  const ld::Term* base;
  std::int64_t steps;
};

Shifted shifted(const ld::Term& term) {
  Shifted result{&term, 0};
  while (result.base->kind == ld::Term::Kind::Next || result.base->kind == ld::Term::Kind::Previous) {
    result.steps += result.base->kind == ld::Term::Kind::Next ? 1 : -1;
    result.base = &result.base->args[0];
  }
  return result;
}

// Whether two terms of an enumeration with `size` values have different values in every state.
bool always_different(const ld::Term& a, const ld::Term& b, std::size_t size) {
  const Shifted left = shifted(a);
  const Shifted right = shifted(b);
  std::int64_t steps = left.steps - right.steps;
  if (left.base->kind == ld::Term::Kind::Constructor && right.base->kind == ld::Term::Kind::Constructor) {
    steps += static_cast<std::int64_t>(left.base->index) - static_cast<std::int64_t>(right.base->index);
  } else if (!ld::same(*left.base, *right.base)) {
    return false;
  }
  return steps % static_cast<std::int64_t>(size) != 0;
}

}  // namespace

std::optional<SortId> Elaborator::index_sort(const SymbolSyntax& symbol, const Name& index) {
  if (index.text == "proc") return Signature::proc;
  const auto sort = sort_named(index);
  if (!sort) return std::nullopt;
  const Sort& found = program_.signature[*sort];
  if (found.kind == SortKind::Enum) return sort;
  const std::string reason = found.kind == SortKind::Abstract ? " is abstract: it has infinitely many values" : " has no end";
  error(index.range, "an array is indexed by `proc`, an enumeration, `bool` or a range `0 .. n`; " + quote(index.text) + reason,
        found.kind == SortKind::Int ? "declare a range, `type slot = 0 .. 7`, and write " + quote(std::string(symbol.name.text) + "[slot]")
                                    : "");
  return std::nullopt;
}

bool Elaborator::index_sorts(const SymbolSyntax& syntax, Symbol& symbol) {
  std::vector<SortId> sorts;
  std::size_t cells = 1;
  for (const Name& index : syntax.indices) {
    const auto sort = index_sort(syntax, index);
    if (!sort) return false;
    sorts.push_back(*sort);
    if (*sort != Signature::proc) cells *= program_.signature[*sort].constructors.size();
  }
  if (cells > most_cells) {
    const bool of_processes = std::find(sorts.begin(), sorts.end(), Signature::proc) != sorts.end();
    error(syntax.name.range, quote(symbol.name) + " would have " + std::to_string(cells) + " cells" +
                                 (of_processes ? " for each process" : "") + "; at most " + std::to_string(most_cells));
    return false;
  }
  if (std::any_of(sorts.begin(), sorts.end(), [](SortId sort) { return sort != Signature::proc; })) symbol.index_sorts = std::move(sorts);
  return true;
}

void Elaborator::not_a_process(NodeId id, const Symbol& symbol, SortId sort) {
  const bool cell_for_each = program_.signature[sort].kind == SortKind::Enum && symbol.arity == 1;
  error(syntax_[id].range, "the index of " + quote(symbol.name) + " is a process, " + written(id) + " is of type " + sort_name(sort),
        cell_for_each
            ? "an array with a cell for each value is declared " + quote("array " + symbol.name + "[" + program_.signature[sort].name + "]")
            : "");
}

std::optional<ld::Term> Elaborator::index(NodeId id, const Symbol& symbol, std::size_t k, const std::optional<ld::Term>& reader) {
  auto outer = std::exchange(index_reader_, reader);
  std::optional<ld::Term> result;
  if (symbol.index_sort(k) != Signature::proc) {
    result = value_index(id, symbol, symbol.index_sort(k));
  } else {
    const Node& node = syntax_[id];
    std::optional<SortId> other;  // the enumeration of a value that stands where a process must
    if (node.kind == NodeKind::UpperName || node.kind == NodeKind::Access) {
      const Node& name = node.kind == NodeKind::Access ? syntax_[syntax_.children_of(node)[0]] : node;
      const auto found = entities_.find(syntax_.name_of(name).text);
      if (found != entities_.end() && found->second.sort.valid() && program_.signature[found->second.sort].kind == SortKind::Enum)
        other = found->second.sort;
    } else if (node.kind == NodeKind::LowerName) {
      const Scope::Meaning meaning = scope_.find(syntax_.name_of(node).text);
      const auto* const variable = std::get_if<ld::Variable>(&meaning);
      if (variable != nullptr && scope_.sort_of(*variable) != Signature::proc) other = scope_.sort_of(*variable);
    }
    if (other) {
      not_a_process(id, symbol, *other);
    } else {
      result = process(id, "an index");
    }
  }
  index_reader_ = std::move(outer);
  return result;
}

std::optional<ld::Term> Elaborator::value_index(NodeId id, const Symbol& symbol, SortId wanted) {
  const Node& node = syntax_[id];
  if (node.kind == NodeKind::LowerName && std::holds_alternative<std::monostate>(scope_.find(syntax_.name_of(node).text))) {
    const std::string type = program_.signature[wanted].name;
    error(node.range, "unknown name " + written(id),
          "the index of " + quote(symbol.name) + " is a term of type " + quote(type) + "; " + quote("forall s : " + type + ". ...") +
              " is about all its values");
    return std::nullopt;
  }
  auto result = term_of(id, wanted);
  if (!result || result->sort == wanted) return result;
  const std::string type = "the index of " + quote(symbol.name) + " is of type " + sort_name(wanted) + ", " + written(id);
  const SourceRange range = syntax_[id].range;
  if (result->sort == Signature::proc) {
    const bool parameter = result->kind == ld::Term::Kind::Process && result->index < declaration_->parameters;
    error(range, type + " is a process",
          parameter && place_ == Place::Init
              ? "write " + quote("forall s : " + program_.signature[wanted].name + ". " + symbol.name + "[s] ...") + " for every cell"
              : "");
  } else if (result->sort == Signature::integer) {
    const bool name = result->kind == ld::Term::Kind::Access && result->args.empty();
    const std::string meant(syntax_.text_of(range));
    error(range, type + " is an int",
          name ? "declare " + meant + " of type " + program_.signature[wanted].name + " and use next(" + meant + ")" : "");
  } else {
    error(range, type + " of type " + sort_name(result->sort));
  }
  return std::nullopt;
}

std::optional<ld::Term> Elaborator::neighbour(const Node& node, NodeId operand, ld::Term::Kind kind) {
  const std::string word = kind == ld::Term::Kind::Next ? "next" : "prev";
  auto inside = term(operand);
  if (!inside) return std::nullopt;
  if (program_.signature[inside->sort].kind != SortKind::Enum) {
    const bool number = inside->sort == Signature::integer || inside->sort == Signature::real;
    const std::string sum = std::string(syntax_.text_of(syntax_[operand].range)) + (kind == ld::Term::Kind::Next ? " + 1" : " - 1");
    error(node.range, word + " is for enumerations: " + written(operand) + " is of type " + sort_name(inside->sort),
          number ? "write " + quote(sum) : "");
    return std::nullopt;
  }
  ld::Term result;
  result.kind = kind;
  result.sort = inside->sort;
  result.range = node.range;
  result.args.push_back(std::move(*inside));
  return result;
}

std::optional<ld::Term> Elaborator::term_of(NodeId id, SortId wanted) {
  wanted_ = is_range(wanted) ? wanted : SortId();
  auto result = term(id);
  wanted_ = SortId();
  return result;
}

std::optional<ld::Term> Elaborator::range_value(const Node& node, SortId range) {
  const auto value = Integer::parse(syntax_.text_of(node.range)).value_or(Integer(0)).small();
  const auto& values = program_.signature[range].constructors;
  const auto at = std::find(values.begin(), values.end(), value ? std::to_string(*value) : std::string());
  if (at == values.end()) {
    error(node.range, sort_name(range) + " has the values " + values.front() + " .. " + values.back() + ", not " + written(node.range));
    return std::nullopt;
  }
  return ld::constructor(range, narrow<std::uint32_t>(at - values.begin()), node.range);
}

bool Elaborator::needs_context(NodeId id) const {
  const Node* node = &syntax_[id];
  while (node->kind == NodeKind::Next || node->kind == NodeKind::Previous) node = &syntax_[syntax_.children_of(*node)[0]];
  if (node->kind == NodeKind::Integer) return true;
  if (node->kind != NodeKind::LowerName) return false;
  const Scope::Meaning meaning = scope_.find(syntax_.name_of(*node).text);
  const auto* const argument = std::get_if<Argument>(&meaning);
  return argument != nullptr && syntax_[argument->node].kind == NodeKind::Integer;
}

void Elaborator::value_quantified(const Node& node, Polarity polarity, ld::Formula& result) {
  const auto parts = syntax_.children_of(node);
  const std::size_t count = parts.size() - 2;
  const Name type = syntax_.name_of(syntax_[parts[count]]);
  const auto sort = sort_named(type);
  if (!sort) return;
  if (program_.signature[*sort].kind != SortKind::Enum) {
    return error(type.range, "a quantifier ranges over processes, an enumeration, `bool` or a range; " + quote(type.text) +
                                 (program_.signature[*sort].kind == SortKind::Abstract ? " is abstract" : " has no end"));
  }
  result.over = *sort;
  std::unordered_set<std::string_view> seen;
  for (std::size_t k = 0; k < count; ++k) {
    const Name name = syntax_.name_of(syntax_[parts[k]]);
    if (!seen.insert(name.text).second) error(name.range, "the name " + quote(name.text) + " is repeated");
    result.bound.push_back(scope_.bind(name.text, *sort));
  }
  result.args.push_back(formula(parts[count + 1], polarity));
  scope_.unbind(count);
}

bool Elaborator::different_cells(const AssignmentSyntax& syntax, const ld::Assignment& one, const ld::Assignment& other) {
  const Symbol& symbol = program_.signature[one.symbol];
  bool different = false;
  bool same_processes = one.bound.empty() && other.bound.empty();
  for (std::size_t k = 0; same_processes && k < one.indices.size(); ++k) {
    const SortId sort = symbol.index_sort(k);
    if (sort == Signature::proc) {
      same_processes = ld::same(one.indices[k], other.indices[k]);
    } else {
      different = different || always_different(one.indices[k], other.indices[k], program_.signature[sort].constructors.size());
    }
  }
  if (same_processes && different) return true;
  const std::string name = symbol.name;
  error(syntax.range, quote(name) + " is assigned twice in this transition, and the two cells may be the same",
        "use one assignment of every cell: " + name + (symbol.arity == 1 ? "[s]" : "[r, s]") + " := case | s = ... : ... | s = ... : ...");
  return false;
}

void Elaborator::warn_weak_index(const AssignmentSyntax& syntax, const ld::Assignment& assignment) {
  const Signature& signature = program_.signature;
  if (!signature[assignment.symbol].weak) return;
  for (const ld::Term& index : assignment.indices) {
    const ld::Term* weak = nullptr;
    ld::each_term(index, [&](const ld::Term& term) {
      if (weak == nullptr && term.kind == ld::Term::Kind::Access && signature[term.symbol()].weak) weak = &term;
    });
    if (weak == nullptr) continue;
    const std::string loaded(syntax_.text_of(weak->range));
    return warning("weak-index", syntax.range,
                   "loading " + loaded + " and storing to " + std::string(syntax.target.text) + " is one atomic step here",
                   "load " + loaded + " into a plain cell first");
  }
}

}  // namespace parapet::cub
