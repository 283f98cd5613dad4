// Elaboration of terms: accesses, numbers, constructors, processes.
#include <utility>

#include "base/contract.h"
#include "base/narrow.h"
#include "base/printable.h"
#include "frontend/cub/elaborator.h"

namespace parapet::cub {
namespace {

// Cover tests number the processes of a model with 15 bits (search/cube/shape.h).
constexpr std::size_t most_constants = 32'000;

}  // namespace

std::optional<ld::Term> Elaborator::term(NodeId id) {
  const Node& node = syntax_[id];
  const Deeper level(*this, node.range);
  if (!level.fits()) return std::nullopt;
  const SortId wanted = std::exchange(wanted_, SortId());
  switch (node.kind) {  // NOLINT: formulas are all treated alike
    case NodeKind::UpperName:
      return upper_name(node);
    case NodeKind::LowerName:
      wanted_ = wanted;
      return lower_name(node);
    case NodeKind::ProcessConstant:
      return process_constant(node);
    case NodeKind::Next:
    case NodeKind::Previous:
      wanted_ = wanted;
      return neighbour(node, syntax_.children_of(node)[0], node.kind == NodeKind::Next ? ld::Term::Kind::Next : ld::Term::Kind::Previous);
    case NodeKind::Call:
      // The argument of a predicate, which the parser cannot tell from a call.
      if (node.child_count == 2) {
        const auto parts = syntax_.children_of(node);
        const std::string_view callee = syntax_.text_of(syntax_[parts[0]].range);
        wanted_ = wanted;
        if (callee == "next") return neighbour(node, parts[1], ld::Term::Kind::Next);
        if (callee == "prev") return neighbour(node, parts[1], ld::Term::Kind::Previous);
      }
      wanted_ = SortId();
      error(node.range, "the formula " + written(node.range) + " is used as a term");
      return std::nullopt;
    case NodeKind::Integer:
      if (is_range(wanted)) return range_value(node, wanted);
      return number(node);
    case NodeKind::Real:
      return number(node);
    case NodeKind::Access:
      return access(node, nullptr);
    case NodeKind::At: {
      const auto parts = syntax_.children_of(node);
      return access(syntax_[parts[1]], &syntax_[parts[0]]);
    }
    case NodeKind::Processes: {
      ld::Term result;
      result.kind = ld::Term::Kind::Processes;
      result.sort = Signature::integer;
      result.range = node.range;
      return result;
    }
    case NodeKind::Count:
      return count(node);
    case NodeKind::Negate:
    case NodeKind::Sum:
    case NodeKind::Product:
      return arithmetic(id);
    default:
      error(node.range, "the formula " + written(node.range) + " is used as a term");
      return std::nullopt;
  }
}

std::string Elaborator::arity_error(const Symbol& symbol, std::size_t given) {
  if (symbol.arity == 0) return quote(symbol.name) + " is not an array: it takes no index";
  return quote(symbol.name) + " takes " + std::to_string(symbol.arity) + (symbol.arity == 1 ? " index" : " indices") + ", but " +
         (given == 0 ? "none" : std::to_string(given)) + (given > 1 ? " are" : " is") + " given";
}

const Entity* Elaborator::entity(const Name& name) {
  const auto at = entities_.find(name.text);
  if (at != entities_.end()) return &at->second;
  std::vector<std::string_view> known;
  for (const Symbol& symbol : program_.signature.symbols()) known.push_back(symbol.name);
  for (const Sort& sort : program_.signature.sorts()) known.insert(known.end(), sort.constructors.begin(), sort.constructors.end());
  std::string hint = did_you_mean(name.text, known);
  if (hint.empty() && name.text == "N") hint = "the number of processes is written #procs";
  error(name.range, "unknown name " + quote(name.text), hint);
  return nullptr;
}

std::optional<ld::Term> Elaborator::upper_name(const Node& node) {
  const Entity* const found = entity(syntax_.name_of(node));
  if (found == nullptr) return std::nullopt;
  if (found->symbol) return access(node, nullptr);
  return ld::constructor(found->sort, found->position, node.range);
}

std::optional<ld::Term> Elaborator::lower_name(const Node& node) {
  const Name name = syntax_.name_of(node);
  const Scope::Meaning meaning = scope_.find(name.text);
  if (const auto* argument = std::get_if<Argument>(&meaning)) {
    const FrameIndex back = scope_.switch_to(argument->frame);
    auto result = term(argument->node);
    scope_.switch_to(back);
    return result;
  }
  if (const auto* value = std::get_if<const ld::Term*>(&meaning)) {
    ld::Term result = **value;
    for (std::size_t k = 0; k < result.args.size(); ++k) spend(node.range);
    result.range = node.range;
    return result;
  }
  if (const auto* variable = std::get_if<ld::Variable>(&meaning)) {
    ld::Term result;
    result.sort = scope_.sort_of(*variable);
    result.kind = result.sort == Signature::proc ? ld::Term::Kind::Process : ld::Term::Kind::Value;
    result.range = node.range;
    result.index = *variable;
    return result;
  }
  std::string hint = did_you_mean(name.text, scope_.visible());
  if (name.text == "number_of_procs" || name.text == "nprocs" || name.text == "procs") hint = "the number of processes is written #procs";
  if (hint.empty() && (name.text == "true" || name.text == "false")) hint = "the values of bool are True and False";
  if (hint.empty() && place_ == Place::State) hint = "bind it: exists " + std::string(name.text) + ". ..., or forall";
  error(name.range, "unknown process " + quote(name.text), hint);
  return std::nullopt;
}

std::optional<ld::Term> Elaborator::process_constant(const Node& node) {
  const std::string_view digits = syntax_.text_of(node.range).substr(1);
  const auto value = Integer::parse(digits).value_or(Integer(0)).small();
  if (!program_.number_procs || !value || *value > *program_.number_procs) {
    const std::string hint = program_.number_procs ? "`number_procs` is " + std::to_string(*program_.number_procs)
                                                   : "process constants need a `number_procs` at the beginning of the file";
    error(node.range, "there is no process " + written(node.range), hint);
    return std::nullopt;
  }
  constants_.insert(*value);
  if (constants_.size() == most_constants + 1) error(node.range, "a model names at most " + std::to_string(most_constants) + " processes");
  ld::Term result;
  result.kind = ld::Term::Kind::ProcessConstant;
  result.sort = Signature::proc;
  result.range = node.range;
  result.index = narrow<std::uint32_t>(*value);
  return result;
}

std::optional<ld::Term> Elaborator::number(const Node& node) {
  auto value = Rational::parse(syntax_.text_of(node.range));
  PARAPET_CHECK(value.has_value(), "what the lexer calls a number is one");
  ld::Term result;
  result.kind = ld::Term::Kind::Number;
  result.sort = node.kind == NodeKind::Integer ? Signature::integer : Signature::real;
  result.range = node.range;
  result.number = std::move(*value);
  return result;
}

// Parameters are pairwise distinct, so a parameter q with `T = q` would leave out that T is another parameter. `exists` ranges over all
// processes.
std::string Elaborator::named_index(const std::string& term) const {
  switch (place_) {
    case Place::Guard:
    case Place::Unsafe:
    case Place::Invariant:
    case Place::State:
      return "name the process: exists q. " + term +
             " = q && ... with q as the index, not inside a universal quantifier; q may be a parameter";
    case Place::Count:
      return "the only index in a count is its own process";
    case Place::Init:
      return "name the process: forall q. " + term + " = q => ... with q as the index";
    case Place::CaseCondition:
    case Place::Value:
      break;
  }
  return "take a parameter q and require " + quote(term + " = q") +
         "; parameters are distinct processes, so write a second transition for the case that it is " + some_process();
}

std::optional<ld::Term> Elaborator::process(NodeId id, std::string_view role) {
  const Node& node = syntax_[id];
  const bool may_be_term = nests_ && role == "an index";
  if (may_be_term && is_nested(id)) {
    auto result = term(id);
    if (result) return named_by_variable(std::move(*result));
    return std::nullopt;
  }
  if (node.kind == NodeKind::LowerName || node.kind == NodeKind::ProcessConstant) {
    auto result = term(id);
    if (!result || result->is_process()) return result;
    if (may_be_term && result->kind == ld::Term::Kind::Access && result->sort == Signature::proc)
      return named_by_variable(std::move(*result));
    if (result->range != node.range) {
      const std::string meant(syntax_.text_of(result->range));
      error(node.range, written(node.range) + " stands for " + quote(meant) + " here, which cannot be " + std::string(role),
            result->sort == Signature::proc ? named_index(meant) : "indices are process variables and constants");
      return std::nullopt;
    }
  }
  std::string hint = "indices are process variables and constants";
  if (node.kind == NodeKind::UpperName || node.kind == NodeKind::Access) {
    const Node& name = node.kind == NodeKind::Access ? syntax_[syntax_.children_of(node)[0]] : node;
    const auto found = entities_.find(syntax_.name_of(name).text);
    if (found != entities_.end() && found->second.sort == Signature::proc) hint = named_index(std::string(syntax_.text_of(node.range)));
  }
  error(node.range, written(node.range) + " cannot be " + std::string(role), hint);
  return std::nullopt;
}

std::string Elaborator::some_process() const { return declaration_->parameters == 0 ? "p" : declaration_->variables[0]; }

bool Elaborator::needs_actor(SymbolId symbol, SourceRange range) {
  if (!program_.signature[symbol].weak || actor_) return true;
  if (!actor_missed_) {
    error(range, "this transition touches the weak " + quote(program_.signature[symbol].name) + " and has no acting process",
          "put the parameter that acts in brackets: transition " + declaration_->name + " ([" + some_process() + "])");
  }
  actor_missed_ = true;
  return false;
}

bool Elaborator::may_read(SymbolId symbol, const Node& node, const std::optional<ld::Term>& by, ld::Term& result) {
  if (!program_.signature[symbol].weak) return true;
  const std::string name = quote(program_.signature[symbol].name);
  switch (place_) {
    case Place::Init:
      if (by) error(by->range, "the weak " + name + " is read without `@` in `init`", "`init` describes the memory, all processes see it");
      return !by;
    case Place::Unsafe:
    case Place::Invariant:
    case Place::State:
      if (!by) {
        error(node.range, "the weak " + name + " needs the process that reads it",
              "write " + quote(some_process() + " @ " + std::string(syntax_.text_of(node.range))));
        return false;
      }
      result.reader.push_back(*by);
      return true;
    case Place::Guard:
    case Place::CaseCondition:
    case Place::Value:
    case Place::Count:
      break;
  }
  if (!needs_actor(symbol, node.range)) return false;
  if (by && !(by->kind == ld::Term::Kind::Process && by->index == *actor_)) {
    error(by->range, "in a transition only the acting process " + quote(declaration_->variables[*actor_]) + " reads weak locations");
    return false;
  }
  return true;
}

std::optional<ld::Term> Elaborator::access(const Node& node, const Node* reader) {
  const bool indexed = node.kind == NodeKind::Access;
  const auto parts = syntax_.children_of(node);
  const Name name = syntax_.name_of(indexed ? syntax_[parts[0]] : node);
  const Entity* const found = entity(name);
  if (found == nullptr) return std::nullopt;
  if (!found->symbol) {
    if (!indexed) return upper_name(node);
    error(node.range, quote(name.text) + " is a constructor: it takes no index");
    return std::nullopt;
  }
  const Symbol& symbol = program_.signature[*found->symbol];
  const std::size_t given = indexed ? parts.size() - 1 : 0;
  if (given != symbol.arity) {
    std::string hint;
    const bool by_processes = symbol.arity <= 2 && !symbol.has_value_index();
    if (given == 0 && by_processes) hint = "write " + quote(symbol.name + (symbol.arity == 1 ? "[p]" : "[p, q]"));
    error(node.range, arity_error(symbol, given), hint);
    return std::nullopt;
  }
  if (place_ == Place::Count && !countable(node, *found->symbol, reader, indexed ? parts.subspan(1) : std::span<const NodeId>()))
    return std::nullopt;
  ld::Term result;
  result.kind = ld::Term::Kind::Access;
  result.sort = found->sort;
  result.range = reader == nullptr ? node.range : SourceRange{reader->range.begin, node.range.end};
  result.index = found->symbol->value;
  bool right = true;
  std::optional<ld::Term> by = index_reader_;
  if (reader != nullptr) {
    by = process(NodeId(static_cast<std::size_t>(reader - syntax_.nodes.data())), "the process that reads");
    right = by.has_value();
    if (by) by->range = reader->range;
  }
  for (std::size_t k = 0; k < given; ++k) {
    auto found_index = index(parts[k + 1], symbol, k, by);
    right = right && found_index.has_value();
    if (found_index) result.args.push_back(std::move(*found_index));
  }
  right = right && may_read(*found->symbol, node, by, result);
  if (!right || !found->sort.valid()) return std::nullopt;
  return result;
}

std::string Elaborator::type_clash(NodeId left, SortId left_sort, NodeId right, SortId right_sort) const {
  return "the types do not agree: " + written(left) + " is of type " + sort_name(left_sort) + ", " + written(right) + " of type " +
         sort_name(right_sort);
}

std::string Elaborator::literal_hint(NodeId id, SortId wanted) const {
  const Node* node = &syntax_[id];
  if (node->kind == NodeKind::Negate) node = &syntax_[syntax_.children_of(*node)[0]];
  if (node->kind == NodeKind::Integer && wanted == Signature::real) {
    return "write " + quote(std::string(syntax_.text_of(syntax_[id].range)) + ".0");
  }
  if (node->kind == NodeKind::Real && wanted == Signature::integer) return "a number of type int has no point";
  return {};
}

}  // namespace parapet::cub
