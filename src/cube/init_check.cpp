// Init is one formula for all processes jointly: forall x1..xk. I. A cube C over z0..z(n-1) meets it iff C and the instances of I on all
// tuples over those processes (and the constants of the model, which exist) are satisfiable together: a process outside the cube can only
// be constrained by literals about itself or about variables, whose instances are there. With no process at all one is added, since a
// system has at least one. Most cubes are refuted by one literal: `cell in S` where init says `cell in S0` with S and S0 disjoint.
#include "cube/init_check.h"

#include <algorithm>
#include <span>

#include "cube/transition_instance.h"
#include "le/system.h"
#include "smt/solver.h"
#include "smt/wrappers/factory.h"

namespace parapet::search {

void InitCheck::instantiate(const le::Clause& clause, const std::vector<TermId>& range, std::vector<TermId>& out) {
  TermArena& arena = context_.arena;
  const std::vector<le::Variable> variables = le::variables_of(clause.bound);
  const auto everybody = [&](std::size_t) { return std::span(range); };
  const auto allowed = [&](const std::vector<TermId>& values, TermId process) { return distinct_in_group(clause.bound, values, process); };
  each_tuple(variables.size(), everybody, allowed, [&](const std::vector<TermId>& values) {
    const TermId formula = arena.rewrite(clause.formula, [&](TermId leaf) {
      const TermId value = arena.op(leaf) == Op::Variable ? le::value_of(arena.variable_number(leaf), variables, values) : TermId();
      return value.valid() ? value : leaf;
    });
    if (formula != arena.truth(true)) out.push_back(formula);
  });
}

const InitCheck::Instances& InitCheck::instances(std::uint32_t processes) {
  const auto [at, fresh] = cache_.try_emplace(processes);
  Instances& result = at->second;
  if (!fresh) return result;
  TermArena& arena = context_.arena;
  std::vector<TermId> range = context_.instances.processes(processes);
  if (range.empty()) range.push_back(arena.process(0));
  for (const le::Clause& clause : context_.system.init) instantiate(clause, range, result.formulas);
  std::sort(result.formulas.begin(), result.formulas.end());
  result.formulas.erase(std::unique(result.formulas.begin(), result.formulas.end()), result.formulas.end());
  for (const TermId formula : result.formulas) {
    if (arena.op(formula) != Op::Member) continue;
    const auto [set, first] = result.sets.emplace(arena.args(formula)[0].value, arena.set(formula));
    if (!first) set->second &= arena.set(formula);
  }
  return result;
}

smt::Answer InitCheck::refuted(const std::vector<TermId>& literals, const Instances& init, std::uint64_t node) const {
  if (context_.decisions != nullptr) {
    std::vector<TermId> formulas = literals;
    formulas.insert(formulas.end(), init.formulas.begin(), init.formulas.end());
    context_.state_contradiction({smt::Purpose::Init, node, {}}, formulas);
  }
  return smt::Answer::Unsat;
}

const std::vector<bool>& InitCheck::initial_types() {
  if (initial_types_) return *initial_types_;
  initial_types_.emplace();
  TermArena& arena = context_.arena;
  const le::Counts& counts = context_.system.counts;
  const TermId process = arena.process(0);
  const std::vector<TermId> init = instances(1).formulas;
  // Asked once by each thread that searches, so by a solver whose calls are not counted: statistics are the same for any number of threads.
  smt::SolverStatistics uncounted;
  smt::SolverOptions options;
  options.solver = "native";
  const auto own = context_.asks_all ? nullptr : smt::make_solver(arena, options, uncounted);
  smt::Solver& solver = own ? *own : context_.solver;
  for (const le::CountType& type : counts.types) {
    solver.push();
    for (std::size_t k = 0; k < counts.arrays.size(); ++k)
      solver.add(arena.member(le::own_cell(arena, counts.arrays[k], process), std::uint64_t{1} << type.values[k]));
    for (const TermId formula : init) {
      if (!context_.normalizer.counting().mentions(formula)) solver.add(formula);
    }
    initial_types_->push_back(solver.check({smt::Purpose::Init, 0, {}, nullptr, true}) != smt::Answer::Unsat);
    solver.pop();
  }
  return *initial_types_;
}

void InitCheck::add_counting_facts(const std::vector<TermId>& literals, const Instances& init, std::uint32_t processes,
                                   std::vector<TermId>& facts) {
  Counting& counting = context_.normalizer.counting();
  if (!counting.exists() || (!counting.mentions(literals) && !counting.mentions(init.formulas))) return;
  // What is known of the processes at hand: their literals, and what init says of each.
  std::vector<TermId> known = literals;
  for (const TermId formula : init.formulas) {
    if (context_.arena.op(formula) == Op::Member) known.push_back(formula);
  }
  counting.add_facts_of_init(known, init.formulas, processes, initial_types(), facts);
}

smt::Answer InitCheck::meets_init(const std::vector<TermId>& literals, std::uint32_t processes, std::uint64_t node) {
  const TermArena& arena = context_.arena;
  const Instances& init = instances(processes);
  for (const TermId literal : literals) {
    if (context_.asks_all || arena.op(literal) != Op::Member) continue;
    const auto at = init.sets.find(arena.args(literal)[0].value);
    if (at != init.sets.end() && (at->second & arena.set(literal)) == 0) return refuted(literals, init, node);
  }
  std::vector<TermId> facts;
  add_counting_facts(literals, init, processes, facts);
  context_.solver.push();
  for (const TermId literal : literals) context_.solver.add(literal);
  for (const TermId formula : init.formulas) context_.solver.add(formula);
  for (const TermId fact : facts) context_.solver.add(fact);
  const smt::Answer answer = context_.solver.check({smt::Purpose::Init, node, {}});
  context_.solver.pop();
  return answer;
}

}  // namespace parapet::search
