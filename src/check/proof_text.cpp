#include "check/proof_text.h"

#include <algorithm>
#include <set>

#include "check/firing_instance.h"

namespace parapet::check {
namespace {

bool has_open_reads(const le::System& system, const TermArena& arena, const std::vector<Cube>& all) {
  return std::any_of(all.begin(), all.end(), [](const Cube& cube) { return !cube.weak.open.items.empty(); }) ||
         std::any_of(system.unsafes.begin(), system.unsafes.end(), [&](const le::UnsafeCube& cube) { return le::has_read(arena, cube); });
}

std::unique_ptr<WeakText> weak_text(const le::System& system, TermArena& arena, const Certificate& certificate,
                                    const std::vector<Cube>& all, StateText& states) {
  if (certificate.of_events()) return certificate.writes_apart() ? chain_text(system, arena, states) : event_text(system, arena, states);
  if (certificate.delays_apart()) return delayed_text(system, arena, states);
  return timeline_text(system, arena, states, has_open_reads(system, arena, all));
}

}  // namespace

ProofText::ProofText(const le::System& system, TermArena& arena, const Certificate& certificate, const std::vector<Cube>& all)
    : system_(system),
      arena_(arena),
      certificate_(certificate),
      all_(all),
      states_(system, arena, !certificate.of_events() && !certificate.delays_apart(), certificate.delays_apart()),
      weak_(weak_text(system, arena, certificate, all, states_)),
      cubes_(arena, certificate, states_, *weak_),
      counts_(system, arena, certificate, states_),
      declarations_(states_.declarations() + weak_->declarations() + cubes_.declarations() + counts_.declarations()) {}

std::string ProofText::name(std::size_t cube) const {
  const std::size_t own = certificate_.cubes.size();
  return cube < own ? "cube" + std::to_string(cube + 1) : "assumed" + std::to_string(cube - own + 1);
}

std::string ProofText::name(const le::Transition& transition) const {
  const auto& all = system_.transitions;
  const auto same = [&](const le::Transition& each) { return each.source == transition.source; };
  const auto first = std::find_if(all.begin(), all.end(), same);
  const std::string& name = system_.name(transition);
  return std::count_if(all.begin(), all.end(), same) == 1 ? name : name + "." + std::to_string(&transition - &*first + 1);
}

// number_procs = n: among any n + 1 processes two are equal.
std::string ProofText::no_more_processes(const Names& all, const std::string& also) const {
  const auto bound = system_.program->number_procs;
  const std::size_t some_of_them = bound ? std::size_t{*bound} + (also.empty() ? 1 : 0) : 0;
  if (!bound || all.size() < some_of_them) return {};
  std::string text;
  std::vector<bool> chosen(all.size(), false);
  std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(some_of_them), true);
  do {
    arena_.spend();
    Names some;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (chosen[k]) some.push_back(all[k]);
    }
    if (!also.empty()) some.push_back(also);
    text += "(assert (not " + distinct(some) + "))\n";
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return text;
}

Names ProofText::some_process(Names processes) const {
  if (processes.empty() && states_.constants().empty()) processes.emplace_back("w");
  return processes;
}

Names ProofText::init(const Range& range) {
  Names assertions;
  for (const le::Clause& clause : system_.init) {
    append(assertions, range.for_processes(clause.bound.size(), [&](const Names& tuple) {
      arena_.spend();
      return implication(in_range(clause.bound, tuple, {}), states_.formula(clause.formula, bound_to({}, clause.bound, tuple)));
    }));
  }
  append(assertions, weak_->initially(range));
  return assertions;
}

FiringText ProofText::firing(const le::Transition& transition, Names& times) const {
  FiringText firing{transition, numbered("x", transition.parameters.size()), {}, {}};
  for (std::size_t k = 0; k < firing.parameters.size(); ++k) firing.scope.variables[transition.parameters[k]] = firing.parameters[k];
  if (transition.actor) firing.actor = firing.parameters[*transition.actor];
  times = weak_->begin(firing);
  return firing;
}

Names ProofText::guard(const FiringText& firing, const Range& range) {
  const le::Transition& t = firing.transition;
  Names assertions{distinct(firing.parameters)};
  for (const TermId atom : t.guard) assertions.push_back(states_.formula(atom, firing.scope));
  const Names declared = firing.declared();
  for (const le::Universal& universal : t.universals) {
    append(assertions, range.for_processes(universal.bound.size(), [&](const Names& tuple) {
      arena_.spend();
      const Scope scope = bound_to(firing.scope, universal.bound, tuple);
      Names disjuncts;
      for (const le::Conjunction& atoms : universal.disjuncts) {
        Names parts;
        for (const TermId atom : atoms) parts.push_back(states_.formula(atom, scope));
        disjuncts.push_back(conjunction(parts));
      }
      return implication(in_range(universal.bound, tuple, declared), disjunction(disjuncts));
    }));
  }
  return assertions;
}

Names ProofText::values_read(const FiringText& firing, const Range& range) const {
  Names result;
  each_read_term(system_, firing, range, [&](const ReadTerm& read) { append(result, cubes_.values_in(read.term, read.scope)); });
  return result;
}

}  // namespace parapet::check
