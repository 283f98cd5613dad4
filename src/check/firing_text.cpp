#include "check/firing_text.h"

namespace parapet::check {

void each_read_term(const le::System& system, const FiringText& firing, const Range& range,
                    const std::function<void(const ReadTerm&)>& visit) {
  const le::Transition& t = firing.transition;
  const Names nobody;
  using Part = ReadTerm::Part;
  for (const TermId atom : t.guard) visit({Part::Guard, nullptr, atom, firing.scope, nobody, {}});
  for (const TermId value : system.lets[t.source]) visit({Part::Let, nullptr, value, firing.scope, nobody, {}});
  for (const le::Universal& universal : t.universals) {
    (void)range.for_processes(universal.bound.size(), [&](const Names& tuple) {
      const Scope scope = bound_to(firing.scope, universal.bound, tuple);
      for (const le::Conjunction& disjunct : universal.disjuncts) {
        for (const TermId atom : disjunct)
          visit({Part::Guard, nullptr, atom, scope, tuple, in_range(universal.bound, tuple, firing.declared())});
      }
      return std::string();
    });
  }
  for (const le::Update& update : system.updates[t.source]) {
    (void)range.for_processes(update.bound.size(), [&](const Names& tuple) {
      Scope scope = firing.scope;
      for (std::size_t k = 0; k < tuple.size(); ++k) scope.variables[update.bound[k]] = tuple[k];
      for (const le::Branch& branch : update.branches) {
        visit({Part::Assignment, &update, branch.condition, scope, tuple, {}});
        if (branch.kind == le::Branch::Kind::Set) visit({Part::Assignment, &update, branch.value, scope, tuple, {}});
      }
      return std::string();
    });
  }
}

}  // namespace parapet::check
