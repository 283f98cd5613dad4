// Lemmas, obligations, and the query of one obligation. What happens to counterexamples is in counterexample.cpp.
#include "infer/views/induction.h"

#include <algorithm>

#include "base/narrow.h"
#include "infer/count_lemmas.h"

namespace parapet::search::views {

constexpr std::size_t most_clauses_at_once = 6;
constexpr std::size_t most_rounds = 2000;  // models of one obligation
constexpr std::size_t most_left = 6;       // literals of a root or an exact cube that an obligation need not imply

Induction::Induction(MemoryPart& memory, smt::Solver& solver, InitCheck& init, const NameFacts& names, Tables& tables,
                     const Setting& setting)
    : memory_(memory),
      context_(memory.context),
      solver_(solver),
      arena_(context_.arena),
      init_(init),
      names_(names),
      registers_(find_registers(context_.system, arena_)),
      tables_(tables),
      setting_(setting),
      preimage_(memory),
      cover_(memory),
      images_(arena_,
              [&] {
                std::vector<const Vocabulary*> all;
                for (std::size_t k = 0; k < tables.size(); ++k) all.push_back(&tables[k].vocabulary());
                return all;
              }()),
      tested_rows_(tables.size(), 0),
      alive_views_(tables.size()) {
  for (const auto& group : names.anchors) anchors_.insert(anchors_.end(), group.begin(), group.end());
  std::sort(anchors_.begin(), anchors_.end());
  anchors_.erase(std::unique(anchors_.begin(), anchors_.end()), anchors_.end());
  for (std::size_t k = 0; k < tables.size(); ++k) {
    counts_.views += tables[k].size();
    counts_.features += tables[k].vocabulary().features.size();
    tested_rows_[k] = tables[k].size();
  }
  for (auto& trusted : trusted_cubes(memory)) add_lemma(Kind::Trusted, {std::move(trusted.cube)});
  std::vector<LemmaNumber> roots;
  for (auto& start : start_cubes(memory, context_.system.unsafes)) {
    if (init_.meets_init(start.cube, 0) != smt::Answer::Unsat) ended_ = Result::NoInvariant;
    roots.push_back(add_lemma(Kind::Root, {std::move(start.cube)}));
  }
  add_count_lemmas();
  for (const LemmaNumber root : roots) need(root);
}

// They are guesses like all others, dropped when an obligation of theirs fails.
void Induction::add_count_lemmas() {
  if (!setting_.weights || !context_.normalizer.counting().exists()) return;
  for (std::vector<TermId>& literals : setting_.counts ? CountLemmas(context_).first_tier() : count_weights(context_)) {
    spend(1);
    std::uint32_t variables = 0;
    for (const TermId literal : literals) {
      each_process(arena_, literal, [&](TermId process) {
        if (arena_.op(process) == Op::ProcessVar) variables = std::max(variables, arena_.process_number(process) + 1);
      });
    }
    if (!context_.fits(variables) || !context_.normalizer.normalize(literals, {smt::Purpose::Approximate, 0, {}})) continue;
    std::vector<std::uint32_t> rename, read_map;
    Cube cube = compact(memory_, Weak{}, std::move(literals), variables, rename, read_map);
    if (init_.meets_init(cube, 0) == smt::Answer::Unsat) add_lemma(Kind::Count, {std::move(cube)});
  }
}

LemmaNumber Induction::add_lemma(Kind kind, std::deque<Cube> cubes) {
  Lemma& lemma = lemmas_.emplace_back();
  lemma.kind = kind;
  lemma.cubes = std::move(cubes);
  for (const Cube& cube : lemma.cubes) lemma.indexed.push_back(index_cube(context_, cube));
  return narrow<LemmaNumber>(lemmas_.size() - 1);
}

void Induction::need(LemmaNumber number) {
  Lemma& lemma = lemmas_[number];
  if (lemma.needed || lemma.kind == Kind::Trusted) return;
  lemma.needed = true;
  if (!lemma.expanded) expand(number);
  for (const ObligationNumber each : lemma.obligations) {
    if (obligations_[each].open) enqueue(each);
    for (const LemmaNumber support : std::vector(obligations_[each].support)) need(support);
  }
}

void Induction::expand(LemmaNumber number) {
  lemmas_[number].expanded = true;
  for (const Cube& cube : lemmas_[number].cubes) {
    spend(1);
    preimage_.run(cube, 0, [&](Cube&& before, Step&& step) {
      Obligation& obligation = obligations_.emplace_back();
      obligation.cube = std::move(before);
      obligation.step = std::move(step);
      obligation.lemma = number;
      lemmas_[number].obligations.push_back(narrow<ObligationNumber>(obligations_.size() - 1));
    });
  }
}

void Induction::enqueue(ObligationNumber number) {
  if (std::exchange(obligations_[number].queued, true)) return;
  open_.push_back(number);
}

void Induction::meet(ObligationNumber number, std::vector<LemmaNumber> support) {
  Obligation& obligation = obligations_[number];
  obligation.open = false;
  obligation.support = std::move(support);
  for (const LemmaNumber each : obligation.support) {
    lemmas_[each].supports.push_back(number);
    need(each);
  }
}

void Induction::recompute_needed() {
  for (Lemma& lemma : lemmas_) lemma.needed = false;
  for (LemmaNumber k = 0; k < lemmas_.size(); ++k) {
    if (lemmas_[k].kind == Kind::Root) need(k);
  }
}

void Induction::drop(LemmaNumber number) {
  Lemma& lemma = lemmas_[number];
  if (!std::exchange(lemma.alive, false)) return;
  ++counts_.dropped;
  if (lemma.kind == Kind::View) std::erase(alive_views_[lemma.table], number);
  if (lemma.kind == Kind::Exact) obligations_[lemma.from].never_exact = true;
  for (const ObligationNumber each : std::exchange(lemma.supports, {})) {
    Obligation& obligation = obligations_[each];
    if (obligation.open || std::find(obligation.support.begin(), obligation.support.end(), number) == obligation.support.end()) continue;
    obligation.open = true;
    obligation.support.clear();
  }
}

// Lemmas that a view added since satisfies.
void Induction::drop_refuted() {
  bool any = false;
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    const ViewTable& table = tables_[t];
    const std::size_t first = std::exchange(tested_rows_[t], table.size());
    if (first == table.size()) continue;
    for (const LemmaNumber k : std::vector(alive_views_[t])) {
      for (std::size_t row = first; row < table.size() && lemmas_[k].alive; ++row) {
        if (table.satisfies(row, lemmas_[k].conditions)) drop(k);
      }
      any = any || !lemmas_[k].alive;
    }
  }
  if (any) recompute_needed();
}

