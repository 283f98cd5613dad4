#include "check/queue_text.h"

namespace parapet::check {

std::string QueueText::declare_queues() {
  return declare_function("queued", 1, 1, "Bool") + define_function("in-queue", {"p"}, {"s"}, "Bool", "(and (< s now) (queued p s))") +
         define_function("readable", {"p"}, {"s"}, "Bool", "(or (= s now) (in-queue p s))");
}

Names QueueText::order_of_lists(const Cube& cube, const Scope& scope) const {
  Names result;
  const std::string in_reach = states_.in_state("readable", scope.after);
  for (const OpenReads::List& list : cube.weak.open.lists) {
    const std::string process = states_.term(list.process, scope);
    for (std::size_t k = 0; k < list.reads.size(); ++k) {
      const std::string& time = scope.times[list.reads[k]];
      result.push_back(application(in_reach, {process, time}));
      if (k > 0) result.push_back("(<= " + scope.times[list.reads[k - 1]] + " " + time + ")");
    }
  }
  return result;
}

std::vector<WeakText::Others> QueueText::others(const Cube& cube, const Scope& scope) const {
  if (!cube.weak.open.mentions_all || cube.weak.open.last == OpenReads::none) return {};
  return {{SymbolId(), application(states_.in_state("readable", scope.after), {"j0", scope.times[cube.weak.open.last]})}};
}

Names QueueText::is_first(const std::string& p, const Range& range) {
  Names result{in_queue(p, "h")};
  append(result, range.for_times([&](const auto& s) { return "(=> " + in_queue(p, s) + " (<= h " + s + "))"; }));
  return result;
}

Names QueueText::is_empty(const std::string& p, const Range& range) {
  return range.for_times([&](const auto& s) { return negation(in_queue(p, s)); });
}

std::string QueueText::without_first(const std::string& p) const {
  return define("in-queue", "(and (in-queue p s) (not (and (= p " + p + ") (= s h))))") +
         define("readable", "(or (= s now) (" + next("in-queue") + " p s))");
}

Names QueueText::initially(const Range& range) const {
  if (!queues_) return {};
  return range.for_processes(1, [&](const Names& p) { return conjunction(is_empty(p[0], range)); });
}

std::string QueueText::after_take() {
  std::string text = "(declare-const " + next("now") + " Int)\n" + declare_function("takes", 1, 0, "Bool");
  text += define("in-queue", "(or (in-queue p s) (and (= s now) (takes p)))");
  text += define("readable", "(or (= s " + next("now") + ") (" + next("in-queue") + " p s))");
  return text;
}

}  // namespace parapet::check
