// Universal guards that are exact.
//
// `forall_other q. F(q)`, with F over the counted cells of q alone, says that every process but the declared parameters P satisfies F:
//     K(T without F)  =  the number of p in P with not F(p),
// where K(S) is the number of processes whose type is in S (NOTE(counts)); for `forall q. F(q)` the number is 0. In the cubes before a
// firing the guard is otherwise asked of the processes at hand only, which is an over-approximation: a path may go through a process that
// was "not there" when the guard was tested. With this equation the pre-image is exact.
#include <algorithm>

#include "cube/cube.h"
#include "cube/transition_instance.h"

namespace parapet::search {

bool InstanceTable::mark_exact(std::uint32_t source) {
  return le::has_countable_guard(system_, arena_, source) && marked_.insert(source).second;
}

void InstanceTable::forget() {
  instances_.clear();
  exact_ = marked_;
}

void InstanceTable::add_exact(TransitionInstance& instance, const le::Universal& universal,
                              std::vector<std::vector<le::Conjunction>>& out) {
  const auto holds = le::countable_guard(system_, arena_, *instance.transition, universal);
  if (!holds) return;
  std::vector<TermId> counts;
  for (std::size_t t = 0; t < holds->size(); ++t) {
    if (!(*holds)[t]) counts.push_back(arena_.cell(system_.counts.types[t].symbol, {}));
  }
  const TermId others = arena_.sum(std::vector<Rational>(counts.size(), Rational(1)), counts, Rational(0), Signature::integer);
  // Which parameters do not satisfy F.
  std::vector<TermId> fails;
  const std::uint32_t asked = universal.bound[0].others ? instance.transition->declared : 0;
  for (std::uint32_t k = 0; k < asked; ++k) {
    std::vector<TermId> either;
    for (const le::Conjunction& conjunction : universal.disjuncts) {
      std::vector<TermId> parts;
      for (const TermId literal : conjunction) {
        parts.push_back(instantiate(instance, literal, std::vector{universal.bound[0].variable}, std::vector{instance.processes[k]}));
      }
      either.push_back(arena_.conjunction(parts));
    }
    fails.push_back(arena_.negate(arena_.disjunction(either)));
  }
  std::vector<le::Conjunction> ways;
  const auto split = [&](const auto& self, std::size_t k, const std::vector<TermId>& conditions, std::int64_t number) -> void {
    if (k == fails.size()) {
      std::vector<TermId> all = conditions;
      all.push_back(arena_.equal(others, arena_.number(Rational(number), Signature::integer)));
      for (le::Conjunction& way : disjuncts(instance, arena_.conjunction(all))) ways.push_back(std::move(way));
      return;
    }
    for (const bool failing : {true, false}) {
      std::vector<TermId> more = conditions;
      more.push_back(failing ? fails[k] : arena_.negate(fails[k]));
      if (arena_.conjunction(more) != arena_.truth(false)) self(self, k + 1, more, number + (failing ? 1 : 0));
    }
  };
  split(split, 0, {}, 0);
  out.push_back(std::move(ways));
}

}  // namespace parapet::search