Induction::Result Induction::advance(std::uint64_t work) {
  while (!ended_ && counts_.work < work) {
    if (open_.empty()) {
      ended_ = Result::Proved;
      break;
    }
    const ObligationNumber number = open_.front();
    open_.pop_front();
    Obligation& obligation = obligations_[number];
    obligation.queued = false;
    const Lemma& lemma = lemmas_[obligation.lemma];
    if (!obligation.open || !lemma.alive || !lemma.needed) continue;
    process(number);
  }
  if (!ended_) return Result::More;
  counts_.needed = narrow<std::uint64_t>(std::count_if(lemmas_.begin(), lemmas_.end(), [](const auto& each) { return each.needed; }));
  return *ended_;
}

std::vector<Cube> Induction::proof() const {
  std::vector<Cube> result;
  for (const Lemma& lemma : lemmas_) {
    if (lemma.needed) result.insert(result.end(), lemma.cubes.begin(), lemma.cubes.end());
  }
  return result;
}

std::size_t Induction::roots() const {
  return static_cast<std::size_t>(std::count_if(lemmas_.begin(), lemmas_.end(), [](const auto& each) { return each.kind == Kind::Root; }));
}

std::optional<LemmaNumber> Induction::covered_by_one(const Obligation& obligation) {
  spend(1);
  std::uint64_t tests = 0;
  for (LemmaNumber k = 0; k < lemmas_.size(); ++k) {
    const Lemma& lemma = lemmas_[k];
    if (!lemma.alive || (!lemma.needed && lemma.kind == Kind::View)) continue;
    for (const Indexed& cube : lemma.indexed) {
      if (++tests % tests_per_unit == 0) spend(1);
      if (cover_.covers(cube, obligation.indexed)) return k;
    }
  }
  return std::nullopt;
}

void Induction::add_clause(TermId clause, LemmaNumber lemma) {
  if (clause == arena_.truth(true) || !clause_formulas_.insert(clause).second) return;
  clauses_.push_back({clause, lemma});
  leaves_.add(arena_, clause);
  solver_.add(clause);
  std::vector<TermId> facts;
  context_.normalizer.add_facts(clause, facts);
  for (const TermId fact : facts) add_to_query(fact);
}

