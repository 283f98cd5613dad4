// Models that no lemma contradicts: lemmas from unknown views, completion, and counterexamples to induction.
#include <algorithm>

#include "base/narrow.h"
#include "infer/views/induction.h"

namespace parapet::search::views {

constexpr std::size_t most_exact = 400;
constexpr std::size_t most_completions = 40;    // known views tried for one tuple of processes
constexpr std::size_t most_orders = 4;          // in which the views of a model are completed
constexpr std::size_t most_growth = 2000;       // states explored from the successor of a counterexample
constexpr std::size_t most_initial_views = 50;  // initial states that correct one generalisation

// A lemma from a view of the model that is not known. False: all views are known, or no lemma could be made of those that are not.
bool Induction::learn_from(const ModelValues& model) {
  bool learnt = false;
  for (std::size_t t = 0; t < tables_.size() && !learnt; ++t) {
    each_image(t, false, false, [&](const Image& image) {
      if (learnt) return;
      context_.spend();
      const Point point = images_.point(image, model);
      if (!is_known(tables_[t], point)) learnt = learn(image, point);
    });
  }
  return learnt;
}

bool Induction::learn(const Image& image, const Point& point) {
  ViewTable& table = tables_[image.table];
  const auto key = [&](const std::vector<Condition>& conditions) {
    std::vector<std::pair<std::uint32_t, ValueSet>> parts;
    for (const Condition& each : conditions) parts.emplace_back(each.feature, each.set);
    return std::pair(image.table, std::move(parts));
  };
  const auto allowed = [&](const std::vector<Condition>& conditions) {
    auto sorted = key(conditions);
    std::sort(sorted.second.begin(), sorted.second.end());
    return !conditions.empty() && !forbidden_.contains(sorted);
  };
  for (std::size_t attempt = 0; attempt < most_initial_views; ++attempt) {
    Generalized made = generalize(table, arena_, registers_, point, setting_.instance, allowed);
    spend_part(made.words, words_per_unit);
    if (made.conditions.empty()) return false;
    std::deque<Cube> cubes = cubes_of(memory_, table.vocabulary(), made.conditions);
    bool undecided = false;
    if (meets_init(cubes, image.table, undecided)) {
      if (undecided) {
        forbidden_.insert(key(made.conditions));
      } else if (!is_known(table, point)) {
        continue;
      } else {
        return false;
      }
      continue;
    }
    const LemmaNumber number = add_lemma(Kind::View, std::move(cubes));
    lemmas_[number].table = image.table;
    lemmas_[number].conditions = std::move(made.conditions);
    alive_views_[image.table].push_back(number);
    ++counts_.lemmas;
    return true;
  }
  return false;
}

// Whether an initial state is in one of the cubes; the view of that state becomes known. `undecided`: the solver does not know.
bool Induction::meets_init(const std::deque<Cube>& cubes, std::size_t table, bool& undecided) {
  for (const Cube& cube : cubes) {
    ++counts_.queries;
    spend(1);
    const smt::Answer quick = init_.meets_init(cube, 0);
    if (quick == smt::Answer::Unsat) continue;
    // The same query again, for its model. The cube's variables are those of the view, and at most some for nested pointers.
    const std::vector<TermId> literals = settled(arena_, cube);
    std::vector<TermId> formulas = init_.formulas(cube.processes);
    formulas.insert(formulas.end(), literals.begin(), literals.end());
    context_.solver.push();
    for (const TermId formula : formulas) context_.solver.add(formula);
    const smt::Answer answer = context_.solver.check({smt::Purpose::Approximate, 0, {}});
    if (answer != smt::Answer::Sat) {
      context_.solver.pop();
      undecided = true;
      return true;
    }
    Leaves leaves;
    for (const TermId formula : formulas) leaves.add(arena_, formula);
    const ModelValues model(context_, context_.solver, leaves, cube.processes, anchors_);
    context_.solver.pop();
    Image image;
    image.table = table;
    image.read = made_now;
    for (std::uint32_t z = 0; z < tables_[table].vocabulary().shape.processes; ++z) image.processes.push_back(z);
    Row row;
    for (const ValueSet set : images_.point(image, model))
      row.push_back(std::has_single_bit(set) ? narrow<std::uint8_t>(std::countr_zero(set)) : any_value);
    undecided = !tables_[table].add(row);
    return true;
  }
  return false;
}

// A formula that is true and mentions the term.
TermId Induction::mention(TermId term, TermId process) {
  const auto either = [&](TermId atom) { return arena_.disjunction(std::array{atom, arena_.negate(atom)}); };
  switch (arena_.signature()[arena_.sort(term)].kind) {
    case SortKind::Enum:
      return either(arena_.member(term, 1));
    case SortKind::Proc:
      return either(arena_.equal(term, process));
    case SortKind::Int:
    case SortKind::Real:
      return either(arena_.less_equal(term, arena_.number(Rational(0), arena_.sort(term))));
    default:
      return arena_.truth(true);
  }
}

// Completes the view of one image by a known one that agrees with it: the assumptions that describe it are added. Nothing: no known view
// among those tried has a model.
std::optional<ModelValues> Induction::complete_view(const Image& image, const ModelValues& model, std::vector<TermId>& assumptions) {
  const ViewTable& table = tables_[image.table];
  const Point point = images_.point(image, model);
  const auto is_open = [&](std::size_t f) {
    return table.feature(narrow<std::uint32_t>(f)).kind != FeatureKind::Nested && !std::has_single_bit(point[f]);
  };
  bool open = false;
  for (std::size_t f = 0; f < point.size(); ++f) open = open || is_open(f);
  if (!open) return model;
  const auto rename = [&](TermId term) { return images_.rename(image, term); };
  for (const std::size_t row : agreeing(table, point, most_completions)) {
    std::vector<TermId> more = assumptions;
    for (std::size_t f = 0; f < point.size(); ++f) {
      const std::uint8_t value = table.row(row)[f];
      if (value == any_value || !is_open(f)) continue;
      add_literals(arena_, table.vocabulary(), table.feature(narrow<std::uint32_t>(f)), ValueSet{1} << value, rename, more);
    }
    std::erase(more, arena_.truth(true));
    auto found = solve(more);
    if (!found) continue;
    assumptions = std::move(more);
    return found;
  }
  return std::nullopt;
}

// The views are completed one after the other. One that cannot be, given those before it, comes first in another attempt. At last the
// solver chooses all values; then either some view is unknown, which gives a lemma, or that is a completion too, or more lemmas were found
// to exclude the model.
std::optional<ModelValues> Induction::complete(const ModelValues& first, bool& learnt) {
  ++counts_.completions;
  std::uint32_t size = 0;
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    const Shape& shape = tables_[t].vocabulary().shape;
    if (!shape.open && shape.processes <= current_->cube.processes) size = std::max(size, shape.processes);
  }
  const std::size_t number = tables_.find({size, false});
  if (number == SIZE_MAX) return first;
  std::vector<Image> images;
  each_image(number, false, false, [&](const Image& image) { images.push_back(image); });
  for (std::size_t attempt = 0; attempt < most_orders; ++attempt) {
    std::optional<ModelValues> model = first;
    std::vector<TermId> assumptions;
    std::size_t k = 0;
    while (k < images.size()) {
      auto next = complete_view(images[k], *model, assumptions);
      if (!next) break;
      model = std::move(next);
      ++k;
    }
    if (k == images.size()) return model;
    if (k == 0) break;
    std::rotate(images.begin(), images.begin() + narrow<std::ptrdiff_t>(k), images.begin() + narrow<std::ptrdiff_t>(k) + 1);
  }
  std::vector<TermId> mentions;
  for (const Image& image : images) {
    for (const TermId term : tables_[number].vocabulary().terms)
      mentions.push_back(mention(images_.rename(image, term), arena_.process(0)));
  }
  std::sort(mentions.begin(), mentions.end());
  mentions.erase(std::unique(mentions.begin(), mentions.end()), mentions.end());
  std::erase(mentions, arena_.truth(true));
  auto model = solve(mentions);
  learnt = !model || learn_from(*model);
  return model;
}

