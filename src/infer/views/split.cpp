// Obligations that are split by where a proper pointer points (pointers.h; why the cases are all that
// there are: check/proper.h).
//
//   G && X[..] = z                  for each process at hand
//   G && X[..] = C                  for each process-valued constant
//   G && X[..] = z(m) && U(z(m))    for a process that G does not name, with the universal guards of the firing for it
//
// Only pointers are tried that point to nobody at hand in the counterexample: the case of any other value contains the counterexample.
#include <algorithm>
#include <optional>

#include "infer/views/induction.h"

namespace parapet::search::views {

constexpr std::size_t most_pointers = 6;     // tried for one counterexample
constexpr unsigned most_nested_splits = 2;   // one inside the other
constexpr std::size_t most_split_ways = 64;  // of universal guards to hold for the new process

// The plain and memory cells of proper names, those that the cube mentions first.
std::vector<TermId> Induction::split_pointers(const Cube& cube, const ModelValues& model) {
  std::vector<TermId> known, mentioned, others;
  for (const TermId literal : cube.literals) each_leaf(arena_, literal, [&](TermId leaf) { known.push_back(leaf); });
  const auto is_at_hand = [&](std::int64_t place) {
    if (model.process_at(place).valid()) return true;
    return std::any_of(setting_.constants.begin(), setting_.constants.end(),
                       [&](TermId constant) { return model.value(constant) == place; });
  };
  const std::vector<TermId> range = context_.instances.processes(cube.processes);
  const auto add = [&](SymbolId symbol, const std::vector<TermId>& indices) {
    const TermId cell = arena_.cell(symbol, indices);
    const auto place = model.value(cell);
    if (place && is_at_hand(*place)) return;
    (std::find(known.begin(), known.end(), cell) != known.end() ? mentioned : others).push_back(cell);
  };
  for (const SymbolId symbol : setting_.proper) {
    std::vector<TermId> indices;
    const auto choose = [&](const auto& self) -> void {
      if (indices.size() == arena_.signature()[symbol].arity) return add(symbol, indices);
      for (const TermId process : range) {
        indices.push_back(process);
        self(self);
        indices.pop_back();
      }
    };
    choose(choose);
  }
  mentioned.insert(mentioned.end(), others.begin(), others.end());
  if (mentioned.size() > most_pointers) mentioned.resize(most_pointers);
  return mentioned;
}

// The cubes of G && pointer = z(m) && U(z(m)), a disjunct of each universal guard chosen; z(m) is the process `who` of the step, which has
// this name in the cube now. Guards that speak of what compaction left out of the cube are not asked.
void Induction::add_cases(const Split& split, std::uint32_t who, const Cube& cube, TermId pointer, std::vector<SplitCase>& out) {
  const auto* const fired = std::get_if<Fire>(&split.step.action);
  const std::uint32_t fresh = cube.processes;
  // With a store buffer per location the actor's view is memory if the firing needs empty buffers.
  const bool drained = [&] {
    if (fired == nullptr || !context_.memory.writes_apart) return false;
    const le::Transition& transition = context_.system.transitions[fired->transition];
    return transition.fence || transition.read_modify_write();
  }();
  const auto renamed = [&](TermId literal) -> TermId {
    bool lost = false;
    const TermId made = arena_.rewrite(literal, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::ProcessVar) {
        const std::uint32_t to = split.names[arena_.process_number(leaf)];
        lost = lost || to == UINT32_MAX;
        return to == UINT32_MAX ? leaf : arena_.process(to);
      }
      if (arena_.op(leaf) != Op::Read) return leaf;
      if (drained && arena_.read_number(leaf) == new_read) return arena_.location(leaf);
      const std::uint32_t read = split.step.read_map.empty() ? UINT32_MAX : split.step.read_map.back();
      lost = lost || context_.memory.writes_apart || read == UINT32_MAX || arena_.read_number(leaf) != new_read;
      return lost ? leaf : arena_.read(read, arena_.reader(leaf), arena_.location(leaf));
    });
    return lost ? TermId() : made;
  };
  std::vector<std::vector<le::Conjunction>> guards;
  if (fired != nullptr) {
    TransitionInstance& instance = context_.instances.find(fired->transition, fired->processes);
    for (const auto& disjuncts : context_.instances.universals(instance, narrow<std::uint32_t>(split.names.size()))) {
      bool about = false, whole = true;
      std::vector<le::Conjunction> ways;
      for (const le::Conjunction& each : disjuncts) {
        le::Conjunction& way = ways.emplace_back();
        for (const TermId literal : each) {
          each_process(arena_, literal, [&](TermId process) { about = about || process == arena_.process(who); });
          way.push_back(renamed(literal));
          whole = whole && way.back().valid();
        }
      }
      if (about && whole) guards.push_back(std::move(ways));
    }
  }
  std::vector<TermId> literals = cube.literals;
  literals.push_back(arena_.equal(pointer, arena_.process(fresh)));
  const auto choose = [&](const auto& self, std::size_t k) -> void {
    context_.spend();
    if (k == guards.size() || out.size() >= most_split_ways) {
      if (auto made = case_of(cube, literals, fresh + 1)) out.push_back({std::move(*made), split});
      return;
    }
    const std::size_t size = literals.size();
    for (const le::Conjunction& way : guards[k]) {
      literals.insert(literals.end(), way.begin(), way.end());
      self(self, k + 1);
      literals.resize(size);
    }
  };
  choose(choose, 0);
}