// Instances of the cubes that are not of views.
void Induction::add_fixed_instances(const Obligation& obligation) {
  cover_.prepare(obligation.indexed);
  for (LemmaNumber k = 0; k < lemmas_.size(); ++k) {
    const Lemma& lemma = lemmas_[k];
    if (!lemma.alive || lemma.kind == Kind::View) continue;
    for (const Indexed& cube : lemma.indexed) {
      if (cube.processes > obligation.indexed.processes) continue;
      std::vector<TermId> clauses;
      cover_.each_instance(cube, obligation.indexed, most_left, [&] {
        std::vector<TermId> negated;
        for (const TermId literal : cover_.left_renamed()) negated.push_back(arena_.negate(literal));
        clauses.push_back(arena_.disjunction(negated));
      });
      for (const TermId clause : clauses) add_clause(clause, k);
    }
  }
}

void Induction::add_to_query(TermId fact) {
  if (!clause_formulas_.insert(fact).second) return;
  query_.push_back(fact);
  leaves_.add(arena_, fact);
  solver_.add(fact);
}

// What relates the counts of the query to the processes at hand. Clauses of views, which come later, mention no counts.
void Induction::add_counting_facts(std::uint32_t processes) {
  std::vector<TermId> more, facts;
  for (const Clause& clause : clauses_) more.push_back(clause.formula);
  context_.normalizer.counting().add_facts(query_, more, processes, facts);
  for (const TermId fact : facts) add_to_query(fact);
}

void Induction::process(ObligationNumber number) {
  Obligation& obligation = obligations_[number];
  if (obligation.indexed.cube == nullptr) obligation.indexed = index_cube(context_, obligation.cube);
  if (const auto lemma = covered_by_one(obligation)) return meet(number, {*lemma});
  const Decision decision = decide(obligation);
  if (decision.met) {
    const bool stands = std::all_of(core_.begin(), core_.end(), [&](LemmaNumber each) { return lemmas_[each].alive; });
    if (!stands) return enqueue(number);
    return meet(number, core_);
  }
  if (!lemmas_[obligation.lemma].alive) return;
  fail(number, decision.counterexample ? &*decision.counterexample : nullptr);
}

Induction::Decision Induction::decide(const Obligation& obligation) {
  current_ = &obligation;
  undecided_ = false;
  clauses_.clear();
  clause_formulas_.clear();
  query_.clear();
  leaves_ = {};
  solver_.push();
  for (const TermId literal : obligation.cube.literals) {
    query_.push_back(literal);
    context_.normalizer.add_facts(literal, query_);
  }
  std::sort(query_.begin(), query_.end());
  query_.erase(std::unique(query_.begin(), query_.end()), query_.end());
  for (const TermId formula : query_) {
    clause_formulas_.insert(formula);
    leaves_.add(arena_, formula);
    solver_.add(formula);
  }
  add_fixed_instances(obligation);
  add_counting_facts(obligation.cube.processes);
  Decision result;
  std::optional<ModelValues>& counterexample = result.counterexample;
  for (std::size_t round = 0; round < most_rounds; ++round) {
    const auto model = solve({});
    if (!model) {
      result.met = !undecided_;
      break;
    }
    if (learn_from(*model)) continue;
    bool learnt = false;
    counterexample = complete(*model, learnt);
    if (learnt) {
      counterexample.reset();
      continue;
    }
    if (counterexample && learn_from(*counterexample)) {
      counterexample.reset();
      continue;
    }
    if (!counterexample) counterexample = *model;
    break;
  }
  solver_.pop();
  drop_refuted();  // initial states may have become views
  return result;
}

std::optional<ModelValues> Induction::solve(const std::vector<TermId>& assumptions) {
  smt::Solver& solver = solver_;
  const std::size_t at_base = clauses_.size();
  const std::size_t query_at_base = query_.size();
  solver.push();
  for (const TermId formula : assumptions) solver.add(formula);
  std::optional<ModelValues> result;
  for (;;) {
    ++counts_.queries;
    spend(1);
    const smt::Answer answer = solver.check({smt::Purpose::Approximate, 0, {}});
    if (answer != smt::Answer::Sat) {
      undecided_ = answer != smt::Answer::Unsat;
      if (!undecided_ && assumptions.empty()) find_core();
      break;
    }
    Leaves with_assumptions;
    if (!assumptions.empty()) {
      with_assumptions = leaves_;
      for (const TermId formula : assumptions) with_assumptions.add(arena_, formula);
    }
    ModelValues model(context_, solver_, assumptions.empty() ? leaves_ : with_assumptions, current_->cube.processes, anchors_);
    if (add_violated(model)) continue;
    result = std::move(model);
    break;
  }
  solver.pop();
  for (std::size_t k = at_base; k < clauses_.size(); ++k) solver.add(clauses_[k].formula);
  for (std::size_t k = query_at_base; k < query_.size(); ++k) solver.add(query_[k]);
  return result;
}