// Whether the closed views of the model are known from states in which their processes have no delayed writes. If not, the model is no
// state of the machine: it would need delayed writes that the obligation does not mention.
bool Induction::is_whole(const ModelValues& model) {
  if (!context_.memory.writes_apart) return true;
  bool whole = true;
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    if (tables_[t].vocabulary().shape.open) continue;
    each_image(t, false, false, [&](const Image& image) {
      const auto rows = agreeing(tables_[t], images_.point(image, model), 1);
      whole = whole && (rows.empty() || tables_[t].whole().contains(rows[0]));
    });
  }
  return whole;
}

// `whole`: views can speak about the counterexample, if they can about the cube.
bool Induction::keep_exact(ObligationNumber number, bool whole) {
  Obligation& obligation = obligations_[number];
  const bool in_views = whole && is_simple(context_.memory.views, arena_, obligation.cube.weak);
  if (in_views || obligation.never_exact || counts_.exact_cubes >= most_exact) return false;
  if (init_.meets_init(obligation.cube, 0) != smt::Answer::Unsat) return false;
  ++counts_.exact_cubes;
  const LemmaNumber exact = add_lemma(Kind::Exact, {obligation.cube});
  lemmas_[exact].from = number;
  meet(number, {exact});
  return true;
}

// A counterexample to induction, or an obligation that could not be decided (no model).
void Induction::fail(ObligationNumber number, const ModelValues* model) {
  ++counts_.counterexamples;
  const bool whole = model == nullptr || is_whole(*model);
  if (keep_exact(number, whole)) return;
  if (model != nullptr && split(number, *model)) return;
  const LemmaNumber owner = obligations_[number].lemma;
  if (!lemmas_[owner].alive) return;
  if (lemmas_[owner].kind == Kind::Root) {
    advice_ = obligations_[number].cube.literals;
    ended_ = Result::NoInvariant;
    return;
  }
  if (model != nullptr && whole && lemmas_[owner].kind == Kind::View) grow(number, *model);
  drop_refuted();
  if (!lemmas_[owner].alive) return;
  ++counts_.forced;
  if (lemmas_[owner].kind == Kind::View) {
    std::vector<std::pair<std::uint32_t, ValueSet>> parts;
    for (const Condition& each : lemmas_[owner].conditions) parts.emplace_back(each.feature, each.set);
    forbidden_.emplace(lemmas_[owner].table, std::move(parts));
  }
  drop(owner);
  recompute_needed();
}

