// Calls: the body of the predicate replaces the call (NOTE(predicates)).
#include <iterator>

#include "base/printable.h"
#include "frontend/cub/elaborator.h"

namespace parapet::cub {

// The last definition before the call, so that a redefinition applies to what follows it; if there is none, the first one after the call.
PredicateEntry* Elaborator::predicate_at(const Name& name) {
  const auto named = predicates_.find(name.text);
  if (named == predicates_.end()) return nullptr;
  const auto after = named->second.lower_bound(name.range.begin);
  return &(after == named->second.begin() ? after : std::prev(after))->second;
}

ld::Formula Elaborator::call(const Node& node, Polarity polarity) {
  const auto parts = syntax_.children_of(node);
  const Name name = syntax_.name_of(syntax_[parts[0]]);
  const auto arguments = parts.subspan(1);
  PredicateEntry* const predicate = predicate_at(name);
  if (predicate == nullptr && name.text == "fence") return fence(node, ld::Formula::Kind::Fence, polarity);
  if (predicate == nullptr && name.text == "wfence") return fence(node, ld::Formula::Kind::WriteFence, polarity);
  if (predicate == nullptr) {
    std::vector<std::string_view> known{"fence", "wfence"};
    for (const auto& each : predicates_) known.push_back(each.first);
    error(name.range, "unknown predicate " + quote(name.text), did_you_mean(name.text, known));
    return {};
  }
  if (const std::size_t takes = predicate->syntax->parameters.size(), given = arguments.size(); takes != given) {
    error(node.range, "the predicate " + quote(name.text) + " takes " + std::to_string(takes) + (takes == 1 ? " argument" : " arguments") +
                          ", but " + std::to_string(given) + (given == 1 ? " is" : " are") + " given");
    return {};
  }
  if (predicate->expanding) {
    error(node.range, "the predicate " + quote(name.text) + " uses itself",
          "predicates are expanded where they are used and cannot be recursive");
    return {};
  }
  scope_.enter(*predicate, arguments, node.range);
  ld::Formula result = formula(predicate->syntax->body, polarity);
  scope_.leave();
  return result;
}

ld::Formula Elaborator::fence(const Node& node, ld::Formula::Kind kind, Polarity polarity) {
  const std::string text = kind == ld::Formula::Kind::Fence ? "fence()" : "wfence()";
  ld::Formula result;
  result.kind = kind;
  result.range = node.range;
  if (node.child_count != 1) {
    error(node.range, text + " has no arguments", "the fence is of the acting process");
  } else if (place_ != Place::Guard) {
    error(node.range, text + " is allowed in `requires` only");
  } else if (polarity.negative.occurs) {
    error(node.range, text + " cannot be negated",
          "it may stand under &&, || and quantifiers, not under `not`, left of =>, in <=> or in an `if` condition");
  } else if (!actor_) {
    if (!actor_missed_)
      error(node.range, text + " needs an acting process",
            "put the parameter that acts in brackets: transition " + declaration_->name + " ([" + some_process() + "])");
    actor_missed_ = true;
  }
  return result;
}

}  // namespace parapet::cub
