#include "frontend/cub/scope.h"

#include <utility>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::cub {

void Scope::open(ld::Declaration& declaration) {
  declaration_ = &declaration;
  bindings_.clear();
  by_name_.clear();
  recorded_.clear();
  sorts_.clear();
  frames_.assign(1, Frame{});
  current_ = 0;
}

void Scope::push(Binding binding) {
  by_name_[binding.name].push_back(bindings_.size());
  recorded_.insert(binding.recorded);
  bindings_.push_back(std::move(binding));
}

std::string Scope::unused(std::string_view name) const {
  std::string recorded(name);
  for (std::size_t k = 1; recorded_.contains(recorded); ++k) recorded = std::string(name) + "_" + std::to_string(k);
  return recorded;
}

ld::Variable Scope::bind(std::string_view name, SortId sort) {
  std::string recorded = unused(name);
  const auto variable = narrow<ld::Variable>(declaration_->variables.size());
  declaration_->variables.push_back(recorded);
  sorts_.push_back(sort);
  push({name, std::move(recorded), variable});
  return variable;
}

ld::Variable Scope::bind_hidden(std::string_view recorded) {
  const auto variable = narrow<ld::Variable>(declaration_->variables.size());
  declaration_->variables.push_back(unused(recorded));
  sorts_.push_back(Signature::proc);
  push({{}, declaration_->variables.back(), variable});
  return variable;
}

std::string Scope::bind_let(std::string_view name, ld::Term value) {
  std::string recorded = unused(name);
  push({name, recorded, std::move(value)});
  return recorded;
}

void Scope::unbind(std::size_t count) {
  for (; count != 0; --count) {
    const Binding& last = bindings_.back();
    by_name_[last.name].pop_back();
    recorded_.erase(last.recorded);
    bindings_.pop_back();
  }
}

Scope::Meaning Scope::find(std::string_view name) const {
  const auto bound = by_name_.find(name);
  const bool is_bound = bound != by_name_.end() && !bound->second.empty();
  for (FrameIndex at = current_;; at = frames_[at].parent) {
    const Frame& frame = frames_[at];
    if (is_bound && bound->second.back() >= frame.base) {
      const auto& meaning = bindings_[bound->second.back()].meaning;
      if (const auto* variable = std::get_if<ld::Variable>(&meaning)) return *variable;
      return &std::get<ld::Term>(meaning);
    }
    if (frame.predicate == nullptr) return std::monostate{};
    const auto parameter = frame.predicate->parameters.find(name);
    if (parameter != frame.predicate->parameters.end()) return Argument{frame.arguments[parameter->second], frame.parent};
  }
}

std::vector<std::string_view> Scope::visible() const {
  std::vector<std::string_view> names;
  for (const Binding& binding : bindings_) {
    if (!binding.name.empty()) names.push_back(binding.name);
  }
  for (FrameIndex at = current_; frames_[at].predicate != nullptr; at = frames_[at].parent) {
    for (const Name& parameter : frames_[at].predicate->syntax->parameters) names.push_back(parameter.text);
  }
  return names;
}

void Scope::enter(PredicateEntry& predicate, std::span<const NodeId> arguments, SourceRange call) {
  predicate.expanding = true;
  frames_.push_back({&predicate, arguments, call, bindings_.size(), current_});
  current_ = narrow<FrameIndex>(frames_.size() - 1);
}

void Scope::leave() {
  PARAPET_CHECK(current_ + 1 == frames_.size(), "calls end in the reverse order of their beginning");
  frames_.back().predicate->expanding = false;
  current_ = frames_.back().parent;
  frames_.pop_back();
}

FrameIndex Scope::switch_to(FrameIndex frame) { return std::exchange(current_, frame); }

std::vector<SourceRange> Scope::calls() const {
  std::vector<SourceRange> ranges;
  for (FrameIndex at = current_; frames_[at].predicate != nullptr; at = frames_[at].parent) ranges.push_back(frames_[at].call);
  return ranges;
}

}  // namespace parapet::cub