// The lemmas of an unsatisfiable core: as few as can be reached by leaving out some of them, many at once first. Which literals of the
// obligation are in the core does not matter, so they all stay.
void Induction::find_core() {
  core_.clear();
  for (const Clause& clause : clauses_) {
    if (std::find(core_.begin(), core_.end(), clause.lemma) == core_.end()) core_.push_back(clause.lemma);
  }
  std::vector<LemmaNumber> without;
  for (std::size_t step = std::max<std::size_t>(core_.size() / 2, 1);; step /= 2) {
    for (std::size_t at = 0; at < core_.size();) {
      const std::size_t end = std::min(at + step, core_.size());
      without.assign(core_.begin(), core_.begin() + narrow<std::ptrdiff_t>(at));
      without.insert(without.end(), core_.begin() + narrow<std::ptrdiff_t>(end), core_.end());
      if (exclude(without)) {
        core_ = without;
      } else {
        at = end;
      }
    }
    if (step == 1) break;
  }
  std::sort(core_.begin(), core_.end());
}

// Whether the instances of these lemmas that the query has exclude the obligation.
bool Induction::exclude(const std::vector<LemmaNumber>& lemmas) {
  smt::Solver& solver = context_.solver;
  ++counts_.queries;
  spend_part(1, cores_per_unit);
  solver.push();
  for (const TermId formula : query_) solver.add(formula);
  for (const Clause& clause : clauses_) {
    if (std::find(lemmas.begin(), lemmas.end(), clause.lemma) != lemmas.end()) solver.add(clause.formula);
  }
  const smt::Answer answer = solver.check({smt::Purpose::Approximate, 0, {}});
  solver.pop();
  return answer == smt::Answer::Unsat;
}

bool Induction::is_violated(const Lemma& lemma, const Point& point) const {
  return std::all_of(lemma.conditions.begin(), lemma.conditions.end(),
                     [&](const Condition& condition) { return (point[condition.feature] & ~condition.set) == 0; });
}

// The negation of the lemma for this image; nested pointers go where they go in the model.
TermId Induction::clause_of(const Lemma& lemma, const Image& image, const ModelValues& model) {
  const Vocabulary& vocabulary = images_.vocabulary(image);
  const auto rename = [&](TermId term) { return images_.rename(image, term); };
  std::vector<TermId> literals;
  for (const Condition& condition : lemma.conditions) {
    const Feature& feature = vocabulary.features[condition.feature];
    add_literals(arena_, vocabulary, feature, condition.set, rename, literals);
    if (feature.kind != FeatureKind::Nested) continue;
    const TermId pointer = rename(feature.a);
    const TermId cell = images_.target(feature, pointer, model);
    literals.push_back(arena_.equal(pointer, arena_.args(cell)[0]));
    literals.push_back(arena_.member(cell, condition.set));
  }
  for (TermId& literal : literals) literal = arena_.negate(literal);
  return arena_.disjunction(literals);
}

// Adds instances of lemmas that the model contradicts as clauses, those of needed lemmas first. False: there are none.
bool Induction::add_violated(const ModelValues& model) {
  std::vector<std::pair<LemmaNumber, Image>> found;
  std::vector<LemmaNumber> tried;
  for (const bool needed : {true, false}) {
    for (std::size_t t = 0; t < tables_.size() && found.size() < most_clauses_at_once; ++t) {
      tried.clear();
      for (const LemmaNumber k : alive_views_[t]) {
        if (lemmas_[k].needed == needed) tried.push_back(k);
      }
      if (tried.empty()) continue;
      each_image(t, true, true, [&](const Image& image) {
        if (found.size() >= most_clauses_at_once) return;
        context_.spend();
        const Point point = images_.point(image, model);
        for (const LemmaNumber k : tried) {
          if (found.size() < most_clauses_at_once && is_violated(lemmas_[k], point)) found.emplace_back(k, image);
        }
      });
    }
    if (!found.empty()) break;
  }
  const std::size_t before = clauses_.size();
  for (const auto& [lemma, image] : found) add_clause(clause_of(lemmas_[lemma], image, model), lemma);
  return clauses_.size() > before;
}

}  // namespace parapet::search::views