// The successor of a counterexample becomes known. If splits were tried, the one of a case that lemmas do not cover comes first: there the
// pointers lead to processes of the cube, about which lemmas speak. In the other one, what such a pointer leads to may be a process that
// cannot exist, and then its successor refutes lemmas that hold.
void Induction::grow(ObligationNumber number, const ModelValues& model) {
  const Obligation& obligation = obligations_[number];
  const auto* const fired = std::get_if<Fire>(&obligation.step.action);
  if (fired == nullptr) return;
  if (failed_case_) {
    grow(*fired, failed_case_->cube, failed_case_->names, failed_case_->model);
    drop_refuted();
    if (!lemmas_[obligation.lemma].alive) return;
  }
  grow(*fired, obligation.cube, obligation.step.rename, model);
}

// The successors of the completed model, and what follows them, become known. `names`: what the processes of the step are in the cube.
void Induction::grow(const Fire& fired, const Cube& cube, const std::vector<std::uint32_t>& names, const ModelValues& model) {
  const std::uint32_t count = cube.processes;
  auto [at, fresh] = growth_.try_emplace(count);
  Growth& growth = at->second;
  if (fresh) {
    Budget& budget = arena_.budget() == nullptr ? unlimited_ : *arena_.budget();
    growth.machine = make_view_machine(context_.memory.views, context_.system, names_, count, budget);
    if (growth.machine) growth.harvest = std::make_unique<Harvest>(*growth.machine, arena_, tables_, setting_.compress);
  }
  if (!growth.machine) return;
  ViewMachine& machine = *growth.machine;
  const le::Transition& transition = context_.system.transitions[fired.transition];
  std::vector<machine::Process> processes;
  for (std::size_t k = 0; k < transition.declared; ++k) {
    const TermId process = fired.processes[k];
    if (arena_.op(process) == Op::ProcessConst) {
      processes.push_back(machine.instance().roster().constant(arena_.constant_number(process)));
      continue;
    }
    const std::uint32_t renamed = names[arena_.process_number(process)];
    if (renamed == UINT32_MAX) return;
    processes.push_back(machine.unnamed(renamed));
  }
  const auto words = state_of(cube, model, machine);
  if (!words) return;
  std::vector<machine::Words> next;
  machine.fire(transition.source, processes, *words, [&](const machine::Words& after) { next.push_back(after); });
  const std::size_t states = growth.harvest->states();
  growth.harvest->begin(next);
  static_cast<void>(growth.harvest->explore(states + most_growth));
  spend_part(machine.attempts() - std::exchange(growth.attempts, machine.attempts()), attempts_per_unit);
  spend_part(growth.harvest->values_found() - std::exchange(growth.values, growth.harvest->values_found()), values_per_unit);
}

// The model as a state of the machine; cells that the model says nothing about are open.
std::optional<machine::Words> Induction::state_of(const Cube& cube, const ModelValues& model, ViewMachine& machine) {
  const auto process_of = [&](TermId process) {
    if (arena_.op(process) == Op::ProcessConst) return machine.instance().roster().constant(arena_.constant_number(process));
    return machine.unnamed(arena_.process_number(process));
  };
  const std::uint32_t named = machine.processes() - machine.variables();
  const auto term_of = [&](machine::Process process) {
    if (process >= named) return arena_.process(process - named);
    for (const std::uint32_t n : context_.system.constants) {
      if (machine.instance().roster().constant(n) == process) return arena_.process_const(n);
    }
    return TermId();
  };
  std::map<std::int64_t, Code> strangers;
  const auto code = [&](TermId term) -> Code {
    const auto value = model.value(term);
    if (!value) return machine::open_value;
    const SortKind kind = arena_.signature()[arena_.sort(term)].kind;
    if (kind == SortKind::Int || kind == SortKind::Real) return machine.instance().numbers().code(model.number(term));
    if (kind != SortKind::Proc) return narrow<Code>(*value);
    if (const TermId process = model.process_at(*value); process.valid()) return narrow<Code>(process_of(process));
    return strangers.try_emplace(*value, narrow<Code>(machine.processes() + strangers.size())).first->second;
  };
  const auto cell_of = [&](Location location) {
    std::vector<TermId> indices;
    for (const machine::Process index : machine.layout().indices(location)) indices.push_back(term_of(index));
    return arena_.cell(machine.layout().symbol(location), indices);
  };
  machine::Words words = machine.blank();
  for (Location location = 0; location < machine.cells(); ++location) words[location] = code(cell_of(location));
  if (!machine.add_open(arena_, cube.weak, {code, process_of, cell_of}, words)) return std::nullopt;
  return words;
}

}  // namespace parapet::search::views