// The cube with these literals instead, which mention every process of it; nothing: they contradict each other.
std::optional<Cube> Induction::case_of(const Cube& cube, std::vector<TermId> literals, std::uint32_t processes) {
  spend(1);
  if (!context_.normalizer.normalize(literals, {smt::Purpose::Approximate, 0, {}})) return std::nullopt;
  Cube made{processes, std::move(literals), cube.weak};
  for (const TermId literal : made.literals) {
    each_leaf(arena_, literal, [&](TermId leaf) {
      if (arena_.op(leaf) != Op::Read) return;
      auto& items = made.weak.open.items[arena_.read_number(leaf)];
      if (std::find(items.begin(), items.end(), leaf) == items.end()) items.push_back(leaf);
    });
  }
  return made;
}

// Whether lemmas cover the cube, a case of a split. `support`: those it rests on are added.
bool Induction::meet_case(const Split& split, Cube cube, unsigned more, std::vector<LemmaNumber>& support) {
  Obligation obligation;
  obligation.cube = std::move(cube);
  obligation.indexed = index_cube(context_, obligation.cube);
  if (const auto lemma = covered_by_one(obligation)) {
    support.push_back(*lemma);
    return true;
  }
  const Decision decision = decide(obligation);
  if (decision.met) {
    support.insert(support.end(), core_.begin(), core_.end());
    return true;
  }
  if (!decision.counterexample) return false;
  const bool whole = is_whole(*decision.counterexample);
  if (more > 0 && meet_split(split, obligation.cube, *decision.counterexample, more, support)) return true;
  if (!failed_case_ && whole) failed_case_.emplace(FailedCase{obligation.cube, split.names, *decision.counterexample});
  return false;
}

bool Induction::meet_split(const Split& split, const Cube& cube, const ModelValues& model, unsigned more,
                           std::vector<LemmaNumber>& support) {
  for (const TermId pointer : split_pointers(cube, model)) {
    ++counts_.splits;
    std::vector<LemmaNumber> used;
    // The case that has the counterexample comes first.
    std::vector<SplitCase> fresh;
    if (context_.fits(cube.processes + 1)) {
      // A process that the cube does not name may be one of the step's own, for which other guards hold than for a further one.
      for (std::uint32_t who = 0; who <= split.names.size(); ++who) {
        Split with = split;
        if (who == with.names.size()) with.names.push_back(UINT32_MAX);
        if (std::exchange(with.names[who], cube.processes) == UINT32_MAX) add_cases(with, who, cube, pointer, fresh);
      }
    }
    bool met =
        std::all_of(fresh.begin(), fresh.end(), [&](const SplitCase& each) { return meet_case(each.split, each.cube, more - 1, used); });
    std::vector<TermId> targets = context_.instances.processes(cube.processes);
    targets.insert(targets.end(), setting_.constants.begin(), setting_.constants.end());
    for (const TermId target : targets) {
      if (!met) break;
      std::vector<TermId> literals = cube.literals;
      literals.push_back(arena_.equal(pointer, target));
      auto made = case_of(cube, std::move(literals), cube.processes);
      met = !made || meet_case(split, std::move(*made), more - 1, used);
    }
    if (!met) continue;
    support.insert(support.end(), used.begin(), used.end());
    return true;
  }
  return false;
}

// Whether splits show that lemmas cover the obligation, of which a counterexample is known.
bool Induction::split(ObligationNumber number, const ModelValues& model) {
  failed_case_.reset();
  if (setting_.proper.empty() || !std::holds_alternative<Fire>(obligations_[number].step.action)) return false;
  std::vector<LemmaNumber> support;
  const Split around{obligations_[number].step, obligations_[number].step.rename};
  if (!meet_split(around, obligations_[number].cube, model, most_nested_splits, support)) return false;
  std::sort(support.begin(), support.end());
  support.erase(std::unique(support.begin(), support.end()), support.end());
  // Lemmas may have been dropped since they met a case.
  if (std::all_of(support.begin(), support.end(), [&](LemmaNumber each) { return lemmas_[each].alive; })) {
    meet(number, std::move(support));
  } else {
    enqueue(number);
  }
  return true;
}

}  // namespace parapet::search::views
