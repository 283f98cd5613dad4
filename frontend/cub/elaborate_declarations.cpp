// Elaboration of declarations: types, variables, arrays, constants, pragmas.
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/narrow.h"
#include "base/printable.h"
#include "frontend/cub/elaborator.h"

namespace parapet::cub {

void Elaborator::number_procs() {
  if (!syntax_.number_procs) return;
  constexpr std::int64_t most = 1'000'000;
  const auto count = Integer::parse(syntax_.number_procs->text).value_or(Integer(most + 1)).small();
  if (!count || *count > most) {
    error(syntax_.number_procs->range, "this is more than " + std::to_string(most) + " processes",
          "leave `number_procs` out for any number");
  } else if (*count != 0) {
    program_.number_procs = narrow<std::uint32_t>(*count);
  }
}

bool Elaborator::declare(const Name& name, Entity entity) {
  entity.range = name.range;
  if (entities_.try_emplace(name.text, entity).second) return true;
  error(name.range, "the name " + quote(name.text) + " is declared already",
        "variables, arrays, constants and constructors share one name space");
  return false;
}

void Elaborator::types() {
  sorts_ = {{"proc", Signature::proc}, {"bool", Signature::boolean}, {"int", Signature::integer}, {"real", Signature::real}};
  sorts_.emplace("mbool", Signature::boolean);  // the name of this type in Cubicle
  entities_.emplace("False", Entity{std::nullopt, Signature::boolean, Signature::false_value, {}});
  entities_.emplace("True", Entity{std::nullopt, Signature::boolean, Signature::true_value, {}});
  for (const TypeSyntax& type : syntax_.types) {
    if (sorts_.contains(type.name.text)) {
      error(type.name.range, "the type " + quote(type.name.text) + " exists already");
    }
    const bool abstract = type.constructors.empty() && type.range.empty();
    Sort sort{abstract ? SortKind::Abstract : SortKind::Enum, std::string(type.name.text), {}, !type.range.empty()};
    for (const Name& constructor : type.constructors) sort.constructors.emplace_back(constructor.text);
    if (sort.range) range_values(type, sort);
    const SortId id = program_.signature.add_sort(std::move(sort));
    sorts_.insert_or_assign(type.name.text, id);  // the later of two declarations, so that its constructors have their type
    std::uint32_t position = 0;
    for (const Name& constructor : type.constructors) static_cast<void>(declare(constructor, {std::nullopt, id, position++, {}}));
  }
}

void Elaborator::range_values(const TypeSyntax& type, Sort& sort) {
  constexpr std::int64_t most = 1000;
  const auto low = Integer::parse(type.range[0].text).value_or(Integer(0)).small();
  const auto high = Integer::parse(type.range[1].text).value_or(Integer(0)).small();
  const SourceRange range{type.range[0].range.begin, type.range[1].range.end};
  sort.constructors.emplace_back(type.range[0].text);
  if (!low || !high || *high - *low >= most) {
    error(range, "a range has at most " + std::to_string(most) + " values", "numbers without bounds are of type int");
  } else if (*high < *low) {
    error(range, "the range " + written(range) + " is empty",
          "write " + quote(std::string(type.range[1].text) + " .. " + std::string(type.range[0].text)));
  } else {
    sort.constructors.clear();
    for (std::int64_t value = *low; value <= *high; ++value) sort.constructors.push_back(std::to_string(value));
  }
}

std::optional<SortId> Elaborator::sort_named(const Name& name) {
  const auto at = sorts_.find(name.text);
  if (at != sorts_.end()) return at->second;
  std::vector<std::string_view> known;
  for (const auto& [text, sort] : sorts_) {
    if (text != "mbool") known.push_back(text);
  }
  error(name.range, "unknown type " + quote(name.text), did_you_mean(name.text, known));
  return std::nullopt;
}

void Elaborator::symbols() {
  for (const SymbolSyntax& symbol : syntax_.symbols) {
    const auto sort = sort_named(symbol.type);
    Symbol added{std::string(symbol.name.text),
                 sort.value_or(Signature::boolean),
                 narrow<std::uint32_t>(symbol.indices.size()),
                 symbol.weak,
                 symbol.constant,
                 symbol.name.range};
    const bool right = index_sorts(symbol, added);
    const SymbolId id = program_.signature.add_symbol(std::move(added));
    // A name with an unknown type is declared with an invalid sort, for which no further errors are reported.
    static_cast<void>(declare(symbol.name, {id, right ? sort.value_or(SortId()) : SortId(), 0, {}}));
  }
}

void Elaborator::predicates() {
  for (const PredicateSyntax& predicate : syntax_.predicates) {
    PredicateEntry entry;
    entry.syntax = &predicate;
    for (std::uint32_t k = 0; k < predicate.parameters.size(); ++k) {
      if (!entry.parameters.emplace(predicate.parameters[k].text, k).second) {
        error(predicate.parameters[k].range, "the parameter " + quote(predicate.parameters[k].text) + " is repeated");
      }
    }
    predicates_[predicate.name.text].emplace(syntax_[predicate.body].range.end, std::move(entry));
  }
}

void Elaborator::parameters(const std::vector<Name>& names, bool distinct, ld::Declaration& declaration) {
  std::unordered_set<std::string_view> seen;
  for (const Name& name : names) {
    if (seen.insert(name.text).second) {
      scope_.bind(name.text);
    } else if (distinct) {
      error(name.range, "the parameter " + quote(name.text) + " is repeated");
    }
  }
  declaration.parameters = narrow<std::uint32_t>(declaration.variables.size());
}

ld::Formula Elaborator::property(const PropertySyntax& property, Place place, ld::Declaration& declaration) {
  place_ = place;
  declaration_ = &declaration;
  actor_.reset();
  declaration.range = property.range;
  declaration.line = line_of(property.range.begin);
  if (property.name) declaration.name = property.name->text;
  scope_.open(declaration);
  // Parameters of init may coincide, so naming one twice changes nothing.
  parameters(property.parameters, place != Place::Init, declaration);
  return formula(property.body, {});
}

// Messages, traces and tables name transitions and unsafe formulas, so a name should stand for one of them. Cubicle accepts transitions of
// one name, and every file that it accepts must be read, so for these it is a warning. An unsafe formula has a verdict under its name.
void Elaborator::distinct_names() {
  std::unordered_map<std::string_view, SourceRange> transitions, unsafes;
  const auto first_line = [&](std::unordered_map<std::string_view, SourceRange>& known, const Name& name) {
    const auto [at, added] = known.emplace(name.text, name.range);
    return added ? 0 : line_of(at->second.begin);
  };
  const auto hint = [](std::uint32_t line) { return "the first one is in line " + std::to_string(line) + "; give each its own name"; };
  for (const TransitionSyntax& each : syntax_.transitions) {
    if (const std::uint32_t line = first_line(transitions, each.name))
      warning("duplicate-name", each.name.range, "a second transition " + quote(each.name.text), hint(line));
  }
  for (const PropertySyntax& each : syntax_.properties) {
    if (each.kind != PropertySyntax::Kind::Unsafe || !each.name) continue;
    if (const std::uint32_t line = first_line(unsafes, *each.name))
      error(each.name->range, "a second unsafe formula " + quote(each.name->text), hint(line));
  }
}

void Elaborator::properties() {
  bool init_seen = false;
  for (const PropertySyntax& each : syntax_.properties) {
    switch (each.kind) {
      case PropertySyntax::Kind::Init: {
        if (init_seen) error(each.range, "a second `init`", "there is one `init`: join the formulas with &&");
        init_seen = true;
        ld::Init init;
        init.formula = property(each, Place::Init, init);
        program_.init = std::move(init);
        break;
      }
      case PropertySyntax::Kind::Unsafe: {
        ld::Unsafe& unsafe = program_.unsafes.emplace_back();
        unsafe.formula = property(each, Place::Unsafe, unsafe);
        break;
      }
      case PropertySyntax::Kind::Stuck: {
        ld::StateFormula& stuck = program_.expected_stuck.emplace_back();
        stuck.formula = property(each, Place::State, stuck);
        break;
      }
      case PropertySyntax::Kind::Invariant: {
        ld::Invariant& invariant = program_.invariants.emplace_back();
        invariant.formula = property(each, Place::Invariant, invariant);
        break;
      }
    }
  }
  if (!init_seen && !syntax_.init_lost) {
    const auto end = narrow<std::uint32_t>(syntax_.text.size());
    error({end, end}, "the model has no `init`", "add init (p) { ... }, or init { true } if everything is arbitrary");
  }
}

}  // namespace parapet::cub
