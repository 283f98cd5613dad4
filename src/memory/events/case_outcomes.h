// The first step of the pre-images of the event engines: which of the weak and shared plain cells that a firing may write it does write.
// One alternative of each `case` is chosen per cell; ghb depends on the cells that are written.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "cube/context.h"
#include "cube/literal_stack.h"
#include "memory/events/touched.h"
#include "memory/part.h"

namespace parapet::search {

// A choice of which it is decided what happens to these cells.
class EventChoice : public Choice {
 public:
  std::map<TermId, std::vector<Alternative>> fixed;  // by cell; their conditions are `conditions`

  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const override {
    const auto at = fixed.find(cell);
    return at == fixed.end() ? table.alternatives(of, cell) : at->second;
  }
};

// Calls decide() for every choice of alternatives, with `fixed`, `conditions` and `record.written` of the choice as chosen.
template <class Decide>
class CaseOutcomes {
 public:
  CaseOutcomes(Context& context, TransitionInstance& instance, const Touched& touched, EventChoice& choice, const Decide& decide)
      : context_(context), instance_(instance), touched_(touched), choice_(choice), decide_(decide) {}

  void run() {
    const std::size_t ways =
        LiteralStack::ways(touched_.writes, [&](TermId cell) { return context_.instances.alternatives(instance_, cell).size(); });
    if (ways == 0) return;
    if (ways == LiteralStack::many) {
      stack_.emplace(context_.arena, context_.normalizer);
      if (!stack_->push_all(instance_.guard)) return;
    }
    fix(0);
  }

 private:
  void fix(std::size_t k) {
    context_.spend();
    if (k == touched_.writes.size()) {
      decide_();
      return;
    }
    const TermId cell = touched_.writes[k];
    for (const Alternative& alternative : context_.instances.alternatives(instance_, cell)) {
      const std::size_t facts = stack_ ? stack_->size() : 0;
      if (stack_ && !stack_->push_all(alternative.conditions)) {
        stack_->shrink(facts);
        continue;
      }
      const std::size_t conditions = choice_.conditions.size();
      choice_.fixed[cell] = {alternative};
      choice_.conditions.insert(choice_.conditions.end(), alternative.conditions.begin(), alternative.conditions.end());
      const bool writes = alternative.kind != le::Branch::Kind::Keep;
      if (writes) choice_.record.written.push_back(cell);
      fix(k + 1);
      if (writes) choice_.record.written.pop_back();
      choice_.conditions.resize(conditions);
      if (stack_) stack_->shrink(facts);
    }
    choice_.fixed.erase(cell);
  }

  Context& context_;
  TransitionInstance& instance_;
  const Touched& touched_;
  EventChoice& choice_;
  const Decide& decide_;
  std::optional<LiteralStack> stack_;  // of guard and conditions; nothing: there are few ways to choose
};

}  // namespace parapet::search
